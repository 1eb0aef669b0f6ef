"""CacheWarden-EstimateEvacuation: what it says is what the rehearsed node then takes."""

from __future__ import annotations

import re

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.simulation.expectation import cache_of
from rehearsal.world.context import REGION
from rehearsal.world.settings import Settings
from rehearsal.world.storage.settings import StorageSettings
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

OPERATOR = f"CacheWardenOperator-{REGION}"

DOCUMENT = "CacheWarden-EstimateEvacuation"


def run(scene: Attacked, document: str, node: str = "SALES2") -> AutomationExecution:
    """An operator starts the document; gives the run when it has ended."""
    execution = begun(scene, document, node)
    scene.run_until(lambda: execution.ended is not None)
    return execution


def begun(scene: Attacked, document: str, node: str = "SALES2") -> AutomationExecution:
    """The run of a document that an operator has just started."""
    ssm = scene.cluster.account.client("ssm", scene.cluster.account.holder("dana", OPERATOR))
    started = ssm.start_automation_execution(
        DocumentName=document, Parameters={"InstanceId": [scene.instance_id(node)]}
    )
    return scene.cluster.account.automations.executions[started["AutomationExecutionId"]]


@pytest.mark.parametrize("in_payload", [True, False])
@pytest.mark.campaign(suite=1)
def test_the_move_takes_as_long_as_it_says(synthesized, in_payload):
    settings = Settings((StorageSettings(copy_s_per_gib=6.0),))
    settings.override(type(settings.ssm), lambda_selectors_start_in_payload=in_payload)
    with attacked(synthesized, settings=settings) as scene:
        (sentence,) = run(scene, DOCUMENT).run.outputs()["ReadOutcome.Sentence"]
        minutes, seconds = re.search(r"the move back (\d+) min (\d\d) s", sentence).groups()
        assert "The Swap volume sets the pace. With 567 MiB/s" in sentence
        assert scene.whole("SALES2")
        assert run(scene, "CacheWarden-StopSqlServer").status.value == "Success"
        before = scene.cluster.world.clock.monotonic()
        execution = begun(scene, "CacheWarden-EvacuateCache")
        scene.run_until(lambda: cache_of(scene.cluster, "SALES2") == "swap")
        taken = scene.cluster.world.clock.monotonic() - before
        scene.run_until(lambda: execution.ended is not None)
        assert execution.status.value == "Success"
        assert taken == pytest.approx(int(minutes) * 60 + int(seconds), rel=0.2)
        assert not scene.watch.violations


def test_a_node_that_is_not_opted_in_is_not_asked_and_the_sentence_says_so(synthesized):
    with attacked(synthesized) as scene:
        del scene.cluster.instances["SALES2"].tags["cachewarden:managed"]
        scene.cluster.instances["SALES2"].tags["cachewarden:state"] = "in-service"
        execution = run(scene, DOCUMENT)
        assert execution.status.value == "Failed"
        failure = str(execution.run.failed.message)
        assert "CW4108" in failure and "cachewarden:managed" in failure
        assert not scene.cluster.account.commands.commands


@pytest.mark.parametrize("s_per_gib", [3.0, 6.0])
def test_preflight_plans_with_the_times_that_the_estimate_says(synthesized, s_per_gib):
    settings = Settings((StorageSettings(copy_s_per_gib=s_per_gib),))
    with attacked(synthesized, settings=settings) as scene:
        (sentence,) = run(scene, DOCUMENT).run.outputs()["ReadOutcome.Sentence"]
        minutes, seconds = re.search(r"the move back (\d+) min (\d\d) s", sentence).groups()
        assert run(scene, "CacheWarden-Preflight").status.value == "Success"
        (record,) = (each for each in scene.cluster.account.executions if each.machine.name == WORKFLOW)
        plan = record.result.output["preflight"]["plan"]
        (back,) = (step for step in plan["back"] if step["action"] == "RestoreCache")
        assert round(back["seconds"]) == int(minutes) * 60 + int(seconds)
        assert plan["pace"] in sentence or sentence.endswith(plan["pace"])
        assert plan["writeOutageSeconds"] is not None and plan["oneCopyLessSeconds"] > back["seconds"]
