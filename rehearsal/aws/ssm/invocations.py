"""Commands and their invocations as Systems Manager keeps them, and how statuses follow from each other.

Source: SSM user guide, "Understanding command statuses"; the precedence of a document's steps is the agent's
(agent/contracts/docresult.go: Failed > TimedOut > Cancelled > Success).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from rehearsal.aws.ssm.command_documents import PLACEHOLDER, CommandStep
from rehearsal.aws.ssm.documents import DocumentVersion
from rehearsal.kernel.clock import Actor, Signal
from rehearsal.world.ec2.instances import Instance

NOT_STARTED = -1
UNENDED_STATUSES = frozenset({"Pending", "InProgress", "Cancelling", "Delayed"})
_PRECEDENCE = ("Failed", "ExecutionTimedOut", "Cancelled")


def coarse(details: str) -> str:
    """`Status` for `StatusDetails`."""
    match details:
        case "DeliveryTimedOut" | "ExecutionTimedOut":
            return "TimedOut"
        case "Terminated" | "Undeliverable":
            return "Failed"
    return details


@dataclass(slots=True, kw_only=True)
class StepResult:
    """What came of one step of the document on one node."""

    step: CommandStep
    details: str = "Pending"
    response_code: int = NOT_STARTED
    stdout: str = ""
    stderr: str = ""
    started: datetime | None = None
    ended: datetime | None = None


@dataclass(slots=True, kw_only=True)
class Invocation:
    """A command on one node. `details` is StatusDetails; `status` follows from it.

    `results` holds what the agent reported, one for each step; it reports only at the end.
    """

    command: Command
    instance: Instance
    results: list[StepResult]
    details: str = "Pending"
    started: datetime | None = None
    ended: datetime | None = None
    agent: Actor | None = None
    script: Actor | None = None
    runs: int = 0

    @property
    def status(self) -> str:
        """SSM's coarser status for StatusDetails."""
        return coarse(self.details)

    @property
    def ended_already(self) -> bool:
        """Whether nothing more will come of it, as far as the service knows."""
        return self.ended is not None

    @property
    def only(self) -> StepResult | None:
        """The result of the only step; None when there are several."""
        return self.results[0] if len(self.results) == 1 else None


@dataclass(slots=True, kw_only=True)
class Command:
    """One SendCommand with an invocation for each node."""

    id: str
    document: DocumentVersion
    parameters: Mapping[str, Any]
    requested: datetime
    delivery_timeout_s: float
    comment: str
    log_group: str | None
    finished: Signal
    invocations: dict[str, Invocation] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        """Whether it has ended on all nodes."""
        return all(invocation.ended_already for invocation in self.invocations.values())

    @property
    def not_after(self) -> datetime:
        """A script that hasn't begun by then never begins."""
        return self.requested + timedelta(seconds=self.delivery_timeout_s)

    @property
    def total_timeout(self) -> datetime:
        """Without the agent's answer by then it is DeliveryTimedOut (delivery plus execution timeouts)."""
        return self.not_after + timedelta(seconds=sum(map(self.execution_timeout_s, self.document.steps)))

    def execution_timeout_s(self, step: CommandStep) -> float:
        """After so long the agent kills the step's script."""
        return float(filled(step.timeout, self.parameters))

    @property
    def details(self) -> str:
        """The command's StatusDetails, from its invocations'."""
        details = [invocation.details for invocation in self.invocations.values()]
        if "Cancelling" in details:
            return "Cancelling"
        if any(coarse(each) in UNENDED_STATUSES for each in details):
            return "Pending" if all(each == "Pending" for each in details) else "InProgress"
        counted = [each for each in details if each != "Undeliverable"]
        if not counted:
            return "Failed"
        for bad in ("Failed", "ExecutionTimedOut", "DeliveryTimedOut", "Cancelled"):
            if bad in counted:
                return bad
        return "Success"

    @property
    def status(self) -> str:
        """The command's own status."""
        return coarse(self.details)


def aggregate(results: list[StepResult]) -> str:
    """A document's StatusDetails from its steps'."""
    details = {result.details for result in results}
    return next((each for each in _PRECEDENCE if each in details), "Success")


def filled(text: str, parameters: Mapping[str, Any]) -> str:
    """The text with `{{ name }}` replaced by parameters, as the agent does it for those that aren't exported."""
    return PLACEHOLDER.sub(lambda found: str(parameters[found[1]]) if found[1] in parameters else found[0], text)
