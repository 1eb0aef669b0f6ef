"""One operation: what was asked, and what must survive from one pass of the loop to the next.

What can be observed isn't kept here. Kept are the request, the lease, the replica modes to put back, counts that bound
attempts, since when something is waited for, and why the first goal was given up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError, format_time
from cachewarden.operation.wait_reasons import Topic

ACTIONS_REMEMBERED = 80
"""The report names at most this many actions; a machine's variables may hold 256 KiB (Step Functions quotas)."""


class Goal(StrEnum):
    """What a request wants to be true in the end."""

    PREFLIGHT = "Preflight"
    STOPPED = "Stopped"
    IN_SERVICE = "InService"
    CYCLED = "Cycled"


class Consent(StrEnum):
    """What somebody may say yes to in a request; nothing of it is ever assumed."""

    OUTAGE = "outage"
    """The only copy may be evacuated and stopped."""
    REBUILD = "rebuild"
    """A lost cache may be rebuilt although the tag says approve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedMode:
    """Modes of one replica before the operation changed them; numbers are SQL Server's."""

    group: str
    replica: str
    server: str
    availability_mode: int
    failover_mode: int

    def to_json(self) -> dict[str, Json]:
        """As the lease record keeps it."""
        return {
            "ag": self.group,
            "replica": self.replica,
            "server": self.server,
            "availabilityMode": self.availability_mode,
            "failoverMode": self.failover_mode,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who had the cluster's lease instead of us at `seen_at`."""

    owner: str
    subject: str
    goal: str
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The last act that didn't succeed; `at` by the deciding side's clock, `transient` when it asked for a retry."""

    action: str
    code: str
    message: str
    at: datetime
    transient: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What is waited for and since when; `progress` is what had been reached of it, first seen at `progressed_at`."""

    topic: Topic
    since: datetime
    progress: int | None = None
    progressed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned:
    """The goal that couldn't be reached, and why; the operation goes on towards InService."""

    goal: Goal
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """One act as the report lists it."""

    action: str
    node: str
    at: datetime
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A request on its way; every change gives a new value.

    `look_after`: an act that brought no observation of its own was begun then. Nobody observes while an act is under
    way, so newer evidence shows what it did and older can't.
    """

    execution_arn: str
    request_id: str
    goal: Goal
    subject_id: str
    requested_at: datetime
    requested_by: str
    reason: str
    expires_at: datetime | None = None
    consent: tuple[str, ...] = ()
    lease_key: str | None = None
    lease_token: int | None = None
    identity: ClusterIdentity | None = None
    holder: Holder | None = None
    saved_modes: tuple[SavedMode, ...] | None = None
    attempts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    last_failure: Failure | None = None
    data_loss: str | None = None
    look_after: datetime | None = None
    waiting: Waiting | None = None
    looking_since: datetime | None = None
    abandoned: Abandoned | None = None
    snapshots: tuple[str, ...] = ()
    actions: tuple[ActionTaken, ...] = ()

    @property
    def effective_goal(self) -> Goal:
        """InService once the first goal was given up."""
        return Goal.IN_SERVICE if self.abandoned else self.goal

    @property
    def has_lease(self) -> bool:
        """Whether the cluster is ours."""
        return self.lease_token is not None

    def waited_s(self, topic: Topic, now: datetime) -> float:
        """Seconds since the operation began to wait for `topic`, 0 when it doesn't."""
        since = self.looking_since
        if topic is not Topic.LOOK:
            since = self.waiting.since if self.waiting is not None and self.waiting.topic is topic else None
        return max(0.0, (now - since).total_seconds()) if since is not None else 0.0

    def stood_still_s(self, topic: Topic, progress: int, now: datetime) -> float:
        """Seconds since `progress` of `topic` was first seen, 0 when it is another than at the look before."""
        waiting = self.waiting
        if waiting is None or waiting.topic is not topic or waiting.progress != progress:
            return 0.0
        return max(0.0, (now - (waiting.progressed_at or waiting.since)).total_seconds())

    def waits_for(self, topic: Topic, now: datetime, *, progress: int | None = None) -> "Operation":
        """Remembers since when `topic` is waited for; another look in between doesn't interrupt a wait."""
        if topic is Topic.LOOK:
            return replace(self, looking_since=self.looking_since or now)
        waiting = self.waiting
        if waiting is None or waiting.topic is not topic:
            waiting = Waiting(topic=topic, since=now)
        if progress != waiting.progress:
            waiting = replace(waiting, progress=progress, progressed_at=now)
        return replace(self, waiting=waiting, looking_since=None)

    def begins(self, action: str, node: str, now: datetime, sentence: str) -> "Operation":
        """Counts an attempt at `action`, listing an immediate repetition once; waiting ends with it."""
        earlier = self.actions[:-1] if self.actions and self.actions[-1].action == action else self.actions
        taken = (*earlier, ActionTaken(action=action, node=node, at=now, sentence=sentence))
        return replace(
            self,
            attempts={**self.attempts, action: self.attempts.get(action, 0) + 1},
            actions=taken[-ACTIONS_REMEMBERED:],
            waiting=None,
            looking_since=None,
        )

    def succeeded(self, action: str) -> "Operation":
        """Forgets earlier failures of `action`."""
        failures = {name: count for name, count in self.failures.items() if name != action}
        return replace(self, failures=failures, last_failure=None)

    def failed(self, failure: Failure) -> "Operation":
        """Counts one more failure of the action."""
        failures = {**self.failures, failure.action: self.failures.get(failure.action, 0) + 1}
        return replace(self, failures=failures, last_failure=failure)

    def abandons(self, code: str, message: str) -> "Operation":
        """Gives up the goal; what failed on the way there doesn't count against the way back."""
        given_up = Abandoned(goal=self.goal, code=code, message=message)
        return replace(self, abandoned=given_up, failures={}, last_failure=None, waiting=None, looking_since=None)


def parse_operation(value: Json) -> Operation:
    """An operation from the machine's variable; raises `UnexpectedJsonError`."""
    source = JsonReader.of(value)
    return Operation(
        execution_arn=source.text("executionArn"),
        request_id=source.text("requestId"),
        goal=_goal(source, "goal"),
        subject_id=source.text("subject"),
        requested_at=source.time("requestedAt"),
        requested_by=source.optional("requestedBy", source.text) or "unknown",
        reason=source.optional("reason", source.text) or "",
        expires_at=source.optional("expiresAt", source.time),
        consent=source.texts("consent") if source.has("consent") else (),
        lease_key=source.optional("leaseKey", source.text),
        lease_token=source.optional("leaseToken", source.number),
        identity=_identity(source.child("identity")) if source.has("identity") else None,
        holder=_holder(source.child("holder")) if source.has("holder") else None,
        saved_modes=parse_saved_modes(source, "savedModes") if source.has("savedModes") else None,
        attempts=_counts(source, "attempts"),
        failures=_counts(source, "failures"),
        last_failure=_failure(source.child("lastFailure")) if source.has("lastFailure") else None,
        data_loss=source.optional("dataLoss", source.text),
        look_after=source.optional("lookAfter", source.time),
        waiting=_waiting(source.child("waiting")) if source.has("waiting") else None,
        looking_since=source.optional("lookingSince", source.time),
        abandoned=_abandoned(source.child("abandoned")) if source.has("abandoned") else None,
        snapshots=source.texts("snapshots") if source.has("snapshots") else (),
        actions=tuple(_action(item) for item in source.children("actions")) if source.has("actions") else (),
    )


def operation_to_json(operation: Operation) -> dict[str, Json]:
    """The operation as the machine keeps it between passes; `parse_operation` reads it back unchanged."""
    return {
        "executionArn": operation.execution_arn,
        "requestId": operation.request_id,
        "goal": operation.goal.value,
        "subject": operation.subject_id,
        "requestedAt": format_time(operation.requested_at),
        "requestedBy": operation.requested_by,
        "reason": operation.reason,
        "expiresAt": format_time(operation.expires_at) if operation.expires_at else None,
        "consent": list(operation.consent),
        "leaseKey": operation.lease_key,
        "leaseToken": operation.lease_token,
        "identity": operation.identity.to_json() if operation.identity else None,
        "holder": {
            "owner": operation.holder.owner,
            "subject": operation.holder.subject,
            "goal": operation.holder.goal,
            "seenAt": format_time(operation.holder.seen_at),
        }
        if operation.holder
        else None,
        "savedModes": [mode.to_json() for mode in operation.saved_modes] if operation.saved_modes is not None else None,
        "attempts": dict(operation.attempts),
        "failures": dict(operation.failures),
        "lastFailure": {
            "action": operation.last_failure.action,
            "code": operation.last_failure.code,
            "message": operation.last_failure.message,
            "at": format_time(operation.last_failure.at),
            "transient": operation.last_failure.transient,
        }
        if operation.last_failure
        else None,
        "dataLoss": operation.data_loss,
        "lookAfter": format_time(operation.look_after) if operation.look_after else None,
        "waiting": _waiting_to_json(operation.waiting) if operation.waiting else None,
        "lookingSince": format_time(operation.looking_since) if operation.looking_since else None,
        "abandoned": {
            "goal": operation.abandoned.goal.value,
            "code": operation.abandoned.code,
            "message": operation.abandoned.message,
        }
        if operation.abandoned
        else None,
        "snapshots": list(operation.snapshots),
        "actions": [
            {"action": taken.action, "node": taken.node, "at": format_time(taken.at), "sentence": taken.sentence}
            for taken in operation.actions
        ],
    }


def _waiting_to_json(waiting: Waiting) -> dict[str, Json]:
    return {
        "topic": waiting.topic.value,
        "since": format_time(waiting.since),
        "progress": waiting.progress,
        "progressedAt": format_time(waiting.progressed_at) if waiting.progressed_at else None,
    }


def parse_saved_modes(source: JsonReader, key: str) -> tuple[SavedMode, ...]:
    """Saved replica modes from a JSON array; raises `UnexpectedJsonError`."""
    return tuple(
        SavedMode(
            group=item.text("ag").lower(),
            replica=item.text("replica").lower(),
            server=item.text("server"),
            availability_mode=item.number("availabilityMode"),
            failover_mode=item.number("failoverMode"),
        )
        for item in source.children(key)
    )


def _goal(source: JsonReader, key: str) -> Goal:
    name = source.text(key)
    try:
        return Goal(name)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.{key}: {name!r} is no goal") from None


def _counts(source: JsonReader, key: str) -> dict[str, int]:
    if not source.has(key):
        return {}
    counts = source.child(key)
    return {name: counts.number(name) for name in counts.members}


def _identity(source: JsonReader) -> ClusterIdentity:
    return ClusterIdentity(cluster_name=source.text("clusterName"), group_ids=source.texts("groupIds"))


def _holder(source: JsonReader) -> Holder:
    return Holder(
        owner=source.text("owner"),
        subject=source.text("subject"),
        goal=source.text("goal"),
        seen_at=source.time("seenAt"),
    )


def _failure(source: JsonReader) -> Failure:
    return Failure(
        action=source.text("action"),
        code=source.text("code"),
        message=source.text("message"),
        at=source.time("at"),
        transient=source.optional("transient", source.flag) or False,
    )


def _waiting(source: JsonReader) -> Waiting:
    name = source.text("topic")
    try:
        topic = Topic(name)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.topic: {name!r} is nothing to wait for") from None
    return Waiting(
        topic=topic,
        since=source.time("since"),
        progress=source.optional("progress", source.number),
        progressed_at=source.optional("progressedAt", source.time),
    )


def _abandoned(source: JsonReader) -> Abandoned:
    return Abandoned(goal=_goal(source, "goal"), code=source.text("code"), message=source.text("message"))


def _action(source: JsonReader) -> ActionTaken:
    return ActionTaken(
        action=source.text("action"),
        node=source.text("node"),
        at=source.time("at"),
        sentence=source.text("sentence"),
    )
