"""What EC2, SNS and EventBridge refuse, and how EC2 reads a filter."""

import json

import pytest
from botocore.exceptions import ClientError

from rehearsal.world.context import ACCOUNT_ID, REGION

TOPIC = {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "people"}}}
PEOPLE = f"arn:aws:sns:{REGION}:{ACCOUNT_ID}:people"


def client(scene, service):
    return scene.account.client(service, scene.account.person("Nikki"))


def code(call):
    with pytest.raises(ClientError) as refused:
        call()
    return refused.value.response["Error"]["Code"]


def members(scene, *values):
    answer = client(scene, "ec2").describe_instances(Filters=[{"Name": "tag:cachewarden:cluster", "Values": values}])
    return [instance["InstanceId"] for one in answer["Reservations"] for instance in one["Instances"]]


@pytest.mark.parametrize(
    ("clusters", "wanted", "found"),
    [
        (("sales", "stock"), "s*", (0, 1)),
        (("sales", "salez"), "sale?", (0, 1)),
        (("sales", "s*"), r"s\*", (1,)),
        (("sale?", "sales"), r"sale\?", (0,)),
        ((r"a\b", "ab"), r"a\\b", (0,)),
        (("sales", "Sales"), "sales", (0,)),
    ],
)
def test_a_filter_s_wildcards_count_unless_a_backslash_stands_before_them(scene, clusters, wanted, found):
    s = scene()
    nodes = (s.first, s.second)
    for node, cluster in zip(nodes, clusters, strict=True):
        node.tags["cachewarden:cluster"] = cluster
    assert members(s, wanted) == [nodes[at].id for at in found]


def test_a_call_takes_two_hundred_filter_values_and_no_more(scene):
    s = scene()
    assert members(s, "sales", *(f"c{number}" for number in range(199))) == [s.first.id, s.second.id]
    assert code(lambda: members(s, *(f"c{number}" for number in range(201)))) == "FilterLimitExceeded"


@pytest.mark.parametrize("subject", ["Node Köln", "a\nb", " begins with a blank", "", "x" * 100])
def test_sns_refuses_a_subject_that_is_not_short_ascii(scene, subject):
    s = scene(TOPIC)
    sns = client(s, "sns")
    assert code(lambda: sns.publish(TopicArn=PEOPLE, Subject=subject, Message="x")) == "InvalidParameter"
    assert s.account.published == []


def test_sns_takes_a_subject_of_ninety_nine_characters(scene):
    s = scene(TOPIC)
    sns = client(s, "sns")
    sns.publish(TopicArn=PEOPLE, Subject="x" * 99, Message="x")
    assert len(s.account.published) == 1


def test_nobody_but_aws_puts_events_in_the_name_of_aws(scene):
    s = scene()
    entries = [
        {"Source": source, "DetailType": "EC2 Instance State-change Notification", "Detail": json.dumps({})}
        for source in ("aws.ec2", "cachewarden")
    ]
    answer = client(s, "events").put_events(Entries=entries)
    s.clock.run_until()
    assert answer["FailedEntryCount"] == 1
    assert answer["Entries"][0]["ErrorCode"] == "NotAuthorizedForSourceException"
    assert [event["source"] for event in s.account.bus.events] == ["cachewarden"]
