"""Votes and quorum of a failover cluster: majority of votes, with dynamic quorum where the setting says so.

Dynamic quorum: after a change that the cluster survives, nodes that left lose their vote, and the witness votes only
when that makes the number of votes odd. So the last nodes can go one after the other, but not at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


class WitnessKind(IntEnum):
    """member_type of sys.dm_hadr_cluster_members; the text is what Windows calls it."""

    NONE = 0
    DISK = 1
    FILE_SHARE = 2
    CLOUD = 3


class QuorumType(IntEnum):
    """quorum_type of sys.dm_hadr_cluster."""

    NODE_MAJORITY = 0
    NODE_AND_DISK_MAJORITY = 1
    NODE_AND_FILE_SHARE_MAJORITY = 2
    DISK_ONLY = 3
    UNKNOWN = 4
    CLOUD_WITNESS = 5


QUORUM_TYPE = {
    WitnessKind.NONE: QuorumType.NODE_MAJORITY,
    WitnessKind.DISK: QuorumType.NODE_AND_DISK_MAJORITY,
    WitnessKind.FILE_SHARE: QuorumType.NODE_AND_FILE_SHARE_MAJORITY,
    WitnessKind.CLOUD: QuorumType.CLOUD_WITNESS,
}


@dataclass(slots=True, kw_only=True, eq=False)
class Voter:
    """A node or the witness. `weight` is what an administrator gave it, `current` what it counts now."""

    name: str
    weight: int
    up: bool
    is_witness: bool = False
    current: int = 0


def has_quorum(voters: Sequence[Voter]) -> bool:
    """More than half of the current votes are up."""
    total = sum(voter.current for voter in voters)
    return 2 * sum(voter.current for voter in voters if voter.up) > total


def count_again(voters: Sequence[Voter], *, dynamic: bool) -> None:
    """Sets every current vote, after a change that the cluster survived (or when it forms anew)."""
    for voter in voters:
        voter.current = voter.weight
    if not dynamic:
        return
    for voter in voters:
        if not voter.is_witness and not voter.up:
            voter.current = 0
    nodes = sum(voter.current for voter in voters if not voter.is_witness)
    for voter in voters:
        if voter.is_witness:
            voter.current = voter.weight if nodes % 2 == 0 else 0
