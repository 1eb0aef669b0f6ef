"""The cluster as SQL Server sees it; no rows when the instance's node has no quorum."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.groups.quorum import Voter, WitnessKind
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, described

_CLUSTER = "sys.dm_hadr_cluster"
_MEMBERS = "sys.dm_hadr_cluster_members"
_NETWORK = {WitnessKind.DISK: 1, WitnessKind.FILE_SHARE: 2, WitnessKind.CLOUD: 3}
_Row = tuple[FailoverCluster, Voter]


def _seen(server: Instance) -> FailoverCluster | None:
    node = server.node
    if server.cluster is None or node is None or not node.up or not server.cluster.has_quorum:
        return None
    return server.cluster


def _clusters(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[FailoverCluster]:
    cluster = _seen(server)
    if cluster is not None:
        yield cluster


def _members(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[_Row]:
    cluster = _seen(server)
    if cluster is not None:
        for voter in cluster.voters:
            yield cluster, voter


CLUSTER = ViewModel(
    _clusters,
    {
        "cluster_name": lambda cluster: cluster.name,
        **described(_CLUSTER, "quorum_type", lambda cluster: cluster.quorum_type),
        **described(_CLUSTER, "quorum_state", lambda cluster: 2 if cluster.forced_quorum else 1),
    },
    Right.STATE,
)

CLUSTER_MEMBERS = ViewModel(
    _members,
    {
        "member_name": lambda row: row[1].name,
        **described(_MEMBERS, "member_type", lambda row: _NETWORK[row[0].witness_kind] if row[1].is_witness else 0),
        **described(_MEMBERS, "member_state", lambda row: int(row[1].up)),
        "number_of_quorum_votes": lambda row: row[1].weight,
        "number_of_current_votes": lambda row: row[1].current,
    },
    Right.STATE,
)
