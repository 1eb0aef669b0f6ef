"""Ingest on AWS's own event shapes: every sample, valid, foreign and malformed."""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest

from adapters.ec2 import instances_by_id
from adapters.stop_records import record_stop
from cachewarden.events.read import MalformedEventError
from cachewarden.operation.stop_proof import stop_shown
from handlers.ingest import SomeFailed, handler
from tests.repository import EVENTS
from tests.unit.lambdas.handlers.account import EXECUTION_ARN, OWN_ROLE, TABLE, ServiceError, sample

REJECTED = ("change-request-status-rejected", "change-request-status-rejected-planned-change")
"""About no instance: people hear of it wherever the runbook's nodes are."""
NAMES = sorted({path.stem for path in EVENTS.glob("*.json")} - {"index", *REJECTED})


def refused(*instance_ids: str, at: datetime | None = None, file: str = "console") -> dict:
    event = sample(f"cloudtrail-stopinstances-refused-{file}")
    event["detail"]["eventTime"] = (at or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
    event["detail"]["requestParameters"]["instancesSet"]["items"] = [{"instanceId": each} for each in instance_ids]
    return event


def state_changed(instance_id: str, state: str) -> dict:
    event = sample("ec2-state-change-running")
    event["detail"] = {"instance-id": instance_id, "state": state}
    return event


def metrics_in(text: str) -> set[str]:
    names: set[str] = set()
    for line in text.splitlines():
        if '"_aws"' in line:
            for group in json.loads(line)["_aws"]["CloudWatchMetrics"]:
                names |= {metric["Name"] for metric in group["Metrics"]}
    return names


def test_a_refused_stop_of_an_opted_in_node_starts_a_stop(aws, context):
    node = aws.node()

    answer = handler(refused(node), context)

    started = aws.states.of("StartExecution")
    assert len(started) == 1 and answer["requests"][0]["started"]
    request = json.loads(started[0]["input"])
    assert (request["goal"], request["instanceId"]) == ("Stopped", node)
    assert request["requestedBy"].endswith("dana.fischer@example.com")
    assert request["expiresAt"] > request["requestedAt"]
    assert started[0]["name"].startswith(f"Stopped-{node}-") and len(started[0]["name"]) <= 80


def test_the_same_event_twice_has_the_same_name(aws, context):
    node = aws.node()
    event = refused(node)

    handler(event, context)
    aws.states.operations["StartExecution"] = _exists
    again = handler(deepcopy(event), context)

    first, second = aws.states.of("StartExecution")
    assert first["name"] == second["name"] and first["input"] == second["input"]
    assert again["requests"][0]["started"] is False


def _exists(given: dict) -> dict:
    raise ServiceError("ExecutionAlreadyExists")


def test_a_batch_stops_only_the_protected_and_opted_in(aws, context):
    ours, unprotected, foreign = aws.node(), aws.node(protected=False), aws.node(tags={})

    handler(refused(foreign, ours, unprotected), context)

    assert [json.loads(call["input"])["instanceId"] for call in aws.states.of("StartExecution")] == [ours]


def test_two_protected_nodes_of_a_batch_are_two_requests(aws, context):
    nodes = sorted((aws.node(), aws.node()))

    handler(refused(*nodes), context)

    assert [json.loads(call["input"])["instanceId"] for call in aws.states.of("StartExecution")] == nodes


def test_one_instance_that_fails_keeps_nobody_else_from_being_handled(aws, context):
    nodes = sorted((aws.node(), aws.node()))
    event = refused(*nodes)

    def first_fails(given: dict) -> dict:
        if nodes[0] in given["name"]:
            raise ServiceError("ServiceUnavailable")
        return {"executionArn": "x"}

    aws.states.operations["StartExecution"] = first_fails
    with pytest.raises(SomeFailed, match=nodes[0]):
        handler(event, context)

    assert any(nodes[1] in call["name"] for call in aws.states.of("StartExecution"))


def test_a_refusal_of_our_own_role_is_our_own_doing(aws, context):
    node = aws.node()
    event = refused(node)
    event["detail"]["userIdentity"]["sessionContext"]["sessionIssuer"]["arn"] = OWN_ROLE

    answer = handler(event, context)

    assert answer["requests"][0]["code"] == "CW5104" and aws.states.calls == []


def test_a_stop_that_was_asked_for_long_ago_is_told_and_not_done(aws, context):
    answer = handler(refused(aws.node(), at=datetime.now(UTC) - timedelta(minutes=16)), context)

    assert answer["requests"][0]["code"] == "CW5001"
    assert aws.states.calls == [] and len(aws.messages) == 1


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"cachewarden:on-stop": "approve"}, "CW5107"),
        ({"cachewarden:on-stop": "notify"}, "CW5108"),
        ({"cachewarden:on-stop": "yes please"}, "CW5108"),
        ({"cachewarden:snooze-until": "2999-01-01T00:00:00Z"}, "CW5111"),
    ],
)
def test_the_owner_s_policy_holds_for_stop_requests(aws, context, tags, code):
    node = aws.node(tags={"cachewarden:managed": "true", **tags})

    answer = handler(refused(node), context)

    assert answer["requests"][0]["code"] == code
    assert aws.states.calls == [] and "CacheWarden-StopInstance" in aws.messages[0]["Message"]


def test_a_node_that_runs_without_our_doing_is_brought_into_service(aws, context):
    node = aws.node()

    first = handler(state_changed(node, "running"), context)
    second = handler(state_changed(node, "running") | {"id": "another-id"}, context)

    assert json.loads(aws.states.of("StartExecution")[0]["input"])["goal"] == "InService"
    assert first["requests"][0]["name"] == second["requests"][0]["name"], "one start, one request"


@pytest.mark.parametrize("state", ["running", "stopped"])
def test_a_state_change_during_our_own_operation_is_our_own_doing(aws, context, state):
    node = aws.node()
    aws.dynamodb.put_item(TableName=TABLE, Item=_lease_item(node))

    answer = handler(state_changed(node, state), context)

    assert answer["requests"][0]["code"] == "CW5104"
    assert aws.states.calls == [] and aws.messages == []


def test_a_partner_that_starts_during_an_operation_on_another_node_is_not_our_doing(aws, context):
    partner = aws.node()
    item = _lease_item("i-0000000000000000f")
    aws.dynamodb.put_item(TableName=TABLE, Item=item | {"members": {"S": f"{partner},i-0000000000000000f"}})

    answer = handler(state_changed(partner, "running"), context)

    assert answer["requests"][0]["goal"] == "InService"


def test_another_cluster_s_unreadable_lease_keeps_no_node_from_its_stop(aws, context, capsys):
    broken = _lease_item("i-0000000000000000f") | {"token": {"S": "seven"}}
    aws.dynamodb.put_item(TableName=TABLE, Item=broken)

    handler(refused(aws.node()), context)

    assert len(aws.states.of("StartExecution")) == 1
    assert "LeaseUnreadable" in metrics_in(capsys.readouterr().out)


def _lease_item(node: str) -> dict:
    expires_at = (datetime.now(UTC) + timedelta(minutes=10)).isoformat()
    return {
        "cluster": {"S": "k"},
        "token": {"N": "3"},
        "version": {"N": "3"},
        "members": {"S": f"{node},i-0000000000000000f"},
        "owner": {"S": EXECUTION_ARN},
        "ownerSubject": {"S": node},
        "ownerGoal": {"S": "Cycled"},
        "ownerRequest": {"S": "r"},
        "expiresAt": {"S": expires_at},
    }


def test_a_node_that_stopped_behind_our_back_is_told_of(aws, context):
    node = aws.node()
    aws.ec2.modify_instance_attribute(InstanceId=node, DisableApiStop={"Value": False})
    aws.ec2.stop_instances(InstanceIds=[node])

    answer = handler(state_changed(node, "stopped"), context)

    assert answer["requests"][0]["code"] == "CW5109"
    assert "nothing proves that its cache was on EBS" in aws.messages[0]["Message"]


def stopped_node(aws) -> str:
    node = aws.node(protected=False)
    aws.ec2.stop_instances(InstanceIds=[node])
    return node


def test_a_node_that_we_stopped_is_not_told_of_again(aws, context):
    node = stopped_node(aws)
    launched = instances_by_id([node])[0]["LaunchTime"]
    run = {"launch_time": launched, "instance_type": "r5d.4xlarge", "at": launched}
    record_stop(TABLE, node, **run, owner="one", command_id="c")

    assert handler(state_changed(node, "stopped"), context)["requests"][0]["code"] == "CW5104"
    assert aws.messages == []


def test_a_hand_stop_of_a_node_that_was_started_meanwhile_is_told_of(aws, context):
    node = stopped_node(aws)
    earlier = datetime(2026, 1, 1, tzinfo=UTC)
    run = {"launch_time": earlier, "instance_type": "r5d.4xlarge", "at": earlier}
    record_stop(TABLE, node, **run, owner="one", command_id="c")

    assert handler(state_changed(node, "stopped"), context)["requests"][0]["code"] == "CW5109"


def test_a_tag_that_says_proven_is_believed_by_nobody(aws, context):
    node = stopped_node(aws)
    proof = stop_shown(instances_by_id([node])[0]["LaunchTime"])
    aws.ec2.create_tags(Resources=[node], Tags=[{"Key": key, "Value": value} for key, value in proof.items()])

    assert handler(state_changed(node, "stopped"), context)["requests"][0]["code"] == "CW5109"


def test_opting_in_starts_a_preflight_and_opting_out_is_told(aws, context):
    inside, outside = aws.node(), aws.node(tags={"cachewarden:cluster": "sales"})
    for node, file in ((inside, "tag-change-opt-in"), (outside, "tag-change-opt-out")):
        event = sample(file)
        event["resources"] = [f"arn:aws:ec2:eu-central-1:123456789012:instance/{node}"]
        handler(event, context)

    assert [json.loads(call["input"])["goal"] for call in aws.states.of("StartExecution")] == ["Preflight"]
    assert "a stop loses the volume" in aws.messages[0]["Message"]


def health(node: str, file: str) -> dict:
    event = sample(file)
    event["detail"]["affectedEntities"] = [{"entityValue": f"arn:aws:ec2:eu-central-1:1:instance/{node}"}]
    return event


def test_a_retirement_waits_for_a_yes_unless_the_owner_said_auto(aws, context):
    asks, auto = aws.node(), aws.node(tags={"cachewarden:managed": "true", "cachewarden:on-health": "auto"})
    file = "health-persistent-instance-retirement-scheduled-upcoming"

    asked = handler(health(asks, file), context)
    started = handler(health(auto, file), context)

    assert asked["requests"][0]["code"] == "CW5107"
    assert started["requests"][0]["goal"] == "Cycled"
    assert "2026-04-21" in aws.messages[0]["Message"]


def test_a_rescheduled_retirement_is_a_new_request(aws, context):
    node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:on-health": "auto"})

    first = handler(health(node, "health-persistent-instance-retirement-scheduled-upcoming"), context)
    again = handler(health(node, "health-persistent-instance-retirement-scheduled-upcoming"), context)
    moved = handler(health(node, "health-persistent-instance-retirement-scheduled-updated"), context)

    names = [answer["requests"][0]["name"] for answer in (first, again, moved)]
    assert names[0] == names[1] != names[2]


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("health-persistent-instance-retirement-scheduled-closed", "CW5101"),
        ("health-instance-reboot-maintenance-multi-page-1", "CW5108"),
        ("health-accountnotification-auto-recovery-success", "CW5101"),
    ],
)
def test_notices_that_ask_for_no_cycle(aws, context, file, code):
    node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:on-health": "auto"})

    assert handler(health(node, file), context)["requests"][0]["code"] == code
    assert aws.states.calls == []


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_about_instances_that_are_not_here_does_nothing(aws, context, name):
    answer = handler(sample(name), context)

    assert aws.states.calls == [] and aws.messages == []
    assert all(request["kind"] in ("UnhandledEvent", "Ignore") for request in answer["requests"])


@pytest.mark.parametrize("name", REJECTED)
def test_a_rejected_change_request_is_told_once_and_begins_nothing(aws, context, name):
    answers = [handler(sample(name), context) for _ in range(2)]

    assert [(request["kind"], request["code"]) for each in answers for request in each["requests"]] == [
        ("Notify", "CW5133")
    ] * 2
    (told,) = aws.messages
    assert "CW5133" in told["Message"] and "oi-abcdef12345" in told["Message"]
    assert aws.states.calls == []


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"detail-type": 3},
        {"source": "aws.ec2", "detail-type": "EC2 Instance State-change Notification"},
        {"source": "aws.ec2", "detail-type": "EC2 Instance State-change Notification", "detail": {"instance_id": "x"}},
        {
            "source": "aws.ec2",
            "detail-type": "EC2 Instance State-change Notification",
            "detail": {"instance-id": "i-1'; rm -rf /", "state": "running"},
        },
        {"source": "aws.ec2", "detail-type": "AWS API Call via CloudTrail", "detail": {"eventName": "StopInstances"}},
        {"source": "aws.health", "detail-type": "AWS Health Event", "detail": "{}"},
        {"source": "aws.tag", "detail-type": "Tag Change on Resource", "detail": {"changed-tag-keys": "managed"}},
    ],
)
def test_a_malformed_event_leaves_a_line_a_metric_and_goes_to_the_failure_queue(aws, context, capsys, event):
    with pytest.raises(MalformedEventError):
        handler(event, context)

    printed = capsys.readouterr().out
    assert "EventMalformed" in metrics_in(printed)
    assert "hasn't its shape" in printed
    assert aws.states.calls == []


def test_an_unknown_event_leaves_a_line_and_a_metric(aws, context, capsys):
    handler(sample("ebs-modifyvolume-completed"), context)

    printed = capsys.readouterr().out
    assert "EventIgnored" in metrics_in(printed) and "handled nowhere" in printed


@pytest.mark.parametrize(("key", "elsewhere"), [("awsRegion", "ap-south-1"), ("recipientAccountId", "444455556666")])
def test_a_record_of_another_account_or_region_is_rejected_whatever_its_envelope_says(aws, context, key, elsewhere):
    event = refused(aws.node())
    event["detail"][key] = elsewhere

    assert handler(event, context)["requests"][0]["code"] == "CW5112"
    del event["account"], event["region"]
    assert handler(event, context)["requests"][0]["code"] == "CW5112"
    assert aws.states.calls == []


@pytest.mark.parametrize("file", ["ec2-state-change-running", "tag-change-opt-in"])
def test_nothing_was_asked_for_later_than_now(aws, context, file):
    node = aws.node()
    event = sample(file) | {"time": "2057-10-12T23:47:27Z"}
    event["resources"] = [f"arn:aws:ec2:eu-central-1:123456789012:instance/{node}"]
    event["detail"]["instance-id"] = node

    handler(event, context)

    [started] = aws.states.of("StartExecution")
    assert json.loads(started["input"])["requestedAt"] < "2057"


def test_a_code_that_only_ends_like_the_refusal_is_none(aws, context):
    event = refused(aws.node())
    event["detail"]["errorCode"] = "Client.NotOperationNotPermitted"

    assert handler(event, context)["requests"][0]["code"] == "CW5101"


def test_text_that_is_half_a_character_makes_an_event_malformed(aws, context):
    event = refused(aws.node()) | {"id": "\ud83d"}

    with pytest.raises(MalformedEventError, match="no Unicode"):
        handler(event, context)
    assert aws.states.calls == []


def test_a_replayed_stop_is_rejected_even_for_a_node_of_ours(aws, context):
    event = sample("cloudtrail-stopinstances-refused-replayed")
    event["detail"]["requestParameters"]["instancesSet"]["items"] = [{"instanceId": aws.node()}]
    event["detail"]["eventTime"] = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    assert handler(event, context)["requests"][0]["code"] == "CW5103"
    assert aws.states.calls == []
