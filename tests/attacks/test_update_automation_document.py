"""Whoever may change a document that people start has its role act when a person next starts it: so far only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import Attacked, attacked

OPT_OUT, STOP_SQL, BREAK_GLASS = "CacheWarden-OptOut", "CacheWarden-StopSqlServer", "CacheWarden-BreakGlass"
SNOOZED = {"cachewarden:snooze-until": "2026-02-05T00:00:00Z"}


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def changed_and_started(scene: Attacked, name: str, action: str, inputs: dict[str, Any]) -> AutomationExecution:
    """UpdateDocument to this one step, UpdateDocumentDefaultVersion; then a person who may starts it for SALES2."""
    documents = scene.cluster.account.documents
    content = json.loads(json.dumps(documents.by_name[name].versions[0].content))
    content["mainSteps"] = [{"name": "Foreign", "action": action, "inputs": inputs, "isEnd": True}]
    content["outputs"] = []
    documents.deploy(name, "Automation", content)
    audience = "CacheWardenOperator" if name == STOP_SQL else "CacheWardenAdministrator"
    person = scene.cluster.account.holder("dana", f"{audience}-{REGION}")
    given = {"InstanceId": [scene.instance_id("SALES2")]}
    if name == BREAK_GLASS:
        given |= {
            "Act": ["StopSqlServer"],
            "AcceptedRisk": ["another operation may be running"],
            "Emergency": ["INC0012345"],
        }
    scene.cluster.account.client("ssm", person).start_automation_execution(DocumentName=name, Parameters=given)
    run = list(scene.cluster.account.automations.executions.values())[-1]
    scene.run_until(lambda: run.ended is not None)
    return run


@pytest.mark.parametrize("document", [STOP_SQL, OPT_OUT, BREAK_GLASS])
@pytest.mark.parametrize("command", ["AWS-RunPowerShellScript", OBSERVE_DOCUMENT])
def test_a_changed_document_sends_no_script_and_no_other_document(scene, document, command):
    inputs = {"DocumentName": command, "InstanceIds": [scene.instance_id("SALES1")]}
    run = changed_and_started(scene, document, "aws:runCommand", inputs)
    assert run.status.value == "Failed" and "AccessDenied" in run.run.message
    assert not scene.cluster.account.commands.commands


@pytest.mark.parametrize(("document", "snoozed"), [(OPT_OUT, False), (STOP_SQL, True), (BREAK_GLASS, True)])
def test_a_changed_document_lifts_no_protection(scene, document, snoozed):
    """That of a node that its owner snoozed excepted, by the document that opts out."""
    scene.cluster.instances["SALES1"].tags |= SNOOZED if snoozed else {}
    run = changed_and_started(scene, document, *protection_off(scene))
    assert run.status.value == "Failed" and "UnauthorizedOperation" in run.run.message
    assert scene.cluster.instances["SALES1"].stop_protected


def test_a_changed_document_that_opts_out_lifts_protection_of_another_node_that_is_snoozed(scene):
    """Still possible to whoever may change it, once an administrator starts it."""
    scene.cluster.instances["SALES1"].tags |= SNOOZED
    changed_and_started(scene, OPT_OUT, *protection_off(scene))
    assert not scene.cluster.instances["SALES1"].stop_protected


def protection_off(scene: Attacked) -> tuple[str, dict[str, Any]]:
    """Of the node for which the document isn't started."""
    call = {"InstanceId": scene.instance_id("SALES1"), "DisableApiStop": {"Value": False}}
    return "aws:executeAwsApi", {"Service": "ec2", "Api": "ModifyInstanceAttribute", **call}
