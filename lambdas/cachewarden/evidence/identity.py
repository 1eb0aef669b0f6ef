"""Which cluster it is, by what the hosts say: the failover cluster's name and the ids of its Availability Groups."""

import hashlib
import re
from dataclasses import dataclass

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.json_reader import Json, JsonReader

LEASE_KEY = re.compile("[0-9a-f]{32}")


class IdentityDisagreesError(Exception):
    """Hosts that are tagged as one cluster belong to different ones; the text names both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterIdentity:
    """A cluster's own identity; a tag is only a hint [glossary#cluster-identity]."""

    cluster_name: str
    group_ids: tuple[str, ...]

    @property
    def key(self) -> str:
        """Lease key: 32 hexadecimal digits."""
        text = "|".join((self.cluster_name.casefold(), *sorted(self.group_ids)))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def same_cluster(self, other: "ClusterIdentity") -> bool:
        """Whether both mean one cluster: a group may have been added or dropped, the rest is shared."""
        if self.cluster_name.casefold() != other.cluster_name.casefold():
            return False
        return self.group_ids == other.group_ids or bool(set(self.group_ids) & set(other.group_ids))


def remembered_key(evidence: ClusterEvidence, identity: ClusterIdentity | None) -> str | None:
    """The lease key that hosts remember while they let no other lease's operation act; None where they tell none.

    Where they tell different ones it is the cluster's own, if one of them tells that; else nobody can say.
    """
    hosts = [replica.host for replica in evidence.replicas if replica.host is not None]
    keys = {host.cluster_key for host in hosts if host.cluster_key and host.holds_to_its_key}
    keys = {key for key in keys if LEASE_KEY.fullmatch(key)}
    if identity is not None and identity.key in keys:
        return identity.key
    return keys.pop() if len(keys) == 1 else None


def parse_identity(source: JsonReader) -> ClusterIdentity:
    """As operation and lease record keep it; raises `UnexpectedJsonError`."""
    return ClusterIdentity(cluster_name=source.text("clusterName"), group_ids=source.texts("groupIds"))


def identity_to_json(identity: ClusterIdentity) -> dict[str, Json]:
    """What `parse_identity` reads back unchanged."""
    return {"clusterName": identity.cluster_name, "groupIds": list(identity.group_ids)}


def identity_of(evidence: ClusterEvidence) -> ClusterIdentity | None:
    """The cluster's identity, None while no host with a running SQL Server reports one.

    Raises `IdentityDisagreesError` when two hosts name different clusters.
    """
    names: dict[str, str] = {}
    groups: set[str] = set()
    for replica in evidence.replicas:
        sql = replica.host.sql if replica.host else None
        if sql is None or sql.cluster is None:
            continue
        names.setdefault(sql.cluster.name.casefold(), f"{sql.cluster.name} on {replica.name}")
        groups.update(group.id for group in sql.groups)
    if not names:
        return None
    if len(names) > 1:
        raise IdentityDisagreesError(" and ".join(names[name] for name in sorted(names)))
    cluster_name = next(iter(names.values())).partition(" on ")[0]
    return ClusterIdentity(cluster_name=cluster_name, group_ids=tuple(sorted(groups)))
