"""Functions over values of any type and over numbers: COALESCE, ISNULL, IIF, ABS, ROUND …."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.declaration import ANY_NUMBER, Function, FunctionCall, strict
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.types import APPROXIMATE, INTEGERS, NUMERIC, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_WIDE = Context(prec=400)


def _coalesce(call: FunctionCall) -> Compiled:
    """The first value that isn't NULL, in the type that wins among all (ISNULL takes that of its first argument)."""
    found = call.values()
    kind = found[0].type
    for value in found[1:]:
        kind = types.common(kind, value.type)
    if kind.literal_null:
        raise call.compiler.context.error(
            call.node, 4127, "At least one of the arguments to COALESCE must be an expression that is not the NULL "
            "constant.",
        )  # fmt: skip
    runs = [call.convert(value, kind).run for value in found]

    def first(row: Frame, run: Run) -> Value:
        for read in runs:
            value = read(row, run)
            if value is not None:
                return value
        return None

    return Compiled(kind, first)


def _isnull(call: FunctionCall) -> Compiled:
    given, instead = call.values()
    kind = instead.type if given.type.literal_null else given.type
    if kind.kind in INTEGERS:  # a literal's digits don't describe what may replace it
        kind = SqlType(kind.kind)
    one, two = given.run, call.convert(instead, kind).run

    def chosen(row: Frame, run: Run) -> Value:
        value = one(row, run)
        return two(row, run) if value is None else value

    return Compiled(kind, chosen)


def _nullif(call: FunctionCall) -> Compiled:
    first, second = call.values()
    if first.type.literal_null:
        raise call.compiler.context.error(
            call.node, 4151, "The type of the first argument to NULLIF cannot be the NULL constant because the type of "
            "the first argument has to be known.",
        )  # fmt: skip
    one, two = call.compiler.comparable(first, second, call.node, ordered=False)
    given = first.run

    def unless_equal(row: Frame, run: Run) -> Value:
        left, right = one(row, run), two(row, run)
        return None if left is not None and right is not None and left == right else given(row, run)

    return Compiled(first.type, unless_equal)


def _iif(call: FunctionCall) -> Compiled:
    condition, yes, no = call.arguments
    case = nodes.Case(place=call.node.place, operand=None, branches=((condition, yes),), otherwise=no)
    return call.compiler.value(case)


def _choose(call: FunctionCall) -> Compiled:
    index = call.converted(0, types.INT).run
    found = call.values()[1:]
    kind = found[0].type
    for value in found[1:]:
        kind = types.common(kind, value.type)
    runs = [call.convert(value, kind).run for value in found]

    def chosen(row: Frame, run: Run) -> Value:
        number = index(row, run)
        return runs[number - 1](row, run) if number is not None and 1 <= number <= len(runs) else None

    return Compiled(kind, chosen)


def _number(call: FunctionCall, name: str) -> Compiled:
    """The first argument as a number; text is read as float."""
    value = call.value(0)
    if value.type.kind in NUMERIC:
        return call.convert(value, types.INT) if value.type.kind in (Kind.BIT, Kind.TINYINT, Kind.SMALLINT) else value
    if value.type.is_character:
        return call.convert(value, types.FLOAT)
    raise call.compiler.context.error(
        call.node, 8116, f"Argument data type {value.type.name} is invalid for argument 1 of {name} function."
    )


def _abs(call: FunctionCall) -> Compiled:
    value = _number(call, "abs")
    return strict(value.type, abs, value)


def _rounder(name: str, whole: str, real: Callable[[float], int]) -> Function:
    def build(call: FunctionCall) -> Compiled:
        value = _number(call, name)
        if value.type.kind in INTEGERS:
            return value
        if value.type.kind in APPROXIMATE:
            return strict(value.type, lambda number: float(real(number)), value)
        kind = types.decimal(value.type.precision, 0)
        return strict(kind, lambda number: number.quantize(Decimal(1), rounding=whole, context=_WIDE), value)

    return Function(1, 1, build)


def _round(call: FunctionCall) -> Compiled:
    value, digits = _number(call, "round"), call.converted(1, types.INT)
    function = call.converted(2, types.INT) if len(call.arguments) == 3 else constant_zero()
    kind = value.type

    def rounded(number: Value, places: int, cut: int) -> Value:
        """Half away from zero; a third argument other than 0 cuts instead."""
        how = ROUND_DOWN if cut else ROUND_HALF_UP
        if kind.kind is Kind.DECIMAL:
            short = number.quantize(Decimal(1).scaleb(-min(places, kind.scale)), how, _WIDE)
            found = short.quantize(Decimal(1).scaleb(-kind.scale), context=_WIDE)
            if abs(found) >= Decimal(10) ** (kind.precision - kind.scale):
                raise SqlError(8115, "Arithmetic overflow error converting expression to data type numeric.", state=2)
            return abs(found) if found == 0 else found
        if kind.kind in APPROXIMATE:
            return float(Decimal(repr(number)).quantize(Decimal(1).scaleb(-places), how, _WIDE))
        if places >= 0:
            return number
        step = 10**-places
        found = (abs(number) + (0 if cut else step // 2)) // step * step * (1 if number >= 0 else -1)
        low, high = types.RANGES[kind.kind]
        if not low <= found <= high:
            raise SqlError(8115, f"Arithmetic overflow error converting expression to data type {kind.name}.", state=2)
        return found

    return strict(kind, rounded, value, digits, function)


def constant_zero() -> Compiled:
    return Compiled(types.INT, lambda _row, _run: 0, constant=True)


def _power(call: FunctionCall) -> Compiled:
    value, exponent = _number(call, "power"), call.converted(1, types.FLOAT)
    kind: SqlType = value.type

    def raised(number: Value, by: float) -> Value:
        found = float(number) ** by
        if kind.kind in APPROXIMATE:
            return found
        if kind.kind is Kind.DECIMAL:
            return Decimal(found).quantize(Decimal(1).scaleb(-kind.scale), ROUND_HALF_UP)
        low, high = types.RANGES[kind.kind]
        if not low <= found <= high:
            raise SqlError(232, f"Arithmetic overflow error for type {kind.name}, value = {found:f}.")
        return int(found)

    return strict(kind, raised, value, exponent)


def _extreme(*, greatest: bool) -> Callable[[FunctionCall], Compiled]:
    """GREATEST and LEAST: NULLs are left out."""

    def build(call: FunctionCall) -> Compiled:
        found = call.values()
        kind = found[0].type
        for value in found[1:]:
            kind = types.common(kind, value.type)
        runs = [call.convert(value, kind).run for value in found]
        key = values.order_key(kind)
        pick: Callable[..., Value] = max if greatest else min

        def chosen(row: Frame, run: Run) -> Value:
            present = [value for read in runs if (value := read(row, run)) is not None]
            return pick(present, key=key) if present else None

        return Compiled(kind, chosen)

    return build


def _real(compute: Callable[..., float], arguments: int = 1) -> Function:
    """A function over floats; outside of its domain it is error 3623."""

    def safe(*given: float) -> float:
        try:
            return compute(*given)
        except (ValueError, OverflowError, ZeroDivisionError):
            raise SqlError(3623, "An invalid floating point operation occurred.") from None

    return Function(
        1, arguments,
        lambda call: strict(
            types.FLOAT, safe, *(call.converted(number, types.FLOAT) for number in range(len(call.arguments)))
        ),
    )  # fmt: skip


def _sign(call: FunctionCall) -> Compiled:
    value = _number(call, "sign")
    return strict(value.type, lambda number: type(number)((number > 0) - (number < 0)), value)


def _square_root(call: FunctionCall) -> Compiled:
    def root(number: float) -> float:
        if number < 0:
            raise SqlError(3623, "An invalid floating point operation occurred.")
        return math.sqrt(number)

    return strict(types.FLOAT, root, call.converted(0, types.FLOAT))


def _isnumeric(call: FunctionCall) -> Compiled:
    value = call.value(0)
    if value.type.kind in NUMERIC:
        run = value.run
        return Compiled(types.INT, lambda row, at: int(run(row, at) is not None))
    text = call.text(0).run

    def is_number(row: Frame, at: Run) -> int:
        given = text(row, at)
        if given is None:
            return 0
        try:
            float(given.strip().replace(",", "").lstrip("$"))
        except ValueError:
            return 0
        return int(not given.strip().lower().lstrip("+-").startswith(("inf", "nan")))

    return Compiled(types.INT, is_number)


GENERAL: Mapping[str, Function] = {
    "COALESCE": Function(2, ANY_NUMBER, _coalesce),
    "ISNULL": Function(2, 2, _isnull),
    "NULLIF": Function(2, 2, _nullif),
    "IIF": Function(3, 3, _iif),
    "CHOOSE": Function(2, ANY_NUMBER, _choose),
    "ABS": Function(1, 1, _abs),
    "CEILING": _rounder("ceiling", ROUND_CEILING, math.ceil),
    "FLOOR": _rounder("floor", ROUND_FLOOR, math.floor),
    "ROUND": Function(2, 3, _round),
    "POWER": Function(2, 2, _power),
    "SIGN": Function(1, 1, _sign),
    "SQRT": Function(1, 1, _square_root),
    "SQUARE": _real(lambda number: number * number),
    "EXP": _real(math.exp),
    "LOG": _real(math.log, arguments=2),
    "LOG10": _real(math.log10),
    "PI": Function(0, 0, lambda _call: Compiled(types.FLOAT, lambda _row, _run: math.pi, constant=True)),
    "GREATEST": Function(1, ANY_NUMBER, _extreme(greatest=True), since=16),
    "LEAST": Function(1, ANY_NUMBER, _extreme(greatest=False), since=16),
    "ISNUMERIC": Function(1, 1, _isnumeric),
}
