"""Which instance each computer of a failover cluster is: noted by the sweep, since a terminated one can't be asked.

EC2 forgets a terminated instance, its tags included, and its host says nothing any more. So while a node answers, the
name by which the cluster knows it is written down with its instance id; later EC2 is asked about that instance.
Notes belong to a tag `cachewarden:cluster` and a failover cluster: a copy of the cluster under another tag has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from adapters.clients import dynamodb
from adapters.ec2 import instances_by_id
from adapters.lease_table import KEY
from cachewarden.evidence.absent_computer import AbsentComputer, absent_computer, unrecorded
from cachewarden.evidence.computer_note import ComputerNote, renewed_notes, worth_writing
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.membership import (
    answering,
    clusters_named,
    computers_of,
    contested,
    replacements,
    seen_up,
)
from cachewarden.json_reader import format_time, parse_time
from cachewarden.operation.policy import CLUSTER, policy_from_tags

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import UniversalAttributeValueTypeDef

COMPUTERS_PREFIX = "computers/"


def absent_computers(
    table: str, tagged: Sequence[ReplicaEvidence], *, node_id: str, now: datetime
) -> tuple[AbsentComputer, ...]:
    """The computers of the node's cluster that no instance answers for, with what is known of what they were.

    Not those that an owner calls outside: what became of them isn't ours to say.
    """
    found = computers_of(tagged, node_id)
    if found is None:
        return ()
    cluster, named = found
    missing = _missing(tagged, named)
    if not missing:
        return ()
    notes = _read(table, _key(tagged, node_id, cluster))
    asked = {computer: notes[computer] for computer in missing if computer in notes}
    states = _states(tagged, asked.values())
    noted = {note.instance_id for note in asked.values()}
    silent = tuple(
        sorted(
            each.instance_id
            for each in tagged
            if each.host is None and each.ec2.state is not InstanceState.TERMINATED and each.instance_id not in noted
        )
    )
    up = seen_up(tagged)
    return tuple(
        absent_computer(
            computer,
            asked[computer],
            state=states.get(asked[computer].instance_id),
            seen_up=computer in up,
            silent=silent,
            now=now,
        )
        if computer in asked
        else unrecorded(computer)
        for computer in sorted(missing)
    )


def noted_computers(table: str, tagged: Sequence[ReplicaEvidence], *, node_id: str) -> dict[str, str]:
    """The instance that each computer of the node's cluster is noted as; asked for only where that is `contested`."""
    found = computers_of(tagged, node_id)
    if found is None or not contested(tagged, node_id):
        return {}
    notes = _read(table, _key(tagged, node_id, found[0]))
    return {computer: note.instance_id for computer, note in notes.items() if not note.terminated}


def home_cluster(table: str, tagged: Sequence[ReplicaEvidence], *, node_id: str) -> str | None:
    """The failover cluster, in small letters, that the node is noted as one of while it says none itself.

    Asked for only where other instances report several; None where no note says it, or notes of two do.
    """
    named = clusters_named(tagged, node_id)
    if len(named) < 2:
        return None
    homes = [
        cluster
        for cluster in sorted(named)
        if any(note.instance_id == node_id for note in _read(table, _key(tagged, node_id, cluster)).values())
    ]
    return homes[0] if len(homes) == 1 else None


def record_computers(table: str, replicas: Sequence[ReplicaEvidence], *, node_id: str, now: datetime) -> None:
    """Renews the notes of the node's cluster (`renewed_notes`); none are taken of a node without `cachewarden:cluster`.

    Nor while its nodes don't agree on which cluster that is.
    """
    found = computers_of(replicas, node_id)
    if found is None:
        return
    cluster, named = found
    key = _key(replicas, node_id, cluster)
    if key is None:
        return
    before = _read(table, key)
    after = renewed_notes(
        before,
        named=named,
        answering=answering(replicas),
        missing=_missing(replicas, named),
        seen_up=seen_up(replicas),
        states=_states(replicas, before.values()),
        replaced=replacements(replicas, {computer: note.instance_id for computer, note in before.items()}),
        now=now,
    )
    if worth_writing(before, after):
        item = {computer: {"M": _item(note)} for computer, note in sorted(after.items())}
        dynamodb().put_item(TableName=table, Item={KEY: {"S": key}, "computers": {"M": item}})


def _key(tagged: Iterable[ReplicaEvidence], node_id: str, cluster: str) -> str | None:
    tag = next(each.ec2.tags.get(CLUSTER) for each in tagged if each.instance_id == node_id)
    return f"{COMPUTERS_PREFIX}{cluster}/{tag}" if tag else None


def _missing(tagged: Iterable[ReplicaEvidence], named: frozenset[str]) -> frozenset[str]:
    answer = {each.host.computer.casefold() for each in tagged if each.host is not None}
    outside = {computer for each in tagged for computer in policy_from_tags(each.ec2.tags).outside}
    return named - answer - outside


def _states(tagged: Iterable[ReplicaEvidence], notes: Iterable[ComputerNote]) -> dict[str, InstanceState]:
    """What EC2 lists of the instances that carry the cluster's name, and of the noted ones."""
    states = {each.instance_id: each.ec2.state for each in tagged}
    further = {note.instance_id for note in notes} - states.keys()
    if further:
        states |= {each["InstanceId"]: InstanceState(each["State"]["Name"]) for each in instances_by_id(further)}
    return states


def _read(table: str, key: str | None) -> dict[str, ComputerNote]:
    """Notes that are missing prove nothing, whyever they are."""
    if key is None:
        return {}
    item = dynamodb().get_item(TableName=table, Key={KEY: {"S": key}}, ConsistentRead=True).get("Item")
    if item is None:
        return {}
    return {
        computer: ComputerNote(
            instance_id=each["M"]["instance"]["S"],
            known_at=parse_time(each["M"]["knownAt"]["S"]),
            missed_since=parse_time(each["M"]["missedSince"]["S"]) if "missedSince" in each["M"] else None,
            terminated=each["M"]["terminated"]["BOOL"],
        )
        for computer, each in item["computers"]["M"].items()
    }


def _item(note: ComputerNote) -> dict[str, UniversalAttributeValueTypeDef]:
    item: dict[str, UniversalAttributeValueTypeDef] = {
        "instance": {"S": note.instance_id},
        "knownAt": {"S": format_time(note.known_at)},
        "terminated": {"BOOL": note.terminated},
    }
    if note.missed_since is not None:
        item["missedSince"] = {"S": format_time(note.missed_since)}
    return item
