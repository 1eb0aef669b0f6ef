"""$PSBoundParameters, $input and $PSCmdlet."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry, NetDictionary
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.net_type import net_method, net_property, net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray, PSReference

if TYPE_CHECKING:
    from rehearsal.engines.powershell.binding.binding import Binding
    from rehearsal.engines.powershell.binding.parameters import ParameterSpec

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


class InputEnumerator(NetObject):
    """$input: gives its objects once."""

    net_name = "System.Collections.ArrayList+ArrayListEnumeratorSimple"

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def ps_enumerate(self) -> list[Any]:
        items, self.items = self.items, []
        return items


@net_type("System.Management.Automation.PSScriptCmdlet", base="System.Management.Automation.PSCmdlet")
class ScriptCmdlet(NetObject):
    """$PSCmdlet of an advanced function."""

    def __init__(self, stage: Any, run: Any) -> None:
        self.stage = stage
        self.run = run

    @net_property("ParameterSetName", "string")
    def parameter_set_name(self) -> str:
        return self.stage.invocation.parameter_set  # type: ignore[no-any-return]

    @net_property("MyInvocation")
    def my_invocation(self) -> Any:
        return self.stage.invocation

    def _complete(self, record: ErrorRecord | None) -> ErrorRecord:
        if record is None:
            raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: errorRecord")
        stage = self.stage
        if not record.origin:
            record.origin = stage.invocation.name
        if not record.activity:
            record.activity = stage.invocation.name
        record.invocation = stage.invocation
        if record.extent is None:
            record.extent = stage.extent
        if not record.reason:
            record.reason = record.exception.short_name
        return record

    @net_method("WriteError", "System.Management.Automation.ErrorRecord", returns="void")
    def write_error(self, record: ErrorRecord) -> None:
        stage = self.stage
        self.run.write_error_record(_copied(self._complete, record), stage.body_frame, None, stage, stage.streams)

    @net_method("ThrowTerminatingError", "System.Management.Automation.ErrorRecord", returns="void")
    def throw_terminating_error(self, record: ErrorRecord) -> None:
        made = _copied(self._complete, record)
        error = TerminatingError(made)
        error.from_cmdlet = True
        error.escaping = self.stage.invocation
        raise error

    @net_method("WriteVerbose", "string", returns="void")
    def write_verbose(self, text: str) -> None:
        self.run.streams.verbose(text, self.stage.body_frame, {})

    @net_method("WriteWarning", "string", returns="void")
    def write_warning(self, text: str) -> None:
        self.run.streams.warning(text, self.stage.body_frame, {})

    @net_method("WriteDebug", "string", returns="void")
    def write_debug(self, text: str) -> None:
        self.run.streams.debug(text, self.stage.body_frame, {})

    @net_method("WriteObject", "object", returns="void")
    @net_method("WriteObject", "object", "bool", returns="void")
    def write_object(self, value: Any, enumerate_it: bool = False) -> None:
        if enumerate_it:
            self.run.write_enumerated(value, self.stage.write)
        else:
            self.stage.write(value)

    @net_method("ShouldProcess", "string", returns="bool")
    @net_method("ShouldProcess", "string", "string", returns="bool")
    @net_method("ShouldProcess", "string", "string", "string", returns="bool")
    def should_process(self, target: str, action: str | None = None, caption: str | None = None) -> bool:
        stage = self.stage
        if caption is not None:
            return self.run.confirm(stage.body_frame, stage.code.confirm_impact, target)  # type: ignore[no-any-return]
        what = stage.invocation.name if action is None else to_text(action)
        message = f'Performing the operation "{what}" on target "{target}".'
        return self.run.confirm(stage.body_frame, stage.code.confirm_impact, message)  # type: ignore[no-any-return]

    @net_method("ShouldContinue", "string", "string", returns="bool")
    def should_continue(self, query: str, caption: str) -> bool:
        raise self.run.not_interactive()


def _copied(complete: Any, record: ErrorRecord) -> ErrorRecord:
    """Reporting one record twice must not change the first report's origin."""
    return complete(copy.copy(record))  # type: ignore[no-any-return]
