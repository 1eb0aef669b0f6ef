"""Who rebuilds a node's storage by hand has snapshots of what the rebuild destroys, or no rebuild."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.faults import fault_from_text
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.document_outputs import output

NODE = "SALES2"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """The secondary has lost its cache, and its owner wants to be asked."""
    with attacked(synthesized) as cluster:
        cluster.cluster.instances[NODE].tags["cachewarden:rebuild"] = "approve"
        cluster.perform(StepKind.SHUT_DOWN, NODE)
        cluster.settle()
        cluster.perform(StepKind.START, NODE)
        cluster.settle()
        assert cluster.outcomes[-1] == ("InService", "Attention"), cluster.messages[-1]
        yield cluster


def rebuilt(scene: Attacked) -> AutomationExecution:
    scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-RebuildStorage")
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    scene.settle()
    return execution


def test_snapshots_of_every_data_and_swap_volume_come_before_the_pool_is_removed(scene):
    execution = rebuilt(scene)

    assert execution.status.value == "Success", execution.run.message
    taken = output(execution, "TakeSnapshots.Snapshots").split(",")
    snapshots = [scene.cluster.world.snapshots[each] for each in taken]
    volumes = {each.id for each in scene.cluster.instances[NODE].volumes if each.device not in ("xvda", "/dev/sda1")}
    assert {each.volume_id for each in snapshots} == volumes
    assert {each.tags["cachewarden:operation"] for each in snapshots} == {
        f"arn:aws:ssm:eu-west-1:111122223333:automation-execution/{execution.id}"
    }
    (run_on_host,) = [each for each in execution.run.records if each.step.name == "RunOnHost"]
    assert all(each.started <= run_on_host.started for each in snapshots)
    assert scene.cluster.account.denials == [] and not scene.watch.violations


@pytest.mark.parametrize(
    "fault", ["api.ec2.CreateSnapshots fail error=RequestLimitExceeded count=9", "api.ec2.CreateSnapshots lost count=9"]
)
def test_without_snapshots_nothing_is_removed_and_the_person_hears_why(scene, fault):
    scene.cluster.world.faults.planned = (fault_from_text(fault),)
    scene.cluster.world.faults.begin()
    execution = rebuilt(scene)

    assert execution.status.value == "Failed"
    assert output(execution, "ReleaseLease.Outcome") == "Refused"
    assert output(execution, "ReleaseLease.Code") == "CW6170", output(execution, "ReleaseLease.Sentence")
    assert "RunOnHost" not in {each.step.name for each in execution.run.records}
    assert not any("owner" in item for item in scene.cluster.account.items(LEASES))

    scene.cluster.world.faults.enabled = False
    assert rebuilt(scene).status.value == "Success"


def test_on_a_node_that_lost_nothing_no_snapshot_is_taken(synthesized):
    """Started by mistake: the snapshots would cost for a month."""
    with attacked(synthesized) as scene:
        execution = rebuilt(scene)
        assert execution.status.value == "Failed"
        assert output(execution, "ReleaseLease.Code") == "CW6175", output(execution, "ReleaseLease.Sentence")
        assert not scene.cluster.world.snapshots and scene.whole(NODE)
        assert not any("owner" in item for item in scene.cluster.account.items(LEASES))
