"""Every case recorded from EventBridge's TestEventPattern gives what AWS answered."""

import json

import pytest

from rehearsal.engines.eventbridge import InvalidPatternError, matches
from tests.repository import CONFORMANCE

CORPUS = CONFORMANCE / "eventbridge"
CASES = sorted(CORPUS.glob("*.json"))
CASES_TOTAL = 101


def answer(pattern, event):
    try:
        return "match" if matches(pattern, event) else "no-match"
    except InvalidPatternError:
        return "invalid"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_pattern_is_answered_as_aws_answered(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    assert answer(case["pattern"], case["event"]) == case["expect"]


def test_the_whole_corpus_is_run(capsys):
    with capsys.disabled():
        print(f"\neventbridge: {len(CASES)} cases recorded from AWS")
    assert len(CASES) == CASES_TOTAL
