"""What holds for every decision, whatever the rules say: acts on hosts are what was deployed, looking again is bounded,
and protection, the node's mark and the cluster's lease come before any act."""

from collections.abc import Callable
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import STOP_ONE_NODE, WAYS_BACK, Goal
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.operation.timing import NO_PRIMARY_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.guards.brake import is_held
from cachewarden.procedures.guards.documents import sendable
from cachewarden.procedures.guards.turn import turn_may_come
from cachewarden.procedures.held_modes import may_be_held
from cachewarden.procedures.situation import Situation

LEASE_ASKED_FOR = 2
"""How often a refusal asks for the lease first, for the sake of modes that may be held."""
NOTHING_FIRST = frozenset({Code.REQUEST_EXPIRED, Code.OPTED_OUT, Code.APPROVAL_DOES_NOT_COUNT})
"""Refusals before which not even protection is put on: nobody who may asks for it any more."""

Safeguard: TypeAlias = Callable[[Situation, Decision], Execute | Wait | None]
"""What has to be done before the answer, None when nothing has."""


def safeguarded(situation: Situation, answer: Decision) -> Decision:
    """The rules' answer, or what has to be done before it."""
    decision = _bounded(situation, answer)
    for safeguard in SAFEGUARDS:
        first = safeguard(situation, decision)
        if first is None:
            continue
        attempted = situation.attempt(first) if isinstance(first, Execute) else first
        # An act that can't be tried any more mustn't hide what else is wrong.
        if not (isinstance(attempted, Refuse | Abandon) and isinstance(decision, Refuse | Abandon)):
            decision = attempted
    return _bounded(situation, sendable(situation, decision))


def _bounded(situation: Situation, answer: Decision) -> Decision:
    """Looking again and again without an answer ends."""
    if not isinstance(answer, Wait) or answer.reason is not WaitReason.LOOK:
        return answer
    waited_s = situation.operation.waited_s(WaitReason.LOOK, situation.now)
    if waited_s <= NO_PRIMARY_OVERDUE_S:
        return answer
    return situation.refuse(
        Code.NOT_OBSERVABLE, f"Looking again for {waited_s:.0f} s brought no answer: {answer.sentence}"
    )


def protection_first(situation: Situation, answer: Decision) -> Execute | Wait | None:
    """Protection goes on first and comes off last: whatever else is due waits until it reads true."""
    node = situation.node
    if is_held(situation):
        return None  # only with a lease, which the brake doesn't give; the sweep puts it on
    if (
        node.ec2.stop_protected
        or not node.ec2.protectable
        or not situation.is_in(InstanceState.RUNNING, InstanceState.STOPPED)
    ):
        return None
    if not (situation.policy.managed or situation.operation.has_lease) or situation.operation.holder is not None:
        return None
    if isinstance(answer, Execute) and answer.action is Action.STOP_INSTANCE:
        return None
    if isinstance(answer, Wait) and answer.unprotected:
        return None
    if _said_before_anything(answer):
        return None
    settling = situation.settling(Action.SET_PROTECTION, "EC2 doesn't show yet that protection is on")
    if settling is not None:
        return settling
    if node.ec2.stop_protected is None:
        why = "may or may not be stop-protected, EC2 doesn't say"
    else:
        why = "is stopped" if situation.is_in(InstanceState.STOPPED) else "isn't stop-protected"
    return Execute(
        action=Action.SET_PROTECTION,
        node=node.instance_id,
        sentence=f"{node.instance_id} {why}; protection goes on before anything else",
    )


def mark_first(situation: Situation, answer: Decision) -> Execute | None:
    """The node is marked before the first act: permissions depend on that mark if the tag is removed meanwhile."""
    operation = situation.operation
    marked = Action.MARK_OPERATING in operation.attempts or operation.has_marked(situation.node.instance_id)
    if not _acts_under_lease(situation) or marked:
        return None
    # A look that must come first tells what the former owner of the lease left in the tags: the mark would hide it.
    if not isinstance(answer, Execute | Wait) or (isinstance(answer, Wait) and answer.reason is WaitReason.LOOK):
        return None
    return Execute(
        action=Action.MARK_OPERATING,
        node=situation.node.instance_id,
        sentence=f"{situation.node.name} is under operation until {operation.goal.value} is reached or given up",
    )


def higher_token_first(situation: Situation, answer: Decision) -> Execute | None:
    """A host that remembers a higher token than the lease's (the table was made anew) would refuse every act.

    It is taken again, above what the hosts remember; where another operation has it meanwhile, that is the answer.
    """
    token, remembered = situation.operation.lease_token, situation.token_remembered
    if not _acts_under_lease(situation) or token is None or not isinstance(answer, Execute):
        return None
    if remembered is None or remembered <= token:
        return None
    return Execute(
        action=Action.ACQUIRE_LEASE,
        node=situation.node.instance_id,
        sentence=f"A host remembers token {remembered}, the lease's is {token}; the lease is "
        "taken again with a higher one",
    )


def lease_first(situation: Situation, answer: Decision) -> Execute | None:
    """Nothing is done, and no boot waited for, before the operation has the cluster's lease."""
    operation = situation.operation
    if operation.has_lease or operation.effective_goal is Goal.PREFLIGHT:
        return None
    if isinstance(answer, Execute) and answer.action is Action.ACQUIRE_LEASE:
        return None  # a request that waits for its turn asks again, and goes on waiting
    begins = (
        isinstance(answer, Execute)
        or _waits_for_proven_stop(situation, answer)
        or (not _said_before_anything(answer) and turn_may_come(situation, answer))
    )
    if not begins and not _returns_with_something_to_do(situation, answer):
        return None
    return Execute(
        action=Action.ACQUIRE_LEASE,
        node=situation.node.instance_id,
        sentence=f"{operation.requested_by} asked for {operation.goal.value} "
        f"({operation.reason or 'no reason given'}); next: {answer.sentence}",
    )


def _said_before_anything(answer: Decision) -> bool:
    return isinstance(answer, Refuse | Abandon) and answer.code in NOTHING_FIRST


def _acts_under_lease(situation: Situation) -> bool:
    return situation.operation.has_lease and situation.operation.effective_goal is not Goal.PREFLIGHT


def _waits_for_proven_stop(situation: Situation, answer: Decision) -> bool:
    """Whether the request finds the node in a stop of an earlier operation, which it goes on from.

    Whatever that one was to do after its stop, the later request counts: it is what the node's tags say from then on.
    """
    waits = isinstance(answer, Wait) and answer.reason is WaitReason.STOP
    # Where another operation has the lease, `cluster_is_busy` asks for it again from time to time.
    first = situation.operation.holder is None
    return waits and first and situation.operation.goal in STOP_ONE_NODE and situation.node.ec2.stop_proven is True


def _returns_with_something_to_do(situation: Situation, answer: Decision) -> bool:
    """Whether a way back needs the lease before any act is due: for a boot's sake, or for modes that were saved.

    A node can look whole while replica modes of an operation that was cut are still to be put back: only the lease
    record knows them, and the node's state tag says that an operation didn't end in service.
    """
    if situation.operation.effective_goal not in WAYS_BACK:
        return False
    match answer:
        case Wait():
            return answer.reason is not WaitReason.LEASE
        case Complete(code=Code.GOAL_REACHED):
            return situation.node.ec2.tags.get(STATE) != NodeState.IN_SERVICE.value
        case Refuse(acts_may_precede=True):
            # Asked for once more after a pause; where another operation still has it, people hear the refusal.
            again = situation.operation.attempts.get(Action.ACQUIRE_LEASE, 0) < LEASE_ASKED_FOR
            return (situation.operation.holder is None or again) and may_be_held(situation)
        case _:
            return False


SAFEGUARDS: tuple[Safeguard, ...] = (protection_first, mark_first, higher_token_first, lease_first)
"""Each looks at what the one before it decided: the last is done first."""
