"""Lines of a table or a list as 5.1 lays them out when everything fits the narrowest usual console (80 columns)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import format_value
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.object_view import property_views
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSCustomObject, PSObject
from rehearsal.engines.powershell.output.formatting_directives import Column, FormatRequest, name_column

WIDTH = 80
ENUMERATION_LIMIT = 4


def cell_text(value: Any, run: Any, format_text: str | None = None) -> str:
    """A property's value in a table or list: arrays in braces, the first four elements only."""
    if value is None or value is AUTOMATION_NULL:
        return ""
    if type(value) is PSObject:
        value = value.base
    if isinstance(value, NetDictionary):
        raise run.refusal("formatting of a dictionary as a property", None)
    items = value.ps_enumerate() if isinstance(value, NetObject) else None
    if items is not None:
        shown = [cell_text(item, run) for item in list(items)[:ENUMERATION_LIMIT]]
        return "{" + ", ".join(shown) + ("..." if len(list(items)) > ENUMERATION_LIMIT else "") + "}"
    if (
        isinstance(value, NetObject)
        and not isinstance(value, PSCustomObject)
        and value.ps_string() == value.ps_type_name()
    ):
        return value.ps_type_name()
    text = format_value(value, format_text, run) if format_text else to_text(value, run)
    if "\n" in text or "\r" in text:
        raise run.refusal("formatting of text with several lines as a property", None)
    return text


def _columns(request: FormatRequest, value: Any, run: Any) -> tuple[Column, ...]:
    if request.columns:
        return request.columns
    views = property_views(value, run)
    if not views:
        raise run.refusal(f"formatting of {type_of(value).full_name}", None)
    return tuple(name_column(view.name) for view in views)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def table_lines(rows: list[tuple[Any, str | None]], request: FormatRequest, run: Any) -> list[str]:
    """A blank line, headers, dashes, rows, two blank lines. Columns are as wide as their widest cell; numbers stand
    right.
    """
    first = next(value for value, text in rows if text is None)
    columns = _columns(request, first, run)
    values = [None if text is not None else [column.read(run, value) for column in columns] for value, text in rows]
    cells = [
        None
        if row is None
        else [cell_text(item, run, column.format_text) for item, column in zip(row, columns, strict=True)]
        for row in values
    ]
    widths = [
        column.width
        if column.width is not None
        else max(len(column.label), *(len(row[index]) for row in cells if row is not None))
        for index, column in enumerate(columns)
    ]
    if sum(widths) + len(widths) - 1 >= WIDTH:
        raise run.refusal(f"a table wider than {WIDTH - 1} columns", None)
    if any(len(row[index]) > widths[index] for row in cells if row is not None for index in range(len(columns))):
        raise run.refusal("a table with truncated columns", None)
    first_values = next(row for row in values if row is not None)
    right = [
        column.alignment == "right" if column.alignment else _is_number(item)
        for column, item in zip(columns, first_values, strict=True)
    ]

    def line(texts: list[str]) -> str:
        return " ".join(
            text.rjust(width) if at_right else text.ljust(width)
            for text, width, at_right in zip(texts, widths, right, strict=True)
        )

    out = [""]
    if not request.hide_headers:
        out += [line([column.label for column in columns]), line(["-" * len(column.label) for column in columns])]
    for (_, text), row in zip(rows, cells, strict=True):
        out.append(text if row is None and text is not None else line(row or []))
    return [*out, "", ""]


def list_lines(rows: list[tuple[Any, str | None]], request: FormatRequest, run: Any) -> list[str]:
    """Two blank lines, `name : value` lines, a blank line between objects, three at the end."""
    out = [""]
    for value, text in rows:
        if text is not None:
            out.append(text)
            continue
        columns = _columns(request, value, run)
        width = max(len(column.label) for column in columns)
        out.append("")
        for column in columns:
            shown = f"{column.label.ljust(width)} : {cell_text(column.read(run, value), run, column.format_text)}"
            if len(shown) >= WIDTH:
                raise run.refusal(f"a list line longer than {WIDTH - 1} columns", None)
            out.append(shown)
    return [*out, "", "", ""]
