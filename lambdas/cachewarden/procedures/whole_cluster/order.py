"""In which order the nodes of a cluster go down and come up again, and how the operation turns to the next one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.policy import NodeState, Policy, policy_from_tags
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.procedures.situation import Situation

FAR_AHEAD = datetime(9999, 1, 1, tzinfo=UTC)


def leader_of(evidence: ClusterEvidence, former: str | None) -> str | None:
    """The node that leads most groups: it goes down last, and what others lead is failed over to it before.

    Once chosen it stays while it leads anything, and when SQL Server runs nowhere any more. None where nobody was ever
    seen to lead.
    """
    led = Counter(view.primary_id for view in read_groups(evidence) if view.primary_id is not None)
    if not led or former in led:
        return former
    return max(sorted(led), key=lambda instance_id: led[instance_id])


def downwards(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Every node in the order in which they go down: the leader last."""
    leader = situation.operation.leader
    return tuple(sorted(situation.evidence.replicas, key=lambda each: (each.instance_id == leader, each.instance_id)))


def upwards(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Every node in the order in which they come up: the leader, who runs; then who runs; then who went down last.

    The last one down has the newest of everything: the failover cluster's configuration, and its groups' primaries. A
    run that wasn't stopped by us went on until nobody knows when: such a node comes before those whose stop is
    recorded. The order is for quorum and for speed, and not for safety: no failover is forced, and SQL Server lets no
    secondary lead that wasn't SYNCHRONIZED when its primary wrote last.
    """
    leader = situation.operation.leader

    def place(node: ReplicaEvidence) -> tuple[bool, bool, bool, float, str]:
        if node.ec2.state in (InstanceState.RUNNING, InstanceState.PENDING):
            return (False, node.instance_id != leader, False, 0.0, node.instance_id)
        up_at = node.ec2.stopped_by_us_at or node.ec2.launch_time
        ours = node.ec2.stop_proven is True
        return (True, False, ours, (FAR_AHEAD - up_at).total_seconds(), node.instance_id)

    return tuple(sorted(situation.evidence.replicas, key=place))


def is_evacuated(node: ReplicaEvidence) -> bool:
    """Whether it runs with its SQL Server stopped and its cache proven to be on EBS."""
    host = node.host
    if node.ec2.state is not InstanceState.RUNNING or host is None or host.sql is None or host.storage is None:
        return False
    evacuated = host.storage.classification is StorageClassification.EVACUATED and host.storage.proof.evacuated
    return host.sql.all_stopped and evacuated


def goes_down(node: ReplicaEvidence) -> bool:
    """Whether it is stopping or stopped, by us and on a proof."""
    return node.ec2.state in (InstanceState.STOPPING, InstanceState.STOPPED) and node.ec2.stop_proven is True


def evacuated_runs(evidence: ClusterEvidence, former: Mapping[str, datetime]) -> dict[str, datetime]:
    """Launch times of the nodes that were last seen evacuated; one that doesn't answer, or run, says nothing new."""
    told = {each.instance_id: each for each in evidence.replicas if each.why_silent is None}
    seen = {node: each.ec2.launch_time for node, each in told.items() if is_evacuated(each)}
    return {node: launch for node, launch in former.items() if node not in told} | seen


def with_every_tag(evidence: ClusterEvidence, policy: Policy) -> Policy:
    """The node's policy for an operation on the whole cluster: what any node's tag calls outside is outside."""
    policies = (policy_from_tags(each.ec2.tags) for each in evidence.replicas)
    return replace(policy, outside=frozenset[str]().union(*(each.outside for each in policies)))


LEFT: Mapping[NodeState, str] = {
    NodeState.OPERATING: "stays under operation",
    NodeState.STOPPED: "is stopped",
    NodeState.IN_SERVICE: "is in service",
}
"""For sentences: how the present node is left."""


def leave_behind(situation: Situation, node: ReplicaEvidence, why: Refuse) -> Decision:
    """The operation goes on with another node, though the present one can't be brought back: a person sees to that."""
    return situation.attempt(
        Execute(
            action=Action.TURN_TO_NODE,
            node=node.instance_id,
            parameters={"state": NodeState.ATTENTION.value},
            code=why.code,
            sentence=why.sentence,
        )
    )


def turn_to(situation: Situation, node: ReplicaEvidence, *, leaving_as: NodeState) -> Decision:
    """The operation goes on with another node; the state tag of the present one says how it is left."""
    return situation.attempt(
        Execute(
            action=Action.TURN_TO_NODE,
            node=node.instance_id,
            parameters={"state": leaving_as.value},
            sentence=f"The operation goes on with {node.name}; {situation.node.name} {LEFT[leaving_as]}",
        )
    )
