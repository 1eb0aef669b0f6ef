"""The way to `ClusterInService`: the node that went down last comes up first, then the others; then each is completed.

No node waits for another one's groups before all run: where quorum needs several of them, it comes with them. Roles
stay where they were, since failover modes are held until the replicas are back.
"""

from dataclasses import replace

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import STATE, NodeState, may_be_asked
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Complete, Decision, Refuse, Wait
from cachewarden.procedures.gone_replicas import gone_replicas, told_gone
from cachewarden.procedures.guards.approval import approval_does_not_count
from cachewarden.procedures.guards.node import (
    act_not_seen_yet,
    cluster_is_busy,
    data_loss_seen,
    opted_out,
    request_expired,
)
from cachewarden.procedures.held_modes import modes_first, with_precedence
from cachewarden.procedures.return_sql import start_sql_server
from cachewarden.procedures.return_to_service import RETURNING
from cachewarden.procedures.situation import Rule, Situation, first_answer, first_to_answer
from cachewarden.procedures.whole_cluster.order import leave_behind, turn_to, upwards

START_OF_A_NODE: tuple[Rule, ...] = RETURNING[: RETURNING.index(start_sql_server) + 1]
"""The way back as far as SQL Server's start."""


def start_every_node(situation: Situation) -> Decision | None:
    """The node that went down last starts first, then the others, each until its SQL Server runs."""
    for node in _ours(situation):
        if _serves(node):
            continue
        if node.instance_id != situation.node.instance_id:
            return turn_to(situation, node, leaving_as=NodeState.OPERATING)
        found = first_to_answer(START_OF_A_NODE, situation.about(node.instance_id, Goal.IN_SERVICE))
        if found is not None:
            return or_go_on(situation, with_precedence(*found))
    return None


def complete_every_node(situation: Situation) -> Decision | None:
    """Then each node comes all the way back, as after a stop of that node alone."""
    for node in _ours(situation):
        part = situation.about(node.instance_id, Goal.IN_SERVICE)
        found = first_to_answer(RETURNING, part)
        answer = found[1] if found is not None else None
        whole = isinstance(answer, Complete)
        if isinstance(answer, Wait) and answer.reason is WaitReason.LOOK:
            return answer
        if node.instance_id == situation.node.instance_id:
            if found is not None and not whole:
                return or_go_on(situation, modes_first(part, *found))
        elif not whole or node.ec2.tags.get(STATE) != NodeState.IN_SERVICE.value:
            return turn_to(situation, node, leaving_as=_state_of(situation))
    return None


def or_go_on(situation: Situation, answer: Decision) -> Decision:
    """The present node's answer; where it can't be brought back the others are all the same, before that is told."""
    if not isinstance(answer, Refuse) or not situation.operation.has_lease:
        return answer
    present = situation.node.instance_id
    others = [node for node in _ours(situation) if node.instance_id != present and not _is_done(node)]
    if others:
        return leave_behind(situation, others[0], answer)
    left = situation.operation.left_behind
    if not left:
        return answer
    # What befell the first node is told first: what becomes of those that come up after it may only follow from that.
    told = "; ".join(f"{each.code.value} {each.message}" for each in left)
    return replace(
        answer,
        code=left[0].code,
        code_of_node=answer.code,
        sentence=f"Not every node of the cluster is in service: {told}; {answer.code.value} {answer.sentence}",
    )


def every_node_is_in_service(situation: Situation) -> Decision | None:
    """Everything that InService means is observed of every node; who was left behind, or isn't ours, is told."""
    names = ", ".join(node.name for node in _ours(situation))
    foreign = [node for node in situation.evidence.replicas if not may_be_asked(node.ec2.tags)]
    missing = [(each.code, each.message) for each in situation.operation.left_behind]
    missing += [
        (
            Code.OPTED_OUT,
            f"{node.name} is {node.ec2.state.value} and isn't tagged cachewarden:managed=true; start it yourself, or "
            "set the tag and start CacheWarden-StartCluster again",
        )
        for node in foreign
        if node.ec2.state is not InstanceState.RUNNING
    ]
    missing += _absent(situation, foreign=bool(foreign))
    if missing:
        told = "; ".join(f"{code.value} {message}" for code, message in missing)
        others = f". In service: {names}" if names else ""
        return Refuse(
            code=missing[0][0],
            code_of_node=_code_of_present_node(situation),
            acts_may_precede=True,  # no rule of this node refused: the modes that can be put back come first
            sentence=f"Not every node of the cluster is in service: {told}{others}",
        )
    if foreign:
        unseen = ", ".join(node.name for node in foreign)
        return Complete(
            sentence=f"In service: {names}. Not looked at, since it isn't tagged cachewarden:managed=true: {unseen}"
        )
    evicted_next = sorted(each.upper() for each in situation.evidence.gone)
    if evicted_next:
        left = ", ".join(evicted_next)
        return Complete(sentence=f"In service: {names}. Gone for good, with nothing left of it but a vote: {left}")
    return Complete(sentence=f"Every node of the cluster is in service: {names}")


def _code_of_present_node(situation: Situation) -> Code:
    """What befell the present node: it was left behind itself, or it is in service."""
    left = (each.code for each in situation.operation.left_behind if each.node == situation.node.instance_id)
    return next(left, Code.GOAL_REACHED)


def _absent(situation: Situation, *, foreign: bool) -> list[tuple[Code, str]]:
    """Computers of the cluster that nobody answers for: lost with a replica that still counts, or not known at all.

    One whose instance is told already isn't told again; nor one of which nobody knows the instance, where it may be a
    node that isn't ours (`foreign`).
    """
    evidence = situation.evidence
    told = {node.instance_id for node in evidence.replicas}
    outside = situation.policy.outside
    missing = [
        (Code.REPLICA_GONE, told_gone(evidence, view, gone))
        for view in situation.groups
        if (gone := gone_replicas(evidence, view))
    ]
    return missing + [
        (Code.REPLICA_UNKNOWN, f"Nobody answers for {each.computer.upper()}: {each.why}")
        for each in evidence.absent
        if not each.gone
        and each.computer not in outside
        and each.instance_id not in told
        and not (each.instance_id is None and foreign)
    ]


def _is_done(node: ReplicaEvidence) -> bool:
    return _serves(node) and node.ec2.tags.get(STATE) == NodeState.IN_SERVICE.value


def _ours(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Nodes that may be touched and weren't left behind, in the order in which they come up."""
    left = {each.node for each in situation.operation.left_behind}
    return tuple(node for node in upwards(situation) if may_be_asked(node.ec2.tags) and node.instance_id not in left)


def _serves(node: ReplicaEvidence) -> bool:
    """Whether its SQL Server is seen to run; one without SQL Server has only to answer."""
    return node.why_not_serving is None


def _state_of(situation: Situation) -> NodeState:
    """How the present node is left: in service where all of its own way back is done."""
    part = situation.about(situation.node.instance_id, Goal.IN_SERVICE)
    whole = isinstance(first_answer(RETURNING, part), Complete)
    return NodeState.IN_SERVICE if whole else NodeState.OPERATING


CLUSTER_RETURNING: tuple[Rule, ...] = (
    approval_does_not_count,
    request_expired,
    cluster_is_busy,
    data_loss_seen,
    act_not_seen_yet,
    opted_out,
    start_every_node,
    complete_every_node,
    every_node_is_in_service,
)
"""In the order in which a cluster comes back."""
