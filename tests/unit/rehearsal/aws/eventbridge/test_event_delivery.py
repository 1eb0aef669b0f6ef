"""What becomes of an event between bus and target: tried again, late, twice, or a dead letter with its reason."""

import copy
import json

import pytest
from moto.backends import get_backend
from sample_resources import INGEST, refuse

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.eventbridge.bus import error_code
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.context import ACCOUNT_ID, REGION


def resources(**policy):
    """The rule of a refused stop, its queue open to it, with a retry policy."""
    found = copy.deepcopy(INGEST)
    target = found["RefusedStop"]["Properties"]["Targets"][0]
    if policy:
        target["RetryPolicy"] = policy
    found["LetIn"] = {
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
                    }
                ],
            },
        },
    }
    return found


def fails(count, error=None, kind=FaultKind.FAIL):
    return Fault(point="eventbridge.target", kind=kind, count=count, error=error)


def invocations(scene):
    return [scene.account.functions.find(name).invocations for name in scene.account.functions.names()]


def dead_letters(scene):
    queue = scene.account.stacks.find("AWS::SQS::Queue", "Undelivered").physical_id
    backend = get_backend("sqs")[ACCOUNT_ID][REGION]
    return [
        (json.loads(message.body), {name: field["StringValue"] for name, field in message.message_attributes.items()})
        for message in backend.queues[queue.rsplit("/", 1)[-1]]._messages
    ]


def test_an_event_that_is_refused_for_a_while_is_delivered_after_longer_and_longer_waits(scene):
    s = scene(resources(MaximumRetryAttempts=20, MaximumEventAgeInSeconds=900), faults=[fails(5)])
    refuse(s)
    s.clock.run_until()
    assert invocations(s) == [1]
    assert dead_letters(s) == []
    assert s.clock.monotonic() > 0.5 * (1 + 2 + 4 + 8 + 16)


def test_used_up_attempts_make_a_dead_letter_that_says_so(scene):
    s = scene(resources(MaximumRetryAttempts=3, MaximumEventAgeInSeconds=900), faults=[fails(99)])
    refuse(s)
    s.clock.run_until()
    [(body, attributes)] = dead_letters(s)
    rule = s.account.bus.rules[next(iter(s.account.bus.rules))]
    assert body["detail"]["eventName"] == "StopInstances"
    assert attributes == {
        "RULE_ARN": rule.arn,
        "TARGET_ARN": rule.targets[0].arn,
        "ERROR_CODE": "THROTTLING",
        "ERROR_MESSAGE": "Rate exceeded",
        "RETRY_ATTEMPTS": "3",
        "EXHAUSTED_RETRY_CONDITION": "MaximumRetryAttempts",
    }
    assert s.world.faults.points["eventbridge.target"] == 4
    assert invocations(s) == [0]


def test_an_event_that_grows_too_old_makes_a_dead_letter_that_says_so(scene):
    s = scene(resources(MaximumRetryAttempts=185, MaximumEventAgeInSeconds=60), faults=[fails(999)])
    refuse(s)
    s.clock.run_until()
    [(_, attributes)] = dead_letters(s)
    assert attributes["EXHAUSTED_RETRY_CONDITION"] == "MaximumEventAgeInSeconds"
    assert 3 <= int(attributes["RETRY_ATTEMPTS"]) <= 8


def test_what_waiting_cannot_mend_is_not_tried_again(scene):
    s = scene({name: what for name, what in resources().items() if name != "MayInvoke"})
    refuse(s)
    s.clock.run_until()
    [(_, attributes)] = dead_letters(s)
    assert (attributes["ERROR_CODE"], attributes["RETRY_ATTEMPTS"]) == ("NO_PERMISSIONS", "0")
    assert "EXHAUSTED_RETRY_CONDITION" not in attributes


def test_without_a_dead_letter_queue_the_event_is_dropped(scene):
    found = resources(MaximumRetryAttempts=0)
    del found["RefusedStop"]["Properties"]["Targets"][0]["DeadLetterConfig"]
    s = scene(found, faults=[fails(9)])
    refuse(s)
    s.clock.run_until()
    assert (invocations(s), dead_letters(s)) == ([0], [])


def test_a_delivery_whose_answer_is_lost_is_made_again(scene):
    s = scene(resources(), faults=[fails(1, kind=FaultKind.LOST)])
    refuse(s)
    s.clock.run_until()
    assert invocations(s) == [2]


def test_what_aws_still_owes_is_counted_until_it_is_there(scene):
    s = scene(resources(MaximumRetryAttempts=20), faults=[fails(4)])
    refuse(s)
    assert s.world.in_flight > 0
    s.clock.run_until()
    assert s.world.in_flight == 0


@pytest.mark.parametrize(
    ("code", "status", "name"),
    [
        ("AccessDeniedException", 403, "NO_PERMISSIONS"),
        ("ResourceNotFoundException", 404, "NO_RESOURCE"),
        ("TooManyRequestsException", 429, "THROTTLING"),
        ("ServiceException", 500, "INTERNAL_ERROR"),
        ("InvalidParameterValueException", 400, "ERROR_FROM_TARGET"),
    ],
)
def test_errors_have_eventbridge_s_own_names(code, status, name):
    assert error_code(ApiError(code, "", status=status)) == name
