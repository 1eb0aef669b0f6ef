"""A deployed machine, and one execution of it as the service knows it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from rehearsal.engines.asl import Execution, ExecutionResult, Machine, Status
from rehearsal.kernel.clock import Actor, Signal
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

_REDRIVABLE = timedelta(days=14)


@cache
def parse_machine(definition: str) -> Machine:
    """The parsed machine; parsed once for each text in this process."""
    return Machine.parse(definition)


@dataclass(slots=True, kw_only=True)
class StateMachine:
    """One deployed machine. `definition` is the text that AWS would get, substitutions made."""

    name: str
    definition: str
    role: str

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:states:{REGION}:{ACCOUNT_ID}:stateMachine:{self.name}"


@dataclass(slots=True, kw_only=True)
class ExecutionRecord:
    """One execution as the service knows it; `execution.history` grows while it runs."""

    name: str
    machine: StateMachine
    input: str
    execution: Execution
    started: datetime
    finished: Signal
    status: Status = Status.RUNNING
    stopped: datetime | None = None
    result: ExecutionResult | None = None
    actor: Actor | None = None
    redriven: datetime | None = None
    redrive_token: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:states:{REGION}:{ACCOUNT_ID}:execution:{self.machine.name}:{self.name}"

    @property
    def role_arn(self) -> str:
        """Whom its tasks act as."""
        return f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role/{self.machine.role}"

    @property
    def output(self) -> str | None:
        """Its output as JSON text; None unless it succeeded."""
        if self.result is None or self.result.status is not Status.SUCCEEDED:
            return None
        return json.dumps(self.result.output, separators=(",", ":"), ensure_ascii=False)

    @property
    def failure(self) -> dict[str, str]:
        """Error and cause, as far as there are any; AWS gives none for an execution that timed out."""
        if self.result is None or self.result.status is Status.TIMED_OUT:
            return {}
        found = {"error": self.result.error, "cause": self.result.cause}
        return {name: text for name, text in found.items() if text is not None}

    def not_redrivable(self, now: datetime) -> str | None:
        """Why RedriveExecution refuses it now; None if it doesn't."""
        if self.status is Status.RUNNING:  # the redriven execution itself begins a little later
            return "Execution is RUNNING and cannot be redriven"
        if self.stopped is not None and now - self.stopped > _REDRIVABLE:
            return "Execution redrivable period exceeded"
        return self.execution.not_redrivable
