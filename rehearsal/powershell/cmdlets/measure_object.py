"""Measure-Object: count, sum, average, extremes of numbers; lines, words and characters of text."""

from __future__ import annotations

import math
from typing import Any

from rehearsal.powershell.cmdlets.property_expressions import ABSENT, single_value
from rehearsal.powershell.conversion import convert, to_text
from rehearsal.powershell.errors import PSException
from rehearsal.powershell.nettype import BUILTIN_TYPES, net_property, net_type
from rehearsal.powershell.operators_text import has_wildcards
from rehearsal.powershell.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.powershell.type_names import resolve_type
from rehearsal.powershell.values import AUTOMATION_NULL, NetObject


@net_type("Microsoft.PowerShell.Commands.GenericMeasureInfo", closed=True)
class GenericMeasureInfo(NetObject):
    """Numbers measured; what wasn't asked for is null."""

    def __init__(self, name: str | None) -> None:
        self.property_name = name
        self.measured = 0
        self.total = 0.0
        self.low = math.inf
        self.high = -math.inf
        self.wanted: set[str] = set()

    def _shown(self, what: str, value: float) -> float | None:
        return value if what in self.wanted and self.measured else None

    @net_property("Count", "int")
    def count(self) -> int:
        return self.measured

    @net_property("Average")
    def average(self) -> float | None:
        return self._shown("Average", self.total / self.measured if self.measured else 0.0)

    @net_property("Sum")
    def sum(self) -> float | None:
        return self._shown("Sum", self.total)

    @net_property("Maximum")
    def maximum(self) -> float | None:
        return self._shown("Maximum", self.high)

    @net_property("Minimum")
    def minimum(self) -> float | None:
        return self._shown("Minimum", self.low)

    @net_property("Property", "string")
    def property(self) -> str | None:
        return self.property_name


@net_type("Microsoft.PowerShell.Commands.TextMeasureInfo", closed=True)
class TextMeasureInfo(NetObject):
    """Text measured; what wasn't asked for is null."""

    def __init__(self, name: str | None) -> None:
        self.property_name = name
        self.line_count = 0
        self.word_count = 0
        self.character_count = 0
        self.wanted: set[str] = set()

    @net_property("Lines")
    def lines(self) -> int | None:
        return self.line_count if "Line" in self.wanted else None

    @net_property("Words")
    def words(self) -> int | None:
        return self.word_count if "Word" in self.wanted else None

    @net_property("Characters")
    def characters(self) -> int | None:
        return self.character_count if "Character" in self.wanted else None

    @net_property("Property", "string")
    def property(self) -> str | None:
        return self.property_name


@cmdlet("Microsoft.PowerShell.Utility", "Measure-Object", aliases=("measure",))
class MeasureObject(PipelineCmdlet):
    """One result for each property, or one for the objects themselves."""

    def begin(self, call: CmdletCall) -> None:
        self.names: list[str | None] = list(call.strings("Property")) or [None]
        for name in self.names:
            if name is not None and has_wildcards(name):
                call.unsupported("Measure-Object -Property with wildcards")
        self.text = any(call.switch(name) for name in ("Line", "Word", "Character", "IgnoreWhiteSpace"))
        self.statistics = {name for name in ("Sum", "Average", "Maximum", "Minimum") if call.switch(name)}
        self.results: list[Any] = [TextMeasureInfo(n) if self.text else GenericMeasureInfo(n) for n in self.names]
        for result in self.results:
            result.wanted = (
                {name for name in ("Line", "Word", "Character") if call.switch(name)} if self.text else self.statistics
            )
        self.found: set[str | None] = {None}
        self.seen = False

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if value is None or value is AUTOMATION_NULL:
            return
        self.seen = True
        for name, result in zip(self.names, self.results, strict=True):
            item = value if name is None else single_value(value, name, call)
            if item is ABSENT:
                continue
            self.found.add(name)
            if item is None or item is AUTOMATION_NULL:
                continue
            if self.text:
                self._measure_text(result, to_text(item, call.run), call)
            else:
                self._measure_number(result, item, call)

    def _measure_text(self, result: TextMeasureInfo, text: str, call: CmdletCall) -> None:
        lines = text.split("\n")
        if call.switch("IgnoreWhiteSpace"):
            result.line_count += sum(1 for line in lines if line.strip())
            result.character_count += sum(1 for character in text if not character.isspace())
        else:
            result.line_count += len(lines) if text else 0
            result.character_count += len(text)
        result.word_count += len(text.split())

    def _measure_number(self, result: GenericMeasureInfo, item: Any, call: CmdletCall) -> None:
        if not self.statistics:
            result.measured += 1
            return
        target = resolve_type("double", BUILTIN_TYPES)
        assert target is not None
        if isinstance(item, NetObject) and type(item).__name__ not in ("PSObject", "EnumValue"):
            call.unsupported("Measure-Object of values that aren't numbers")
        try:
            if item == "" and isinstance(item, str):
                raise PSException("System.FormatException", "Input string was not in a correct format.")
            number = convert(item, target, call.run)
        except PSException:
            shown = to_text(item, call.run)
            call.write_error(
                PSException(
                    "System.Management.Automation.PSInvalidCastException", f'Input object "{shown}" is not numeric.'
                ),
                "NonNumericInputObject",
                "InvalidType",
                item,
            )
            return
        result.measured += 1
        result.total += number
        result.low = min(result.low, number)
        result.high = max(result.high, number)

    def end(self, call: CmdletCall) -> None:
        for name, result in zip(self.names, self.results, strict=True):
            if name not in self.found:
                call.write_error(
                    PSException(
                        "System.Management.Automation.PSArgumentException",
                        f'The property "{name}" cannot be found in the input for any objects.',
                    ),
                    f"{'Text' if self.text else 'Generic'}MeasurePropertyNotFound",
                    "InvalidArgument",
                )
                continue
            call.write(result)
