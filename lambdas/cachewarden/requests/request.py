"""What an event may lead to: an execution with a goal, a message to people, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.goal import Goal
from cachewarden.operation.idempotency import execution_name
from cachewarden.operation.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceFacts:
    """What EC2 and the lease table say about the instance now, read after the event came.

    `stop_protected`: None where EC2 doesn't say, and for an instance that isn't opted in, of which it isn't asked.
    `stop_proven`: CacheWarden asked for the stop of the instance's latest run, on a proof; None while none is seen.
    `operated_by`: the execution that works on this very instance, None when there is none. `stopped_by`: the same
    where it was asked for this instance alone, to stop it. `calendar`: of the owner's Change Calendars, where an answer
    of the owner depends on them. `tags`: `cachewarden:*` alone.
    """

    instance_id: str
    state: InstanceState
    stop_protected: bool | None
    launch_time: datetime
    policy: Policy
    stop_proven: bool | None
    operated_by: str | None
    stopped_by: str | None = None
    calendar: CalendarView | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartExecution:
    """Start an execution of maintain-replica; the same `kind` and `event_id` twice are the same execution.

    `resumes`: how many executions of the same operation ended badly before this one. `run`: launch time of the run that
    the request is about, None where the instance may just as well be stopped.
    """

    goal: Goal
    instance_id: str
    kind: str
    event_id: str
    requested_at: datetime
    requested_by: str
    reason: str
    expires_at: datetime | None = None
    resumes: int = 0
    run: datetime | None = None

    @property
    def name(self) -> str:
        """The execution's name."""
        return execution_name(
            goal=self.goal.value, instance_id=self.instance_id, kind=self.kind, event_id=self.event_id
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Nothing is started while the `operation` (an execution) runs, which does what is asked for; else `begin`."""

    operation: str
    begin: StartExecution
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """Send people a message; nothing is started."""

    instance_id: str
    code: Code
    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """Nothing to do; `sentence` is for the log."""

    instance_id: str
    code: Code
    sentence: str


Request: TypeAlias = StartExecution | Join | Notify | Ignore
"""One of the four; `match` on it with `assert_never`."""
