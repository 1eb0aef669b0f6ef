"""Replica modes as they were when a cluster was last seen in service: weaker ones are told, whoever changed them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from cachewarden.evidence.availability_groups import FAILOVER_AUTOMATIC, SYNCHRONOUS_COMMIT
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.evidence.instance import InstanceState
from cachewarden.json_reader import JsonReader
from cachewarden.operation.policy import STATE, NodeState

TAKEN_AFTER = timedelta(days=7)
"""Weaker modes that stay for so long are what the owner wants: they are noted, and told no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaMode:
    """SQL Server's numbers [availability-groups#mode-numbers]: `availability_mode` and `failover_mode`."""

    availability: int
    failover: int

    def is_weaker_than(self, former: ReplicaMode) -> bool:
        """Whether commits no longer wait for the replica, or nothing fails over to it by itself any more."""
        lost_commits = former.availability == SYNCHRONOUS_COMMIT != self.availability
        return lost_commits or former.failover == FAILOVER_AUTOMATIC != self.failover

    def __str__(self) -> str:
        """As SQL Server names them."""
        availability = "SYNCHRONOUS_COMMIT" if self.availability == SYNCHRONOUS_COMMIT else "ASYNCHRONOUS_COMMIT"
        return f"{availability}, {'AUTOMATIC' if self.failover == FAILOVER_AUTOMATIC else 'MANUAL'}"


Modes: TypeAlias = Mapping[str, Mapping[str, ReplicaMode]]
"""Group id -> server -> mode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeNotes:
    """The modes with which a cluster was last in service. `weaker_since`: None while the present ones are as good."""

    modes: Modes
    weaker_since: datetime | None = None

    def renewed(self, present: Modes, now: datetime) -> ModeNotes:
        """After a look at the cluster. A group that nobody leads at the moment keeps its note."""
        merged = {**self.modes, **present}
        if next(_weaker(self.modes, present), None) is None:
            return ModeNotes(modes=merged)
        since = self.weaker_since or now
        if now - since >= TAKEN_AFTER:
            return ModeNotes(modes=merged)
        return ModeNotes(modes=self.modes, weaker_since=since)


def modes_in_service(evidence: ClusterEvidence) -> Modes | None:
    """As each group's primary sees them. None unless every node runs in service: else modes may be held meanwhile."""
    if not all(
        each.ec2.state is InstanceState.RUNNING and each.ec2.tags.get(STATE) == NodeState.IN_SERVICE.value
        for each in evidence.replicas
    ):
        return None
    return {
        view.id: {
            each.server: ReplicaMode(availability=each.availability_mode, failover=each.failover_mode)
            for each in view.group.replicas
        }
        for view in read_groups(evidence)
        if view.primary_id is not None and not view.contested
    }


def weaker_modes(evidence: ClusterEvidence, notes: ModeNotes) -> tuple[str, ...] | None:
    """A sentence's part for each replica that has a weaker mode than was noted; None while nodes aren't in service."""
    present = modes_in_service(evidence)
    if present is None:
        return None
    names = {view.id: view.name for view in read_groups(evidence)}
    return tuple(
        f"{server} in {names[group]} is {mode}, was {former}"
        for group, server, mode, former in _weaker(notes.modes, present)
    )


def _weaker(noted: Modes, present: Modes) -> Iterator[tuple[str, str, ReplicaMode, ReplicaMode]]:
    for group, replicas in sorted(present.items()):
        for server, mode in sorted(replicas.items()):
            former = noted[group].get(server) if group in noted else None
            if former is not None and mode.is_weaker_than(former):
                yield group, server, mode, former


def modes_to_text(modes: Modes) -> str:
    """What `parse_modes` reads back."""
    return json.dumps(
        {
            group: {
                server: {"availability": each.availability, "failover": each.failover} for server, each in of.items()
            }
            for group, of in modes.items()
        },
        sort_keys=True,
    )


def parse_modes(text: str) -> Modes:
    """Raises `UnexpectedJsonError`, ValueError."""
    source = JsonReader.of(json.loads(text))
    return {
        group: {
            server: ReplicaMode(
                availability=source.child(group).child(server).number("availability"),
                failover=source.child(group).child(server).number("failover"),
            )
            for server in source.child(group).members
        }
        for group in source.members
    }
