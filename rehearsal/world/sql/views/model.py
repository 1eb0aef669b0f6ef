"""How a system view is modelled: its rows, how each column is read off a row's object, and what right it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from rehearsal.engines.tsql import Session, schema
from rehearsal.engines.tsql.values.values import round_datetime
from rehearsal.world.sql.instance.instance import Instance

Reader = Callable[[Any], Any]
Rows = Callable[[Instance, Session, tuple[object, ...]], Iterable[Any]]


class Right(StrEnum):
    """What reading takes. Without it a catalog view is empty, a DMV is error 300 [sql-server#missing-state-right]."""

    STATE = "VIEW SERVER STATE"
    SECURITY_STATE = "VIEW SERVER SECURITY STATE"
    DEFINITION = "VIEW ANY DEFINITION"
    ANY_DATABASE = "VIEW ANY DATABASE"
    FILES = "VIEW ANY DEFINITION, or rights to create or alter databases"
    NONE = ""


@dataclass(frozen=True, slots=True)
class ViewModel:
    """`of_database`: what it shows belongs to the current database, or to the one in front of its name."""

    rows: Rows
    columns: Mapping[str, Reader]
    right: Right
    of_database: bool = False


def nothing(right: Right, view: str) -> ViewModel:
    """A view that exists but never has rows in the model: there is nothing of the kind in its clusters."""
    description = schema.reference()["views"][view]
    names = [column["name"] for column in description["columns"]]
    return ViewModel(lambda _server, _session, _arguments: (), {name: constant(None) for name in names}, right)


def constant(value: Any) -> Reader:
    return lambda _row: value


def unknown(*names: str) -> dict[str, Reader]:
    """Columns that may be NULL, of which the model knows nothing."""
    return {name: constant(None) for name in names}


def described(view: str, column: str, read: Reader) -> dict[str, Reader]:
    """A numbered column and its `_desc` twin, texts from the reference."""
    texts = schema.value_texts(view, column)

    def describe(row: Any) -> str | None:
        code = read(row)
        return None if code is None else texts.get(int(code))

    def number(row: Any) -> int | None:
        code = read(row)
        return None if code is None else int(code)

    return {column: number, f"{column}_desc": describe}


def moment(value: datetime | None) -> datetime | None:
    """A clock instant as a datetime column holds it."""
    return None if value is None else round_datetime(value.astimezone(UTC).replace(tzinfo=None))


def whole(value: float | None) -> int | None:
    return None if value is None else int(value)
