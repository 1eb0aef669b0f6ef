"""Whoever gets hold of one of our functions' credentials has no more of EC2 than the function needs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.api import principal as principals
from rehearsal.aws.ec2 import health
from tests.attacks.attacked_cluster import Attacked, attacked

RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"
FUNCTIONS = ("cachewarden-operate-instance", "cachewarden-janitor", "cachewarden-sweep")


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def stolen(scene: Attacked, function: str):
    """EC2 as the function's role sees it."""
    role = scene.cluster.account.functions.find(function).role
    return scene.cluster.account.client("ec2", principals.role(role.rsplit("/", 1)[-1], "stolen"))


def denied(call, **given: object) -> bool:
    with pytest.raises(ClientError) as refused:
        call(**given)
    return refused.value.response["Error"]["Code"] == "UnauthorizedOperation"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_other_attribute_of_a_node_can_be_changed(scene, function):
    """User data is code that runs at the next start; termination protection isn't ours."""
    node = scene.instance_id("SALES1")
    modify = stolen(scene, function).modify_instance_attribute
    assert denied(modify, InstanceId=node, UserData={"Value": b"<powershell>evil</powershell>"})
    assert denied(modify, InstanceId=node, DisableApiTermination={"Value": False})
    assert denied(modify, InstanceId=node, InstanceType={"Value": "t3.micro"})


@pytest.mark.parametrize("function", FUNCTIONS)
def test_protection_can_be_put_on(scene, function):
    scene.cluster.instances["SALES1"].stop_protected = False
    stolen(scene, function).modify_instance_attribute(
        InstanceId=scene.instance_id("SALES1"), DisableApiStop={"Value": True}
    )
    assert scene.cluster.instances["SALES1"].stop_protected


def test_maintenance_can_be_moved_of_opted_in_nodes_alone(scene):
    nodes, now = scene.cluster.instances, scene.cluster.world.clock.now()
    del nodes["SALES1"].tags["cachewarden:managed"]
    moved = {}
    for name in ("SALES1", "SALES2"):
        node, latest = nodes[name], now + timedelta(days=9)
        health.schedule(scene.cluster.world, node, RETIREMENT, now + timedelta(days=5), deadline=latest)
        (event,) = node.scheduled_events
        moved[name] = {"InstanceId": node.id, "InstanceEventId": event.id, "NotBefore": latest}
    modify = stolen(scene, "cachewarden-sweep").modify_instance_event_start_time
    assert denied(modify, **moved["SALES1"])
    modify(**moved["SALES2"])
    assert [nodes[name].scheduled_events[0].not_before - now for name in moved] == [
        timedelta(days=5),
        timedelta(days=9),
    ]


@pytest.mark.parametrize("function", ["cachewarden-janitor", "cachewarden-sweep"])
def test_who_only_protects_can_not_take_protection_off(scene, function):
    node = scene.instance_id("SALES1")
    assert denied(stolen(scene, function).modify_instance_attribute, InstanceId=node, DisableApiStop={"Value": False})
    assert scene.whole("SALES1")


def test_snapshots_can_be_deleted_only_with_the_tags_of_those_from_before_a_rebuild(scene):
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("dba"))
    tags = {"cachewarden:operation": "r1", "cachewarden:instance": scene.instance_id("SALES1")}

    def made(**more: str) -> str:
        wanted = [{"Key": key, "Value": value} for key, value in (tags | more).items() if value]
        taken = ec2.create_snapshots(
            InstanceSpecification={"InstanceId": scene.instance_id("SALES1")},
            TagSpecifications=[{"ResourceType": "snapshot", "Tags": wanted}],
        )
        return taken["Snapshots"][0]["SnapshotId"]

    delete = stolen(scene, "cachewarden-sweep").delete_snapshot
    backup = made(**{"cachewarden:taken": "2026-02-03T22:15:10.644Z"})
    foreign, ours = made(**{"cachewarden:operation": ""}), made()
    assert denied(delete, SnapshotId=backup) and denied(delete, SnapshotId=foreign)
    delete(SnapshotId=ours)
    assert ours not in scene.cluster.world.snapshots
