"""A backup of the EBS volumes lacks the cache: people hear of it at the next operation, and of no other snapshot."""

from __future__ import annotations

from datetime import datetime

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "SALES2"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def back_up(scene: Attacked) -> list[str]:
    """As AWS Backup, Data Lifecycle Manager or CreateImage do it: all volumes of the instance."""
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("backup"))
    taken = ec2.create_snapshots(InstanceSpecification={"InstanceId": scene.instance_id(NODE)})["Snapshots"]
    return [each["SnapshotId"] for each in taken]


def preflight(scene: Attacked) -> str:
    """What people hear at its end."""
    operator = scene.cluster.account.client("ssm", scene.cluster.account.person("operator"))
    operator.start_automation_execution(
        DocumentName="CacheWarden-Preflight", Parameters={"InstanceId": [scene.instance_id(NODE)]}
    )
    scene.settle()
    assert scene.outcomes[-1] == ("Preflight", "Goal")
    return scene.messages[-1]


def test_a_backup_of_the_running_instance_is_told_with_its_snapshot(scene):
    back_up(scene)
    scene.sleep(2 * 3600)
    last = back_up(scene)
    message = preflight(scene)
    assert "CW6161" in message
    assert any(each in message for each in last)


def test_snapshots_of_a_stopped_node_and_those_of_an_earlier_run_are_whole(scene):
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    back_up(scene)
    scene.sleep(60)
    scene.perform(StepKind.START, NODE)
    scene.settle()
    assert scene.whole(NODE)
    assert "CW6161" not in preflight(scene)


@pytest.mark.parametrize(
    "problem",
    [
        ClientError({"Error": {"Code": "UnauthorizedOperation"}}, "DescribeSnapshots"),
        ReadTimeoutError(endpoint_url="https://ec2.eu-west-1.amazonaws.com"),
    ],
    ids=["denied", "timed out"],
)
def test_an_operation_goes_on_where_snapshots_can_t_be_read(scene, monkeypatch, problem):
    def unread(serial: str, *, since: datetime) -> None:
        raise problem

    def unknown(instance_id: str, described: object) -> None:
        raise problem

    monkeypatch.setattr("adapters.observation.swap_snapshot", unread)
    monkeypatch.setattr("adapters.restored_volumes._sets", unknown)
    back_up(scene)
    assert "CW6161" not in preflight(scene)


def test_a_stop_s_message_names_a_group_whose_backups_run_on_a_secondary_only_and_that_loses_its_last(scene):
    (group,) = scene.cluster.failover_cluster.groups.values()
    group.backup_preference = 1
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal")
    assert "CW6146 Backups of sales-ag run on a secondary only" in scene.messages[-1]
