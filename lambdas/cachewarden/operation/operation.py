"""One operation: what was asked, and what must survive from one pass of the loop to the next.

What can be observed isn't kept here. Kept are the request, the lease, the replica modes to put back, counts that bound
attempts, since when something is waited for, and why the first goal was given up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from cachewarden.codes import Code
from cachewarden.evidence.ec2_rights import CallRight
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.operation.actions import CHANGES_NOTHING_WORTH_UNDOING, Action
from cachewarden.operation.consent import GivenConsent, VoidConsent
from cachewarden.operation.goal import OF_CLUSTER, Goal, Purpose, way_back
from cachewarden.operation.wait_reasons import WaitReason

ACTIONS_REMEMBERED = 80
"""The report names at most this many actions; a machine's variables may hold 256 KiB (Step Functions quotas)."""


FINDINGS_REMEMBERED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedMode:
    """Modes of one replica before the operation changed them; numbers are SQL Server's.

    `seeding_mode`: None where it wasn't told; it stays as it is then. `led`: whether the replica was the primary; None
    where an earlier version wrote it down. `required_synchronized`: how many SYNCHRONIZED secondaries its group
    demanded for a commit before the operation lowered that; None where it doesn't.
    """

    group: str
    replica: str
    server: str
    availability_mode: int
    failover_mode: int
    seeding_mode: int | None
    led: bool | None
    required_synchronized: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who had the cluster's lease at `seen_at`, when this operation asked for it."""

    owner: str
    node: str
    purpose: Purpose
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The last act that didn't succeed; `at` by the deciding side's clock, `transient` when it asked for a retry."""

    action: Action
    code: Code
    message: str
    at: datetime
    transient: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What is waited for and since when; `progress` is what had been reached of it, first seen at `progressed_at`."""

    reason: WaitReason
    since: datetime
    progress: int | None = None
    progressed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned:
    """The goal that couldn't be reached, and why; the operation goes on towards InService.

    `cause`: the code of the act that failed too often, where that was why.
    """

    goal: Goal
    code: Code
    message: str
    cause: Code | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftBehind:
    """A node of a whole cluster that couldn't be brought back, and why; the operation went on with the others."""

    node: str
    code: Code
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that evidence showed on the way, that blocks nothing and that somebody should mend."""

    code: Code
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """One act as the report lists it."""

    action: Action
    node: str
    at: datetime
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A request on its way; every change gives a new value.

    `document_run`: the run of a person's document that it says it comes from. `consents`: what was consented to for it,
    by evidence and not by its own word. `look_after`: an act that brought no observation of its own was begun then.
    Nobody observes while an act is under way, so newer evidence shows what it did and older can't.
    `databases_alone`: the node's databases that no group holds elsewhere, by instance, as SQL Server said while it ran.
    `leads`: ids of the groups that the node led when all of its SQL Server was last seen running.
    `run`: launch time of the run that it was asked for, where an event or the sweep saw the node run.
    `instance_type`: the one that the node is to get, for the goal Resized.
    `unattachable`: the node's host has tried to attach the virtual disk, and Windows says that its data is missing.
    `snapshots`: of the data volumes, before a rebuild. `node_snapshots`: of all volumes with the cache on EBS, for the
    goal Snapshotted.
    `call_rights`: what EC2 answered to the dry runs of a preflight; None where it wasn't asked, or couldn't be.
    `computer`: the node's name as its host last told it; a stopped node has no host to ask.
    `found_state`: what the node's state tag said when this operation marked it, or tried to.

    An operation on a whole cluster turns from node to node: `node_id` is the one that it works on now, `asked_for` the
    one that it was asked for, None before the first turn; `attempts`, `failures` and what is waited for are that
    node's. `first_begun`: when each act was first begun, on whatever node. `leader`: who goes down last, and leads all
    groups by then. `begun_elsewhere`: another node of the cluster has had an act that would have to be undone.
    `left_behind`: nodes whose way back ended in a refusal. `forgets`: computers, in small letters, whose replicas the
    consent to forget covers; None before anybody could say which ones are gone. `evacuated_runs`: launch times of the
    nodes that were last seen with SQL Server stopped and the cache proven to be on EBS.
    """

    execution_arn: str
    request_id: str
    goal: Goal
    node_id: str
    requested_at: datetime
    requested_by: str
    reason: str
    expires_at: datetime | None = None
    document_run: str | None = None
    run: datetime | None = None
    instance_type: str | None = None
    consents: tuple[GivenConsent | VoidConsent, ...] = ()
    lease_key: str | None = None
    lease_token: int | None = None
    identity: ClusterIdentity | None = None
    holder: Holder | None = None
    saved_modes: tuple[SavedMode, ...] | None = None
    attempts: Mapping[Action, int] = field(default_factory=dict)
    first_begun: Mapping[Action, datetime] = field(default_factory=dict)
    failures: Mapping[Action, int] = field(default_factory=dict)
    last_failure: Failure | None = None
    data_loss: str | None = None
    look_after: datetime | None = None
    waiting: Waiting | None = None
    looking_since: datetime | None = None
    abandoned: Abandoned | None = None
    unattachable: bool = False
    snapshots: tuple[str, ...] = ()
    node_snapshots: tuple[str, ...] = ()
    call_rights: tuple[CallRight, ...] | None = None
    computer: str | None = None
    databases_alone: str | None = None
    leads: tuple[str, ...] = ()
    asked_for: str | None = None
    leader: str | None = None
    begun_elsewhere: bool = False
    found_state: str | None = None
    left_behind: tuple[LeftBehind, ...] = ()
    forgets: tuple[str, ...] | None = None
    evacuated_runs: Mapping[str, datetime] = field(default_factory=dict)
    actions: tuple[ActionTaken, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def effective_goal(self) -> Goal:
        """The way back once the first goal was given up."""
        return way_back(self.goal) if self.abandoned else self.goal

    @property
    def first_node_id(self) -> str:
        """The node that it was asked for: whose lease it is, and which a person's consent names."""
        return self.asked_for or self.node_id

    @property
    def turns(self) -> int:
        """How often it turned to another node."""
        return self.attempts.get(Action.TURN_TO_NODE, 0)

    @property
    def changed_something(self) -> bool:
        """Whether it has begun an act that would have to be undone."""
        return self.begun_elsewhere or any(action not in CHANGES_NOTHING_WORTH_UNDOING for action in self.attempts)

    @property
    def by_event(self) -> bool:
        """Whether no person's document asked for it."""
        return self.document_run is None

    def has_marked(self, node_id: str) -> bool:
        """Whether this operation has written its mark on the node, as far back as its acts are remembered."""
        return any(taken.action is Action.MARK_OPERATING and taken.node == node_id for taken in self.actions)

    @property
    def has_lease(self) -> bool:
        """Whether this operation holds the cluster's lease."""
        return self.lease_token is not None

    @property
    def execution_name(self) -> str:
        """The execution's name in Step Functions, which gives no name twice within 90 days."""
        return self.execution_arn.rpartition(":")[2]

    def begun_at(self, action: Action) -> datetime | None:
        """When `action` was first begun, on whatever node."""
        return self.first_begun.get(action)

    def waited_s(self, reason: WaitReason, now: datetime) -> float:
        """Seconds since the operation began to wait for `reason`, 0 when it doesn't."""
        since = self.looking_since
        if reason is not WaitReason.LOOK:
            since = self.waiting.since if self.waiting is not None and self.waiting.reason is reason else None
        return max(0.0, (now - since).total_seconds()) if since is not None else 0.0

    def stood_still_s(self, reason: WaitReason, progress: int, now: datetime) -> float:
        """Seconds since `progress` of `reason` was first seen, 0 when it is another than at the look before."""
        waiting = self.waiting
        if waiting is None or waiting.reason is not reason or waiting.progress != progress:
            return 0.0
        return max(0.0, (now - (waiting.progressed_at or waiting.since)).total_seconds())

    def waits_for(self, reason: WaitReason, now: datetime, *, progress: int | None = None) -> "Operation":
        """Remembers since when `reason` is waited for; another look in between doesn't interrupt a wait."""
        if reason is WaitReason.LOOK:
            return replace(self, looking_since=self.looking_since or now)
        waiting = self.waiting
        if waiting is None or waiting.reason is not reason:
            waiting = Waiting(reason=reason, since=now)
        if progress != waiting.progress:
            waiting = replace(waiting, progress=progress, progressed_at=now)
        return replace(self, waiting=waiting, looking_since=None)

    def begins(self, action: Action, node: str, now: datetime, sentence: str, *, ends_wait: bool = True) -> "Operation":
        """Counts an attempt at `action`, listing an immediate repetition once; waiting ends with it, or goes on."""
        last = self.actions[-1] if self.actions else None
        repeats = last is not None and last.action is action and last.node == node
        earlier = self.actions[:-1] if repeats else self.actions
        taken = (*earlier, ActionTaken(action=action, node=node, at=now, sentence=sentence))
        return replace(
            self,
            attempts={**self.attempts, action: self.attempts.get(action, 0) + 1},
            first_begun={action: now, **self.first_begun},
            actions=taken[-ACTIONS_REMEMBERED:],
            waiting=None if ends_wait else self.waiting,
            looking_since=None,
        )

    def succeeded(self, action: Action) -> "Operation":
        """Forgets earlier failures of `action`."""
        failures = {name: count for name, count in self.failures.items() if name != action}
        return replace(self, failures=failures, last_failure=None)

    def tells(self, action: Action, message: str) -> "Operation":
        """Adds what came of the act that was just done, for the report."""
        if not self.actions or self.actions[-1].action is not action:
            return self
        told = replace(self.actions[-1], sentence=f"{self.actions[-1].sentence}. {message}")
        return replace(self, actions=(*self.actions[:-1], told))

    def failed(self, failure: Failure) -> "Operation":
        """Counts one more failure of the action."""
        failures = {**self.failures, failure.action: self.failures.get(failure.action, 0) + 1}
        return replace(self, failures=failures, last_failure=failure)

    @property
    def node_name(self) -> str:
        """How people know the node: by computer name, where it was ever told, and instance id; or the whole cluster."""
        node = f"{self.computer} ({self.node_id})" if self.computer else self.node_id
        if self.goal not in OF_CLUSTER:
            return node
        return f"the cluster {self.identity.cluster_name}" if self.identity else f"the cluster of {node}"

    def remembers(self, findings: Iterable[Finding]) -> "Operation":
        """Keeps what is found, each once, for the message at the end: it may have healed by then."""
        new = [finding for finding in dict.fromkeys(findings) if finding not in self.findings]
        return replace(self, findings=(*self.findings, *new)[:FINDINGS_REMEMBERED]) if new else self

    def no_longer_finds(self, code: Code) -> "Operation":
        """Without the findings of this code, which its own acts may end: what is still so is found again."""
        return replace(self, findings=tuple(finding for finding in self.findings if finding.code is not code))

    def leaves_behind(self, code: Code, message: str) -> "Operation":
        """Remembers that the present node can't be brought back, for the end; the others are, all the same."""
        if self.has_left_node:
            return self
        return replace(self, left_behind=(*self.left_behind, LeftBehind(node=self.node_id, code=code, message=message)))

    @property
    def has_left_node(self) -> bool:
        """Whether the present node is one that can't be brought back: the operation only has to turn away from it."""
        return any(each.node == self.node_id for each in self.left_behind)

    def turns_to(self, node_id: str) -> "Operation":
        """Goes on with another node of the cluster; what was counted and waited for was the former one's."""
        kept = (Action.ACQUIRE_LEASE, Action.TURN_TO_NODE)
        return replace(
            self,
            node_id=node_id,
            asked_for=self.first_node_id,
            begun_elsewhere=self.changed_something,
            found_state=None,
            attempts={action: count for action, count in self.attempts.items() if action in kept},
            failures={},
            last_failure=None,
            waiting=None,
            looking_since=None,
            unattachable=False,
            snapshots=(),
            computer=None,
            databases_alone=None,
            leads=(),
        )

    def abandons(self, code: Code, message: str, *, cause: Code | None = None) -> "Operation":
        """Gives up the goal; what failed on the way there doesn't count against the way back."""
        given_up = Abandoned(goal=self.goal, code=code, message=message, cause=cause)
        return replace(self, abandoned=given_up, failures={}, last_failure=None, waiting=None, looking_since=None)
