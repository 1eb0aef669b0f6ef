"""What was tried on disposable nodes and seen to work: an item in the lease table, where only we write."""

from __future__ import annotations

from adapters.clients import dynamodb
from adapters.lease_table import KEY

ONLINE_MOVE = "facts/online-move"
BUILDS = "builds"


def online_builds(table: str) -> tuple[str, ...]:
    """Builds of Windows on which a cache moved whole while something wrote. Nothing records one yet."""
    record = dynamodb().get_item(TableName=table, Key={KEY: {"S": ONLINE_MOVE}}).get("Item")
    return tuple(sorted(record[BUILDS]["SS"])) if record is not None else ()
