"""What a request hears that the brake holds: how its node is, who works on it all the same, and what follows."""

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import OF_CLUSTER, Goal
from cachewarden.operation.mode import Mode, mode_of
from cachewarden.procedures.decision import Decision, Refuse
from cachewarden.procedures.guards.turn import joins, works_on_the_node
from cachewarden.procedures.situation import Situation
from cachewarden.requests.held_by_mode import DOCUMENTS, PROTECTED_SOON, how_to_begin


def is_held(situation: Situation) -> bool:
    """Whether the lease wasn't given because the brake lets nothing of the kind begin."""
    last = situation.operation.last_failure
    return not situation.operation.has_lease and last is not None and last.code is Code.HELD_BY_MODE


def switched_off(situation: Situation) -> Decision | None:
    """While the brake says off no request takes a node out of service, a person's included; the lease isn't given.

    What was begun before goes on, so a request for the same joins it. Of a node that was stopped without a proof people
    hear that instead.
    """
    last, holder = situation.operation.last_failure, situation.operation.holder
    if not is_held(situation) or last is None or _stopped_without_proof(situation):
        return None
    joined = joins(situation, holder) if holder is not None else None
    if joined is not None:
        return joined
    mode, goal = mode_of(last.message), situation.operation.goal
    node = situation.operation.node_name if goal in OF_CLUSTER else situation.node.name
    return Refuse(
        code=Code.HELD_BY_MODE,
        who="requester",
        sentence=f"CacheWarden {mode.told}: {goal.value} of {node} isn't begun, and nothing was "
        f"changed{'' if goal in OF_CLUSTER else _as_it_is(situation)}. {_next(situation, mode)}",
    )


def _stopped_without_proof(situation: Situation) -> bool:
    """Whether a stop is asked for that EC2 has ended without us: that is what matters, and `is_stopped` says it."""
    wants_stop = situation.operation.goal is Goal.STOPPED
    return wants_stop and situation.is_in(InstanceState.STOPPED) and situation.node.ec2.stop_proven is not True


def _can_begin(situation: Situation) -> bool:
    """Whether anything is left to begin for the goal as the node is now: no other operation, no stop under way."""
    holder = situation.operation.holder
    free = holder is None or not works_on_the_node(situation, holder)
    return free and not situation.is_in(InstanceState.STOPPING)


def _next(situation: Situation, mode: Mode) -> str:
    """What people do then, as a sentence without its end; a way back they may begin in every mode."""
    goal = situation.operation.goal
    if goal in (Goal.STOPPED, Goal.CYCLED) and situation.is_in(InstanceState.STOPPING, InstanceState.STOPPED):
        return f"Start {DOCUMENTS[Goal.IN_SERVICE]} when it should serve again"
    return how_to_begin(goal, mode, now=_can_begin(situation))


def _as_it_is(situation: Situation) -> str:
    """The node as EC2 shows it, and whoever works on it, for the end of a sentence."""
    ec2, holder = situation.node.ec2, situation.operation.holder
    if holder is not None and works_on_the_node(situation, holder):
        return f". {holder.owner} works on it already ({holder.purpose.value}) and goes on to its end"
    proven = ec2.stop_proven is True
    unprotected = "" if ec2.stop_protected or not ec2.protectable else f". Its stop protection is off: {PROTECTED_SOON}"
    match ec2.state:
        case InstanceState.STOPPING:
            whose = (
                "CacheWarden asked for that stop, on a proof: it loses nothing more"
                if proven
                else "CacheWarden has no proof of that stop: what the cache held may be lost with it"
            )
            return f". EC2 is stopping it already. {whose}. Stop protection is off until then: {PROTECTED_SOON}"
        case InstanceState.STOPPED:
            whose = (
                "by CacheWarden and on a proof"
                if proven
                else "without a proof that its cache was on EBS: what that held may be lost"
            )
            return f". It is stopped, {whose}{unprotected}"
        case _:
            return f". It is {ec2.state.value}{unprotected}"
