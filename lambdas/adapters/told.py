"""The same message is sent once, and again after a while: a record of when it was sent, beside the leases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.errors import code_of
from adapters.lease_table import KEY, LOST
from adapters.repeats import TOLD_PREFIX
from adapters.sns import publish
from cachewarden.json_reader import format_time
from cachewarden.requests.request import Notify
from cachewarden.short_names import NameKind

DAILY = timedelta(hours=24)
WEEKLY = timedelta(days=7)
ONCE = timedelta(days=365)
HOURLY = timedelta(hours=1)


def tell_once(
    table: str,
    topic_arn: str,
    notify: Notify,
    *,
    about: str,
    now: datetime,
    facts: str = "",
    quiet_for: timedelta,
    names: Mapping[str, NameKind] | None = None,
) -> bool:
    """Sends the message unless one went out about this within `quiet_for`, with the same `facts`.

    `names`: those that it may hold (`adapters.sns.publish`).

    Written down before it goes out, since floods hurry; taken back when it couldn't be sent.
    """
    key = f"{TOLD_PREFIX}{about}"
    if not _first(table, key, facts, now, quiet_for):
        return False
    try:
        publish(topic_arn, notify, names)
    except ClientError:
        _note(table, key, facts, now - quiet_for - quiet_for)  # nobody was told: the next look tries again
        raise
    return True


def _first(table: str, key: str, facts: str, now: datetime, quiet_for: timedelta) -> bool:
    try:
        dynamodb().put_item(
            TableName=table,
            Item={KEY: {"S": key}, "toldAt": {"S": format_time(now)}, "facts": {"S": facts}},
            ConditionExpression="attribute_not_exists(#key) OR toldAt < :before OR facts <> :facts",
            ExpressionAttributeNames={"#key": KEY},
            ExpressionAttributeValues={":before": {"S": format_time(now - quiet_for)}, ":facts": {"S": facts}},
        )
    except ClientError as error:
        if code_of(error) == LOST:
            return False
        raise
    return True


def _note(table: str, key: str, facts: str, told_at: datetime) -> None:
    dynamodb().put_item(
        TableName=table,
        Item={KEY: {"S": key}, "toldAt": {"S": format_time(told_at)}, "facts": {"S": facts}},
    )
