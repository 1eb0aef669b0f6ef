"""Which instance each computer of a failover cluster is: noted by the sweep, since a terminated one can't be asked.

EC2 forgets a terminated instance, its tags included, and its host says nothing any more. So while a node answers, the
name by which the cluster knows it is written down with its instance id; later EC2 is asked about that instance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from adapters.clients import dynamodb
from adapters.ec2 import instances_by_id
from adapters.lease_table import KEY
from cachewarden.evidence.absent_computer import AbsentComputer, absent_computer, unrecorded
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.membership import answering, computers_of, seen_up
from cachewarden.json_reader import format_time, parse_time

COMPUTERS_PREFIX = "computers/"
RENEWED_AFTER = timedelta(hours=1)
"""So old may a note be before it is written again, though nothing has changed but the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The instance that answered as a computer, and when that was last noted."""

    instance_id: str
    last_seen: datetime


def absent_computers(
    table: str, tagged: Sequence[ReplicaEvidence], *, node_id: str, now: datetime
) -> tuple[AbsentComputer, ...]:
    """The computers of the node's cluster that no instance answers for, with what EC2 says of what they were."""
    found = computers_of(tagged, node_id)
    if found is None:
        return ()
    cluster, named = found
    computers = named - {each.host.computer.casefold() for each in tagged if each.host is not None}
    if not computers:
        return ()
    up = seen_up(tagged)
    records = _read(table, cluster)
    asked = {records[computer].instance_id for computer in computers if computer in records}
    states = {each.instance_id: each.ec2.state for each in tagged if each.instance_id in asked}
    further = asked - states.keys()
    if further:
        states |= {each["InstanceId"]: InstanceState(each["State"]["Name"]) for each in instances_by_id(further)}
    return tuple(
        absent_computer(
            computer,
            instance_id=records[computer].instance_id,
            last_seen=records[computer].last_seen,
            state=states.get(records[computer].instance_id),
            seen_up=computer in up,
            now=now,
        )
        if computer in records
        else unrecorded(computer)
        for computer in sorted(computers)
    )


def record_computers(table: str, replicas: Sequence[ReplicaEvidence], *, node_id: str, now: datetime) -> None:
    """Notes the instance that answers as each computer of the node's cluster; what the cluster doesn't name is dropped.

    What is known of a computer that doesn't answer stays.
    """
    found = computers_of(replicas, node_id)
    if found is None:
        return
    cluster, named = found
    seen = {computer: instance_id for computer, instance_id in answering(replicas).items() if computer in named}
    before = _read(table, cluster)
    kept = {computer: record for computer, record in before.items() if computer in named and computer not in seen}
    same = kept.keys() | seen.keys() == before.keys() and all(
        before[computer].instance_id == instance_id and now - before[computer].last_seen < RENEWED_AFTER
        for computer, instance_id in seen.items()
    )
    if same:
        return
    records = kept | {
        computer: Recorded(instance_id=instance_id, last_seen=now) for computer, instance_id in seen.items()
    }
    dynamodb().put_item(
        TableName=table,
        Item={
            KEY: {"S": f"{COMPUTERS_PREFIX}{cluster}"},
            "computers": {
                "M": {
                    computer: {"M": {"instance": {"S": each.instance_id}, "seenAt": {"S": format_time(each.last_seen)}}}
                    for computer, each in sorted(records.items())
                }
            },
        },
    )


def _read(table: str, cluster: str) -> dict[str, Recorded]:
    key = {KEY: {"S": f"{COMPUTERS_PREFIX}{cluster}"}}
    item = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    if item is None:
        return {}
    return {
        computer: Recorded(instance_id=each["M"]["instance"]["S"], last_seen=parse_time(each["M"]["seenAt"]["S"]))
        for computer, each in item["computers"]["M"].items()
    }
