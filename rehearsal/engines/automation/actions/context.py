"""What actions need of the account, and the signals that an execution receives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from botocore.client import BaseClient

from rehearsal.engines.automation.errors import Status
from rehearsal.kernel.clock import Clock, Signal


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One approver's answer. `who`: the approver's ARN; `shown_as`: how the step's record writes it."""

    who: str
    shown_as: str
    approves: bool
    at: datetime
    comment: str


class Signals:
    """The signals that SendAutomationSignal sent to an execution's current step, in order of arrival."""

    def __init__(self, clock: Clock) -> None:
        self.changed = Signal(clock)
        self.decisions: list[Decision] = []
        self.resumed = False

    def clear(self) -> None:
        """A step that waits for signals begins: it doesn't see earlier ones."""
        self.decisions.clear()
        self.resumed = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionAnswer:
    """What an invoked function returned, or the runtime's error document."""

    payload: Any
    error: Mapping[str, Any] | None = None


class ActionContext(Protocol):
    """The account as actions see it. API calls go through boto3 as the runbook's role, so permissions are checked."""

    @property
    def clock(self) -> Clock:
        """The run's clock."""

    def client(self, service: str) -> BaseClient:
        """boto3's client for a service."""

    def poll_s(self) -> float:
        """Seconds until the next poll of something that is waited for."""

    def await_command(self, command_id: str, seconds: float) -> bool:
        """Sleeps until the command has ended on all its nodes (True) or `seconds` passed (False)."""

    def await_execution(self, execution_arn: str, seconds: float) -> bool:
        """Sleeps until a Step Functions execution has ended (True) or `seconds` passed (False)."""

    def await_automation(self, execution_id: str, seconds: float) -> bool:
        """Sleeps until another Automation execution has ended (True) or `seconds` passed (False)."""

    def adopt(self, child_id: str, parent_id: str) -> None:
        """Records which execution started a child."""

    def signals(self, execution_id: str) -> Signals:
        """The signals for the execution's current step."""

    def invoke_function(self, name: str, payload: Any) -> FunctionAnswer:
        """Invokes a Lambda function and waits. Raises StepFailedError when the call itself is refused."""

    @property
    def decisions_in_one_text(self) -> bool:
        """Whether ApproverDecisions is one text, or one for each approver."""

    @property
    def rejected_status(self) -> Status:
        """How a step ends that an approver rejected."""

    @property
    def selects_in_payload(self) -> bool:
        """Whether selectors of aws:invokeLambdaFunction start from the function's answer, or from Lambda's response."""

    @property
    def function_errors_fail(self) -> bool:
        """Whether a function that raises fails the step."""
