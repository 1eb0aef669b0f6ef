"""What people are sent to can be used as it is named: by whom, with which value, for which consent.

`named_things` proves that documents and tags exist. Here the catalogue's texts and the documents' descriptions are read
for the rest: pages, codes, values of parameters, consents and how they are given, settings, commands of the command
line, and whose policy starts a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from cachewarden.operation.consent import TERMS, Consent
from checks.check import Check, Finding
from checks.deployment import PRODUCT_PREFIX, Deployment
from checks.documentation.citations import tree

NAME: Final = "named-uses"
CODES: Final = "ssm_documents/codes.yaml"
BESIDE: Final = "ssm_documents/code_pages.yaml"
ACTS: Final = "ssm_documents/automation"
CONFIGURATION: Final = "infra/configuration.py"
COMMAND_LINE: Final = "cli/main.py"
CONSENT_TAG: Final = "cachewarden:consent"

ONLY_WITH_APPROVERS: Final = f"{PRODUCT_PREFIX}Request"
_CODE: Final = re.compile(r"\bCW\d{4}\b")
_PAGE: Final = re.compile(r"\b(?:docs/[\w-]+|README)\.md")
_DOCUMENT: Final = re.compile(rf"{PRODUCT_PREFIX}[A-Z]\w+")
_VALUE: Final = re.compile(r"(?<![\w:/-])([A-Z][a-z]+(?:[A-Z][a-z]+)*)=([\w-]+)")
_CONSENT: Final = re.compile(r"the consent '([\w-]+)'( with the tag cachewarden:consent)?")
_SETTING: Final = re.compile(r"\bsetting ([a-z]+(?:_[a-z]+)+)")
_COMMAND: Final = re.compile(r"\bcachewarden ([a-z]+(?:-[a-z]+)*)")
_STARTS: Final = re.compile(r"\b[Aa]n (administrator|approver|operator) (?:can start|starts) (CacheWarden-\w+)")
_ADDED: Final = re.compile(r"app\.command\(\)\((\w+)\)")
_FIELD: Final = re.compile(r"^    (\w+): .+ = ", re.MULTILINE)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every text of the catalogue and every description of a document that people start."""
    codes: Mapping[str, Any] = yaml.safe_load(deployment.files[CODES])
    here = tree()
    settings = frozenset(_FIELD.findall(here[CONFIGURATION]))
    commands = frozenset(name.replace("_", "-") for name in _ADDED.findall(here[COMMAND_LINE]))
    audiences = _audiences(deployment)
    for where, text in _texts(deployment, codes):
        problems = (
            *(f"names {page}, which isn't there" for page in _PAGE.findall(text) if page not in here),
            *(f"names {code}, which the catalogue lacks" for code in _CODE.findall(text) if code not in codes),
            *_values(deployment, text),
            *_consents(text),
            *_settings(text, settings),
            *_commands(text, commands),
            *_people(text, audiences),
        )
        for problem in problems:
            yield Finding(check=NAME, where=where, problem=problem, remedy="Name what is there, as it is used.")


def _texts(deployment: Deployment, codes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for code, entry in codes.items():
        yield deployment.place(CODES, code), f"{entry['sentence']} {entry['remedy']}"
    beside = yaml.safe_load(deployment.files[BESIDE])
    for field, answers in beside["classes"].items():
        for word, answer in answers.items():
            yield deployment.place(BESIDE, "classes", field, word), answer
    for code, entry in beside["codes"].items():
        yield deployment.place(BESIDE, "codes", code), " ".join(entry.values())
    for document in deployment.documents.values():
        if document.kind == "Automation":
            # Its own parameters are those of the document that is named first of all.
            yield document.source, f"{document.name}: {document.content.get('description', '')}"


def _values(deployment: Deployment, text: str) -> Iterator[str]:
    """A value that is named is one that a document named beside it admits."""
    named = [deployment.documents[name] for name in _DOCUMENT.findall(text) if name in deployment.documents]
    for parameter, value in _VALUE.findall(text):
        declared = [document.parameters[parameter] for document in named if parameter in document.parameters]
        if not declared:
            yield f"names {parameter}={value}, and no document that it names has this parameter"
        elif not any(_admits(each, value) for each in declared):
            yield f"names {parameter}={value}, which the document refuses"


def _admits(parameter: Mapping[str, Any], value: str) -> bool:
    allowed = parameter.get("allowedValues")
    pattern = parameter.get("allowedPattern")
    return (allowed is None or value in allowed) and (pattern is None or re.search(pattern, value) is not None)


def _consents(text: str) -> Iterator[str]:
    for word, by_tag in _CONSENT.findall(text):
        if word not in {consent.value for consent in Consent}:
            yield f"names the consent '{word}', which doesn't exist"
            continue
        terms = TERMS[Consent(word)]
        if by_tag and not terms.by_tag:
            yield f"sends people to the tag for the consent '{word}', which no tag gives"


def _settings(text: str, settings: frozenset[str]) -> Iterator[str]:
    for name in _SETTING.findall(text):
        if name not in settings:
            yield f"names the setting {name}, which nothing reads"


def _commands(text: str, commands: frozenset[str]) -> Iterator[str]:
    for name in _COMMAND.findall(text):
        if name not in commands:
            yield f"names the command cachewarden {name}, which doesn't exist"


def _people(text: str, audiences: Mapping[str, str]) -> Iterator[str]:
    for person, document in _STARTS.findall(text):
        if document in audiences and audiences[document] != person:
            yield f"has an {person} start {document}, which only the policy for the {audiences[document]} lets start"
    if ONLY_WITH_APPROVERS in text and "approvers" not in text:
        yield f"names a document {ONLY_WITH_APPROVERS}…, and doesn't say that it is there only where approvers are"


def _audiences(deployment: Deployment) -> dict[str, str]:
    """Whose policy lets people start each document, by the documents' sources."""
    found: dict[str, str] = {}
    for path, text in deployment.below(ACTS, ".yaml").items():
        stem = path.rpartition("/")[2].removesuffix(".yaml")
        name = PRODUCT_PREFIX + "".join(word.capitalize() for word in stem.split("_"))
        found[name] = str(yaml.safe_load(text).get("startedBy"))
    return found


CHECK: Final = Check(
    name=NAME,
    proves="Pages, values, consents, settings, commands and documents can be used as remedies name them.",
    findings=findings,
)
