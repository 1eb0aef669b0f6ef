"""Arithmetic, concatenation and bit operations with Transact-SQL's types, overflows and errors."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from datetime import datetime
from decimal import ROUND_DOWN, Context, Decimal

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.conversion_to_numbers import round_half_up
from rehearsal.engines.tsql.values.types import (
    APPROXIMATE,
    BINARIES,
    CHARACTER,
    DATETIMES,
    INTEGERS,
    MAX_LENGTH,
    NUMERIC,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Value

Operation = Callable[[Value, Value], Value]

_WIDE = Context(prec=80, rounding=ROUND_DOWN)
_DAYS = frozenset({Kind.DATETIME, Kind.SMALLDATETIME})
_DAY_ZERO = datetime(1900, 1, 1)
_WHOLE = frozenset({*INTEGERS, Kind.BIT})
_NAMES = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "%": "modulo",
    "&": "'&'",
    "|": "'|'",
    "^": "'^'",
}


def divide_by_zero() -> SqlError:
    return SqlError(8134, "Divide by zero error encountered.")


def operation(symbol: str, left: SqlType, right: SqlType) -> tuple[SqlType, SqlType, SqlType, Operation]:
    """For `left symbol right`: the type each side is converted to, the type of the result, and the function.

    The function never sees NULL. Raises SqlError 402, 8117 or 206 for types that don't go together.
    """
    if symbol in ("&", "|", "^"):
        return _bitwise(symbol, left, right)
    both_text = (left.is_character or left.literal_null) and (right.is_character or right.literal_null)
    if symbol == "+" and both_text and (left.is_character or right.is_character):
        result = concatenated(left, right)
        return result, result, result, operator.add
    if symbol == "+" and left.kind in BINARIES and right.kind in BINARIES:
        result = SqlType(Kind.VARBINARY, length=_summed_length(left, right, 8000))
        return result, result, result, operator.add
    if {left.kind, right.kind} & _DAYS and symbol in ("+", "-"):
        return _days(symbol, left, right)
    left_number, right_number = _as_number(left, right), _as_number(right, left)
    if left_number is None or right_number is None:
        raise _mismatch(symbol, left, right)
    result = types.arithmetic_result(symbol, left_number, right_number)
    if result.kind in APPROXIMATE:
        if symbol == "%":
            raise _incompatible(symbol, left, right)
        return result, result, result, _float_operation(symbol, result)
    if result.kind is Kind.DECIMAL:
        return types.as_decimal(left_number), types.as_decimal(right_number), result, _decimal_operation(symbol, result)
    return result, result, result, _integer_operation(symbol, result)


def _mismatch(symbol: str, left: SqlType, right: SqlType) -> SqlError:
    if left.kind is right.kind or left.literal_null or right.literal_null:
        wrong = right if left.literal_null else left
        if wrong.kind is Kind.BIT:
            return _incompatible(symbol, left, right)
        return SqlError(8117, f"Operand data type {wrong.name} is invalid for {_NAMES[symbol]} operator.")
    for one, other in ((left, right), (right, left)):
        if one.kind is Kind.SQL_VARIANT and other.kind in NUMERIC | DATETIMES:
            return SqlError(
                257,
                f"Implicit conversion from data type sql_variant to {other.name} is not allowed. "
                "Use the CONVERT function to run this query.",
                state=3,
            )
        if one.kind in DATETIMES | {Kind.UNIQUEIDENTIFIER} and other.kind in NUMERIC:
            return SqlError(206, f"Operand type clash: {left.name} is incompatible with {right.name}", state=2)
    return _incompatible(symbol, left, right)


def _incompatible(symbol: str, left: SqlType, right: SqlType) -> SqlError:
    return SqlError(
        402, f"The data types {left.name} and {right.name} are incompatible in the {_NAMES[symbol]} operator."
    )


def _as_number(one: SqlType, other: SqlType) -> SqlType | None:
    """Text or binary beside a number is converted to the number's type (`'1' + 1` is 2)."""
    if one.kind is Kind.BIT and other.kind is Kind.BIT and not (one.literal_null or other.literal_null):
        return None
    if one.kind in NUMERIC:
        return one
    if one.kind in CHARACTER | BINARIES and other.kind in NUMERIC and not other.literal_null:
        return other if other.kind is not Kind.BIT else types.INT
    return None


def _summed_length(left: SqlType, right: SqlType, longest: int) -> int:
    if MAX_LENGTH in (left.length, right.length):
        return MAX_LENGTH
    return max(1, min(longest, left.length + right.length))


def concatenated(left: SqlType, right: SqlType) -> SqlType:
    """The type of two strings after one another."""
    kind = Kind.NVARCHAR if types.NATIONAL & {left.kind, right.kind} else Kind.VARCHAR
    longest = 4000 if kind is Kind.NVARCHAR else 8000
    lengths = [side.length for side in (left, right) if side.is_character]
    length = MAX_LENGTH if MAX_LENGTH in lengths else min(longest, sum(lengths))
    name, explicit = types.merged_collation(left, right, "add operator")
    return SqlType(kind, length=length, collation=name, explicit=explicit)


def _integer_operation(symbol: str, result: SqlType) -> Operation:
    low, high = types.RANGES[result.kind]
    plain: Operation = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": quotient, "%": remainder}[symbol]

    def checked(left: int, right: int) -> int:
        value: int = plain(left, right)
        if not low <= value <= high:
            raise SqlError(
                8115, f"Arithmetic overflow error converting expression to data type {result.name}.", state=2
            )
        return value

    return checked


def quotient(left: int, right: int) -> int:
    """Integer division truncates towards zero: -7 / 2 is -3."""
    if right == 0:
        raise divide_by_zero()
    found = abs(left) // abs(right)
    return found if (left < 0) == (right < 0) else -found


def remainder(left: int, right: int) -> int:
    """The remainder has the sign of the dividend: -7 % 2 is -1."""
    return left - right * quotient(left, right)


def _decimal_operation(symbol: str, result: SqlType) -> Operation:
    step = Decimal(1).scaleb(-result.scale)
    limit = Decimal(10) ** (result.precision - result.scale)

    def compute(left: Decimal, right: Decimal) -> Decimal:
        match symbol:
            case "+":
                value = _WIDE.add(left, right)
            case "-":
                value = _WIDE.subtract(left, right)
            case "*":
                value = _WIDE.multiply(left, right)
            case "/":
                if right == 0:
                    raise divide_by_zero()
                value = _WIDE.divide(left, right)
            case _:
                if right == 0:
                    raise divide_by_zero()
                value = _WIDE.remainder(left, right)
        # a quotient is cut, a product beyond its scale is rounded
        if symbol == "/":
            value = value.quantize(step, rounding=ROUND_DOWN, context=_WIDE)
        else:
            value = round_half_up(value, step)
        if abs(value) >= limit:
            raise SqlError(8115, "Arithmetic overflow error converting expression to data type numeric.", state=2)
        return abs(value) if value == 0 else value  # there is no -0.0

    return compute


def _float_operation(symbol: str, result: SqlType) -> Operation:
    plain: Operation = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[symbol]

    def checked(left: float, right: float) -> float:
        if symbol == "/" and right == 0:
            raise divide_by_zero()
        found: float = plain(left, right)
        if math.isinf(found):
            raise SqlError(8115, "Arithmetic overflow error converting expression to data type float.", state=2)
        return found

    if result.kind is Kind.REAL:
        return lambda left, right: values.as_real(checked(left, right))
    return checked


def _days(symbol: str, left: SqlType, right: SqlType) -> tuple[SqlType, SqlType, SqlType, Operation]:
    """datetime and smalldatetime count as days since 1900: plus or minus a number, text, or each other (206, 402)."""
    result = left if left.kind in _DAYS else right
    for side in (left, right):
        if side.kind not in _DAYS and side.kind not in NUMERIC | CHARACTER and not side.literal_null:
            raise _mismatch(symbol, left, right)
    sign = 1 if symbol == "+" else -1

    def shifted(one: datetime, two: datetime) -> datetime:
        try:
            found = one + sign * (two - _DAY_ZERO)
        except OverflowError:
            found = datetime.min
        if found.year < 1753:
            raise SqlError(8115, f"Arithmetic overflow error converting expression to data type {result.name}.")
        return values.round_datetime(found) if result.kind is Kind.DATETIME else values.round_to_minute(found)

    return result, result, result, shifted


def _bitwise(symbol: str, left: SqlType, right: SqlType) -> tuple[SqlType, SqlType, SqlType, Operation]:
    if left.kind not in _WHOLE or right.kind not in _WHOLE:
        raise _mismatch(symbol, left, right)
    result = types.common(left, right)
    return result, result, result, {"&": operator.and_, "|": operator.or_, "^": operator.xor}[symbol]


def negated(of: SqlType) -> tuple[SqlType, Callable[[Value], Value]]:
    if of.kind in CHARACTER or of.kind not in NUMERIC:
        raise SqlError(8117, f"Operand data type {of.name} is invalid for minus operator.")
    result = types.SMALLINT if of.kind is Kind.TINYINT else types.INT if of.kind is Kind.BIT else of
    if result.kind in INTEGERS:
        return result, lambda value: _integer_operation("-", result)(0, value)
    return result, lambda value: value if value == 0 else -value


def complement(of: SqlType) -> tuple[SqlType, Callable[[Value], Value]]:
    match of.kind:
        case Kind.BIT:
            return of, lambda value: 1 - value
        case Kind.TINYINT:
            return of, lambda value: 255 - value
        case kind if kind in INTEGERS:
            return of, operator.invert
        case _:
            raise SqlError(8117, f"Operand data type {of.name} is invalid for '~' operator.")
