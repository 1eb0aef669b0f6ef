"""docs/lost-nodes.md: a node that was evicted comes back, whole or without its cache, and leaves CacheWarden."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import on_node
from tests.scenarios.test_replaced_node import CLUSTER, SNOOZE, started

MANAGED = "cachewarden:managed"
LOST = "SALES3"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized, story="lost-node") as cluster:
        yield cluster


def back_again(scene: Attacked, stop: StepKind) -> None:
    """Stopped, taken out of its group, evicted, started; then the page's tags, by an administrator."""
    (group,) = scene.cluster.failover_cluster.groups.values()
    scene.sleep(1800)
    scene.perform(stop, LOST)
    scene.settle()
    lost = {"AvailabilityGroups": group.id, "Replicas": group.replicas[LOST].id}
    assert started(scene, "RemoveReplicas", "SALES1", **lost)[0] == "Success"
    scene.perform(StepKind.EVICT, LOST)
    scene.perform(StepKind.START, LOST)
    scene.settle()
    tags = scene.cluster.instances[LOST].tags
    tags.pop(CLUSTER)
    tags[SNOOZE] = "2026-02-05T00:00:00Z"


@pytest.mark.campaign
def test_one_that_comes_back_whole_leaves_once_its_cache_is_on_ebs(scene):
    back_again(scene, StepKind.STOP)
    assert scene.outcomes[-1] == ("InService", "Goal"), scene.messages[-1]
    refused, why = started(scene, "OptOut", LOST)
    assert refused == "Failed" and "CW3025" in why and "stop SQL Server's service in Windows" in why
    assert "CW2028" in started(scene, "StopSqlServer", LOST)[1]

    on_node(scene, LOST, "Stop-Service -Name MSSQLSERVER -Force -ErrorAction Stop")
    assert started(scene, "EvacuateCache", LOST)[0] == "Success"
    status, why = started(scene, "OptOut", LOST)
    assert status == "Success", why
    instance = scene.cluster.instances[LOST]
    assert (instance.stop_protected, instance.tags.get(MANAGED)) == (False, None)
    scene.perform(StepKind.TERMINATE, LOST)
    assert not scene.watch.violations


def test_one_whose_cache_is_lost_is_refused_and_leaves_by_hand(scene):
    back_again(scene, StepKind.SHUT_DOWN)
    assert scene.outcomes[-1] == ("InService", "Attention") and "CW6210" in scene.messages[-1]
    refused, why = started(scene, "OptOut", LOST)
    assert refused == "Failed" and "CW3025" in why and "docs/lost-nodes.md" in why

    instance = scene.cluster.instances[LOST]
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("admin"))
    with pytest.raises(ClientError, match="OperationNotPermitted"):
        ec2.stop_instances(InstanceIds=[instance.id])
    ec2.delete_tags(Resources=[instance.id], Tags=[{"Key": MANAGED}])
    ec2.modify_instance_attribute(InstanceId=instance.id, DisableApiStop={"Value": False})
    scene.settle()
    assert not instance.stop_protected
    scene.perform(StepKind.TERMINATE, LOST)
    assert not scene.watch.violations
