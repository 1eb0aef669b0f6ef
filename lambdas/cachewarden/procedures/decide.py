"""Decide: evidence, operation, policy and the time in, one decision out. No I/O, no clock, no memory."""

from datetime import datetime
from typing import assert_never

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence, InstanceState
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of
from cachewarden.operation.actions import Action
from cachewarden.operation.operation import Goal, Operation
from cachewarden.operation.policy import STATE, NodeState, Policy
from cachewarden.operation.timing import NO_PRIMARY_OVERDUE_S
from cachewarden.operation.wait_reasons import Topic
from cachewarden.procedures.cycling import leg_of
from cachewarden.procedures.decision import Complete, Decision, Execute, Unsafe, Wait
from cachewarden.procedures.preflight import PREFLIGHT
from cachewarden.procedures.return_to_service import RETURNING
from cachewarden.procedures.rules import Rule, first_answer, printed
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.stop import STOPPING


def decide(evidence: ClusterEvidence, operation: Operation, policy: Policy, now: datetime) -> Decision:
    """The next step towards the operation's goal, or why there is none.

    Invariants, whatever the rules say: no act without the cluster's lease; protection is off only between the proof
    and the stop; what is waited for without a bound of its own ends in a refusal.
    """
    try:
        identity = identity_of(evidence)
    except IdentityDisagreesError as disagreement:
        situation = Situation.of(evidence, operation, policy, now, None)
        refusal = situation.refuse(
            Code.IDENTITY_DISAGREES,
            f"Instances tagged cachewarden:cluster={evidence.cluster_name} belong to different clusters: "
            f"{disagreement}",
        )
        return _leased_first(situation, _protected_first(situation, refusal))
    situation = Situation.of(evidence, operation, policy, now, identity)
    answer = first_answer(rules_for(situation), situation)
    if answer is None:
        raise AssertionError(f"no rule answers for {operation.effective_goal.value}")
    return _leased_first(situation, _protected_first(situation, _bounded(situation, answer)))


def rules_for(situation: Situation) -> tuple[Rule, ...]:
    """The procedure of the goal that counts now."""
    goal = situation.operation.effective_goal
    match goal:
        case Goal.PREFLIGHT:
            return PREFLIGHT
        case Goal.STOPPED:
            return STOPPING
        case Goal.IN_SERVICE:
            return RETURNING
        case Goal.CYCLED:
            return STOPPING if leg_of(situation) is Goal.STOPPED else RETURNING
        case _:
            assert_never(goal)


def table() -> str:
    """All procedures as a table for people."""
    return "\n\n".join(
        (
            printed("Goal Stopped", STOPPING),
            printed("Goal InService", RETURNING),
            printed("Goal Preflight", PREFLIGHT),
            "Goal Cycled\n     Stopped until EC2's launch time is later than the request, then InService",
        )
    )


def _bounded(situation: Situation, answer: Decision) -> Decision:
    """Looking again and again without an answer ends."""
    if not isinstance(answer, Wait) or answer.topic is not Topic.LOOK:
        return answer
    waited_s = situation.operation.waited_s(Topic.LOOK, situation.now)
    if waited_s <= NO_PRIMARY_OVERDUE_S:
        return answer
    return situation.refuse(
        Code.NOT_OBSERVABLE, f"Looking again for {waited_s:.0f} s brought no answer: {answer.sentence}"
    )


def _protected_first(situation: Situation, answer: Decision) -> Decision:
    """Protection goes on first and comes off last: whatever else is due waits until it reads true."""
    subject = situation.subject
    if subject.ec2.stop_protected or not situation.is_in(InstanceState.RUNNING, InstanceState.STOPPED):
        return answer
    if not (situation.policy.managed or situation.operation.has_lease) or situation.operation.holder is not None:
        return answer
    if isinstance(answer, Execute) and answer.action is Action.STOP_INSTANCE:
        return answer
    if isinstance(answer, Wait) and answer.unprotected:
        return answer
    if isinstance(answer, Unsafe) and answer.code in (Code.REQUEST_EXPIRED, Code.OPTED_OUT):
        return answer
    settling = situation.settling(Action.SET_PROTECTION, "EC2 doesn't show yet that protection is on")
    if settling is not None:
        return settling
    why = "is stopped" if situation.is_in(InstanceState.STOPPED) else "isn't stop-protected"
    protect = situation.attempt(
        Execute(
            action=Action.SET_PROTECTION,
            node=subject.instance_id,
            sentence=f"{subject.instance_id} {why}; protection goes on before anything else",
        )
    )
    # Protection that can't be set mustn't hide what else is wrong.
    return answer if isinstance(protect, Unsafe) and isinstance(answer, Unsafe) else protect


def _leased_first(situation: Situation, answer: Decision) -> Decision:
    """Nothing is done, and no boot waited for, before the cluster is ours."""
    operation = situation.operation
    if operation.effective_goal is Goal.PREFLIGHT:
        return answer
    if operation.has_lease:
        return _raised_first(situation, _marked_first(situation, answer))
    if not isinstance(answer, Execute) and not _returns_with_something_to_do(situation, answer):
        return answer
    return situation.attempt(
        Execute(
            action=Action.ACQUIRE_LEASE,
            node=situation.subject.instance_id,
            sentence=f"{operation.requested_by} asked for {operation.goal.value} "
            f"({operation.reason or 'no reason given'}); next: {answer.sentence}",
        )
    )


def _raised_first(situation: Situation, answer: Decision) -> Decision:
    """A host that remembers a higher token than ours (the lease table was made anew) would refuse every act.

    The lease was renewed just before, so nobody else has it: it is taken again, above what the hosts remember.
    """
    token = situation.operation.lease_token
    if token is None or not isinstance(answer, Execute) or situation.evidence.token_highest <= token:
        return answer
    return situation.attempt(
        Execute(
            action=Action.ACQUIRE_LEASE,
            node=situation.subject.instance_id,
            sentence=f"A host remembers token {situation.evidence.token_highest}, the lease's is {token}; the lease is "
            "taken again with a higher one",
        )
    )


def _returns_with_something_to_do(situation: Situation, answer: Decision) -> bool:
    """Whether a way back needs the lease before any act is due: for a boot's sake, or for modes that were saved.

    A node can look whole while replica modes of an operation that was cut are still to be put back: only the lease
    record knows them, and the node's state tag tells that an operation didn't end in service.
    """
    if situation.operation.effective_goal is not Goal.IN_SERVICE:
        return False
    match answer:
        case Wait():
            return answer.topic is not Topic.LEASE
        case Complete(code=Code.GOAL_REACHED):
            return situation.subject.ec2.tags.get(STATE) != NodeState.IN_SERVICE.value
        case _:
            return False


def _marked_first(situation: Situation, answer: Decision) -> Decision:
    """The node is marked before the first act: our permissions on it hang on that mark if the tag goes meanwhile."""
    if Action.MARK_OPERATING.value in situation.operation.attempts or not isinstance(answer, Execute | Wait):
        return answer
    return situation.attempt(
        Execute(
            action=Action.MARK_OPERATING,
            node=situation.subject.instance_id,
            sentence=f"{situation.subject.name} is ours until {situation.operation.goal.value} is reached or given up",
        )
    )
