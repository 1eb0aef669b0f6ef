"""What a target receives: the event, a constant, a part of it, or a transformed text."""

import pytest

from rehearsal.engines.eventbridge import TargetInputError
from rehearsal.engines.eventbridge.target_input import TargetInput

STOPPED = {
    "source": "aws.ec2",
    "detail-type": "EC2 Instance State-change Notification",
    "detail": {"instance-id": "i-1", "state": "stopped"},
}


def test_without_an_input_of_its_own_a_target_receives_the_event():
    assert TargetInput.parse({}).value(STOPPED, "StateRule") == STOPPED


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
    assert TargetInput.parse(target).value(STOPPED, "StateRule") == received


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
        TargetInput.parse(target).value(STOPPED, "StateRule")
