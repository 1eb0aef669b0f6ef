"""Who may have volumes modified: the operation that holds a node's lease, and for putting back our own record alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError

from cachewarden.json_reader import format_time
from rehearsal.aws.api import principal as principals
from rehearsal.world.settings import VolumeSettings
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

FUNCTION = "cachewarden-swap-throughput"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def swap_of(scene: Attacked, node: str):
    """The node's Swap volume, with all that its owner would have to set for it to be raised."""
    scene.cluster.instances[node].tags["cachewarden:swap-throughput"] = "raise"
    volume = next(each for each in scene.cluster.instances[node].volumes if each.device == "xvdh")
    volume.tags["cachewarden:role"] = "swap"
    return volume


def stolen(scene: Attacked, service: str) -> Any:
    role = scene.cluster.account.functions.find(FUNCTION).role
    return scene.cluster.account.client(service, principals.role(role.rsplit("/", 1)[-1], "stolen"))


def denied(call, **given: object) -> bool:
    with pytest.raises(ClientError) as refused:
        call(**given)
    return refused.value.response["Error"]["Code"] in ("UnauthorizedOperation", "AccessDeniedException")


def write_raised(scene: Attacked, volume: Any, *, to: int) -> None:
    """The record as the function leaves it, an hour old."""
    at = scene.cluster.world.clock.now() - timedelta(hours=1)
    stolen(scene, "dynamodb").put_item(
        TableName=LEASES,
        Item={
            "cluster": {"S": f"volume/{volume.id}"}, "version": {"N": "1"}, "modifications": {"L": []},
            "instance": {"S": volume.instance_id}, "raisedAt": {"S": format_time(at)},
            "wantedAt": {"S": format_time(at)}, "beganAt": {"S": format_time(at)},
            "putBacks": {"L": []},
            "former": {"L": [{"N": str(volume.throughput)}, {"N": str(volume.iops)}]},
            "raisedTo": {"L": [{"N": str(to)}, {"N": str(volume.iops)}]},
        },
    )  # fmt: skip


def seen_back(scene: Attacked, volume: Any) -> dict[str, object]:
    """The event with which the sweep asks for a volume to be put back."""
    seen = format_time(scene.cluster.world.clock.now())
    return {"action": "PutBackSwapThroughput", "volumeId": volume.id, "cacheSeenBackAt": seen}


def test_nothing_is_raised_without_an_operation(scene):
    volume = swap_of(scene, "SALES1")
    asked = {
        "action": "RaiseSwapThroughput", "instanceId": scene.instance_id("SALES1"), "leaseKey": "0123456789abcdef",
        "owner": "arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:made-up",
        "token": 1, "swap": volume.id.replace("-", ""), "cacheBytes": 1 << 40,
    }  # fmt: skip
    scene.invoke(FUNCTION, asked)
    scene.sleep(300)
    assert volume.modification is None and sum("CW5113" in message for message in scene.messages) == 1


def test_a_volume_that_nobody_raised_is_not_touched(scene):
    volume = swap_of(scene, "SALES1")
    scene.invoke(FUNCTION, seen_back(scene, volume))
    scene.sleep(300)
    assert volume.modification is None


def test_a_raised_volume_is_put_back_for_whoever_may_invoke_it(scene):
    """What it had before is in the record and nowhere else: nobody can have it set to anything of his own."""
    volume = swap_of(scene, "SALES1")
    write_raised(scene, volume, to=567)
    former, volume.throughput = volume.throughput, 567
    given = {**seen_back(scene, volume), "former": [125, 3000]}
    scene.invoke(FUNCTION, given)
    scene.sleep(300)
    assert volume.modification is not None and volume.modification.target == (former, 3000)


def test_its_role_modifies_no_other_volume_and_writes_no_other_record(scene):
    swap = swap_of(scene, "SALES1")
    ec2, dynamodb = stolen(scene, "ec2"), stolen(scene, "dynamodb")
    for volume in scene.cluster.instances["SALES1"].volumes:
        volume.tags.setdefault("cachewarden:role", "data")
        if volume is not swap:
            assert denied(ec2.modify_volume, VolumeId=volume.id, Throughput=500)
    assert denied(ec2.modify_volume, VolumeId=swap.id, Throughput=2001)
    assert denied(ec2.modify_volume, VolumeId=swap.id, VolumeType="io2")
    for key in (f"stop/{swap.instance_id}", "consent/name", "0123456789abcdef"):
        assert denied(dynamodb.put_item, TableName=LEASES, Item={"cluster": {"S": key}})


def test_a_made_up_tag_has_no_volume_modified(scene):
    """Whoever may tag volumes: EC2's own history has to show the very change."""
    volume = swap_of(scene, "SALES1")
    at = format_time(scene.cluster.world.clock.now() - timedelta(hours=1))
    volume.tags["cachewarden:raised"] = (
        f"1000/4000 to {volume.throughput}/{volume.iops} at {at} for {volume.instance_id}"
    )
    scene.invoke(FUNCTION, seen_back(scene, volume))
    scene.sleep(1200)
    assert volume.modification is None


def test_who_may_tag_has_the_newest_change_of_a_swap_volume_undone(scene):
    scene.cluster.world.settings.override(VolumeSettings, optimizing_s=300.0)
    volume = swap_of(scene, "SALES1")
    former, at = volume.throughput, format_time(scene.cluster.world.clock.now())
    admin = scene.cluster.account.client("ec2", scene.principal("dba", "ec2:ModifyVolume"))
    admin.modify_volume(VolumeId=volume.id, Throughput=567)
    scene.sleep(1800)
    tag = f"{former}/{volume.iops} to 567/{volume.iops} at {at} for {volume.instance_id}"
    volume.tags["cachewarden:raised"] = tag
    scene.invoke(FUNCTION, seen_back(scene, volume))
    scene.sleep(120)
    assert volume.modification.target == (former, volume.iops)


def test_its_role_writes_one_tag_on_swap_volumes_alone(scene):
    swap = swap_of(scene, "SALES1")
    ec2 = stolen(scene, "ec2")
    tag = [{"Key": "cachewarden:raised", "Value": "x"}]
    for volume in scene.cluster.instances["SALES1"].volumes:
        if volume is not swap:
            volume.tags["cachewarden:role"] = "data"
            assert denied(ec2.create_tags, Resources=[volume.id], Tags=tag)
    assert denied(ec2.create_tags, Resources=[swap.id], Tags=[{"Key": "cachewarden:role", "Value": "data"}])
    assert denied(ec2.delete_tags, Resources=[swap.id], Tags=[{"Key": "cachewarden:role"}])
    assert denied(ec2.delete_tags, Resources=[swap.id])
    assert denied(ec2.create_tags, Resources=[scene.instance_id("SALES1")], Tags=tag)
    ec2.create_tags(Resources=[swap.id], Tags=tag)


def test_its_role_can_modify_volumes_with_the_tag(scene):
    volume = swap_of(scene, "SALES1")
    stolen(scene, "ec2").modify_volume(VolumeId=volume.id, Throughput=500)
    assert volume.modification is not None
