"""Out-Default: what the console shows of a script's output, and of an error (5.1's layouts, invariant culture).

Text and numbers are written at once. Custom objects become a table (up to four properties) or a list, as 5.1
generates them; objects whose own view would fill the console's width are refused by type: nothing says how wide that
is under SSM.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.object_view import property_views
from rehearsal.engines.powershell.net_types.time.date_formats import format_date
from rehearsal.engines.powershell.net_types.time.date_time import DateTime
from rehearsal.engines.powershell.net_types.time.time_span import TimeSpan
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
)
from rehearsal.engines.powershell.output.formatting_directives import FormatRequest
from rehearsal.engines.powershell.output.formatting_layouts import list_lines, table_lines
from rehearsal.engines.powershell.runtime.output_streams import HostInformation, InformationRecord, StreamRecord
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

TABLE_LIMIT = 4
_TEXTUAL = (EnumValue, ScriptBlock, HostInformation, InformationRecord, StreamRecord)
_LISTS = frozenset(
    {"Microsoft.PowerShell.Commands.GenericMeasureInfo", "Microsoft.PowerShell.Commands.TextMeasureInfo"}
)
_TIME_SPAN = (
    "Days", "Hours", "Minutes", "Seconds", "Milliseconds", "Ticks", "TotalDays", "TotalHours", "TotalMinutes",
    "TotalSeconds", "TotalMilliseconds",
)  # fmt: skip


class OutDefault:
    """The formatter at the end of a pipeline. `run.stdout.write` takes the text, lines ended by a line feed."""

    def __init__(self, run: Any) -> None:
        self.run = run
        self.pending: list[tuple[Any, str | None]] = []
        """Objects of the table or list under way, with text that came between them."""
        self.request: FormatRequest | None = None

    def write(self, value: Any) -> None:
        """One object of the output."""
        kind = type(value)
        if kind is str:
            self._line(value)
        elif value is None or value is AUTOMATION_NULL:
            return
        elif kind is bool or isinstance(value, int | float | Decimal | str):
            self._line(to_text(value, self.run))
        elif kind is FormatRequest:
            self._formatted(value)
        else:
            self._object(value)

    def before_host_text(self) -> None:
        """Write-Host overtakes a table that still collects rows, as it does in 5.1; text was written already."""

    def finish(self) -> None:
        """The end of the output: what is pending is written."""
        pending, self.pending = self.pending, []
        request, self.request = self.request, None
        if not pending:
            return
        if request is None:
            first = pending[0][0]
            names = [view.name for view in property_views(first, self.run)]
            request = FormatRequest(kind="table" if len(names) <= TABLE_LIMIT else "list", columns=(), value=first)
        lines = (
            table_lines(pending, request, self.run)
            if request.kind == "table"
            else list_lines(pending, request, self.run)
        )
        self.run.stdout.write("".join(f"{line}\n" for line in lines))

    def _line(self, text: str) -> None:
        if self.pending:
            self.pending.append((None, text))
        else:
            self.run.stdout.write(text + "\n")

    def _formatted(self, request: FormatRequest) -> None:
        """An object that went through Format-Table or Format-List."""
        if self.pending and (self.request is None or self.request.key != request.key):
            self.finish()
        self.request = request
        self.pending.append((request.value, None))

    def _object(self, value: Any) -> None:
        if isinstance(value, ErrorRecord):
            self._line(format_error(value, self.run).rstrip("\n"))
            return
        if type(value) is PSObject:
            if not isinstance(value.base, NetObject):
                self.write(value.base)
                return
            value = value.base
        if isinstance(value, _TEXTUAL):
            self._line(to_text(value, self.run))
            return
        if isinstance(value, DateTime):
            self._after_pending(["", format_date(value, "dddd, dd MMMM yyyy HH:mm:ss"), ""])
            return
        if isinstance(value, TimeSpan):
            self._after_pending(
                list_lines([(value, None)], FormatRequest.of_names("list", _TIME_SPAN, value), self.run)
            )
            return
        if isinstance(value, PSArray):
            for item in value.items:
                self.write(item)
            return
        if isinstance(value, PSCustomObject):
            if not value.members:
                return
            if self.request is not None:
                self.finish()
            self.pending.append((value, None))
            return
        if value.ps_type_name() in _LISTS:
            names = tuple(view.name for view in property_views(value, self.run))
            self._after_pending(list_lines([(value, None)], FormatRequest.of_names("list", names, value), self.run))
            return
        if isinstance(value, PSException):
            self._line(value.message)
            return
        raise self.run.refusal(f"default formatting of {type_of(value).full_name}", None)

    def _after_pending(self, lines: list[str]) -> None:
        self.finish()
        self.run.stdout.write("".join(f"{line}\n" for line in lines))


def format_error(record: ErrorRecord, run: Any) -> str:
    """An error as 5.1's console shows it: message, position, category, id."""
    from rehearsal.engines.powershell.net_types.language.error_records import category_info_of
    from rehearsal.engines.powershell.net_types.language.invocations import position_message

    head = record.text
    category = category_info_of(record)
    name = getattr(record.invocation, "name", "") or ""
    if name and not getattr(record.invocation, "is_script", False):
        head = f"{name} : {head}"
    position = position_message(record.extent, run) if record.extent is not None else ""
    lines = [head]
    if position:
        lines.append(position)
    lines.append(f"    + CategoryInfo          : {category.ps_string()}")
    lines.append(f"    + FullyQualifiedErrorId : {record.fully_qualified_error_id}")
    return "\n".join(lines) + "\n \n"
