"""The modes of a cluster's replicas when it was last seen in service: noted by the sweep, in the lease table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from adapters.observability import logger
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.membership import computers_of
from cachewarden.json_reader import UnexpectedJsonError
from cachewarden.procedures.mode_notes import (
    ModeNotes,
    modes_in_service,
    notes_to_text,
    parse_notes,
    unled_groups,
    weaker_modes,
)

MODES_PREFIX = "modes/"


def with_weaker_modes(evidence: ClusterEvidence, *, table: str) -> ClusterEvidence:
    """With the replicas whose modes are weaker than noted. People are told of them; nothing is decided by them."""
    notes = _read(table, _key(evidence))
    return evidence if notes is None else replace(evidence, weaker_modes=weaker_modes(evidence, notes))


def note_modes(table: str, evidence: ClusterEvidence, *, now: datetime) -> None:
    """Renews the cluster's note (`ModeNotes.renewed`); none is taken of a cluster without `cachewarden:cluster`."""
    key, present = _key(evidence), modes_in_service(evidence)
    if key is None or not present:
        return
    before = _read(table, key) or ModeNotes(of={})
    after = before.renewed(present, now, unled=unled_groups(evidence))
    if after != before:
        dynamodb().put_item(TableName=table, Item={KEY: {"S": key}, "modes": {"S": notes_to_text(after)}})


def _key(evidence: ClusterEvidence) -> str | None:
    found = computers_of(evidence.replicas, evidence.node_id)
    tag = evidence.cluster_name
    return f"{MODES_PREFIX}{found[0]}/{tag}" if found is not None and tag else None


def _read(table: str, key: str | None) -> ModeNotes | None:
    """None also for a note that can't be read: the next sweep takes a new one."""
    if key is None:
        return None
    item = dynamodb().get_item(TableName=table, Key={KEY: {"S": key}}, ConsistentRead=True).get("Item")
    if item is None:
        return None
    try:
        return parse_notes(item["modes"]["S"])
    except (KeyError, ValueError, UnexpectedJsonError) as problem:
        logger().warning("the note %s can't be read: %s", key, problem)
        return None
