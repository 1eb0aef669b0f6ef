"""The last thing that an operation does is to tell people; that this takes a second try changes nothing."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.faults import fault_from_fields
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def test_a_message_that_sns_does_not_take_in_time_is_sent_again(synthesized):
    hang = fault_from_fields({"point": "api.sns.Publish", "kind": "hang", "seconds": 70})
    story = replace(load_story("stop-request"), faults=(hang,))

    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    assert [message["subject"] for message in run.cluster.account.published] == [
        "CacheWarden: SALES1 (i-1c9102b60ab965945) is stopped, safely"
    ]
