"""Where workflow, lease and brake keep all from acting, an administrator still acts on one node, and all hear of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.app import BREAK_GLASS_STACK, CONTROL_STACK, FACTS_STACK, GROUP_CREATION_STACK, HOST_STACK
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.world.context import REGION
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import outputs_of

ADMINISTRATOR = f"CacheWardenAdministrator-{REGION}"

RISK = "another operation may be running"
WHY = "INC0012345: no lease is given, the host retires at four"
DOCUMENT = "CacheWarden-BreakGlass"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def broken(scene: Attacked, act: str, node: str) -> AutomationExecution:
    """An administrator breaks the glass; gives the run when it has ended."""
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.holder("dana", ADMINISTRATOR))
    given = {"InstanceId": [scene.instance_id(node)], "Act": [act], "AcceptedRisk": [RISK], "Emergency": [WHY]}
    started = ssm.start_automation_execution(DocumentName=DOCUMENT, Parameters=given)["AutomationExecutionId"]
    execution = scene.cluster.account.automations.executions[started]
    scene.run_until(lambda: execution.ended is not None)
    return execution


def verdict(execution: AutomationExecution) -> str:
    return execution.run.outputs()["ReadVerdict.Verdict"][0]


def test_while_nothing_gives_a_lease_and_the_brake_is_on_a_node_is_made_safe_and_brought_back(synthesized):
    faults = ["lambda.cachewarden-document-lease fail count=99", "lambda.cachewarden-lease fail count=99"]
    with attacked(synthesized, faults=faults) as scene:
        scene.cluster.world.faults.begin()
        admin = scene.cluster.account.client("ssm", scene.cluster.account.holder("dana", ADMINISTRATOR))
        admin.put_parameter(Name="/cachewarden/mode", Value="off", Overwrite=True)
        for act, code in (("StopSqlServer", "CW2007"), ("EvacuateCache", "CW1003")):
            execution = broken(scene, act, "SALES2")
            assert (act, execution.status.value) == (act, "Success")
            assert code in verdict(execution)
        scene.sleep(900)
        assert "CW1002" in verdict(broken(scene, "EvacuateCache", "SALES2"))
        assert broken(scene, "RestoreCache", "SALES2").status.value == "Success"
        scene.sleep(900)
        assert broken(scene, "StartSqlServer", "SALES2").status.value == "Success"
        assert scene.whole("SALES1") and scene.whole("SALES2")
        assert not scene.watch.violations


def test_everybody_is_told_before_and_after_of_whom_what_where_and_why(scene):
    seen: list[bool] = []
    scene.cluster.world.observers.append(lambda *_: seen.append(bool(scene.messages)) if not sql(scene) else None)
    execution = broken(scene, "StopSqlServer", "SALES2")
    assert seen and all(seen)
    before, after = scene.messages
    for message in (before, after):
        assert all(
            word in message for word in ("user/dana", "StopSqlServer", scene.instance_id("SALES2"), execution.id)
        )
    assert WHY in before and "without the cluster's lease" in before
    assert "CW2007" in after
    subjects = [message["subject"] for message in scene.cluster.account.published]
    about = f"CacheWarden: {scene.instance_id('SALES2')}: StopSqlServer by BreakGlass"
    assert subjects == [f"{about} begins, without a lease", f"{about}: Goal"]
    broken(scene, "EvacuateCache", "SALES2")
    about = f"CacheWarden: {scene.instance_id('SALES2')}: EvacuateCache by BreakGlass"
    assert scene.cluster.account.published[-1]["subject"] == f"{about}: Started", "its cache is on NVMe still"


def sql(scene: Attacked) -> bool:
    return scene.cluster.sql_runs("SALES2")


def test_what_cannot_be_told_is_not_done(synthesized):
    with attacked(synthesized, faults=["api.sns.Publish fail count=99"]) as scene:
        scene.cluster.world.faults.begin()
        execution = broken(scene, "StopSqlServer", "SALES2")
        assert execution.status.value == "Failed"
        assert sql(scene)
        assert not scene.cluster.account.commands.commands
        told = outputs_of(execution, "SayNothingSent")
        assert told["Outcome"] == "Refused" and told["DataIsSafe"].startswith("Nothing was sent")


def test_the_node_still_refuses_what_it_would_refuse_anybody(scene):
    execution = broken(scene, "StopSqlServer", "SALES1")
    assert execution.status.value == "Failed"
    assert '"outcome":"refused"' in verdict(execution) or '"outcome":"unsafe"' in verdict(execution)
    assert scene.cluster.sql_runs("SALES1") and scene.whole("SALES1")
    assert len(scene.messages) == 2


@pytest.mark.parametrize("act", ["RebuildStorage", "ReseedDatabases", "HoldReplicaModes", "ObserveHost"])
def test_it_destroys_nothing_and_does_nothing_else(scene, act):
    with pytest.raises(Exception, match="Act"):
        broken(scene, act, "SALES2")


def test_after_broken_glass_operations_go_on_as_ever(scene):
    """The token that was made up is one that leases exceed."""
    broken(scene, "StopSqlServer", "SALES2")
    scene.settle()
    scene.sleep(1000)
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert sql(scene) and not scene.watch.violations


def cancelled_in(scene: Attacked, step: str) -> AutomationExecution:
    """An administrator breaks the glass for SALES2 and cancels while this step runs."""
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.holder("dana", ADMINISTRATOR))
    given = {
        "InstanceId": [scene.instance_id("SALES2")],
        "Act": ["StopSqlServer"],
        "AcceptedRisk": [RISK],
        "Emergency": [WHY],
    }
    started = ssm.start_automation_execution(DocumentName=DOCUMENT, Parameters=given)["AutomationExecutionId"]
    execution = scene.cluster.account.automations.executions[started]
    while not any(one.step.name == step and not one.ended for one in execution.run.records):
        assert execution.ended is None, f"it never ran {step}"
        scene.sleep(0.01)
    ssm.stop_automation_execution(AutomationExecutionId=started)
    scene.run_until(lambda: execution.ended is not None)
    assert execution.status.value == "Cancelled"
    return execution


def test_one_that_is_cancelled_before_it_sends_says_that_nothing_was_sent(scene):
    told = outputs_of(cancelled_in(scene, "TellBefore"), "SayNothingSent")
    assert (told["Outcome"], told["Code"]) == ("Refused", "CW5130")
    assert told["DataIsSafe"].startswith("Nothing was sent") and told["WhoHoldsTheLease"] == "not asked for"
    assert not scene.cluster.account.commands.commands
    assert "nothing was done" in scene.messages[-1]


def test_one_that_is_cancelled_while_the_node_acts_says_that_the_answer_is_not_known(scene):
    told = outputs_of(cancelled_in(scene, "RunOnHost"), "SayUnanswered")
    assert (told["Outcome"], told["Code"]) == ("Attention", "CW5130")
    assert told["DataIsSafe"].startswith("Unknown") and told["Next"] and told["WhoHoldsTheLease"] == "not asked for"
    assert "isn't known" in scene.messages[-1]


def test_a_node_that_is_not_opted_in_gets_no_command_and_the_outputs_say_which_tag_is_missing(scene):
    scene.cluster.instances["SALES2"].tags.pop("cachewarden:managed")
    execution = broken(scene, "StopSqlServer", "SALES2")
    told = outputs_of(execution, "SayUnanswered")
    assert (execution.status.value, told["Outcome"]) == ("Failed", "Attention")
    assert "cachewarden:managed=true" in told["Sentence"]
    assert sql(scene) and not scene.cluster.account.commands.commands


def test_one_whose_last_message_fails_still_gives_the_nodes_answer(synthesized):
    with attacked(synthesized, faults=["api.sns.Publish fail occurrence=2 count=99"]) as scene:
        scene.cluster.world.faults.begin()
        execution = broken(scene, "StopSqlServer", "SALES2")
        told = outputs_of(execution, "ReadOutcome")
        assert (execution.status.value, told["Outcome"], told["Code"]) == ("Failed", "Goal", "CW2007")


STACKS = (HOST_STACK, GROUP_CREATION_STACK, FACTS_STACK, CONTROL_STACK, BREAK_GLASS_STACK)
"""In the order in which they are deployed."""


def new_release(content: dict[str, Any]) -> dict[str, Any]:
    """A document that says something else."""
    new = json.loads(json.dumps(content))
    if "runCommand" in new["mainSteps"][0]["inputs"]:
        new["mainSteps"][0]["inputs"]["runCommand"].insert(0, "# a new release")
    else:
        new["description"] += " A new release."
    return new


def deploy_until(scene: Attacked, failing: str) -> None:
    """A deployment of which this stack fails: those before it are new, it is rolled back, those after it stay."""
    documents = scene.cluster.account.documents
    for resource in scene.cluster.account.stacks.resources:
        if resource.type != "AWS::SSM::Document" or STACKS.index(resource.stack) > STACKS.index(failing):
            continue
        kind, content = resource.properties["DocumentType"], resource.properties["Content"]
        documents.deploy(resource.physical_id, kind, new_release(content))
        if resource.stack == failing:
            documents.deploy(resource.physical_id, kind, content)


@pytest.mark.parametrize("failing", ["CacheWarden", "CacheWardenBreakGlass"])
def test_after_a_deployment_that_stopped_half_way_it_still_acts(scene, failing):
    deploy_until(scene, failing)
    for act, code in (("StopSqlServer", "CW2007"), ("StartSqlServer", "CW2009")):
        execution = broken(scene, act, "SALES2")
        assert execution.status.value == "Success", outputs_of(execution, "Refuse")
        assert code in verdict(execution)
    assert scene.whole("SALES2") and not scene.watch.violations
