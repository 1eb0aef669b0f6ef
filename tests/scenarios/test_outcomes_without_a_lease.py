"""A document that needs no lease says at its end, as all do, how that was, and fails unless it did what it promises."""

from __future__ import annotations

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import outputs_of

NODE = "SALES2"
DELIVERY_LOST = "ssm.delivery lost document=CacheWarden-Host-{} count=9"


def begun(scene: Attacked, act: str, **parameters: str) -> AutomationExecution:
    """Starts the document for the node in the console."""
    scene.perform(StepKind.AUTOMATION, NODE, document=f"CacheWarden-{act}", parameters=parameters)
    return list(scene.cluster.account.automations.executions.values())[-1]


def ended(scene: Attacked, act: str, **parameters: str) -> AutomationExecution:
    execution = begun(scene, act, **parameters)
    scene.run_until(lambda: execution.ended is not None)
    return execution


def test_what_is_done_is_the_goal_with_what_holds_now_and_what_to_do(synthesized):
    with attacked(synthesized) as scene:
        for act, code in (("InstallHost", "CW3002"), ("GrantRights", "CW2015")):
            execution = ended(scene, act)
            told = outputs_of(execution, "ReadOutcome")
            assert (act, execution.status.value, told["Outcome"], told["Code"]) == (act, "Success", "Goal", code)
            assert told["Sentence"].startswith(f"{code} ")
            assert told["DataIsSafe"] and told["Next"]
            assert told["WhoHoldsTheLease"] == "not asked for"
        assert not scene.watch.violations


def test_a_node_that_is_not_opted_in_is_refused_and_no_command_is_sent(synthesized):
    with attacked(synthesized) as scene:
        scene.cluster.instances[NODE].tags.pop("cachewarden:managed")
        before = len(scene.cluster.account.commands.commands)
        execution = ended(scene, "InstallHost")
        told = outputs_of(execution, "ReadOutcome")
        assert (execution.status.value, told["Outcome"], told["Code"]) == ("Failed", "Refused", "CW6114")
        assert "CacheWarden-OptIn" in told["Sentence"] and "Next: " in str(execution.run.message)
        assert len(scene.cluster.account.commands.commands) == before


@pytest.mark.parametrize(("act", "command"), [("InstallHost", "InstallBundleCache"), ("GrantRights", "GrantRights")])
def test_a_command_that_never_arrives_is_told_as_what_broke_off(synthesized, act, command):
    with attacked(synthesized, faults=[DELIVERY_LOST.format(command)]) as scene:
        scene.cluster.world.faults.begin()
        execution = ended(scene, act)
        told = outputs_of(execution, "ReadOutcome")
        assert (execution.status.value, told["Outcome"], told["Code"]) == ("TimedOut", "Attention", "CW5130")
        assert "DeliveryTimedOut" in told["Sentence"]


def test_a_cancelled_one_still_says_what_it_left(synthesized):
    with attacked(synthesized) as scene:
        execution = begun(scene, "InstallHost")
        scene.run_until(lambda: any(one.step.name == "WriteStorage" and not one.ended for one in execution.run.records))
        scene.perform(StepKind.CANCEL, NODE)
        scene.run_until(lambda: execution.ended is not None)
        assert execution.status.value == "Cancelled"
        told = outputs_of(execution, "ReadOutcome")
        assert (told["Outcome"], told["Code"]) == ("Attention", "CW5130")


def test_an_estimate_that_is_cancelled_or_gets_no_answer_still_says_what_holds(synthesized):
    with attacked(synthesized, faults=["lambda.cachewarden-estimate fail occurrence=2"]) as scene:
        scene.cluster.world.faults.begin()
        cancelled = begun(scene, "EstimateEvacuation")
        scene.run_until(lambda: any(each.step.name == "ReadOutcome" for each in cancelled.run.records))
        scene.perform(StepKind.CANCEL, NODE)
        scene.run_until(lambda: cancelled.ended is not None)
        failed = ended(scene, "EstimateEvacuation")
        assert (cancelled.status.value, failed.status.value) == ("Cancelled", "Failed")
        for execution in (cancelled, failed):
            told = outputs_of(execution, "SayNoAnswer")
            assert (told["Outcome"], told["Code"]) == ("Attention", "CW4108")
            assert told["Sentence"].startswith("CW4108 ") and "changed nothing" in told["DataIsSafe"]
            assert "docs/errors/CW4108.md" in told["Next"] and told["WhoHoldsTheLease"] == "not asked for"
        assert ended(scene, "EstimateEvacuation").status.value == "Success"


def test_an_opt_in_whose_tag_is_not_set_says_so_in_its_outputs(synthesized):
    fault = "api.ec2.CreateTags fail error=TagPolicyViolation count=9"
    with attacked(synthesized, faults=[fault]) as scene:
        del scene.cluster.instances[NODE].tags["cachewarden:managed"]
        scene.cluster.world.faults.begin()
        execution = ended(scene, "OptIn")
        told = outputs_of(execution, "SayNotTagged")
        assert (execution.status.value, told["Outcome"], told["Code"]) == ("Failed", "Attention", "CW5130")
        assert "docs/errors/CW5130.md" in told["Next"]
        assert "SetTag" in told["Sentence"] and told["Next"] and told["WhoHoldsTheLease"] == "not asked for"
        assert "TagPolicyViolation" in str(execution.run.message) and scene.outcomes == []


def test_an_opt_in_whose_protection_is_taken_off_again_says_so_with_a_code_in_its_outputs(synthesized):
    with attacked(synthesized) as scene:
        execution = begun(scene, "OptIn")
        scene.run_until(lambda: any(each.step.name == "ConfirmState" for each in execution.run.records))
        scene.cluster.instances[NODE].protect(False)
        scene.run_until(lambda: execution.ended is not None)
        assert execution.status.value == "Failed"
        why = str(execution.run.message)
        assert "CW5135 Stop protection is off again" in why and "| Next: " in why and "docs/errors/CW5135.md" in why
        told = outputs_of(execution, "SayNotConfirmed")
        assert (told["Outcome"], told["Code"]) == ("Attention", "CW5135")
        assert "docs/errors/CW5135.md" in told["Next"] and told["WhoHoldsTheLease"] == "not asked for"
        outcomes = [values[0] for name, values in execution.run.outputs().items() if name.endswith(".Outcome")]
        assert "Goal" not in outcomes


def test_a_build_that_a_node_refuses_is_told_under_the_nodes_own_code(synthesized):
    order = {"SecondaryInstanceId": "SALES2", "GroupName": "sales-ag", "GroupDatabases": "nosuch"}
    with attacked(synthesized, story="group-built") as scene:
        scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-BuildAvailabilityGroup", parameters=order)
        scene.settle()
        execution = list(scene.cluster.account.automations.executions.values())[-1]
        told = outputs_of(execution, "ReadOutcome")
        assert (execution.status.value, told["Outcome"], told["Code"]) == ("Failed", "Refused", "CW2065")
        assert told["Sentence"].count("CW2065") == 1 and "nosuch" in told["Sentence"]


@pytest.mark.parametrize(
    ("node", "status", "outcome", "code"),
    [("SALES2", "Success", "Goal", "CW2007"), ("SALES1", "Failed", "Refused", "CW2027")],
)
def test_behind_broken_glass_the_node_s_own_answer_is_told_without_any_function(
    synthesized, node, status, outcome, code
):
    faults = ["lambda.cachewarden-document-lease fail count=99"]
    with attacked(synthesized, faults=faults) as scene:
        scene.cluster.world.faults.begin()
        given = {
            "Act": "StopSqlServer",
            "AcceptedRisk": "another operation may be running",
            "Emergency": "nothing else answers",
        }
        scene.perform(StepKind.AUTOMATION, node, document="CacheWarden-BreakGlass", parameters=given)
        execution = list(scene.cluster.account.automations.executions.values())[-1]
        scene.run_until(lambda: execution.ended is not None)
        told = outputs_of(execution, "ReadOutcome")
        assert (execution.status.value, told["Outcome"], told["Code"]) == (status, outcome, code)
        assert f"docs/errors/{code}.md" in told["Next"] and f"docs/errors/{code}.md" in told["DataIsSafe"]
