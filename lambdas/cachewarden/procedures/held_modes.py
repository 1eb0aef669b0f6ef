"""A way back that is refused or waits long: replicas that lack nothing get their saved modes; held ones are named.

Failing over by itself was suspended for the node's absence. A group that lacks nothing must not go without it because
another group, or the node's cache, waits for a person, or because another group's databases are seeded for hours.
"""

from dataclasses import replace

from cachewarden.operation.actions import ATTEMPTS_MAX_BATCHED, Action
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.documents import sendable
from cachewarden.procedures.required_secondaries import lowered_told, may_be_lowered, restore_where_enough
from cachewarden.procedures.reseed import seeding_is_running
from cachewarden.procedures.return_sql import (
    lacks_nothing,
    modes_to_put_back,
    not_synchronized_yet,
    restore_modes_where_nothing_lacks,
)
from cachewarden.procedures.return_to_service import BEFORE_ANY_ACT
from cachewarden.procedures.situation import Rule, Situation

LOOKS_S = 300.0
"""What a person has to do is told after so long, even where the reports that the modes need are old."""
SHORT_WAIT_S = 60.0
"""Groups that come back within such a time get their modes together at the end, with fewer commands."""
WAITS_FOR_GROUPS: tuple[Rule, ...] = (seeding_is_running, not_synchronized_yet)
"""Rules of a way back that wait for some of its groups. The cache isn't to be moved any more, or moves already."""


def modes_first(situation: Situation, rule: Rule, answer: Decision) -> Decision:
    """The answer that `rule` gives; before a refusal, and in a long wait, first the act that puts modes back."""
    match with_precedence(rule, answer):
        case Refuse(acts_may_precede=True) as refusal:
            return _before_a_refusal(situation, refusal)
        case Wait() as wait if rule in WAITS_FOR_GROUPS:
            return _during_a_wait(situation, wait)
        case decision:
            return decision


def with_precedence(rule: Rule, answer: Decision) -> Decision:
    """The answer that `rule` of a node's way back gives; a refusal says whether any act may precede it."""
    if not isinstance(answer, Refuse):
        return answer
    return replace(answer, acts_may_precede=rule not in BEFORE_ANY_ACT)


def _before_a_refusal(situation: Situation, answer: Refuse) -> Decision:
    """The act that puts modes back, a wait for reports that it needs, or the refusal, with what stays held."""
    first = _put_back(situation) if situation.operation.has_lease else None
    match sendable(situation, first) if first is not None else None:
        case Execute() as act:
            # The refusal is due right after it, not after another wait for what it refuses for.
            return replace(act, ends_wait=False)
        case Wait() as wait if situation.operation.waited_s(WaitReason.LOOK, situation.now) <= LOOKS_S:
            return replace(wait, reason=WaitReason.LOOK)
        case _:
            told = _told(situation)
            return replace(answer, sentence=f"{answer.sentence.rstrip('.')}{told}") if told else answer


def _during_a_wait(situation: Situation, answer: Wait) -> Decision:
    """The act that puts modes back while other groups are waited for, unless a later act would lose attempts by it."""
    operation = situation.operation
    short = operation.waited_s(answer.reason, situation.now) < SHORT_WAIT_S
    spent = operation.attempts.get(Action.RESTORE_REPLICA_MODES, 0) >= ATTEMPTS_MAX_BATCHED // 2
    if short or spent or operation.failures or not operation.has_lease:
        return answer
    first = _put_back(situation)
    match sendable(situation, first) if first is not None else None:
        case Execute() as act:
            # What is waited for has been waited for as long as before.
            return replace(act, ends_wait=False)
        case _:
            return answer


def _put_back(situation: Situation) -> Decision | None:
    return restore_modes_where_nothing_lacks(situation) or restore_where_enough(situation)


def may_be_held(situation: Situation) -> bool:
    """Whether a refusal now would leave a replica that lacks nothing MANUAL, or fewer secondaries demanded than could
    be: only the lease's record says what their owner gave them."""
    if situation.node.ec2.tags.get(STATE) == NodeState.IN_SERVICE.value:
        return False
    node = situation.node.instance_id
    return may_be_lowered(situation) or any(
        lacks_nothing(view, replica) and replica.synchronous and not replica.automatic
        for view in situation.node_groups
        for replica in view.replicas_on(node)
    )


def _told(situation: Situation) -> str:
    """What stays held or lowered, for the end of a sentence; empty where nothing does."""
    held, lowered = modes_to_put_back(situation), lowered_told(situation)
    if not held:
        return lowered
    names = {view.id: view.name for view in situation.groups}
    groups = groups_told([names[group] for group in dict.fromkeys(mode.group for mode in held)])
    servers = ", ".join(dict.fromkeys(mode.server for mode in held))
    return (
        f". The modes of {servers} in {groups} stay held, without automatic failover, until an operation finds the "
        f"replica SYNCHRONIZED; CacheWarden-StartInstance starts one{lowered}"
    )
