"""docs/screens.md shows what Systems Manager says of people's documents; a sample is held, all of it takes minutes."""

from __future__ import annotations

import pytest

from rehearsal.report import failed_documents, screens

OPT_OUT, STOP, REQUEST = "CacheWarden-OptOut", "CacheWarden-StopSqlServer", "CacheWarden-RequestOutageAndStopInstance"


@pytest.fixture(scope="module")
def documents():
    return screens.peoples_documents()


def words(text: str) -> str:
    return " ".join(text.split())


def section_of(name: str) -> str:
    return screens.PAGE.read_text("utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]


WAYS = ("Done", "Refused", "Cancelled", "Timed out", "Wrong parameter", "No right")


def test_every_document_is_shown_in_every_way(documents):
    for name in documents:
        assert [way for way in WAYS if f"\n{way}:\n\n```text\n" not in section_of(name)] == [], name


def test_the_page_shows_a_refusal_as_it_is_told_now():
    told = screens.screen(screens.refused({OPT_OUT: ()})[OPT_OUT])
    status, _, rest = told.partition("\n")
    assert status.startswith("Status     Failed, after ")
    assert "CW6114 i-e4c008bfc0a30f225 isn't tagged cachewarden:managed=true" in words(rest)
    assert rest in section_of(OPT_OUT)


def test_every_document_is_shown_with_what_is_answered_to_a_wrong_parameter_and_without_the_right(documents):
    given = screens.given_to(documents)
    for title, answers in (
        ("Wrong parameter", failed_documents.wrong_parameter(documents, given)),
        ("No right", failed_documents.without_right(documents, given)),
    ):
        assert answers.keys() == documents.keys(), title
        for name, answer in answers.items():
            block = section_of(name).split(f"{title}:")[1].split("```")[1].removeprefix("text")
            assert words(block) == f"Answer {words(answer)}", (title, name)


def test_a_document_that_is_cancelled_or_times_out_is_shown_as_it_ends_now(documents):
    chosen = {name: documents[name] for name in (STOP, REQUEST)}
    given = screens.given_to(chosen)
    cancelled = failed_documents.cancelled(chosen, given)
    assert cancelled.keys() == failed_documents.timed_out(chosen, given).keys() == chosen.keys()
    outputs = cancelled[STOP][0].run.outputs()
    shown = words(section_of(STOP).split("Cancelled:")[1].split("```")[1])
    assert words(f"Output ReleaseLease.Sentence: {outputs['ReleaseLease.Sentence'][0]}") in shown
    assert all(words(f"Message {subject}") in shown for subject in cancelled[STOP][1])
    for name in chosen:
        assert "Status TimedOut" in words(section_of(name).split("Timed out:")[1])
