"""System.Guid; New-Guid and NewGuid() take their bits from the host's random source."""

from __future__ import annotations

import uuid
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import Byte
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray

_UNRECOGNIZED = "Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx)."


def parse_guid(text: str) -> Guid:
    """The forms N, D, B, P. PSException(FormatException) for other text."""
    bare = text.strip()
    if bare[:1] in "{(" and bare[-1:] in "})":
        bare = bare[1:-1]
    if len(bare) == 36 and [position for position, character in enumerate(bare) if character == "-"] == [8, 13, 18, 23]:
        bare = bare.replace("-", "")
    if len(bare) != 32 or any(character not in "0123456789abcdefABCDEF" for character in bare):
        raise PSException("System.FormatException", _UNRECOGNIZED)
    return Guid(uuid.UUID(hex=bare))


def new_guid(run: Any) -> Guid:
    """A random one (version 4)."""
    return Guid(uuid.UUID(int=run.host.random.getrandbits(128), version=4))


@net_type(
    "System.Guid",
    value_type=True,
    accelerators=("guid",),
    closed=True,
    interfaces=("System.IFormattable", "System.IComparable"),
)
class Guid(NetObject):
    """A globally unique identifier."""

    __slots__ = ("members", "value")

    def __init__(self, value: uuid.UUID) -> None:
        self.members = None
        self.value = value

    def ps_string(self) -> str:
        return str(self.value)

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, Guid) and self.value == other.value

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        if not isinstance(other, Guid):
            return None
        return (self.value > other.value) - (self.value < other.value)

    def ps_hash_key(self) -> object:
        return self.value

    def ps_json(self) -> str:
        return f'"{self.value}"'

    def ps_format(self, wanted: str) -> str:
        """ToString(format)."""
        text = str(self.value)
        match wanted.upper():
            case "" | "D":
                return text
            case "N":
                return text.replace("-", "")
            case "B":
                return "{" + text + "}"
            case "P":
                return "(" + text + ")"
        raise PSException(
            "System.FormatException", 'Format String can be only "D", "d", "N", "n", "P", "p", "B", "b", "X" or "x".'
        )

    @net_constructor("string")
    def _parse(text: str) -> Guid:
        return parse_guid(text)

    @net_constructor()
    def _zero() -> Guid:
        return EMPTY

    @net_constructor("byte[]")
    def _bytes(data: PSArray) -> Guid:
        if len(data.items) != 16:
            raise PSException("System.ArgumentException", "Byte array for GUID must be exactly 16 bytes long.")
        return Guid(uuid.UUID(bytes_le=bytes(data.items)))

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if not isinstance(value, str):
            return NotImplemented
        try:
            return parse_guid(value)
        except PSException as failure:
            from rehearsal.engines.powershell.conversion.conversion_errors import convert_error

            raise convert_error(
                f'Cannot convert value "{value}" to type "System.Guid". Error: "{failure.message}"',
                "InvalidCastParseTargetInvocation",
                failure,
            ) from None

    @net_static_property("Empty", "guid")
    def empty() -> Guid:
        return EMPTY

    @net_static("NewGuid", returns="guid", context=True)
    def new(run: Any) -> Guid:
        return new_guid(run)

    @net_static("Parse", "string", returns="guid")
    def parse(text: str) -> Guid:
        return parse_guid(text)

    @net_static("TryParse", "string", "ref", returns="bool")
    def try_parse(text: str | None, result: Any) -> bool:
        try:
            result.set(parse_guid(text or ""))
        except PSException:
            result.set(EMPTY)
            return False
        return True

    @net_method("ToString", returns="string")
    @net_method("ToString", "string", returns="string")
    def to_string(self, wanted: str = "") -> str:
        return self.ps_format(wanted)

    @net_property("Guid", "string")
    def guid_text(self) -> str:
        return str(self.value)

    @net_method("ToByteArray", returns="byte[]")
    def to_bytes(self) -> PSArray:
        return PSArray([Byte(value) for value in self.value.bytes_le], "System.Byte")

    @net_method("CompareTo", "object", returns="int")
    def compare_to(self, other: Any) -> int:
        found = self.ps_compare(other, False)
        if found is None:
            raise PSException("System.ArgumentException", "Object must be of type GUID.")
        return found


EMPTY = Guid(uuid.UUID(int=0))
