"""Get-, Set-, New-, Remove- and Clear-Variable."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.session.scope_parameter import scope_of
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.net_types.language.variable_info import VariableInfo
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.scopes import CONSTANT, READ_ONLY, Scope, Variable

UTILITY = "Microsoft.PowerShell.Utility"


def _not_found(call: CmdletCall, name: str) -> None:
    call.write_error(
        PSException(
            "System.Management.Automation.ItemNotFoundException", f"Cannot find a variable with the name '{name}'."
        ),
        "VariableNotFound",
        "ObjectNotFound",
        name,
    )


def _matching(call: CmdletCall, name: str) -> list[Variable]:
    scope = scope_of(call)
    exact = "Scope" in call.bound
    if not has_wildcards(name):
        lower = name.lower()
        found = scope.variables.get(lower) if exact else scope.find(lower)
        return [] if found is None else [found]
    compiled = wildcard_pattern(name)
    visible = scope.variables if exact else scope.all_variables()
    return sorted((v for v in visible.values() if compiled.match(v.name)), key=lambda v: v.name.lower())


@cmdlet(UTILITY, "Get-Variable", honours=("Name", "ValueOnly", "Scope"))
def get_variable(call: CmdletCall) -> None:
    """Variables by name or wildcard."""
    names = call.strings("Name") or ["*"]
    for name in names:
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            call.write(variable.value if call.switch("ValueOnly") else VariableInfo(variable, call.run))


def _options(call: CmdletCall) -> int | None:
    given = call.get("Option")
    return None if given is None else int(given.value if type(given) is EnumValue else 0)


@cmdlet(
    UTILITY,
    "Set-Variable",
    honours=("Name", "Value", "Option", "Scope", "Force", "PassThru", "Description", "WhatIf", "Confirm"),
)
class SetVariable(PipelineCmdlet):
    """Sets variables; piped values become an array."""

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []

    def process(self, call: CmdletCall) -> None:
        if call.has_pipeline_object and "Value" in call.bound:
            self.values.append(call["Value"])

    def end(self, call: CmdletCall) -> None:
        value = call.get("Value")
        if self.values:
            value = self.values[0] if len(self.values) == 1 else PSArray(self.values)
        scope = scope_of(call)
        for name in call.strings("Name"):
            _assign(call, scope, name, value)


def _assign(call: CmdletCall, scope: Scope, name: str, value: Any) -> None:
    lower = name.lower()
    found = scope.variables.get(lower)
    if found is not None and found.options & (READ_ONLY | CONSTANT):
        if found.options & CONSTANT or not call.switch("Force"):
            call.write_error(
                PSException(
                    "System.Management.Automation.SessionStateUnauthorizedAccessException",
                    f"Cannot overwrite variable {name} because it is read-only or constant.",
                ),
                "VariableNotWritable",
                "WriteError",
                name,
            )
            return
        found.options &= ~READ_ONLY
    scope.set_local(lower, value, name)
    variable = scope.variables.get(lower)
    if variable is None:
        return
    options = _options(call)
    if options is not None:
        scope.give_options(lower, options)
    if "Description" in call.bound:
        variable.description = call["Description"]
    if call.switch("PassThru"):
        call.write(VariableInfo(variable, call.run))


@cmdlet(
    UTILITY,
    "New-Variable",
    honours=("Name", "Value", "Option", "Scope", "Force", "PassThru", "Description", "WhatIf", "Confirm"),
)
def new_variable(call: CmdletCall) -> None:
    """Fails when the variable exists in that scope, unless -Force."""
    name = call["Name"]
    scope = scope_of(call)
    if name.lower() in scope.variables and not call.switch("Force"):
        call.write_error(
            PSException(
                "System.Management.Automation.SessionStateException", f"A variable with name '{name}' already exists."
            ),
            "VariableAlreadyExists",
            "ResourceExists",
            name,
        )
        return
    found = scope.variables.get(name.lower())
    if found is not None and not found.options & CONSTANT:
        del scope.variables[name.lower()]
    _assign(call, scope, name, call.get("Value"))


@cmdlet(UTILITY, "Remove-Variable", honours=("Name", "Scope", "Force", "WhatIf", "Confirm"))
def remove_variable(call: CmdletCall) -> None:
    """Removes from the scope where the variable is seen."""
    for name in call.strings("Name"):
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            if variable.options & CONSTANT or (variable.options & READ_ONLY and not call.switch("Force")):
                call.write_error(
                    PSException(
                        "System.Management.Automation.SessionStateUnauthorizedAccessException",
                        f"Cannot remove variable {variable.name} because it is constant or read-only. If the "
                        f"variable is "
                        "read-only, try the operation again specifying the Force option.",
                    ),
                    "VariableNotRemovable",
                    "WriteError",
                    variable.name,
                )
                continue
            scope: Scope | None = scope_of(call)
            while scope is not None and scope.variables.get(variable.name.lower()) is not variable:
                scope = scope.parent
            if scope is not None:
                del scope.variables[variable.name.lower()]


@cmdlet(UTILITY, "Clear-Variable", honours=("Name", "Scope", "Force", "WhatIf", "Confirm"))
def clear_variable(call: CmdletCall) -> None:
    """Sets to null."""
    for name in call.strings("Name"):
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            if variable.options & (READ_ONLY | CONSTANT):
                call.unsupported("Clear-Variable of a read-only variable")
            variable.value = None if variable.constraint is None else variable.constraint(None)
