"""Executions of maintain-replica that ended badly and behind which nobody has cleared up: the event may be lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from adapters.clients import stepfunctions
from adapters.ended_records import is_cleared
from cachewarden.operation.timing import OPERATION_LIFE_S

if TYPE_CHECKING:
    from types_boto3_stepfunctions.literals import ExecutionStatusType

JANITOR_NEEDS = timedelta(minutes=12)
"""The event's way and the janitor's attempts: a bad end younger than this is the janitor's."""
LOOKED_BACK = timedelta(hours=24)
BEGUN_WITHIN = LOOKED_BACK + timedelta(seconds=OPERATION_LIFE_S)
"""An execution that ended within the last day began at most this long ago."""
BAD: tuple[ExecutionStatusType, ...] = ("FAILED", "TIMED_OUT", "ABORTED")


@dataclass(frozen=True, slots=True, kw_only=True)
class BadEnd:
    """What the status event of the execution says, read from Step Functions itself."""

    execution_arn: str
    state_machine_arn: str
    status: str
    input: str | None
    error: str | None
    cause: str | None


def unattended(state_machine_arn: str, table: str, *, now: datetime) -> Iterator[BadEnd]:
    """Bad ends of the last day without the janitor's record, those apart that the janitor may just be busy with."""
    for status in BAD:
        pages = stepfunctions().get_paginator("list_executions")
        for page in pages.paginate(stateMachineArn=state_machine_arn, statusFilter=status):
            ended = [(each["executionArn"], each["stopDate"]) for each in page["executions"] if "stopDate" in each]
            for arn, at in ended:
                if now - LOOKED_BACK <= at <= now - JANITOR_NEEDS and not is_cleared(table, arn):
                    yield _described(arn)
            begun = [each["startDate"] for each in page["executions"]]
            if all(at < now - LOOKED_BACK for _, at in ended) and any(at < now - BEGUN_WITHIN for at in begun):
                break  # those that were begun last come first


def ended_badly(execution_arn: str) -> bool:
    """Whether Step Functions itself says so."""
    return stepfunctions().describe_execution(executionArn=execution_arn)["status"] in BAD


def _described(execution_arn: str) -> BadEnd:
    execution = stepfunctions().describe_execution(executionArn=execution_arn)
    return BadEnd(
        execution_arn=execution_arn,
        state_machine_arn=execution["stateMachineArn"],
        status=execution["status"],
        input=execution.get("input"),
        error=execution.get("error"),
        cause=execution.get("cause"),
    )
