"""README shows what really happens: its transcript and its picture are those of today's tree."""

from __future__ import annotations

from rehearsal.report.transcript import README, transcript, with_transcript


def test_the_transcript_is_that_of_a_run_of_this_tree():
    text = README.read_text("utf-8")
    assert text == with_transcript(text, transcript()), "stale; renew it with: python -m rehearsal.report.transcript"
