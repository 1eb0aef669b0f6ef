"""Select-Object: which objects, and which of their properties."""

from __future__ import annotations

from collections import deque
from typing import Any

from rehearsal.engines.powershell.cmdlets.objects.property_expressions import (
    ABSENT,
    PropertyExpression,
    property_expressions,
    property_values,
    single_value,
)
from rehearsal.engines.powershell.cmdlets.objects.value_order import order_values
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.members.object_view import property_views, type_names_of
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSCustomObject, PSObject
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern

_KEYS = {"name": "label", "label": "label", "n": "label", "l": "label", "expression": "expression", "e": "expression"}


@cmdlet("Microsoft.PowerShell.Utility", "Select-Object", aliases=("select",))
class SelectObject(PipelineCmdlet):
    """Picks by place (First, Last, Skip, Index) as objects pass, then by property."""

    def begin(self, call: CmdletCall) -> None:
        self.expressions = (
            property_expressions(call["Property"].items, call, _KEYS) if call.get("Property") is not None else []
        )
        for expression in self.expressions:
            if expression.name == "":
                call.unsupported("Select-Object with an empty property name")
        self.excluded = [wildcard_pattern(text) for text in call.strings("ExcludeProperty")]
        if self.excluded and not self.expressions:
            self.expressions = []
        self.expand: str | None = call.get("ExpandProperty")
        if self.expand is not None and has_wildcards(self.expand):
            call.unsupported("Select-Object -ExpandProperty with wildcards")
        self.unique = call.switch("Unique")
        self.first: int | None = call.get("First")
        self.last: int | None = call.get("Last")
        self.skip: int = call.get("Skip", 0)
        self.skip_last: int = call.get("SkipLast", 0)
        for name in ("First", "Last", "Skip", "SkipLast"):
            if call.get(name, 0) < 0:
                call.unsupported(f"Select-Object -{name} with a negative number")
        self.indexes = sorted(set(call["Index"].items)) if "Index" in call else None
        self.seen = 0
        self.written = 0
        self.tail: deque[Any] = deque()
        self.unique_values: list[tuple[Any, dict[str, Any]]] = []
        self.wait = call.switch("Wait")
        self.ended = False

    def process(self, call: CmdletCall) -> None:
        if "InputObject" not in call.bound:
            return
        value = call.bound["InputObject"]
        if self.indexes is not None:
            self._by_index(call, value)
            return
        position = self.seen
        self.seen += 1
        if "SkipLast" in call.bound:
            self.tail.append(value)
            if len(self.tail) > self.skip_last:
                self._emit(call, self.tail.popleft())
            return
        if self.last is not None:
            self._with_last(call, value)
            return
        if position < self.skip:
            return
        if self.first is None:
            self._emit(call, value)
            return
        if self.written < self.first:
            self.written += 1
            self._emit(call, value)
        if self.written >= self.first and not self.wait:
            self._stop(call)

    def _by_index(self, call: CmdletCall, value: Any) -> None:
        assert self.indexes is not None
        position = self.seen
        self.seen += 1
        if position in self.indexes:
            self._emit(call, value)
        if not self.wait and position >= self.indexes[-1]:
            self._stop(call)

    def _with_last(self, call: CmdletCall, value: Any) -> None:
        assert self.last is not None
        if self.first is not None:
            if self.skip:
                call.unsupported("Select-Object with -First, -Last and -Skip together")
            if self.written < self.first:
                self.written += 1
                self._emit(call, value)
                return
            self.tail.append(value)
            if len(self.tail) > self.last:
                self.tail.popleft()
            return
        self.tail.append(value)
        if len(self.tail) > self.last + self.skip:
            self.tail.popleft()

    def _stop(self, call: CmdletCall) -> None:
        self.end(call)
        call.stop_upstream()

    def end(self, call: CmdletCall) -> None:
        if self.ended:
            return
        self.ended = True
        if self.last is not None:
            kept = list(self.tail)
            for value in kept[: max(len(kept) - self.skip, 0)] if self.skip else kept:
                self._emit(call, value)
        if self.unique:
            for value, _ in self.unique_values:
                call.write(value)

    # one object

    def _emit(self, call: CmdletCall, value: Any) -> None:
        if not self.expressions and not self.excluded and self.expand is None:
            self._write(call, value, {})
            return
        if value is None:
            if self.expand is not None:
                self._not_found(call, value)
                return
            value = PSCustomObject()
        notes = self._notes(call, value)
        if self.expand is not None:
            self._expanded(call, value, notes)
            return
        made = PSCustomObject(notes)
        made.type_names = [f"Selected.{type_names_of(value)[0]}"]
        self._write(call, made, notes)

    def _notes(self, call: CmdletCall, value: Any) -> dict[str, Any]:
        notes: dict[str, Any] = {}
        lowered: set[str] = set()
        expressions = self.expressions
        if self.excluded and not expressions and self.expand is None:
            call.unsupported("Select-Object -ExcludeProperty without -Property (5.1 ignores it)")
        for expression in expressions:
            for name, item in self._values(expression, value, call):
                if self.excluded and any(pattern.match(name) for pattern in self.excluded):
                    continue
                if name.lower() in lowered:
                    self._duplicate(call, name, value, expression)
                    continue
                lowered.add(name.lower())
                notes[name] = None if item is AUTOMATION_NULL else item
        return notes

    def _values(self, expression: PropertyExpression, value: Any, call: CmdletCall) -> list[tuple[str, Any]]:
        found = property_values(expression, value, call)
        if not found and not expression.wildcard:
            return [(expression.label or expression.name or "", None)]
        return found

    def _duplicate(self, call: CmdletCall, name: str, value: Any, expression: PropertyExpression) -> None:
        if expression.wildcard:
            return
        call.write_error(
            PSException(
                "System.Management.Automation.PSArgumentException",
                f'The property cannot be processed because the property "{name}" already exists.',
            ),
            "AlreadyExistingUserSpecifiedPropertyNoExpand",
            "InvalidOperation",
            value,
        )

    def _not_found(self, call: CmdletCall, value: Any) -> None:
        call.write_error(
            PSException(
                "System.Management.Automation.PSArgumentException", f'Property "{self.expand}" cannot be found.'
            ),
            "ExpandPropertyNotFound",
            "InvalidArgument",
            value,
        )

    def _expanded(self, call: CmdletCall, value: Any, notes: dict[str, Any]) -> None:
        assert self.expand is not None
        found = single_value(value, self.expand, call)
        if found is ABSENT:
            self._not_found(call, value)
            return
        items = None
        if isinstance(found, NetObject) and not isinstance(found, NetDictionary):
            items = found.ps_enumerate()
        if items is None:
            if found is None or found is AUTOMATION_NULL:
                if found is None:
                    if notes:
                        return
                    self._write(call, None, notes)
                return
            self._write(call, self._noted(found, notes, call), notes)
            return
        for item in items:
            if item is None:
                continue
            self._write(call, self._noted(item, notes, call), notes)

    def _noted(self, item: Any, notes: dict[str, Any], call: CmdletCall) -> Any:
        """The expanded value with the selected properties added to it."""
        if not notes:
            return item
        target: Any = item
        if not isinstance(item, NetObject):
            target = PSObject(item, {})
        members = dict(target.members or {})
        for name, note in notes.items():
            if name.lower() in members or any(
                view.name.lower() == name.lower() for view in property_views(item, call.run)
            ):
                call.write_error(
                    PSException(
                        "System.Management.Automation.PSArgumentException",
                        f'The property cannot be processed because the property "{name}" already exists.',
                    ),
                    "AlreadyExistingUserSpecifiedPropertyExpand",
                    "InvalidOperation",
                    item,
                )
                continue
            members[name.lower()] = NoteProperty(name, note)
        target.members = members
        return target

    def _write(self, call: CmdletCall, value: Any, notes: dict[str, Any]) -> None:
        if not self.unique:
            call.write(value)
            return
        for known, known_notes in self.unique_values:
            if len(notes) != len(known_notes):
                continue
            if not notes and order_values(value, known, call, ignore_case=False) != 0:
                continue
            if all(
                name in known_notes and order_values(item, known_notes[name], call, ignore_case=False) == 0
                for name, item in notes.items()
            ):
                return
        self.unique_values.append((value, notes))
