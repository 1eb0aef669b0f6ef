"""Answers that people have already: they are counted, and the next message about the same says how many there were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.errors import code_of
from adapters.lease_table import KEY, LOST
from cachewarden.json_reader import format_time

TOLD_PREFIX = "told/"
"""Keys of the records of what people were told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """So many answers of which there was no message, since the last that was told."""

    times: int
    since: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Whether people hear of it now; `unsaid`: how many of the same weren't said since the last, None for none."""

    due: bool
    unsaid: Unsaid | None


def answer(table: str, *, about: str, asker: str, now: datetime, quiet_for: timedelta) -> Answer:
    """Due unless the same was told within `quiet_for`; whoever was told that it is due hears so again.

    The record is the one of `tell_once`.
    """
    key = {KEY: {"S": f"{TOLD_PREFIX}{about}"}}
    try:
        former = dynamodb().update_item(
            TableName=table,
            Key=key,
            UpdateExpression="SET toldAt = :now, facts = :none, asker = :asker, unsaid = :zero",
            ConditionExpression="attribute_not_exists(#key) OR toldAt < :before",
            ExpressionAttributeNames={"#key": KEY},
            ExpressionAttributeValues={
                ":now": {"S": format_time(now)},
                ":before": {"S": format_time(now - quiet_for)},
                ":none": {"S": ""},
                ":asker": {"S": asker},
                ":zero": {"N": "0"},
            },
            ReturnValues="ALL_OLD",
        )
    except ClientError as error:
        if code_of(error) != LOST:
            raise
        return Answer(due=not _counted(table, key, asker), unsaid=None)
    old = former.get("Attributes")
    if old is None or "unsaid" not in old or old["unsaid"]["N"] == "0":
        return Answer(due=True, unsaid=None)
    return Answer(due=True, unsaid=Unsaid(times=int(old["unsaid"]["N"]), since=old["toldAt"]["S"]))


def _counted(table: str, key: dict[str, dict[str, str]], asker: str) -> bool:
    """One more that isn't said; False where this very asker was the one to say it, and asks again."""
    try:
        dynamodb().update_item(
            TableName=table,
            Key=key,
            UpdateExpression="ADD unsaid :one",
            ConditionExpression="attribute_not_exists(asker) OR asker <> :asker",
            ExpressionAttributeValues={":one": {"N": "1"}, ":asker": {"S": asker}},
        )
    except ClientError as error:
        if code_of(error) == LOST:
            return False
        raise
    return True
