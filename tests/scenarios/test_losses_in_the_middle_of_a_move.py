"""EC2's host fails while the cache moves: no proof of the loss is possible; a person is told and nothing is touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_fields
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def cut_off(synthesized, action: str) -> Run:
    """stop-and-return with a power failure two and a half minutes after `action` was begun."""
    fault = fault_from_fields(
        {"point": "instance.power", "kind": "kill", "node": "SALES1", "when": action, "delay": 150}
    )
    story = replace(load_story("stop-and-return"), faults=(fault,))
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress())


@pytest.mark.parametrize("action", ["EvacuateCache", "RestoreCache"])
def test_a_loss_in_the_middle_of_a_move_ends_with_a_person_told(synthesized, action):
    run = cut_off(synthesized, action)

    ending = run.log.endings[-1].output
    assert run.outcome.violations == ()
    assert (ending["outcome"], ending["goal"], ending["code"]) == ("Attention", "InService", "CW6206")
    assert "it can't be brought up" in ending["sentence"]
    assert not {"RebuildStorage", "SnapshotDataVolumes", "ReseedDatabases"} & set(run.log.actions)
    message = run.cluster.account.published[-1]["message"]
    assert "CW6206" in message and "Is my data safe? Unknown: the storage of this node isn't whole" in message


def test_a_node_that_died_while_its_cache_moved_is_not_called_safely_stopped(synthesized):
    run = cut_off(synthesized, "EvacuateCache")

    stopped = run.log.endings[0].output
    assert (stopped["outcome"], stopped["goal"], stopped["code"]) == ("Attention", "Stopped", "CW5109")
    assert not any("Is my data safe? Yes" in message["message"] for message in run.cluster.account.published)
