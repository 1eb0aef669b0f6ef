"""Which run of an instance was stopped by us on a proof: an item in the lease table, where only our functions write.

An item stays until the next stop of the instance: each start gives it another launch time [ec2#launch-time], so the
record never speaks for a later run, and an operation that is taken up again finds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.json_reader import format_time, parse_time

STOP_PREFIX = "stop/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenStop:
    """A stop of ours, on a proof; `at`: when EC2 took the call, None where an earlier version wrote it down."""

    at: datetime | None


def record_stop(
    table: str, instance_id: str, *, launch_time: datetime, owner: str, command_id: str, at: datetime
) -> None:
    """Writes down that EC2 took our StopInstances call for this run, when, and on which proof."""
    dynamodb().put_item(
        TableName=table,
        Item={
            KEY: {"S": f"{STOP_PREFIX}{instance_id}"},
            "launchTime": {"S": format_time(launch_time)},
            "stoppedBy": {"S": owner},
            "proof": {"S": command_id},
            "at": {"S": format_time(at)},
        },
    )


def stop_is_proven(table: str, instance_id: str, *, launch_time: datetime) -> bool:
    """Whether the run of the instance that began at `launch_time` was stopped by us on a proof."""
    return proven_stop(table, instance_id, launch_time=launch_time) is not None


def proven_stop(table: str, instance_id: str, *, launch_time: datetime) -> ProvenStop | None:
    """Our stop of the run of the instance that began at `launch_time`; None where we didn't stop it on a proof."""
    key = {KEY: {"S": f"{STOP_PREFIX}{instance_id}"}}
    record = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    if record is None or record["launchTime"]["S"] != format_time(launch_time):
        return None
    return ProvenStop(at=parse_time(record["at"]["S"]) if "at" in record else None)
