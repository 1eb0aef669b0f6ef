"""Broken contracts between machines and functions: inputs that lack a key, answers that lack what is read."""

from __future__ import annotations

import pytest

from checks.functions import payloads
from checks.machines import execution_input
from checks.machines.execution_input import required
from checks.machines.values import MachineValues
from checks.python_sources.json_shapes import below
from checks.python_sources.modules import Modules
from checks.python_sources.needs import needs_of
from tests.unit.checks.breaking import ACT_ON_HOST, MAINTAIN, the_finding, with_document, with_machine, with_text

STEP_JSON = "lambdas/cachewarden/loop/step_json.py"


def payload(state, **changed):
    return lambda machine: machine["States"][state]["Arguments"]["Payload"].update(changed)


def without(state, key):
    return lambda machine: machine["States"][state]["Arguments"]["Payload"].pop(key)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (without("ObserveCluster", "subject"), "cachewarden-observe: needs subject, which isn't given"),
        (without("DecideNextStep", "evidence"), "cachewarden-decide: needs evidence, which isn't given"),
        (payload("ObserveCluster", instance="x"), "is given instance, which nothing in it reads"),
        (without("ReleaseLease", "leaseKey"), "cachewarden-lease: needs leaseKey, which isn't given"),
        (payload("ReleaseLease", action="free"), "cachewarden-lease gets action free; it knows acquire, renew"),
        (without("RenewLease", "action"), "cachewarden-lease gets no action that can be read"),
        (
            lambda machine: machine["States"]["AcceptRequest"]["Assign"]["operation"].pop("requestId"),
            "cachewarden-decide: needs operation.requestId, which isn't given",
        ),
        (
            lambda machine: machine["States"]["ObserveCluster"]["Arguments"].update(FunctionName="arn:aws:lambda:x"),
            "arn:aws:lambda:x is no deployed function",
        ),
    ],
)
@pytest.mark.campaign(suite=3)
def test_what_a_machine_gives(deployment, change, problem):
    assert problem in the_finding(payloads.CHECK, with_machine(deployment, change)).problem


ENDING = '            "action": "WriteTags",\n            "instanceId"'


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"requestId": operation.request_id,', '"request": operation.request_id,', "lease: needs requestId"),
        ('"notAfter": not_after', '"until": not_after', "operate-instance: needs notAfter"),
        ('"modes": saved', '"mode": saved', "lease: needs modes"),
        ('Action.SAVE_MODES: "save_modes"', 'Action.SAVE_MODES: "keep_modes"', "gets action keep_modes; it knows"),
        (ENDING, ENDING.replace("WriteTags", "Tag"), "gets action Tag; it knows"),
    ],
)
@pytest.mark.campaign(suite=2)
def test_what_decide_puts_into_a_request(deployment, old, new, problem):
    assert problem in the_finding(payloads.CHECK, with_text(deployment, STEP_JSON, old, new)).problem


@pytest.mark.parametrize(
    ("state", "change", "problem"),
    [
        ("Pause", lambda raw: raw.update(Seconds="{% $decision.second %}"), "$decision.second: nothing gives that"),
        (
            "TellPeople",
            lambda raw: raw["Arguments"].update(Subject="{% $decision.notification.title %}"),
            "$decision.notification.title: nothing gives that",
        ),
        (
            "DecideNextStep",
            lambda raw: raw["Assign"].update(decision="{% $states.result.Payload.choice %}"),
            "$states.result.Payload.choice: nothing gives that",
        ),
        (
            "ObserveCluster",
            lambda raw: raw["Assign"].update(evidence="{% $states.result.Body %}"),
            "$states.result.Body: nothing gives that",
        ),
        (
            "EvacuateCache",
            lambda raw: raw["Assign"]["report"].update(result="{% $states.result.Output.answer %}"),
            "$states.result.Output.answer: nothing gives that",
        ),
        (
            "AcquireLease",
            lambda raw: raw["Assign"]["report"].update(node="{% $states.result.Payload.instanceId %}"),
            "$states.result.Payload.instanceId: nothing gives that",
        ),
    ],
)
@pytest.mark.campaign(suite=3)
def test_what_a_machine_reads(deployment, state, change, problem):
    broken = with_machine(deployment, lambda machine: change(machine["States"][state]))
    assert problem in {finding.problem for finding in payloads.CHECK.run(broken)}


def test_what_a_function_no_longer_answers(deployment):
    broken = with_text(deployment, STEP_JSON, '"seconds": decision.seconds', '"pause": decision.seconds')
    problems = {finding.problem for finding in payloads.CHECK.run(broken)}
    assert problems == {"$decision.seconds: nothing gives that"}


def test_what_the_run_of_a_document_gives_back_is_what_its_ends_give(deployment):
    outputs = MachineValues(deployment, deployment.machines[ACT_ON_HOST]).outputs()
    assert [sorted(shape.keys) for shape in outputs] == [["answers"]]


def test_a_request_is_known_act_by_act(deployment):
    values = MachineValues(deployment, deployment.machines[MAINTAIN])
    (stop,) = values.payloads("StopInstance")
    assert sorted(stop.keys) == ["action", "commandId", "instanceId", "leaseKey", "notAfter", "owner", "token"]
    assert [shape.text for shape in stop.at("action")] == ["StopInstance"]
    (write,) = values.payloads("WriteState")
    assert [shape.text for shape in write.at("action")] == ["WriteTags"]
    assert below(values.variables["operation"], ["leaseToken"])


def test_needs_are_followed_through_every_function_that_gets_the_value(deployment):
    modules = Modules.of(deployment)
    decide = modules.find("lambdas/handlers/decide.py", "handler")
    needs = needs_of(modules, decide, "event")
    assert needs.required == {"evidence", "operation"} and needs.optional == {"report"}
    assert needs.inner["operation"].required == {"executionArn", "goal", "requestId", "requestedAt", "subject"}
    assert {"code", "outcome"} <= needs.inner["report"].inner["result"].inner["verdict"].required


@pytest.mark.parametrize("name", ["CacheWarden-StopInstance", "CacheWarden-CycleInstance"])
def test_a_document_that_starts_the_workflow_without_saying_for_whom(deployment, name):
    def change(document):
        inputs = document["mainSteps"][0]["inputs"]
        inputs["input"] = inputs["input"].replace('"instanceId"', '"instance"')

    problem = the_finding(execution_input.CHECK, with_document(deployment, name, change)).problem
    assert problem == "cachewarden-maintain-replica reads instanceId of its input, which isn't given"


def test_a_document_that_starts_a_machine_that_does_not_exist(deployment):
    def change(document):
        document["mainSteps"][0]["inputs"]["stateMachineArn"] += "s"

    broken = with_document(deployment, "CacheWarden-StopInstance", change)
    assert "there is no machine cachewarden-maintain-replicas" in the_finding(execution_input.CHECK, broken).problem


def test_a_machine_that_starts_another_without_its_input(deployment):
    def change(machine):
        del machine["States"]["EvacuateCache"]["Arguments"]["Input"]["commands"]

    finding = the_finding(execution_input.CHECK, with_machine(deployment, change))
    assert "reads commands" in finding.problem and "States/EvacuateCache" in finding.where


def test_a_function_that_starts_the_workflow_without_its_input(deployment):
    path = "lambdas/adapters/stepfunctions.py"
    broken = with_text(deployment, path, '"instanceId": request.instance_id', '"instance": request.instance_id')
    assert the_finding(execution_input.CHECK, broken).where.startswith(f"{path}:")


def test_what_the_workflow_must_be_given(deployment):
    assert required(deployment.machines[MAINTAIN]) == ["goal", "instanceId"]
