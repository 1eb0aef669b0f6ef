import json

import pytest
from account_scene import allow, function, role
from botocore.exceptions import ClientError
from state_machine_scene import MACHINE_ROLE, WAITING, arn, invoke, machine, run


def test_a_machine_invokes_a_function_with_its_own_environment(scene):
    s = scene(
        {
            "FunctionRole": role("lambda.amazonaws.com"),
            "Echo": function("echo", "FunctionRole", SETTING="mine"),
            "MachineRole": MACHINE_ROLE,
            "Machine": machine(
                "probe",
                {"Call": invoke("${Echo}", {"a": "{% $states.input.a %}"}, End=True)},
                Echo={"Fn::GetAtt": ["Echo", "Arn"]},
            ),
        }
    )
    got = run(s, arn(s, "Machine"), {"a": 1})
    assert got["status"] == "SUCCEEDED"
    output = json.loads(got["output"])
    assert output["event"] == {"a": 1}
    assert output["setting"] == "mine"
    assert 29_000 <= output["left_ms"] <= 30_000
    assert s.account.machines.transitions == 1


def test_two_functions_that_interleave_keep_their_environments(scene):
    branches = [
        {"StartAt": "A", "States": {"A": invoke("${One}", {"seconds": 3}, End=True)}},
        {"StartAt": "B", "States": {"B": invoke("${Two}", {"seconds": 2}, End=True)}},
    ]
    s = scene(
        {
            "FunctionRole": role("lambda.amazonaws.com"),
            "One": function("slow", "FunctionRole", SETTING="one"),
            "Two": function("slow", "FunctionRole", SETTING="two"),
            "MachineRole": MACHINE_ROLE,
            "Machine": machine(
                "probe",
                {"Both": {"Type": "Parallel", "Branches": branches, "End": True}},
                One={"Fn::GetAtt": ["One", "Arn"]},
                Two={"Fn::GetAtt": ["Two", "Arn"]},
            ),
        }
    )
    assert json.loads(run(s, arn(s, "Machine"))["output"]) == [{"setting": "one"}, {"setting": "two"}]
    assert s.clock.monotonic() < 7


def test_an_aws_error_raised_under_its_code_is_caught_by_that_name(scene):
    states = {
        "Stop": invoke(
            "${Stops}",
            {"instanceId": "{% $states.input.id %}"},
            Catch=[
                {
                    "ErrorEquals": ["OperationNotPermitted"],
                    "Next": "Refused",
                    "Output": "{% $parse($states.errorOutput.Cause).errorType %}",
                }
            ],
            End=True,
        ),
        "Refused": {"Type": "Succeed"},
    }
    s = scene(
        {
            "StopRole": role("lambda.amazonaws.com", allow("ec2:StopInstances")),
            "Stops": function("stops", "StopRole"),
            "MachineRole": MACHINE_ROLE,
            "Machine": machine("probe", states, Stops={"Fn::GetAtt": ["Stops", "Arn"]}),
        }
    )
    s.first.stop_protected = True
    assert json.loads(run(s, arn(s, "Machine"), {"id": s.first.id})["output"]) == "OperationNotPermitted"


def test_a_nested_execution_gives_its_parsed_output_and_its_failure_is_a_task_failure(scene):
    child = {
        "Good?": {
            "Type": "Choice",
            "Choices": [{"Condition": "{% $states.input.good %}", "Next": "Fine"}],
            "Default": "Bad",
        },
        "Fine": {"Type": "Succeed", "Output": {"fine": True}},
        "Bad": {"Type": "Fail", "Error": "Probe.Bad", "Cause": "told to"},
    }
    parent = {
        "Run": {
            "Type": "Task",
            "Resource": "arn:aws:states:::states:startExecution.sync:2",
            "Arguments": {"StateMachineArn": "${Child}", "Input": "{% $states.input %}"},
            "Output": "{% $states.result.Output %}",
            "Catch": [
                {
                    "ErrorEquals": ["States.TaskFailed"],
                    "Next": "Failed",
                    "Output": "{% $parse($states.errorOutput.Cause).Error %}",
                }
            ],
            "End": True,
        },
        "Failed": {"Type": "Succeed"},
    }
    s = scene(
        {
            "MachineRole": MACHINE_ROLE,
            "Child": machine("child", child),
            "Parent": machine("parent", parent, Child={"Ref": "Child"}),
        }
    )
    assert json.loads(run(s, arn(s, "Parent"), {"good": True}, "one")["output"]) == {"fine": True}
    assert json.loads(run(s, arn(s, "Parent"), {"good": False}, "two")["output"]) == "Probe.Bad"


def test_sdk_integrations_speak_pascal_case_and_name_errors_after_their_service(scene):
    states = {
        "Read": {
            "Type": "Task",
            "Resource": "arn:aws:states:::aws-sdk:ssm:getParameter",
            "Arguments": {"Name": "{% $states.input.name %}"},
            "Output": "{% $states.result.Parameter.Value %}",
            "Catch": [
                {
                    "ErrorEquals": ["Ssm.ParameterNotFoundException"],
                    "Next": "Missing",
                    "Output": "{% $states.errorOutput.Error %}",
                }
            ],
            "End": True,
        },
        "Missing": {"Type": "Succeed"},
    }
    s = scene(
        {
            "Setting": {"Type": "AWS::SSM::Parameter", "Properties": {"Name": "/probe", "Value": "5"}},
            "MachineRole": MACHINE_ROLE,
            "Machine": machine("probe", states),
        }
    )
    assert json.loads(run(s, arn(s, "Machine"), {"name": "/probe"}, "one")["output"]) == "5"
    missing = run(s, arn(s, "Machine"), {"name": "/other"}, "two")
    assert json.loads(missing["output"]) == "Ssm.ParameterNotFoundException"


def test_a_name_stands_for_one_execution(scene):
    s = scene({"MachineRole": MACHINE_ROLE, "Machine": machine("probe", WAITING)})
    client = s.account.client("stepfunctions", s.account.person("dba"))
    start = {"stateMachineArn": arn(s, "Machine"), "name": "same", "input": "{}"}
    first = client.start_execution(**start)
    assert client.start_execution(**start)["executionArn"] == first["executionArn"]
    with pytest.raises(client.exceptions.ExecutionAlreadyExists):
        client.start_execution(**{**start, "input": '{"other":1}'})
    s.clock.run_until()
    with pytest.raises(ClientError, match="ExecutionAlreadyExists"):
        client.start_execution(**start)
    assert len(s.account.executions) == 1


def test_a_stopped_execution_is_aborted_and_takes_its_child_along(scene):
    parent = {
        "Run": {
            "Type": "Task",
            "Resource": "arn:aws:states:::states:startExecution.sync:2",
            "Arguments": {"StateMachineArn": "${Child}"},
            "End": True,
        }
    }
    s = scene(
        {
            "MachineRole": MACHINE_ROLE,
            "Child": machine("child", WAITING),
            "Parent": machine("parent", parent, Child={"Ref": "Child"}),
        }
    )
    client = s.account.client("stepfunctions", s.account.person("dba"))
    execution = client.start_execution(stateMachineArn=arn(s, "Parent"))["executionArn"]
    s.clock.run_until(10.0)
    client.stop_execution(executionArn=execution, error="Killed", cause="by the test")
    s.clock.run_until()
    assert {record.status.value for record in s.account.executions} == {"ABORTED"}
    assert s.clock.monotonic() < 20
    events = [e["detail"] for e in s.account.bus.events if e["source"] == "aws.states"]
    assert sorted(e["status"] for e in events) == ["ABORTED", "ABORTED", "RUNNING", "RUNNING"]


def test_an_asynchronous_invocation_is_tried_three_times_and_then_reported(scene):
    s = scene(
        {
            "FunctionRole": role("lambda.amazonaws.com", allow("sqs:SendMessage", {"Fn::GetAtt": ["Failures", "Arn"]})),
            "Fails": function("failing", "FunctionRole"),
            "Failures": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "failures"}},
            "Config": {
                "Type": "AWS::Lambda::EventInvokeConfig",
                "Properties": {
                    "FunctionName": {"Ref": "Fails"},
                    "Qualifier": "$LATEST",
                    "MaximumRetryAttempts": 2,
                    "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
                },
            },
        }
    )
    name = s.account.functions.names()[0]
    dba = s.account.person("dba")
    s.account.client("lambda", dba).invoke(FunctionName=name, InvocationType="Event", Payload=b'{"a":1}')
    s.clock.run_until()
    (message,) = (json.loads(text) for text in s.account.messages("failures"))
    assert message["requestPayload"] == {"a": 1}
    assert message["requestContext"]["condition"] == "RetriesExhausted"
    assert message["requestContext"]["approximateInvokeCount"] == 3
    assert message["responsePayload"]["errorType"] == "KeyError"
    assert 180 < s.clock.monotonic() < 190
    assert s.account.denials == []


def test_a_function_uses_the_deployed_table_and_its_conditions(scene):
    s = scene(
        {
            "Table": {
                "Type": "AWS::DynamoDB::Table",
                "Properties": {
                    "TableName": "probe",
                    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                },
            },
            "FunctionRole": role(
                "lambda.amazonaws.com",
                allow(
                    "dynamodb:UpdateItem",
                    {"Fn::GetAtt": ["Table", "Arn"]},
                    {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["mine"]}},
                ),
            ),
            "Counts": function("counts", "FunctionRole", TABLE="probe"),
            "MachineRole": MACHINE_ROLE,
            "Machine": machine(
                "probe",
                {"Call": invoke("${Counts}", "{% $states.input %}", End=True)},
                Counts={"Fn::GetAtt": ["Counts", "Arn"]},
            ),
        }
    )
    outcomes = [run(s, arn(s, "Machine"), {"id": "mine"}, f"run-{number}") for number in range(3)]
    assert [outcome["status"] for outcome in outcomes] == ["SUCCEEDED", "SUCCEEDED", "FAILED"]
    assert outcomes[2]["error"] == "ConditionalCheckFailedException"
    assert s.account.items("probe") == [{"id": {"S": "mine"}, "n": {"N": "2"}}]
    assert run(s, arn(s, "Machine"), {"id": "other"}, "denied")["error"] == "ClientError"
    assert [denial.action for denial in s.account.denials] == ["dynamodb:UpdateItem"]
