"""Get-Command."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.signatures import command_modules
from rehearsal.engines.powershell.cmdlets.session.alias_cmdlets import alias_target, visible_aliases
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.commands.resolution import CmdletCommand, FunctionCommand
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord, TerminatingError
from rehearsal.engines.powershell.objects.values import EnumValue
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.runtime.script_block import AliasInfo, CmdletInfo, FunctionInfo

CORE = "Microsoft.PowerShell.Core"


@cmdlet(CORE, "Get-Command", honours=("Name", "CommandType", "Module", "All", "Verb", "Noun"))
def get_command(call: CmdletCall) -> None:
    """Functions, aliases and cmdlets that this engine has; a real cmdlet that it lacks is refused."""
    kinds = _kinds(call)
    names = call.strings("Name")
    if not names or "Verb" in call.bound or "Noun" in call.bound or "Module" in call.bound:
        call.unsupported("Get-Command without a name, or by verb, noun or module")
    for name in names:
        if has_wildcards(name):
            _write_matching(call, name, kinds)
            continue
        found = _command_info(call, name, kinds)
        if found is None:
            _missing_command(call, name)
        else:
            call.write(found)


def _kinds(call: CmdletCall) -> set[str]:
    given = call.get("CommandType")
    if given is None:
        return {"Alias", "Function", "Filter", "Cmdlet", "ExternalScript"}
    text = given.ps_string() if type(given) is EnumValue else to_text(given)
    kinds = {part.strip() for part in text.split(",")}
    return {"Alias", "Function", "Filter", "Cmdlet", "ExternalScript"} if "All" in kinds else kinds


def _command_info(call: CmdletCall, name: str, kinds: set[str]) -> Any:
    lower = name.lower()
    run = call.run
    if "Alias" in kinds:
        target = alias_target(call, lower)
        if target:
            spelled = run.state.get("alias spellings", {}).get(lower, name)
            return AliasInfo(spelled, target)
    function = call.scope.find_function(lower)
    if function is not None and ("Filter" if function.is_filter else "Function") in kinds:
        return function
    found = run.commands.find(name, name.lower(), call.frame)
    if isinstance(found, CmdletCommand):
        info = CmdletInfo(found.definition)
        kind = "Function" if found.definition.signature.kind == "function" else "Cmdlet"
        return info if kind in kinds else None
    if isinstance(found, FunctionCommand):
        return None
    return None


def _missing_command(call: CmdletCall, name: str) -> None:
    failure = call.run.commands.not_found(name, call.run)
    if not isinstance(failure, TerminatingError):
        raise failure
    record = failure.record
    call.write_error(ErrorRecord(record.exception, "CommandNotFoundException", "ObjectNotFound", name))


def _write_matching(call: CmdletCall, pattern: str, kinds: set[str]) -> None:
    compiled = wildcard_pattern(pattern)
    run = call.run
    functions: dict[str, FunctionInfo] = {}
    scope: Scope | None = call.scope
    while scope is not None:
        for lower, info in (scope.functions or {}).items():
            functions.setdefault(lower, info)
        scope = scope.parent
    found: list[tuple[str, Any]] = []
    if "Alias" in kinds:
        found += [
            (name, AliasInfo(name, target))
            for name, target in visible_aliases(run, call.scope).values()
            if compiled.match(name)
        ]
    if "Function" in kinds:
        found += [(info.name, info) for info in functions.values() if compiled.match(info.name)]
    if "Cmdlet" in kinds:
        for lower, (_, name) in command_modules().items():
            if compiled.match(name):
                definition = run.commands.table.commands.get(lower)
                if definition is None:
                    call.unsupported(f"Get-Command {pattern} (would list {name})")
                found.append((name, CmdletInfo(definition)))
    for _, info in sorted(found, key=lambda pair: pair[0].lower()):
        call.write(info)
