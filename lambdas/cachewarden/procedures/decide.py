"""Decide: evidence, operation, policy and the time in, one decision out. No I/O, no clock, no memory."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import OF_CLUSTER, Goal
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import Policy
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.failed_over import FAILING_OVER, LED_ELSEWHERE, leads_nothing
from cachewarden.procedures.held_modes import modes_first
from cachewarden.procedures.preflight import PREFLIGHT
from cachewarden.procedures.resize import resized_goal
from cachewarden.procedures.return_to_service import RETURNING
from cachewarden.procedures.safeguards import safeguarded
from cachewarden.procedures.situation import Rule, Situation, first_to_answer
from cachewarden.procedures.snapshot import SNAPSHOTTING
from cachewarden.procedures.stop import STOPPING
from cachewarden.procedures.whole_cluster.order import with_every_tag
from cachewarden.procedures.whole_cluster.start import CLUSTER_RETURNING, or_go_on
from cachewarden.procedures.whole_cluster.stop import (
    CHECKS_OF_A_NODE,
    CLUSTER_STOPPING,
    EVACUATION_OF_A_NODE,
    STOP_OF_A_NODE,
)


def decide(evidence: ClusterEvidence, operation: Operation, policy: Policy, now: datetime) -> Decision:
    """The next step towards the operation's goal, or why there is none.

    Invariants, whatever the rules say: no act without the cluster's lease; protection is off only between the proof
    and the stop; what is waited for without a bound of its own ends in a refusal; before a way back is refused, and
    while it waits long for other groups, the saved modes of groups that are whole on the node are put back.
    """
    situation, answer = answered(evidence, operation, policy, now)
    decision = safeguarded(situation, answer)
    if operation.effective_goal is Goal.CLUSTER_IN_SERVICE and decision is not answer:
        # What has to come first, and can't be done, holds up this node and not the others.
        return or_go_on(situation, decision)
    return decision


def answered(
    evidence: ClusterEvidence, operation: Operation, policy: Policy, now: datetime
) -> tuple[Situation, Decision]:
    """What the goal's rules say, before the safeguards put lease, mark and protection first."""
    if operation.goal in OF_CLUSTER:
        policy = with_every_tag(evidence, policy)
    try:
        identity = identity_of(evidence)
    except IdentityDisagreesError as disagreement:
        situation = Situation.of(evidence, operation, policy, now, None)
        return situation, situation.refuse(
            Code.IDENTITY_DISAGREES,
            f"Instances tagged cachewarden:cluster={evidence.cluster_name} belong to different clusters: "
            f"{disagreement}",
        )
    situation = Situation.of(evidence, operation, policy, now, identity)
    if evidence.copy_of is not None:
        return situation, situation.refuse(
            Code.IDENTITY_DISAGREES,
            f"{situation.node.name} answers as a computer which {evidence.copy_of} is: it may be a copy of "
            "that node's volumes, or was replaced by it. Nothing is done for it",
        )
    rules = rules_for(situation)
    found = first_to_answer(rules, situation)
    if found is None:
        raise AssertionError(f"no rule answers for {operation.effective_goal.value}")
    rule, answer = found
    return situation, modes_first(situation, rule, answer) if rules in (RETURNING, LED_ELSEWHERE) else answer


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
            return STOPPING if current_goal(situation) is Goal.STOPPED else RETURNING
        case Goal.RESIZED:
            return STOPPING if resized_goal(situation) is Goal.STOPPED else RETURNING
        case Goal.SNAPSHOTTED:
            return RETURNING if situation.operation.node_snapshots else SNAPSHOTTING
        case Goal.FAILED_OVER:
            return LED_ELSEWHERE if leads_nothing(situation) else FAILING_OVER
        case Goal.CLUSTER_STOPPED:
            return CLUSTER_STOPPING
        case Goal.CLUSTER_IN_SERVICE:
            return CLUSTER_RETURNING
        case _:
            assert_never(goal)


def current_goal(situation: Situation) -> Goal:
    """Which half of `Cycled` counts now: first Stopped, then InService; EC2's launch time decides.

    An instance that was started after the request was made has been cycled; a stopped one only has to come back. No
    memory of having stopped it is needed, so a resumed request goes on where it was.
    """
    if situation.is_in(InstanceState.STOPPED):
        return Goal.IN_SERVICE
    if situation.is_in(InstanceState.STOPPING):
        return Goal.STOPPED
    launched_since = situation.node.ec2.launch_time > situation.operation.requested_at
    return Goal.IN_SERVICE if launched_since else Goal.STOPPED


def table() -> str:
    """All procedures as a table for people."""
    return "\n\n".join(
        (
            _printed("Goal Stopped", STOPPING),
            _printed("Goal InService", RETURNING),
            _printed("Goal Preflight", PREFLIGHT),
            _printed("Goal ClusterStopped", CLUSTER_STOPPING),
            _printed("Of every node, by every_node_can_be_stopped", CHECKS_OF_A_NODE),
            _printed("Of one node after the other, by evacuate_every_node", EVACUATION_OF_A_NODE),
            _printed("Of one node after the other, by stop_every_node", STOP_OF_A_NODE),
            _printed("Goal ClusterInService", CLUSTER_RETURNING),
            "Goal Cycled\n     Stopped until EC2's launch time is later than the request, then InService",
            "Goal Resized\n     Stopped until the instance is stopped or has the wanted type, then InService",
            _printed("Goal Snapshotted, until the snapshots have begun; then InService", SNAPSHOTTING),
            _printed("Goal FailedOver, until the node leads no Availability Group", FAILING_OVER),
            _printed("Goal FailedOver, once it leads none", LED_ELSEWHERE),
        )
    )


def _printed(title: str, rules: Sequence[Rule]) -> str:
    """The rules as a table for people, one line each."""
    width = max(len(rule.__name__) for rule in rules)
    lines = [f"{title}"]
    for number, rule in enumerate(rules, start=1):
        says = (rule.__doc__ or "").strip().partition("\n")[0]
        lines.append(f"{number:3}  {rule.__name__:<{width}}  {says}")
    return "\n".join(lines)
