"""How an operation ended: its outcome, whether people hear of it, and the node's state from now on."""

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.actions import CHANGES_NOTHING_WORTH_UNDOING, Action
from cachewarden.operation.goal import WAYS_BACK
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.procedures.decision import Complete, Outcome, Refuse

UNSETTLED = frozenset({NodeState.ATTENTION.value, NodeState.STOPPED.value})
"""States of a node from which a person, or a way back that is still to come, leads on."""


def outcome_of(decision: Refuse | Complete, operation: Operation) -> Outcome:
    """How the operation ended, by the decision that ends it."""
    if decision.code is Code.REQUEST_JOINED:
        return Outcome.JOINED
    if decision.code is Code.REQUEST_EXPIRED:
        return Outcome.EXPIRED
    # Also where an earlier operation began the stop: whoever has the lease answers for it. A person must come, and by
    # the tags of this outcome the stop's late end is known (gave_up_on_stop).
    if decision.code is Code.STOPPED_BEHIND_OUR_BACK or (decision.code is Code.STOP_STUCK and operation.has_lease):
        return Outcome.ATTENTION
    if isinstance(decision, Complete):
        return Outcome.IN_SERVICE if operation.abandoned else Outcome.GOAL
    # No person watches a request for InService that an event made: if it can't be reached, one must come.
    wants_service = operation.effective_goal in WAYS_BACK and decision.code is not Code.CLUSTER_BUSY
    return Outcome.ATTENTION if wants_service or _began(operation) else Outcome.REFUSED


def _began(operation: Operation) -> bool:
    harmless = CHANGES_NOTHING_WORTH_UNDOING - {Action.FORGET_MODES}
    return operation.begun_elsewhere or bool(set(operation.attempts) - harmless)


def goes_without_saying(operation: Operation, outcome: Outcome) -> bool:
    """Whether the request came from an event that only announced what is so already."""
    nothing_done = not operation.has_lease
    return nothing_done and operation.goal in WAYS_BACK and outcome in (Outcome.GOAL, Outcome.JOINED)


def did_nothing(operation: Operation, outcome: Outcome) -> bool:
    """Whether it was refused, or came too late, before it began anything that a person has to look at."""
    return outcome in (Outcome.REFUSED, Outcome.EXPIRED) and not _began(operation)


def keeps_tags(operation: Operation, outcome: Outcome, evidence: ClusterEvidence) -> bool:
    """Whether the node's tags stay as an earlier operation left them: this one did nothing, and no mark is on it."""
    seen = evidence.node.ec2.tags.get(STATE) == NodeState.OPERATING.value
    return did_nothing(operation, outcome) and not seen and Action.MARK_OPERATING not in operation.attempts


def state_after(outcome: Outcome, evidence: ClusterEvidence, *, in_service: bool) -> NodeState:
    """What the node's state tag says from now on. `in_service`: the node serves; `outcome` is about another one."""
    if outcome is Outcome.ATTENTION and not in_service:
        return NodeState.ATTENTION
    stopped = evidence.node.ec2.state is InstanceState.STOPPED
    return NodeState.STOPPED if stopped else NodeState.IN_SERVICE
