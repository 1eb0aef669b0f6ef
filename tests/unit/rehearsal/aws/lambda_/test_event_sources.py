"""A queue that a function reads: gathered for its window; only what failed comes again, until it is buried."""

import sys

import pytest
from account_scene import allow, function, role

from rehearsal.aws.api.errors import ApiError

READ = ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")


def read_queue(scene, *actions, retention=3600, receives=3):
    resources = {
        "Role": role("lambda.amazonaws.com", allow([*(actions or READ), "sqs:SendMessage"])),
        "Reader": function("batches", "Role"),
        "Buried": {"Type": "AWS::SQS::Queue", "Properties": {}},
        "Waiting": {
            "Type": "AWS::SQS::Queue",
            "Properties": {
                "VisibilityTimeout": 400,
                "MessageRetentionPeriod": retention,
                "RedrivePolicy": {
                    "deadLetterTargetArn": {"Fn::GetAtt": ["Buried", "Arn"]},
                    "maxReceiveCount": receives,
                },
            },
        },
        "Source": {
            "Type": "AWS::Lambda::EventSourceMapping",
            "Properties": {
                "EventSourceArn": {"Fn::GetAtt": ["Waiting", "Arn"]},
                "FunctionName": {"Ref": "Reader"},
                "BatchSize": 100,
                "MaximumBatchingWindowInSeconds": 10,
                "ScalingConfig": {"MaximumConcurrency": 2},
                "FunctionResponseTypes": ["ReportBatchItemFailures"],
            },
        },
    }
    made = scene(resources)
    calls().clear()
    return made


def calls():
    """The bodies of each call of the function, which is imported when it is deployed."""
    return sys.modules["probe_handlers"].CALLS


def put(scene, *bodies):
    queue = scene.account.stacks.find("AWS::SQS::Queue", "Waiting")
    arn = next(arn for arn in scene.account.event_sources.queues if arn.endswith(queue.physical_id.rsplit("/", 1)[-1]))
    for body in bodies:
        scene.account.event_sources.put(arn, body)
    scene.clock.run_until()


def buried(scene):
    return scene.account.messages(scene.account.stacks.find("AWS::SQS::Queue", "Buried").physical_id)


def test_a_burst_takes_a_call_or_two_for_each_poller(scene):
    s = read_queue(scene)
    put(s, *(f"event {number}" for number in range(1000)))
    assert sum(map(len, calls())) == 1000
    assert 10 <= len(calls()) <= 5 * 3
    assert all(len(bodies) <= 100 for bodies in calls())


def test_the_function_is_called_when_the_window_is_over(scene):
    s = read_queue(scene)
    put(s, "event")
    assert 10 <= s.clock.monotonic() < 13


def test_only_what_failed_comes_again_and_ends_in_the_other_queue(scene):
    s = read_queue(scene)
    put(s, *("fine" for _ in range(20)), "fail")
    assert sum(bodies.count("fine") for bodies in calls()) == 20
    assert sum(bodies.count("fail") for bodies in calls()) == 3
    assert buried(s) == ["fail"]
    assert s.clock.monotonic() > 2 * 400


def test_an_error_brings_back_the_whole_batch(scene):
    s = read_queue(scene)
    put(s, "crash")
    assert calls() == [["crash"]] * 3 and buried(s) == ["crash"]


def test_a_message_that_is_too_old_is_in_no_queue_any_more(scene):
    s = read_queue(scene, retention=600, receives=9)
    put(s, "fail")
    assert len(calls()) == 2 and buried(s) == []
    assert len(list(s.world.trace.of("message-expired"))) == 1


@pytest.mark.parametrize("missing", READ)
def test_a_role_that_may_not_read_the_queue_keeps_the_stack_from_being_made(scene, missing):
    others = [action for action in READ if action != missing]
    with pytest.raises(ApiError, match=missing.split(":")[1]):
        read_queue(scene, *others)
