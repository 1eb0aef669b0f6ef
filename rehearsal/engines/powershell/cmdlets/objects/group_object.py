"""Group-Object: groups in order of first appearance (5.1)."""

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
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.net_types.collections.lists import ArrayList
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, PSCollection
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject

_KEYS = {"expression": "expression", "e": "expression"}


@net_type("Microsoft.PowerShell.Commands.GroupInfo", closed=True)
class GroupInfo(NetObject):
    """One group: its values, its name (the values' text), its members."""

    def __init__(self, values: list[Any], name: str, keep: bool) -> None:
        self.values = values
        self.name_text = name
        self.keep = keep
        self.count_value = 0
        self.group_items: list[Any] = []

    def ps_type_name(self) -> str:
        return (
            "Microsoft.PowerShell.Commands.GroupInfo"
            if self.keep
            else ("Microsoft.PowerShell.Commands.GroupInfoNoElement")
        )

    def add(self, value: Any) -> None:
        """One more object of this group."""
        self.count_value += 1
        if self.keep:
            self.group_items.append(value)

    @net_property("Values", "System.Collections.ArrayList")
    def values_property(self) -> ArrayList:
        return ArrayList(self.values)

    @net_property("Count", "int")
    def count(self) -> int:
        return self.count_value

    @net_property("Group")
    def group(self) -> PSCollection | None:
        return PSCollection(self.group_items) if self.keep else None

    @net_property("Name", "string")
    def name(self) -> str:
        return self.name_text


@cmdlet(
    "Microsoft.PowerShell.Utility",
    "Group-Object",
    honours=("InputObject", "Property", "NoElement", "AsHashTable", "AsString", "CaseSensitive"),
    aliases=("group",),
)
class GroupObject(PipelineCmdlet):
    """Collects groups; writes them, or one hashtable, at the end."""

    def begin(self, call: CmdletCall) -> None:
        given = call.get("Property")
        self.expressions = property_expressions(given.items, call, _KEYS) if given is not None else []
        for expression in self.expressions:
            if expression.wildcard:
                call.unsupported("Group-Object -Property with wildcards")
        self.groups: list[GroupInfo] = []
        self.by_text: dict[tuple[str, ...], GroupInfo] = {}
        self.ignore_case = not call.switch("CaseSensitive")

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if value is None or value is AUTOMATION_NULL:
            return
        found = self._group(self._keys(value, call), call)
        found.add(value)

    def _keys(self, value: Any, call: CmdletCall) -> list[Any]:
        if not self.expressions:
            return [value]
        out: list[Any] = []
        for expression in self.expressions:
            if expression.block is not None:
                out.append(block_value(expression.block, value, call))
            else:
                found = single_value(value, expression.name or "", call)
                out.append(AUTOMATION_NULL if found is ABSENT else found)
        return out

    def _group(self, keys: list[Any], call: CmdletCall) -> GroupInfo:
        text_key: tuple[str, ...] | None = None
        if all(type(key) is str for key in keys):
            text_key = tuple(key.lower() if self.ignore_case else key for key in keys)
            known = self.by_text.get(text_key)
            if known is not None:
                return known
        for group in self.groups:
            if all(
                (one is AUTOMATION_NULL) == (other is AUTOMATION_NULL)
                and order_values(one, other, call, ignore_case=self.ignore_case) == 0
                for one, other in zip(group.values, keys, strict=True)
            ):
                return group
        name = ", ".join("" if key is None or key is AUTOMATION_NULL else to_text(key, call.run) for key in keys)
        made = GroupInfo(keys, name, not call.switch("NoElement"))
        self.groups.append(made)
        if text_key is not None:
            self.by_text[text_key] = made
        return made

    def end(self, call: CmdletCall) -> None:
        if not call.switch("AsHashTable"):
            for group in self.groups:
                group.values = [None if value is AUTOMATION_NULL else value for value in group.values]
                call.write(group)
            return
        if len(self.expressions) > 1 and not call.switch("AsString"):
            call.throw(
                PSException(
                    "System.ArgumentException",
                    "The AsHashTable parameter must be used with the AsString parameter when there are several "
                    "properties.",
                ),
                "ArgumentException",
                "InvalidArgument",
            )
        if not self.groups:
            return
        table = Hashtable(ignore_case=self.ignore_case)
        for group in self.groups:
            key = group.values[0]
            if call.switch("AsString"):
                key = group.name_text
            elif key is None or key is AUTOMATION_NULL:
                call.unsupported("Group-Object -AsHashTable with a null key")
            table.set(key, PSCollection(group.group_items))
        call.write(table)
