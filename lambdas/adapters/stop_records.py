"""How the last run of an instance ended that we stopped: an item in the lease table, where only our functions write.

We stop on a proof: that the cache was evacuated, or that Windows never came up in this run. In the latter case the item
also has the pool's volumes that are detached until Windows runs; it has them until all of them are attached again.

An item stays until the next stop of the instance: each start gives it another launch time [ec2#launch-time], so the
record never speaks for a later run, and an operation that is taken up again finds it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.evidence.detached_pool import DetachedPool, PoolVolume
from cachewarden.json_reader import format_time, parse_time

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import AttributeValueTypeDef

    Item = dict[str, AttributeValueTypeDef]

STOP_PREFIX = "stop/"


NEVER_BOOTED = "Windows never came up"


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRecord:
    """`launch_time`: of the run. `proven`: EC2 took our stop. `detached_pool`: where its volumes aren't back yet.

    `at`: when EC2 took it; None where it didn't, or an earlier version wrote it down. `instance_type`: the instance's
    then; None where an earlier version, or a stop without evacuation, wrote it down.
    """

    launch_time: datetime
    proven: bool
    at: datetime | None
    instance_type: str | None
    detached_pool: DetachedPool | None

    def stopped_run_of(self, launch_time: datetime) -> bool:
        """Whether the run that began then was stopped by us, on a proof."""
        return self.proven and format_time(self.launch_time) == format_time(launch_time)


def record_stop(
    table: str,
    instance_id: str,
    *,
    launch_time: datetime,
    instance_type: str,
    owner: str,
    command_id: str,
    at: datetime,
) -> StopRecord:
    """Writes down that EC2 took our StopInstances call for this run, when, on which proof, and of which type it was.

    Returns what `read_stop` reads now.
    """
    item = _item(instance_id, launch_time, owner, proof=command_id, at=at)
    dynamodb().put_item(TableName=table, Item={**item, "instanceType": {"S": instance_type}})
    return StopRecord(launch_time=launch_time, proven=True, at=at, instance_type=instance_type, detached_pool=None)


def record_detached_pool(
    table: str, instance_id: str, pool: DetachedPool, *, owner: str, stopped_at: datetime | None
) -> None:
    """Writes down, before anything is done, which volumes will be taken off the instance, and their device names.

    `stopped_at`: when EC2 took our stop. Before that, None, the record vouches for nobody's.
    """
    volumes: list[AttributeValueTypeDef] = [
        {"M": {"volume": {"S": each.volume_id}, "device": {"S": each.device}}} for each in pool.volumes
    ]
    proof = NEVER_BOOTED if stopped_at is not None else None
    item = _item(instance_id, pool.launch_time, owner, proof=proof, at=stopped_at)
    dynamodb().put_item(TableName=table, Item={**item, "volumes": {"L": volumes}})


def forget_detached_pool(table: str, instance_id: str, record: StopRecord, *, owner: str) -> None:
    """All volumes are attached again; whether the run was stopped by us stays known."""
    proof = NEVER_BOOTED if record.proven else None
    item = _item(instance_id, record.launch_time, owner, proof=proof, at=record.at)
    dynamodb().put_item(TableName=table, Item=item)


def read_stop(table: str, instance_id: str, *, attached: Collection[str]) -> StopRecord | None:
    """The record of the instance, None where there is none. `attached`: ids of the volumes that EC2 shows there now."""
    key = {KEY: {"S": f"{STOP_PREFIX}{instance_id}"}}
    item = dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
    if item is None:
        return None
    launch_time = parse_time(item["launchTime"]["S"])
    pool = None
    if "volumes" in item:
        recorded = [(each["M"]["volume"]["S"], each["M"]["device"]["S"]) for each in item["volumes"]["L"]]
        pool = DetachedPool(
            launch_time=launch_time,
            volumes=tuple(
                PoolVolume(volume_id=volume, device=device, attached=volume in attached) for volume, device in recorded
            ),
        )
    return StopRecord(
        launch_time=launch_time,
        proven="proof" in item,
        at=parse_time(item["at"]["S"]) if "at" in item else None,
        instance_type=item["instanceType"]["S"] if "instanceType" in item else None,
        detached_pool=pool,
    )


def stop_is_proven(table: str, instance_id: str, *, launch_time: datetime) -> bool:
    """Whether the run of the instance that began at `launch_time` was stopped by us on a proof."""
    record = read_stop(table, instance_id, attached=())
    return record is not None and record.stopped_run_of(launch_time)


def _item(instance_id: str, launch_time: datetime, owner: str, *, proof: str | None, at: datetime | None) -> Item:
    item: Item = {
        KEY: {"S": f"{STOP_PREFIX}{instance_id}"},
        "launchTime": {"S": format_time(launch_time)},
        "stoppedBy": {"S": owner},
    }
    if proof is not None:
        item["proof"] = {"S": proof}
    if at is not None:
        item["at"] = {"S": format_time(at)}
    return item
