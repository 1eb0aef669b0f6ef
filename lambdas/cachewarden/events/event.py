"""What an event says, free of AWS's shapes."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from cachewarden.codes import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRefused:
    """A StopInstances call was refused; the instances are all of the call's, innocents included."""

    event_id: str
    instance_ids: tuple[str, ...]
    requested_by: str
    role_arn: str | None
    requested_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged:
    """EC2 says that an instance reached a state."""

    event_id: str
    instance_ids: tuple[str, ...]
    state: str
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptInChanged:
    """The tag `cachewarden:managed` of an instance was added, changed or removed."""

    event_id: str
    instance_ids: tuple[str, ...]
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthNotice:
    """AWS Health announces something that is about to happen, or happens, to instances."""

    event_id: str
    event_arn: str
    type_code: str
    category: str
    status: str
    instance_ids: tuple[str, ...]
    starts_at: datetime | None
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionEnded:
    """A workflow execution failed, timed out or was aborted; `goal` and `resumes` are those of its request."""

    execution_arn: str
    state_machine_arn: str
    status: str
    instance_ids: tuple[str, ...]
    goal: str | None
    resumes: int
    error: str | None
    cause: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentEnded:
    """An Automation document failed, timed out or was cancelled."""

    execution_id: str
    document: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRequestClosed:
    """A change request of Change Manager was closed, and its runbook wasn't begun."""

    title: str
    ops_item: str
    created_by: str
    status: str
    template: str
    runbook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnhandledEvent:
    """The event leads to nothing; `why` is for the log."""

    code: Code
    why: str
    instance_ids: tuple[str, ...] = ()


InstanceEvent: TypeAlias = StopRefused | StateChanged | OptInChanged | HealthNotice
"""Each leads to one request for each of its instances."""

Event: TypeAlias = InstanceEvent | ExecutionEnded | DocumentEnded | ChangeRequestClosed | UnhandledEvent
