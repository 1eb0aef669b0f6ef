"""People are told of a call that can't come from an operation of ours: once an hour, however many there are."""

from __future__ import annotations

from datetime import datetime, timedelta

from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.errors import code_of
from adapters.lease_table import KEY, LOST
from adapters.sns import publish
from cachewarden.codes import Code
from cachewarden.json_reader import format_time
from cachewarden.requests.request import Notify

ITEM = "refused-calls"
QUIET_FOR = timedelta(hours=1)


def report_refused_call(table: str, topic_arn: str, *, instance_id: str, sentence: str, now: datetime) -> None:
    """Sends the message unless one went out within the hour; the others are in the log and the metric."""
    if not _first(table, now):
        return
    try:
        publish(topic_arn, Notify(instance_id=instance_id, code=Code.CALL_REFUSED, sentence=sentence))
    except ClientError:
        _note(table, now - QUIET_FOR - QUIET_FOR)  # nobody was told: the next call tries again
        raise


def _first(table: str, now: datetime) -> bool:
    """Whether nobody was told within the hour; that is written down before the message goes out, since floods hurry."""
    try:
        dynamodb().put_item(
            TableName=table,
            Item={KEY: {"S": ITEM}, "toldAt": {"S": format_time(now)}},
            ConditionExpression="attribute_not_exists(#key) OR toldAt < :before",
            ExpressionAttributeNames={"#key": KEY},
            ExpressionAttributeValues={":before": {"S": format_time(now - QUIET_FOR)}},
        )
    except ClientError as error:
        if code_of(error) == LOST:
            return False
        raise
    return True


def _note(table: str, told_at: datetime) -> None:
    dynamodb().put_item(TableName=table, Item={KEY: {"S": ITEM}, "toldAt": {"S": format_time(told_at)}})
