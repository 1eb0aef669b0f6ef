"""System.Globalization: one culture, the invariant one; NumberStyles; format providers."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_enum, net_type
from rehearsal.engines.powershell.objects.values import NetObject

BUILTIN_TYPES.declare("System.IFormatProvider").is_interface = True
NUMBER_STYLES = net_enum(
    "System.Globalization.NumberStyles",
    {
        "None": 0, "AllowLeadingWhite": 1, "AllowTrailingWhite": 2, "AllowLeadingSign": 4, "Integer": 7,
        "AllowTrailingSign": 8, "AllowParentheses": 16, "AllowDecimalPoint": 32, "AllowThousands": 64, "Number": 111,
        "AllowExponent": 128, "Float": 167, "AllowCurrencySymbol": 256, "Currency": 383, "Any": 511,
        "AllowHexSpecifier": 512, "HexNumber": 515,
    },
    flags=True,
)  # fmt: skip


@net_type("System.Globalization.CultureInfo", interfaces=("System.IFormatProvider",), accelerators=("cultureinfo",))
class CultureInfo(NetObject):
    """The invariant culture under the name it was asked for."""

    def __init__(self, name: str = "") -> None:
        self.culture_name = name

    def ps_string(self) -> str:
        return self.culture_name

    def ps_hash_key(self) -> object:
        return self.culture_name

    @net_static_property("InvariantCulture", "cultureinfo")
    def invariant() -> CultureInfo:
        return INVARIANT

    @net_static_property("CurrentCulture", "cultureinfo")
    def current() -> CultureInfo:
        return INVARIANT

    @net_static_property("CurrentUICulture", "cultureinfo")
    def current_ui() -> CultureInfo:
        return INVARIANT

    @net_static("GetCultureInfo", "string", context=True)
    def by_name(run: Any, name: str) -> CultureInfo:
        return _named(name, run)

    @net_constructor("string", context=True)
    def _make(run: Any, name: str) -> CultureInfo:
        return _named(name, run)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        return _named(value, run) if isinstance(value, str) else NotImplemented

    @net_property("Name", "string")
    def name(self) -> str:
        return self.culture_name

    @net_property("NumberFormat")
    def number_format(self) -> NumberFormatInfo:
        return NUMBERS

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.culture_name


def _named(name: str, run: Any) -> CultureInfo:
    if name == "":
        return INVARIANT
    if name.lower() == "en-us":
        raise run.refusal(f"culture {name} (only the invariant one is known)", None)
    raise run.refusal(f"culture {name}", None)


@net_type("System.Globalization.NumberFormatInfo", interfaces=("System.IFormatProvider",))
class NumberFormatInfo(NetObject):
    """Number signs of the invariant culture."""

    @net_static_property("InvariantInfo")
    def invariant() -> NumberFormatInfo:
        return NUMBERS

    @net_static_property("CurrentInfo")
    def current() -> NumberFormatInfo:
        return NUMBERS

    @net_property("NumberDecimalSeparator", "string")
    def decimal_separator(self) -> str:
        return "."

    @net_property("NumberGroupSeparator", "string")
    def group_separator(self) -> str:
        return ","

    @net_property("NegativeSign", "string")
    def negative_sign(self) -> str:
        return "-"


INVARIANT = CultureInfo()
NUMBERS = NumberFormatInfo()


@net_type("System.DBNull", closed=True)
class DBNull(NetObject):
    """SQL NULL: one value, empty as text, only equal to itself."""

    def ps_string(self) -> str:
        return ""

    def ps_json(self) -> str:
        return "null"

    @net_static_property("Value")
    def value() -> DBNull:
        return DB_NULL

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return ""


DB_NULL = DBNull()
