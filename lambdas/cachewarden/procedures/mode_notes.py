"""Replica modes as they were when a cluster was last seen in service: weaker ones are told, whoever changed them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar

from cachewarden.evidence.availability_groups import FAILOVER_AUTOMATIC, SYNCHRONOUS_COMMIT
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.evidence.instance import InstanceState
from cachewarden.json_reader import Json, JsonReader, format_time
from cachewarden.operation.policy import STATE, NodeState

Found = TypeVar("Found")

TAKEN_AFTER = timedelta(days=7)
"""Weaker modes that stay for so long are what the owner wants: they are noted, and told no more."""
NOTED_MAX = 500
"""Replicas in one note. Hosts can report what they like, and an item of DynamoDB holds 400 KB."""


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
class NotedMode:
    """`worse_since`: since when the replica has had a weaker mode, or wasn't seen in its group; None while neither."""

    mode: ReplicaMode
    worse_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeNotes:
    """The modes with which a cluster was last in service: group id -> server -> noted."""

    of: Mapping[str, Mapping[str, NotedMode]]

    def renewed(self, present: Modes, now: datetime, *, unled: Collection[str] = ()) -> ModeNotes:
        """After a look at the cluster, each replica by itself.

        One that isn't seen is noted on for its week, whoever leads its group or took it out of it: what comes back
        weaker is told, and a report that lacks replicas hides nothing. Of groups that are `unled` all stay as they are.
        Beyond `NOTED_MAX` what isn't seen is forgotten first.
        """
        seen: list[tuple[str, str, NotedMode]] = []
        unseen: list[tuple[str, str, NotedMode]] = []
        for group, server in sorted({*_pairs(self.of), *_pairs(present)}):
            noted, mode = _found(self.of, group, server), _found(present, group, server)
            renewed = noted if group in unled else _renewed(noted, mode, now)
            if renewed is not None:
                (unseen if mode is None else seen).append((group, server, renewed))
        of: dict[str, dict[str, NotedMode]] = {}
        for group, server, noted_mode in [*seen, *unseen][:NOTED_MAX]:
            of.setdefault(group, {})[server] = noted_mode
        return ModeNotes(of=of)


def _pairs(of: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, str]]:
    return ((group, server) for group, replicas in of.items() for server in replicas)


def _found(of: Mapping[str, Mapping[str, Found]], group: str, server: str) -> Found | None:
    return of[group].get(server) if group in of else None


def _renewed(noted: NotedMode | None, mode: ReplicaMode | None, now: datetime) -> NotedMode | None:
    """None: forgotten."""
    fine = mode is not None and (noted is None or not mode.is_weaker_than(noted.mode))
    taken = noted is not None and noted.worse_since is not None and now - noted.worse_since >= TAKEN_AFTER
    if fine or taken:
        return NotedMode(mode=mode) if mode is not None else None
    if noted is None or noted.worse_since is not None:
        return noted
    return NotedMode(mode=noted.mode, worse_since=now)


def modes_in_service(evidence: ClusterEvidence) -> Modes | None:
    """As each group's primary sees them. None unless every node runs in service: else modes may be held meanwhile.

    A node that no operation has worked on yet has no state tag.
    """
    if not all(
        each.ec2.state is InstanceState.RUNNING
        and each.ec2.tags.get(STATE, NodeState.IN_SERVICE.value) == NodeState.IN_SERVICE.value
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


def unled_groups(evidence: ClusterEvidence) -> frozenset[str]:
    """Groups whose primary isn't known: no node says that it leads them, or two do."""
    return frozenset(view.id for view in read_groups(evidence) if view.primary_id is None or view.contested)


def weaker_modes(evidence: ClusterEvidence, notes: ModeNotes) -> tuple[str, ...] | None:
    """A sentence's part for each replica that has a weaker mode than was noted; None while nodes aren't in service."""
    present = modes_in_service(evidence)
    if present is None:
        return None
    names = {view.id: view.name for view in read_groups(evidence)}
    return tuple(
        f"{server} in {names[group]} is {mode}, was {noted.mode}"
        for group, replicas in sorted(present.items())
        for server, mode in sorted(replicas.items())
        if (noted := _found(notes.of, group, server)) is not None and mode.is_weaker_than(noted.mode)
    )


def notes_to_text(notes: ModeNotes) -> str:
    """What `parse_notes` reads back."""
    return json.dumps(
        {
            group: {server: _noted_to_json(noted) for server, noted in replicas.items()}
            for group, replicas in notes.of.items()
        },
        sort_keys=True,
    )


def _noted_to_json(noted: NotedMode) -> dict[str, Json]:
    return {
        "availability": noted.mode.availability,
        "failover": noted.mode.failover,
        "worseSince": None if noted.worse_since is None else format_time(noted.worse_since),
    }


def parse_notes(text: str) -> ModeNotes:
    """Raises `UnexpectedJsonError`, ValueError."""
    source = JsonReader.of(json.loads(text))
    return ModeNotes(
        of={
            group: {server: _parse_noted(source.child(group).child(server)) for server in source.child(group).members}
            for group in source.members
        }
    )


def _parse_noted(source: JsonReader) -> NotedMode:
    mode = ReplicaMode(availability=source.number("availability"), failover=source.number("failover"))
    return NotedMode(mode=mode, worse_since=source.optional("worseSince", source.time))
