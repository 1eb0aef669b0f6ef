"""What a function gives and throws can be known from its first lines: one declared type, one way to end an action.

A type that the help names and the attribute doesn't, or the other way round, misleads whoever calls the function. A
thrown text or table has no error id, and nobody but its author can tell it from another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import HostScript, host_scripts, place
from rehearsal.engines.powershell.syntax import nodes

NAME = "host-contracts"

ACCELERATORS = {
    "bool": "System.Boolean", "datetime": "System.DateTime", "hashtable": "System.Collections.Hashtable",
    "int": "System.Int32", "long": "System.Int64", "object": "System.Object",
    "pscustomobject": "System.Management.Automation.PSCustomObject", "string": "System.String", "void": "None",
}  # fmt: skip
"""How [OutputType()] writes a type -> how .OUTPUTS does."""

THROWING = {
    "Stop-CwAction": "It ends every action.",
    "Stop-CwSqlError": "What isn't SQL Server's error goes on as it came.",
    "Switch-CwAvailabilityGroup": "It throws SQL Server's error after a look at what became of the failover.",
    "Start-CwEveryInstance": "It throws the first instance's error as it came, once the others were tried.",
    "Read-CwBundle": "The loader carries it alone: Stop-CwAction isn't there yet.",
}
"""Who may throw something else than what was caught, and why."""

_SAID = re.compile(r"\.OUTPUTS\n\s+(\w+(?:\.\w+)*)")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every function."""
    for script in host_scripts(deployment):
        if script.tree is None or not script.is_function:
            continue
        for definition in script.definitions():
            yield from _of_output(script, definition)
        yield from _of_throws(script)


def _of_output(script: HostScript, definition: nodes.FunctionDefinition) -> Iterator[Finding]:
    declared = declared_output(definition)
    help_says = _SAID.search(script.text)
    said = help_says[1] if help_says is not None else ""
    if declared != said:
        yield Finding(
            check=NAME,
            where=place(script.path, definition.extent),
            problem=f"[OutputType()] says {declared or 'nothing'}, .OUTPUTS begins with {said or 'no type'}",
            remedy="Let both name what the function returns; [OutputType([void])] and None where it returns nothing.",
        )


def declared_output(definition: nodes.FunctionDefinition) -> str:
    """The one type of [OutputType()] as .OUTPUTS writes it; empty without it, or with several."""
    block = definition.body.param_block
    for attribute in block.attributes if block is not None else ():
        if isinstance(attribute, nodes.Attribute) and attribute.type_name.full_name == "OutputType":
            named = [_type_of(argument) for argument in attribute.positional_arguments]
            return named[0] if len(named) == 1 else ""
    return ""


def _type_of(argument: nodes.Expression) -> str:
    if isinstance(argument, nodes.TypeExpression):
        return ACCELERATORS.get(argument.type_name.full_name, "")
    return argument.value if isinstance(argument, nodes.StringConstant) else ""


def _of_throws(script: HostScript) -> Iterator[Finding]:
    assert script.tree is not None
    for node in script.tree.descendants():
        if isinstance(node, nodes.Throw) and node.pipeline is not None and script.stem not in THROWING:
            yield Finding(
                check=NAME,
                where=place(script.path, node.extent),
                problem="throws something of its own",
                remedy="End the action with Stop-CwAction, or throw again what was caught: throw alone.",
            )


CHECK = Check(
    name=NAME,
    proves="Each function declares the one type that it returns, and ends an action with an error that has an id.",
    findings=findings,
)
