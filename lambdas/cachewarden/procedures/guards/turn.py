"""Whose turn it is: how often a request asks for a lease that another operation holds, and how long a stop may wait."""

import math
from datetime import datetime, timedelta

from cachewarden.operation.actions import Action
from cachewarden.operation.goal import STOP_ONE_NODE
from cachewarden.operation.operation import Holder, Operation
from cachewarden.operation.policy import STATE, Answer, NodeState, Policy
from cachewarden.operation.timing import ASKS_FOR_LEASE_EVERY_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Look, Refuse, Wait
from cachewarden.procedures.situation import Situation


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
    if operation.goal not in STOP_ONE_NODE or not policy.wait_max_s or not policy.managed:
        return None
    if operation.by_event and (policy.snoozed(now) or Answer.CALENDAR in (policy.on_stop, policy.on_health)):
        return None
    until = operation.requested_at + timedelta(seconds=policy.wait_max_s)
    return until if operation.expires_at is None else min(until, operation.expires_at)


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
