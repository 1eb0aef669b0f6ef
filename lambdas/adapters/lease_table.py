"""Lease records in DynamoDB: one item per cluster, written only if no other writer came in between."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.errors import code_of
from adapters.observability import count, logger
from cachewarden.codes import Code
from cachewarden.evidence.identity import identity_to_json, parse_identity
from cachewarden.json_reader import JsonReader, UnexpectedJsonError, format_time, parse_time
from cachewarden.operation.goal import purpose_of
from cachewarden.operation.lease import LeaseLostError, LeaseRecord, Owner
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.operation_json import parse_saved_modes, saved_modes_to_json

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import AttributeValueTypeDef

    Item = dict[str, AttributeValueTypeDef]

KEY = "cluster"
LOST = "ConditionalCheckFailedException"


class WrittenMeanwhileError(Exception):
    """Another writer changed the record between reading and writing it: read again."""


class UnreadableLeaseError(Exception):
    """A cluster's record isn't what CacheWarden writes: nothing is begun there until a person has mended it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLease:
    """A record and the version under which it was read; 0 is a record that isn't stored yet."""

    record: LeaseRecord
    version: int


def read_items(table: str) -> list[Item]:
    """Whatever the table has, read consistently. There is little for each cluster and node, so a scan is small."""
    pages = dynamodb().get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    return [item for page in pages for item in page["Items"]]


def leases_in(items: Iterable[Item], *, needed: Collection[str] = ()) -> list[StoredLease]:
    """The clusters' records among the items. One that can't be read is logged, counted, and holds up its cluster only.

    Raises `UnreadableLeaseError` where such a record names one of the `needed` instances anywhere.
    """
    stored: list[StoredLease] = []
    for item in items:
        if not _is_lease(item):
            continue
        try:
            stored.append(_stored(item))
        except UnreadableLeaseError as problem:
            count("LeaseUnreadable")
            logger().error("%s", problem)
            raw = json.dumps(item, default=repr)
            if any(instance in raw for instance in needed):
                raise
    return sorted(stored, key=lambda lease: lease.record.key)


def read_all(table: str, *, needed: Collection[str] = ()) -> list[StoredLease]:
    """Every cluster's record, read consistently. Raises `UnreadableLeaseError` as `leases_in` does."""
    return leases_in(read_items(table), needed=needed)


def read(table: str, key: str) -> LeaseRecord | None:
    """One cluster's record, read consistently; None where there is none under this key.

    Raises `UnreadableLeaseError`.
    """
    item = dynamodb().get_item(TableName=table, Key={KEY: {"S": key}}, ConsistentRead=True).get("Item")
    return _stored(item).record if item is not None and _is_lease(item) else None


def _is_lease(item: Mapping[str, Any]) -> bool:
    """Records of stops, and of messages about refused calls, lie in the same table; one that lost a part is a lease."""
    return "members" in item or "token" in item


def write(table: str, record: LeaseRecord, *, version: int) -> None:
    """Puts the record if it is still the one that was read. Raises `WrittenMeanwhileError`."""
    try:
        dynamodb().put_item(
            TableName=table,
            Item=_item(record, version + 1),
            ConditionExpression="attribute_not_exists(#key) OR #version = :version",
            ExpressionAttributeNames={"#key": KEY, "#version": "version"},
            ExpressionAttributeValues={":version": {"N": str(version)}},
        )
    except ClientError as error:
        if code_of(error) == LOST:
            raise WrittenMeanwhileError(record.key) from error
        raise


def renew(table: str, *, key: str, owner: str, token: int, expires_at: datetime) -> None:
    """Lengthens the lease's life. Raises `LeaseLostError` when it isn't this owner's any more."""
    _update_owned(table, key, owner, token, "SET expiresAt = :value", {":value": {"S": format_time(expires_at)}})


def save_modes(
    table: str,
    *,
    key: str,
    owner: str,
    token: int,
    modes: tuple[SavedMode, ...] | None,
    former: tuple[SavedMode, ...] | None = None,
    expires_at: datetime,
) -> None:
    """Writes the replica modes to put back, or drops them, and lengthens the lease's life. Raises `LeaseLostError`.

    Those that are kept already are replaced only where the caller has seen them (`former`).
    """
    if modes is None:
        change = "SET expiresAt = :expires REMOVE savedModes"
        _update_owned(table, key, owner, token, change, {":expires": {"S": format_time(expires_at)}})
        return
    values: dict[str, AttributeValueTypeDef] = {
        ":value": {"S": _text(modes)},
        ":expires": {"S": format_time(expires_at)},
    }
    unless_kept = "attribute_not_exists(savedModes) OR savedModes = :value"
    if former is not None:
        values[":former"] = {"S": _text(former)}
        unless_kept += " OR savedModes = :former"
    change = "SET savedModes = :value, expiresAt = :expires"
    _update_owned(table, key, owner, token, change, values, only_if=f"({unless_kept})")


def release(table: str, *, key: str, owner: str, token: int, now: datetime) -> None:
    """Takes the owner out at `now`; token and saved modes stay. Raises `LeaseLostError` when it was another's."""
    change = "SET releasedAt = :value REMOVE #owner, ownerSubject, ownerGoal, ownerRequest, expiresAt"
    _update_owned(table, key, owner, token, change, {":value": {"S": format_time(now)}})


def _update_owned(
    table: str,
    key: str,
    owner: str,
    token: int,
    change: str,
    values: dict[str, AttributeValueTypeDef],
    *,
    only_if: str | None = None,
) -> None:
    try:
        dynamodb().update_item(
            TableName=table,
            Key={KEY: {"S": key}},
            UpdateExpression=f"{change} ADD #version :one",
            ConditionExpression=" AND ".join(filter(None, ("#owner = :owner", "#token = :token", only_if))),
            ExpressionAttributeNames={"#owner": "owner", "#token": "token", "#version": "version"},
            ExpressionAttributeValues={
                ":owner": {"S": owner},
                ":token": {"N": str(token)},
                ":one": {"N": "1"},
                **values,
            },
        )
    except ClientError as error:
        if code_of(error) == LOST:
            raise LeaseLostError(
                f"{Code.LEASE_LOST.value}: the lease {key} with token {token} isn't held by {owner} any more"
                + (", or keeps replica modes already" if only_if else "")
            ) from error
        raise


def _item(record: LeaseRecord, version: int) -> Item:
    item: Item = {
        KEY: {"S": record.key},
        "token": {"N": str(record.token)},
        "version": {"N": str(version)},
        "members": {"S": ",".join(record.members)},
    }
    if record.identity is not None:
        item["identity"] = {"S": json.dumps(identity_to_json(record.identity), separators=(",", ":"))}
    if record.owner is not None:
        item |= {
            "owner": {"S": record.owner.execution_arn},
            "ownerSubject": {"S": record.owner.node},
            "ownerGoal": {"S": record.owner.purpose.value},
            "ownerRequest": {"S": record.owner.request_id},
        }
    if record.expires_at is not None:
        item["expiresAt"] = {"S": format_time(record.expires_at)}
    if record.released_at is not None:
        item["releasedAt"] = {"S": format_time(record.released_at)}
    if record.saved_modes is not None:
        item["savedModes"] = {"S": _text(record.saved_modes)}
    return item


def _stored(item: Mapping[str, Any]) -> StoredLease:
    try:
        return _parsed(item)
    except (KeyError, ValueError, TypeError, RecursionError, UnexpectedJsonError) as problem:
        key = str(item.get(KEY))[:100]
        raise UnreadableLeaseError(
            f"the lease record {key} can't be read: {type(problem).__name__}: {problem}"
        ) from problem


def _parsed(item: Mapping[str, Any]) -> StoredLease:
    texts = {name: value["S"] for name, value in item.items() if "S" in value}
    numbers = {name: int(value["N"]) for name, value in item.items() if "N" in value}
    identity = JsonReader.of(json.loads(texts["identity"])) if "identity" in texts else None
    return StoredLease(
        version=numbers["version"],
        record=LeaseRecord(
            key=texts[KEY],
            token=numbers["token"],
            members=tuple(filter(None, texts["members"].split(","))),
            identity=parse_identity(identity) if identity else None,
            owner=Owner(
                execution_arn=texts["owner"],
                node=texts["ownerSubject"],
                purpose=purpose_of(texts["ownerGoal"]),
                request_id=texts["ownerRequest"],
            )
            if "owner" in texts
            else None,
            expires_at=parse_time(texts["expiresAt"]) if "expiresAt" in texts else None,
            saved_modes=parse_saved_modes(JsonReader({"modes": json.loads(texts["savedModes"])}), "modes")
            if "savedModes" in texts
            else None,
            released_at=parse_time(texts["releasedAt"]) if "releasedAt" in texts else None,
        ),
    )


def _text(modes: tuple[SavedMode, ...]) -> str:
    return json.dumps(saved_modes_to_json(modes), separators=(",", ":"))
