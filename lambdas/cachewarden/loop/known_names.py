"""The names that an operation's evidence has, and of what they are: those that a sentence about it may hold."""

from collections.abc import Iterable, Iterator

from cachewarden.evidence.availability_groups import AvailabilityGroup
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.evidence.sql import SqlEvidence
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import CLUSTER, policy_from_tags
from cachewarden.short_names import NameKind

Named = tuple[str, NameKind]
NAME_TAG = "Name"
DEFAULT_INSTANCE = "MSSQLSERVER"


def names_in_evidence(evidence: ClusterEvidence) -> dict[str, NameKind]:
    """Of all nodes that were looked at."""
    found = [named for replica in evidence.replicas for named in _of_replica(replica)]
    found += [(each.computer, NameKind.SERVER) for each in evidence.absent]
    if evidence.cluster_name:
        found.append((evidence.cluster_name, NameKind.CLUSTER))
    return _by_name(found)


def names_in_operation(operation: Operation) -> dict[str, NameKind]:
    """Those that it remembers of nodes that can't be asked any more."""
    found: list[Named] = []
    if operation.forgets is not None:
        found += [(each, NameKind.SERVER) for each in operation.forgets]
    if operation.computer:
        found.append((operation.computer, NameKind.SERVER))
    if operation.identity is not None:
        found.append((operation.identity.cluster_name, NameKind.CLUSTER))
    if operation.saved_modes is not None:
        found += [named for saved in operation.saved_modes for named in _server(saved.server)]
    return _by_name(found)


def _by_name(found: Iterable[Named]) -> dict[str, NameKind]:
    """One kind a name: the first one that is told."""
    names: dict[str, NameKind] = {}
    for name, kind in found:
        if name.strip():
            names.setdefault(name, kind)
    return names


def _of_replica(replica: ReplicaEvidence) -> Iterator[Named]:
    tags = replica.ec2.tags
    if replica.host is not None:
        yield replica.host.computer, NameKind.SERVER
        if replica.host.sql is not None:
            yield from _of_sql(replica.host.sql)
    yield from (
        (tags[tag], kind) for tag, kind in ((NAME_TAG, NameKind.SERVER), (CLUSTER, NameKind.CLUSTER)) if tag in tags
    )
    yield from ((computer, NameKind.SERVER) for computer in policy_from_tags(tags).outside)


def _of_sql(sql: SqlEvidence) -> Iterator[Named]:
    if sql.server:
        yield from _server(sql.server)
    for service in sql.services:
        instance = service.name.removeprefix("MSSQL$")
        if instance != DEFAULT_INSTANCE:
            yield instance, NameKind.INSTANCE
    if sql.cluster is not None:
        yield sql.cluster.name, NameKind.CLUSTER
        yield from ((member.name, NameKind.SERVER) for member in sql.cluster.members)
    for group in sql.groups:
        yield from _of_group(group)
    for seeding in sql.seeding:
        yield seeding.database, NameKind.DATABASE
        if seeding.remote_server:
            yield from _server(seeding.remote_server)
    yield from ((each.name, NameKind.DATABASE) for each in sql.unopened)
    yield from ((each.database, NameKind.DATABASE) for each in sql.requests if each.database)
    yield from ((each, NameKind.INSTANCE) for each in sql.failover_cluster_instances)


def _of_group(group: AvailabilityGroup) -> Iterator[Named]:
    yield group.name, NameKind.GROUP
    if group.primary:
        yield from _server(group.primary)
    for replica in group.replicas:
        yield from _server(replica.server)
        yield from ((each.name, NameKind.DATABASE) for each in replica.worst)


def _server(server: str) -> Iterator[Named]:
    """The computer of a server's name, and the instance behind it where it isn't the default one."""
    computer, _, instance = server.partition("\\")
    yield computer, NameKind.SERVER
    if instance:
        yield instance, NameKind.INSTANCE
