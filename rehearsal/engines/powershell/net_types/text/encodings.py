"""System.Text.Encoding and how bytes become text: a byte order mark wins, as in StreamReader."""

from __future__ import annotations

import codecs
from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import Char
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@net_type("System.Text.Encoding")
class Encoding(NetObject):
    """One encoding: Python's codec, the byte order mark that files begin with, .NET's name."""

    def __init__(self, codec: str, preamble: bytes, web_name: str) -> None:
        self.codec = codec
        self.preamble = preamble
        self.web_name = web_name

    def encode(self, text: str) -> bytes:
        """The bytes; what the encoding lacks becomes `?`."""
        return text.encode(self.codec, "replace")

    def ps_type_name(self) -> str:
        return {"utf-8": "System.Text.UTF8Encoding", "ascii": "System.Text.ASCIIEncoding"}.get(
            self.codec, "System.Text.UnicodeEncoding" if self.codec.startswith("utf-16") else "System.Text.Encoding"
        )

    @net_static_property("UTF8", "System.Text.Encoding")
    def utf8() -> Encoding:
        return UTF8

    @net_static_property("ASCII", "System.Text.Encoding")
    def ascii() -> Encoding:
        return ASCII

    @net_static_property("Unicode", "System.Text.Encoding")
    def unicode() -> Encoding:
        return UNICODE

    @net_static_property("BigEndianUnicode", "System.Text.Encoding")
    def big_endian() -> Encoding:
        return BIG_ENDIAN

    @net_static_property("Default", "System.Text.Encoding")
    def default() -> Encoding:
        return DEFAULT

    @net_static("GetEncoding", "string", returns="System.Text.Encoding")
    def by_name(name: str) -> Encoding:
        from rehearsal.engines.powershell.objects.errors import PSException

        found = _BY_NAME.get(name.lower())
        if found is None:
            text = f"'{name}' is not a supported encoding name.\r\nParameter name: name"
            raise PSException("System.ArgumentException", text)
        return found

    @net_property("WebName", "string")
    def web_name_property(self) -> str:
        return self.web_name

    @net_method("GetBytes", "string", returns="byte[]")
    def get_bytes(self, text: str) -> PSArray:
        return PSArray.of_bytes(self.encode(text))

    @net_method("GetString", "byte[]", returns="string")
    @net_method("GetString", "byte[]", "int", "int", returns="string")
    def get_string(self, data: PSArray, start: int = 0, count: int | None = None) -> str:
        end = len(data) if count is None else start + count
        return data.as_bytes()[start:end].decode(self.codec, "replace")

    @net_method("GetByteCount", "string", returns="int")
    def byte_count(self, text: str) -> int:
        return len(self.encode(text))

    @net_method("GetPreamble", returns="byte[]")
    def get_preamble(self) -> PSArray:
        return PSArray.of_bytes(self.preamble)

    @net_method("GetChars", "byte[]", returns="char[]")
    def get_chars(self, data: PSArray) -> PSArray:
        return PSArray([Char(character) for character in self.get_string(data)], "System.Char")


@net_type("System.Text.UTF8Encoding", base="System.Text.Encoding")
class Utf8Constructor:
    """New-Object System.Text.UTF8Encoding $false: without byte order mark."""

    @net_constructor()
    @net_constructor("bool")
    def make(mark: bool = False) -> Any:
        return UTF8 if mark else UTF8_PLAIN


UTF8 = Encoding("utf-8", codecs.BOM_UTF8, "utf-8")
UTF8_PLAIN = Encoding("utf-8", b"", "utf-8")
ASCII = Encoding("ascii", b"", "us-ascii")
UNICODE = Encoding("utf-16-le", codecs.BOM_UTF16_LE, "utf-16")
BIG_ENDIAN = Encoding("utf-16-be", codecs.BOM_UTF16_BE, "utf-16BE")
DEFAULT = Encoding("cp1252", b"", "Windows-1252")
_BY_NAME = {
    "utf-8": UTF8, "utf8": UTF8, "us-ascii": ASCII, "ascii": ASCII, "utf-16": UNICODE, "unicode": UNICODE,
    "utf-16be": BIG_ENDIAN, "windows-1252": DEFAULT,
}  # fmt: skip


def decoded(data: bytes, encoding: Encoding | None = None) -> str:
    """The text of a file's bytes: by its mark, else by `encoding`, else UTF-8."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    return data.decode(encoding.codec if encoding else "utf-8", "replace")
