"""A Swap volume that was raised for a move is what it was when all is over, whatever got lost on the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.kernel.faults import Fault, FaultKind, Faults
from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import VolumeSettings
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

HOUR_S = 3600.0


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """The model as it is by default: EC2 takes six hours, and until then the volume is as slow as before."""
    with attacked(synthesized) as cluster:
        cluster.cluster.instances["SALES1"].tags["cachewarden:swap-throughput"] = "raise"
        swap(cluster).tags["cachewarden:role"] = "swap"
        yield cluster


def swap(scene: Attacked):
    return next(each for each in scene.cluster.instances["SALES1"].volumes if each.device == "xvdh")


def breaks(scene: Attacked, point: str, kind: FaultKind, **more: object) -> None:
    faults = Faults([Fault(point=point, kind=kind, **more)])
    faults.begin()
    scene.cluster.world.faults = faults


def stop(scene: Attacked) -> None:
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert ("Stopped", "Goal") in scene.outcomes


def records(scene: Attacked) -> list[dict[str, object]]:
    """Volumes that are still to be put back."""
    items = scene.cluster.account.items(LEASES)
    return [each for each in items if each["cluster"]["S"].startswith("volume/") and "raisedAt" in each]


def told(scene: Attacked, code: str) -> int:
    return sum(code in message for message in scene.messages)


@pytest.mark.campaign
def test_it_is_put_back_hours_after_the_return_and_nobody_is_bothered(scene):
    former = swap(scene).throughput
    stop(scene)
    assert swap(scene).modification.target == (567, 3000) and len(records(scene)) == 1
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert scene.whole("SALES1")
    scene.sleep(7 * HOUR_S)
    assert swap(scene).modification.target == (former, 3000)
    scene.sleep(7 * HOUR_S)
    assert (swap(scene).throughput, records(scene)) == (former, [])
    assert told(scene, "CW6221") == told(scene, "CW6222") == 0 and not scene.watch.violations


def test_a_lease_table_that_is_lost_leaves_no_volume_raised(scene):
    former = swap(scene).throughput
    scene.cluster.world.settings.override(VolumeSettings, optimizing_s=600.0)
    stop(scene)
    assert "cachewarden:raised" in swap(scene).tags
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    table = scene.cluster.account.client("dynamodb", scene.cluster.account.person("admin"))
    for item in scene.cluster.account.items(LEASES):
        table.delete_item(TableName=LEASES, Key={"cluster": item["cluster"]})
    assert swap(scene).modification.target == (567, 3000)
    scene.sleep(2 * HOUR_S)
    assert (swap(scene).throughput, records(scene)) == (former, [])
    assert "cachewarden:raised" not in swap(scene).tags and not scene.watch.violations


def test_a_put_back_that_fails_is_told_and_leaves_the_owner_one_modification(scene):
    settings = scene.cluster.world.settings
    settings.override(VolumeSettings, optimizing_s=600.0, lowering_fails=True)
    volume = swap(scene)
    stop(scene)
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    scene.sleep(5 * HOUR_S)
    assert (volume.throughput, volume.modification.state, told(scene, "CW6221")) == (567, "failed", 1)
    admin = scene.cluster.account.client("ec2", scene.principal("dba", "ec2:ModifyVolume"))
    admin.modify_volume(VolumeId=volume.id, Throughput=600)
    scene.sleep(60)
    scene.sleep(2 * HOUR_S)
    assert (volume.throughput, records(scene), told(scene, "CW6222")) == (600, [], 1)
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_volume_that_is_put_back_is_slow_at_once(scene):
    """Of the model; the suite plays what becomes of the volume in each other test of this file."""
    scene.cluster.world.settings.override(VolumeSettings, optimizing_s=600.0)
    stop(scene)
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    while swap(scene).modification.target == (567, 3000):
        scene.sleep(60)
    scene.sleep(60)
    assert swap(scene).modification.state == "optimizing"
    paces = scene.cluster.hosts["SALES1"].storage.contention.paces
    assert paces and all(each <= 1.0 for each in paces.values())


@pytest.mark.parametrize(
    ("point", "kind", "more"),
    [
        ("api.ec2.ModifyVolume", FaultKind.LOST, {}),
        ("lambda.cachewarden-swap-throughput", FaultKind.KILL, {"seconds": 0.5, "count": 2}),
    ],
)
@pytest.mark.campaign(suite=1)
def test_wherever_raising_breaks_off_the_node_stops_and_the_volume_ends_as_it_was(scene, point, kind, more):
    former = swap(scene).throughput
    scene.cluster.world.settings.override(VolumeSettings, optimizing_s=600.0)
    breaks(scene, point, kind, **more)
    stop(scene)
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    scene.sleep(2 * HOUR_S)
    assert (swap(scene).throughput, records(scene)) == (former, [])
    assert scene.whole("SALES1") and not scene.watch.violations
