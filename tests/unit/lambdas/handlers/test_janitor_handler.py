"""Behind an execution that ended badly: its work ended, protection on, the node taken up again, the lease released."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from adapters import lease_table as lease_store
from adapters.consent_records import carried_run
from adapters.documents.document_runs import read_document_run
from adapters.ec2_changes import ensure_stop_protection
from adapters.inflight_calls import CALL_LIFE_S
from adapters.orphaned_work import SHOWS_WITHIN_S
from handlers.janitor import handler
from handlers.lease import handler as lease
from tests.unit.lambdas.handlers.account import (
    APPROVER,
    EXECUTION_ARN,
    MACHINE_ARN,
    TABLE,
    execution,
    newest_events,
    sample,
    scheduled,
)


def ended(status: str = "failed-redrivable", **detail: object) -> dict:
    event = sample(f"sfn-status-{status}")
    event["detail"] |= {"executionArn": EXECUTION_ARN, "stateMachineArn": MACHINE_ARN, **detail}
    return event


@pytest.fixture
def node(aws, context) -> str:
    """A node in the middle of an operation whose execution has ended."""
    aws.states.operations["ListExecutions"] = lambda given: {"executions": []}
    aws.ssm.operations["ListCommands"] = lambda given: {"Commands": []}
    return take(aws, context, "Stopped")


def take(aws, context, goal: str, *beside: str) -> str:
    """A node whose operation took the lease, of nodes `beside` it, too; then its execution was aborted."""
    node = aws.node(protected=False)
    aws.states.operations["DescribeExecution"] = lambda given: {
        "status": "RUNNING",
        "input": json.dumps({"instanceId": node, "goal": goal}),
    }
    taking = {
        "action": "acquire",
        "owner": EXECUTION_ARN,
        "subject": node,
        "goal": goal,
        "requestId": "r",
        "identity": None,
        "members": [node, *beside],
    }
    aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(scheduled(taking))
    lease(taking, context)
    aws.states.operations["GetExecutionHistory"] = lambda given: {"events": []}
    aws.states.operations["DescribeExecution"] = lambda given: {"status": "ABORTED"}
    return node


def owner():
    return lease_store.read_all(TABLE)[0].record.owner


def test_a_running_node_is_protected_again_and_goes_back_into_service(aws, context, node):
    answer = handler(ended(), context)

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"], request["resumes"]) == ("InService", node, 1)
    assert aws.protected(node) and owner() is None
    assert answer["resumed"] == aws.states.of("StartExecution")[0]["name"]
    assert "goes on with goal InService" in aws.messages[0]["Message"]


def test_a_node_that_ec2_takes_no_protection_for_is_taken_up_again_all_the_same(aws, context, node, monkeypatch):
    monkeypatch.setattr("adapters.recovery.can_be_protected", lambda instance: False)

    def refused(*_: object) -> bool:
        raise AssertionError("EC2 would refuse it")

    monkeypatch.setattr("adapters.recovery.ensure_stop_protection", refused)
    handler(ended(), context)
    assert owner() is None and len(aws.states.of("StartExecution")) == 1


def test_a_stop_that_ec2_has_begun_is_finished(aws, context, node):
    aws.ec2.stop_instances(InstanceIds=[node])

    handler(ended(), context)

    assert json.loads(aws.states.of("StartExecution")[0]["input"])["goal"] == "Stopped"
    assert aws.protected(node)


@pytest.fixture
def quiet(aws) -> None:
    """No document and no command is under way."""
    aws.states.operations["ListExecutions"] = lambda given: {"executions": []}
    aws.ssm.operations["ListCommands"] = lambda given: {"Commands": []}


@pytest.mark.parametrize(("also_stopped", "goal"), [(False, "ClusterInService"), (True, "ClusterStopped")])
def test_behind_a_whole_clusters_stop_every_node_is_protected_and_the_cluster_taken_up(
    aws, context, quiet, also_stopped, goal
):
    other, stranger = aws.node(protected=False), aws.node(protected=False, tags={})
    node = take(aws, context, "ClusterStopped", other, stranger)
    aws.ec2.stop_instances(InstanceIds=[other, stranger, *([node] if also_stopped else [])])

    handler(ended(), context)

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"]) == (goal, node)
    assert aws.protected(node) and aws.protected(other) and owner() is None
    assert not aws.protected(stranger), "a member that is opted out meanwhile isn't touched"


@pytest.mark.parametrize("leased", [True, False])
def test_a_node_that_cannot_be_protected_keeps_no_other_of_its_cluster_from_it(
    aws, context, quiet, monkeypatch, leased
):
    """Nothing else happens then: the event is tried again."""
    other = aws.node(protected=False)
    if leased:
        first, event = take(aws, context, "ClusterStopped", other), ended()
    else:
        first = aws.node(protected=False)
        aws.states.operations["DescribeExecution"] = lambda given: {"status": "FAILED"}
        event = ended(input=json.dumps({"instanceId": first, "goal": "ClusterStopped", "resumes": 0}))

    def protect(node: str, state: str) -> bool:
        if node == first:
            raise TimeoutError(node)
        return ensure_stop_protection(node, state)

    monkeypatch.setattr("adapters.recovery.ensure_stop_protection", protect)
    with pytest.raises(TimeoutError, match=first):
        handler(event, context)
    assert aws.protected(other) and not aws.protected(first)
    assert aws.states.of("StartExecution") == []
    assert [lease.record.owner is not None for lease in lease_store.read_all(TABLE)] == [True] * leased


def test_the_same_event_twice_starts_one_execution(aws, context, node):
    first = handler(ended(), context)
    again = handler(ended(), context)

    assert first["resumed"] and again["resumed"] is None
    assert len(aws.states.of("StartExecution")) == 1
    assert len(aws.messages) == 1, "what was cleared up isn't told as if nothing had been under way"


def test_an_execution_that_still_runs_is_left_alone(aws, context, node):
    aws.states.operations["DescribeExecution"] = lambda given: {"status": "RUNNING"}

    handler(ended(), context)

    assert owner().execution_arn == EXECUTION_ARN
    assert aws.states.of("StartExecution") == [] and not aws.protected(node)


def test_nothing_is_released_while_old_work_runs(aws, context, node):
    aws.ssm.operations["ListCommands"] = lambda given: {
        "Commands": [
            {
                "CommandId": "c0000000-0000-4000-8000-000000000001",
                "DocumentName": "CacheWarden-Host-StopSqlServer",
                "Parameters": {"Token": ["1"]},
            }
        ]
    }
    aws.ssm.operations["CancelCommand"] = lambda given: {}

    with pytest.raises(Exception, match="still running: c0000000"):
        handler(ended(), context)

    assert owner() is not None and aws.states.of("StartExecution") == []


def in_flight(aws, function: str, *, since_s: float, after: tuple[str, ...] = ()) -> None:
    """The ended execution's newest events: a call of `function` was begun, then `after` came, then the end."""
    scheduled = {
        "id": 1,
        "type": "TaskScheduled",
        "timestamp": datetime.now(UTC) - timedelta(seconds=since_s),
        "taskScheduledEventDetails": {
            "resourceType": "lambda",
            "resource": "invoke",
            "region": "eu-central-1",
            "parameters": json.dumps(
                {"FunctionName": f"arn:aws:lambda:eu-central-1:1:function:cachewarden-{function}"}
            ),
        },
    }
    ends = [{"id": 2, "type": kind, "timestamp": datetime.now(UTC)} for kind in (*after, "ExecutionAborted")]
    aws.states.operations["GetExecutionHistory"] = lambda given: {"events": [*reversed(ends), scheduled]}


@pytest.fixture
def slept(monkeypatch) -> list[float]:
    seconds: list[float] = []
    monkeypatch.setattr("time.sleep", seconds.append)
    return seconds


def test_a_call_that_the_ended_execution_began_is_waited_out(aws, context, node, slept):
    in_flight(aws, "operate-instance", since_s=20)

    handler(ended("aborted", input="{}"), context)

    assert slept == [pytest.approx(CALL_LIFE_S - 20, abs=5), SHOWS_WITHIN_S]
    assert aws.protected(node) and len(aws.states.of("StartExecution")) == 1


@pytest.mark.parametrize(
    "call",
    [
        {"function": "operate-instance", "since_s": CALL_LIFE_S + 1},
        {"function": "operate-instance", "since_s": 5, "after": ("TaskSucceeded",)},
        {"function": "observe", "since_s": 5},
    ],
    ids=["it must be over", "it answered", "it changes nothing"],
)
def test_a_call_that_cannot_act_any_more_is_not_waited_for(aws, context, node, slept, call):
    in_flight(aws, **call)

    handler(ended("aborted", input="{}"), context)

    assert slept == [SHOWS_WITHIN_S], "only what was sent a moment ago is waited for"
    assert len(aws.states.of("StartExecution")) == 1


def test_the_node_is_protected_before_and_after_the_call_was_waited_out(aws, context, node, monkeypatch):
    in_flight(aws, "operate-instance", since_s=1)
    seen = []

    def lift(seconds: float) -> None:
        seen.append(aws.protected(node))
        aws.ec2.modify_instance_attribute(InstanceId=node, DisableApiStop={"Value": False})

    monkeypatch.setattr("time.sleep", lift)

    handler(ended("aborted", input="{}"), context)

    assert seen[0] and aws.protected(node)


def test_after_three_resumes_a_person_is_called(aws, context, node):
    handler(ended(input=json.dumps({"instanceId": node, "resumes": 3})), context)

    assert aws.states.of("StartExecution") == []
    assert "taken up again several times" in aws.messages[0]["Message"]
    assert owner() is None and aws.protected(node)


def ended_without_a_lease(aws, context, *, goal: str = "Stopped", resumes: int = 0, state: str = "in-service") -> str:
    aws.states.operations["DescribeExecution"] = lambda given: {"status": "FAILED"}
    node = aws.node(protected=False, tags={"cachewarden:managed": "true", "cachewarden:state": state})
    handler(ended(input=json.dumps({"instanceId": node, "goal": goal, "resumes": resumes})), context)
    return node


@pytest.mark.parametrize("goal", ["Stopped", "Cycled"])
def test_a_request_that_ended_before_it_had_the_lease_is_only_told_of(aws, context, goal):
    node = ended_without_a_lease(aws, context, goal=goal)

    assert aws.protected(node), "an opted-in node is protected whatever else is to be done"
    assert aws.states.of("StartExecution") == []
    told = aws.messages[0]["Message"]
    assert "CW5009" in told and "held no lease by then: nothing of it was under way" in told
    assert "brings the node back by itself" not in told, "nobody does"


@pytest.mark.parametrize(
    "ending",
    [
        {"goal": "InService"},
        {"goal": "Stopped", "resumes": 1},
        {"goal": "Stopped", "state": "operating"},
    ],
    ids=[
        "nobody stands beside it",
        "it was taken up itself",
        "the node is marked by an operation",
    ],
)
def test_a_node_is_brought_on_although_the_execution_ended_before_it_had_the_lease(aws, context, ending):
    node = ended_without_a_lease(aws, context, **ending)

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"]) == ("InService", node)
    assert request["resumes"] == ending.get("resumes", 0) + 1
    assert aws.protected(node)
    assert "goes on with goal InService" in aws.messages[0]["Message"]


def test_a_clusters_stop_whose_lease_was_lost_goes_on_for_every_node_of_the_cluster(aws, context):
    """The node that it was asked for is down already, the leader was about to follow."""
    aws.states.operations["DescribeExecution"] = lambda given: {"status": "FAILED"}
    of_cluster = {"cachewarden:managed": "true", "cachewarden:cluster": "sales"}
    down = aws.node(protected=False, tags={**of_cluster, "cachewarden:state": "stopped"})
    leader = aws.node(protected=False, tags={**of_cluster, "cachewarden:state": "operating"})
    aws.ec2.stop_instances(InstanceIds=[down])
    handler(ended(input=json.dumps({"instanceId": down, "goal": "ClusterStopped", "resumes": 0})), context)

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"]) == ("ClusterInService", down)
    assert aws.protected(leader)


def test_an_event_without_the_input_still_finds_its_instance(aws, context):
    """Step Functions leaves long inputs out of its events; how often it was taken up again must not be forgotten."""
    node = aws.node(protected=False, tags={"cachewarden:managed": "true", "cachewarden:state": "in-service"})
    given = {"instanceId": node, "goal": "InService", "resumes": 2}
    aws.states.operations["DescribeExecution"] = lambda _: {"status": "FAILED", "input": json.dumps(given)}
    handler(ended(input=None), context)

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"], request["resumes"]) == ("InService", node, 3)


def test_a_preflight_that_was_killed_is_repeated_on_a_node_that_is_protected_first(aws, context):
    """An opt-in's only execution: without it nobody would ever protect the node."""
    node = ended_without_a_lease(aws, context, goal="Preflight")

    request = json.loads(aws.states.of("StartExecution")[0]["input"])
    assert (request["goal"], request["instanceId"], request["resumes"]) == ("Preflight", node, 1)
    assert aws.protected(node)


def test_without_a_lease_too_a_person_is_called_after_three_resumes(aws, context):
    node = ended_without_a_lease(aws, context, goal="InService", resumes=3)

    assert aws.states.of("StartExecution") == []
    assert "taken up again several times" in aws.messages[0]["Message"]
    assert aws.protected(node)


@pytest.mark.parametrize("text", ["", "not JSON", "{}", '{"instanceId": "i-0123456789abcdef0", "goal": "Sideways"}'])
def test_an_input_that_nobody_understands_is_told_of(aws, context, text):
    aws.states.operations["DescribeExecution"] = lambda given: {"status": "FAILED"}

    handler(ended(input=text), context)

    assert aws.states.of("StartExecution") == []
    assert len(aws.messages) == 1


@pytest.mark.parametrize("name", ["sfn-status-succeeded", "sfn-status-running", "ec2-state-change-running"])
def test_other_events_are_none_of_its_business(aws, context, node, name):
    event = sample(name)

    assert handler(event, context) == {"cleared": [], "resumed": None}
    assert owner() is not None


def test_an_execution_of_another_machine_is_none_of_its_business(aws, context, node):
    handler(ended(stateMachineArn=MACHINE_ARN + "-other"), context)

    assert owner() is not None


# --- consent of the operation that goes on ---

RUN = "0a1b2c3d-0000-4000-8000-000000000001"
REBUILD = "CacheWarden-AcceptRebuildAndStartInstance"


def rebuild_broke_off(aws, context, *, status: str = "FAILED", hours_ago: float = 1, arn: str = "", **run) -> str:
    """The execution that a person's run started by its own name has ended; gives the name of the one that goes on."""
    arn = arn or execution(RUN)
    node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:state": "operating"})
    started = {
        "DocumentName": REBUILD,
        "Parameters": {"InstanceId": [node]},
        "ExecutionStartTime": datetime.now(UTC) - timedelta(hours=hours_ago),
        "ExecutedBy": "arn:aws:iam::123456789012:user/dana",
        "AutomationExecutionStatus": "Failed",
        **run,
    }
    aws.ssm.operations["GetAutomationExecution"] = lambda given: {"AutomationExecution": started}
    aws.states.operations["DescribeExecution"] = lambda given: {"status": status}
    event = ended(executionArn=arn, input=json.dumps({"instanceId": node, "goal": "InService"}))
    return str(handler(event, context)["resumed"])


def carried(resumed: str) -> str | None:
    run = carried_run(TABLE, resumed, approvers=frozenset({APPROVER}))
    assert run is None or run.speaks_for == resumed
    return run.id if run is not None else None


def test_the_execution_that_goes_on_has_the_consent_of_the_one_that_ended(aws, context):
    first = rebuild_broke_off(aws, context)
    assert carried(first) == RUN
    assert carried("another") is None
    second = rebuild_broke_off(aws, context, arn=execution(first))
    assert second != first and carried(second) == RUN, "it goes on a second time"


def approval(asked: str = APPROVER, status: str = "Success", word: str = "Approved") -> dict:
    """The run's step that asks approvers, as Systems Manager shows it."""
    decision = {"Approver": asked, "Decision": "Approve" if word == "Approved" else "Reject"}
    return {
        "StepName": "AskApprovers",
        "Action": "aws:approve",
        "StepStatus": status,
        "ExecutionEndTime": datetime.now(UTC) - timedelta(hours=1),
        "Inputs": {"Approvers": json.dumps([asked])},
        "Outputs": {"ApprovalStatus": [word], "ApproverDecisions": [json.dumps(decision)]},
    }


@pytest.mark.parametrize(
    ("step", "carries"),
    [
        (approval(), True),
        (approval(status="Failed", word="Rejected"), False),
        (approval(status="Waiting", word="Waiting"), False),
        (approval(asked="arn:aws:iam::123456789012:user/mallory"), False),
    ],
    ids=["approved", "rejected", "undecided", "by somebody else"],
)
def test_of_a_run_that_asked_approvers_only_their_approval_is_carried_on(aws, context, step, carries):
    asked = {"DocumentName": "CacheWarden-RequestRebuildAndStartInstance", "StepExecutions": [step]}
    assert carried(rebuild_broke_off(aws, context, **asked)) == (RUN if carries else None)


@pytest.mark.parametrize(("late", "granted"), [(0, True), (3, True), (99, False)])
def test_an_approval_that_systems_manager_shows_late_is_waited_for_some_seconds(aws, monkeypatch, late, granted):
    waited: list[float] = []
    monkeypatch.setattr("adapters.documents.document_runs.time.sleep", waited.append)

    def run(given: dict) -> dict:
        waiting = {**approval(status="Waiting", word="Waiting"), "ExecutionEndTime": None}
        shown = approval() if len(waited) >= late else waiting
        return {
            "AutomationExecution": {
                "DocumentName": "CacheWarden-RequestRebuildAndStartInstance",
                "Parameters": {"InstanceId": ["i-0123456789abcdef0"]},
                "ExecutionStartTime": datetime.now(UTC),
                "ExecutedBy": "arn:aws:iam::123456789012:user/dana",
                "AutomationExecutionStatus": "InProgress",
                "StepExecutions": [shown],
            }
        }

    aws.ssm.operations["GetAutomationExecution"] = run
    found = read_document_run(RUN, approvers=frozenset({APPROVER}))
    assert found is not None and found.approval is not None
    assert (found.approval.granted, len(waited)) == (granted, min(late, 4))


@pytest.mark.parametrize(
    "void",
    [
        {"DocumentName": "CacheWarden-StartInstance"},
        {"DocumentName": "CacheWarden-AcceptOutageAndStopInstance"},
        {"Parameters": {"InstanceId": ["i-0123456789abcdef0"]}},
        {"AutomationExecutionStatus": "Cancelled"},
        {"hours_ago": 25},
        {"status": "SUCCEEDED"},
        {"arn": execution("made-up")},
    ],
    ids=["no consent", "to another goal", "another node", "withdrawn", "too old", "at its goal", "not by a document"],
)
def test_what_does_not_count_any_more_is_not_carried_on(aws, context, void):
    """`SUCCEEDED`: whoever may invoke the janitor names an execution that has long been at its goal."""
    assert carried(rebuild_broke_off(aws, context, **void)) is None
