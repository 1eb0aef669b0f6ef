"""How a step or an execution ends: its status, the details of a failure, and the errors that lead there.

Source: `AutomationExecutionStatus` and `FailureDetails` (SSM API reference), as far as they occur here.
"""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Of a step and of an execution; only a loop can be Exited: one of its steps led out of it."""

    PENDING = "Pending"
    IN_PROGRESS = "InProgress"
    WAITING = "Waiting"
    CANCELLING = "Cancelling"
    SUCCESS = "Success"
    TIMED_OUT = "TimedOut"
    CANCELLED = "Cancelled"
    FAILED = "Failed"
    REJECTED = "Rejected"
    EXITED = "Exited"


class FailureStage(StrEnum):
    """`FailureDetails.FailureStage` (SSM API reference): where in a step's life it failed."""

    INPUT_VALIDATION = "InputValidation"
    PRE_VERIFICATION = "PreVerification"
    INVOCATION = "Invocation"
    POST_VERIFICATION = "PostVerification"


class FailureType(StrEnum):
    """`FailureDetails.FailureType` (SSM API reference)."""

    ACTION = "Action"
    PERMISSION = "Permission"
    THROTTLING = "Throttling"
    VERIFICATION = "Verification"
    INTERNAL = "Internal"


class RunbookRefusedError(ValueError):
    """The runbook holds something that this engine, or AWS, doesn't know; document and step are named."""


class StepFailedError(Exception):
    """A step's attempt failed; `status` is the step's (Failed, TimedOut), the text its FailureMessage.

    `retried`: whether maxAttempts applies to it.
    """

    def __init__(
        self,
        message: str,
        status: Status = Status.FAILED,
        stage: FailureStage = FailureStage.INVOCATION,
        kind: FailureType = FailureType.ACTION,
        retried: bool = True,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.stage = stage
        self.kind = kind
        self.retried = retried


class UnresolvedError(LookupError):
    """A placeholder names an output that has no value: its step hasn't run, or its selector found nothing."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class CancelledError(BaseException):
    """StopAutomationExecution: ends the running step wherever it waits."""


def invalid_input(message: str) -> StepFailedError:
    """The failure of a step whose inputs, once they are known, can't be used."""
    return StepFailedError(message, stage=FailureStage.INPUT_VALIDATION, kind=FailureType.VERIFICATION)
