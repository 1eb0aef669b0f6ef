"""Which instances belong to the node's cluster: the hosts' own word counts, the tag `cachewarden:cluster` is a hint.

Whoever may set tags can name any instance a member. One that is no node of the failover cluster must not hold up its
stops; one that may be a node whose host doesn't answer must.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from cachewarden.codes import Code
from cachewarden.evidence.absent_computer import AbsentComputer
from cachewarden.evidence.availability_groups import CONNECTED
from cachewarden.evidence.cluster import Stranger
from cachewarden.evidence.group_views import computer_of
from cachewarden.evidence.instance import HostError, InstanceState, ReplicaEvidence
from cachewarden.evidence.sql import SqlEvidence


def divided(
    tagged: Sequence[ReplicaEvidence],
    *,
    node_id: str,
    known: Iterable[Stranger] = (),
    absent: Iterable[AbsentComputer] = (),
    noted: Mapping[str, str] = MappingProxyType({}),
    home: str | None = None,
) -> tuple[tuple[ReplicaEvidence, ...], tuple[Stranger, ...]]:
    """Members and strangers among the instances that carry the cluster's name; the operation's node is a member.

    A stranger is proven: every computer that the cluster's nodes name, as a node or as a replica's server, is one as
    which an instance answers, or gone for good (`absent`), and this instance isn't one of them. None is gone for good
    while an instance that doesn't answer may be it. One that answers as a computer which is `noted` as another instance
    (computer to instance id) is a stranger, too: a copy of a node calls itself what the node does. So is one that says
    that it is no node of the failover cluster where another one answers as the same computer and is: it was put in the
    other's place, or the other in its. `known` strangers, proven so before, stay strangers while that can't be proven
    again (the node itself is down meanwhile), unless they turn out to be members.

    One that answers as a node of another failover cluster is a stranger while the node's own is told: by the node, or
    by a note (`home`, in small letters). A computer is a node of one failover cluster at most. Where its computer is
    one of the node's cluster all the same, what it reports isn't believed: it is a member that doesn't answer.
    """
    copies = _copies(tagged, noted)
    plain = [each for each in tagged if each.instance_id not in copies]
    named = _named_computers(plain or tagged, node_id, home)
    heard = {each.host.computer.casefold() for each in plain if each.host is not None}
    gone = {each.computer for each in absent if each.gone}
    all_answer = bool(named) and named <= heard | gone and _answers(tagged, node_id, named)
    replaced_by = _replaced(plain, node_id, home)
    clusters = clusters_named(plain or tagged, node_id, home)
    proven_before = {each.instance_id: each for each in known}
    members: list[ReplicaEvidence] = []
    strangers: list[Stranger] = []
    for each in tagged:
        computer = _computer(each)
        if each.instance_id == node_id:
            members.append(each)
        elif each.instance_id in copies:
            strangers.append(_copy(each, copies[each.instance_id]))
        elif each.instance_id in replaced_by:
            strangers.append(_replaced_stranger(each, replaced_by[each.instance_id]))
        elif len(clusters) == 1 and _cluster_of(each) not in (None, *clusters):
            if computer in named:
                members.append(_unbelieved(each))
            else:
                strangers.append(_of_another_cluster(each))
        elif computer is not None and computer in named:
            members.append(each)
        elif all_answer:
            strangers.append(_stranger(each))
        elif each.instance_id in proven_before:
            strangers.append(proven_before[each.instance_id])
        else:
            members.append(each)
    return tuple(members), tuple(strangers)


def contested(tagged: Sequence[ReplicaEvidence], node_id: str) -> bool:
    """Whether an instance may answer in the place of another.

    Two answer as one computer, or one is silent although every computer of the cluster is answered for.
    """
    answers = [each.host.computer.casefold() for each in tagged if each.host is not None]
    silent = any(each.host is None and each.ec2.state is not InstanceState.TERMINATED for each in tagged)
    named = _named_computers(tagged, node_id)
    return len(set(answers)) < len(answers) or (silent and bool(named) and named <= set(answers))


def copied(tagged: Sequence[ReplicaEvidence], node_id: str, noted: Mapping[str, str]) -> str | None:
    """The instance that the computer is noted as which the operation's node answers as; None where it isn't another."""
    return _copies(tagged, noted).get(node_id)


def replacements(tagged: Sequence[ReplicaEvidence], noted: Mapping[str, str]) -> dict[str, str]:
    """The instance that is a computer's node now in the place of the noted one, for each computer that has one."""
    found: dict[str, str] = {}
    for each in tagged:
        computer = _computer(each)
        other = noted.get(computer) if computer is not None else None
        if computer is not None and other not in (None, each.instance_id) and _took_place(each, str(other), tagged):
            found[computer] = each.instance_id
    return found


def _copies(tagged: Sequence[ReplicaEvidence], noted: Mapping[str, str]) -> dict[str, str]:
    """Instances that answer as a computer which is noted as another instance, and that one.

    It must still be there, and answer as no other computer: else the note is of a name that it once had.
    """
    there = {each.instance_id: _computer(each) for each in tagged if each.ec2.state is not InstanceState.TERMINATED}
    found: dict[str, str] = {}
    for each in tagged:
        computer = _computer(each)
        other = noted.get(computer) if computer is not None else None
        if other is None or other == each.instance_id or other not in there:
            continue
        if there[other] in (None, computer) and not _took_place(each, other, tagged):
            found[each.instance_id] = other
    return found


def _took_place(replica: ReplicaEvidence, noted: str, tagged: Iterable[ReplicaEvidence]) -> bool:
    """Whether it is the failover cluster's node now where the noted instance was.

    Another node sees the computer up, and that can't be the noted instance: it is stopped, or says itself that it is
    no node of the cluster.
    """
    cluster, computer = _cluster_of(replica), _computer(replica)
    seen = list(tagged)
    witnesses = [each for each in seen if _cluster_of(each) == cluster and _computer(each) != computer]
    still = any(each.instance_id == noted and _may_be(each, computer) for each in seen)
    return cluster is not None and not still and computer in seen_up(witnesses)


def _may_be(replica: ReplicaEvidence, computer: str | None) -> bool:
    """Whether the instance may be the computer that another node sees up."""
    if replica.host is None:
        return replica.ec2.state is not InstanceState.STOPPED
    return _computer(replica) == computer and _cluster_of(replica) is not None


def _computer(replica: ReplicaEvidence) -> str | None:
    """The computer as which it answers, in small letters."""
    return replica.host.computer.casefold() if replica.host is not None else None


def computers_of(tagged: Sequence[ReplicaEvidence], node_id: str) -> tuple[str, frozenset[str]] | None:
    """The node's failover cluster and all of its computers, in small letters; None while nobody can say which it is."""
    cluster = clusters_named(tagged, node_id)
    return (next(iter(cluster)), frozenset(_named_computers(tagged, node_id))) if len(cluster) == 1 else None


def answering(tagged: Iterable[ReplicaEvidence]) -> dict[str, str]:
    """The instance that answers as each computer; none for a computer as which two of them do."""
    found: dict[str, list[str]] = {}
    for each in tagged:
        if each.host is not None:
            found.setdefault(each.host.computer.casefold(), []).append(each.instance_id)
    return {computer: ids[0] for computer, ids in found.items() if len(ids) == 1}


def seen_up(tagged: Iterable[ReplicaEvidence]) -> frozenset[str]:
    """Computers that some node sees up in the failover cluster, or connected: whatever EC2 says, something is there."""
    reports = [each.host.sql for each in tagged if each.host is not None and each.host.sql is not None]
    members = [one for sql in reports if sql.cluster is not None for one in sql.cluster.members]
    replicas = [one for sql in reports for group in sql.groups for one in group.replicas]
    return frozenset(
        {one.name.casefold() for one in members if one.is_node and one.online}
        | {computer_of(one.server) for one in replicas if one.connected == CONNECTED and not one.local}
    )


def _answers(tagged: Sequence[ReplicaEvidence], node_id: str, named: set[str]) -> bool:
    """Whether the operation's node answers, as one of the computers that are named."""
    return any(
        each.instance_id == node_id and each.host is not None and each.host.computer.casefold() in named
        for each in tagged
    )


def clusters_named(tagged: Sequence[ReplicaEvidence], node_id: str, home: str | None = None) -> set[str]:
    """The failover cluster that the node names, in small letters; while it says none, those that any instance names.

    Of those `home` alone, where it is known and among them.
    """
    named = {
        each.instance_id: each.host.sql.cluster.name.casefold()
        for each in tagged
        if each.host is not None and each.host.sql is not None and each.host.sql.cluster is not None
    }
    told = {named[node_id]} if node_id in named else set(named.values())
    return {home} if home is not None and home in told else told


def _replaced(tagged: Sequence[ReplicaEvidence], node_id: str, home: str | None) -> dict[str, str]:
    """Each instance that reports a computer and no failover cluster, and the one that is the cluster's node as it."""
    cluster = clusters_named(tagged, node_id, home)
    found: dict[str, str] = {}
    for computer in {each.host.computer.casefold() for each in tagged if each.host is not None}:
        reports = [each for each in tagged if each.host is not None and each.host.computer.casefold() == computer]
        nodes = [each.instance_id for each in reports if _cluster_of(each) in cluster]
        if len(cluster) == 1 and len(nodes) == 1:
            found |= {each.instance_id: nodes[0] for each in reports if _cluster_of(each) is None}
    return found


def _cluster_of(replica: ReplicaEvidence) -> str | None:
    """The failover cluster that it says it is a node of, in small letters."""
    sql = replica.host.sql if replica.host is not None else None
    return sql.cluster.name.casefold() if sql is not None and sql.cluster is not None else None


def _named_computers(tagged: Sequence[ReplicaEvidence], node_id: str, home: str | None = None) -> set[str]:
    """Computers of the node's cluster, as its nodes name them; none while nobody can say which cluster that is."""
    cluster = clusters_named(tagged, node_id, home)
    if len(cluster) != 1:
        return set()
    return {
        computer
        for sql in (each.host.sql for each in tagged if each.host is not None)
        if sql is not None and sql.cluster is not None and sql.cluster.name.casefold() in cluster
        for computer in _computers_in(sql)
    }


def _computers_in(sql: SqlEvidence) -> Iterator[str]:
    if sql.cluster is not None:
        yield from (member.name.casefold() for member in sql.cluster.members if member.is_node)
    for group in sql.groups:
        yield from (computer_of(replica.server) for replica in group.replicas)


def _copy(replica: ReplicaEvidence, original: str) -> Stranger:
    computer = replica.host.computer if replica.host is not None else "?"
    why = f"it calls itself {computer}, which is {original}: it may be a copy of it, or was replaced by it"
    return Stranger(instance_id=replica.instance_id, why=why)


def _replaced_stranger(replica: ReplicaEvidence, node: str) -> Stranger:
    why = (
        f"{replica.name} reports the computer name of {node}, which is the failover cluster's node, and is none itself"
    )
    return Stranger(instance_id=replica.instance_id, why=why)


def _of_another_cluster(replica: ReplicaEvidence) -> Stranger:
    return Stranger(instance_id=replica.instance_id, why=_says_its_cluster(replica))


def _unbelieved(replica: ReplicaEvidence) -> ReplicaEvidence:
    why = f"{_says_its_cluster(replica)}, and its computer is one of this cluster: nothing that it reports is believed"
    return replace(replica, host=None, host_error=HostError(code=Code.IDENTITY_DISAGREES, message=why))


def _says_its_cluster(replica: ReplicaEvidence) -> str:
    sql = replica.host.sql if replica.host is not None else None
    cluster = sql.cluster.name if sql is not None and sql.cluster is not None else "?"
    return f"{replica.name} says that it is a node of the failover cluster {cluster}"


def _stranger(replica: ReplicaEvidence) -> Stranger:
    if replica.host is None:
        state = replica.ec2.state.value
        why = f"{replica.instance_id} is {state}, and each node of the failover cluster answers or is gone for good"
    else:
        why = f"{replica.name} reports itself and is no node of the failover cluster"
    return Stranger(instance_id=replica.instance_id, why=why)
