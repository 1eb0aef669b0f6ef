"""Whose turn it is: what a request joins, how often it asks for a lease that another has, how long a stop may wait."""

import math
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.goal import OF_CLUSTER, STOP_ONE_NODE, WAYS_BACK, Goal
from cachewarden.operation.operation import Holder, Operation
from cachewarden.operation.policy import STATE, Answer, NodeState, Policy
from cachewarden.operation.timing import ASKS_FOR_LEASE_EVERY_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Complete, Decision, Execute, Look, Refuse, Wait
from cachewarden.procedures.situation import Situation

WAITS_TO_EVACUATE_IN_PLACE_S = 30 * 60.0
"""How long a stop waits without the tag where its owner consented to saving the only copy from EC2's stop: the usual
holder of the lease then is the operation that has the other node catch up, which ends after 24 minutes."""


def works_on_the_node(situation: Situation, holder: Holder) -> bool:
    """Whether the holder of the lease works on the node that the request is about, alone or with its whole cluster.

    A request for the cluster is about no single node.
    """
    # Another cluster that calls itself the same isn't joined.
    ours = any(each.instance_id == holder.node for each in situation.evidence.replicas)
    if holder.purpose in OF_CLUSTER and ours:
        return True
    return holder.node == situation.node.instance_id and situation.operation.goal not in OF_CLUSTER


def joins(situation: Situation, holder: Holder) -> Complete | None:
    """That the request asks for what the holder of the lease brings about already; None where it asks for more.

    A way back that brings a person's consent doesn't join: the operation that runs has no such consent.
    """
    goal = situation.operation.goal
    whole = isinstance(holder.purpose, Goal)  # a document's single act brings the node nowhere by itself
    # Which type it is to get, the holder of the lease doesn't say; nor whether its snapshots have begun already.
    joinable = goal not in (Goal.RESIZED, Goal.SNAPSHOTTED)
    same_end = (holder.purpose is goal and joinable) or goal in WAYS_BACK or goal is Goal.PREFLIGHT
    if not (whole and same_end and works_on_the_node(situation, holder)) or _returns_with_a_consent(situation):
        return None
    return Complete(
        code=Code.REQUEST_JOINED,
        sentence=f"{holder.owner} is already bringing this node to {holder.purpose.value}; this request joins it",
    )


def _returns_with_a_consent(situation: Situation) -> bool:
    """A consent by the node's tag doesn't count here: whoever works on the node sees that, too."""
    operation = situation.operation
    return operation.goal is Goal.IN_SERVICE and any(
        isinstance(each, GivenConsent)
        and each.given_at is not None
        and each.void_because(node_id=situation.evidence.node_id, goal=operation.goal, at=situation.now) is None
        for each in operation.consents
    )


def asks_every_s(situation: Situation) -> float:
    """The pause between two requests for a lease that another operation holds."""
    first_asked = situation.operation.first_begun.get(Action.ACQUIRE_LEASE)
    shortest, longest = ASKS_FOR_LEASE_EVERY_S
    return shortest if first_asked is None else min(max(situation.age_s(first_asked) / 20, shortest), longest)


def turn_ends_at(operation: Operation, policy: Policy, now: datetime) -> datetime | None:
    """Until when a stop waits for its turn; None where it doesn't wait.

    No later than the request expires. What an event began doesn't wait where a calendar decides, which is asked only
    when the event comes, or where the owner has asked for silence meanwhile.
    """
    wait_s = policy.wait_max_s
    if not wait_s and _evacuates_in_place(operation, now):
        wait_s = WAITS_TO_EVACUATE_IN_PLACE_S
    if operation.goal not in STOP_ONE_NODE or not wait_s or not policy.managed:
        return None
    if operation.by_event and (policy.snoozed(now) or Answer.CALENDAR in (policy.on_stop, policy.on_health)):
        return None
    until = operation.requested_at + timedelta(seconds=wait_s)
    return until if operation.expires_at is None else min(until, operation.expires_at)


def _evacuates_in_place(operation: Operation, now: datetime) -> bool:
    """Whether its owner gave that consent to it, which still counts."""
    return any(
        isinstance(each, GivenConsent)
        and each.word is Consent.EVACUATE_IN_PLACE
        and each.void_because(node_id=operation.node_id, goal=operation.goal, at=now) is None
        for each in operation.consents
    )


def turn_may_come(situation: Situation, answer: Decision) -> bool:
    """Whether a refusal may be due to what another operation does to its node now, and the stop may wait for its end.

    The lease, which is asked for once, says whose turn it is; the mark on that operation's node says when to ask.
    """
    operation = situation.operation
    until = turn_ends_at(operation, situation.policy, situation.now)
    if until is None or situation.now >= until or Action.ACQUIRE_LEASE in operation.attempts:
        return False
    marked = any(each.ec2.tags.get(STATE) == NodeState.OPERATING.value for each in situation.partners)
    return isinstance(answer, Refuse) and marked


def waits_for_turn(situation: Situation, holder: Holder) -> Decision | None:
    """A stop whose owner lets it wait asks for the lease again; with the lease everything is observed and decided anew.

    None where it doesn't wait, or no longer. While it waits it holds nothing. Before it gives up it asks once more.
    """
    until = turn_ends_at(situation.operation, situation.policy, situation.now)
    if until is None:
        return None
    left_s = (until - situation.now).total_seconds()
    asked_s, every_s = situation.age_s(holder.seen_at), min(asks_every_s(situation), max(left_s, 0.0))
    # Once its time is over every_s is 0: the answer that has just come was the last, or it would ask without end.
    if asked_s >= max(every_s, 1.0):
        return ask_again(situation, holder)
    if left_s <= 0:
        return None
    return Wait(
        seconds=max(1, math.ceil(every_s - asked_s)),
        look=Look.ALL,
        reason=WaitReason.LEASE,
        sentence=f"{holder.owner} is working on {holder.node} of the same cluster ({holder.purpose.value}); this "
        f"request waits for its turn until {until:%H:%M:%S} UTC and is decided anew when it comes",
    )


def ask_again(situation: Situation, holder: Holder) -> Decision:
    """Asks for the lease that `holder` had; what is waited for goes on meanwhile."""
    return situation.attempt(
        Execute(
            action=Action.ACQUIRE_LEASE,
            node=situation.node.instance_id,
            sentence=f"{situation.node.name} asks whether its turn has come: {holder.owner} was working on "
            f"{holder.node} of the same cluster ({holder.purpose.value})",
            ends_wait=False,
        )
    )
