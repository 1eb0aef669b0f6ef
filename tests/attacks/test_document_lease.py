"""Whoever may invoke document-lease, and nothing else, takes no lease and releases none."""

from __future__ import annotations

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

DOCUMENT_LEASE = "cachewarden-document-lease"
TRIES_LAST_S = 300


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def owners(scene: Attacked) -> list[str]:
    return [item["owner"]["S"] for item in scene.cluster.account.items(LEASES) if "owner" in item]


def evacuating(scene: Attacked) -> AutomationExecution:
    """A person's document evacuates SALES2 and watches the node's worker."""
    for document in ("CacheWarden-StopSqlServer", "CacheWarden-EvacuateCache"):
        scene.settle()
        scene.perform(StepKind.AUTOMATION, "SALES2", document=document)
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    scene.run_until(lambda: execution.run.current is not None and execution.run.current.step.name == "Pause")
    return execution


def test_a_lease_is_given_to_no_made_up_run(scene):
    for execution in ("11111111-2222-4333-8444-555555555555", "made-up", "../../x"):
        scene.invoke(DOCUMENT_LEASE, {"action": "take", "execution": execution})
    scene.sleep(TRIES_LAST_S)
    assert owners(scene) == []


@pytest.mark.parametrize("action", ["take", "release", "watch", "renew", "snapshots"])
def test_a_run_that_is_over_gets_nothing(scene, action):
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StopSqlServer")
    scene.settle()
    over = list(scene.cluster.account.automations.executions)[-1]
    scene.invoke(DOCUMENT_LEASE, {"action": action, "execution": over})
    scene.sleep(TRIES_LAST_S)
    assert owners(scene) == [] and not scene.cluster.world.snapshots


def test_a_document_that_destroys_nothing_on_ebs_takes_no_snapshots(scene):
    execution = evacuating(scene)
    scene.invoke(DOCUMENT_LEASE, {"action": "snapshots", "execution": execution.id})
    scene.sleep(30)
    assert not scene.cluster.world.snapshots


def test_the_lease_of_a_document_that_runs_is_not_released(scene):
    execution = evacuating(scene)
    before = owners(scene)
    scene.invoke(DOCUMENT_LEASE, {"action": "release", "execution": execution.id})
    scene.sleep(30)
    assert owners(scene) == before
    scene.settle()
    assert execution.status.value == "Success"
    assert owners(scene) == []


def test_a_document_that_runs_the_workflow_gets_no_lease_of_its_own(scene):
    """Its run is under way, and of a document of ours, but not of one that owns leases."""
    scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
    scene.run_until_state("EvacuateCache")
    scene.sleep(5)
    before = owners(scene)
    (run,) = scene.cluster.account.automations.executions
    for action in ("take", "release"):
        scene.invoke(DOCUMENT_LEASE, {"action": action, "execution": run})
    scene.settle()
    assert len(before) == 1
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations


def test_a_document_of_ones_own_that_is_called_otherwise_gets_none(scene):
    """Somebody's own Automation document has steps of these names; its name isn't ours."""
    account = scene.cluster.account
    content = {
        "schemaVersion": "0.3",
        "parameters": {"InstanceId": {"type": "String"}},
        "mainSteps": [
            {"name": "TakeLease", "action": "aws:sleep", "inputs": {"Duration": "PT10M"}, "isEnd": True},
        ],
    }
    account.documents.deploy("CacheWarden-EvacuateCacheToo", "Automation", content)
    starter = scene.principal("starts-own", "ssm:StartAutomationExecution")
    started = account.client("ssm", starter).start_automation_execution(
        DocumentName="CacheWarden-EvacuateCacheToo", Parameters={"InstanceId": [scene.instance_id("SALES1")]}
    )
    scene.sleep(5)
    scene.invoke(DOCUMENT_LEASE, {"action": "take", "execution": started["AutomationExecutionId"]})
    scene.sleep(60)
    assert owners(scene) == []


def test_a_document_without_a_lease_gets_none_and_is_told_of_no_other(scene):
    """Its role may invoke the function, which is to say how it ended, and for that alone."""
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-GrantRights")
    scene.sleep(5)
    (own,) = scene.cluster.account.automations.executions
    for action in ("take", "renew", "watch", "release", "volumes", "snapshots"):
        scene.invoke(DOCUMENT_LEASE, {"action": action, "execution": own})
    scene.settle()
    assert owners(scene) == []
    other = evacuating(scene)
    before = owners(scene)
    for action in ("confirm", "tell"):
        scene.invoke(DOCUMENT_LEASE, {"action": action, "execution": other.id})
    scene.sleep(30)
    assert owners(scene) == before


def test_an_older_version_of_a_document_takes_no_lease(scene):
    """Versions stay startable by their number: what an old one lacked would be lacking still."""
    documents = scene.cluster.account.documents
    documents.deploy(
        "CacheWarden-StopSqlServer", "Automation", documents.by_name["CacheWarden-StopSqlServer"].versions[0].content
    )
    dba = scene.cluster.account.client("ssm", scene.cluster.account.person("dba"))
    given = {"InstanceId": [scene.instance_id("SALES2")]}
    outcomes = []
    for version in ("1", "2"):
        started = dba.start_automation_execution(
            DocumentName="CacheWarden-StopSqlServer", DocumentVersion=version, Parameters=given
        )
        scene.settle()
        run = dba.get_automation_execution(AutomationExecutionId=started["AutomationExecutionId"])[
            "AutomationExecution"
        ]
        outcomes.append((run["AutomationExecutionStatus"], "CW5131" in run["Outputs"]["ReleaseLease.Sentence"][0]))
    assert outcomes == [("Failed", True), ("Success", False)]
