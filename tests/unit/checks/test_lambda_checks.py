"""Broken functions' environments, rules, codes and sizes."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from checks.documents import event_shapes, sizes
from checks.functions import environment as function_environment
from checks.functions import remedies, result_codes
from checks.functions.environment import variables_read
from rehearsal.aws.cloudformation.template import ResolvedStacks
from tests.unit.checks.breaking import the_finding, with_document, with_machine, with_text

CODES = "ssm_documents/codes.yaml"
PAGES = "ssm_documents/code_pages.yaml"
WIPE = "Don't delete, reset, clear or format a disk, the virtual disk or the pool"
SETTINGS = "lambdas/handlers/settings.py"


def with_function(deployment, name, **changed):
    function = deployment.functions[name]
    return replace(deployment, functions={**deployment.functions, name: replace(function, **changed)})


def with_resource(deployment, kind, name, change):
    """Another version of the first resource of a type whose logical id begins with `name`."""
    resources = list(deployment.stacks.resources)
    (place,) = [
        place for place, each in enumerate(resources) if each.type == kind and each.logical_id.startswith(name)
    ][:1]
    properties = json.loads(json.dumps(resources[place].properties))
    change(properties)
    resources[place] = replace(resources[place], properties=properties)
    return replace(deployment, stacks=ResolvedStacks(resources=tuple(resources), outputs=deployment.stacks.outputs))


def test_a_variable_that_a_function_is_not_told(deployment):
    environment = dict(deployment.functions["cachewarden-observe"].environment)
    del environment["DEPLOYED_DOCUMENTS"]
    broken = with_function(deployment, "cachewarden-observe", environment=environment)
    finding = the_finding(function_environment.CHECK, broken)
    assert finding.problem == "cachewarden-observe reads DEPLOYED_DOCUMENTS, which its environment lacks"
    assert finding.where.startswith("lambdas/handlers/observe.py:")


def test_a_variable_that_nothing_reads(deployment):
    environment = {**deployment.functions["cachewarden-lease"].environment, "TOPIC_ARN": "arn"}
    broken = with_function(deployment, "cachewarden-lease", environment=environment)
    assert "TOPIC_ARN, which nothing in it reads" in the_finding(function_environment.CHECK, broken).problem


def test_a_misspelt_setting_of_powertools(deployment):
    environment = {**deployment.functions["cachewarden-decide"].environment, "POWERTOOLS_LOGLEVEL": "INFO"}
    broken = with_function(deployment, "cachewarden-decide", environment=environment)
    assert "POWERTOOLS_LOGLEVEL" in the_finding(function_environment.CHECK, broken).problem


def test_a_setting_that_is_read_under_another_name(deployment):
    broken = with_text(
        deployment, SETTINGS, '_documents(environment, "DEPLOYED_DOCUMENTS", cls)', '_documents(environment, "X", cls)'
    )
    problems = {finding.problem for finding in function_environment.CHECK.run(broken)}
    assert problems == {
        "cachewarden-observe reads X, which its environment lacks",
        "cachewarden-observe has the variable DEPLOYED_DOCUMENTS, which nothing in it reads",
    }


@pytest.mark.parametrize("handler", ["handlers.observer.handler", "handlers.observe.handle"])
def test_a_handler_that_does_not_exist(deployment, handler):
    source = f"lambdas/{handler.rpartition('.')[0].replace('.', '/')}.py"
    broken = with_function(deployment, "cachewarden-observe", handler=handler, source=source)
    assert f"{handler}, which doesn't exist" in the_finding(function_environment.CHECK, broken).problem


def test_what_the_functions_of_the_tree_read_is_seen(deployment):
    read = {name: set(variables_read(deployment, function)) for name, function in deployment.functions.items()}
    assert read["cachewarden-ingest"] == {
        "STATE_MACHINE_ARN",
        "TOPIC_ARN",
        "LEASE_TABLE",
        "OWN_ROLE_ARNS",
        "MODE_PARAMETER",
        "DOCS_URL",
        "NAME_KEY",
    }
    assert read["cachewarden-decide"] == {"DOCS_URL", "NAME_KEY"}


def rule(deployment, name, change):
    return with_resource(deployment, "AWS::Events::Rule", f"Rules{name}", change)


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        (
            "RefusedStop",
            lambda properties: properties["EventPattern"]["detail"].update(eventName=["StopInstance"]),
            "no event in tests/events gets through",
        ),
        (
            "InstanceState",
            lambda properties: properties["EventPattern"].update({"detail-type": ["EC2 Instance State Change"]}),
            "lets through what nothing reads",
        ),
        (
            "InstanceState",
            lambda properties: properties["Targets"][0].update(InputPath="$.detail"),
            "InputPath changes the event",
        ),
        (
            "InstanceState",
            lambda properties: properties["Targets"][0].update(Arn="arn:aws:sqs:eu-west-1:111122223333:another"),
            "no function reads the queue",
        ),
        (
            "WorkflowEnded",
            lambda properties: properties["Targets"][0].update(
                Arn="arn:aws:lambda:eu-west-1:1:function:cachewarden-jan"
            ),
            "is no deployed function",
        ),
        (
            "WorkflowEnded",
            lambda properties: properties["EventPattern"]["detail"].update(status=["RUNNING"]),
            "gets through its pattern to a meaning",
        ),
    ],
)
def test_a_rule(deployment, name, change, problem):
    assert problem in the_finding(event_shapes.CHECK, rule(deployment, name, change)).problem


def test_a_function_that_eventbridge_may_not_call(deployment):
    broken = with_resource(
        deployment,
        "AWS::Lambda::Permission",
        "Rules",
        lambda properties: properties.update(Principal="s3.amazonaws.com"),
    )
    assert "doesn't allow EventBridge" in the_finding(event_shapes.CHECK, broken).problem


def test_an_event_that_is_let_through_and_cannot_be_read(deployment):
    path = "tests/events/ec2-state-change-running.json"
    event = json.loads(deployment.files[path])
    event["detail"]["instance-id"] = 5
    broken = replace(deployment, files={**deployment.files, path: json.dumps(event)})
    assert f"lets {path} through, which the reader can't read" in the_finding(event_shapes.CHECK, broken).problem


@pytest.mark.parametrize(
    ("path", "old", "new", "problem"),
    [
        (
            "ssm_documents/powershell/functions/lease/Confirm-CwToken.ps1",
            "-Code 'CW3004' -Outcome 'refused'",
            "-Code 'CW3004' -Outcome 'failed'",
            "CW3004 is said to be failed, the catalogue has refused with exit 10",
        ),
        (
            "lambdas/cachewarden/requests/resume.py",
            "Code.RESUMES_EXHAUSTED",
            "Code.RESUMED_TOO_OFTEN",
            "Code.RESUMED_TOO_OFTEN isn't in the catalogue",
        ),
        ("lambdas/cachewarden/loop/action_result.py", "Code.CACHE_LOST", '"CW1921"', "CW1921 isn't in the catalogue"),
    ],
)
@pytest.mark.campaign(suite=1)
def test_a_code_that_is_said_wrongly(deployment, path, old, new, problem):
    findings = result_codes.CHECK.run(with_text(deployment, path, old, new))
    assert [finding.problem for finding in findings if finding.where.startswith(path)] == [problem]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "CacheEvacuated, outcome: done, exit: 0",
            "CacheEvacuated, outcome: done, exit: 10",
            "exit 10 doesn't say done",
        ),
        ("{name: CacheEvacuated, ", "{name: CacheRestored, ", "the name CacheRestored is there twice"),
        (
            'remedy: "The instance may be stopped once the proof is taken again, which CacheWarden-StopInstance does."',
            'remedy: ""',
            "has no remedy",
        ),
    ],
)
@pytest.mark.campaign(suite=1)
def test_an_entry_of_the_catalogue(deployment, old, new, problem):
    findings = result_codes.CHECK.run(with_text(deployment, CODES, old, new))
    assert findings and all(problem in finding.problem for finding in findings)


@pytest.mark.parametrize(
    ("code", "old", "new", "problem"),
    [
        ("CW1030", "Start CacheWarden-StopSqlServer first.", "Nothing was changed.", "doesn't say what to do"),
        (
            "CW1030",
            "Start CacheWarden",
            f"{'Nothing was done. ' * 20}Start CacheWarden",
            "a telephone text ends before",
        ),
        ("CW6003", "CacheWarden looks again until", "It is looked at again until", "doesn't say what to do"),
    ],
)
def test_a_refusal_that_does_not_say_what_to_do(deployment, code, old, new, problem):
    text = deployment.files[CODES]
    line = next(line for line in text.splitlines() if line.startswith(f"{code}:"))
    assert old in line
    broken = the_finding(remedies.CHECK, with_text(deployment, CODES, line, line.replace(old, new)))
    assert broken.problem.startswith(code) and problem in broken.problem


@pytest.mark.parametrize(
    ("code", "path", "old", "new", "problem"),
    [
        ("CW2074", CODES, "add data volumes to the pool", "enlarge the node's data volumes", "docs/storage-growth.md"),
        (
            "CW1091",
            PAGES,
            "Don't remove the virtual disk or the pool before",
            f"{WIPE} before",
            "remove the virtual disk",
        ),
        ("CW1090", PAGES, "Don't clear a disk whose origin", f"{WIPE} whose origin", "Clear the disks"),
        ("CW6220", PAGES, "Don't clear a disk whose origin", f"{WIPE} whose origin", "Clear the disks"),
    ],
)
def test_a_remedy_that_advises_what_is_forbidden_is_found(deployment, code, path, old, new, problem):
    line = next(line for line in deployment.files[path].splitlines() if line.strip().startswith(f"{code}:"))
    assert old in line
    broken = the_finding(remedies.CHECK, with_text(deployment, path, line, line.replace(old, new)))
    assert broken.problem.startswith(f"{code} ") and problem in broken.problem


def test_a_code_given_twice(deployment):
    text = deployment.files[CODES]
    line = next(line for line in text.splitlines() if line.startswith("CW1001:"))
    broken = replace(deployment, files={**deployment.files, CODES: f"{text}{line}\n"})
    assert "CW1001 is there 2 times" in the_finding(result_codes.CHECK, broken).problem


def test_a_code_that_nobody_says(deployment):
    entry = 'CW1999: {name: Nobody, outcome: done, exit: 0, sentence: "It is.", remedy: "Nothing."}\n'
    broken = replace(deployment, files={**deployment.files, CODES: deployment.files[CODES] + entry})
    assert {finding.problem for finding in result_codes.CHECK.run(broken)} == {
        "nothing says CW1999 (Nobody)",
        "CW1999 is not in the Python module",
    }


def test_a_code_in_a_machine_must_be_in_the_catalogue(deployment):
    def change(machine):
        machine["States"]["Finished"]["Output"]["code"] = "CW9999"

    assert "CW9999 isn't in the catalogue" in the_finding(result_codes.CHECK, with_machine(deployment, change)).problem


@pytest.mark.parametrize(
    ("kind", "name", "change", "problem"),
    [
        (
            "AWS::IAM::Policy",
            "FunctionsObserve",
            lambda properties: properties["PolicyDocument"]["Statement"].append({"Sid": "x" * 10_000}),
            "characters of the role's inline policies",
        ),
        (
            "AWS::IAM::ManagedPolicy",
            "",
            lambda properties: properties["PolicyDocument"]["Statement"].append({"Sid": "x" * 6_000}),
            "characters of the managed policy",
        ),
        (
            "AWS::IAM::Role",
            "FunctionsObserve",
            lambda properties: properties["AssumeRolePolicyDocument"].update(Id="x" * 2_048),
            "characters of the role's trust policy",
        ),
        (
            "AWS::Events::Rule",
            "",
            lambda properties: properties["EventPattern"].update(account=["x" * 2_048]),
            "characters of the event pattern",
        ),
    ],
)
def test_a_resource_that_is_too_large(deployment, kind, name, change, problem):
    finding = the_finding(sizes.CHECK, with_resource(deployment, kind, name, change))
    assert problem in finding.problem and ", at most " in finding.problem


def test_a_policy_that_is_too_large_only_where_region_and_partition_have_long_names(deployment):
    """40 ARNs fit in eu-west-1, and don't in GovCloud."""
    arns = [f"arn:aws:ssm:eu-west-1:111122223333:document/{'x' * 60}-{number:02}" for number in range(40)]

    def change(properties):
        properties["PolicyDocument"] = {"Statement": [{"Action": "ssm:GetDocument", "Resource": arns}]}
        assert len(json.dumps(properties["PolicyDocument"], separators=(",", ":"))) < sizes.MANAGED_POLICY_MAX * 0.8

    def filled(properties):
        change(properties)
        room = sizes.MANAGED_POLICY_MAX - len(json.dumps(properties["PolicyDocument"], separators=(",", ":")))
        properties["PolicyDocument"]["Statement"][0]["Sid"] = "x" * (room - 100)

    assert sizes.CHECK.run(with_resource(deployment, "AWS::IAM::ManagedPolicy", "", change)) == ()
    finding = the_finding(sizes.CHECK, with_resource(deployment, "AWS::IAM::ManagedPolicy", "", filled))
    assert "characters of the managed policy" in finding.problem


def test_a_machine_that_is_too_large(deployment):
    broken = with_machine(deployment, lambda machine: machine.update(Comment="x" * 1_048_576))
    assert "bytes of the definition" in the_finding(sizes.CHECK, broken).problem


def test_a_document_and_a_default_that_are_too_large(deployment):
    name = "CacheWarden-StopInstance"
    broken = with_document(deployment, name, lambda document: document.update(description="x" * 65_000))
    assert "its parameters" in the_finding(sizes.CHECK, broken).problem
    broken = with_document(
        deployment, name, lambda document: document["parameters"]["Reason"].update(default="x" * 513)
    )
    assert "characters of Reason's default" in the_finding(sizes.CHECK, broken).problem


def test_an_environment_that_is_too_large(deployment):
    broken = with_function(deployment, "cachewarden-decide", environment={"POWERTOOLS_LOG_LEVEL": "x" * 4_096})
    assert "environment" in the_finding(sizes.CHECK, broken).problem


def test_a_template_that_is_too_large(deployment):
    template = {**deployment.templates["CacheWarden"], "Metadata": "x" * 900_000}
    broken = replace(deployment, templates={**deployment.templates, "CacheWarden": template})
    assert the_finding(sizes.CHECK, broken).where == "CacheWarden.template.json"
