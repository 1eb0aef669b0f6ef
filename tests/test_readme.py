"""README and docs/stop-and-return.md show what really happens: their transcripts are those of today's tree."""

from __future__ import annotations

import pytest

from rehearsal.report.transcript import LONG, README, transcripts, with_transcript


@pytest.fixture(scope="module")
def shown():
    return transcripts()


@pytest.mark.parametrize("path", [README, LONG], ids=["short", "long"])
def test_the_transcript_is_that_of_a_run_of_this_tree(shown, path):
    text = path.read_text("utf-8")
    stale = "stale; renew it with: python -m rehearsal.report.transcript"
    assert text == with_transcript(text, shown[path]), stale


def test_the_readme_s_transcript_fits_a_screen(shown):
    lines = shown[README].splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 120
