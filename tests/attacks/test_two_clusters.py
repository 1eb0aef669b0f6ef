"""Whoever may set tags, and nothing else, has no cluster take another one's lease, nor wait for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.instances import InstanceState
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.attacks.test_create_tags import stranger, tag

HR = "0" * 32
"""Sorts before the key of sales."""


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def keep_lease_of_hr(scene: Attacked, member: str) -> None:
    """The record of another cluster, with `member` as one of its nodes and the modes of the other to put back."""
    mode = {
        "ag": "0c1d2e3f-0000-4000-8000-000000000001", "replica": "0c1d2e3f-0000-4000-8000-000000000002",
        "server": "HR2", "availabilityMode": 1, "failoverMode": 0, "seedingMode": 0, "led": False,
    }  # fmt: skip
    table = scene.cluster.account.client("dynamodb", scene.principal("hr", "dynamodb:PutItem"))
    table.put_item(
        TableName=LEASES,
        Item={
            "cluster": {"S": HR},
            "token": {"N": "7"},
            "version": {"N": "1"},
            "members": {"S": f"{member},i-0123456789abcdef0"},
            "identity": {"S": json.dumps({"clusterName": "hr", "groupIds": [mode["ag"]]})},
            "savedModes": {"S": json.dumps([mode])},
        },
    )


def lease_of_hr(scene: Attacked) -> dict[str, Any]:
    (item,) = [each for each in scene.cluster.account.items(LEASES) if each["cluster"]["S"] == HR]
    return item


def test_a_stopped_node_of_another_cluster_brings_no_lease_with_it(scene):
    """While SALES1 is away nothing proves that the other is no node of its cluster: the lease stays its own anyway."""
    theirs = stranger(scene, InstanceState.STOPPED, **{"cachewarden:cluster": "hr"})
    keep_lease_of_hr(scene, theirs.id)
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    before = lease_of_hr(scene)
    tag(scene, theirs, cluster="sales")
    scene.perform(StepKind.START, "SALES1")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert lease_of_hr(scene) == before
    assert scene.whole("SALES1")
    assert not scene.watch.violations
