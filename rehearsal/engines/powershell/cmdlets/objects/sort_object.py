"""Sort-Object and Get-Unique."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from rehearsal.engines.powershell.cmdlets.objects.property_expressions import (
    ABSENT,
    block_value,
    property_expressions,
    single_value,
)
from rehearsal.engines.powershell.cmdlets.objects.value_order import order_values
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL

UTILITY = "Microsoft.PowerShell.Utility"
SORT_KEYS = {"expression": "expression", "e": "expression", "descending": "descending", "ascending": "ascending"}


@cmdlet(
    UTILITY,
    "Sort-Object",
    honours=("InputObject", "Property", "Descending", "Unique", "CaseSensitive"),
    aliases=("sort",),
)
class SortObject(PipelineCmdlet):
    """Collects everything, sorts, writes. Equal keys keep their order; a property that an object lacks sorts last."""

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []
        given = call.get("Property")
        self.expressions = property_expressions(given.items, call, SORT_KEYS) if given is not None else []
        for expression in self.expressions:
            if expression.wildcard:
                call.unsupported("Sort-Object -Property with wildcards")

    def process(self, call: CmdletCall) -> None:
        if call.bound.get("InputObject") is not None and call.bound["InputObject"] is not AUTOMATION_NULL:
            self.values.append(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        descending = call.switch("Descending")
        ignore_case = not call.switch("CaseSensitive")
        expressions = self.expressions
        directions = [
            expression.descending if expression.descending is not None else descending for expression in expressions
        ]
        if not expressions:
            directions = [descending]
        rows = [(self._keys(value, call), value) for value in self.values]

        def order(one: tuple[list[Any], Any], other: tuple[list[Any], Any]) -> int:
            for first, second, reverse in zip(one[0], other[0], directions, strict=True):
                if first is ABSENT or second is ABSENT:
                    if first is second:
                        continue
                    return 1 if first is ABSENT else -1
                found = order_values(first, second, call, ignore_case=ignore_case)
                if found:
                    return -found if reverse else found
            return 0

        rows.sort(key=cmp_to_key(order))
        unique = call.switch("Unique")
        previous: tuple[list[Any], Any] | None = None
        for row in rows:
            if unique and previous is not None and order(previous, row) == 0:
                continue
            previous = row
            call.write(row[1])

    def _keys(self, value: Any, call: CmdletCall) -> list[Any]:
        if not self.expressions:
            return [value]
        return [
            block_value(expression.block, value, call)
            if expression.block is not None
            else single_value(value, expression.name or "", call)
            for expression in self.expressions
        ]


@cmdlet(UTILITY, "Get-Unique", honours=("InputObject", "AsString"), aliases=("gu",))
class GetUnique(PipelineCmdlet):
    """Drops a value that equals the one before it; text with its case."""

    def begin(self, call: CmdletCall) -> None:
        self.last: Any = ABSENT

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if value is None:
            return
        if self.last is not ABSENT:
            if call.switch("AsString"):
                same = to_text(value, call.run) == to_text(self.last, call.run)
            else:
                same = order_values(value, self.last, call, ignore_case=False) == 0
            if same:
                return
        self.last = value
        call.write(value)
