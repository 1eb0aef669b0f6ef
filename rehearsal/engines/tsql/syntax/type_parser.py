"""Data types as they are written in CAST, CONVERT, DECLARE and sp_executesql's declarations.

Source: Data types (Transact-SQL).
"""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.syntax.token_stream import Cursor
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import Kind, SqlType

_TYPES = {
    "BIT": Kind.BIT,
    "TINYINT": Kind.TINYINT,
    "SMALLINT": Kind.SMALLINT,
    "INT": Kind.INT,
    "INTEGER": Kind.INT,
    "BIGINT": Kind.BIGINT,
    "REAL": Kind.REAL,
    "FLOAT": Kind.FLOAT,
    "DATE": Kind.DATE,
    "DATETIME": Kind.DATETIME,
    "TIME": Kind.TIME,
    "SMALLDATETIME": Kind.SMALLDATETIME,
    "DATETIME2": Kind.DATETIME2,
    "DATETIMEOFFSET": Kind.DATETIMEOFFSET,
    "UNIQUEIDENTIFIER": Kind.UNIQUEIDENTIFIER,
    "SYSNAME": Kind.NVARCHAR,
    "CHAR": Kind.CHAR,
    "VARCHAR": Kind.VARCHAR,
    "NCHAR": Kind.NCHAR,
    "NVARCHAR": Kind.NVARCHAR,
    "BINARY": Kind.BINARY,
    "VARBINARY": Kind.VARBINARY,
    "DEC": Kind.DECIMAL,
    "DECIMAL": Kind.DECIMAL,
    "NUMERIC": Kind.DECIMAL,
    "SQL_VARIANT": Kind.SQL_VARIANT,
}
_TYPES_NOT_COVERED = frozenset(
    {
        "CURSOR", "GEOGRAPHY", "GEOMETRY", "HIERARCHYID", "IMAGE", "JSON", "MONEY", "NATIONAL", "NTEXT", "ROWVERSION",
        "SMALLMONEY", "TABLE", "TEXT", "TIMESTAMP", "VECTOR", "XML",
    }
)  # fmt: skip
_LONGEST = {Kind.CHAR: 8000, Kind.VARCHAR: 8000, Kind.BINARY: 8000, Kind.VARBINARY: 8000, Kind.NCHAR: 4000}


class TypeParser(Cursor):
    """The part of the parser that reads data types."""

    def type_name(self, *, default_length: int) -> SqlType:
        """A data type; `default_length` is what character types get without one: 30 in CAST, 1 in DECLARE."""
        if self.accept("SYS"):
            self.expect(".")
        name = self.token.text.upper()
        kind = _TYPES.get(name)
        if kind is None:
            raise self._no_type(name)
        self.advance()
        if name in ("CHAR", "NCHAR") and self.accept("VARYING"):
            kind = Kind.VARCHAR if name == "CHAR" else Kind.NVARCHAR
        if name == "SYSNAME":
            return types.SYSNAME
        if kind in types.CHARACTER or kind in types.BINARIES:
            return SqlType(kind, length=self._length(kind, default_length))
        if kind is Kind.DECIMAL:
            precision, scale = 18, 0
            if self.accept("("):
                precision = self.integer()
                scale = self.integer() if self.accept(",") else 0
                self.expect(")")
            if not 1 <= precision <= 38:
                raise SqlError(
                    1001, f"Line {self.token.line}: Length or precision specification {precision} is invalid.",
                    severity=15,
                ).at(self.token.line)  # fmt: skip
            if scale > precision:
                raise SqlError(192, "The scale must be less than or equal to the precision.").at(self.token.line)
            return types.decimal(precision, scale)
        if kind in (Kind.TIME, Kind.DATETIME2, Kind.DATETIMEOFFSET):
            scale = 7
            if self.accept("("):
                scale = self.integer()
                self.expect(")")
            if scale > 7:
                raise SqlError(1002, f"Line {self.token.line}: Specified scale {scale} is invalid.", severity=15)
            return SqlType(kind, scale=scale)
        if kind is Kind.FLOAT and self.accept("("):
            bits = self.integer()
            self.expect(")")
            return types.REAL if bits <= 24 else types.FLOAT
        return SqlType(kind)

    def _no_type(self, name: str) -> Exception:
        if name in _TYPES_NOT_COVERED:
            return self.not_covered("as a data type")
        if self.at_name():
            return SqlError(243, f"Type {self.token.text} is not a defined system type.").at(self.token.line)
        return self.unexpected("where a data type was expected")

    def _length(self, kind: Kind, default: int) -> int:
        if not self.accept("("):
            return default
        place = self.place
        length = types.MAX_LENGTH if self.accept("MAX") else self.integer()
        self.expect(")")
        most = _LONGEST.get(kind, 4000)
        if length == 0 or length > most or (length == types.MAX_LENGTH and kind not in types.HAVE_MAX):
            name = kind.name.lower()
            text = f"The size ({length}) given to the type '{name}' exceeds the maximum allowed ({most})."
            raise SqlError(
                131 if length else 1001,
                text if length else f"Line {place.line}: Length or precision specification 0 is invalid.",
                severity=15,
            ).at(place.line)
        return length
