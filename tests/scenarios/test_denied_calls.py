"""A policy above the account denies a call of a stop or a start: the preflight finds it, before anything stops."""

from __future__ import annotations

from typing import Any

import pytest

from rehearsal.world.settings import Ec2Settings, Settings
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.document_outputs import output
from tests.scenarios.test_outcomes_of_documents import begun

OFF = {"StringEqualsIgnoreCase": {"ec2:Attribute/DisableApiStop": "false"}}
STATE = {"ForAnyValue:StringEquals": {"aws:TagKeys": ["cachewarden:state"]}}


def denying(scene: Attacked, action: str, condition: dict[str, Any]) -> None:
    """The account's organization denies this to everybody."""
    statement = {"Effect": "Deny", "Action": f"ec2:{action}", "Resource": "*", "Condition": condition}
    policy = {"Version": "2012-10-17", "Statement": statement}
    scene.cluster.account.authorizer.add_service_control_policy(policy)


def preflight(scene: Attacked) -> tuple[str, str]:
    """The document's sentence, and the last message."""
    execution = begun(scene, "Preflight")
    scene.settle()
    return output(execution, "ReadOutcome.Sentence"), scene.messages[-1]


@pytest.mark.parametrize(
    ("action", "condition"),
    [("StopInstances", {}), ("StartInstances", {}), ("ModifyInstanceAttribute", OFF), ("CreateTags", STATE)],
)
def test_a_denied_call_is_found_and_nothing_was_touched(synthesized, action, condition):
    with attacked(synthesized) as scene:
        denying(scene, action, condition)
        sentence, message = preflight(scene)
        assert f"or the start after it, would fail: CW6197 EC2 denies CacheWarden {action}" in sentence
        assert "service control policies" in message
        assert scene.outcomes == [("Preflight", "Refused")]
        assert scene.whole("SALES1") and scene.whole("SALES2") and not scene.watch.violations


def test_a_dry_run_that_meets_stop_protection_is_not_known_and_is_no_request_to_stop(synthesized):
    """CloudTrail may report it as a refused stop, as it reports a person's; the record doesn't show the flag."""
    refusing = Settings(parts=[Ec2Settings(dry_run_meets_protection=True)])
    with attacked(synthesized, settings=refusing) as scene:
        sentence, _ = preflight(scene)
        assert "Not known: whether EC2 permits CacheWarden StopInstances (OperationNotPermitted)" in sentence
        assert scene.outcomes == [("Preflight", "Goal")]
        assert scene.whole("SALES1") and not scene.watch.violations
