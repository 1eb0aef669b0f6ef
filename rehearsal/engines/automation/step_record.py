"""What an execution knows of a step that was begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.engines.automation.errors import StepFailedError
from rehearsal.engines.automation.status import Status
from rehearsal.engines.automation.steps import Step


@dataclass(slots=True, kw_only=True)
class StepRecord:
    """One step, or one round of a loop's step. `parent`, `iteration`: of the loop that it belongs to."""

    id: str
    step: Step
    started: datetime
    parent: StepRecord | None = None
    iteration: int | None = None
    iterator_value: Any = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    status: Status = Status.IN_PROGRESS
    ended: datetime | None = None
    outputs: dict[str, Any] = field(default_factory=dict)
    failure: StepFailedError | None = None
    attempts: int = 0
    deadline: datetime | None = None
    """When the running attempt is over at the latest; None: it has no limit."""
    goes_to: str | None = None
    """Where a branch decided to go, or a step of a loop jumped to."""
    aborts: bool = False
    """A step of this loop failed with `onFailure: Abort`, which the loop inherits."""

    @property
    def message(self) -> str | None:
        """Why it failed."""
        return None if self.failure is None else self.failure.message
