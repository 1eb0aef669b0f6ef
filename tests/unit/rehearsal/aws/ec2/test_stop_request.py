import json

import pytest
from botocore.exceptions import ClientError
from sample_resources import INGEST, refuse


def test_a_protected_instance_refuses_to_stop_and_the_rule_hears_of_it_through_cloudtrail(scene):
    s = scene(INGEST)
    error = refuse(s)
    assert error.response["Error"]["Code"] == "OperationNotPermitted"
    assert "disableApiStop" in error.response["Error"]["Message"]
    s.clock.run_until()
    assert s.first.state.api_name == "running"
    ingest = s.account.functions.find("Test-Ingest-" + s.account.functions.names()[0].rsplit("-", 1)[-1])
    assert ingest.invocations == 1
    event = s.account.bus.events[0]
    assert event["detail"]["errorCode"] == "Client.OperationNotPermitted"
    assert event["detail"]["responseElements"] is None
    assert event["detail"]["userIdentity"]["userName"] == "dba"


def test_the_event_goes_to_the_dead_letter_queue_when_the_function_lets_nobody_in(scene):
    resources = {key: value for key, value in INGEST.items() if key != "MayInvoke"}
    resources["LetIn"] = {
        "Type": "AWS::SQS::QueuePolicy",
        "Properties": {
            "Queues": [{"Ref": "Undelivered"}],
            "PolicyDocument": {
                "Version": "2012-10-17",
                "Statement": [
                    {
                        "Effect": "Allow",
                        "Principal": {"Service": "events.amazonaws.com"},
                        "Action": "sqs:SendMessage",
                        "Resource": {"Fn::GetAtt": ["Undelivered", "Arn"]},
                        "Condition": {"ArnEquals": {"aws:SourceArn": {"Fn::GetAtt": ["RefusedStop", "Arn"]}}},
                    }
                ],
            },
        },
    }
    s = scene(resources)
    refuse(s)
    s.clock.run_until()
    queue = s.account.stacks.find("AWS::SQS::Queue", "Undelivered")
    messages = s.account.messages(queue.physical_id)
    assert [json.loads(message)["detail"]["eventName"] for message in messages] == ["StopInstances"]
    assert s.clock.monotonic() < 80  # a missing permission isn't tried again for a day


def test_a_batch_with_one_protected_instance_stops_none(scene):
    s = scene()
    s.second.stop_protected = True
    dba = s.account.person("dba")
    with pytest.raises(ClientError, match=s.second.id):
        s.account.client("ec2", dba).stop_instances(InstanceIds=[s.first.id, s.second.id])
    s.clock.run_until()
    assert s.first.state.api_name == "running"


def test_stop_and_start_take_time_and_bring_a_new_instance_store(scene):
    s = scene()
    client = s.account.client("ec2", s.account.person("dba"))
    before = s.first.instance_store_serials
    client.stop_instances(InstanceIds=[s.first.id])
    assert s.first.state.api_name == "stopping"
    s.clock.run_until()
    assert s.first.state.api_name == "stopped"
    client.start_instances(InstanceIds=[s.first.id])
    s.clock.run_until()
    assert s.first.state.api_name == "running"
    assert not set(before) & set(s.first.instance_store_serials)
    states = [e["detail"]["state"] for e in s.account.bus.events if e["detail-type"].startswith("EC2 Instance State")]
    assert states == ["stopping", "stopped", "pending", "running"]
