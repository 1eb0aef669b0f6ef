"""What the API says of executions and steps, as recorded outputs of the AWS CLI have it; and what it refuses."""

import json

import pytest
from account_scene import ScriptResult
from botocore.exceptions import ClientError
from runbook_scene import begin, dba, got, play, runbook, start, step
from sample_resources import COMMAND

from rehearsal.kernel.faults import Fault, FaultKind

STOP = {
    **step("Stop", "aws:changeInstanceState", InstanceIds=["{{ InstanceId }}"], DesiredState="stopped"),
    "timeoutSeconds": 300,
}
TAG = step("Tag", "aws:createTags", ResourceIds=["{{ InstanceId }}"], Tags=[{"Key": "Why", "Value": "test"}])


def test_a_step_reads_as_recorded(scene):
    s = begin(scene, STOP, TAG)
    done = play(s)
    first, second = done["StepExecutions"]
    assert first["Inputs"] == {"DesiredState": '"stopped"', "InstanceIds": f'["{s.first.id}"]'}
    assert first["Outputs"] == {"InstanceStates": ["stopped"]}
    assert (first["TimeoutSeconds"], first["IsEnd"], first["NextStep"]) == (300, False, "Tag")
    assert first["ValidNextSteps"] == ["Tag"]
    assert first["OverriddenParameters"] == {}
    assert json.loads(second["Inputs"]["Tags"]) == [{"Key": "Why", "Value": "test"}]
    assert second["IsEnd"] is True
    assert not {"OnFailure", "MaxAttempts", "IsCritical", "NextStep", "TimeoutSeconds"} & set(second)
    assert s.first.tags["Why"] == "test"


def test_an_execution_reads_as_recorded(scene):
    s = begin(scene, STOP, TAG, outputs=["Stop.InstanceStates"])
    running = play(s, until=20.0)
    assert (running["CurrentStepName"], running["CurrentAction"]) == ("Stop", "aws:changeInstanceState")
    assert "ExecutionEndTime" not in running
    assert [each["StepStatus"] for each in running["StepExecutions"]] == ["InProgress", "Pending"]
    assert running["Outputs"]["Stop.InstanceStates"] == [
        "No output available yet because the step is not successfully executed"
    ]
    s.clock.run_until()
    done = got(s, running["AutomationExecutionId"])
    assert done["Parameters"] == {"InstanceId": [s.first.id]}
    assert done["ResolvedTargets"] == {"ParameterValues": [], "Truncated": False}
    assert done["Outputs"]["Stop.InstanceStates"] == ["stopped"]
    assert "CurrentStepName" not in done


def test_a_command_step_has_all_its_outputs_and_their_payload(scene):
    run = step("Run", "aws:runCommand", DocumentName="Probe-Host", InstanceIds=["{{ InstanceId }}"])
    run["inputs"]["Parameters"] = {"Mode": "look"}
    s = begin(scene, run, more={"Command": COMMAND})
    s.first.host.scripts["Probe-Host"] = lambda _: ScriptResult("seen", "", 0)
    (shape,) = play(s)["StepExecutions"]
    outputs = shape["Outputs"]
    (payload,) = outputs.pop("OutputPayload")
    assert outputs["Status"] + outputs["ResponseCode"] + outputs["Output"] == ["Success", "0", "seen"]
    assert json.loads(payload) == {
        "Status": "Success", "ResponseCode": 0, "Output": "seen", "CommandId": outputs["CommandId"][0],
    }  # fmt: skip


def test_a_command_of_several_steps_has_no_response_code_and_of_several_nodes_no_output(scene):
    many = json.loads(json.dumps(COMMAND))
    content = many["Properties"]["Content"]
    content["mainSteps"].append({**content["mainSteps"][0], "name": "Again"})
    run = step("Run", "aws:runCommand", DocumentName="Probe-Host", InstanceIds=["{{ InstanceId }}"])
    run["inputs"]["Parameters"] = {"Mode": "look"}
    s = begin(scene, run, more={"Command": many})
    assert set(play(s)["StepExecutions"][0]["Outputs"]) == {"CommandId", "Status", "Output", "OutputPayload"}
    s = begin(scene, run, more={"Command": COMMAND})
    run["inputs"]["InstanceIds"] = ["{{ InstanceId }}", s.second.id]
    s = begin(scene, run, more={"Command": COMMAND})
    assert set(play(s)["StepExecutions"][0]["Outputs"]) == {"CommandId", "Status", "OutputPayload"}


def test_a_command_that_fails_on_one_of_two_nodes_fails_its_step(scene):
    run = step("Run", "aws:runCommand", DocumentName="Probe-Host", InstanceIds=["{{ InstanceId }}"])
    s = begin(scene, run, more={"Command": COMMAND})
    run["inputs"] |= {"Parameters": {"Mode": "look"}, "InstanceIds": ["{{ InstanceId }}", s.second.id]}
    s = begin(scene, run, more={"Command": COMMAND})
    s.second.host.scripts["Probe-Host"] = lambda _: ScriptResult("", "", 9)
    done = play(s)
    assert done["AutomationExecutionStatus"] == "Failed"
    assert "ended Failed" in done["FailureMessage"]
    assert done["StepExecutions"][0]["Outputs"]["Status"] == ["Failed"]


@pytest.mark.parametrize(
    ("bad", "words", "stage", "kind"),
    [
        (
            step("Bad", "aws:executeAwsApi", Service="ec2", Api="StopInstances", InstanceIds=["i-0"]),
            "Step fails when it is Execute/Cancelling action. An error occurred (InvalidInstanceID",
            "Invocation", "Action",
        ),
        (
            step("Bad", "aws:executeAwsApi", Service="ec2", Api="StopInstances", Wrong="i-0"),
            "Step fails when it is Execute/Cancelling action. Parameter validation failed",
            "Invocation", "Action",
        ),
        (
            step("Bad", "aws:executeAwsApi", Service="ec2", Api="Teleport"),
            "Step fails when it is validating and resolving the step inputs. ec2 has no API Teleport",
            "InputValidation", "Verification",
        ),
        (
            step("Bad", "aws:executeAwsApi", Service="nothing", Api="Teleport"),
            "Step fails when it is Execute/Cancelling action. Unknown service",
            "Invocation", "Action",
        ),
        (
            step("Bad", "aws:assertAwsResourceProperty", Service="ec2", Api="DescribeInstances",
                 PropertySelector="$.Reservations[9]", DesiredValues=["x"]),
            "Step fails when it is Poll action status for completion. $.Reservations[9] is None, wanted one of ['x']",
            "PostVerification", "Verification",
        ),
    ],
)  # fmt: skip
def test_failures_are_told_in_aws_s_words_with_stage_and_type(scene, bad, words, stage, kind):
    s = begin(scene, bad)
    done = play(s)
    assert done["FailureMessage"].startswith(words)
    assert done["FailureMessage"].endswith("Troubleshooting Guide for more diagnosis details.")
    (shape,) = done["StepExecutions"]
    assert shape["FailureMessage"] == done["FailureMessage"]
    assert shape["FailureDetails"] == {"FailureStage": stage, "FailureType": kind, "Details": {}}


def fault(kind, **more):
    return [Fault(point="automation.step", kind=kind, where={"document": "Probe", "step": "Tag"}, **more)]


def test_automation_s_own_error_fails_one_attempt(scene):
    s = begin(scene, TAG, faults=fault(FaultKind.FAIL))
    done = play(s)
    assert done["FailureMessage"].startswith("Step fails when it is Execute/Cancelling action. Internal Server Error.")
    assert done["StepExecutions"][0]["FailureDetails"]["FailureType"] == "Internal"
    assert "Why" not in s.first.tags
    s = begin(scene, {**TAG, "maxAttempts": 2}, faults=fault(FaultKind.FAIL))
    assert play(s)["AutomationExecutionStatus"] == "Success"


def test_automation_can_be_late_with_a_step(scene):
    s = begin(scene, TAG, faults=fault(FaultKind.LATE, seconds=500.0))
    assert play(s)["AutomationExecutionStatus"] == "Success"
    assert 500 < s.clock.monotonic() < 510


LOOP = step(
    "Each", "aws:loop", Iterators=["a", "b"],
    Steps=[step("Nap", "aws:sleep", Duration="PT1S")],
)  # fmt: skip


def test_steps_of_a_loop_name_their_parent_and_can_be_listed(scene):
    s = begin(scene, LOOP, STOP)
    done = play(s)
    each, *naps, _ = done["StepExecutions"]
    parents = [nap["ParentStepDetails"] for nap in naps]
    assert [(parent["Iteration"], parent["IteratorValue"]) for parent in parents] == [(1, "a"), (2, "b")]
    assert {parent["StepExecutionId"] for parent in parents} == {each["StepExecutionId"]}
    assert "ParentStepDetails" not in each

    def listed(**wanted):
        filters = [{"Key": key, "Values": [value]} for key, value in wanted.items()]
        more = {"Filters": filters} if filters else {}
        answer = dba(s).describe_automation_step_executions(AutomationExecutionId=done["AutomationExecutionId"], **more)
        return [shape["StepName"] for shape in answer["StepExecutions"]]

    assert listed() == ["Each", "Nap", "Nap", "Stop"]
    assert listed(ParentStepExecutionId=each["StepExecutionId"]) == ["Nap", "Nap"]
    assert listed(ParentStepExecutionId=each["StepExecutionId"], ParentStepIteration="2") == ["Nap"]
    assert listed(StepName="Stop", StepExecutionStatus="Success") == ["Stop"]
    assert listed(Action="aws:loop") == ["Each"]
    assert listed(StepExecutionStatus="Failed") == []


def test_executions_are_listed_newest_first_and_filtered(scene):
    other = {"Other": runbook(TAG, name="Other")}
    s = begin(scene, TAG, more=other)
    first = start(s)
    s.clock.run_until(60.0)
    second = start(s, document="Other")

    def listed(**wanted):
        filters = [{"Key": key, "Values": [value]} for key, value in wanted.items()]
        answer = dba(s).describe_automation_executions(**({"Filters": filters} if filters else {}))
        return [shape["AutomationExecutionId"] for shape in answer["AutomationExecutionMetadataList"]]

    assert listed() == [second, first]
    assert listed(ExecutionStatus="Success") == [first]
    assert listed(ExecutionStatus="InProgress") == [second]
    assert listed(DocumentNamePrefix="Oth") == [second]
    assert listed(ExecutionId=first) == [first]
    assert listed(StartTimeAfter="2026-02-03T04:05:30Z") == [second]
    assert listed(StartTimeBefore="2026-02-03T04:05:30Z") == [first]
    with pytest.raises(NotImplementedError, match="CurrentAction"):
        listed(CurrentAction="aws:sleep")
    s.clock.run_until()


def test_variables_are_shown_with_their_values(scene):
    update = step("Count", "aws:updateVariable", Name="variable:n", Value=2)
    s = begin(scene, update, variables={"n": {"type": "Integer", "default": 1}, "none": {"type": "String"}})
    assert play(s)["Variables"] == {"n": ["2"]}


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"InstanceId": ["x" * 513]}, "ValidationException"),
        ({"InstanceId": ["x"] * 51}, "ValidationException"),
        ({"k" * 51: ["x"]}, "ValidationException"),
        ({f"k{n}": ["x"] for n in range(201)}, "ValidationException"),
        ({"Nobody": ["x"]}, "InvalidAutomationExecutionParametersException"),
        ({"InstanceId": ["x", "y"]}, "InvalidAutomationExecutionParametersException"),
        ({"Count": ["x"]}, "InvalidAutomationExecutionParametersException"),
        ({"Count": ["4"]}, "InvalidAutomationExecutionParametersException"),
        ({}, "InvalidAutomationExecutionParametersException"),
    ],
)
def test_wrong_parameters_start_nothing(scene, parameters, code):
    s = begin(scene, TAG, Count={"type": "Integer", "allowedValues": [1, 2, 3]})
    with pytest.raises(ClientError) as error:
        dba(s).start_automation_execution(DocumentName="Probe", Parameters=parameters)
    assert error.value.response["Error"]["Code"] == code
    assert s.account.automations.executions == {}


def test_a_document_and_its_parameters_together_keep_to_64_kb(scene):
    filler = {"Filler": {"type": "StringList", "default": []}}
    nap = {**step("Nap", "aws:sleep", Duration="PT1S"), "description": "x" * 50_000}
    s = begin(scene, nap, **filler)
    start(s, Filler=["y" * 500] * 20)
    with pytest.raises(ClientError, match="InvalidAutomationExecutionParametersException"):
        start(s, Filler=["y" * 500] * 50)
    s.clock.run_until()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"DocumentName": "Nobody"}, "AutomationDefinitionNotFoundException"),
        ({"DocumentVersion": "7"}, "AutomationDefinitionVersionNotFoundException"),
        ({"ClientToken": "z" * 36}, "ValidationException"),
        ({"Tags": [{"Key": f"k{n}", "Value": "v"} for n in range(6)]}, "ValidationException"),
    ],
)
def test_a_start_that_aws_would_not_take_is_refused(scene, more, code):
    s = begin(scene, TAG)
    with pytest.raises(ClientError) as error:
        dba(s).start_automation_execution(**{"DocumentName": "Probe", **more})
    assert error.value.response["Error"]["Code"] == code


@pytest.mark.parametrize(
    "more", [{"Mode": "Interactive"}, {"TargetParameterName": "InstanceId"}, {"MaxConcurrency": "1"}]
)
def test_starts_that_are_not_modelled_are_refused_by_name(scene, more):
    s = begin(scene, TAG)
    with pytest.raises(NotImplementedError, match="StartAutomationExecution"):
        dba(s).start_automation_execution(DocumentName="Probe", **more)


def test_a_client_token_is_the_same_in_capitals(scene):
    s = begin(scene, TAG)
    token = "0c3a7a3e-6a55-5b07-8c22-1f62b5e6ad10"
    for each in (token, token.upper()):
        dba(s).start_automation_execution(
            DocumentName="Probe", ClientToken=each, Parameters={"InstanceId": [s.first.id]}
        )
    assert len(s.account.automations.executions) == 1


@pytest.mark.parametrize(
    ("arn", "told"),
    [
        ("none", "The format of the supplied assume role ARN is invalid"),
        ("arn:aws:iam::111122223333:role/Nobody", "is unable to be assumed"),
    ],
)
def test_a_role_that_cannot_be_assumed_starts_nothing(scene, arn, told):
    document = runbook(TAG)
    document["Properties"]["Content"]["assumeRole"] = arn
    s = scene({"Probe": document})
    with pytest.raises(ClientError, match=told):
        start(s)
    assert s.account.automations.executions == {}


def test_a_role_can_be_named_with_the_account_s_own_number(scene):
    document = runbook(TAG)
    role = {"Fn::Sub": "arn:{{ global:AWS_PARTITION }}:iam::{{ global:ACCOUNT_ID }}:role/${RunbookRole}"}
    document["Properties"]["Content"]["assumeRole"] = role
    s = begin(scene, TAG, more={"Probe": document})
    assert play(s)["AutomationExecutionStatus"] == "Success"
    s.clock.run_until()
    assert s.account.denials == []
