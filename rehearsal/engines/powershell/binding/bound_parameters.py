"""$PSBoundParameters: what was bound, as a dictionary."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.binding import Binding
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry, NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import PSArray, PSReference

COMMON_NAMES = {
    "verbose": "Verbose", "debug": "Debug", "erroraction": "ErrorAction", "warningaction": "WarningAction",
    "informationaction": "InformationAction", "errorvariable": "ErrorVariable", "warningvariable": "WarningVariable",
    "informationvariable": "InformationVariable", "outvariable": "OutVariable", "outbuffer": "OutBuffer",
    "pipelinevariable": "PipelineVariable", "whatif": "WhatIf", "confirm": "Confirm",
}  # fmt: skip
"""Common parameters as $PSBoundParameters spells them."""


@net_type(
    "System.Management.Automation.PSBoundParametersDictionary",
    interfaces=(
        "System.Collections.IDictionary",
        "System.Collections.ICollection",
        "System.Collections.IEnumerable",
    ),
)
class BoundParameters(NetDictionary):
    """A dictionary of text keys that ignores case."""

    @net_method("ContainsKey", "string", returns="bool")
    def contains_key(self, key: str) -> bool:
        return self.contains(key)

    @net_method("Remove", "string", returns="bool")
    def remove_key(self, key: str) -> bool:
        return self.remove(key)

    @net_method("Add", "string", "object", returns="void")
    def add(self, key: str, value: Any) -> None:
        if self.contains(key):
            raise PSException("System.ArgumentException", "An item with the same key has already been added.")
        self.set(key, value)

    @net_method("Clear", returns="void")
    def clear_all(self) -> None:
        self.clear()

    @net_method("TryGetValue", "string", "ref", returns="bool")
    def try_get_value(self, key: str, target: PSReference) -> bool:
        if not self.contains(key):
            return False
        target.set(self.get(key))
        return True

    @net_method("GetEnumerator")
    def get_enumerator(self) -> Any:
        kind = "System.Collections.Generic.KeyValuePair`2[System.String,System.Object]"
        return PSArray([DictionaryEntry(key, value, kind) for key, value in self.pairs()])


def bound_parameters(binding: Binding, declared: tuple[ParameterSpec, ...]) -> BoundParameters:
    """$PSBoundParameters of a function with these parameters: common ones first, then in the order declared."""
    made = BoundParameters()
    for lower, value in binding.common.items():
        made.set(COMMON_NAMES.get(lower, lower), value)
    for spec in declared:
        if spec.lower in binding.values:
            made.set(spec.name, binding.values[spec.lower])
    return made
