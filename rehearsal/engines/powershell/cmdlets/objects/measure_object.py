"""Measure-Object: count, sum, average, extremes of numbers; lines, words and characters of text."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.objects.property_expressions import ABSENT, single_value
from rehearsal.engines.powershell.cmdlets.objects.value_order import order_values
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_type, resolve_type
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject
from rehearsal.engines.powershell.operators.text import has_wildcards


@net_type("Microsoft.PowerShell.Commands.GenericMeasureInfo", closed=True)
class GenericMeasureInfo(NetObject):
    """Numbers measured; what wasn't asked for is null."""

    def __init__(self, name: str | None) -> None:
        self.property_name = name
        self.measured = 0
        self.total = 0.0
        self.low: Any = None
        self.high: Any = None
        self.wanted: set[str] = set()

    def _shown(self, what: str, value: Any) -> Any:
        return value if what in self.wanted and self.measured else None

    @net_property("Count", "int")
    def count(self) -> int:
        return self.measured

    @net_property("Average")
    def average(self) -> Any:
        return self._shown("Average", self.total / self.measured if self.measured else 0.0)

    @net_property("Sum")
    def sum(self) -> Any:
        return self._shown("Sum", self.total)

    @net_property("Maximum")
    def maximum(self) -> Any:
        return self._shown("Maximum", self.high)

    @net_property("Minimum")
    def minimum(self) -> Any:
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
        result.measured += 1
        number = self._number(item, call)
        if number is None and self.statistics & {"Sum", "Average"}:
            call.write_error(
                PSException(
                    "System.Management.Automation.PSInvalidCastException",
                    f'Input object "{to_text(item, call.run)}" is not numeric.',
                ),
                "NonNumericInputObject",
                "InvalidType",
                item,
            )
            return
        if number is not None:
            result.total += number
        if self.statistics & {"Maximum", "Minimum"}:
            self._extremes(result, item if number is None else number, call)

    def _number(self, item: Any, call: CmdletCall) -> float | None:
        if isinstance(item, NetObject) and type(item).__name__ not in ("PSObject", "EnumValue"):
            return None
        target = resolve_type("double", BUILTIN_TYPES)
        assert target is not None
        if isinstance(item, str) and not item.strip():
            return None
        try:
            number: float | None = convert(item, target, call.run)
            return number
        except PSException:
            return None

    def _extremes(self, result: GenericMeasureInfo, value: Any, call: CmdletCall) -> None:
        """Numbers as Double, other values by their own order; text and mixtures are refused (5.1 not recorded)."""
        kind = type(value)
        known = result.high if result.high is not None else result.low
        if isinstance(value, str) or (known is not None and type(known) is not kind):
            call.unsupported("Measure-Object -Maximum or -Minimum of text or of mixed types")
        if result.high is None or order_values(value, result.high, call) > 0:
            result.high = value
        if result.low is None or order_values(value, result.low, call) < 0:
            result.low = value

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
