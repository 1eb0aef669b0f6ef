"""The system views with exactly the columns they have in a version of SQL Server, read from the reference file.

Source: rehearsal/reference/sql-server-views.json (types, order, first version of every column).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.reference import SQL_SERVER_VIEWS

YEAR_OF_MAJOR_VERSION = {11: 2012, 12: 2014, 13: 2016, 14: 2017, 15: 2019, 16: 2022}
_TYPE = re.compile(r"(\w+)(?:\((\w+)(?:,(\d+))?\))?")
# Columns whose type no page states; sql-server-views.json, `missing`, says what machines show.
_UNSTATED = {
    "truncation_lsn": types.decimal(25, 0),
    "current_state": types.nvarchar(4000),
    "failure_state_desc": types.nvarchar(4000),
    "label": types.nvarchar(255),
    "tenant_id": types.nvarchar(36),
}


@dataclass(frozen=True, slots=True)
class ViewColumn:
    name: str
    type: SqlType


@dataclass(frozen=True, slots=True)
class View:
    """`name` is lower case with its schema, and its database when that isn't master: `msdb.dbo.backupset`."""

    name: str
    columns: tuple[ViewColumn, ...]
    arguments: tuple[SqlType, ...] = ()
    """Types of a table function's arguments."""
    is_function: bool = False


def type_from_text(text: str) -> SqlType:
    """`nvarchar(60)`, `numeric(25,0)`, `sysname` … as the reference file writes types."""
    match = _TYPE.fullmatch(text)
    if match is None:
        raise ValueError(f"type {text!r} in {SQL_SERVER_VIEWS.name}")
    name, first, second = match.groups()
    match name:
        case "sysname":
            return types.SYSNAME
        case "numeric" | "decimal":
            return types.decimal(int(first), int(second or 0))
        case "binary":
            return SqlType(Kind.VARBINARY, length=int(first))
        case "datetime2" | "datetimeoffset":
            return SqlType(Kind[name.upper()], scale=int(first or 7))
        case _:
            length = 0 if first is None else types.MAX_LENGTH if first == "max" else int(first)
            return SqlType(Kind[name.upper()], length=length)


@cache
def reference() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SQL_SERVER_VIEWS.read_text(encoding="utf-8"))
    return found


@cache
def views(major_version: int) -> dict[str, View]:
    """Every view of this version by its lower-case name."""
    year = YEAR_OF_MAJOR_VERSION[major_version]
    found: dict[str, View] = {}
    for name, description in reference()["views"].items():
        if int(description["min_version"]) > year:
            continue
        columns = sorted(description["columns"], key=lambda column: column["ordinal"])
        found[name] = View(
            name=name,
            columns=tuple(
                ViewColumn(column["name"], _UNSTATED[column["name"]] if column["type"] is None else _type_of(column))
                for column in columns
                if column["since"] is None or int(column["since"]) <= year
            ),
            arguments=tuple(type_from_text(argument["type"]) for argument in description.get("arguments", ())),
            is_function=description["kind"] == "function",
        )
    return found


def _type_of(column: dict[str, str]) -> SqlType:
    return type_from_text(column["type"])


@cache
def value_texts(view: str, column: str) -> dict[int, str]:
    """Code → text of an enumerated column: `value_texts('sys.databases', 'state')[3]` is RECOVERY_PENDING."""
    for description in reference()["views"][view]["columns"]:
        if description["name"] == column:
            return {int(code): text for code, text in description["values"].items()}
    raise KeyError(f"{view}.{column}")


def find(parts: tuple[str, ...], database: str, major_version: int) -> View | None:
    """The view that a table name of one to three parts means, seen from `database`; None when there is none.

    `sys` views exist in every database; a name without schema means dbo, where the model has msdb's tables only.
    """
    folded = [part.lower() for part in parts]
    if len(folded) > 3:
        return None
    name = folded[-1]
    schema = folded[-2] if len(folded) > 1 else "dbo"
    where = folded[-3] if len(folded) == 3 and folded[-3] else database.lower()
    key = f"sys.{name}" if schema == "sys" else f"{where}.{schema or 'dbo'}.{name}"
    return views(major_version).get(key)
