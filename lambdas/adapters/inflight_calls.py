"""The function call that an execution has under way, by its own history.

A call of an ended execution goes on without it, and is waited out before anybody acts. A call that claims to come from
an execution does so if the history shows that very call: a caller's word is worth nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from adapters.clients import stepfunctions
from adapters.ec2 import now
from adapters.errors import code_of
from adapters.observability import logger
from adapters.orphaned_work import OrphanWorkRuns
from cachewarden.codes import Code
from cachewarden.operation.authority import CallRefusedError

if TYPE_CHECKING:
    from types_boto3_stepfunctions.type_defs import HistoryEventTypeDef

CALL_LIFE_S = 60
"""Timeout of the functions that change EC2: Lambda ends a call then, whoever waits for it."""

MUTATING_FUNCTIONS = ("operate-instance", "pool-volumes", "instance-type")
EVENTS_LOOKED_AT = 10
HISTORY_SETTLES_S = 5
"""How long a call may be missing in the history: that it is complete at once isn't documented."""
ENDED = frozenset({"TaskSucceeded", "TaskFailed", "TaskTimedOut", "TaskStartFailed", "TaskSubmitFailed"})
EXECUTION_ENDED = frozenset({"ExecutionSucceeded", "ExecutionFailed", "ExecutionTimedOut", "ExecutionAborted"})


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


def confirm_call(execution_arn: str, payload: Mapping[str, Any]) -> None:
    """Returns when this payload is what the execution is sending to a function now. Raises `CallRefusedError`."""
    for looked_s in range(HISTORY_SETTLES_S):
        if looked_s:
            time.sleep(1)
        events = _newest_events(execution_arn)
        if events and events[0]["type"] in EXECUTION_ENDED:
            break
        scheduled = _last_call(events)
        if scheduled is not None and _payload_of(scheduled) == payload:
            return
    raise CallRefusedError(f"{execution_arn} isn't making this call: {str(payload.get('action'))[:32]}")


def _may_act_until(execution_arn: str) -> datetime | None:
    scheduled = _last_call(_newest_events(execution_arn))
    if scheduled is None:
        return None
    function = _function_of(scheduled)
    if not any(name in function for name in MUTATING_FUNCTIONS):
        return None
    return scheduled["timestamp"] + timedelta(seconds=CALL_LIFE_S)


def _newest_events(execution_arn: str) -> Sequence[HistoryEventTypeDef]:
    try:
        history = stepfunctions().get_execution_history(
            executionArn=execution_arn, reverseOrder=True, maxResults=EVENTS_LOOKED_AT
        )
    except ClientError as error:
        if code_of(error) in ("ExecutionDoesNotExist", "InvalidArn"):
            return ()
        raise
    return history["events"]


def _last_call(newest_first: Sequence[HistoryEventTypeDef]) -> HistoryEventTypeDef | None:
    """The event with which the last call was scheduled; None when the call ended before its execution did."""
    for event in newest_first:
        if event["type"] in ENDED:
            return None
        if event["type"] == "TaskScheduled":
            return event
    return None


def _function_of(scheduled: HistoryEventTypeDef) -> str:
    try:
        parameters = scheduled["taskScheduledEventDetails"]["parameters"]
        return str(json.loads(parameters).get("FunctionName", ""))
    except (ValueError, AttributeError):
        return MUTATING_FUNCTIONS[0]  # unreadable, or cut off: better waited for


def _payload_of(scheduled: HistoryEventTypeDef) -> object:
    try:
        return json.loads(scheduled["taskScheduledEventDetails"]["parameters"]).get("Payload")
    except (ValueError, AttributeError):
        return None
