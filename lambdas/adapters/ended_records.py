"""Behind which executions that ended badly the janitor has cleared up: the sweep looks for those that it missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from adapters.clients import dynamodb
from adapters.lease_table import KEY
from cachewarden.json_reader import format_time

ENDED_PREFIX = "ended/"


def record_cleared(table: str, execution_arn: str, *, at: datetime) -> None:
    """Writes down that nothing is left to do behind this execution."""
    dynamodb().put_item(TableName=table, Item={KEY: {"S": _key(execution_arn)}, "clearedAt": {"S": format_time(at)}})


def is_cleared(table: str, execution_arn: str) -> bool:
    """Whether the janitor has been behind this execution."""
    key = {KEY: {"S": _key(execution_arn)}}
    return "Item" in dynamodb().get_item(TableName=table, Key=key, ConsistentRead=True)


def cleared_in(items: Iterable[Mapping[str, Any]], execution_arn: str) -> bool:
    """The same, by what was read of the table."""
    key = {"S": _key(execution_arn)}
    return any(item.get(KEY) == key for item in items)


def _key(execution_arn: str) -> str:
    return f"{ENDED_PREFIX}{execution_arn.rsplit(':', 1)[-1]}"
