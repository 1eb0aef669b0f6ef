"""Events of AWS go through the deployed rules to ingest: an opt-in is examined, a health notice is told of."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.story import load_story
from rehearsal.world.context import AwsEvent
from rehearsal.world.settings import Settings
from tests.repository import EVENTS

MANAGED = "cachewarden:managed"


@pytest.fixture
def cluster(synthesized) -> Iterator[Cluster]:
    """Two nodes in service."""
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    with cluster.world.clock, cluster.account:
        install_hosts(cluster, synthesized)
        yield cluster


def outputs(cluster: Cluster) -> list[tuple[str, str]]:
    """Goal and outcome of each workflow execution, once all have ended."""
    cluster.world.clock.sleep(300)
    found = [record for record in cluster.account.executions if record.machine.name == "cachewarden-maintain-replica"]
    ended = [json.loads(record.output) for record in found]
    return [(output["goal"], output["outcome"]) for output in ended]


def test_a_node_that_is_opted_in_is_protected_and_examined(cluster):
    node = cluster.instances["SALES1"]
    ec2 = cluster.account.client("ec2", cluster.account.person("dba"))
    ec2.delete_tags(Resources=[node.id], Tags=[{"Key": MANAGED}])
    ec2.modify_instance_attribute(InstanceId=node.id, DisableApiStop={"Value": False})
    assert outputs(cluster) == []
    assert "was opted out" in cluster.account.published[-1]["message"]

    ec2.create_tags(Resources=[node.id], Tags=[{"Key": MANAGED, "Value": "true"}])

    assert outputs(cluster) == [("Preflight", "Goal")]
    assert node.stop_protected


def test_a_failing_drive_waits_for_a_yes_and_people_are_told(cluster):
    sample = json.loads((EVENTS / "health-instance-store-drive-performance-degraded-open.json").read_text("utf-8"))
    node = cluster.instances["SALES1"]
    detail = {**sample["detail"], "affectedEntities": [{"entityValue": node.id}]}

    event = AwsEvent(source="aws.health", detail_type="AWS Health Event", detail=detail, resources=(node.arn,))
    cluster.world.announce(event, 1.0)

    assert outputs(cluster) == []
    message = cluster.account.published[-1]["message"]
    assert "DRIVE_PERFORMANCE_DEGRADED" in message and "CacheWarden-CycleInstance" in message
