"""Each call in a host script gives parameters that belong to one parameter set, and all that this set requires.

Sets, positions and what may come by the pipeline: rehearsal/reference/windows-powershell-5.1; for our own functions
what they declare. Where a splatted variable isn't a literal, nothing is said to be missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import HostScript, host_scripts, place
from rehearsal.engines.powershell.binding.signatures import (
    ALL_SETS,
    CommandSignature,
    ParameterInSet,
    command_modules,
    common_parameters,
    signature_of,
)
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.tools.script_parameters import (
    ParameterNames,
    parameters_of_function,
    parameters_of_reference,
)
from rehearsal.engines.powershell.tools.splatted_keys import SplattedKeys, splatted_keys

NAME = "host-parameter-sets"
SWITCH = "System.Management.Automation.SwitchParameter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a call gives: full names, how many values by position, and whether it may give more than can be read."""

    names: frozenset[str]
    positional: int
    piped: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """What a command takes: per set the parameters in it, by lower-case name."""

    name: str
    names: ParameterNames
    switches: frozenset[str]
    sets: Mapping[str, Mapping[str, ParameterInSet]] = field(default_factory=dict)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every call of a command whose parameters are known."""
    scripts = host_scripts(deployment)
    ours = {
        definition.name.lower(): _of_function(definition)
        for script in scripts
        if script.is_function
        for definition in script.definitions()
    }
    for script in scripts:
        yield from _of_script(script, ours)


def _of_script(script: HostScript, ours: Mapping[str, Takes]) -> Iterator[Finding]:
    if script.tree is None:
        return
    splatted = splatted_keys(script.tree)
    piped = {
        element
        for node in script.tree.descendants()
        if isinstance(node, nodes.Pipeline)
        for element in node.elements[1:]
    }
    for name, command in script.commands():
        takes = ours.get(name.lower()) or _of_reference(name)
        if takes is None:
            continue
        given = _given(command, takes, splatted, piped=command in piped)
        problem = _problem(given, takes) if given is not None else None
        if problem is not None:
            where = place(script.path, command.extent)
            yield Finding(
                check=NAME, where=where, problem=f"{takes.name}: {problem}", remedy="Give what one set takes."
            )


def _given(command: nodes.Command, takes: Takes, splatted: SplattedKeys, *, piped: bool) -> Given | None:
    """None when a name isn't known: that is another check's finding."""
    names: set[str] = set()
    positional, is_open, value_due = 0, False, False
    for element in command.elements[1:]:
        match element:
            case nodes.CommandParameter():
                kind, full = takes.names.resolve(element.name)
                if kind == "unknown":
                    return None
                names.add(full.lower())
                value_due = element.argument is None and full.lower() not in takes.switches
            case nodes.Variable(splatted=True):
                is_open = is_open or not splatted.is_literal(element)
                for key in splatted.keys_of(element):
                    kind, full = takes.names.resolve(key.name)
                    if kind == "unknown":
                        return None
                    names.add(full.lower())
            case _ if value_due:
                value_due = False
            case _:
                positional += 1
    return Given(names=frozenset(names), positional=positional, piped=piped, open=is_open)


def _problem(given: Given, takes: Takes) -> str | None:
    named = given.names - set(common_parameters())
    fitting = {name: inside for name, inside in takes.sets.items() if named <= set(inside)}
    if not fitting:
        listed = ", ".join(f"-{takes.names.full[name]}" for name in sorted(named))
        return f"{listed} stand in no parameter set together"
    fitting = {name: inside for name, inside in fitting.items() if given.positional <= _room(given, inside)}
    if not fitting:
        return f"takes fewer values by position than the {given.positional} that are given"
    missing = [_missing(given, inside) for inside in fitting.values()]
    if given.open or any(not names for names in missing):
        return None
    fewest = min(missing, key=len)
    return f"needs {', '.join(f'-{takes.names.full[name]}' for name in fewest)}"


def _room(given: Given, inside: Mapping[str, ParameterInSet]) -> float:
    """How many values a set takes by position besides the parameters that are named."""
    if any(facts.remaining for facts in inside.values()):
        return float("inf")
    return sum(facts.position is not None and name not in given.names for name, facts in inside.items())


def _missing(given: Given, inside: Mapping[str, ParameterInSet]) -> list[str]:
    """Mandatory parameters of a set that nothing gives."""
    by_position = sorted(
        (name for name, facts in inside.items() if facts.position is not None and name not in given.names),
        key=lambda name: inside[name].position or 0,
    )
    filled = given.names | set(by_position[: given.positional])
    return [
        name
        for name, facts in inside.items()
        if facts.mandatory
        and name not in filled
        and not (given.piped and (facts.from_pipeline or facts.by_property_name))
    ]


def _of_reference(name: str) -> Takes | None:
    found = command_modules().get(name.lower())
    if found is None:
        return None
    signature = signature_of(*found)
    return Takes(
        name=signature.name,
        names=parameters_of_reference(*found),
        switches=_switches(signature),
        sets={name: _inside(signature, name) for name in signature.set_names or (ALL_SETS,)},
    )


def _inside(signature: CommandSignature, set_name: str) -> dict[str, ParameterInSet]:
    return {
        name: facts
        for name, parameter in signature.parameters.items()
        if (facts := parameter.in_set(set_name)) is not None
    }


def _switches(signature: CommandSignature) -> frozenset[str]:
    every = (*signature.parameters.values(), *common_parameters().values())
    return frozenset(parameter.name.lower() for parameter in every if parameter.type_name == SWITCH)


def _of_function(definition: nodes.FunctionDefinition) -> Takes:
    """Ours have one set; `Mandatory` and `[switch]` stand at the parameter."""
    block = definition.body.param_block
    declared = block.parameters if block is not None else definition.parameters or ()
    names = parameters_of_function(definition)
    inside = {name: ParameterInSet() for name in names.full if name in ("whatif", "confirm")}
    switches = {"whatif", "confirm", "verbose", "debug"}
    for position, parameter in enumerate(declared):
        name = parameter.name.name.lower()
        inside[name] = ParameterInSet(mandatory=_is_mandatory(parameter), position=position)
        if _has_type(parameter, {"switch", SWITCH.lower()}):
            switches.add(name)
    return Takes(name=definition.name, names=names, switches=frozenset(switches), sets={ALL_SETS: inside})


def _is_mandatory(parameter: nodes.Parameter) -> bool:
    return any(
        argument.name.lower() == "mandatory"
        for attribute in parameter.attributes
        if isinstance(attribute, nodes.Attribute)
        for argument in attribute.named_arguments
    )


def _has_type(parameter: nodes.Parameter, names: Collection[str]) -> bool:
    return any(
        isinstance(attribute, nodes.TypeConstraint) and attribute.type_name.full_name.lower() in names
        for attribute in parameter.attributes
    )


CHECK = Check(
    name=NAME,
    proves="Every call in a host script gives parameters of one set, and all that this set requires.",
    findings=findings,
)
