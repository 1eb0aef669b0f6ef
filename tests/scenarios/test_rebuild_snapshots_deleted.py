"""Snapshots from before a rebuild are deleted after the stated time, and no other snapshot ever is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from cachewarden.json_reader import format_time
from rehearsal.faults import fault_from_text
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

NODE = "SALES2"
SEEN_WITHIN_S = 16 * 60
KEPT = timedelta(days=30)


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    """The secondary has lost its cache; the workflow has rebuilt it, and it is in service."""
    with attacked(synthesized) as cluster:
        cluster.cluster.instances[NODE].tags["cachewarden:rebuild"] = "auto"
        cluster.perform(StepKind.SHUT_DOWN, NODE)
        cluster.settle()
        cluster.perform(StepKind.START, NODE)
        cluster.settle()
        assert cluster.outcomes[-1] == ("InService", "Goal"), cluster.messages[-1]
        assert recorded(cluster) == set(cluster.cluster.world.snapshots) != set()
        yield cluster


def recorded(scene: Attacked) -> set[str]:
    keys = {each["cluster"]["S"] for each in scene.cluster.account.items(LEASES)}
    return {each.removeprefix("snapshot/") for each in keys if each.startswith("snapshot/")}


def grow_old(scene: Attacked) -> None:
    """As if the stated time had passed just now: weeks of sweeps would take minutes."""
    then = format_time(scene.cluster.world.clock.now() - KEPT)
    table = scene.cluster.account.client("dynamodb", scene.cluster.account.person("dba"))
    for snapshot_id in recorded(scene):
        table.update_item(
            TableName=LEASES,
            Key={"cluster": {"S": f"snapshot/{snapshot_id}"}},
            UpdateExpression="SET takenAt = :then",
            ExpressionAttributeValues={":then": {"S": then}},
        )


def test_they_stay_for_the_stated_time_and_until_the_node_is_in_service_then_they_go(scene):
    snapshots = scene.cluster.world.snapshots
    scene.sleep(SEEN_WITHIN_S)
    assert recorded(scene) == set(snapshots) != set()

    grow_old(scene)
    tags = scene.cluster.instances[NODE].tags
    in_service = tags["cachewarden:state"]
    tags["cachewarden:state"] = "attention"
    tags["cachewarden:snooze-until"] = "2999-01-01T00:00:00Z"
    scene.sleep(SEEN_WITHIN_S)
    assert recorded(scene) == set(snapshots) != set()

    tags["cachewarden:state"] = in_service
    del tags["cachewarden:snooze-until"]
    scene.sleep(SEEN_WITHIN_S)
    assert recorded(scene) == set(snapshots) == set()
    assert scene.cluster.account.denials == [] and not scene.watch.violations


def test_a_snapshot_that_only_has_the_tags_or_those_of_a_backup_is_never_deleted(scene):
    """Whoever may tag snapshots can't have them deleted by us; and our own are kept by changing their tags."""
    ours = sorted(recorded(scene))
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("dba"))
    made = ec2.create_snapshots(InstanceSpecification={"InstanceId": scene.instance_id("SALES1")})["Snapshots"]
    victims = [each["SnapshotId"] for each in made]
    attacker = scene.cluster.account.client("ec2", scene.principal("tags", "ec2:CreateTags"))
    tags = scene.cluster.world.snapshots[ours[0]].tags
    attacker.create_tags(Resources=victims, Tags=[{"Key": key, "Value": value} for key, value in tags.items()])
    ec2.create_tags(Resources=ours[:1], Tags=[{"Key": "cachewarden:taken", "Value": "2026-02-03T22:15:10.644Z"}])
    grow_old(scene)
    scene.sleep(SEEN_WITHIN_S)

    assert set(scene.cluster.world.snapshots) == {*victims, ours[0]}
    assert recorded(scene) == set()
    assert scene.cluster.account.denials == [] and not any("CW6171" in each for each in scene.messages)


@pytest.mark.campaign
def test_one_that_an_image_uses_is_told_once_and_not_tried_again(scene):
    snapshots = set(scene.cluster.world.snapshots)
    grow_old(scene)
    fault = f"api.ec2.DeleteSnapshot fail error=InvalidSnapshot.InUse count={len(snapshots)}"
    scene.cluster.world.faults.planned = (fault_from_text(fault),)
    scene.cluster.world.faults.begin()
    scene.sleep(2 * SEEN_WITHIN_S)

    assert set(scene.cluster.world.snapshots) == snapshots and recorded(scene) == set()
    assert sum("CW6171" in each for each in scene.messages) == len(snapshots)
