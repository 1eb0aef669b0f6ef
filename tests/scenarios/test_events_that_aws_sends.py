"""Events of AWS go through the deployed rules to ingest: an opt-in is examined, a health notice becomes a message."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.story import load_story
from rehearsal.world.context import ACCOUNT_ID, REGION, AwsEvent
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


@pytest.mark.parametrize("value", ["True", "TRUE", "true ", "yes"])
def test_an_opt_in_that_is_misspelt_is_told_at_once_and_nothing_is_denied(cluster, value):
    """Our roles' policies compare the value exactly: what the code took for `true` was denied eleven times."""
    node = cluster.instances["SALES1"]
    ec2 = cluster.account.client("ec2", cluster.account.person("dba"))
    denied = len(cluster.account.denials)

    ec2.create_tags(Resources=[node.id], Tags=[{"Key": MANAGED, "Value": value}])

    assert outputs(cluster) == []
    message = cluster.account.published[-1]["message"]
    assert "CW5114" in message and node.id in message and "not opted in" in message
    assert len(cluster.account.denials) == denied


def test_a_stop_of_a_node_whose_tag_is_misspelt_is_answered(cluster):
    """It is still protected from before: whoever asked must learn why nothing happens."""
    node = cluster.instances["SALES1"]
    ec2 = cluster.account.client("ec2", cluster.account.person("dba"))
    ec2.create_tags(Resources=[node.id], Tags=[{"Key": MANAGED, "Value": "True"}])
    cluster.world.clock.sleep(300)
    with pytest.raises(ClientError):
        ec2.stop_instances(InstanceIds=[node.id])

    assert outputs(cluster) == []
    assert ["CW5114" in message["message"] for message in cluster.account.published] == [True, True]


def test_a_failing_drive_waits_for_a_yes_and_people_are_told(cluster):
    sample = json.loads((EVENTS / "health-instance-store-drive-performance-degraded-open.json").read_text("utf-8"))
    node = cluster.instances["SALES1"]
    here = {"eventRegion": REGION, "affectedAccount": ACCOUNT_ID, "affectedEntities": [{"entityValue": node.id}]}
    detail = {**sample["detail"], **here}

    event = AwsEvent(source="aws.health", detail_type="AWS Health Event", detail=detail, resources=(node.arn,))
    cluster.world.announce(event, 1.0)

    assert outputs(cluster) == []
    message = cluster.account.published[-1]["message"]
    assert "DRIVE_PERFORMANCE_DEGRADED" in message and "CacheWarden-CycleInstance" in message
