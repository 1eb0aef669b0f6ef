"""Swap volumes that we modified: an item for each in the lease table, where only our functions write.

It says what a volume had before it was raised, and when the modifications began that we asked for: EC2 tells of the
newest one only. It is written before EC2 is asked, so that whatever is killed nothing that we raised is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.errors import code_of
from adapters.lease_table import KEY, LOST, WrittenMeanwhileError
from cachewarden.evidence.volume_modification import WINDOW, Performance, Raised
from cachewarden.json_reader import format_time, parse_time

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import AttributeValueTypeDef

    Item = dict[str, AttributeValueTypeDef]

VOLUME_PREFIX = "volume/"


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeRecord:
    """`raised`: None where there is nothing to put back. `version`: under which it was read; 0 isn't stored yet."""

    volume_id: str
    raised: Raised | None
    modifications: tuple[datetime, ...]
    version: int

    def with_modification(self, began_at: datetime) -> VolumeRecord:
        """Counts one more of ours; those that count no more are dropped."""
        kept = tuple(each for each in self.modifications if began_at - each < WINDOW)
        return replace(self, modifications=(*kept, began_at))


def read_volume(table: str, volume_id: str) -> VolumeRecord:
    """The record of a volume, read consistently; one without anything where there is none."""
    key = {KEY: {"S": f"{VOLUME_PREFIX}{volume_id}"}}
    item = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    if item is None:
        return VolumeRecord(volume_id=volume_id, raised=None, modifications=(), version=0)
    return _record(item)


def raised_in(items: Iterable[Item]) -> dict[str, str]:
    """Volume id -> the instance that it was raised for, of all volumes that are to be put back."""
    found = {
        item[KEY]["S"].removeprefix(VOLUME_PREFIX): item["instance"]["S"]
        for item in items
        if item[KEY]["S"].startswith(VOLUME_PREFIX) and "raisedAt" in item
    }
    return dict(sorted(found.items()))


def write_volume(table: str, record: VolumeRecord) -> VolumeRecord:
    """Puts the record if it is still the one that was read. Raises `WrittenMeanwhileError`."""
    written = replace(record, version=record.version + 1)
    try:
        dynamodb().put_item(
            TableName=table,
            Item=_item(written),
            ConditionExpression="attribute_not_exists(#key) OR #version = :version",
            ExpressionAttributeNames={"#key": KEY, "#version": "version"},
            ExpressionAttributeValues={":version": {"N": str(record.version)}},
        )
    except ClientError as error:
        if code_of(error) == LOST:
            raise WrittenMeanwhileError(record.volume_id) from error
        raise
    return written


def _record(item: Item) -> VolumeRecord:
    raised = None
    if "raisedAt" in item:
        raised = Raised(
            instance_id=item["instance"]["S"],
            former=_performance(item["former"]["L"]),
            to=_performance(item["raisedTo"]["L"]),
            at=parse_time(item["raisedAt"]["S"]),
            wanted_at=parse_time(item["wantedAt"]["S"]),
            began_at=parse_time(item["beganAt"]["S"]) if "beganAt" in item else None,
            put_backs=_times(item["putBacks"]["L"]),
        )
    return VolumeRecord(
        volume_id=item[KEY]["S"].removeprefix(VOLUME_PREFIX),
        raised=raised,
        modifications=_times(item["modifications"]["L"]),
        version=int(item["version"]["N"]),
    )


def _item(record: VolumeRecord) -> Item:
    item: Item = {
        KEY: {"S": f"{VOLUME_PREFIX}{record.volume_id}"},
        "modifications": {"L": _texts(record.modifications)},
        "version": {"N": str(record.version)},
    }
    if record.raised is None:
        return item
    if record.raised.began_at is not None:
        item["beganAt"] = {"S": format_time(record.raised.began_at)}
    return {
        **item,
        "instance": {"S": record.raised.instance_id},
        "former": {"L": _numbers(record.raised.former)},
        "raisedTo": {"L": _numbers(record.raised.to)},
        "raisedAt": {"S": format_time(record.raised.at)},
        "wantedAt": {"S": format_time(record.raised.wanted_at)},
        "putBacks": {"L": _texts(record.raised.put_backs)},
    }


def _times(texts: Iterable[AttributeValueTypeDef]) -> tuple[datetime, ...]:
    return tuple(parse_time(each["S"]) for each in texts)


def _texts(times: Iterable[datetime]) -> list[AttributeValueTypeDef]:
    return [{"S": format_time(each)} for each in times]


def _numbers(performance: Performance) -> list[AttributeValueTypeDef]:
    return [{"N": str(performance.throughput_mib)}, {"N": str(performance.iops)}]


def _performance(numbers: Iterable[AttributeValueTypeDef]) -> Performance:
    throughput, iops = (int(each["N"]) for each in numbers)
    return Performance(throughput_mib=throughput, iops=iops)
