"""+ - * / % and the bit operators with 5.1's result types: Int32 and Int64 overflow to Double, division gives what
fits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.conversion.to_numbers import to_number
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, raw_error, runtime_error
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    BigInteger,
    Byte,
    Char,
    EnumValue,
    Int16,
    Int64,
    NetObject,
    PSArray,
    PSObject,
    SByte,
    Single,
    UInt16,
    UInt32,
    UInt64,
)

_INT_MIN, _INT_MAX = -(2**31), 2**31 - 1
_DECIMAL = Context(prec=29, traps=[DivisionByZero, Overflow, InvalidOperation])
_DECIMAL_MAX = Decimal(2**96 - 1)

# promotion rank, as .NET's TypeCode orders them
_RANK: dict[type, int] = {
    bool: 9,
    Char: 9,
    SByte: 9,
    Byte: 9,
    Int16: 9,
    UInt16: 9,
    int: 9,
    UInt32: 10,
    Int64: 11,
    UInt64: 12,
    BigInteger: 13,
    Single: 14,
    float: 14,
    Decimal: 15,
}
_SIGNED = frozenset({SByte, Int16, int, Int64, bool})


def _divide_by_zero() -> TerminatingError:
    message = "Attempted to divide by zero."
    return runtime_error(
        message, "RuntimeException", "NotSpecified", inner=PSException("System.DivideByZeroException", message)
    )


def no_operator(value: object, method: str) -> TerminatingError:
    """The error when an operand has no such operator."""
    name = type_of(value).full_name
    return runtime_error(
        f"Method invocation failed because [{name}] does not contain a method named '{method}'.",
        "MethodNotFound",
        "InvalidOperation",
        method,
    )


def _fit(value: int, low: int, high: int, kind: Callable[[int], Any]) -> Any:
    return kind(value) if low <= value <= high else float(value)


def _integer_result(value: int, rank: int) -> Any:
    if rank == 9:
        return value if _INT_MIN <= value <= _INT_MAX else float(value)
    if rank == 11:
        return _fit(value, -(2**63), 2**63 - 1, Int64)
    if rank == 10:
        return _fit(value, 0, 2**32 - 1, UInt32)
    if rank == 12:
        return _fit(value, 0, 2**64 - 1, UInt64)
    return BigInteger(value)


def _decimal(value: Any) -> Decimal:
    return value if type(value) is Decimal else Decimal(repr(float(value)) if isinstance(value, float) else int(value))


def _decimal_result(operation: Callable[[Decimal, Decimal], Decimal], left: Any, right: Any) -> Decimal:
    made = operation(_decimal(left), _decimal(right))
    if abs(made) > _DECIMAL_MAX:
        message = "Value was either too large or too small for a Decimal."
        raise runtime_error(
            message, "RuntimeException", "NotSpecified", inner=PSException("System.OverflowException", message)
        )
    return made


def _rank(left: Any, right: Any) -> int:
    first = _RANK.get(type(left), 0)
    second = _RANK.get(type(right), 0)
    if not first or not second:
        return 0
    rank = max(first, second)
    if rank in (10, 12) and ((type(left) in _SIGNED and left < 0) or (type(right) in _SIGNED and right < 0)):
        return 14
    if rank == 13 and max(first, second) > 13:
        return 14
    return rank


def _numbers(left: Any, right: Any, method: str) -> tuple[Any, Any]:
    """Both operands as numbers. A failing text conversion is InvalidCastFromStringToInteger; anything else has no
    operator.
    """
    try:
        first = to_number(left)
    except TypeError:
        raise no_operator(left, method) from None
    except PSException as failure:
        raise cast_error(failure) from None
    try:
        return first, to_number(right)
    except TypeError:
        raise no_operator(right if not isinstance(left, NetObject) else left, method) from None
    except PSException as failure:
        raise cast_error(failure) from None


def cast_error(failure: PSException) -> TerminatingError:
    """A failed conversion as the statement's error: RuntimeException around it, its id and category."""
    return runtime_error(
        failure.message,
        failure.error_id or "RuntimeException",
        failure.category,
        failure.target,
        inner=failure,
    )


def _plain(value: Any) -> Any:
    if type(value) is PSObject:
        return value.base
    return None if value is AUTOMATION_NULL else value


def _enumerated(value: Any) -> list[Any] | None:
    """The elements when the value is an enumerable that + and * treat as an array."""
    if type(value) is PSArray or isinstance(value, NetList):
        return value.items
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        return None if items is None else list(items)
    return None


def add(left: Any, right: Any, run: Any) -> Any:
    """left + right."""
    first, second = type(left), type(right)
    if first is int and second is int:
        total = left + right
        return total if _INT_MIN <= total <= _INT_MAX else float(total)
    if first is str:
        return left + (right if second is str else to_text(right, run))
    if first is float and second is float:
        return left + right
    if first is PSArray:
        return _add_to_array(left.items, right)
    left, right = _plain(left), _plain(right)
    if left is None:
        return right
    if type(left) is Char:
        return str(left) + to_text(right, run)
    if isinstance(left, NetObject):
        items = _enumerated(left)
        if items is not None:
            return _add_to_array(items, right)
        if isinstance(left, NetDictionary):
            return _add_dictionaries(left, right)
        if type(left) is EnumValue and type(right) is int:
            return EnumValue(left.enum, left.value + right)
        made = left.ps_binary("+", right)
        if made is not NotImplemented:
            return made
    if type(left) is str:
        return left + to_text(right, run)
    if isinstance(right, NetObject):
        made = right.ps_binary_right("+", left)
        if made is not NotImplemented:
            return made
    if right is None:
        return left
    return _arithmetic(left, right, "op_Addition", lambda a, b: a + b, _DECIMAL.add)


def _add_to_array(items: list[Any], right: Any) -> PSArray:
    if type(right) is PSArray:
        return PSArray(items + right.items)
    if right is AUTOMATION_NULL:
        return PSArray(list(items))
    more = _enumerated(right)
    return PSArray(items + (more if more is not None else [right]))


def _add_dictionaries(left: NetDictionary, right: Any) -> Any:
    if right is None:
        return left
    if not isinstance(right, NetDictionary):
        raise runtime_error(
            "A hash table can only be added to another hash table.", "AddHashTableToNonHashTable", "InvalidOperation"
        )
    made = Hashtable(left.pairs())
    for key, value in right.pairs():
        if made.contains(key):
            message = (
                f"Item has already been added. Key in dictionary: '{to_text(key)}'  Key being added: '{to_text(key)}'"
            )
            raise raw_error("System.ArgumentException", message)
        made.set(key, value)
    return made


def _arithmetic(
    left: Any,
    right: Any,
    method: str,
    operation: Callable[[Any, Any], Any],
    decimal_operation: Callable[[Decimal, Decimal], Decimal],
) -> Any:
    first, second = _numbers(left, right, method)
    rank = _rank(first, second)
    if rank == 15:
        return _decimal_result(decimal_operation, first, second)
    if rank == 14:
        try:
            return operation(float(first), float(second))
        except OverflowError:
            return math.inf
    return _integer_result(int(operation(int(first), int(second))), rank)


def subtract(left: Any, right: Any, run: Any) -> Any:
    """left - right."""
    first, second = type(left), type(right)
    if first is int and second is int:
        total = left - right
        return total if _INT_MIN <= total <= _INT_MAX else float(total)
    if first is float and second is float:
        return left - right
    left, right = _plain(left), _plain(right)
    made = _object_operator(left, right, "-")
    if made is not NotImplemented:
        return made
    if type(left) is EnumValue and type(right) is int:
        return EnumValue(left.enum, left.value - right)
    return _arithmetic(left, right, "op_Subtraction", lambda a, b: a - b, _DECIMAL.subtract)


def _object_operator(left: Any, right: Any, operator: str) -> Any:
    if isinstance(left, NetObject):
        made = left.ps_binary(operator, right)
        if made is not NotImplemented:
            return made
    if isinstance(right, NetObject):
        return right.ps_binary_right(operator, left)
    return NotImplemented


def multiply(left: Any, right: Any, run: Any) -> Any:
    """left * right: repeats text and arrays."""
    first, second = type(left), type(right)
    if first is int and second is int:
        total = left * right
        return total if _INT_MIN <= total <= _INT_MAX else float(total)
    if first is float and second is float:
        return left * right
    left, right = _plain(left), _plain(right)
    if type(left) is str or type(left) is PSArray or isinstance(left, NetList):
        times = _repetitions(right, run)
        if isinstance(left, str):
            return left * times
        return PSArray(left.items * times, left.element if type(left) is PSArray else "System.Object")
    if left is None:
        return None
    made = _object_operator(left, right, "*")
    if made is not NotImplemented:
        return made
    return _arithmetic(left, right, "op_Multiply", lambda a, b: a * b, _DECIMAL.multiply)


def _repetitions(value: Any, run: Any) -> int:
    number = _numbers(0, value, "op_Multiply")[1]
    times = round(number) if not isinstance(number, int) else int(number)
    if times < 0:
        message = "Specified argument was out of the range of valid values.\r\nParameter name: times"
        raise raw_error("System.ArgumentOutOfRangeException", message)
    return times


def divide(left: Any, right: Any, run: Any) -> Any:
    """left / right: an integer when it divides exactly, else Double; zero is an error for integers and decimals."""
    left, right = _plain(left), _plain(right)
    made = _object_operator(left, right, "/")
    if made is not NotImplemented:
        return made
    first, second = _numbers(left, right, "op_Division")
    rank = _rank(first, second)
    if rank == 15:
        if second == 0:
            raise _divide_by_zero()
        quotient = _decimal_result(_DECIMAL.divide, first, second)
        return quotient.normalize(_DECIMAL) + Decimal(0) if "E" in str(quotient) else quotient
    if rank == 14:
        return _float_divide(float(first), float(second))
    if second == 0:
        raise _divide_by_zero()
    quotient_int, rest = divmod(int(first), int(second))
    if rest == 0:
        return _integer_result(quotient_int, rank)
    if rank == 13:
        return BigInteger(int(first) // int(second))
    return int(first) / int(second)


def _float_divide(first: float, second: float) -> float:
    if second == 0:
        if first == 0 or math.isnan(first):
            return math.nan
        negative = (math.copysign(1, first) < 0) != (math.copysign(1, second) < 0)
        return -math.inf if negative else math.inf
    return first / second


def remainder(left: Any, right: Any, run: Any) -> Any:
    """left % right: the sign of the left."""
    if type(left) is int and type(right) is int and right != 0:
        rest = abs(left) % abs(right)
        return -rest if left < 0 else rest
    left, right = _plain(left), _plain(right)
    made = _object_operator(left, right, "%")
    if made is not NotImplemented:
        return made
    first, second = _numbers(left, right, "op_Modulus")
    rank = _rank(first, second)
    if rank == 15:
        if second == 0:
            raise _divide_by_zero()
        return _decimal_result(_DECIMAL.remainder, first, second)
    if rank == 14:
        return math.nan if second == 0 or math.isinf(first) else math.fmod(float(first), float(second))
    if second == 0:
        raise _divide_by_zero()
    rest = abs(int(first)) % abs(int(second))
    return _integer_result(-rest if first < 0 else rest, rank)


def negate(value: Any, run: Any) -> Any:
    """-value."""
    if type(value) is int and value != _INT_MIN:
        return -value
    plain = _plain(value)
    if isinstance(plain, NetObject) and type(plain) is not EnumValue:
        made = plain.ps_binary_right("-", 0)
        if made is not NotImplemented:
            return made
    if type(plain) is float:
        return -plain
    return subtract(0, plain, run)


def positive(value: Any, run: Any) -> Any:
    """+value."""
    return add(0, _plain(value), run)


# --- bits


def _bit_operands(left: Any, right: Any, method: str) -> tuple[int, int, int]:
    first, second = _numbers(_plain(left), _plain(right), method)
    numbers = [first, second]
    for index, number in enumerate(numbers):
        if isinstance(number, float | Decimal):
            whole = round(number)
            numbers[index] = (
                whole if _INT_MIN <= whole <= _INT_MAX else Int64(whole) if whole < 2**63 else UInt64(whole)
            )
    return int(numbers[0]), int(numbers[1]), _rank(numbers[0], numbers[1])


def _wrap(value: int, rank: int) -> Any:
    if rank <= 9:
        value &= 0xFFFFFFFF
        return value - 2**32 if value >= 2**31 else value
    if rank == 10:
        return UInt32(value & 0xFFFFFFFF)
    if rank == 11:
        value &= 2**64 - 1
        return Int64(value - 2**64 if value >= 2**63 else value)
    if rank == 12:
        return UInt64(value & (2**64 - 1))
    if rank == 13:
        return BigInteger(value)
    return _wrap(value, 11)


def _enum_result(left: Any, right: Any, value: Any) -> Any:
    for side in (left, right):
        if type(side) is EnumValue:
            return EnumValue(side.enum, int(value))
    return value


def band(left: Any, right: Any, run: Any) -> Any:
    """left -band right."""
    first, second, rank = _bit_operands(left, right, "op_BitwiseAnd")
    return _enum_result(left, right, _wrap(first & second, rank))


def bor(left: Any, right: Any, run: Any) -> Any:
    """left -bor right."""
    first, second, rank = _bit_operands(left, right, "op_BitwiseOr")
    return _enum_result(left, right, _wrap(first | second, rank))


def bxor(left: Any, right: Any, run: Any) -> Any:
    """left -bxor right."""
    first, second, rank = _bit_operands(left, right, "op_ExclusiveOr")
    return _enum_result(left, right, _wrap(first ^ second, rank))


def bnot(value: Any, run: Any) -> Any:
    """-bnot value."""
    number, _, rank = _bit_operands(value, 0, "op_OnesComplement")
    return _wrap(~number, rank)


def _shift(left: Any, right: Any, method: str) -> tuple[int, int, int]:
    number, _, rank = _bit_operands(left, 0, method)
    _, count, _ = _bit_operands(0, right, method)
    return number, count & (31 if rank <= 10 else 63), rank


def shift_left(left: Any, right: Any, run: Any) -> Any:
    """left -shl right."""
    number, count, rank = _shift(left, right, "op_LeftShift")
    return _wrap(number << count, rank)


def shift_right(left: Any, right: Any, run: Any) -> Any:
    """left -shr right: keeps the sign."""
    number, count, rank = _shift(left, right, "op_RightShift")
    return _wrap(number >> count, rank)
