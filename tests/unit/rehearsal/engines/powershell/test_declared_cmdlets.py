"""Every declared cmdlet against the reference of Windows PowerShell 5.1: names, parameters, types, sets, aliases."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rehearsal.engines.powershell import Engine
from rehearsal.engines.powershell.binding.parameters import table_from_signature
from rehearsal.engines.powershell.binding.signatures import NOT_RECORDED, command_modules
from rehearsal.engines.powershell.commands.registry import BUILTIN_COMMANDS, CommandDefinition, CommandTable
from rehearsal.engines.powershell.engine import load_declarations
from rehearsal.engines.powershell.tools.real_machine import RealHost
from rehearsal.reference import WINDOWS_POWERSHELL
from rehearsal.world.windows.command_table import world_commands, world_types
from tests.in_one_test import in_one_test

ATTRIBUTES = {
    "mandatory": ("mandatory", False),
    "pipeline": ("from_pipeline", False),
    "byPropertyName": ("by_property_name", False),
    "remaining": ("remaining", False),
    "position": ("position", None),
}
"""Key of the reference -> field of the binder's entry, and what an absent key means."""
UNCONVERTIBLE = frozenset(
    f"System.{name}"
    for name in (
        "Int32", "UInt32", "Int64", "UInt64", "UInt16", "Int16", "Byte", "Double", "Guid", "DateTime", "TimeSpan",
    )
)  # fmt: skip
ALIASES_OUTSIDE_THE_WINDOWS_POWERSHELL = {"gcim": "get-ciminstance", "icim": "invoke-cimmethod"}
"""The reference has no aliases of CimCmdlets; these are in that module's manifest in 5.1."""
TRANSFORMED = {"set-strictmode": {"Version": "System.Object"}}
"""Parameters whose argument is transformed before its type applies (`Latest` for a version), by what arrives."""
load_declarations()


def every_command() -> CommandTable:
    return BUILTIN_COMMANDS.merged(world_commands())


COMMANDS = dict(sorted(every_command().commands.items()))


@cache
def document(name: str) -> dict[str, Any]:
    """Read here anew, not through the code under test."""
    return json.loads((WINDOWS_POWERSHELL / f"{name}.json").read_text(encoding="utf-8"))


def described(definition: CommandDefinition) -> dict[str, Any]:
    return document(definition.module)["commands"][definition.name]


def not_recorded(parameter: dict[str, Any]) -> bool:
    """Whether the reference knows only name and type; sets and positions then come from the cmdlet's page."""
    return [entry.get("attributes") for entry in parameter["sets"].values()] == ["not recorded"]


def test_there_is_something_to_compare():
    assert len(BUILTIN_COMMANDS.commands) > 60
    assert len(world_commands().commands) > 60


@in_one_test("name", COMMANDS)
def test_the_command_is_in_the_module_of_5_1_that_it_claims(name):
    definition = COMMANDS[name]
    assert definition.name.lower() == name
    assert definition.name in document(definition.module)["commands"]


@in_one_test("name", COMMANDS)
def test_parameters_that_it_honours_exist(name):
    definition = COMMANDS[name]
    known = {parameter.lower() for parameter in described(definition)["parameters"]}
    known |= {parameter.lower() for parameter in document("common-parameters")["Parameters"]}
    assert (definition.honours or set()) <= known


@in_one_test("name", COMMANDS)
def test_the_binder_uses_the_types_sets_and_aliases_of_the_reference(name):
    definition = COMMANDS[name]
    facts = described(definition)
    table = table_from_signature(definition.signature)
    assert [spec.name for spec in table.specs] == list(facts["parameters"])
    assert table.default_set == (facts.get("defaultParameterSet") or "__AllParameterSets")
    names = [s for p in facts["parameters"].values() for s in p["sets"] if s != "__AllParameterSets"]
    assert list(table.set_names) == (list(dict.fromkeys(names)) or ["__AllParameterSets"])
    for alias, parameter in (facts.get("parameterAliases") or facts.get("aliases") or {}).items():
        assert table.by_name[alias.lower()].name == parameter
    for spec in table.specs:
        wanted = facts["parameters"][spec.name]
        assert spec.type_name == TRANSFORMED.get(name, {}).get(spec.name, wanted["type"]), spec.name
        if not_recorded(wanted):
            assert set(spec.sets) <= {"__AllParameterSets", *names}, spec.name
            continue
        assert set(spec.sets) == (set(wanted["sets"]) or {"__AllParameterSets"}), spec.name
        for set_name, attributes in wanted["sets"].items():
            entry = spec.sets[set_name]
            assert {key: getattr(entry, field) for key, (field, _) in ATTRIBUTES.items()} == {
                key: attributes.get(key, absent) for key, (_, absent) in ATTRIBUTES.items()
            }, (spec.name, set_name)


def test_facts_are_added_only_where_the_reference_says_that_it_has_none():
    for command, parameter in NOT_RECORDED:
        module, name = command_modules()[command.lower()]
        assert not_recorded(document(module)["commands"][name]["parameters"][parameter]), (command, parameter)


def test_aliases_of_commands_are_those_of_5_1():
    known = dict(ALIASES_OUTSIDE_THE_WINDOWS_POWERSHELL)
    for path in sorted(WINDOWS_POWERSHELL.glob("*.json")):
        found = document(path.stem)
        if isinstance(found, dict):
            known.update({alias.lower(): command.lower() for alias, command in found.get("aliases", {}).items()})
    for alias, command in every_command().aliases.items():
        assert known.get(alias) == command.lower(), alias


def answers(script: str) -> list[str]:
    engine = Engine(host=RealHost(), commands=world_commands(), types=world_types())
    result = engine.run_script(script)
    assert result.stderr == ""
    return result.stdout.splitlines()


def attempt(statement: str) -> str:
    return f"try {{ $null = {statement} }} catch {{ $_.FullyQualifiedErrorId.Split(',')[0] }}\n"


def test_a_misspelt_parameter_fails_at_every_command_as_it_does_on_windows():
    names = [definition.name for definition in COMMANDS.values() if not takes_the_rest(definition)]
    script = "".join(attempt(f"{name} -Frobnicate 1") for name in names)
    assert answers(script) == ["NamedParameterNotFound"] * len(names)


def takes_the_rest(definition: CommandDefinition) -> bool:
    """A parameter for remaining arguments takes a misspelt one as text (PowerShell issue 5930)."""
    return any(
        entry.get("remaining") for p in described(definition)["parameters"].values() for entry in p["sets"].values()
    )


def test_a_parameter_for_remaining_arguments_takes_a_misspelt_one_as_text():
    assert sum(map(takes_the_rest, COMMANDS.values())) < 10
    assert answers("Write-Output -Frobnicate 1") == ["-Frobnicate", "1"]


def test_the_message_names_the_misspelt_parameter():
    statement = "Get-PhysicalDisk -UnqiueId x"
    assert answers(f"try {{ {statement} }} catch {{ $_.Exception.Message }}") == [
        "A parameter cannot be found that matches parameter name 'UnqiueId'."
    ]


def test_text_for_a_number_or_a_time_fails_at_every_parameter_of_that_type():
    statements = []
    for definition in COMMANDS.values():
        for spec in table_from_signature(definition.signature).specs:
            honoured = definition.honours is None or spec.lower in definition.honours
            if honoured and spec.type_name in UNCONVERTIBLE:
                statements.append(f"{definition.name} -{spec.name} 'no such thing'")
    assert len(statements) > 30
    found = answers("".join(attempt(statement) for statement in statements))
    allowed = {"CannotConvertArgumentNoMessage", "ParameterArgumentTransformationError"}
    assert [pair for pair in zip(statements, found, strict=True) if pair[1] not in allowed] == []
