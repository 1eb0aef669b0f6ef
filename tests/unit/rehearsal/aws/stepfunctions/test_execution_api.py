"""What the API tells of an execution, and running an unsuccessful one again."""

import json
from itertools import pairwise

import pytest
from state_machine_scene import MACHINE_ROLE, arn, machine

BRANCH = {"StartAt": "B", "States": {"B": {"Type": "Pass", "End": True}}}
OTHER = {"StartAt": "C", "States": {"C": {"Type": "Pass", "End": True}}}
EVERYTHING = {
    "Keep": {"Type": "Pass", "Assign": {"n": "{% $states.input.n %}"}, "Next": "Both"},
    "Both": {"Type": "Parallel", "Branches": [BRANCH, OTHER], "Next": "Each"},
    "Each": {
        "Type": "Map",
        "Items": [1],
        "MaxConcurrency": 1,
        "ItemProcessor": {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": True}}},
        "Next": "Read",
    },
    "Read": {
        "Type": "Task",
        "Resource": "arn:aws:states:::aws-sdk:ssm:getParameter",
        "Arguments": {"Name": "/probe"},
        "TimeoutSeconds": 30,
        "Output": "{% $states.result.Parameter.Value %}",
        "Next": "Check",
    },
    "Check": {
        "Type": "Choice",
        "Choices": [{"Condition": "{% $states.input = 'good' %}", "Next": "End"}],
        "Default": "Bad",
    },
    "End": {"Type": "Succeed"},
    "Bad": {"Type": "Fail", "Error": "Probe.Bad", "Cause": "{% 'not ' & 'good' %}"},
}


@pytest.fixture
def probe(scene):
    """Gives a function (parameter's value, states) -> scene, client, execution; played to its end."""

    def play(value=None, states=EVERYTHING, timeout=None):
        resources = {"MachineRole": MACHINE_ROLE, "Machine": machine("probe", states)}
        if timeout is not None:
            properties = resources["Machine"]["Properties"]
            text = json.loads(properties["DefinitionString"]) | {"TimeoutSeconds": timeout}
            properties["DefinitionString"] = json.dumps(text)
        if value is not None:
            setting = {"Type": "AWS::SSM::Parameter", "Properties": {"Name": "/probe", "Value": value}}
            resources["Setting"] = setting
        s = scene(resources)
        client = s.account.client("stepfunctions", s.account.person("dba"))
        started = client.start_execution(stateMachineArn=arn(s, "Machine"), name="one", input='{"n": [1, null]}')
        s.clock.run_until()
        return s, client, started["executionArn"]

    return play


def history(client, execution, **options):
    return client.get_execution_history(executionArn=execution, **options)["events"]


def test_history_has_every_event_with_its_details_and_its_predecessor(probe):
    _, client, execution = probe("good")
    events = history(client, execution)
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events] == [
        "ExecutionStarted",
        *("PassStateEntered", "PassStateExited"),
        *("ParallelStateEntered", "ParallelStateStarted"),
        *("PassStateEntered", "PassStateExited", "PassStateEntered", "PassStateExited"),
        *("ParallelStateSucceeded", "ParallelStateExited"),
        *("MapStateEntered", "MapStateStarted", "MapIterationStarted", "PassStateEntered", "PassStateExited"),
        *("MapIterationSucceeded", "MapStateSucceeded", "MapStateExited"),
        *("TaskStateEntered", "TaskScheduled", "TaskStarted", "TaskSucceeded", "TaskStateExited"),
        *("ChoiceStateEntered", "ChoiceStateExited", "SucceedStateEntered", "SucceedStateExited"),
        "ExecutionSucceeded",
    ]
    by_type = {event["type"]: event for event in events}
    assert by_type["ExecutionStarted"]["executionStartedEventDetails"]["roleArn"].startswith("arn:aws:iam::")
    assert events[2]["stateExitedEventDetails"]["assignedVariables"] == {"n": "[1,null]"}
    assert by_type["MapIterationStarted"]["mapIterationStartedEventDetails"] == {"name": "Each", "index": 0}
    assert by_type["TaskScheduled"]["taskScheduledEventDetails"] == {
        "resourceType": "aws-sdk:ssm",
        "resource": "getParameter",
        "region": "eu-west-1",
        "parameters": '{"Name":"/probe"}',
        "timeoutInSeconds": 30,
    }
    assert json.loads(by_type["TaskSucceeded"]["taskSucceededEventDetails"]["output"])["Parameter"]["Value"] == "good"
    assert by_type["ExecutionSucceeded"]["executionSucceededEventDetails"]["output"] == '"good"'

    previous = {event["id"]: event["previousEventId"] for event in events}
    assert (previous[1], previous[2], previous[3]) == (0, 0, 2)
    first_of_branches = [e["id"] for e in events if e.get("stateEnteredEventDetails", {}).get("name") in ("B", "C")]
    assert [previous[number] for number in first_of_branches] == [5, 5]
    after_branches = events.index(by_type["ParallelStateSucceeded"])
    assert all(later["previousEventId"] == earlier["id"] for earlier, later in pairwise(events[after_branches - 1 :]))


def test_history_comes_in_pages_backwards_or_without_data(probe):
    _, client, execution = probe("good")
    events = history(client, execution)
    assert history(client, execution, reverseOrder=True) == events[::-1]
    first = client.get_execution_history(executionArn=execution, maxResults=10)
    second = client.get_execution_history(executionArn=execution, maxResults=100, nextToken=first["nextToken"])
    assert [*first["events"], *second["events"]] == events
    assert "nextToken" not in second
    bare = history(client, execution, includeExecutionData=False)
    assert bare[1]["stateEnteredEventDetails"] == {"name": "Keep"}


def test_a_failed_task_tells_its_error_in_the_history_and_in_the_description(probe):
    _, client, execution = probe()
    events = history(client, execution)
    failed = next(event for event in events if event["type"] == "TaskFailed")["taskFailedEventDetails"]
    assert failed["error"] == "Ssm.ParameterNotFoundException"
    assert events[-1]["executionFailedEventDetails"] == {"error": failed["error"], "cause": failed["cause"]}
    described = client.describe_execution(executionArn=execution)
    assert (described["error"], described["cause"]) == (failed["error"], failed["cause"])


def test_an_execution_that_timed_out_is_described_without_an_error(probe):
    waiting = {"Wait": {"Type": "Wait", "Seconds": 100, "End": True}}
    s, client, execution = probe(states=waiting, timeout=20)
    described = client.describe_execution(executionArn=execution)
    assert described["status"] == "TIMED_OUT"
    assert not {"error", "cause", "output"} & described.keys()
    last = history(client, execution)[-1]
    assert last["executionTimedOutEventDetails"] == {"error": "States.Timeout"}
    assert last["previousEventId"] == 0
    announced = [event["detail"] for event in s.account.bus.events if event["source"] == "aws.states"]
    assert announced[-1]["status"] == "TIMED_OUT" and announced[-1]["error"] is None


def test_a_redriven_execution_goes_on_from_the_state_that_failed(probe):
    s, client, execution = probe()
    before = client.describe_execution(executionArn=execution)
    assert (before["status"], before["redriveStatus"], before["redriveCount"]) == ("FAILED", "REDRIVABLE", 0)
    events = len(history(client, execution))

    s.account.client("ssm", s.account.person("dba")).put_parameter(Name="/probe", Value="good", Type="String")
    date = client.redrive_execution(executionArn=execution, clientToken="once")["redriveDate"]
    assert client.redrive_execution(executionArn=execution, clientToken="once")["redriveDate"] == date
    assert client.describe_execution(executionArn=execution)["status"] == "RUNNING"
    s.clock.run_until()

    after = client.describe_execution(executionArn=execution)
    assert (after["status"], after["redriveCount"], after["redriveStatus"]) == ("SUCCEEDED", 1, "NOT_REDRIVABLE")
    assert after["redriveStatusReason"] == "Execution is SUCCEEDED and cannot be redriven"
    again = history(client, execution)[events:]
    assert again[0]["executionRedrivenEventDetails"] == {"redriveCount": 1}
    entered = [event["stateEnteredEventDetails"]["name"] for event in again if event["type"].endswith("Entered")]
    assert entered == ["Read", "Check", "End"]
    announced = [event["detail"]["status"] for event in s.account.bus.events if event["source"] == "aws.states"]
    assert announced == ["RUNNING", "FAILED", "RUNNING", "SUCCEEDED"]


def test_variables_live_on_and_the_context_counts_redrives(probe):
    states = {
        "Keep": {"Type": "Pass", "Assign": {"kept": 5}, "Next": "Read"},
        "Read": EVERYTHING["Read"] | {"Next": "End"},
        "End": {"Type": "Succeed", "Output": ["{% $kept %}", "{% $states.context.Execution.RedriveCount %}"]},
    }
    s, client, execution = probe(states=states)
    s.account.client("ssm", s.account.person("dba")).put_parameter(Name="/probe", Value="good", Type="String")
    client.redrive_execution(executionArn=execution)
    s.clock.run_until()
    assert client.describe_execution(executionArn=execution)["output"] == "[5,1]"


def test_the_machine_s_timeout_begins_anew_with_a_redrive(probe):
    waiting = {"Wait": {"Type": "Wait", "Seconds": 30, "End": True}}
    s, client, execution = probe(states=waiting, timeout=20)
    client.redrive_execution(executionArn=execution)
    s.clock.run_until()
    described = client.describe_execution(executionArn=execution)
    assert described["status"] == "TIMED_OUT"
    assert 20 <= (described["stopDate"] - described["redriveDate"]).total_seconds() < 21


@pytest.mark.parametrize("why", ["succeeded", "running", "too late"])
def test_what_cannot_be_redriven_is_refused_with_the_reason(probe, why):
    waiting = {"Wait": {"Type": "Wait", "Seconds": 10, "Next": "Bad"}, "Bad": {"Type": "Fail"}}
    s, client, execution = probe("good", EVERYTHING if why == "succeeded" else waiting)
    reason = "Execution is SUCCEEDED and cannot be redriven"
    if why == "running":
        client.redrive_execution(executionArn=execution)
        reason = "Execution is RUNNING and cannot be redriven"
    if why == "too late":
        s.clock.run_until(14 * 86_400 + 60.0)
        reason = "Execution redrivable period exceeded"
    assert client.describe_execution(executionArn=execution)["redriveStatusReason"] == reason
    with pytest.raises(client.exceptions.ExecutionNotRedrivable, match=reason):
        client.redrive_execution(executionArn=execution)


def test_executions_are_listed_by_status_by_page_and_by_redrive(probe):
    s, client, execution = probe()
    machine_arn = arn(s, "Machine")
    for number in range(3):
        client.start_execution(stateMachineArn=machine_arn, name=f"more-{number}")
    s.clock.run_until()
    client.redrive_execution(executionArn=execution)

    def listed(**options):
        return [e["name"] for e in client.list_executions(stateMachineArn=machine_arn, **options)["executions"]]

    assert listed() == ["more-2", "more-1", "more-0", "one"]
    assert listed(statusFilter="RUNNING") == ["one"]
    assert listed(redriveFilter="NOT_REDRIVEN") == ["more-2", "more-1", "more-0"]
    token = client.list_executions(stateMachineArn=machine_arn, maxResults=3)["nextToken"]
    assert listed(nextToken=token) == ["one"]


def test_input_over_256_kib_is_refused(probe):
    s, client, _ = probe("good")
    with pytest.raises(client.exceptions.InvalidExecutionInput):
        client.start_execution(stateMachineArn=arn(s, "Machine"), input=json.dumps("ä" * 150_000, ensure_ascii=False))


@pytest.mark.parametrize("text", ["{", "NaN", "[1e400]"])
def test_input_that_is_no_json_is_refused(probe, text):
    s, client, _ = probe("good")
    with pytest.raises(client.exceptions.InvalidExecutionInput):
        client.start_execution(stateMachineArn=arn(s, "Machine"), input=text)
