"""How PowerShell turns any value into text ("$x", [string]$x, -join): invariant culture, 15 digits of
a double as 5.1.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CodeProperty,
    NoteProperty,
    ScriptMethod,
    ScriptProperty,
)
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    CimInstance,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
    Single,
)


def double_text(value: float) -> str:
    """Double.ToString() of .NET Framework: 15 significant digits; exponent form from 1E+15 and below 1E-05."""
    return _real_text(value, 15)


def single_text(value: float) -> str:
    """Single.ToString(): 7 significant digits."""
    return _real_text(value, 7)


def _real_text(value: float, digits: int) -> str:
    if value != value:
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    text = f"{value:.{digits - 1}e}"
    mantissa, _, exponent_text = text.partition("e")
    exponent = int(exponent_text)
    sign = ""
    if mantissa[0] == "-":
        sign = "-"
        mantissa = mantissa[1:]
    figures = mantissa.replace(".", "").rstrip("0") or "0"
    if exponent >= digits or exponent <= -5:
        fraction = f".{figures[1:]}" if len(figures) > 1 else ""
        return f"{sign}{figures[0]}{fraction}E{'+' if exponent >= 0 else '-'}{abs(exponent):02d}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{figures}"
    if len(figures) <= exponent + 1:
        return sign + figures + "0" * (exponent + 1 - len(figures))
    return f"{sign}{figures[: exponent + 1]}.{figures[exponent + 1 :]}"


def decimal_text(value: Decimal) -> str:
    """Decimal.ToString(): plain digits, trailing zeros of its scale kept."""
    if value == 0:
        return format(abs(value), "f")
    return format(value, "f")


def type_text(of: NetType) -> str:
    """ "$type": the shortest name PowerShell knows (int, string[]), else the full name."""
    from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES

    if of.element is not None:
        return f"{type_text(of.element)}[{',' * (of.rank - 1)}]"
    if of.generic_definition is not None:
        arguments = ",".join(type_text(argument) for argument in of.generic_arguments)
        return f"{of.generic_definition.full_name.partition('`')[0]}[{arguments}]"
    return _short_names(BUILTIN_TYPES).get(of.full_name, of.full_name)


_PREFERRED = (
    "int",
    "long",
    "single",
    "float",
    "bool",
    "string",
    "double",
    "char",
    "byte",
    "decimal",
    "object",
    "array",
)


def _short_names(table: Any) -> dict[str, str]:
    names: dict[str, str] = {}
    for short, full in table.accelerators.items():
        if full not in names or short in _PREFERRED:
            names[full] = short
    names["System.Single"] = "float"
    return names


def to_text(value: Any, run: Any = None) -> str:
    """The text of a value. Arrays and lists are joined with $OFS (a blank by default), nested ones show their type."""
    kind = type(value)
    if kind is str:
        text: str = value
        return text
    if kind is int:
        return int.__repr__(value)
    if value is None or value is AUTOMATION_NULL:
        return ""
    if kind is bool:
        return "True" if value else "False"
    if kind is PSArray:
        return join_text(value.items, run)
    if kind is EnumValue and value.members is None:
        name: str = value.ps_string()
        return name
    return _other_text(value, run, True)


def join_text(items: Any, run: Any) -> str:
    """Elements joined with $OFS."""
    separator = " " if run is None else run.output_field_separator()
    return separator.join([element_text(item, run) for item in items])


def element_text(value: Any, run: Any = None) -> str:
    """The text of an element inside a joined collection: a nested collection shows its type's name, a custom object
    nothing.
    """
    kind = type(value)
    if kind is str:
        text_value: str = value
        return text_value
    if kind is int:
        return int.__repr__(value)
    if value is None or value is AUTOMATION_NULL:
        return ""
    if kind is bool:
        return "True" if value else "False"
    return _other_text(value, run, False)


def _other_text(value: Any, run: Any, join: bool) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return single_text(value) if type(value) is Single else double_text(value)
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, NetType):
        return type_text(value)
    if isinstance(value, NetObject):
        if getattr(value, "was_thrown", False) and run is not None:
            raise run.refusal("text of a thrown exception (it shows the .NET stack trace)", None)
        members = value.members
        if members is not None:
            own = members.get("tostring")
            if type(own) is ScriptMethod and run is not None:
                return to_text(collapse(run.blocks.invoke_with_this(own.script, value, ())), run)
        if type(value) is PSCustomObject:
            return custom_object_text(value, run) if join else ""
        if type(value) is PSObject:
            return _other_text(value.base, run, join) if not isinstance(value.base, str) else value.base
        if type(value) is EnumValue or type(value) is CimInstance:
            return value.ps_string()
        own_text = getattr(value, "ps_text", None)
        if own_text is not None:
            text = own_text(run)
            if text is not None:
                return str(text)
        script_text = getattr(value, "script_to_string", None)
        if script_text is not None:
            return str(script_text(run))
        if join:
            items = value.ps_enumerate()
            if items is not None:
                return join_text(items, run)
        return value.ps_string()
    raise TypeError(f"not a PowerShell value: {type(value).__qualname__}")


def custom_object_text(value: PSCustomObject, run: Any) -> str:
    """@{Name=value; …} of a custom object; another custom object in it shows nothing, a script property isn't run."""
    parts: list[str] = []
    for member in value.members.values():
        if isinstance(member, NoteProperty):
            parts.append(f"{member.name}={element_text(member.value, run)}")
        elif isinstance(member, ScriptProperty):
            parts.append(f"{member.name}=System.Management.Automation.PSScriptProperty")
        elif isinstance(member, AliasProperty | CodeProperty) and run is not None:
            parts.append(f"{member.name}={element_text(run.get_property(value, member.name), run)}")
    if parts:
        return "@{" + "; ".join(parts) + "}"
    return "System.Object" if value.type_names == ["System.Object"] else ""
