"""The child machine: one document, watched to its end, whatever the end is."""

import json

import pytest

from rehearsal.engines.asl import Machine
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.state_machines.machine_harness import Services, definition, run

MACHINE = Machine.parse(definition("run_document"))
VERDICT = {"v": 1, "code": "CW2024", "outcome": "refused", "message": 'quotes " and \\ and { braces }'}


class Automation(Services):
    """Answers like SSM with a document that ends as told after `looks` looks."""

    status = "Success"
    outputs: dict[str, list[str]] | None = None
    looks = 1

    def _automation(self, execution_id: str) -> dict[str, object]:
        self.looks -= 1
        if self.looks > 0:
            return {"AutomationExecutionStatus": "InProgress"}
        answer: dict[str, object] = {"AutomationExecutionStatus": self.status}
        return answer if self.outputs is None else answer | {"Outputs": self.outputs}


@pytest.fixture
def services() -> Automation:
    return Automation(Sales())


def play(services: Automation):
    given = {
        "document": "CacheWarden-HoldReplicaModes",
        "parameters": {"InstanceId": ["i-0"], "Token": ["7"]},
        "clientToken": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15",
        "estimateSeconds": 9,
    }
    return run(MACHINE, given, services)


def test_a_refused_document_still_delivers_its_verdict(services):
    services.status = "Failed"
    services.outputs = {"ReadVerdict.Verdict": [json.dumps(VERDICT) + "\n"]}

    result = play(services)

    assert result.output == {
        "status": "Failed",
        "verdict": VERDICT,
        "automationExecutionId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15",
    }


def test_a_person_reads_how_far_the_document_is(services):
    services.looks = 2
    services.outputs = {"ReadVerdict.Verdict": [json.dumps(VERDICT)]}

    result = play(services)

    sentences = [event.facts["output"]["sentence"] for event in result.history if event.type == "TaskStateExited"]
    assert sentences == [
        "CacheWarden-HoldReplicaModes runs as Automation 5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15",
        "The Automation is InProgress",
        "The Automation is Success",
    ]


@pytest.mark.parametrize(
    "outputs",
    [None, {}, {"ReadVerdict.Verdict": []}, {"ReadVerdict.Verdict": [""]}, {"ReadVerdict.Verdict": ["No output"]}],
)
def test_a_document_without_a_verdict_has_none(services, outputs):
    services.status, services.outputs = "TimedOut", outputs

    result = play(services)

    assert result.status == "SUCCEEDED"
    assert (result.output["status"], result.output["verdict"]) == ("TimedOut", None)


def test_the_first_look_is_when_the_document_should_be_done(services):
    services.outputs = {"ReadVerdict.Verdict": [json.dumps(VERDICT)]}
    started = services.sales.now

    play(services)

    assert 9 <= (services.sales.now - started).total_seconds() < 10


def test_a_late_document_is_asked_for_less_and_less_often(services):
    services.looks = 40
    services.outputs = {"ReadVerdict.Verdict": [json.dumps(VERDICT)]}
    started = services.sales.now

    play(services)

    assert (services.sales.now - started).total_seconds() > 200
