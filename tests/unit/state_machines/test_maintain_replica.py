"""The workflow's own text, run in the interpreter against the model cluster."""

from datetime import datetime
from itertools import pairwise

import pytest

from cachewarden.operation.actions import Action
from cachewarden.operation.timing import LEASE_LIFE_S
from rehearsal.engines.asl import Machine
from tests.unit.lambdas.sales_cluster import Node, Sales
from tests.unit.state_machines.machine_harness import Services, definition, run

MACHINE = Machine.parse(definition("maintain_replica"))
ACTS = {action.value for action in Action}


def request(goal: str, node: Node, **more: object) -> dict[str, object]:
    return {"requestId": "r1", "goal": goal, "instanceId": node.instance_id, "requestedBy": "dana", **more}


@pytest.fixture
def services() -> Services:
    return Services(Sales())


def test_a_stop_and_a_return_reach_their_goals(services):
    one = services.sales.one
    stopped = run(MACHINE, request("Stopped", one), services, name="stop")
    returned = run(MACHINE, request("InService", one), services, name="return")

    assert stopped.output["outcome"] == returned.output["outcome"] == "Goal"
    assert one.state == "running" and one.protected and one.sql_running
    assert services.acts == [
        "acquire",
        "WriteTags",
        "save_modes",
        "HoldReplicaModes",
        "FailOverAvailabilityGroups",
        "StopSqlServer",
        "EvacuateCache",
        "LiftProtection",
        "StopInstance",
        "SetProtection",
        "WriteTags",
        "acquire",
        "WriteTags",
        "StartInstance",
        "InitializeStorage",
        "StartSqlServer",
        "RestoreCache",
        "RestoreReplicaModes",
        "forget_modes",
        "WriteTags",
    ]
    assert one.tags["cachewarden:state"] == "in-service"
    assert [record.owner for record in services.leases.records] == [None]


def test_the_rules_stand_in_the_order_in_which_a_cycle_acts(services):
    rules = [rule["Next"] for rule in definition("maintain_replica")["States"]["WhatIsNext"]["Choices"]]
    result = run(MACHINE, request("Cycled", services.sales.one), services)

    entered = [event.state for event in result.history if event.type == "TaskStateEntered" and event.state in ACTS]
    acts = list(dict.fromkeys(entered))
    assert acts == sorted(acts, key=rules.index)
    assert ACTS - set(acts) == {
        "SnapshotDataVolumes", "RebuildStorage", "ReseedDatabases", "DrainClusterNode", "ResumeClusterNode",
        "RemoveReplicas", "CheckRights",
        "TurnToNode", "RaiseSwapThroughput", "ChangeInstanceType", "SnapshotNode",
        "StopNeverBootedInstance", "DetachPoolVolumes", "AttachPoolVolumes",
    }  # fmt: skip


def test_a_person_reads_a_sentence_and_a_code_at_every_state(services):
    services.broken["states:startExecution.sync:2"] = ["States.TaskFailed"]
    result = run(MACHINE, request("Cycled", services.sales.one), services)

    left = [event for event in result.history if event.type.endswith("StateExited")]
    assert left.pop().facts["output"] == result.output
    assert all(set(event.facts["output"]) == {"sentence", "code"} for event in left)
    assert all(event.facts["output"]["sentence"] for event in left)
    read = {(event.state, event.facts["output"]["sentence"], event.facts["output"]["code"]) for event in left}
    assert ("HoldReplicaModes", "made to fail by the test", "States.TaskFailed") in read
    assert ("AcceptRequest", f"Cycled of {services.sales.one.instance_id} is asked for", None) in read
    one, two = services.sales.one.instance_id, services.sales.two.instance_id
    assert ("ObserveCluster", f"{one} is stopped, {two} is running", None) in read


def test_a_cycle_is_one_execution_of_few_transitions(services):
    result = run(MACHINE, request("Cycled", services.sales.one), services)

    assert result.output["outcome"] == "Goal"
    assert result.transitions < 150
    assert len(result.history) < 700


def test_the_workflow_adds_little_to_what_disks_and_boots_take(services):
    services.command_s = 0.0
    started = services.sales.now
    run(MACHINE, request("Cycled", services.sales.one), services)

    physical_s = 2 * 400 + 60 + 185
    assert (services.sales.now - started).total_seconds() < physical_s * 1.2


def test_a_request_with_only_goal_and_instance_is_enough(services):
    result = run(MACHINE, {"goal": "Preflight", "instanceId": services.sales.one.instance_id}, services)

    assert (result.output["outcome"], result.output["code"]) == ("Goal", "CW6008")
    assert services.acts == ["CheckRights", "answer"], "it asks whether people have this answer already"


def test_a_request_from_the_console_document_has_null_times(services):
    result = run(
        MACHINE, request("Preflight", services.sales.one, requestedAt=None, expiresAt=None, documentRun=None), services
    )

    assert result.output["outcome"] == "Goal"


def test_a_refusal_changes_nothing_takes_no_lease_and_is_told(services):
    services.sales.two.synchronized = False

    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.status == "SUCCEEDED"
    assert (result.output["outcome"], result.output["code"]) == ("Refused", "CW6105")
    assert services.acts == ["answer"] and services.leases.records == []
    assert services.sales.one.protected
    message = services.messages[0]["Message"]
    assert "SALES2 is behind" in message and "dana" in message and "Is my data safe? Unknown: another node" in message


def test_a_failed_evacuation_goes_back_into_service_in_the_same_execution(services):
    services.sales.one.worker_fails_at = 60

    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.output["outcome"] == "InService"
    assert services.sales.one.sql_running and services.sales.one.protected
    assert len(services.messages) == 1 and "CW6201" in services.messages[0]["Message"]


@pytest.mark.parametrize(
    ("service", "errors"),
    [
        ("observe", ["Lambda.TooManyRequestsException"] * 3),
        ("observe", ["Sandbox.Timedout", "Runtime.ExitError", "States.Timeout"]),
        ("observe", ["ClientError", "ReadTimeoutError", "ConnectTimeoutError", "EndpointConnectionError"]),
        ("decide", ["Lambda.ServiceException", "Sandbox.Timedout", "Runtime.ExitError"]),
        ("lease", ["ProvisionedThroughputExceededException", "InternalServerError", "ConnectionClosedError"]),
        ("lease", ["Sandbox.Timedout", "Runtime.ExitError"]),
        ("operate-instance", ["Sandbox.Timedout", "ReadTimeoutError", "Unavailable"]),
        ("lease", ["Lambda.SdkClientException"] * 2),
        ("operate-instance", ["RequestLimitExceeded"] * 2),
        ("sns:publish", ["SNS.ThrottledException"]),
        ("aws-sdk:ssm:sendCommand", ["Ssm.InternalServerErrorException"]),
        ("aws-sdk:ssm:getCommandInvocation", ["Ssm.InternalServerErrorException"] * 3),
    ],
)
def test_transient_errors_are_retried_by_name(services, service, errors):
    services.broken[service] = list(errors)

    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.output["outcome"] == "Goal"
    assert services.broken[service] == []


def test_an_act_that_fails_is_decided_anew_and_not_an_end(services):
    services.broken["states:startExecution.sync:2"] = ["States.TaskFailed"]

    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.output["outcome"] == "Goal"


def test_an_act_that_keeps_failing_brings_the_node_back_into_service(services):
    services.broken["states:startExecution.sync:2"] = ["States.Timeout"] * 3

    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.output["outcome"] == "InService"
    assert services.sales.one.protected and services.sales.one.state == "running"


def test_a_lost_lease_ends_the_execution_before_a_role_moves_and_releases_nothing(services):
    def lose(name, payload, original=services._function):
        if name == "lease" and payload["action"] == "renew" and payload["token"] is not None:
            from rehearsal.engines.asl import TaskError

            raise TaskError("LeaseLostError", "taken by another")
        return original(name, payload)

    services._function = lose
    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert (result.status, result.error) == ("FAILED", "LeaseLostError")
    assert services.messages[-1]["Message"].endswith("Page: https://git.example.com/docs/errors/CW5005.md")
    assert services.leases.records[0].owner is not None
    assert services.acts == ["acquire", "WriteTags", "save_modes", "HoldReplicaModes"]
    assert "Do not stop the instance" in services.messages[-1]["Message"]


def test_the_lease_is_renewed_well_within_its_life_and_not_with_every_step(services):
    renewed: list[datetime] = []

    def count(name, payload, original=services._function):
        if name == "lease" and payload["action"] in ("acquire", "renew"):
            renewed.append(services.sales.now)
        return original(name, payload)

    services._function = count
    result = run(MACHINE, request("Cycled", services.sales.one), services)

    assert result.output["outcome"] == "Goal"
    gaps_s = [(later - earlier).total_seconds() for earlier, later in pairwise(renewed)]
    assert max(gaps_s) < LEASE_LIFE_S / 2
    assert len(renewed) < 15


def test_just_before_sql_server_stops_the_lease_is_renewed(services):
    calls: list[tuple[str, datetime]] = []

    def note(name, payload, original=services._function):
        if name == "lease":
            calls.append((payload["action"], services.sales.now))
        return original(name, payload)

    def send(arguments, original=services._send):
        calls.append((arguments["DocumentName"].rpartition("-")[2], services.sales.now))
        return original(arguments)

    services._function, services._send = note, send
    run(MACHINE, request("Stopped", services.sales.one), services)

    for act in ("FailOverAvailabilityGroups", "StopSqlServer"):
        number = [name for name, _ in calls].index(act)
        before = [at for name, at in calls[:number] if name in ("acquire", "renew")]
        assert (calls[number][1] - before[-1]).total_seconds() < 15


def test_a_decision_of_another_version_ends_in_attention(services):
    original = services._function

    def newer(name, payload):
        answer = original(name, payload)
        if name == "decide":
            answer["decision"]["kind"] = "Handover"
        return answer

    services._function = newer
    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert (result.status, result.error) == ("FAILED", "CacheWarden.DecisionIsUnknown")
    assert len(services.messages) == 1


def test_missing_capacity_is_waited_for_on_the_way_back(services):
    one = services.sales.one
    run(MACHINE, request("Stopped", one), services, name="stop")
    original = services._function
    refusals = ["InsufficientInstanceCapacity"] * 3

    def crowded(name, payload):
        from rehearsal.engines.asl import TaskError

        if name == "operate-instance" and payload["action"] == "StartInstance" and refusals:
            raise TaskError(refusals.pop(), "no capacity in this zone")
        return original(name, payload)

    services._function = crowded
    result = run(MACHINE, request("InService", one), services, name="return")

    assert result.output["outcome"] == "Goal" and refusals == []


def test_protection_that_reads_late_does_not_fail_the_stop(services):
    original = services._function
    refusals = ["OperationNotPermitted"] * 2

    def late(name, payload):
        from rehearsal.engines.asl import TaskError

        if name == "operate-instance" and payload["action"] == "StopInstance" and refusals:
            raise TaskError(refusals.pop(), "may not be stopped")
        return original(name, payload)

    services._function = late
    result = run(MACHINE, request("Stopped", services.sales.one), services)

    assert result.output["outcome"] == "Goal" and refusals == []


def test_two_runs_leave_the_same_history(services):
    again = Services(Sales())

    first = run(MACHINE, request("Cycled", services.sales.one), services)
    second = run(MACHINE, request("Cycled", again.sales.one), again)

    assert repr(first.history) == repr(second.history)
