"""Snapshots that were taken before a rebuild: an item for each in the lease table, where only our functions write.

Only what is recorded here is ever deleted. A tag alone would let whoever may tag a snapshot have it deleted by us.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.json_reader import format_time, parse_time

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import AttributeValueTypeDef

    Item = dict[str, AttributeValueTypeDef]

SNAPSHOT_PREFIX = "snapshot/"


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRecord:
    """A snapshot of a volume of `instance_id`, taken for `operation` (a request's id, or an execution's ARN)."""

    snapshot_id: str
    instance_id: str
    operation: str
    taken_at: datetime


def record_snapshot(table: str, record: SnapshotRecord) -> None:
    """Writes it down."""
    dynamodb().put_item(
        TableName=table,
        Item={
            KEY: {"S": f"{SNAPSHOT_PREFIX}{record.snapshot_id}"},
            "instance": {"S": record.instance_id},
            "operation": {"S": record.operation},
            "takenAt": {"S": format_time(record.taken_at)},
        },
    )


def forget_snapshot(table: str, snapshot_id: str) -> None:
    """From now on it is never deleted by us."""
    dynamodb().delete_item(TableName=table, Key={KEY: {"S": f"{SNAPSHOT_PREFIX}{snapshot_id}"}})


def snapshots_in(items: Iterable[Item]) -> Iterator[SnapshotRecord]:
    """All that are recorded and not yet deleted."""
    for item in items:
        if item[KEY]["S"].startswith(SNAPSHOT_PREFIX):
            yield SnapshotRecord(
                snapshot_id=item[KEY]["S"].removeprefix(SNAPSHOT_PREFIX),
                instance_id=item["instance"]["S"],
                operation=item["operation"]["S"],
                taken_at=parse_time(item["takenAt"]["S"]),
            )
