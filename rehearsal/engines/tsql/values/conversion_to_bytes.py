"""Values as binary and uniqueidentifier."""

from __future__ import annotations

import re
from dataclasses import replace

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import (
    BINARIES,
    INTEGERS,
    MAX_LENGTH,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Conversion, never_converts

_GUID = re.compile(r"\{?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})\}?")


def guid_from_text(text: str) -> str:
    match = _GUID.match(text)
    if match is None:
        raise SqlError(
            8169, "Conversion failed when converting from a character string to uniqueidentifier.", batch_aborting=True
        )
    return match.group(1).upper()


def guid_from_bytes(value: bytes) -> str:
    raw = value[:16].ljust(16, b"\0")
    parts = (raw[3::-1], raw[5:3:-1], raw[7:5:-1], raw[8:10], raw[10:16])
    return "-".join(part.hex() for part in parts).upper()


def to_binary(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    if target.kind is Kind.BINARY:
        inner = to_binary(source, replace(target, kind=Kind.VARBINARY), style)
        assert inner is not None
        padded_left = source.kind in INTEGERS
        size = target.length
        return lambda value: inner(value).rjust(size, b"\0") if padded_left else inner(value).ljust(size, b"\0")
    limit = None if target.length == MAX_LENGTH else target.length
    if source.kind in BINARIES:
        return lambda value: value[:limit]
    if source.is_character:
        if style in (1, 2):

            def hexadecimal(text: str) -> bytes:
                digits = text[2:] if style == 1 else text
                try:
                    return bytes.fromhex(digits)[:limit]
                except ValueError:
                    raise SqlError(
                        8114, f"Error converting data type {source.name} to varbinary.", batch_aborting=True
                    ) from None

            return hexadecimal
        encoding = "utf-16-le" if source.kind in types.NATIONAL else "latin-1"
        return lambda text: text.encode(encoding, "replace")[:limit]
    if source.kind in INTEGERS:
        size = {Kind.TINYINT: 1, Kind.SMALLINT: 2, Kind.INT: 4, Kind.BIGINT: 8}[source.kind]
        return lambda value: value.to_bytes(size, "big", signed=value < 0)[-(limit or size) :]
    if source.kind is Kind.UNIQUEIDENTIFIER:

        def guid_bytes(text: str) -> bytes:
            first, second, third, fourth, fifth = text.split("-")
            raw = bytes.fromhex(first)[::-1] + bytes.fromhex(second)[::-1] + bytes.fromhex(third)[::-1]
            return (raw + bytes.fromhex(fourth) + bytes.fromhex(fifth))[:limit]

        return guid_bytes
    raise never_converts(source, target)
