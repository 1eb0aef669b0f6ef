"""Which targets an event reaches, and with what input."""

import pytest

from rehearsal.eventbridge import Bus, InvalidPatternError, TargetInputError

STOPPED = {
    "source": "aws.ec2",
    "detail-type": "EC2 Instance State-change Notification",
    "detail": {"instance-id": "i-1", "state": "stopped"},
}


def template(**properties):
    rule = {"EventPattern": {"source": ["aws.ec2"]}, "Targets": [{"Id": "Ingest", "Arn": "arn:ingest"}]} | properties
    return {"Resources": {"StateRule": {"Type": "AWS::Events::Rule", "Properties": rule}, "Other": {"Type": "X"}}}


def routed(event=STOPPED, **properties):
    return Bus.from_template(template(**properties)).route(event)


def test_matching_event_reaches_each_target_with_the_whole_event():
    targets = [{"Id": "A", "Arn": "arn:a"}, {"Id": "B", "Arn": "arn:b"}]
    deliveries = routed(Targets=targets)
    assert [(delivery.target.arn, delivery.input) for delivery in deliveries] == [
        ("arn:a", STOPPED),
        ("arn:b", STOPPED),
    ]
    assert deliveries[0].rule.name == "StateRule"


def test_other_event_reaches_nobody():
    assert routed(event=STOPPED | {"source": "aws.health"}) == ()


def test_disabled_rule_and_rule_of_another_bus_are_silent():
    assert routed(State="DISABLED") == ()
    assert routed(EventBusName="mine") == ()
    assert Bus.from_template(template(EventBusName="mine"), name="mine").route(STOPPED)


def test_scheduled_rule_is_listed_but_matches_no_event():
    bus = Bus.from_template(template(EventPattern=None, ScheduleExpression="rate(5 minutes)"))
    assert bus.rules[0].schedule == "rate(5 minutes)"
    assert bus.route(STOPPED) == ()


def test_intrinsic_functions_are_resolved_before_the_pattern_is_checked():
    unresolved = template(EventPattern={"region": [{"Ref": "AWS::Region"}]})
    with pytest.raises(InvalidPatternError):
        Bus.from_template(unresolved)

    def resolve(value):
        if isinstance(value, dict):
            return "eu-central-1" if "Ref" in value else {name: resolve(item) for name, item in value.items()}
        return [resolve(item) for item in value] if isinstance(value, list) else value

    assert Bus.from_template(unresolved, resolve).route({"region": "eu-central-1"})


@pytest.mark.parametrize(
    ("target", "received"),
    [
        ({"Input": '{"kind":"sweep"}'}, {"kind": "sweep"}),
        ({"InputPath": "$.detail"}, {"instance-id": "i-1", "state": "stopped"}),
        ({"InputPath": "$.nothing"}, None),
        (
            {
                "InputTransformer": {
                    "InputPathsMap": {"id": "$.detail.instance-id", "all": "$.detail"},
                    "InputTemplate": '{"goal":"InService","id":<id>,"text":"<id> is back","all":<all>,'
                    '"rule":<aws.events.rule-name>}',
                }
            },
            {
                "goal": "InService",
                "id": "i-1",
                "text": "i-1 is back",
                "all": {"instance-id": "i-1", "state": "stopped"},
                "rule": "StateRule",
            },
        ),
        ({"InputTransformer": {"InputPathsMap": {"id": "$.source"}, "InputTemplate": '"from <id>"'}}, "from aws.ec2"),
    ],
)
def test_target_receives_its_input(target, received):
    [delivery] = routed(Targets=[{"Id": "T", "Arn": "arn:t"} | target])
    assert delivery.input == received


@pytest.mark.parametrize(
    "target",
    [
        {"Input": "{}", "InputPath": "$.detail"},
        {"InputPath": "$.detail[*]"},
        {"InputTransformer": {"InputTemplate": '{"a":<unknown>}'}},
        {"InputTransformer": {"InputPathsMap": {"a": "$.missing"}, "InputTemplate": '{"a":<a>}'}},
        {"InputTransformer": {"InputPathsMap": {"a": "$.source"}, "InputTemplate": '{"a":<a>'}},
    ],
)
def test_input_that_is_not_covered_is_refused(target):
    with pytest.raises(TargetInputError):
        routed(Targets=[{"Id": "T", "Arn": "arn:t"} | target])
