"""Ingest on the events that wait in its queue: one question to EC2, and only what failed comes again."""

import json
from collections.abc import Iterator

import pytest

from handlers.ingest import handler
from tests.unit.lambdas.handlers.account import Context, ServiceError, sample


def batch(*bodies: object) -> dict:
    return {
        "Records": [
            {"messageId": f"message-{number}", "body": body if isinstance(body, str) else json.dumps(body)}
            for number, body in enumerate(bodies)
        ]
    }


def state_changed(instance_id: str, state: str = "running") -> dict:
    event = sample("ec2-state-change-running")
    event["detail"] = {"instance-id": instance_id, "state": state}
    return event


def failed(answer: dict) -> list[str]:
    return [each["itemIdentifier"] for each in answer["batchItemFailures"]]


@pytest.fixture
def described(aws) -> Iterator[list[dict]]:
    """What DescribeInstances is called with."""
    calls: list[dict] = []

    def note(params: dict, **_: object) -> None:
        calls.append(params)

    events, name = aws.ec2.meta.events, "provide-client-params.ec2.DescribeInstances"
    events.register(name, note)
    yield calls
    events.unregister(name, note)


def test_one_question_finds_ours_among_a_scale_out(aws, context, described):
    ours, foreign = aws.node(), aws.node(tags={})
    strangers = [f"i-{number:017x}" for number in range(1000)]

    answer = handler(batch(*map(state_changed, [*strangers, foreign, ours])), context)

    assert [json.loads(call["input"])["instanceId"] for call in aws.states.of("StartExecution")] == [ours]
    assert len(described) == 1
    assert failed(answer) == []


def test_of_few_instances_only_those_are_asked_for(aws, context, described):
    ours, other = aws.node(), aws.node()

    handler(batch(state_changed(ours)), context)

    assert [json.loads(call["input"])["instanceId"] for call in aws.states.of("StartExecution")] == [ours]
    assert {"Name": "instance-id", "Values": [ours]} in described[0]["Filters"]
    assert other not in str(described)


def test_a_scale_out_of_strangers_reads_neither_table_nor_parameter(aws, context):
    handler(batch(*(state_changed(f"i-{number:017x}") for number in range(300))), context)

    assert aws.ssm.calls == [] and aws.states.calls == []


def test_a_value_of_the_tag_that_is_misspelt_is_told(aws, context):
    node = aws.node(tags={"cachewarden:managed": "True"})

    handler(batch(state_changed(node)), context)

    assert ["'True'" in message["Message"] for message in aws.messages] == [True]


def test_one_instance_s_trouble_brings_back_its_own_message_alone(aws, context):
    first, second = sorted([aws.node(), aws.node()])

    def start(given: dict) -> dict:
        if json.loads(given["input"])["instanceId"] == first:
            raise ServiceError("ExecutionLimitExceeded")
        return {"executionArn": given["name"]}

    aws.states.operations["StartExecution"] = start

    answer = handler(batch(state_changed(first), state_changed(second)), context)

    assert failed(answer) == ["message-0"]
    assert [request["kind"] for request in answer["requests"]] == ["StartExecution"]


def test_what_is_no_event_comes_again_until_its_queue_gives_up(aws, context):
    node = aws.node()
    broken = state_changed(node)
    broken["detail"]["instance-id"] = 5

    answer = handler(batch("{", broken, state_changed(node)), context)

    assert failed(answer) == ["message-0", "message-1"]
    assert len(aws.states.of("StartExecution")) == 1


def test_what_no_time_is_left_for_comes_again(aws):
    node = aws.node()

    answer = handler(batch(state_changed(node)), Context(remaining_ms=3000))

    assert failed(answer) == ["message-0"]
    assert aws.states.calls == []


def test_an_event_about_another_account_is_passed_over(aws, context):
    node = aws.node()

    answer = handler(batch(state_changed(node) | {"account": "999999999999"}), context)

    assert failed(answer) == [] and aws.states.calls == []
