"""Broken SSM documents: form, references, and calls of each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checks.documents import call_parameters
from checks.documents import form as document_form
from checks.documents import references as document_references
from checks.documents.callers import all_calls
from checks.documents.pattern_characters import may_contain
from checks.host_scripts import command_parameters
from tests.unit.checks.breaking import the_finding, with_document, with_machine, with_text

RUNBOOK = "CacheWarden-UninstallHost"
LEASED = "CacheWarden-EvacuateCache"
COMMAND = "CacheWarden-Host-EvacuateCache"


def parameter(name, **changed):
    return lambda document: document["parameters"][name].update(changed)


def step(number, **changed):
    return lambda document: document["mainSteps"][number].update(changed)


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        (COMMAND, parameter("Token", allowedPattern="^[0-9{]{1,15}$"), "admits an opening brace"),
        (COMMAND, parameter("Token", allowedPattern="^.{1,15}$"), "admits an opening brace"),
        (COMMAND, parameter("Token", allowedPattern="^[^ ]+$"), "admits an opening brace"),
        (COMMAND, parameter("Token", allowedPattern="[0-9]{1,15}"), "isn't anchored"),
        (COMMAND, parameter("Token", allowedPattern="^(?!0)[0-9]{1,15}$"), "looks around"),
        (COMMAND, parameter("Token", allowedPattern="^([0-9]$"), "is no regular expression"),
        (COMMAND, parameter("ActionToken", default="never"), "its own default 'never' isn't allowed"),
        (COMMAND, parameter("Token", interpolationType="TEXT"), "pasted into the script's text"),
        (COMMAND, parameter("Token", description=""), "no description"),
        (COMMAND, lambda document: document["parameters"]["Token"].pop("allowedPattern"), "any text is allowed"),
        (
            COMMAND,
            lambda document: document["mainSteps"].append(document["mainSteps"][0]),
            "ResponseCode would be lost",
        ),
        (COMMAND, lambda document: document["mainSteps"][0]["inputs"].pop("timeoutSeconds"), "no timeoutSeconds"),
        (RUNBOOK, lambda document: document["mainSteps"][0].pop("timeoutSeconds"), "no timeoutSeconds"),
        (RUNBOOK, lambda document: document["mainSteps"][0].pop("description"), "no description"),
        (RUNBOOK, lambda document: document.pop("description"), "no description"),
        (RUNBOOK, lambda document: document.update(schemaVersion="2.2"), "of schema 2.2"),
    ],
)
def test_the_form_of_a_document(deployment, name, change, problem):
    assert problem in the_finding(document_form.CHECK, with_document(deployment, name, change)).problem


def test_a_document_whose_version_has_a_name_could_not_be_rolled_back(deployment):
    changed = replace(deployment.documents[COMMAND], version_name="1.0.0")
    broken = replace(deployment, documents={**deployment.documents, COMMAND: changed})
    assert "has the VersionName 1.0.0" in the_finding(document_form.CHECK, broken).problem


def test_a_document_that_would_lose_its_versions(deployment):
    changed = replace(deployment.documents[COMMAND], update_method="Replace")
    broken = replace(deployment, documents={**deployment.documents, COMMAND: changed})
    assert "UpdateMethod Replace" in the_finding(document_form.CHECK, broken).problem


@pytest.mark.parametrize(
    ("change", "problem", "where"),
    [
        (step(0, nextStep="Nowhere"), "there is no step Nowhere", "mainSteps/0/nextStep"),
        (step(0, onFailure="step:Nowhere"), "there is no step Nowhere", "mainSteps/0/onFailure"),
        (
            lambda document: document["mainSteps"][6]["inputs"].update(CommandId="{{ RunOnHost.Command }}"),
            "{{ RunOnHost.Command }} is neither",
            "mainSteps/6/inputs/CommandId",
        ),
        (
            lambda document: inputs(document)["Parameters"].update(AcceptedLoss="{{ AcceptedLos }}"),
            "{{ AcceptedLos }} is neither",
            "mainSteps/5/inputs/Parameters/AcceptedLoss",
        ),
        (
            lambda document: document["outputs"].append("ReadVerdict.Text"),
            "no step gives ReadVerdict.Text",
            "outputs/8",
        ),
        (
            lambda document: document["mainSteps"][0]["inputs"].update(Comment="{{ ReadVerdict.Verdict }}"),
            "is read before ReadVerdict can have run",
            "mainSteps/0/inputs/Comment",
        ),
        (
            lambda document: document["mainSteps"].append({"name": "Orphan", "action": "aws:sleep", "inputs": {}}),
            "no way leads from",
            "mainSteps",
        ),
        (step(0, assumeRole="{{ Role }}"), "{{ Role }} is neither", "mainSteps/0"),
    ],
)
def test_references_inside_a_document(deployment, change, problem, where):
    finding = the_finding(document_references.CHECK, with_document(deployment, RUNBOOK, change))
    assert problem in finding.problem
    assert where in finding.where and finding.where.startswith("ssm_documents/automation/uninstall_host.yaml ")


def test_two_steps_of_one_name(deployment):
    broken = with_document(deployment, RUNBOOK, lambda document: document["mainSteps"].append(document["mainSteps"][6]))
    assert "a second step is called ReadVerdict" in the_finding(document_references.CHECK, broken).problem


def inputs(document):
    (command,) = [step for step in document["mainSteps"] if step["name"] == "RunOnHost"]
    return command["inputs"]


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        (LEASED, lambda document: inputs(document)["Parameters"].update(Tokne="1"), "has no parameter Tokne"),
        (LEASED, lambda document: inputs(document)["Parameters"].pop("Token"), "needs Token, which isn't given"),
        (LEASED, lambda document: inputs(document)["Parameters"].update(Token="first"), "'first' does not match"),
        (
            RUNBOOK,
            lambda document: inputs(document)["Parameters"].update(AcceptedLoss="{{ InstanceId }}"),
            "is asked for",
        ),
        (RUNBOOK, parameter("AcceptedLoss", allowedPattern="^(none)?$"), "admits ^(none)?$, but ^(none|a stop"),
    ],
)
def test_a_command_gets_what_it_declares(deployment, name, change, problem):
    assert problem in the_finding(call_parameters.CHECK, with_document(deployment, name, change)).problem


def test_a_document_that_does_not_exist(deployment):
    broken = with_document(deployment, RUNBOOK, lambda document: inputs(document).update(DocumentName=f"{COMMAND}s"))
    problems = {finding.problem for finding in call_parameters.CHECK.run(broken)}
    assert problems == {f"there is no document {COMMAND}s"}


def test_a_document_that_nobody_calls(deployment):
    def change(document):
        inputs(document)["DocumentName"] = "CacheWarden-Host-ObserveHost"
        inputs(document).pop("Parameters", None)

    finding = the_finding(call_parameters.CHECK, with_document(deployment, "CacheWarden-GrantRights", change))
    assert finding.problem == "nobody calls CacheWarden-Host-GrantRights"


def test_a_step_that_gives_up_before_its_command(deployment):
    broken = with_document(deployment, RUNBOOK, step(5, timeoutSeconds=60))
    assert "RunOnHost waits 60 s" in the_finding(call_parameters.CHECK, broken).problem


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda document: document["parameters"].pop("NotAfter"), "reads NotAfter, which the document doesn't declare"),
        (
            lambda document: document["parameters"].update(Extra=document["parameters"]["Token"]),
            f"the script of {COMMAND} doesn't read Extra",
        ),
    ],
)
def test_a_script_reads_the_parameters_of_its_document(deployment, change, problem):
    assert problem in the_finding(command_parameters.CHECK, with_document(deployment, COMMAND, change)).problem


def test_an_automation_document_is_no_command(deployment):
    broken = with_document(deployment, RUNBOOK, lambda document: inputs(document).update(DocumentName=RUNBOOK))
    assert f"{RUNBOOK} is a document of type Automation" in {
        finding.problem for finding in call_parameters.CHECK.run(broken)
    }


def test_a_machine_names_a_document_that_does_not_exist(deployment):
    def change(machine):
        given = machine["States"]["InstallHost"]["Arguments"]["Input"]
        given["commands"] = given["commands"].replace("CacheWarden-Host-InstallHost", "CacheWarden-Host-Install")

    findings = call_parameters.CHECK.run(with_machine(deployment, change))
    assert {finding.problem for finding in findings} == {"there is no document CacheWarden-Host-Install"}


def test_an_act_is_decided_for_which_there_is_no_document(deployment):
    documents = {name: each for name, each in deployment.documents.items() if name != COMMAND}
    findings = [
        finding
        for finding in call_parameters.CHECK.run(replace(deployment, documents=documents))
        if finding.where.startswith("lambdas/")
    ]
    assert {finding.problem for finding in findings} == {f"there is no document {COMMAND}"}
    where = sorted(finding.where.partition(":")[0] for finding in findings)
    assert where == [f"lambdas/cachewarden/procedures/{name}.py" for name in ("online_move", "stop")]


def test_what_decide_gives_an_act_is_what_its_document_takes(deployment):
    broken = with_text(
        deployment,
        "lambdas/cachewarden/procedures/stop.py",
        '{"AvailabilityGroups": groups',
        '{"AvailabilityGroup": groups',
    )
    findings = call_parameters.CHECK.run(broken)
    assert {finding.problem for finding in findings} == {
        "CacheWarden-Host-FailOverAvailabilityGroups has no parameter AvailabilityGroup",
        "CacheWarden-Host-FailOverAvailabilityGroups needs AvailabilityGroups, which isn't given",
    }
    assert all(finding.where.startswith("lambdas/cachewarden/procedures/stop.py:") for finding in findings)


def test_a_literal_that_decide_gives_is_held_against_the_pattern(deployment):
    broken = with_text(
        deployment, "lambdas/cachewarden/procedures/reseed.py", '"Restart": "yes"', '"Restart": "perhaps"'
    )
    assert "'perhaps' does not match" in the_finding(call_parameters.CHECK, broken).problem


def test_a_function_sends_a_document_that_does_not_exist(deployment):
    path = "lambdas/adapters/ssm_observe.py"
    broken = with_text(deployment, path, "DocumentName=OBSERVE_DOCUMENT", "DocumentName=ACT_MACHINE")
    found = list(call_parameters.CHECK.run(broken))
    assert any(each.where.startswith(path) and "cachewarden-act-on-host" in each.problem for each in found)


def test_a_document_whose_name_cannot_be_read(deployment):
    path = "lambdas/adapters/ssm_observe.py"
    broken = with_text(deployment, path, "DocumentName=OBSERVE_DOCUMENT", "DocumentName=str(version)")
    assert "DocumentName is no literal" in str(list(call_parameters.CHECK.run(broken)))


def test_a_name_in_a_functions_code_must_exist(deployment):
    path = "lambdas/adapters/orphaned_work.py"
    broken = with_text(deployment, path, "startswith(HOST_PREFIX)", 'startswith("CacheWarden-Host-Observe")')
    assert the_finding(call_parameters.CHECK, broken).where.startswith(path)


def test_every_document_of_the_tree_is_called_by_somebody_who_is_read(deployment):
    calls = list(all_calls(deployment))
    machines = {call.document for call in calls if call.where.startswith("lambdas/cachewarden/")}
    assert len(machines) == 14
    assert len([call for call in calls if call.kind == "Command"]) >= 16


@pytest.mark.parametrize(
    ("pattern", "admitted"),
    [
        ("^[a-z]+$", False),
        ("^[0-9]{2,3}$", False),
        (r"^\{a$", True),
        ("^(a|b{2})$", False),
        ("^(a|[!-~])$", True),
        (r"^\w+\d?$", False),
        (r"^\S$", True),
        ("^[^{]$", False),
        ("^[^a]$", True),
        ("^({)?$", True),
    ],
)
def test_which_patterns_admit_a_brace(pattern, admitted):
    assert may_contain(pattern, "{") is admitted
