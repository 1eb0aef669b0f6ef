"""System.Text.StringBuilder."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import composite_format
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.numbers import Char
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.runtime.file_access import paths_of


@net_type("System.Text.StringBuilder")
class StringBuilder(NetObject):
    """Text that grows."""

    @net_constructor()
    @net_constructor("int")
    @net_constructor("string")
    def __init__(self, start: str | int = "") -> None:
        self.text = start if isinstance(start, str) else ""

    def ps_string(self) -> str:
        return self.text

    def ps_index(self, index: object) -> object:
        if type(index) is not int:
            return NotImplemented
        if not 0 <= index < len(self.text):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return Char(self.text[index])

    def ps_set_index(self, index: object, value: object) -> object:
        if type(index) is not int:
            return NotImplemented
        if not 0 <= index < len(self.text):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Index was out of range. Must be non-negative and less than the size of the collection.\r\n"
                "Parameter name: index",
            )
        self.text = self.text[:index] + str(value) + self.text[index + 1 :]
        return None

    @net_method("Append", "object", returns="System.Text.StringBuilder", context=True)
    def append(run: Any, self: StringBuilder, value: Any) -> StringBuilder:
        self.text += "" if value is None else to_text(value, run)
        return self

    @net_method("Append", "char", "int", returns="System.Text.StringBuilder")
    def append_repeated(self, character: str, count: int) -> StringBuilder:
        self.text += str(character) * count
        return self

    @net_method("AppendLine", returns="System.Text.StringBuilder", context=True)
    @net_method("AppendLine", "string", returns="System.Text.StringBuilder", context=True)
    def append_line(run: Any, self: StringBuilder, text: str | None = "") -> StringBuilder:
        self.text += (text or "") + paths_of(run).newline
        return self

    @net_method("AppendFormat", "string", "params object[]", returns="System.Text.StringBuilder", context=True)
    def append_format(run: Any, self: StringBuilder, template: str, arguments: PSArray) -> StringBuilder:
        self.text += composite_format(template, arguments.items, run)
        return self

    @net_method("Insert", "int", "string", returns="System.Text.StringBuilder")
    def insert(self, position: int, text: str) -> StringBuilder:
        if not 0 <= position <= len(self.text):
            text = "Specified argument was out of the range of valid values.\r\nParameter name: index"
            raise PSException("System.ArgumentOutOfRangeException", text)
        self.text = self.text[:position] + text + self.text[position:]
        return self

    @net_method("Remove", "int", "int", returns="System.Text.StringBuilder")
    def remove(self, start: int, count: int) -> StringBuilder:
        if start < 0 or count < 0 or start + count > len(self.text):
            text = "Index was out of range. Must be non-negative and less than the size of the collection."
            raise PSException("System.ArgumentOutOfRangeException", f"{text}\r\nParameter name: index")
        self.text = self.text[:start] + self.text[start + count :]
        return self

    @net_method("Replace", "string", "string", returns="System.Text.StringBuilder")
    def replace(self, old: str, new: str | None) -> StringBuilder:
        self.text = self.text.replace(old, new or "")
        return self

    @net_method("Clear", returns="System.Text.StringBuilder")
    def clear(self) -> StringBuilder:
        self.text = ""
        return self

    @net_method("ToString", returns="string")
    @net_method("ToString", "int", "int", returns="string")
    def to_string(self, start: int = 0, count: int | None = None) -> str:
        return self.text[start:] if count is None else self.text[start : start + count]

    @net_property("Length", "int")
    def length(self) -> int:
        return len(self.text)

    @net_setter("Length")
    def set_length(self, value: int) -> None:
        self.text = self.text[:value].ljust(value, "\0")
