"""Broken calls of AWS's APIs, in machines and in Automation documents."""

from __future__ import annotations

import pytest

from checks.machines import aws_calls
from checks.machines.aws_models import operation, service
from tests.unit.checks.breaking import ACT_ON_HOST, the_finding, with_document, with_machine

DOCUMENT = "CacheWarden-UninstallHost"


def arguments(**changed):
    def change(machine):
        machine["States"]["SendCommand"]["Arguments"] |= changed

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (arguments(DocumentVersoin="1"), "has no member DocumentVersoin"),
        (arguments(documentName="x"), "has no member documentName"),
        (arguments(MaxErrors=10), "10 is no string"),
        (arguments(DocumentHashType="Md5"), "'Md5' is none of Sha256, Sha1"),
        (arguments(Targets="x"), "'x' is no list"),
        (lambda machine: machine["States"]["SendCommand"]["Arguments"].pop("DocumentName"), "requires DocumentName"),
    ],
)
def test_arguments_of_an_sdk_integration(deployment, change, problem):
    assert problem in the_finding(aws_calls.CHECK, with_machine(deployment, change, ACT_ON_HOST)).problem


@pytest.mark.parametrize("resource", ["aws-sdk:ssm:sendCommands", "aws-sdk:smm:sendCommand", "sns:send"])
def test_an_operation_that_does_not_exist(deployment, resource):
    def change(machine):
        machine["States"]["SendCommand"]["Resource"] = f"arn:aws:states:::{resource}"

    assert resource in the_finding(aws_calls.CHECK, with_machine(deployment, change, ACT_ON_HOST)).problem


def test_arguments_of_an_optimized_integration(deployment):
    def change(machine):
        machine["States"]["TellPeople"]["Arguments"]["Title"] = "x"

    assert "has no member Title" in the_finding(aws_calls.CHECK, with_machine(deployment, change)).problem


def test_what_is_read_of_an_answer_must_be_in_it(deployment):
    def change(machine):
        machine["States"]["ReadCommand"]["Assign"]["looks"] = "{% $states.result.State %}"

    finding = the_finding(aws_calls.CHECK, with_machine(deployment, change, ACT_ON_HOST))
    assert "has no member State" in finding.problem
    assert finding.where.startswith("state_machines/act_on_host.asl.yaml:")


def read_step(document):
    return next(step for step in document["mainSteps"] if step["name"] == "ReadVerdict")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda document: read_step(document)["inputs"].update(Service="smm"), "there is no such service"),
        (lambda document: read_step(document)["inputs"].update(Api="GetInvocation"), "there is no such api"),
        (lambda document: read_step(document)["inputs"].update(Instance="x"), "has no member Instance"),
        (lambda document: read_step(document)["inputs"].pop("InstanceId"), "requires InstanceId"),
        (
            lambda document: read_step(document)["outputs"][0].update(Selector="$.StandardOutput"),
            "has no member StandardOutput",
        ),
        (lambda document: read_step(document)["outputs"][0].update(Type="Integer"), "is a string, not a Integer"),
    ],
)
def test_an_api_step(deployment, change, problem):
    assert problem in the_finding(aws_calls.CHECK, with_document(deployment, DOCUMENT, change)).problem


def test_the_models_are_botocores_own_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("AWS_DATA_PATH", "/nowhere")
    service.cache_clear()
    assert operation("ssm", "startAutomationExecution").name == "StartAutomationExecution"
