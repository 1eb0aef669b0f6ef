"""Whoever may invoke what only reads, decides or sweeps, or start documents without their roles, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

OBSERVE_HOST = "CacheWarden-Host-ObserveHost"
TRIES_LAST_S = 300


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def untouched(scene: Attacked) -> bool:
    """Both nodes are as they were, nothing but observing ran on them, nothing was begun, and no lease is held."""
    scene.sleep(TRIES_LAST_S)
    sent = {command.document.name for command in scene.cluster.account.commands.commands.values()}
    held = [item for item in scene.cluster.account.items(LEASES) if "owner" in item]
    whole = all(scene.whole(node) and scene.cluster.sql_runs(node) for node in ("SALES1", "SALES2"))
    begun = list(scene.cluster.account.executions)
    return whole and sent <= {OBSERVE_HOST} and not held and not begun and not scene.watch.violations


def test_who_may_have_nodes_observed_only_observes(scene):
    """Still possible: load on the nodes, one command for each call."""
    for look in ("all", "ec2", "arrival"):
        scene.invoke("cachewarden-observe", {"subject": scene.instance_id("SALES1"), "look": look, "known": None})
    assert untouched(scene)
    assert scene.cluster.account.commands.commands


def test_who_may_have_a_node_estimated_only_has_it_observed(scene):
    """Still possible: load on the node, one command for each call."""
    for node in (scene.instance_id("SALES1"), "i-0123456789abcdef0", "*"):
        scene.invoke("cachewarden-estimate", {"instanceId": node})
    assert untouched(scene)
    assert len(scene.cluster.account.commands.commands) == 1


@pytest.mark.parametrize("subject", ["i-0123456789abcdef0", "*", "", "i-1; Stop-Computer"])
def test_a_made_up_subject_is_observed_by_nobody(scene, subject):
    scene.invoke("cachewarden-observe", {"subject": subject, "look": "all", "known": None})
    assert untouched(scene)
    assert not scene.cluster.account.commands.commands


@pytest.mark.parametrize("payload", [{}, {"operation": {"goal": "Stopped"}}, {"evidence": None, "operation": None}])
def test_what_decide_is_told_changes_nothing(scene, payload: dict[str, Any]):
    """It has no right on anything: its answer goes to whoever asked."""
    role = scene.cluster.account.functions.find("cachewarden-decide").role.rsplit("/", 1)[-1]
    granted = scene.cluster.account.authorizer.permissions(role)
    assert not granted.keys_for("ec2:StopInstances")
    scene.invoke("cachewarden-decide", payload)
    assert untouched(scene)


def test_who_may_have_the_nodes_swept_does_what_the_schedule_does(scene):
    """Still possible: a look at all nodes, as every quarter of an hour; a healthy cluster is left alone."""
    scene.invoke("cachewarden-sweep", {})
    assert untouched(scene)


def test_who_may_start_documents_and_pass_no_role_starts_none(scene):
    """The right to start alone: Systems Manager also asks for the role that the document works with."""
    arn = f"arn:aws:ssm:{REGION}:{ACCOUNT_ID}"
    starter = scene.principal(
        "starts-documents",
        "ssm:StartAutomationExecution",
        resource=[f"{arn}:document/*", f"{arn}:automation-execution/*"],
    )
    client = scene.cluster.account.client("ssm", starter)
    documents = scene.cluster.account.documents.by_name
    given = {"InstanceId": [scene.instance_id("SALES1")]}
    plain = [
        name
        for name, each in documents.items()
        if each.kind == "Automation"
        and all(
            "default" in parameter
            for key, parameter in each.versions[-1].content["parameters"].items()
            if key != "InstanceId"
        )
    ]
    assert {"CacheWarden-StopInstance", "CacheWarden-StopSqlServer", "CacheWarden-InstallHost"} <= set(plain)
    for name in plain:
        with pytest.raises(ClientError, match=r"iam:PassRole"):
            client.start_automation_execution(DocumentName=name, Parameters=given)
    assert not scene.cluster.account.automations.executions
    assert scene.whole("SALES1") and scene.whole("SALES2")
