"""Set-, New- and Get-Alias, and which aliases a scope sees."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.signatures import module_aliases
from rehearsal.engines.powershell.cmdlets.session.scope_parameter import scope_of
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.runtime.script_block import AliasInfo

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(
    UTILITY,
    "Set-Alias",
    honours=("Name", "Value", "Force", "Option", "Scope", "Description", "PassThru", "WhatIf", "Confirm"),
)
def set_alias(call: CmdletCall) -> None:
    """In the caller's scope."""
    _set_alias(call)


@cmdlet(
    UTILITY,
    "New-Alias",
    honours=("Name", "Value", "Force", "Option", "Scope", "Description", "PassThru", "WhatIf", "Confirm"),
)
def new_alias(call: CmdletCall) -> None:
    """Fails when the alias exists."""
    name = call["Name"]
    if alias_target(call, name.lower()) and not call.switch("Force"):
        call.write_error(
            PSException(
                "System.Management.Automation.SessionStateException",
                f"The alias is not allowed, because an alias with the name '{name}' already exists.",
            ),
            "AliasAlreadyExists",
            "ResourceExists",
            name,
        )
        return
    _set_alias(call)


def _set_alias(call: CmdletCall) -> None:
    scope = scope_of(call)
    if scope.aliases is None:
        scope.aliases = {}
        call.run.has_own_aliases = True
    name, value = call["Name"], call["Value"]
    scope.aliases[name.lower()] = value
    spellings = call.run.state.setdefault("alias spellings", {})
    spellings[name.lower()] = name
    if call.switch("PassThru"):
        call.write(AliasInfo(name, value))


def alias_target(call: CmdletCall, lower: str) -> str | None:
    """What the alias stands for in the caller's scope; None when there is none, or it was removed."""
    found = call.scope.find_alias(lower)
    if found is None:
        found = call.run.commands.table.aliases.get(lower) or module_aliases().get(lower)
    return found or None


def visible_aliases(run: Any, scope: Scope) -> dict[str, tuple[str, str]]:
    """Every alias by lower-case name: spelling and target."""
    spellings = run.state.get("alias spellings", {})
    visible = {lower: (lower, target) for lower, target in module_aliases().items()}
    visible.update({lower: (lower, target) for lower, target in run.commands.table.aliases.items()})
    chain: list[Scope] = []
    current: Scope | None = scope
    while current is not None:
        chain.append(current)
        current = current.parent
    for level in reversed(chain):
        for lower, target in (level.aliases or {}).items():
            if target:
                visible[lower] = (spellings.get(lower, lower), target)
            else:
                visible.pop(lower, None)
    return visible


@cmdlet(UTILITY, "Get-Alias", honours=("Name", "Definition", "Scope"))
def get_alias(call: CmdletCall) -> None:
    """Aliases by name, or by what they stand for."""
    visible = visible_aliases(call.run, call.scope)
    if "Definition" in call.bound:
        for definition in call.strings("Definition"):
            compiled = wildcard_pattern(definition)
            for _, (name, target) in sorted(visible.items()):
                if compiled.match(target):
                    call.write(AliasInfo(name, target))
        return
    names = call.strings("Name") or ["*"]
    for name in names:
        compiled = wildcard_pattern(name)
        found = [pair for _, pair in sorted(visible.items()) if compiled.match(pair[0])]
        if not found and not has_wildcards(name):
            call.write_error(
                PSException(
                    "System.Management.Automation.ItemNotFoundException",
                    "This command cannot find a matching alias because an alias with the name "
                    f"'{name}' does not exist.",
                ),
                "ItemNotFoundException",
                "ObjectNotFound",
                name,
            )
        for spelled, target in found:
            call.write(AliasInfo(spelled, target))
