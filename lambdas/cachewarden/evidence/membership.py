"""Which instances belong to the node's cluster: the hosts' own word counts, the tag `cachewarden:cluster` is a hint.

Whoever may set tags can name any instance a member. One that is no node of the failover cluster must not hold up its
stops; one that may be a node whose host doesn't answer must.
"""

from collections.abc import Iterable, Iterator, Sequence

from cachewarden.evidence.cluster import Stranger
from cachewarden.evidence.group_views import computer_of
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.evidence.sql import SqlEvidence


def divided(
    tagged: Sequence[ReplicaEvidence], *, node_id: str, known: Iterable[Stranger] = ()
) -> tuple[tuple[ReplicaEvidence, ...], tuple[Stranger, ...]]:
    """Members and strangers among the instances that carry the cluster's name; the operation's node is a member.

    A stranger is proven: every computer that the cluster's nodes name, as a node or as a replica's server, is one of
    the instances that answer, and this one isn't. `known` strangers, proven so before, stay strangers while that can't
    be proven again (the node itself is down meanwhile), unless they turn out to be members.
    """
    named = _named_computers(tagged, node_id)
    answering = {each.host.computer.casefold() for each in tagged if each.host is not None}
    all_answer = bool(named) and named <= answering and _answers(tagged, node_id, named)
    proven_before = {each.instance_id: each for each in known}
    members: list[ReplicaEvidence] = []
    strangers: list[Stranger] = []
    for each in tagged:
        computer = each.host.computer.casefold() if each.host is not None else None
        if each.instance_id == node_id or (computer is not None and computer in named):
            members.append(each)
        elif all_answer:
            strangers.append(_stranger(each))
        elif each.instance_id in proven_before:
            strangers.append(proven_before[each.instance_id])
        else:
            members.append(each)
    return tuple(members), tuple(strangers)


def _answers(tagged: Sequence[ReplicaEvidence], node_id: str, named: set[str]) -> bool:
    """Whether the operation's node answers, as one of the computers that are named."""
    return any(
        each.instance_id == node_id and each.host is not None and each.host.computer.casefold() in named
        for each in tagged
    )


def _named_computers(tagged: Sequence[ReplicaEvidence], node_id: str) -> set[str]:
    """Computers of the node's cluster, as its nodes name them; none while nobody can say which cluster that is."""
    reports = [(each.instance_id, each.host.sql) for each in tagged if each.host is not None and each.host.sql]
    names = {sql.cluster.name.casefold() for _, sql in reports if sql.cluster is not None}
    own = {sql.cluster.name.casefold() for id_, sql in reports if id_ == node_id and sql.cluster is not None}
    cluster = own or names
    if len(cluster) != 1:
        return set()
    return {
        computer
        for _, sql in reports
        if sql.cluster is not None and sql.cluster.name.casefold() in cluster
        for computer in _computers_in(sql)
    }


def _computers_in(sql: SqlEvidence) -> Iterator[str]:
    if sql.cluster is not None:
        yield from (member.name.casefold() for member in sql.cluster.members if member.is_node)
    for group in sql.groups:
        yield from (computer_of(replica.server) for replica in group.replicas)


def _stranger(replica: ReplicaEvidence) -> Stranger:
    if replica.host is None:
        why = f"{replica.instance_id} is {replica.ec2.state.value} and every node of the failover cluster answers"
    else:
        why = f"{replica.name} reports itself and is no node of the failover cluster"
    return Stranger(instance_id=replica.instance_id, why=why)
