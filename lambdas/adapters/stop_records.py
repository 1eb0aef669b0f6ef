"""Which run of an instance was stopped by us on a proof: an item in the lease table, where only our functions write.

An item stays until the next stop of the instance: each start gives it another launch time [ec2#launch-time], so the
record never speaks for a later run, and an operation that is taken up again finds it.
"""

from __future__ import annotations

from datetime import datetime

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.json_reader import format_time

STOP_PREFIX = "stop/"


def record_stop(table: str, instance_id: str, *, launch_time: datetime, owner: str, command_id: str) -> None:
    """Writes down that EC2 took our StopInstances call for this run, and on which proof."""
    dynamodb().put_item(
        TableName=table,
        Item={
            KEY: {"S": f"{STOP_PREFIX}{instance_id}"},
            "launchTime": {"S": format_time(launch_time)},
            "stoppedBy": {"S": owner},
            "proof": {"S": command_id},
        },
    )


def stop_is_proven(table: str, instance_id: str, *, launch_time: datetime) -> bool:
    """Whether the run of the instance that began at `launch_time` was stopped by us on a proof."""
    key = {KEY: {"S": f"{STOP_PREFIX}{instance_id}"}}
    record = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    return record is not None and record["launchTime"]["S"] == format_time(launch_time)
