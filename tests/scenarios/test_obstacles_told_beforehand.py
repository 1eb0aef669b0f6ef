"""What the host will refuse an evacuation for is told by a preflight, and no stop begins that would fail for it."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import Operational, Usage
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.steps_of_people import data_disk, document


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def swap_warns(scene: Attacked, node: str) -> None:
    storage = scene.cluster.hosts[node].storage
    members = storage.pools[data_disk(scene, node).pool_id].members.values()
    (swap,) = [each for each in members if each.device.persistent and each.usage is Usage.RETIRED]
    swap.device.ailing = Operational.PREDICTIVE_FAILURE


def drive_without_a_letter(scene: Attacked, node: str) -> None:
    (partition,) = data_disk(scene, node).content.data_partitions
    letters.drop(scene.cluster.hosts[node].storage, partition)
    partition.letter = None


@pytest.mark.parametrize(
    ("node", "wrong", "code"),
    [("SALES1", swap_warns, "CW1023"), ("SALES2", drive_without_a_letter, "CW1035")],
)  # fmt: skip
def test_no_stop_begins_that_the_host_would_refuse_to_evacuate_for(scene, node, wrong, code):
    wrong(scene, node)

    assert document(scene, "Preflight", node).status.value == "Failed"
    assert scene.outcomes[-1] == ("Preflight", "Refused")
    assert f"refuses to move its cache to the Swap volume: {code}" in scene.messages[-1], scene.messages[-1]

    before = len(scene.entered)
    scene.perform(StepKind.STOP, node)
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Refused"), scene.messages[-1]
    assert "CW6108" in scene.messages[-1] and code in scene.messages[-1]
    acts = {"HoldReplicaModes", "FailOverAvailabilityGroups", "StopSqlServer", "EvacuateCache"}
    assert not acts & set(scene.entered[before:])
    assert scene.cluster.instances[node].stop_protected and not scene.watch.violations
