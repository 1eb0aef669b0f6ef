"""Signatures of Windows PowerShell 5.1's commands, read from the reference files once per module and kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from rehearsal.reference import WINDOWS_POWERSHELL

ALL_SETS = "__AllParameterSets"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterInSet:
    """How a parameter behaves in one parameter set. `position` None: by name only."""

    mandatory: bool = False
    position: int | None = None
    from_pipeline: bool = False
    by_property_name: bool = False
    remaining: bool = False


NOT_RECORDED: dict[tuple[str, str], ParameterInSet] = {
    ("Get-Date", "Date"): ParameterInSet(position=0, from_pipeline=True, by_property_name=True),
    ("Import-Csv", "Path"): ParameterInSet(position=0, from_pipeline=True),
    ("Import-Csv", "LiteralPath"): ParameterInSet(by_property_name=True),
    ("Get-CimClass", "ClassName"): ParameterInSet(position=0, by_property_name=True),
    ("Invoke-CimMethod", "MethodName"): ParameterInSet(mandatory=True, position=0, by_property_name=True),
    ("Invoke-CimMethod", "Arguments"): ParameterInSet(position=1, by_property_name=True),
    ("New-CimSession", "ComputerName"): ParameterInSet(position=0, from_pipeline=True, by_property_name=True),
    ("New-Service", "Name"): ParameterInSet(mandatory=True, position=0),
    ("New-Service", "BinaryPathName"): ParameterInSet(mandatory=True, position=1),
    ("Write-EventLog", "LogName"): ParameterInSet(mandatory=True, position=0),
    ("Write-EventLog", "Source"): ParameterInSet(mandatory=True, position=1),
    ("Write-EventLog", "EventId"): ParameterInSet(mandatory=True, position=2),
    ("Write-EventLog", "EntryType"): ParameterInSet(position=3),
    ("Write-EventLog", "Message"): ParameterInSet(mandatory=True, position=4),
    ("Restart-Computer", "ComputerName"): ParameterInSet(position=0, from_pipeline=True, by_property_name=True),
    ("Stop-Computer", "ComputerName"): ParameterInSet(position=0, by_property_name=True),
    ("Rename-Computer", "NewName"): ParameterInSet(mandatory=True, position=0, by_property_name=True),
    ("Get-WindowsFeature", "Name"): ParameterInSet(position=0, from_pipeline=True, by_property_name=True),
}
"""Where the reference says "not recorded": position and pipeline of parameters as Microsoft's 5.1 cmdlet pages give
them.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandParameter:
    """One declared parameter. `type_name` as in the reference (`System.String[]`, `enum:…`); `sets` by set name or
    ALL_SETS.
    """

    name: str
    type_name: str
    sets: dict[str, ParameterInSet]
    aliases: tuple[str, ...] = ()

    def in_set(self, name: str) -> ParameterInSet | None:
        return self.sets.get(name) or self.sets.get(ALL_SETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSignature:
    """Everything the binder needs of a command."""

    module: str
    name: str
    parameters: dict[str, CommandParameter]
    """By lower-case canonical name, in declaration order."""
    default_set: str
    set_names: tuple[str, ...]
    kind: str = "cmdlet"
    supports_should_process: bool = False


@cache
def module_document(module: str) -> dict[str, Any]:
    """The reference file of one module. FileNotFoundError when the reference has no such module."""
    document: dict[str, Any] = json.loads((WINDOWS_POWERSHELL / f"{module}.json").read_text(encoding="utf-8"))
    return document


@cache
def module_names() -> tuple[str, ...]:
    """Modules the reference describes."""
    return tuple(
        sorted(
            path.stem
            for path in WINDOWS_POWERSHELL.glob("*.json")
            if path.stem not in ("approved-verbs", "common-parameters")
        )
    )


@cache
def command_modules() -> dict[str, tuple[str, str]]:
    """Lower-case command name -> (module, name) over all reference modules."""
    found: dict[str, tuple[str, str]] = {}
    for module in module_names():
        for name in module_document(module)["commands"]:
            found.setdefault(name.lower(), (module, name))
    return found


@cache
def module_aliases() -> dict[str, str]:
    """Lower-case alias -> command name over all reference modules (built-in aliases and those of modules)."""
    found: dict[str, str] = {}
    for module in module_names():
        for alias, command in module_document(module).get("aliases", {}).items():
            found.setdefault(alias.lower(), command)
    return found


@cache
def common_parameters() -> dict[str, CommandParameter]:
    """Parameters every cmdlet and advanced function has (not WhatIf/Confirm), by lower-case name."""
    document = json.loads((WINDOWS_POWERSHELL / "common-parameters.json").read_text(encoding="utf-8"))
    aliases: dict[str, list[str]] = {}
    for alias, name in document["ParameterAliases"].items():
        aliases.setdefault(name, []).append(alias)
    return {
        name.lower(): CommandParameter(
            name=name, type_name=entry["Type"], sets={ALL_SETS: ParameterInSet()}, aliases=tuple(aliases.get(name, ()))
        )
        for name, entry in document["Parameters"].items()
    }


@cache
def signature_of(module: str, name: str) -> CommandSignature:
    """The signature; KeyError when 5.1's module has no such command."""
    document = module_document(module)
    commands = document["commands"]
    if name not in commands:
        lowered = {command.lower(): command for command in commands}
        name = lowered[name.lower()]
    entry = commands[name]
    aliases: dict[str, list[str]] = {}
    for alias, parameter in (entry.get("parameterAliases") or entry.get("aliases") or {}).items():
        aliases.setdefault(parameter, []).append(alias)
    parameters: dict[str, CommandParameter] = {}
    set_names: list[str] = []
    for parameter, facts in entry["parameters"].items():
        sets: dict[str, ParameterInSet] = {}
        for set_name, attributes in facts["sets"].items():
            if set_name != ALL_SETS and set_name not in set_names:
                set_names.append(set_name)
            if attributes.get("attributes") == "not recorded" and (name, parameter) in NOT_RECORDED:
                sets[set_name] = NOT_RECORDED[(name, parameter)]
                continue
            sets[set_name] = ParameterInSet(
                mandatory=bool(attributes.get("mandatory", False)),
                position=attributes.get("position"),
                from_pipeline=bool(attributes.get("pipeline", False)),
                by_property_name=bool(attributes.get("byPropertyName", False)),
                remaining=bool(attributes.get("remaining", False)),
            )
        if not sets:  # FailoverClusters.json: a parameter of every set, with nothing to say about it
            sets[ALL_SETS] = ParameterInSet()
        parameters[parameter.lower()] = CommandParameter(
            name=parameter, type_name=facts["type"], sets=sets, aliases=tuple(aliases.get(parameter, ()))
        )
    should_process = "whatif" in parameters
    default_set = entry.get("defaultParameterSet") or ALL_SETS
    return CommandSignature(
        module=module,
        name=name,
        parameters=parameters,
        default_set=default_set,
        set_names=tuple(set_names),
        kind=entry.get("kind", "cmdlet"),
        supports_should_process=should_process,
    )
