"""A function call that an ended execution had under way goes on without it: it is waited out before anybody acts."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.ec2 import now
from adapters.errors import code_of
from adapters.observability import logger
from adapters.orphaned_work import OrphanWorkRuns
from cachewarden.codes import Code

CALL_LIFE_S = 60
"""Timeout of the operate-instance function: Lambda ends a call then, whoever waits for it."""

MUTATING_FUNCTION = "operate-instance"
EVENTS_LOOKED_AT = 10
ENDED = frozenset({"TaskSucceeded", "TaskFailed", "TaskTimedOut", "TaskStartFailed", "TaskSubmitFailed"})


def wait_for_calls(execution_arn: str, *, patience_s: int) -> None:
    """Returns once no EC2 call that the ended execution began can come any more.

    Step Functions abandons a call when the execution ends, Lambda doesn't: a StopInstances or LiftProtection could
    overtake what is done about the node meanwhile. Raises `OrphanWorkRuns` when that takes longer than `patience_s`.
    """
    until = _may_act_until(execution_arn)
    left_s = (until - now()).total_seconds() if until is not None else 0.0
    if left_s <= 0:
        return
    if left_s > patience_s:
        raise OrphanWorkRuns(f"{Code.ORPHAN_WORK_RUNS.value}: a call of {execution_arn} may act until {until}")
    logger().info("waiting %.0f s for a call of %s", left_s, execution_arn)
    time.sleep(left_s)


def _may_act_until(execution_arn: str) -> datetime | None:
    """The last event but the end shows whether a call was under way; the newest events come first."""
    try:
        history = stepfunctions().get_execution_history(
            executionArn=execution_arn, reverseOrder=True, maxResults=EVENTS_LOOKED_AT
        )
    except ClientError as error:
        if code_of(error) == "ExecutionDoesNotExist":
            return None
        raise
    for event in history["events"]:
        if event["type"] in ENDED:
            return None
        if event["type"] == "TaskScheduled":
            details = event["taskScheduledEventDetails"]
            if MUTATING_FUNCTION not in _function_of(details["parameters"]):
                return None
            return event["timestamp"] + timedelta(seconds=CALL_LIFE_S)
    return None


def _function_of(parameters: str) -> str:
    try:
        return str(json.loads(parameters).get("FunctionName", ""))
    except (ValueError, AttributeError):
        return MUTATING_FUNCTION  # unreadable, or cut off: better waited for
