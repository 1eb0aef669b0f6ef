"""What can end a step, and what is refused before it begins."""

from __future__ import annotations


class RunbookRefusedError(ValueError):
    """The runbook holds something that this engine, or AWS, doesn't know; document and step are named."""


class StepFailedError(Exception):
    """A step's attempt failed; `status` is the step's (Failed, TimedOut, Cancelled), the text its FailureMessage."""

    def __init__(self, message: str, status: str = "Failed") -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class CancelledError(BaseException):
    """StopAutomationExecution: unwinds the running step from wherever it waits."""
