"""What an event leads to: an execution with a goal, a message to people, or nothing. Pure; facts are asked before."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.events.event import HealthNotice, OptInChanged, StateChanged, StopRefused
from cachewarden.evidence.cluster import InstanceState
from cachewarden.operation.operation import Goal
from cachewarden.operation.policy import STOP_PROVEN, Answer, Policy, policy_from_tags
from cachewarden.operation.stop_proof import stop_is_proven
from cachewarden.requests.execution_name import execution_name

STOP_REQUEST_LIFE = timedelta(minutes=15)
"""A stop that wasn't begun within this isn't what anybody expects any more [glossary#stop-request-life]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceFacts:
    """What EC2 and the lease table say about the instance now, asked after the event came."""

    instance_id: str
    state: InstanceState
    stop_protected: bool
    launch_time: datetime
    tags: dict[str, str]
    operated_by: str | None
    """Execution that works on this very instance, None when nobody does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Start an execution of maintain-replica under this name; starting it twice is starting it once."""

    name: str
    goal: Goal
    instance_id: str
    requested_at: datetime
    requested_by: str
    reason: str
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Tell people; nothing is started."""

    instance_id: str
    code: Code
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """Nothing to do; `sentence` is for the log."""

    instance_id: str
    code: Code
    sentence: str


Ask: TypeAlias = Start | Tell | Ignore


def ask_for_refused_stop(
    signal: StopRefused, facts: InstanceFacts, *, own_role_arns: frozenset[str], now: datetime
) -> Ask:
    """A refused stop becomes a safe one, for each opted-in instance of the call and for no bystander."""
    policy = policy_from_tags(facts.tags)
    instance_id = facts.instance_id
    if signal.role_arn in own_role_arns:
        return Ignore(
            instance_id=instance_id, code=Code.EVENT_OWN_DOING, sentence=f"{signal.requested_by} is a role of ours"
        )
    if not policy.managed:
        return Ignore(instance_id=instance_id, code=Code.NOT_OPTED_IN, sentence=f"{instance_id} isn't opted in")
    if not facts.stop_protected:
        return Ignore(
            instance_id=instance_id,
            code=Code.REFUSAL_EXPLAINED,
            sentence=f"{instance_id} isn't stop-protected (now), so another instance of the call was the reason",
        )
    if facts.state is not InstanceState.RUNNING:
        return Ignore(
            instance_id=instance_id, code=Code.REFUSAL_EXPLAINED, sentence=f"{instance_id} is {facts.state.value}"
        )
    expires_at = signal.requested_at + STOP_REQUEST_LIFE
    if now > expires_at:
        return Tell(
            instance_id=instance_id,
            code=Code.REQUEST_EXPIRED,
            sentence=f"{signal.requested_by} asked to stop {instance_id} at {signal.requested_at:%Y-%m-%d %H:%M:%S} "
            "UTC; the event came too late and nothing was done",
        )
    held_back = _held_back(policy, policy.on_stop, facts, "stop", "CacheWarden-StopInstance", now)
    if held_back is not None:
        return held_back
    return Start(
        name=execution_name(
            goal=Goal.STOPPED.value, instance_id=instance_id, kind="refused-stop", event_id=signal.event_id
        ),
        goal=Goal.STOPPED,
        instance_id=instance_id,
        requested_at=signal.requested_at,
        requested_by=signal.requested_by,
        reason="StopInstances was refused by stop protection",
        expires_at=expires_at,
    )


def ask_for_state_change(signal: StateChanged, facts: InstanceFacts, *, now: datetime) -> Ask:
    """An instance that runs without our doing is brought into service; one that stopped so is told of."""
    policy = policy_from_tags(facts.tags)
    instance_id = facts.instance_id
    if not policy.managed:
        return Ignore(instance_id=instance_id, code=Code.NOT_OPTED_IN, sentence=f"{instance_id} isn't opted in")
    if facts.operated_by is not None:
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_OWN_DOING,
            sentence=f"{instance_id} is {signal.state} while {facts.operated_by} works on it",
        )
    match signal.state:
        case "running":
            if facts.state is not InstanceState.RUNNING:
                return Ignore(
                    instance_id=instance_id,
                    code=Code.EVENT_UNKNOWN,
                    sentence=f"{instance_id} was running and is {facts.state.value} now",
                )
            return Start(
                # One start of the instance is one request, however often and under whatever id it is announced.
                name=execution_name(
                    goal=Goal.IN_SERVICE.value,
                    instance_id=instance_id,
                    kind="running",
                    event_id=facts.launch_time.isoformat(),
                ),
                goal=Goal.IN_SERVICE,
                instance_id=instance_id,
                requested_at=signal.at or now,
                requested_by="EC2 state change",
                reason="the instance was started",
            )
        case "stopped":
            if stop_is_proven(facts.tags, facts.launch_time):
                return Ignore(
                    instance_id=instance_id,
                    code=Code.EVENT_OWN_DOING,
                    sentence=f"{instance_id} is stopped, by us and on a proof, as its tag {STOP_PROVEN} says",
                )
            return Tell(
                instance_id=instance_id,
                code=Code.STOPPED_BEHIND_OUR_BACK,
                sentence=f"{instance_id} stopped without CacheWarden: its cache was on NVMe and may be lost. The other "
                "replica carries the databases alone; its transaction log grows until this node is back",
            )
        case _:
            return Ignore(instance_id=instance_id, code=Code.EVENT_UNKNOWN, sentence=f"{instance_id} is {signal.state}")


def ask_for_opt_in(signal: OptInChanged, facts: InstanceFacts, *, now: datetime) -> Ask:
    """Opting in protects and examines the node; opting out takes effect when it is in service."""
    instance_id = facts.instance_id
    if not policy_from_tags(facts.tags).managed:
        return Tell(
            instance_id=instance_id,
            code=Code.OPTED_OUT,
            sentence=f"{instance_id} was opted out. It stays stop-protected while its cache is on NVMe: a stop would "
            "lose the volume. Evacuate it first (CacheWarden-StopInstance), or lift protection knowingly",
        )
    return Start(
        name=execution_name(
            goal=Goal.PREFLIGHT.value,
            instance_id=instance_id,
            kind="opt-in",
            event_id=signal.event_id or str(now.date()),
        ),
        goal=Goal.PREFLIGHT,
        instance_id=instance_id,
        requested_at=signal.at or now,
        requested_by="tag cachewarden:managed",
        reason="the instance was opted in",
    )


REBOOT_CODES = frozenset(
    {
        "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED",
        "AWS_EC2_INSTANCE_REBOOT_FLEXIBLE_MAINTENANCE_SCHEDULED",
        "AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED",
    }
)
"""A reboot keeps instance-store data [ec2#reboot-keeps-cache]."""

CYCLE_CODES = frozenset(
    {
        "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED",
        "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_EXPEDITED",
        "AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED",
        "AWS_EC2_INSTANCE_RETIREMENT_EXPEDITED",
        "AWS_EC2_INSTANCE_STOP_SCHEDULED",
        "AWS_EC2_INSTANCE_NETWORK_MAINTENANCE_SCHEDULED",
        "AWS_EC2_INSTANCE_POWER_MAINTENANCE_SCHEDULED",
        "AWS_EC2_PERSISTENT_INSTANCE_POWER_MAINTENANCE_SCHEDULED",
        "AWS_EC2_MAINTENANCE_SCHEDULED",
        "AWS_EC2_INSTANCE_STORE_DRIVE_PERFORMANCE_DEGRADED",
    }
)
"""A stop and start moves the node to another host, before AWS does it without us."""


def ask_for_health(signal: HealthNotice, facts: InstanceFacts, *, now: datetime) -> Ask:
    """A host that AWS will take away, or whose NVMe fails, is left in good time; unknown notices are told of."""
    policy = policy_from_tags(facts.tags)
    instance_id = facts.instance_id
    if not policy.managed:
        return Ignore(instance_id=instance_id, code=Code.NOT_OPTED_IN, sentence=f"{instance_id} isn't opted in")
    if signal.status == "closed":
        return Ignore(
            instance_id=instance_id, code=Code.EVENT_UNKNOWN, sentence=f"{signal.type_code} of {instance_id} is closed"
        )
    when = f" from {signal.starts_at:%Y-%m-%d %H:%M} UTC" if signal.starts_at else ""
    told = f"AWS Health: {signal.type_code} for {instance_id}{when}"
    if signal.type_code in REBOOT_CODES:
        return Tell(
            instance_id=instance_id,
            code=Code.NOTIFY_ONLY,
            sentence=f"{told}. A reboot keeps the cache; fail the roles over before it",
        )
    if signal.type_code not in CYCLE_CODES:
        return Tell(instance_id=instance_id, code=Code.NOTIFY_ONLY, sentence=f"{told}: {signal.description[:300]}")
    held_back = _held_back(policy, policy.on_health, facts, told, "CacheWarden-CycleInstance", now)
    if held_back is not None:
        return held_back
    starts = signal.starts_at.isoformat() if signal.starts_at else ""
    return Start(
        name=execution_name(
            goal=Goal.CYCLED.value, instance_id=instance_id, kind="health", event_id=f"{signal.event_arn}|{starts}"
        ),
        goal=Goal.CYCLED,
        instance_id=instance_id,
        requested_at=now,
        requested_by="AWS Health",
        reason=told,
    )


def _held_back(
    policy: Policy, answer: Answer, facts: InstanceFacts, what: str, document: str, now: datetime
) -> Tell | None:
    """Why the owner doesn't want it done unasked; None when he does."""
    instance_id = facts.instance_id
    if policy.snoozed(now):
        return Tell(
            instance_id=instance_id,
            code=Code.SNOOZED,
            sentence=f"{what}: the owner of {instance_id} asked to be left alone until "
            f"{policy.snooze_until:%Y-%m-%d %H:%M} UTC; start {document} if it must be",
        )
    match answer:
        case Answer.AUTO:
            return None
        case Answer.APPROVE:
            return Tell(
                instance_id=instance_id,
                code=Code.NEEDS_APPROVAL,
                sentence=f"{what}: the owner of {instance_id} wants to be asked; start {document} to approve",
            )
        case Answer.NOTIFY:
            return Tell(
                instance_id=instance_id,
                code=Code.NOTIFY_ONLY,
                sentence=f"{what}: the owner of {instance_id} only wants to know; start {document} to have it done",
            )
