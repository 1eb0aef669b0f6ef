"""System.Version."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.conversion.conversion_errors import convert_error
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
)
from rehearsal.engines.powershell.objects.numbers import Int16
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject

_PART = re.compile(r"\s*\+?[0-9]+\s*\Z")


def parse_version(text: str) -> Version:
    """Two to four numbers. PSException as Version's constructor throws it."""
    parts = text.split(".")
    if not 2 <= len(parts) <= 4:
        raise PSException("System.ArgumentException", "Version string portion was too short or too long.")
    numbers: list[int] = []
    for part in parts:
        if re.match(r"\s*-", part):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Version's parameters must be greater than or equal to zero.\r\nParameter name: version",
            )
        if not _PART.match(part):
            raise PSException("System.FormatException", "Input string was not in a correct format.")
        number = int(part)
        if number > 2**31 - 1:
            raise PSException("System.OverflowException", "Value was either too large or too small for an Int32.")
        numbers.append(number)
    return Version(*numbers)


@net_type(
    "System.Version", accelerators=("version",), closed=True,
    interfaces=("System.IComparable", "System.ICloneable"),
)  # fmt: skip
class Version(NetObject):
    """major.minor[.build[.revision]]; absent parts are -1."""

    __slots__ = ("members", "parts")

    def __init__(self, major: int = 0, minor: int = 0, build: int = -1, revision: int = -1) -> None:
        self.members = None
        self.parts = (major, minor, build, revision)

    def ps_string(self) -> str:
        return ".".join(str(part) for part in self.parts if part >= 0)

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, Version) and self.parts == other.parts

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        if isinstance(other, str):
            try:
                other = parse_version(other)
            except PSException:
                return None
        if not isinstance(other, Version):
            return None
        return (self.parts > other.parts) - (self.parts < other.parts)

    def ps_hash_key(self) -> object:
        return self.parts

    @net_constructor()
    def _zero() -> Version:
        return Version()

    @net_constructor("string")
    def _parse(text: str) -> Version:
        return parse_version(text)

    @net_constructor("int", "int")
    @net_constructor("int", "int", "int")
    @net_constructor("int", "int", "int", "int")
    def _parts(*parts: int) -> Version:
        if any(part < 0 for part in parts):
            raise PSException(
                "System.ArgumentOutOfRangeException", "Version's parameters must be greater than or equal to zero."
            )
        return Version(*parts)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if not isinstance(value, str):
            return NotImplemented
        try:
            return parse_version(value)
        except PSException as failure:
            raise convert_error(
                f'Cannot convert value "{value}" to type "System.Version". Error: "{failure.message}"',
                "InvalidCastParseTargetInvocation",
                failure,
            ) from None

    @net_static("Parse", "string", returns="version")
    def parse(text: str) -> Version:
        return parse_version(text)

    @net_static("TryParse", "string", "ref", returns="bool")
    def try_parse(text: str | None, result: Any) -> bool:
        try:
            result.set(parse_version(text or ""))
        except PSException:
            result.set(None)
            return False
        return True

    @net_property("Major", "int")
    def major(self) -> int:
        return self.parts[0]

    @net_property("Minor", "int")
    def minor(self) -> int:
        return self.parts[1]

    @net_property("Build", "int")
    def build(self) -> int:
        return self.parts[2]

    @net_property("Revision", "int")
    def revision(self) -> int:
        return self.parts[3]

    @net_property("MajorRevision", "int16")
    def major_revision(self) -> Int16:
        return Int16(self.parts[3] >> 16)

    @net_property("MinorRevision", "int16")
    def minor_revision(self) -> Int16:
        return Int16(self.parts[3] & 0xFFFF if self.parts[3] >= 0 else -1)

    @net_method("ToString", returns="string")
    @net_method("ToString", "int", returns="string")
    def to_string(self, count: int | None = None) -> str:
        if count is None:
            return self.ps_string()
        present = [part for part in self.parts if part >= 0]
        if not 0 <= count <= len(present):
            raise PSException(
                "System.ArgumentException",
                f"Argument must be between 0 and {len(present)}.\r\nParameter name: fieldCount",
            )
        return ".".join(str(part) for part in present[:count])

    @net_method("CompareTo", "object", returns="int")
    def compare_to(self, other: Any) -> int:
        if other is None:
            return 1
        if not isinstance(other, Version):
            raise PSException("System.ArgumentException", "Object must be of type Version.")
        return self.ps_compare(other, False) or 0

    @net_method("Clone")
    def clone(self) -> Version:
        return self
