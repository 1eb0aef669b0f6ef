"""Since when a run of an instance is over, whoever stopped it: noted by the sweep when it first finds it stopped.

EC2 tells the time of a stop only inside a text whose form isn't documented. The sweep comes by every quarter of an
hour, so a node is away for up to so much longer than is noted here.
"""

from __future__ import annotations

from datetime import datetime

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.json_reader import format_time, parse_time

AWAY_PREFIX = "away/"


def away_since(table: str, instance_id: str, *, launch_time: datetime, now: datetime) -> datetime:
    """When the run that began at `launch_time` was first found over: now, where nobody has noted it yet."""
    key = {KEY: {"S": f"{AWAY_PREFIX}{instance_id}"}}
    record = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    run = format_time(launch_time)
    if record is not None and record["launchTime"]["S"] == run:
        return parse_time(record["since"]["S"])
    dynamodb().put_item(TableName=table, Item={**key, "launchTime": {"S": run}, "since": {"S": format_time(now)}})
    return now
