"""Attributes of parameters and variables: their names, and the validators that their compiled arguments make."""

from __future__ import annotations

from rehearsal.engines.powershell.binding.parameters import Validator
from rehearsal.engines.powershell.binding.validation_attributes import NAMED_ARGUMENTS, VALIDATORS
from rehearsal.engines.powershell.compiler.compilation import Unit, compile_expression, refused
from rehearsal.engines.powershell.syntax import nodes

_IGNORED = frozenset(
    {"parameter", "alias", "allownull", "allowemptystring", "allowemptycollection", "cmdletbinding", "outputtype",
     "supportswildcards", "psdefaultvalue", "dontshow", "obsolete", "suppressmessage",
     "system.diagnostics.codeanalysis.suppressmessageattribute", "diagnostics.codeanalysis.suppressmessageattribute",
     "system.diagnostics.codeanalysis.suppressmessage", "diagnostics.codeanalysis.suppressmessage", "hidden"}
)  # fmt: skip


def attribute_name(node: nodes.Attribute) -> str:
    """Lower-case name without the Attribute suffix and namespace of PowerShell's own."""
    name = node.type_name.full_name.lower()
    name = name.removeprefix("system.management.automation.")
    if name.endswith("attribute") and name != "attribute":
        name = name[: -len("attribute")]
    return name


def compile_validators(attributes: tuple[nodes.Attribute, ...], unit: Unit) -> tuple[Validator, ...]:
    """One checker per validation attribute, in source order. Refuses attributes it doesn't know."""
    made: list[Validator] = []
    for attribute in attributes:
        name = attribute_name(attribute)
        if name in _IGNORED:
            continue
        maker = VALIDATORS.get(name)
        if maker is None:
            raise refused(f"attribute [{attribute.type_name.full_name}]", attribute)
        arguments = [compile_expression(argument, unit) for argument in attribute.positional_arguments]
        named = {
            argument.name.lower(): (
                compile_expression(argument.argument, unit) if argument.argument is not None else (lambda frame: True)
            )
            for argument in attribute.named_arguments
        }
        if name in NAMED_ARGUMENTS and not named.keys() <= NAMED_ARGUMENTS[name]:
            raise refused(f"this argument of [{attribute.type_name.full_name}]", attribute)
        made.append(maker(arguments, named, attribute.extent))
    return tuple(made)
