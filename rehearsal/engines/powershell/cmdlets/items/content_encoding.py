"""How 5.1's content cmdlets turn text into bytes and back: Default is the ANSI code page, a byte order mark wins
when reading.
"""

from __future__ import annotations

import codecs

from rehearsal.engines.powershell.objects.type_table import net_enum

net_enum(
    "Microsoft.PowerShell.Commands.FileSystemCmdletProviderEncoding",
    {
        "Unknown": 0, "String": 1, "Unicode": 2, "Byte": 3, "BigEndianUnicode": 4, "UTF8": 5, "UTF7": 6, "UTF32": 7,
        "Ascii": 8, "Default": 9, "Oem": 10, "BigEndianUTF32": 11,
    },
)  # fmt: skip
_ANSI = "cp1252"
_CODECS: dict[str, tuple[str, bytes]] = {
    "default": (_ANSI, b""),
    "string": ("utf-16-le", codecs.BOM_UTF16_LE),
    "unknown": ("utf-16-le", codecs.BOM_UTF16_LE),
    "unicode": ("utf-16-le", codecs.BOM_UTF16_LE),
    "bigendianunicode": ("utf-16-be", codecs.BOM_UTF16_BE),
    "utf8": ("utf-8", codecs.BOM_UTF8),
    "utf32": ("utf-32-le", codecs.BOM_UTF32_LE),
    "ascii": ("ascii", b""),
    "oem": ("cp437", b""),
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def is_known(encoding: str) -> bool:
    """Whether this engine writes and reads that -Encoding."""
    return encoding.lower() in _CODECS


def text_bytes(text: str, encoding: str | None, *, start: bool) -> bytes:
    """The bytes; `start`: a new file, which begins with the encoding's mark. None is Default (ANSI)."""
    codec, mark = _CODECS[(encoding or "default").lower()]
    return (mark if start else b"") + text.encode(codec, "replace")


def bytes_text(data: bytes, encoding: str | None) -> str:
    """The text; a byte order mark wins over None (Default)."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    codec, _ = _CODECS[(encoding or "default").lower()]
    return data.decode(codec, "replace")


def marked_encoding(data: bytes) -> str | None:
    """The -Encoding that a file's mark stands for."""
    for mark, name in (
        (codecs.BOM_UTF8, "UTF8"),
        (codecs.BOM_UTF16_LE, "Unicode"),
        (codecs.BOM_UTF16_BE, "BigEndianUnicode"),
    ):
        if data.startswith(mark):
            return name
    return None
