"""A document that stops, starts or cycles a node succeeds only where that goal was reached, and says why where not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import output, outputs_of


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def begun(scene: Attacked, document: str) -> AutomationExecution:
    """Starts the document for SALES1 in the console."""
    scene.perform(StepKind.AUTOMATION, "SALES1", document=f"CacheWarden-{document}")
    return list(scene.cluster.account.automations.executions.values())[-1]


def switch(scene: Attacked, mode: str) -> None:
    client = scene.cluster.account.client("ssm", scene.principal("owner", "ssm:PutParameter"))
    client.put_parameter(Name="/cachewarden/mode", Value=mode, Overwrite=True)


def test_a_stop_that_is_refused_fails_with_the_sentence_that_says_why(scene):
    switch(scene, "off")
    document = begun(scene, "StopInstance")
    scene.settle()
    assert document.status.value == "Failed"
    assert output(document, "ReadOutcome.Outcome") == "Refused"
    assert output(document, "ReadOutcome.Code") == "CW5118"
    told = str(document.run.message)
    assert "CW5118" in told and "Is my data safe? Nothing was changed" in told and "Next: " in told


def test_a_stop_that_is_done_says_so_and_that_the_data_is_safe(scene):
    document = begun(scene, "StopInstance")
    scene.settle()
    assert document.status.value == "Success"
    assert output(document, "ReadOutcome.Outcome") == "Goal"
    assert output(document, "ReadOutcome.DataIsSafe").startswith("Yes. ")


def test_a_stop_that_joins_another_one_waits_for_its_end(scene):
    first = begun(scene, "StopInstance")
    scene.sleep(60)
    second = begun(scene, "StopInstance")
    scene.settle()
    assert (first.status.value, second.status.value) == ("Success", "Success")
    assert output(second, "ReadOutcome.Outcome") == "Joined"
    assert first.ended is not None and second.ended is not None
    assert abs(first.ended - second.ended) < timedelta(minutes=1)


def test_a_stop_that_joins_one_that_is_cancelled_fails(scene):
    first = begun(scene, "StopInstance")
    scene.run_until_state("SaveModes")
    second = begun(scene, "StopInstance")
    scene.run_until_state("StopSqlServer")
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("operator"))
    client.stop_automation_execution(AutomationExecutionId=first.id, Type="Cancel")
    scene.settle()
    assert (first.status.value, second.status.value) == ("Cancelled", "Failed")
    assert scene.cluster.instances["SALES1"].state.api_name == "running"


def test_a_start_that_joins_a_stop_does_not_say_that_the_node_runs(scene):
    begun(scene, "StopInstance")
    scene.sleep(60)
    start = begun(scene, "StartInstance")
    scene.settle()
    assert output(start, "ReadOutcome.Outcome") == "Joined"
    assert scene.cluster.instances["SALES1"].state.api_name == "stopped"
    assert start.status.value == "Failed"


def test_a_stop_that_is_given_up_for_the_nodes_service_is_none(synthesized):
    with attacked(synthesized, faults=("storage.repair fail node=SALES1 after=0.6",)) as scene:
        scene.cluster.world.faults.begin()
        document = begun(scene, "StopInstance")
        scene.settle()
        assert output(document, "ReadOutcome.Outcome") == "InService"
        assert document.status.value == "Failed"
        assert "CW1051" in str(document.run.message) or "CW6201" in str(document.run.message)


def test_a_preflight_says_that_the_node_could_be_stopped_and_stops_nothing(scene):
    document = begun(scene, "Preflight")
    scene.settle()
    assert document.status.value == "Success"
    assert "could be stopped safely now" in output(document, "ReadOutcome.Sentence")
    assert scene.whole("SALES1")


def test_a_preflight_fails_where_a_stop_would_be_refused_and_names_the_guard(synthesized):
    with attacked(synthesized, story="target-behind") as scene:
        document = begun(scene, "Preflight")
        scene.settle()
        assert document.status.value == "Failed"
        assert "A planned stop would be refused: CW6105" in str(document.run.message)
        assert scene.whole("SALES1")


@pytest.mark.parametrize("document", ["StopInstance", "Preflight"])
def test_a_document_that_is_cancelled_says_what_holds_now(scene, document):
    execution = begun(scene, document)
    scene.run_until(lambda: execution.run.current is not None and execution.run.current.step.name == "MaintainReplica")
    scene.sleep(2)
    client = scene.cluster.account.client("ssm", scene.cluster.account.person("operator"))
    client.stop_automation_execution(AutomationExecutionId=execution.id, Type="Cancel")
    scene.settle()
    said = outputs_of(execution, "SayBrokenOff")
    assert (execution.status.value, said["Outcome"], said["Code"]) == ("Cancelled", "Attention", "CW5005")
    assert "the operation may go on" in said["Sentence"]
    assert said["DataIsSafe"].startswith("Unknown until") and "CW5005" in said["Next"]


def test_a_document_whose_operation_is_ended_by_a_person_says_so_in_its_outputs(scene):
    execution = begun(scene, "StopInstance")
    scene.run_until_state("SaveModes")
    client = scene.cluster.account.client("stepfunctions", scene.principal("dba", "states:StopExecution"))
    client.stop_execution(executionArn=scene.claim()["owner"])
    scene.run_until(lambda: execution.ended is not None)
    said = outputs_of(execution, "SayBrokenOff")
    assert (execution.status.value, said["Outcome"], said["Code"]) == ("Failed", "Attention", "CW5005")
    scene.settle()
    assert scene.whole("SALES1")
