"""Where a step or an execution stands: `AutomationExecutionStatus` (SSM API reference), as far as it occurs here."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Of a step and of an execution alike; Exited is only a loop's that a step of it left."""

    PENDING = "Pending"
    IN_PROGRESS = "InProgress"
    WAITING = "Waiting"
    CANCELLING = "Cancelling"
    SUCCESS = "Success"
    TIMED_OUT = "TimedOut"
    CANCELLED = "Cancelled"
    FAILED = "Failed"
    EXITED = "Exited"
