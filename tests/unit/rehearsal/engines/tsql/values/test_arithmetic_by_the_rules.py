"""Random arithmetic against a second, small implementation of the documented rules, exact in fractions.

Source: Precision, scale, and length (Transact-SQL), its table and the notes on reduction; Data type precedence.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest

from rehearsal.engines.tsql import ResultSet, Session, SqlError, compile_batch

WHOLE = {"tinyint": (0, 255, 3), "smallint": (-(2**15), 2**15 - 1, 5), "int": (-(2**31), 2**31 - 1, 10)}
WHOLE["bigint"] = (-(2**63), 2**63 - 1, 19)
ORDER = [*WHOLE, "numeric"]


class ServerSays(Exception):  # noqa: N818 - the number the reference expects
    pass


@dataclass
class Number:
    """A value with its type as the rules see it; `digits` is a literal's own length."""

    value: Fraction | None
    kind: str
    precision: int = 0
    scale: int = 0

    @property
    def shape(self):
        if self.kind == "numeric":
            return self.precision, self.scale
        return self.precision or WHOLE[self.kind][2], 0

    def type_text(self):
        return f"numeric({self.precision},{self.scale})" if self.kind == "numeric" else self.kind


def cut(value, scale, *, rounded):
    """To so many decimals: half away from zero, or towards zero."""
    shifted = abs(value) * 10**scale
    whole = int(shifted + Fraction(1, 2)) if rounded else int(shifted)
    return Fraction(whole if value >= 0 else -whole, 10**scale)


def numeric_type(operator, one, two):
    (p1, s1), (p2, s2) = one.shape, two.shape
    if operator in "+-":
        precision, scale = max(s1, s2) + max(p1 - s1, p2 - s2) + 1, max(s1, s2)
    elif operator == "*":
        precision, scale = p1 + p2 + 1, s1 + s2
    elif operator == "/":
        scale = max(6, s1 + p2 + 1)
        precision = p1 - s1 + s2 + scale
    else:
        precision, scale = min(p1 - s1, p2 - s2) + max(s1, s2), max(s1, s2)
    if precision > 38 and operator in "+-":
        return 38, min(scale, 38 - max(p1 - s1, p2 - s2))
    if precision > 38:
        whole = precision - scale
        scale = min(scale, 38 - whole) if whole < 32 else min(scale, 6)
        precision = 38
    return precision, scale


def compute(operator, one, two):
    kind = max(one.kind, two.kind, key=ORDER.index)
    precision, scale = numeric_type(operator, one, two) if kind == "numeric" else (0, 0)
    if one.value is None or two.value is None:
        return Number(None, kind, precision, scale)
    if operator in "/%" and two.value == 0:
        raise ServerSays(8134)
    match operator:
        case "+":
            value = one.value + two.value
        case "-":
            value = one.value - two.value
        case "*":
            value = one.value * two.value
        case "/":
            value = one.value / two.value
        case _:
            value = one.value - two.value * cut(one.value / two.value, 0, rounded=False)
    if kind != "numeric":
        value = cut(value, 0, rounded=False)
        low, high, _ = WHOLE[kind]
        if not low <= value <= high:
            raise ServerSays(8115)
        return Number(value, kind)
    value = cut(value, scale, rounded=operator != "/")
    if abs(value) >= 10 ** (precision - scale):
        raise ServerSays(8115)
    return Number(value, kind, precision, scale)


def leaf(rng):
    match rng.randrange(6):
        case 0:
            value = rng.choice((0, 1, 7, 100, 65536, 2**31 - 1, rng.randrange(10**6)))
            return str(value), Number(Fraction(value), "int", len(str(value)))
        case 1:
            kind = rng.choice(list(WHOLE))
            low, high, _ = WHOLE[kind]
            value = rng.choice((low, high, 0, 1, 3, rng.randint(low, high)))
            # the smallest bigint has no literal of its own
            return f"CAST('{value}' AS {kind})", Number(Fraction(value), kind)
        case 2:
            kind = rng.choice(list(WHOLE))
            return f"CAST(NULL AS {kind})", Number(None, kind)
        case 3:
            precision = rng.randint(1, 38)
            scale = rng.randint(0, precision)
            digits = rng.randrange(10 ** rng.randint(1, precision))
            value = Fraction(rng.choice((1, -1)) * digits, 10**scale)
            text = f"{'-' if value < 0 else ''}{digits // 10**scale}.{digits % 10**scale:0{scale}d}".rstrip(".")
            text = text if scale else f"{'-' if value < 0 else ''}{digits}"
            return f"CAST('{text}' AS numeric({precision},{scale}))", Number(value, "numeric", precision, scale)
        case _:
            whole, part = (
                rng.randrange(10 ** rng.randint(1, 6)),
                "".join(rng.choices("0123456789", k=rng.randint(1, 5))),
            )
            precision = (len(str(whole)) if whole else 0) + len(part)
            return f"{whole}.{part}", Number(Fraction(f"{whole}.{part}"), "numeric", precision, len(part))


def tree(rng, depth):
    """Text of an expression, and a function that computes it by the rules."""
    if depth == 0 or rng.random() < 0.2:
        text, number = leaf(rng)
        return text, lambda: number
    operator = rng.choice("+-*/%")
    (left, one), (right, two) = tree(rng, depth - 1), tree(rng, depth - 1)
    return f"({left} {operator} {right})", lambda: compute(operator, one(), two())


@pytest.mark.parametrize("block", range(10))
def test_value_type_and_error_are_those_of_the_rules(server, block):
    rng = random.Random(block)
    session = Session(server=server, compile=compile_batch, login="x")
    seen = {"value": 0, "error": 0, "null": 0}
    for _ in range(150):
        text, expected = tree(rng, rng.randint(1, 3))
        (output,) = session.execute(f"SELECT {text}")
        try:
            number = expected()
        except ServerSays as says:
            assert isinstance(output, SqlError), (text, output)
            assert output.number == says.args[0], text
            seen["error"] += 1
            continue
        assert isinstance(output, ResultSet), (text, output)
        assert str(output.columns[0].type) == number.type_text(), text
        ((value,),) = output.rows
        assert value == (None if number.value is None else number.value), text
        if isinstance(value, Decimal):
            assert -value.as_tuple().exponent <= number.scale, text
        seen["null" if value is None else "value"] += 1
    assert min(seen.values()) > 5
