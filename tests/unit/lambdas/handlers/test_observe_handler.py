"""Observe gathers what EC2, the agents and the hosts say; whoever doesn't answer is named, not guessed."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from botocore.exceptions import ClientError

from adapters.clients import ec2
from adapters.ec2 import instances_by_id, now
from adapters.observation import SubjectNotFound
from adapters.stop_records import record_stop
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.group_views import lacks_a_successor
from cachewarden.evidence.scheduled_event import ScheduledEvent
from handlers.observe import handler
from tests.unit.lambdas.handlers.account import TABLE, ServiceError
from tests.unit.lambdas.sales_cluster import Sales

DOCUMENT = "CacheWarden-Host-ObserveHost"
REBOOT = ScheduledEvent(
    instance_id="i",
    event_id="instance-event-1",
    code="instance-reboot",
    description="d",
    not_before=datetime(2026, 2, 3, 5, tzinfo=UTC),
    not_before_deadline=None,
    not_after=datetime(2026, 2, 3, 7, tzinfo=UTC),
)


def verdict() -> str:
    sales = Sales()
    return json.dumps({**sales.verdict(sales.one, "done"), "evidence": sales.host_evidence(sales.one)})


@pytest.fixture
def answers(aws) -> dict[str, dict]:
    """What GetCommandInvocation says of each node; a missing one doesn't exist yet."""
    given: dict[str, dict] = {}
    aws.ssm.operations["SendCommand"] = lambda params: {
        "Command": {"CommandId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15"}
    }

    def invocation(params: dict) -> dict:
        if params["InstanceId"] not in given:
            raise ServiceError("InvocationDoesNotExist")
        return given[params["InstanceId"]]

    aws.ssm.operations["GetCommandInvocation"] = invocation
    return given


def success(text: str) -> dict:
    return {"Status": "Success", "StatusDetails": "Success", "StandardOutputContent": text, "StandardErrorContent": ""}


def test_all_nodes_are_asked_with_one_command(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers |= {one: success(verdict() + "\r\n"), two: success(verdict())}

    evidence = handler({"subject": one, "look": "all", "known": None}, context)

    assert [sorted(call["InstanceIds"]) for call in aws.ssm.of("SendCommand")] == [sorted((one, two))]
    assert aws.ssm.of("SendCommand")[0]["DocumentName"] == DOCUMENT
    facts = parse_evidence(evidence)
    assert facts.node.instance_id == one and len(facts.partners) == 1
    assert all(replica.host is not None for replica in facts.replicas)
    assert facts.node.host.storage_at >= facts.node.ec2.observed_at
    assert facts.node.ec2.stop_protected and facts.cluster_name == "sales"


def test_only_our_tags_leave_ec2(aws, context, answers):
    node = aws.node(tags={"cachewarden:managed": "true", "Password": "hunter2"})
    aws.agents_online()

    evidence = handler({"subject": node, "look": "all", "known": None}, context)

    assert "hunter2" not in json.dumps(evidence)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (success("not json"), "CW4106"),
        (success('{"v":1,"code":"CW3000"}'), "CW4106"),
        (success('{"v":1,"code":"CW3000","outcome":"done"}'), "CW4106"),
        (success('{"v":1,"code":"CW3019","outcome":"refused","message":"another bundle"}'), "CW3019"),
        (success('{"v":1,"code":"CW3008","outcome":"refused","message":"no bundle"}'), "CW3008"),
        ({"Status": "Failed", "StatusDetails": "Failed", "StandardErrorContent": "no powershell"}, "CW4105"),
        ({"Status": "TimedOut", "StatusDetails": "DeliveryTimedOut"}, "CW4102"),
    ],
)
def test_an_answer_that_is_none_is_said_so(aws, context, answers, answer, code):
    node = aws.node()
    aws.agents_online(node)
    answers[node] = {"StandardOutputContent": "", "StandardErrorContent": "", **answer}

    evidence = handler({"subject": node, "look": "all", "known": None}, context)

    assert evidence["replicas"][0]["hostError"]["code"] == code


def test_a_silent_agent_and_a_stopped_node_are_not_asked(aws, context, answers):
    silent, stopped = aws.node(), aws.node(protected=False)
    aws.ec2.stop_instances(InstanceIds=[stopped])
    aws.agents_online(stopped)

    evidence = handler({"subject": silent, "look": "all", "known": None}, context)

    assert aws.ssm.of("SendCommand") == []
    errors = {item["instanceId"]: item["hostError"]["code"] for item in evidence["replicas"]}
    assert errors == {silent: "CW4101", stopped: "CW4107"}


def test_a_ping_from_before_the_start_counts_as_silence(aws, context, answers):
    from datetime import UTC, datetime, timedelta

    node = aws.node()
    aws.ssm.operations["DescribeInstanceInformation"] = lambda given: {
        "InstanceInformationList": [
            {
                "InstanceId": node,
                "PingStatus": "Online",
                "LastPingDateTime": datetime.now(UTC) - timedelta(hours=1),
            }
        ]
    }

    evidence = handler({"subject": node, "look": "all", "known": None}, context)

    assert evidence["replicas"][0]["hostError"]["code"] == "CW4101"


def test_when_one_node_cannot_be_sent_to_the_others_still_are(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers[one] = success(verdict())

    def send(params: dict) -> dict:
        if two in params["InstanceIds"]:
            raise ServiceError("InvalidInstanceId")
        return {"Command": {"CommandId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15"}}

    aws.ssm.operations["SendCommand"] = send
    evidence = handler({"subject": one, "look": "all", "known": None}, context)

    by_id = {item["instanceId"]: item for item in evidence["replicas"]}
    assert by_id[one]["host"] is not None
    assert by_id[two]["hostError"]["code"] == "CW4103"


@pytest.mark.parametrize(("goal", "of_partner"), [("Stopped", None), ("ClusterStopped", True), (None, True)])
def test_protection_of_partners_is_asked_for_only_where_the_whole_cluster_is_decided_on(
    aws, context, answers, goal, of_partner
):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers |= {one: success(verdict()), two: success(verdict())}

    evidence = handler({"subject": one, "look": "all", "known": None, "goal": goal}, context)

    asked = {item["instanceId"]: item["ec2"]["stopProtected"] for item in evidence["replicas"]}
    assert asked == {one: True, two: of_partner}


@pytest.mark.parametrize("goal", ["FailedOver", "Stopped", None])
def test_what_ec2_has_scheduled_is_asked_for_of_every_node_where_roles_move_ahead_of_a_reboot(
    aws, context, answers, monkeypatch, goal
):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers |= {one: success(verdict()), two: success(verdict())}
    asked: list[set[str]] = []

    def shown(instance_ids: list[str]) -> list[ScheduledEvent]:
        asked.append(set(instance_ids))
        return [replace(REBOOT, instance_id=two)]

    monkeypatch.setattr("handlers.observe.scheduled_events", shown)
    first = handler({"subject": one, "look": "all", "known": None, "goal": goal}, context)
    again = handler({"subject": one, "look": "ec2", "known": first, "goal": goal}, context)

    wanted = goal == "FailedOver"
    assert asked == ([{one, two}] * 2 if wanted else [])
    for evidence in (first, again):
        assert parse_evidence(evidence).scheduled == ((replace(REBOOT, instance_id=two),) if wanted else None)


def test_a_quick_look_asks_ec2_about_the_subject_alone(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers |= {one: success(verdict()), two: success(verdict())}
    known = handler({"subject": one, "look": "all", "known": None}, context)
    aws.ec2.modify_instance_attribute(InstanceId=one, DisableApiStop={"Value": False})
    aws.ec2.stop_instances(InstanceIds=[one])
    aws.ssm.calls.clear()

    evidence = handler({"subject": one, "look": "ec2", "known": known}, context)

    assert aws.ssm.calls == []
    by_id = {item["instanceId"]: item for item in evidence["replicas"]}
    assert by_id[one]["ec2"]["state"] == "stopped" and by_id[one]["host"] is None
    assert by_id[two] == next(item for item in known["replicas"] if item["instanceId"] == two)


def test_the_type_of_the_last_stop_is_known_of_a_node_that_runs_again(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online(one, two)
    answers |= {one: success(verdict()), two: success(verdict())}
    for node in (one, two):
        record_stop(TABLE, node, launch_time=now(), instance_type="r5d.8xlarge", owner="o", command_id="c", at=now())

    seen = handler({"subject": one, "look": "all", "known": None}, context)
    again = handler({"subject": one, "look": "ec2", "known": seen}, context)

    for facts in (parse_evidence(seen).node.ec2, parse_evidence(again).node.ec2):
        assert (facts.instance_type, facts.stopped_as) == ("r5d.4xlarge", "r5d.8xlarge")


def test_a_booting_node_is_waited_for_without_asking_anybody_else(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online(two)
    answers |= {one: success(verdict()), two: success(verdict())}
    known = handler({"subject": one, "look": "all", "known": None}, context)
    aws.ssm.calls.clear()

    early = handler({"subject": one, "look": "arrival", "known": known}, context)
    asked_early = aws.ssm.of("SendCommand")
    aws.agents_online(one, two)
    arrived = handler({"subject": one, "look": "arrival", "known": early}, context)

    assert asked_early == [] and early["observedAt"] == known["observedAt"]
    assert sorted(aws.ssm.of("SendCommand")[0]["InstanceIds"]) == sorted((one, two))
    assert all(item["host"] is not None for item in arrived["replicas"])


def test_a_boot_is_waited_for_within_the_look(aws, context, answers, monkeypatch):
    one, two = aws.node(), aws.node()
    aws.agents_online(two)
    answers |= {one: success(verdict()), two: success(verdict())}
    known = handler({"subject": one, "look": "all", "known": None}, context)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            aws.agents_online(one, two)

    monkeypatch.setattr("adapters.observation.time.sleep", sleep)
    arrived = handler({"subject": one, "look": "arrival", "known": known}, context)

    assert all(item["host"] is not None for item in arrived["replicas"])


def test_a_boot_that_lasts_is_not_waited_for_beyond_the_function_s_time(aws, context, answers, monkeypatch):
    one = aws.node()
    aws.agents_online()
    known = handler({"subject": one, "look": "all", "known": None}, context)
    slept: list[float] = []
    monkeypatch.setattr("adapters.observation.time.sleep", slept.append)

    handler({"subject": one, "look": "arrival", "known": known}, context)

    assert 30 < sum(slept) < 90


def test_a_stop_is_waited_for_within_the_look(aws, context, answers, monkeypatch):
    one = aws.node()
    aws.agents_online(one)
    answers |= {one: success(verdict())}
    known = handler({"subject": one, "look": "all", "known": None}, context)
    known["replicas"][0]["ec2"]["state"] = "stopping"
    states = iter(["stopping", "stopping", "stopped"])
    looked: list[str] = []

    def described(instance_ids: list[str]) -> list[dict[str, object]]:
        looked.append(next(states))
        return [{**each, "State": {"Name": looked[-1]}} for each in instances_by_id(instance_ids)]

    monkeypatch.setattr("adapters.observation.instances_by_id", described)
    evidence = handler({"subject": one, "look": "ec2", "known": known}, context)

    assert looked == ["stopping", "stopping", "stopped"]
    assert evidence["replicas"][0]["ec2"]["state"] == "stopped", "by the answer that ended the wait"


def test_a_node_whose_tag_was_removed_meanwhile_still_belongs_to_the_cluster(aws, context, answers):
    one, two = aws.node(), aws.node()
    aws.agents_online()
    known = handler({"subject": one, "look": "all", "known": None}, context)
    for node in (one, two):
        aws.ec2.delete_tags(Resources=[node], Tags=[{"Key": "cachewarden:cluster"}])

    evidence = handler({"subject": one, "look": "all", "known": known}, context)

    assert {item["instanceId"] for item in evidence["replicas"]} == {one, two}


def test_an_unknown_subject_is_an_error_of_its_own(aws, context, answers):
    with pytest.raises(SubjectNotFound):
        handler({"subject": "i-0123456789abcdef0", "look": "all", "known": None}, context)


def test_protection_that_ec2_does_not_tell_is_unknown(aws, context, answers, monkeypatch):
    node = aws.node()
    aws.agents_online()
    silent = SimpleNamespace(describe_instance_attribute=lambda **_: {"InstanceId": node})
    real = ec2()
    monkeypatch.setattr("adapters.ec2.ec2", lambda: Answering(real, silent))

    evidence = handler({"subject": node, "look": "all", "known": None}, context)

    assert parse_evidence(evidence).node.ec2.stop_protected is None


class Answering:
    """A client some of whose calls are answered by another object."""

    def __init__(self, real: object, instead: object) -> None:
        self._real, self._instead = real, instead

    def __getattr__(self, name: str) -> object:
        return getattr(self._instead if hasattr(self._instead, name) else self._real, name)


@pytest.mark.parametrize("hanging", [0, 1])
def test_a_host_that_hangs_hides_none_that_answered(aws, context, answers, monkeypatch, hanging):
    nodes = sorted((aws.node(), aws.node()))
    silent, other = nodes[hanging], nodes[1 - hanging]
    aws.agents_online(*nodes)
    answers |= {silent: {"Status": "InProgress"}, other: success(verdict())}
    waited: list[float] = []
    begun = now()
    monkeypatch.setattr("adapters.ssm_observe.time.sleep", waited.append)
    monkeypatch.setattr("adapters.ssm_observe.now", lambda: begun + timedelta(seconds=sum(waited)))

    evidence = handler({"subject": other, "look": "all", "known": None}, context)

    by_id = {item["instanceId"]: item for item in evidence["replicas"]}
    assert by_id[other]["host"] is not None
    assert by_id[silent]["hostError"]["code"] == "CW4104"


def test_hosts_that_hang_are_waited_for_together(aws, context, answers, monkeypatch):
    """One after the other they reached the function's time limit, and nobody learned anything of anybody."""
    nodes = [aws.node() for _ in range(4)]
    aws.agents_online(*nodes)

    def send(params: dict) -> dict:
        if len(params["InstanceIds"]) > 1:
            raise ServiceError("InvalidInstanceId")
        return {"Command": {"CommandId": f"5f0c1a7e-2b84-4d39-9e61-{params['InstanceIds'][0][-12:]}"}}

    aws.ssm.operations["SendCommand"] = send
    waited: list[float] = []
    begun = now()
    monkeypatch.setattr("adapters.ssm_observe.time.sleep", waited.append)
    monkeypatch.setattr("adapters.ssm_observe.now", lambda: begun + timedelta(seconds=sum(waited)))

    evidence = handler({"subject": nodes[0], "look": "all", "known": None}, context)

    assert {item["hostError"]["code"] for item in evidence["replicas"]} == {"CW4104"}
    assert sum(waited) < 80


@pytest.fixture
def asked_for_maintenance(monkeypatch) -> list[list[str]]:
    """Which instances EC2 was asked for; it shows nothing."""
    asked: list[list[str]] = []
    monkeypatch.setattr("adapters.observation.scheduled_events", lambda ids: asked.append(ids) or [])
    return asked


@pytest.mark.parametrize(
    ("goal", "looked_up"),
    [
        ("Stopped", True),
        ("Cycled", True),
        ("Preflight", True),
        ("InService", False),
        ("ClusterStopped", False),
        (None, False),
    ],
)
def test_a_stop_and_a_preflight_see_what_maintenance_ec2_shows_where_nobody_can_take_over(
    aws, context, answers, asked_for_maintenance, goal, looked_up
):
    """The node leads a group; the other one in it doesn't answer."""
    node = aws.node()
    aws.agents_online(node)
    answers |= {node: success(verdict())}
    evidence = handler({"subject": node, "look": "all", "known": None, "goal": goal}, context)
    assert asked_for_maintenance == ([[node]] if looked_up else [])
    assert (evidence["maintenance"] is not None) == looked_up


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        (lambda sales: None, False),
        (lambda sales: setattr(sales.two, "synchronized", False), True),
        (lambda sales: setattr(sales.two, "state", "stopped"), True),
        (lambda sales: setattr(sales.two, "redo_queue_kb", 60_000), False),
        (lambda sales: setattr(sales.two, "redo_queue_kb", 61_000), True),
        (lambda sales: setattr(sales, "primary", sales.two), False),
    ],
)
def test_only_where_another_node_is_seen_ready_nobody_asks_for_it(change, lacking):
    sales = Sales()
    change(sales)
    assert lacks_a_successor(parse_evidence(sales.evidence(sales.one)), redo_max_s=60) == lacking


@pytest.mark.parametrize(
    ("tag", "look", "again"),
    [
        ("evacuate-in-place/2026-02-05T00:00Z", "all", True),
        ("evacuate-in-place/never", "arrival", True),
        ("evacuate-in-place/2026-02-05T00:00Z", "ec2", False),
        ("outage/2026-02-05T00:00Z", "all", False),
    ],
)
def test_with_the_consent_that_hangs_on_it_it_is_asked_for_again(
    aws, context, answers, asked_for_maintenance, tag, look, again
):
    node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:consent": tag})
    aws.agents_online()
    asked = {"subject": node, "goal": "Cycled"}
    known = handler({**asked, "look": "all", "known": None}, context)
    known["maintenance"] = {"observedAt": "2026-02-03T04:00:00.000Z", "events": []}
    later = handler({**asked, "look": look, "known": known}, context)
    assert len(asked_for_maintenance) == (2 if again else 1 if tag.startswith("evacuate") else 0)
    assert (later["maintenance"]["observedAt"] == "2026-02-03T04:00:00.000Z") == (not again)


def test_what_ec2_does_not_answer_stays_as_old_as_it_was(aws, context, answers, asked_for_maintenance, monkeypatch):
    def refused(ids: list[str]) -> list[object]:
        raise ClientError({"Error": {"Code": "RequestLimitExceeded", "Message": "slower"}}, "DescribeInstanceStatus")

    node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:consent": "evacuate-in-place/2026-02-05T00:00Z"})
    aws.agents_online()
    asked = {"subject": node, "look": "all", "goal": "Cycled"}
    known = handler({**asked, "known": None}, context)
    monkeypatch.setattr("adapters.observation.scheduled_events", refused)
    assert handler({**asked, "known": known}, context)["maintenance"] == known["maintenance"]
    assert handler({**asked, "known": None}, context)["maintenance"] is None
