"""System.Globalization: the invariant culture is the only one the engine writes and reads by."""

from __future__ import annotations

from rehearsal.powershell.errors import PSException
from rehearsal.powershell.nettype import (
    BUILTIN_TYPES,
    net_constructor,
    net_enum,
    net_property,
    net_static,
    net_static_property,
    net_type,
)
from rehearsal.powershell.values import NetObject

BUILTIN_TYPES.declare("System.IFormatProvider").is_interface = True
NUMBER_STYLES = net_enum(
    "System.Globalization.NumberStyles",
    {
        "None": 0, "AllowLeadingWhite": 1, "AllowTrailingWhite": 2, "AllowLeadingSign": 4, "AllowTrailingSign": 8,
        "AllowParentheses": 16, "AllowDecimalPoint": 32, "AllowThousands": 64, "AllowExponent": 128,
        "AllowCurrencySymbol": 256, "AllowHexSpecifier": 512, "Integer": 7, "HexNumber": 515, "Number": 111,
        "Float": 167, "Currency": 383, "Any": 511,
    },
    flags=True,
)  # fmt: skip


@net_type("System.Globalization.CultureInfo", interfaces=("System.IFormatProvider",), accelerators=("cultureinfo",))
class CultureInfo(NetObject):
    """A culture by name; only the invariant one and those that write alike are there."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ps_string(self) -> str:
        return self.name

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, CultureInfo) and other.name.lower() == self.name.lower()

    def ps_hash_key(self) -> object:
        return self.name.lower()

    @net_constructor("string")
    def _of(name: str) -> CultureInfo:
        return _culture(name)

    @net_static("GetCultureInfo", "string", returns="System.Globalization.CultureInfo")
    def by_name(name: str) -> CultureInfo:
        return _culture(name)

    @net_static_property("InvariantCulture", "System.Globalization.CultureInfo")
    def invariant() -> CultureInfo:
        return INVARIANT

    @net_static_property("CurrentCulture", "System.Globalization.CultureInfo")
    def current() -> CultureInfo:
        return INVARIANT

    @net_static_property("CurrentUICulture", "System.Globalization.CultureInfo")
    def current_ui() -> CultureInfo:
        return INVARIANT

    @net_property("Name", "string")
    def name_property(self) -> str:
        return self.name


INVARIANT = CultureInfo("")


def _culture(name: str) -> CultureInfo:
    if name == "":
        return INVARIANT
    text = f"Culture is not supported.\r\nParameter name: name\r\n{name} is an invalid culture identifier."
    raise PSException("System.Globalization.CultureNotFoundException", text)
