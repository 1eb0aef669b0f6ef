"""An execution as DescribeExecution, ListExecutions and the event of its status change describe it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord


def description(record: ExecutionRecord, now: datetime) -> dict[str, Any]:
    """Status, input and, when it ended, output or error and cause."""
    shape: dict[str, Any] = {
        "executionArn": record.arn,
        "stateMachineArn": record.machine.arn,
        "name": record.name,
        "status": record.status.value,
        "startDate": record.started,
        "input": record.input,
        "inputDetails": {"included": True},
        **_redrive_facts(record, now),
        **record.failure,
    }
    if record.stopped is not None:
        shape["stopDate"] = record.stopped
    if record.redriven is not None:
        shape["redriveDate"] = record.redriven
    if record.output is not None:
        shape |= {"output": record.output, "outputDetails": {"included": True}}
    return shape


def list_entry(record: ExecutionRecord) -> dict[str, Any]:
    """Its line in a list."""
    return {
        "executionArn": record.arn,
        "stateMachineArn": record.machine.arn,
        "name": record.name,
        "status": record.status.value,
        "startDate": record.started,
        "redriveCount": record.execution.redrive_count,
        **({"stopDate": record.stopped} if record.stopped else {}),
        **({"redriveDate": record.redriven} if record.redriven else {}),
    }


def status_change(record: ExecutionRecord, now: datetime) -> dict[str, Any]:
    """The detail of "Step Functions Execution Status Change"; its fields are there without a value, too."""
    return {
        "executionArn": record.arn,
        "stateMachineArn": record.machine.arn,
        "name": record.name,
        "status": record.status.value,
        "startDate": _milliseconds(record.started),
        "stopDate": _milliseconds(record.stopped) if record.stopped else None,
        "input": record.input,
        "output": record.output,
        "stateMachineVersionArn": None,
        "stateMachineAliasArn": None,
        "redriveDate": _milliseconds(record.redriven) if record.redriven else None,
        "redriveStatusReason": None,
        **_redrive_facts(record, now),
        "inputDetails": {"included": True},
        "outputDetails": {"included": True} if record.output is not None else None,
        "error": None,
        "cause": None,
        **record.failure,
    }


def _redrive_facts(record: ExecutionRecord, now: datetime) -> dict[str, Any]:
    reason = record.not_redrivable(now)
    facts: dict[str, Any] = {"redriveCount": record.execution.redrive_count}
    if reason is None:
        return facts | {"redriveStatus": "REDRIVABLE"}
    return facts | {"redriveStatus": "NOT_REDRIVABLE", "redriveStatusReason": reason}


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)
