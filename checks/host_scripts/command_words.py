"""Words of a PowerShell command that are names in themselves: properties and classes."""

from __future__ import annotations

from collections.abc import Iterator

from checks.host_scripts.windows_objects import class_of_cim_name
from rehearsal.engines.powershell.syntax import nodes

_TAKE_PROPERTIES = ("property", "expandproperty", "excludeproperty")


def parameter_names(command: nodes.Command) -> frozenset[str]:
    """Lower-case names of the parameters that are given."""
    return frozenset(
        element.name.lower() for element in command.elements if isinstance(element, nodes.CommandParameter)
    )


def property_words(command: nodes.Command) -> Iterator[nodes.StringConstant]:
    """`Sort-Object -Property Size, Name` and `Where-Object Size -gt 1`: Size, Name; wildcards are left out."""
    for place, element in enumerate(command.elements[1:], start=1):
        before = command.elements[place - 1]
        named = place == 1 or (isinstance(before, nodes.CommandParameter) and before.name.lower() in _TAKE_PROPERTIES)
        if named and not isinstance(element, nodes.CommandParameter):
            for word in element.elements if isinstance(element, nodes.ArrayLiteral) else (element,):
                if isinstance(word, nodes.StringConstant) and "*" not in word.value:
                    yield word


def cim_class(command: nodes.Command) -> str | None:
    """The class of the reference that Get-CimInstance names, if one."""
    words = (element.value.lower() for element in command.elements[1:] if isinstance(element, nodes.StringConstant))
    return next((class_of_cim_name()[word] for word in words if word in class_of_cim_name()), None)
