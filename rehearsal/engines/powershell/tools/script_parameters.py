"""Which parameter names a command takes, and what a name as written in a script means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rehearsal.engines.powershell.binding.signatures import common_parameters, signature_of
from rehearsal.engines.powershell.syntax import nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterNames:
    """`full` maps lower-case names to the declared ones, `aliases` lower-case aliases to the declared names."""

    full: dict[str, str]
    aliases: dict[str, str]

    def resolve(self, written: str) -> tuple[str, str]:
        """exact, alias or abbreviated with the full name; unknown (an ambiguous prefix, too) with nothing."""
        lower = written.lower()
        if lower in self.full:
            return "exact", self.full[lower]
        if lower in self.aliases:
            return "alias", self.aliases[lower]
        candidates = {name for key, name in self.full.items() if key.startswith(lower)}
        candidates.update(name for key, name in self.aliases.items() if key.startswith(lower))
        if len(candidates) == 1:
            return "abbreviated", candidates.pop()
        return "unknown", ""


@cache
def parameters_of_reference(module: str, command: str) -> ParameterNames:
    parameters = [*signature_of(module, command).parameters.values(), *common_parameters().values()]
    return ParameterNames(
        full={parameter.name.lower(): parameter.name for parameter in parameters},
        aliases={alias.lower(): parameter.name for parameter in parameters for alias in parameter.aliases},
    )


def parameters_of_function(definition: nodes.FunctionDefinition) -> ParameterNames:
    """Of a function in the script; an advanced one has the common parameters, too."""
    block = definition.body.param_block
    declared: Iterable[nodes.Parameter] = definition.parameters or (block.parameters if block is not None else ())
    full: dict[str, str] = {}
    aliases: dict[str, str] = {}
    advanced = False
    for attribute in block.attributes if block is not None else ():
        if isinstance(attribute, nodes.Attribute) and _is(attribute, "cmdletbinding"):
            advanced = True
            if any(argument.name.lower() == "supportsshouldprocess" for argument in attribute.named_arguments):
                full |= {"whatif": "WhatIf", "confirm": "Confirm"}
                aliases |= {"wi": "WhatIf", "cf": "Confirm"}
    for parameter in declared:
        name = parameter.name.name
        full[name.lower()] = name
        for attribute in parameter.attributes:
            if not isinstance(attribute, nodes.Attribute):
                continue
            advanced = advanced or _is(attribute, "parameter")
            if _is(attribute, "alias"):
                for argument in attribute.positional_arguments:
                    if isinstance(argument, nodes.StringConstant):
                        aliases[argument.value.lower()] = name
    if advanced:
        for common in common_parameters().values():
            full.setdefault(common.name.lower(), common.name)
            for alias in common.aliases:
                aliases.setdefault(alias.lower(), common.name)
    return ParameterNames(full=full, aliases=aliases)


def _is(attribute: nodes.Attribute, name: str) -> bool:
    written = attribute.type_name.full_name.lower().removeprefix("system.management.automation.")
    return written.removesuffix("attribute") == name
