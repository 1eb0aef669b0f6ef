"""Every consent that is named anywhere can be given, by a document or tag that exists; docs/consents.md says how."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import yaml

from cachewarden.codes import CATALOGUE
from cachewarden.operation.consent import APPROVAL_DOCUMENTS, APPROVAL_LIFE, TERMS, Consent
from cachewarden.operation.policy import CONSENT
from checks.documentation import consents
from checks.documentation.pages import DOCS

ROOT = DOCS.parent
NAMED = re.compile(r"consent '([^']*)'")


def documents() -> dict[str, str]:
    """Names of the shipped documents that run the workflow, with their goals."""
    found = {}
    for path in (ROOT / "ssm_documents" / "automation").glob("*.yaml"):
        goal = yaml.safe_load(path.read_text("utf-8")).get("goal")
        if goal is not None:
            found["CacheWarden-" + "".join(word.capitalize() for word in path.stem.split("_"))] = goal
    return found


def names_a_door(text: str, word: str) -> bool:
    terms = TERMS[Consent(word)]
    doors = (*terms.documents, *terms.approvals)
    return any(document in text for document in doors) or (terms.by_tag and CONSENT in text)


def remedies() -> Iterator[tuple[str, str, str]]:
    """Code, text and word, for every code that names a consent."""
    for code, entry in CATALOGUE.items():
        text = f"{entry.sentence} {entry.remedy}"
        for word in NAMED.findall(text):
            yield code.value, text, word


@pytest.mark.parametrize(("code", "text", "word"), [*remedies()])
def test_a_consent_that_a_remedy_names_can_be_given_at_the_door_that_it_names(code, text, word):
    assert names_a_door(text, word), code


def test_no_remedy_speaks_of_a_consent_without_its_word():
    told = {code.value for code, entry in CATALOGUE.items() if "consent" in f"{entry.sentence} {entry.remedy}".lower()}
    assert told == {code for code, _, _ in remedies()}
    assert told >= {"CW2028", "CW6111", "CW6209"}


def test_every_document_that_gives_a_consent_ships_with_its_goal():
    for terms in TERMS.values():
        for document, goal in (*terms.documents.items(), *terms.approvals.items()):
            assert documents()[document] == goal.value


def test_a_document_that_asks_is_called_so_and_asks_for_the_consent_of_its_name():
    """CacheWarden-Request<Word>And…: none of them is granted along with `CacheWarden-Accept*`."""
    asking = {name for name in documents() if name.startswith("CacheWarden-Request")}
    assert asking == APPROVAL_DOCUMENTS
    for word, terms in TERMS.items():
        for document in terms.approvals:
            stem = "_".join(part.lower() for part in re.findall("[A-Z][a-z]+", document.removeprefix("CacheWarden-")))
            act = yaml.safe_load((ROOT / "ssm_documents" / "automation" / f"{stem}.yaml").read_text("utf-8"))
            assert (act["consent"], act["startedBy"]) == (word.value, "requester")
            assert document.replace("Request", "Accept") in terms.documents


def test_a_document_that_asks_waits_as_long_as_is_said():
    template = yaml.safe_load((ROOT / "ssm_documents" / "templates" / "approval.yaml").read_text("utf-8"))
    (step,) = template["before"]
    assert step["timeoutSeconds"] == APPROVAL_LIFE.total_seconds()
    assert "within an hour" in step["inputs"]["Message"]


def test_a_document_that_is_called_after_a_consent_gives_it():
    """CacheWarden-Accept<Word>And… is a promise: whoever grants or denies `CacheWarden-Accept*` means all of them.

    A name that only added to another's would be granted along with `CacheWarden-StopInstance*`.
    """
    promised = {name for name in documents() if name.startswith("CacheWarden-Accept")}
    assert promised == {document for terms in TERMS.values() for document in terms.documents}
    for word, terms in TERMS.items():
        for document in terms.documents:
            named = "".join(part.capitalize() for part in word.value.split("-"))
            assert document.startswith(f"CacheWarden-Accept{named}And"), word


def test_every_word_that_is_asked_for_has_a_door_and_every_word_is_on_the_page():
    for word, terms in TERMS.items():
        assert f'<a id="{word.value}"></a>' in consents.page()
        assert bool(terms.checked_by) == bool(terms.documents or terms.by_tag)


def test_a_tag_never_consents_to_destruction():
    assert {word for word, terms in TERMS.items() if terms.by_tag} == {
        Consent.OUTAGE,
        Consent.NO_LOG_BACKUP,
        Consent.UNKNOWN_FILES,
        Consent.UNREADABLE_CACHE,
        Consent.CUT_WORK,
        Consent.EVACUATE_IN_PLACE,
    }
