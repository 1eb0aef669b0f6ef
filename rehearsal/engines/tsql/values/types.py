"""SQL Server's data types: their precedence, and what an operation on two of them yields.

Source: Data type precedence; Precision, scale, and length (Transact-SQL).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import collation


class Kind(IntEnum):
    """The types this engine knows; the number is the precedence (of two types the higher one wins)."""

    BINARY = 0
    VARBINARY = 1
    CHAR = 2
    VARCHAR = 3
    NCHAR = 4
    NVARCHAR = 5
    UNIQUEIDENTIFIER = 6
    BIT = 7
    TINYINT = 8
    SMALLINT = 9
    INT = 10
    BIGINT = 11
    DECIMAL = 12
    REAL = 13
    FLOAT = 14
    TIME = 15
    DATE = 16
    SMALLDATETIME = 17
    DATETIME = 18
    DATETIME2 = 19
    DATETIMEOFFSET = 20
    SQL_VARIANT = 21


MAX_LENGTH: Final = -1  # varchar(max), nvarchar(max), varbinary(max)
CHARACTER: Final = frozenset({Kind.CHAR, Kind.VARCHAR, Kind.NCHAR, Kind.NVARCHAR})
NATIONAL: Final = frozenset({Kind.NCHAR, Kind.NVARCHAR})
BINARIES: Final = frozenset({Kind.BINARY, Kind.VARBINARY})
HAVE_MAX: Final = frozenset({Kind.VARCHAR, Kind.NVARCHAR, Kind.VARBINARY})
INTEGERS: Final = frozenset({Kind.TINYINT, Kind.SMALLINT, Kind.INT, Kind.BIGINT})
EXACT: Final = INTEGERS | {Kind.BIT, Kind.DECIMAL}
APPROXIMATE: Final = frozenset({Kind.REAL, Kind.FLOAT})
NUMERIC: Final = EXACT | APPROXIMATE
DATETIMES: Final = frozenset(
    {Kind.TIME, Kind.DATE, Kind.SMALLDATETIME, Kind.DATETIME, Kind.DATETIME2, Kind.DATETIMEOFFSET}
)
OLD_DATETIMES: Final = frozenset({Kind.DATETIME, Kind.SMALLDATETIME})
SHARES_OF_SECONDS: Final = frozenset({Kind.TIME, Kind.DATETIME2, Kind.DATETIMEOFFSET})
"""Types with a scale of their own."""

RANGES: Final = {
    Kind.TINYINT: (0, 255),
    Kind.SMALLINT: (-(2**15), 2**15 - 1),
    Kind.INT: (-(2**31), 2**31 - 1),
    Kind.BIGINT: (-(2**63), 2**63 - 1),
}
_INTEGER_PRECISION: Final = {Kind.BIT: 1, Kind.TINYINT: 3, Kind.SMALLINT: 5, Kind.INT: 10, Kind.BIGINT: 19}


@dataclass(frozen=True, slots=True)
class SqlType:
    """A type with its length (characters or bytes), precision, scale and, for text, a collation other than the default.

    A whole number has a precision only as a literal: its digits. `explicit`: the collation was written with COLLATE.
    `literal_null` marks the type of a bare NULL, which gives way to any other type.
    """

    kind: Kind
    length: int = 0
    precision: int = 0
    scale: int = 0
    collation: str | None = None
    literal_null: bool = False
    explicit: bool = field(default=False, compare=False)

    @property
    def is_character(self) -> bool:
        return self.kind in CHARACTER

    @property
    def name(self) -> str:
        return "numeric" if self.kind is Kind.DECIMAL else self.kind.name.lower()

    def __str__(self) -> str:
        match self.kind:
            case Kind.DECIMAL:
                return f"numeric({self.precision},{self.scale})"
            case Kind.CHAR | Kind.VARCHAR | Kind.NCHAR | Kind.NVARCHAR | Kind.BINARY | Kind.VARBINARY:
                return f"{self.name}({'max' if self.length == MAX_LENGTH else self.length})"
            case Kind.TIME | Kind.DATETIME2 | Kind.DATETIMEOFFSET:
                return f"{self.name}({self.scale})"
            case _:
                return self.name


BIT: Final = SqlType(Kind.BIT)
TINYINT: Final = SqlType(Kind.TINYINT)
SMALLINT: Final = SqlType(Kind.SMALLINT)
INT: Final = SqlType(Kind.INT)
BIGINT: Final = SqlType(Kind.BIGINT)
FLOAT: Final = SqlType(Kind.FLOAT)
REAL: Final = SqlType(Kind.REAL)
DATE: Final = SqlType(Kind.DATE)
DATETIME: Final = SqlType(Kind.DATETIME)
DATETIME2: Final = SqlType(Kind.DATETIME2, scale=7)
DATETIMEOFFSET: Final = SqlType(Kind.DATETIMEOFFSET, scale=7)
UNIQUEIDENTIFIER: Final = SqlType(Kind.UNIQUEIDENTIFIER)
SYSNAME: Final = SqlType(Kind.NVARCHAR, length=128)
SQL_VARIANT: Final = SqlType(Kind.SQL_VARIANT)
NULL: Final = SqlType(Kind.INT, literal_null=True)


def varchar(length: int) -> SqlType:
    return SqlType(Kind.VARCHAR, length=length)


def nvarchar(length: int) -> SqlType:
    return SqlType(Kind.NVARCHAR, length=length)


def decimal(precision: int, scale: int) -> SqlType:
    return SqlType(Kind.DECIMAL, precision=precision, scale=scale)


_BYTES: Final = {
    Kind.BIT: 1, Kind.TINYINT: 1, Kind.SMALLINT: 2, Kind.INT: 4, Kind.BIGINT: 8, Kind.REAL: 4, Kind.FLOAT: 8,
    Kind.DATE: 3, Kind.SMALLDATETIME: 4, Kind.DATETIME: 8, Kind.UNIQUEIDENTIFIER: 16, Kind.SQL_VARIANT: 8016,
}  # fmt: skip


def storage_bytes(of: SqlType) -> int:
    """What a column of this type takes at most; -1 for (max)."""
    match of.kind:
        case Kind.DECIMAL:
            return 5 if of.precision <= 9 else 9 if of.precision <= 19 else 13 if of.precision <= 28 else 17
        case Kind.TIME | Kind.DATETIME2 | Kind.DATETIMEOFFSET:
            clock = 3 if of.scale <= 2 else 4 if of.scale <= 4 else 5
            return clock + {Kind.TIME: 0, Kind.DATETIME2: 3}.get(of.kind, 5)
        case Kind.NCHAR | Kind.NVARCHAR:
            return of.length if of.length == MAX_LENGTH else 2 * of.length
        case _:
            return _BYTES.get(of.kind, of.length)


def as_decimal(of: SqlType) -> SqlType:
    """The numeric type that holds every value of an exact type."""
    return of if of.kind is Kind.DECIMAL else decimal(of.precision or _INTEGER_PRECISION.get(of.kind, 38), 0)


def common(left: SqlType, right: SqlType) -> SqlType:
    """The type both sides of a comparison, a CASE, COALESCE or UNION are brought to."""
    if left.literal_null:
        return right
    if right.literal_null or (left == right and left.explicit == right.explicit):
        return left
    winner, loser = (left, right) if left.kind >= right.kind else (right, left)
    if winner.kind is Kind.DECIMAL and loser.kind in EXACT:
        other = as_decimal(loser)
        scale = max(winner.scale, other.scale)
        whole = max(winner.precision - winner.scale, other.precision - other.scale)
        return decimal(min(38, whole + scale), min(scale, 38 - whole))
    if winner.is_character and loser.is_character:
        kind = Kind.NVARCHAR if winner.kind in NATIONAL or loser.kind in NATIONAL else Kind.VARCHAR
        longest = MAX_LENGTH if MAX_LENGTH in (winner.length, loser.length) else max(winner.length, loser.length)
        name, explicit = merged_collation(left, right, "equal to operation")
        return SqlType(kind, length=longest, collation=name, explicit=explicit)
    if winner.kind in BINARIES and loser.kind in BINARIES:
        return SqlType(
            Kind.VARBINARY,
            length=MAX_LENGTH if MAX_LENGTH in (winner.length, loser.length) else max(winner.length, loser.length),
        )
    if winner.kind in DATETIMES and loser.kind in DATETIMES:
        return SqlType(winner.kind, scale=max(winner.scale, loser.scale))
    # a literal's own digits are no property of a column that holds several of them
    return SqlType(winner.kind) if winner.kind in INTEGERS else winner


def merged_collation(left: SqlType, right: SqlType, operation: str) -> tuple[str | None, bool]:
    """Collation precedence: what COLLATE says wins; two that differ can't be reconciled (468)."""
    if left.explicit and right.explicit and left.collation != right.collation:
        one, two = (side.collation or collation.DEFAULT for side in (left, right))
        raise SqlError(
            468, f'Cannot resolve the collation conflict between "{two}" and "{one}" in the {operation}.', state=9
        )
    for side in (left, right):
        if side.explicit:
            return side.collation, True
    return left.collation or right.collation, False


def arithmetic_result(operator: str, left: SqlType, right: SqlType) -> SqlType:
    """The type of `left operator right` for two numbers."""
    if left.literal_null or right.literal_null:
        other = right if left.literal_null else left
        return INT if other.literal_null else other
    kind = max(left.kind, right.kind)
    if kind in APPROXIMATE:
        return SqlType(kind)
    if kind is not Kind.DECIMAL:
        return SqlType(Kind.INT if kind is Kind.BIT else kind)
    one, two = as_decimal(left), as_decimal(right)
    whole_one, whole_two = one.precision - one.scale, two.precision - two.scale
    match operator:
        case "+" | "-":
            scale, whole = max(one.scale, two.scale), max(whole_one, whole_two)
            precision = whole + scale + 1
            return decimal(precision, scale) if precision <= 38 else decimal(38, min(scale, 38 - whole))
        case "*":
            return _capped(one.precision + two.precision + 1, one.scale + two.scale)
        case "/":
            scale = max(6, one.scale + two.precision + 1)
            return _capped(whole_one + two.scale + scale, scale)
        case _:  # modulo
            scale = max(one.scale, two.scale)
            return _capped(min(whole_one, whole_two) + scale, scale)


def _capped(precision: int, scale: int) -> SqlType:
    """Products and quotients beyond 38 digits: the whole part is kept and the scale gives way, but not below 6."""
    if precision <= 38:
        return decimal(precision, scale)
    whole = precision - scale
    return decimal(38, max(38 - whole, min(scale, 6)))
