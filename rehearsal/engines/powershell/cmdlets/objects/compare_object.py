"""Compare-Object: the algorithm of 5.1 with its backlog, so that the order of output is its own."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.objects.property_expressions import (
    ABSENT,
    block_value,
    property_expressions,
    single_value,
)
from rehearsal.engines.powershell.cmdlets.objects.value_order import order_values
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.values import NetObject, PSCustomObject, PSObject

_KEYS = {"expression": "expression", "e": "expression"}
_NO_LIMIT = 2**31 - 1
Entry = tuple[list[Any], Any]


@cmdlet(
    "Microsoft.PowerShell.Utility",
    "Compare-Object",
    honours=("ReferenceObject", "DifferenceObject", "SyncWindow", "Property", "ExcludeDifferent", "IncludeEqual",
             "PassThru", "CaseSensitive"),
    aliases=("compare", "diff"),
)  # fmt: skip
class CompareObject(PipelineCmdlet):
    """Objects in only one of two sets, or in both."""

    def begin(self, call: CmdletCall) -> None:
        given = call.get("Property")
        self.expressions = property_expressions(given.items, call, _KEYS) if given is not None else []
        for expression in self.expressions:
            if expression.wildcard:
                call.unsupported("Compare-Object -Property with wildcards")
        if call.switch("ExcludeDifferent") and not call.switch("IncludeEqual"):
            call.unsupported("Compare-Object -ExcludeDifferent without -IncludeEqual")
        self.window = call.get("SyncWindow", _NO_LIMIT)
        self.references: list[Entry] | None = None
        self.next = 0
        self.reference_backlog: list[Entry] = []
        self.difference_backlog: list[Entry] = []
        self.ignore_case = not call.switch("CaseSensitive")

    def _entry(self, value: Any, call: CmdletCall) -> Entry:
        if not self.expressions:
            return [value], value
        keys: list[Any] = []
        for expression in self.expressions:
            if expression.block is not None:
                keys.append(block_value(expression.block, value, call))
            else:
                keys.append(single_value(value, expression.name or "", call))
        return keys, value

    def _equal(self, one: Entry, other: Entry, call: CmdletCall) -> bool:
        for first, second in zip(one[0], other[0], strict=True):
            if first is ABSENT or second is ABSENT:
                if first is not second:
                    return False
            elif order_values(first, second, call, ignore_case=self.ignore_case) != 0:
                return False
        return True

    def _start(self, call: CmdletCall) -> list[Entry]:
        if self.references is None:
            self.references = [self._entry(value, call) for value in call["ReferenceObject"].items]
        return self.references

    def process(self, call: CmdletCall) -> None:
        self._start(call)
        given = call.bound.get("DifferenceObject")
        for value in given.items if given is not None else ():
            self._step(self._entry(value, call), call)

    def end(self, call: CmdletCall) -> None:
        references = self._start(call)
        while self.next < len(references):
            self._step(None, call)
        for entry in self.difference_backlog:
            self._different(entry, "=>", call)
        for entry in self.reference_backlog:
            self._different(entry, "<=", call)

    def _step(self, difference: Entry | None, call: CmdletCall) -> None:
        references = self._start(call)
        reference: Entry | None = None
        if self.next < len(references):
            reference = references[self.next]
            self.next += 1
        if reference is not None and difference is not None and self._equal(reference, difference, call):
            self._match(reference, call)
            return
        found = self._take(difference, self.reference_backlog, call)
        if found is not None:
            self._match(found, call)
            difference = None
        if self._take(reference, self.difference_backlog, call) is not None:
            assert reference is not None
            self._match(reference, call)
            reference = None
        if difference is not None:
            self._keep(difference, self.difference_backlog, "=>", call)
        if reference is not None:
            self._keep(reference, self.reference_backlog, "<=", call)

    def _take(self, entry: Entry | None, backlog: list[Entry], call: CmdletCall) -> Entry | None:
        if entry is None:
            return None
        for position, known in enumerate(backlog):
            if self._equal(known, entry, call):
                return backlog.pop(position)
        return None

    def _keep(self, entry: Entry, backlog: list[Entry], side: str, call: CmdletCall) -> None:
        if self.window <= 0:
            self._different(entry, side, call)
            return
        while len(backlog) >= self.window:
            self._different(backlog.pop(0), side, call)
        backlog.append(entry)

    def _match(self, entry: Entry, call: CmdletCall) -> None:
        if call.switch("IncludeEqual"):
            self._emit(entry, "==", call)

    def _different(self, entry: Entry, side: str, call: CmdletCall) -> None:
        if not call.switch("ExcludeDifferent"):
            self._emit(entry, side, call)

    def _emit(self, entry: Entry, side: str, call: CmdletCall) -> None:
        keys, value = entry
        if call.switch("PassThru"):
            target: Any = value if isinstance(value, NetObject) else PSObject(value, {})
            members = target.members if isinstance(target, PSCustomObject | PSObject) else dict(target.members or {})
            members = members if members is not None else {}
            members["sideindicator"] = NoteProperty("SideIndicator", side)
            target.members = members
            call.write(target)
            return
        made = PSCustomObject()
        if self.expressions:
            for expression, key in zip(self.expressions, keys, strict=True):
                name = expression.name if expression.block is None else expression.block.ps_string()
                made.set(name or "", None if key is ABSENT else key)
        else:
            made.set("InputObject", value)
        made.set("SideIndicator", side)
        call.write(made)
