"""What a literal in the text means: its value, and the type that SQL Server gives it.

Source: Constants (Transact-SQL); Precision, scale, and length (Transact-SQL).
"""

from __future__ import annotations

from decimal import Decimal

from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.lexer import Token, TokenKind
from rehearsal.engines.tsql.syntax.nodes import Place
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_INT_END = 2**31


def literal(token: Token, place: Place) -> nodes.Literal | None:
    """The literal that this token is, if it is one."""
    value: Value
    match token.kind:
        case TokenKind.STRING:
            value, kind = token.text, types.varchar(max(1, len(token.text)))
        case TokenKind.NATIONAL:
            value, kind = token.text, types.nvarchar(max(1, len(token.text)))
        case TokenKind.INTEGER:
            value, kind = _whole(int(token.text))
        case TokenKind.DECIMAL:
            whole, _, fraction = token.text.partition(".")
            digits = len(whole.lstrip("0")) + len(fraction)
            value = Decimal(f"{whole or '0'}.{fraction}" if fraction else whole)
            kind = types.decimal(max(1, digits), len(fraction))
        case TokenKind.FLOAT:
            value, kind = float(token.text), types.FLOAT
        case TokenKind.BINARY:
            digits_text = token.text[2:]
            value = bytes.fromhex(digits_text if len(digits_text) % 2 == 0 else "0" + digits_text)
            kind = SqlType(Kind.VARBINARY, length=max(1, len(value)))
        case _:
            return None
    return nodes.Literal(place=place, value=value, type=kind)


def _whole(number: int) -> tuple[int | Decimal, SqlType]:
    digits = len(str(number))
    if number < _INT_END:
        # beside a numeric, a whole literal counts with its own digits (10.0/3 has scale 6)
        return number, SqlType(Kind.INT, precision=digits)
    return Decimal(number), types.decimal(digits, 0)


def negative(place: Place, number: nodes.Literal) -> nodes.Literal:
    """Minus a number: -2147483648 is an int, though 2147483648 is none."""
    assert isinstance(number.value, int | float | Decimal)
    value = -number.value
    if number.type.kind is Kind.DECIMAL and number.type.scale == 0 and value == -_INT_END:
        return nodes.Literal(place=place, value=int(value), type=types.INT)
    return nodes.Literal(place=place, value=value, type=number.type)
