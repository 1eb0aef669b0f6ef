"""The policy that docs/key-policy.json shows is enough for a customer key, and every statement of it is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from botocore.exceptions import ClientError

from rehearsal.aws.account import KEY_POLICY
from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.eventbridge.delivery import envelope
from rehearsal.aws.kms.keys import OWNERS_KEY
from rehearsal.scenarios.cluster import Cluster, build_cluster
from rehearsal.scenarios.story import StepKind, load_story
from rehearsal.world.context import REGION
from rehearsal.world.settings import Settings
from tests.attacks.attacked_cluster import attacked

POLICY: dict[str, Any] = json.loads(KEY_POLICY.read_text("utf-8"))
STATEMENTS = [{"Effect": "Allow", "Action": ["dynamodb:Scan", "sns:Publish", "sqs:SendMessage"], "Resource": "*"}]


def without(sid: str) -> dict[str, Any]:
    kept = [each for each in POLICY["Statement"] if each["Sid"] != sid]
    assert len(kept) == len(POLICY["Statement"]) - 1
    return {**POLICY, "Statement": kept}


@contextmanager
def deployed(templates: Mapping[str, Mapping[str, Any]], policy: Mapping[str, Any]) -> Iterator[Cluster]:
    """The account with this policy of the owner's key; raises what the deployment raises."""
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=templates, settings=Settings())
    cluster.account.keys.put_policy(OWNERS_KEY, policy)
    with cluster.world.clock, cluster.account:
        yield cluster


def told(cluster: Cluster) -> int:
    """How many alarms reach people when each of them goes off."""
    before = len(cluster.account.published)
    for name in cluster.account.alarms.by_name:
        cluster.account.alarms.go_off(name)
    return len(cluster.account.published) - before


def left_lying(cluster: Cluster) -> int:
    """Messages in queues once EventBridge has given up on an event for each rule with a queue."""
    account = cluster.account
    queues = {target.dead_letter_arn: rule for rule in account.bus.rules.values() for target in rule.targets}
    event = envelope(cluster.world, "aws.ec2", "Probe", {}, ())
    for queue, rule in queues.items():
        account._dead_letter(queue, json.dumps(event), rule.arn, {})
    return sum(len(account.messages(queue)) for queue in queues)


def test_with_the_whole_policy_all_alarms_reach_people_and_all_events_their_queues(synthesized):
    with deployed(synthesized, POLICY) as cluster:
        assert told(cluster) == len(cluster.account.alarms.by_name) > 0
        assert left_lying(cluster) == len(cluster.account.bus.rules) > 0
        assert cluster.account.denials == []


@pytest.mark.parametrize(
    ("sid", "refusal"),
    [
        ("AdministratorsManageAndDeploy", "kms:CreateGrant"),
        ("AccountUsesItThroughServices", "kms:Decrypt"),
        ("LogsAreKept", "is not allowed to be used with Arn"),
    ],
)
def test_without_one_of_these_nothing_is_deployed(synthesized, sid, refusal):
    with pytest.raises(ApiError, match=refusal), deployed(synthesized, without(sid)):
        pass


def test_without_cloudwatchs_statement_no_alarm_reaches_people(synthesized):
    with deployed(synthesized, without("AlarmsReachTheTopic")) as cluster:
        assert told(cluster) == 0
        assert left_lying(cluster) > 0


@pytest.mark.parametrize(("policy", "messages"), [(POLICY, 1), (without("ChangeRequestsReachTheTopic"), 0)])
def test_without_the_statement_for_change_requests_no_approver_hears_of_one(synthesized, policy, messages):
    with attacked(synthesized) as scene:
        scene.cluster.account.keys.put_policy(OWNERS_KEY, policy)
        details = {"template": "CacheWarden-PlannedChange", "document": "CacheWarden-CycleInstance", "by": "ann"}
        scene.perform(StepKind.CHANGE_REQUEST, "SALES2", **details)
        assert len(scene.messages) == messages


def test_without_eventbridges_statement_an_event_that_no_function_took_is_lost(synthesized):
    with deployed(synthesized, without("EventsReachTheQueues")) as cluster:
        assert left_lying(cluster) == 0
        assert told(cluster) > 0


def test_every_statement_of_the_policy_has_a_test_that_needs_it():
    """Those of a deployment, and of services that act for themselves: whoever adds one adds its test above."""
    assert [each["Sid"] for each in POLICY["Statement"]] == [
        "AdministratorsManageAndDeploy",
        "AccountUsesItThroughServices",
        "LogsAreKept",
        "AlarmsReachTheTopic",
        "ChangeRequestsReachTheTopic",
        "EventsReachTheQueues",
    ]


@pytest.mark.parametrize("service", ["dynamodb", "sns", "sqs"])
def test_without_one_of_the_services_a_call_through_it_is_refused(synthesized, service):
    through = f"{service}.{REGION}.amazonaws.com"
    policy = json.loads(json.dumps(POLICY))
    (uses,) = [each for each in policy["Statement"] if each["Sid"] == "AccountUsesItThroughServices"]
    with deployed(synthesized, POLICY) as cluster:
        account = cluster.account
        client = account.client(service, account.person("reader", {"Version": "2012-10-17", "Statement": STATEMENTS}))
        call(cluster, service, client)
        uses["Condition"]["StringEquals"]["kms:ViaService"].remove(through)
        account.keys.put_policy(OWNERS_KEY, policy)
        with pytest.raises(ClientError, match="kms:"):
            call(cluster, service, client)


def call(cluster: Cluster, service: str, client: Any) -> None:
    """One call that needs the key."""
    match service:
        case "dynamodb":
            client.scan(TableName="cachewarden-leases")
        case "sns":
            (topic,) = {action for alarm in cluster.account.alarms.by_name.values() for action in alarm.actions}
            client.publish(TopicArn=topic, Message="probe")
        case "sqs":
            queue = next(arn for arn in cluster.account.event_sources.queues)
            account_and_name = queue.split(":")[4:]
            client.send_message(QueueUrl=f"https://sqs/{'/'.join(account_and_name)}", MessageBody="probe")


def test_a_key_that_is_taken_away_stops_cachewarden_and_no_node(synthesized):
    with attacked(synthesized) as scene:
        scene.cluster.account.keys.put_policy(OWNERS_KEY, without("AccountUsesItThroughServices"))
        client = scene.cluster.account.client("ec2", scene.cluster.account.person("scheduler"))
        with pytest.raises(ClientError):
            client.stop_instances(InstanceIds=[scene.instance_id("SALES1")])
        scene.sleep(1200)
        assert scene.whole("SALES1")
        assert scene.whole("SALES2")
        assert scene.messages == []
