"""How long a task is waited for, who may answer for it, and what it is called when it fails."""

import json

import pytest
from account_scene import allow, function, role
from botocore.exceptions import ClientError
from state_machine_scene import MACHINE_ROLE, arn, invoke, machine, run

from rehearsal.aws.api.clients import shared_client
from rehearsal.aws.stepfunctions.sdk_names import SDK_SERVICES, error_name
from rehearsal.kernel.clock import ActorError
from rehearsal.kernel.faults import Fault, FaultKind

CHILD = {"Wait": {"Type": "Wait", "Seconds": 100, "End": True}}


def catching(state, **more):
    """The state, and what a Catch of everything gets to see."""
    catch = [{"ErrorEquals": ["States.ALL"], "Next": "Caught", "Output": "{% $states.errorOutput %}"}]
    return {"Do": {**state, "Catch": catch, "End": True, **more}, "Caught": {"Type": "Succeed"}}


def nested(suffix, **more):
    resource = f"arn:aws:states:::states:startExecution{suffix}"
    return {"Type": "Task", "Resource": resource, "Arguments": {"StateMachineArn": "${Child}"}, **more}


def with_child(scene, states, **options):
    return scene(
        {
            "MachineRole": MACHINE_ROLE,
            "Child": machine("child", CHILD),
            "Machine": machine("probe", states, Child={"Ref": "Child"}),
        },
        **options,
    )


def test_a_start_without_an_answer_is_an_sdk_error_that_can_be_caught_and_has_happened(scene):
    lost = Fault(point="api.stepfunctions.StartExecution", kind=FaultKind.LOST, occurrence=2)
    s = with_child(scene, catching(nested(".sync:2")), faults=[lost])
    caught = json.loads(run(s, arn(s, "Machine"))["output"])
    assert caught == {
        "Error": "StepFunctions.SdkClientException",
        "Cause": "Unable to execute HTTP request: Read timed out",
    }
    assert [record.machine.name for record in s.account.executions] == ["probe", "child"]


def test_an_sdk_call_without_an_answer_is_named_after_its_service(scene):
    lost = Fault(point="api.ssm.GetParameter", kind=FaultKind.LOST)
    read = {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:ssm:getParameter", "Arguments": {"Name": "/probe"}}
    s = scene(
        {
            "Setting": {"Type": "AWS::SSM::Parameter", "Properties": {"Name": "/probe", "Value": "5"}},
            "MachineRole": MACHINE_ROLE,
            "Machine": machine("probe", catching(read)),
        },
        faults=[lost],
    )
    assert json.loads(run(s, arn(s, "Machine"))["output"])["Error"] == "Ssm.SdkClientException"


NAMES = {
    ("ec2", "IncorrectInstanceState"): "Ec2.Ec2Exception",
    ("ec2", "RequestLimitExceeded"): "Ec2.Ec2Exception",
    ("dynamodb", "ConditionalCheckFailedException"): "DynamoDb.ConditionalCheckFailedException",
    ("dynamodb", "ThrottlingException"): "DynamoDb.ThrottlingException",
    ("dynamodb", "AccessDeniedException"): "DynamoDb.DynamoDbException",
    ("sfn", "ExecutionAlreadyExists"): "Sfn.ExecutionAlreadyExistsException",
    ("sfn", "StateMachineDoesNotExist"): "Sfn.StateMachineDoesNotExistException",
    ("sfn", "ThrottlingException"): "Sfn.SfnException",
    ("ssm", "ParameterNotFound"): "Ssm.ParameterNotFoundException",
    ("ssm", "AutomationDefinitionNotFoundException"): "Ssm.AutomationDefinitionNotFoundException",
    ("ssm", "ThrottlingException"): "Ssm.ThrottlingException",
    ("sns", "NotFound"): "Sns.NotFoundException",
    ("sqs", "QueueDoesNotExist"): "Sqs.QueueDoesNotExistException",
    ("lambda", "TooManyRequestsException"): "Lambda.TooManyRequestsException",
}


@pytest.mark.parametrize(("service", "code"), NAMES)
def test_an_error_of_a_service_has_step_functions_name(service, code):
    boto_service, prefix = SDK_SERVICES[service]
    assert error_name(shared_client(boto_service), prefix, code) == NAMES[service, code]


def test_a_task_that_acts_as_another_role_is_refused_rather_than_done_as_the_machine(scene):
    read = {"Type": "Task", "Resource": "arn:aws:states:::aws-sdk:ssm:getParameter", "Arguments": {"Name": "/probe"}}
    other = {**read, "Credentials": {"RoleArn": "arn:aws:iam::444455556666:role/other"}, "End": True}
    s = scene({"MachineRole": MACHINE_ROLE, "Machine": machine("probe", {"Do": other})})
    with pytest.raises(ActorError, match="UnsupportedError: probe/Do: Credentials"):
        run(s, arn(s, "Machine"))


def test_an_event_that_is_not_accepted_fails_the_task(scene):
    put = {
        "Type": "Task",
        "Resource": "arn:aws:states:::events:putEvents",
        "Arguments": {"Entries": [{"Source": "probe", "DetailType": "Probe", "Detail": {"a": 1}}]},
    }
    s = scene({"MachineRole": MACHINE_ROLE, "Machine": machine("probe", catching(put))})
    refused = {"FailedEntryCount": 1, "Entries": [{"ErrorCode": "InternalFailure", "ErrorMessage": "no"}]}
    asked = []
    s.account.gateway.register("events", {"PutEvents": lambda parameters: asked.append(parameters) or dict(refused)})
    caught = json.loads(run(s, arn(s, "Machine"))["output"])
    assert caught["Error"] == "EventBridge.FailedEntry"
    assert json.loads(caught["Cause"]) == refused
    assert asked[0]["Entries"][0]["Detail"] == '{"a":1}'


def test_the_start_of_a_child_is_in_the_history_before_its_end(scene):
    s = with_child(scene, {"Do": nested(".sync:2", End=True)})
    client = s.account.client("stepfunctions", s.account.person("dba"))
    execution = client.start_execution(stateMachineArn=arn(s, "Machine"))["executionArn"]
    s.clock.run_until(10.0)
    events = client.get_execution_history(executionArn=execution)["events"]
    assert events[-1]["type"] == "TaskSubmitted"
    details = events[-1]["taskSubmittedEventDetails"]
    assert (details["resourceType"], details["resource"]) == ("states", "startExecution.sync:2")
    assert json.loads(details["output"])["ExecutionArn"] == [record.arn for record in s.account.executions][1]


def test_a_task_is_given_up_at_its_timeout_while_its_function_goes_on(scene):
    s = scene(
        {
            "FunctionRole": role("lambda.amazonaws.com"),
            "Slow": function("slow", "FunctionRole", timeout=60, SETTING="late"),
            "MachineRole": MACHINE_ROLE,
            "Machine": machine(
                "probe",
                catching(invoke("${Slow}", {"seconds": 30}, TimeoutSeconds=10)),
                Slow={"Fn::GetAtt": ["Slow", "Arn"]},
            ),
        }
    )
    got = run(s, arn(s, "Machine"))
    assert json.loads(got["output"]) == {"Error": "States.Timeout"}
    assert 10 <= (got["stopDate"] - got["startDate"]).total_seconds() < 11
    assert s.clock.monotonic() > 30


@pytest.mark.parametrize("ending", ["timeout", "stop"])
def test_a_child_that_is_no_longer_waited_for_is_stopped(scene, ending):
    s = with_child(scene, {"Do": nested(".sync", TimeoutSeconds=20 if ending == "timeout" else 90, End=True)})
    client = s.account.client("stepfunctions", s.account.person("dba"))
    execution = client.start_execution(stateMachineArn=arn(s, "Machine"))["executionArn"]
    s.clock.run_until(10.0)
    if ending == "stop":
        client.stop_execution(executionArn=execution)
    s.clock.run_until()
    assert [record.status.value for record in s.account.executions] == [
        "FAILED" if ending == "timeout" else "ABORTED",
        "ABORTED",
    ]
    assert s.clock.monotonic() < 25


def waiting_for_a_person(**more):
    return {
        "Type": "Task",
        "Resource": "arn:aws:states:::sns:publish.waitForTaskToken",
        "Arguments": {"TopicArn": "${Topic}", "Message": {"token": "{% $states.context.Task.Token %}"}},
        **more,
    }


@pytest.fixture
def asked(scene):
    """Gives a function (state's fields) -> scene, client, execution, token: somebody has been asked and may answer."""

    def ask(**fields):
        s = scene(
            {
                "MachineRole": MACHINE_ROLE,
                "Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "people"}},
                "Machine": machine("probe", catching(waiting_for_a_person(), **fields), Topic={"Ref": "Topic"}),
            }
        )
        client = s.account.client("stepfunctions", s.account.person("dba"))
        execution = client.start_execution(stateMachineArn=arn(s, "Machine"))["executionArn"]
        s.clock.run_until(5.0)
        token = json.loads(s.account.published[-1]["message"])["token"]
        return s, client, execution, token

    return ask


def outcome(s, client, execution):
    s.clock.run_until()
    got = client.describe_execution(executionArn=execution)
    return json.loads(got["output"])


def test_an_answer_to_the_token_is_the_task_s_result(asked):
    s, client, execution, token = asked()
    s.clock.run_until(500.0)
    client.send_task_success(taskToken=token, output='{"approved": true}')
    assert outcome(s, client, execution) == {"approved": True}
    with pytest.raises(client.exceptions.TaskTimedOut):
        client.send_task_success(taskToken=token, output="{}")


def test_a_failure_sent_for_the_token_is_the_task_s_error(asked):
    s, client, execution, token = asked()
    client.send_task_failure(taskToken=token, error="Refused", cause="not today")
    assert outcome(s, client, execution) == {"Error": "Refused", "Cause": "not today"}


def test_silence_for_longer_than_the_heartbeat_is_a_timeout_that_heartbeats_prevent(asked):
    s, client, execution, token = asked(HeartbeatSeconds=30, TimeoutSeconds=200)
    for at in (30.0, 55.0, 80.0):
        s.clock.run_until(at)
        client.send_task_heartbeat(taskToken=token)
    assert outcome(s, client, execution) == {"Error": "States.Timeout"}
    assert 110 <= s.clock.monotonic() < 112


def test_a_missed_heartbeat_is_caught_under_its_own_name(asked):
    own = [{"ErrorEquals": ["States.HeartbeatTimeout"], "Next": "Caught", "Output": "silent"}]
    s, client, execution, _ = asked(HeartbeatSeconds=30, Catch=own)
    assert outcome(s, client, execution) == "silent"


def test_heartbeats_do_not_outlive_the_task_s_timeout(asked):
    s, client, execution, token = asked(HeartbeatSeconds=30, TimeoutSeconds=50)
    s.clock.run_until(30.0)
    client.send_task_heartbeat(taskToken=token)
    assert outcome(s, client, execution) == {"Error": "States.Timeout"}
    assert 50 <= s.clock.monotonic() < 56
    with pytest.raises(client.exceptions.TaskTimedOut):
        client.send_task_heartbeat(taskToken=token)


def test_wrong_tokens_and_outputs_are_refused(asked):
    _, client, _, token = asked()
    with pytest.raises(client.exceptions.InvalidToken):
        client.send_task_success(taskToken="made up", output="{}")
    with pytest.raises(client.exceptions.InvalidOutput):
        client.send_task_success(taskToken=token, output="{")


def test_each_attempt_has_a_token_of_its_own(asked):
    s, client, _, first = asked(Retry=[{"ErrorEquals": ["Again"], "MaxAttempts": 1}])
    client.send_task_failure(taskToken=first, error="Again")
    s.clock.run_until(10.0)
    second = json.loads(s.account.published[-1]["message"])["token"]
    assert second != first
    with pytest.raises(ClientError, match="TaskTimedOut"):
        client.send_task_success(taskToken=first, output="{}")
    client.send_task_success(taskToken=second, output="1")


def test_a_function_s_own_role_may_answer_with_the_permission_only(scene):
    s = scene({"R": role("lambda.amazonaws.com"), "G": role("lambda.amazonaws.com", allow("states:SendTaskSuccess"))})
    name = {logical: s.account.stacks.find("AWS::IAM::Role", logical).physical_id for logical in ("R", "G")}
    with pytest.raises(ClientError, match="AccessDenied"):
        s.account.client("stepfunctions", name["R"]).send_task_success(taskToken="t", output="{}")
    with pytest.raises(ClientError, match="InvalidToken"):
        s.account.client("stepfunctions", name["G"]).send_task_success(taskToken="t", output="{}")
