"""Who may give a node another instance type: the operation that is to, and nobody else."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.api import principal as principals
from tests.attacks.attacked_cluster import Attacked, attacked

FUNCTION = "cachewarden-instance-type"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def stolen(scene: Attacked):
    role = scene.cluster.account.functions.find(FUNCTION).role
    return scene.cluster.account.client("ec2", principals.role(role.rsplit("/", 1)[-1], "stolen"))


def refusal(call, **given: object) -> str:
    with pytest.raises(ClientError) as refused:
        call(**given)
    return refused.value.response["Error"]["Code"]


def test_its_role_changes_the_type_of_a_stopped_node_and_nothing_else(scene):
    ec2, node = stolen(scene), scene.instance_id("SALES1")
    modify = ec2.modify_instance_attribute
    assert refusal(modify, InstanceId=node, InstanceType={"Value": "r5.4xlarge"}) == "IncorrectInstanceState"
    for given in (
        {"UserData": {"Value": b"<powershell>evil</powershell>"}},
        {"DisableApiStop": {"Value": False}},
        {"DisableApiTermination": {"Value": False}},
    ):
        assert refusal(modify, InstanceId=node, **given) == "UnauthorizedOperation"
    for call in (ec2.stop_instances, ec2.start_instances):
        assert refusal(call, InstanceIds=[node]) == "UnauthorizedOperation"
    del scene.cluster.instances["SALES1"].tags["cachewarden:managed"]
    assert refusal(modify, InstanceId=node, InstanceType={"Value": "r5.4xlarge"}) == "UnauthorizedOperation"


def test_the_type_of_a_stopped_node_is_not_changed_without_an_operation(scene):
    asked = {
        "action": "ChangeInstanceType", "instanceId": scene.instance_id("SALES1"), "leaseKey": "0123456789abcdef",
        "owner": "arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:made-up",
        "token": 1, "instanceType": "r5.4xlarge",
    }  # fmt: skip
    scene.invoke(FUNCTION, asked)
    scene.sleep(300)
    assert scene.cluster.instances["SALES1"].type.name == "r5d.4xlarge"
    assert sum("CW5113" in message for message in scene.messages) == 1
