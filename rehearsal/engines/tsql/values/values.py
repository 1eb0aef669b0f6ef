"""How a SQL value is represented in Python, and how values order, compare and turn into text.

bit, tinyint … bigint: int · numeric: Decimal · real, float: float · character types: str · uniqueidentifier: str in
upper case with hyphens · date: date · time: time · datetime, smalldatetime, datetime2: naive datetime ·
datetimeoffset: aware datetime · binary, varbinary: bytes · sql_variant: Variant. NULL is None.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import collation
from rehearsal.engines.tsql.values.types import (
    APPROXIMATE,
    BINARIES,
    CHARACTER,
    DATETIMES,
    EXACT,
    INTEGERS,
    Kind,
    SqlType,
)

Value = Any
Row = tuple[Any, ...]
Conversion = Callable[[Value], Value]
"""Never sees NULL."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A sql_variant that isn't NULL: a value that carries its own type."""

    type: SqlType
    value: Value


def guid_order_key(text: str) -> tuple[str, ...]:
    """uniqueidentifier sorts by its last six bytes first, then backwards group by group."""
    first, second, third, fourth, fifth = text.split("-")
    return fifth, fourth, _reversed_bytes(third), _reversed_bytes(second), _reversed_bytes(first)


def _reversed_bytes(hexadecimal: str) -> str:
    pairs = [hexadecimal[position : position + 2] for position in range(0, len(hexadecimal), 2)]
    return "".join(reversed(pairs))


def equality_key(kind: SqlType) -> Callable[[Value], object] | None:
    """What to compare instead of the value itself; None: the value itself."""
    if kind.is_character:
        if kind.collation is None:
            return collation.equality_key
        name = kind.collation
        return lambda text: collation.equality_key_of(name, text)
    if kind.kind is Kind.SQL_VARIANT:
        return variant_key
    return None


def order_key(kind: SqlType) -> Callable[[Value], Any] | None:
    """What to sort by instead of the value itself; None: the value itself."""
    if kind.is_character:
        if kind.collation is None:
            return collation.order_key
        name = kind.collation
        return lambda text: collation.order_key_of(name, text)
    if kind.kind is Kind.UNIQUEIDENTIFIER:
        return guid_order_key
    if kind.kind is Kind.SQL_VARIANT:
        return variant_key
    return None


_FAMILIES = ((DATETIMES, 6), (APPROXIMATE, 5), (EXACT, 4), (CHARACTER, 3), (BINARIES, 2))


def variant_key(value: Variant) -> tuple[int, Any]:
    """sql_variants compare by family first (dates and times above numbers above text), then by value."""
    family = next((rank for kinds, rank in _FAMILIES if value.type.kind in kinds), 1)
    key = order_key(value.type)
    return family, value.value if key is None else key(value.value)


# --- text forms, as CAST(… AS varchar) gives them ---------------------------------------------------------------------


def number_text(kind: SqlType, value: Value) -> str:
    if kind.kind is Kind.DECIMAL:
        return decimal_text(value, kind.scale)
    if kind.kind in (Kind.REAL, Kind.FLOAT):
        return float_text(value)
    return str(value)


def as_real(value: float) -> float:
    """Rounded to what four bytes hold. Raises SqlError 232 beyond their range."""
    try:
        found: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        raise SqlError(232, f"Arithmetic overflow error for type real, value = {value:.6f}.", state=2) from None
    return found


def decimal_text(value: Decimal, scale: int) -> str:
    return f"{value:.{scale}f}"


def float_text(value: float, style: int = 0) -> str:
    """Style 0: at most six digits, scientific notation when needed (`1e+006`, `0.1`); 1: 8 digits, 2: 16, 3: 17."""
    text = f"{value:.6g}" if style == 0 else f"{value:.{ {1: 7, 2: 15, 3: 16}[style] }e}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return f"{mantissa}e{exponent[0]}{exponent[1:].rjust(3, '0')}"


def round_datetime(moment: datetime) -> datetime:
    """To the next of datetime's steps: .000, .003 or .007 seconds."""
    ticks = round((moment.microsecond / 1_000_000) * 300)
    base = moment.replace(microsecond=0)
    milliseconds = (ticks * 10 + 1) // 3
    return base + timedelta(milliseconds=milliseconds)


def round_to_minute(moment: datetime) -> datetime:
    """smalldatetime: from 29.999 seconds up to the next minute."""
    base = moment.replace(second=0, microsecond=0)
    return base + timedelta(minutes=1) if moment - base >= timedelta(seconds=29.999) else base


def round_to_scale(moment: datetime, scale: int) -> datetime:
    """datetime2(scale); Python keeps microseconds where SQL Server keeps seven digits."""
    if scale >= 6:
        return moment
    step = 10 ** (6 - scale)
    base = moment.replace(microsecond=0)
    return base + timedelta(microseconds=(moment.microsecond + step // 2) // step * step)


def never_converts(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(529, f"Explicit conversion from data type {source.name} to {target.name} is not allowed.")


def overflow(source: SqlType, target: SqlType) -> SqlError:
    said = "expression" if source.kind in INTEGERS and target.kind in CHARACTER else source.name
    return SqlError(8115, f"Arithmetic overflow error converting {said} to data type {target.name}.", state=2)
