"""EC2's host fails in the middle: no proof of a loss is possible; a person is told, and nothing is touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_fields
from rehearsal.scenarios.story import StepKind, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.settings import Settings
from rehearsal.world.sql.rights import run_script
from rehearsal.world.storage.settings import StorageSettings
from tests.attacks.attacked_cluster import attacked

COUNTED = StorageSettings()
UNCOUNTED = StorageSettings(extents_list_cache=False)
"""Windows shows the cache on no disk, in no way."""


def cut_off(synthesized, action: str, storage: StorageSettings = COUNTED) -> Run:
    """stop-and-return with a power failure two and a half minutes after `action` was begun."""
    fault = fault_from_fields(
        {"point": "instance.power", "kind": "kill", "node": "SALES1", "when": action, "delay": 150}
    )
    story = replace(load_story("stop-and-return"), faults=(fault,))
    settings = Settings((storage,))
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress(), settings=settings)


@pytest.mark.parametrize(
    ("action", "storage"),
    [("EvacuateCache", COUNTED), ("RestoreCache", COUNTED), ("RestoreCache", UNCOUNTED)],
    ids=["evacuation", "restore", "restore-uncounted"],
)
@pytest.mark.campaign(suite=1)
def test_a_loss_in_the_middle_of_a_move_ends_with_a_person_told(synthesized, action, storage):
    run = cut_off(synthesized, action, storage)

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


def test_a_primary_that_dies_while_its_failover_is_held_is_told_with_the_statement_that_ends_the_outage(synthesized):
    """Between the hold and our own failover nothing takes over by itself; what people are told to run loses nothing."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("HoldReplicaModes")
        scene.sleep(5)
        scene.cluster.instances["SALES1"].lose_power()
        scene.settle()

        told = "\n".join(scene.messages)  # EC2's event of the loss may be told before or after the operation's end
        assert "SALES2 was last seen with all commits (is_failover_ready)" in told, told
        assert "FORCE" not in told and not scene.watch.violations
        second = scene.cluster.hosts["SALES2"].sql
        assert second is not None
        run_script(second, "USE master; ALTER AVAILABILITY GROUP [sales-ag] FAILOVER;")
        scene.sleep(60)
        assert scene.cluster.failover_cluster.groups["sales-ag"].primary.server == "SALES2"
        assert not scene.watch.violations and not scene.cluster.failover_cluster.lost_commits()
