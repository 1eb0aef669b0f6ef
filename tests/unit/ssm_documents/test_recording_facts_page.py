"""docs/recording-facts.md says of every uncertain fact which document records it, or why none can."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import test_record_host_facts
import test_record_pair_facts
import test_record_restart_facts

from rehearsal.world.uncertain_facts import uncertain_facts

PAGE = Path(__file__).parents[3] / "docs" / "recording-facts.md"
ROW = re.compile(r"^\| `((?:ec2|ssm|windows|storage|sql)\.\w+)` \| (.*?) \| ?(.*?) ?\|$", re.MULTILINE)
SEEN = {
    "CacheWarden-RecordHostFacts": {*test_record_host_facts.SEEN} - {*test_record_restart_facts.SEEN},
    "CacheWarden-RecordPairFacts": {*test_record_pair_facts.SEEN},
    "CacheWarden-RecordRestartFacts": {*test_record_restart_facts.SEEN},
}
"""What each document was seen to record in the world of the model."""


def rows() -> dict[str, tuple[str, str]]:
    found = ROW.findall(PAGE.read_text("utf-8"))
    assert len({name for name, *_ in found}) == len(found)
    return {name: (recorder.strip("`"), why) for name, recorder, why in found}


def test_every_fact_is_there_in_the_models_order():
    assert list(rows()) == [fact.name for fact in uncertain_facts()]


@pytest.mark.parametrize("document", SEEN)
def test_a_document_is_said_to_record_what_it_was_seen_to_record(document):
    assert {name for name, (recorder, _) in rows().items() if recorder == document} == SEEN[document]


def test_what_a_person_has_to_record_says_why_and_how():
    assert all(bool(why) == (recorder == "a person") for recorder, why in rows().values())
    assert {recorder for recorder, _ in rows().values()} == {"a person", *SEEN}


def test_every_open_question_is_answered_by_facts_that_there_are():
    asked = re.findall(r"^\| `(V\d+)` [^|]+ \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [name for name, _ in asked] == [f"V{number}" for number in range(1, 14)]
    for name, facts in asked:
        named = set(re.findall(r"`(\w+\.\w+)`", facts))
        assert named and named <= {*rows()}, name
