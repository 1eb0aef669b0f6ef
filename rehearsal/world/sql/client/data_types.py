"""SQL values as the .NET values that SqlClient gives and takes."""

from __future__ import annotations

import uuid
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.net_types.numbers.guids import Guid
from rehearsal.engines.powershell.net_types.time.date_time import UNSPECIFIED, DateTime
from rehearsal.engines.powershell.net_types.time.time_span import TimeSpan
from rehearsal.engines.powershell.objects.errors import Unsupported
from rehearsal.engines.powershell.objects.member_declarations import net_static_property
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    Byte,
    EnumValue,
    Int16,
    Int64,
    NetObject,
    PSArray,
    Single,
    UInt16,
    UInt32,
    unwrap,
)
from rehearsal.engines.tsql import Variant
from rehearsal.engines.tsql.values import types as t
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

_NAMES = {
    Kind.BIT: "System.Boolean",
    Kind.TINYINT: "System.Byte",
    Kind.SMALLINT: "System.Int16",
    Kind.INT: "System.Int32",
    Kind.BIGINT: "System.Int64",
    Kind.DECIMAL: "System.Decimal",
    Kind.REAL: "System.Single",
    Kind.FLOAT: "System.Double",
    Kind.CHAR: "System.String",
    Kind.VARCHAR: "System.String",
    Kind.NCHAR: "System.String",
    Kind.NVARCHAR: "System.String",
    Kind.UNIQUEIDENTIFIER: "System.Guid",
    Kind.DATE: "System.DateTime",
    Kind.TIME: "System.TimeSpan",
    Kind.SMALLDATETIME: "System.DateTime",
    Kind.DATETIME: "System.DateTime",
    Kind.DATETIME2: "System.DateTime",
    Kind.DATETIMEOFFSET: "System.DateTimeOffset",
    Kind.BINARY: "System.Byte[]",
    Kind.VARBINARY: "System.Byte[]",
    Kind.SQL_VARIANT: "System.Object",
}


@WINDOWS_TYPES.net_type("System.DBNull", interfaces=("System.IConvertible",))
class DBNull(NetObject):
    """SQL's NULL in a client; there is one."""

    def ps_string(self) -> str:
        return ""

    def ps_hash_key(self) -> object:
        return "System.DBNull.Value"

    @net_static_property("Value", "System.DBNull")
    @staticmethod
    def value() -> DBNull:
        return DB_NULL


DB_NULL = DBNull()


def clr_type_name(kind: SqlType) -> str:
    """The .NET type of a column, as GetFieldType and DataColumn.DataType name it."""
    return _NAMES[kind.kind]


def to_clr(kind: SqlType, value: Any) -> Any:
    """A value read from the server; NULL is DBNull."""
    if value is None:
        return DB_NULL
    match kind.kind:
        case Kind.BIT:
            return value == 1
        case Kind.TINYINT:
            return Byte(value)
        case Kind.SMALLINT:
            return Int16(value)
        case Kind.BIGINT:
            return Int64(value)
        case Kind.REAL:
            return Single(value)
        case Kind.UNIQUEIDENTIFIER:
            return Guid(uuid.UUID(value))
        case Kind.DATE:
            return DateTime.from_datetime(datetime(value.year, value.month, value.day), UNSPECIFIED)
        case Kind.TIME:
            return TimeSpan(((value.hour * 60 + value.minute) * 60 + value.second) * 10**7 + value.microsecond * 10)
        case Kind.SMALLDATETIME | Kind.DATETIME | Kind.DATETIME2:
            return DateTime.from_datetime(value, UNSPECIFIED)
        case Kind.DATETIMEOFFSET:
            raise Unsupported("a datetimeoffset value (System.DateTimeOffset)")
        case Kind.BINARY | Kind.VARBINARY:
            return PSArray([Byte(byte) for byte in value], "System.Byte")
        case Kind.SQL_VARIANT:
            assert isinstance(value, Variant)
            return to_clr(value.type, value.value)
        case _:
            return value


def from_clr(given: Any) -> tuple[SqlType, Any]:
    """A parameter's value with the type that SqlClient infers for it. Raises TypeError for one it can't map."""
    value = unwrap(given)
    match value:
        case DBNull():
            return t.nvarchar(4000), None
        case bool():
            return t.BIT, int(value)
        case str():
            return t.nvarchar(4000 if len(value) <= 4000 else t.MAX_LENGTH), str(value)
        case Byte():
            return t.TINYINT, int(value)
        case Int16():
            return t.SMALLINT, int(value)
        case UInt16():
            return t.INT, int(value)
        case Int64() | UInt32():
            return t.BIGINT, int(value)
        case Decimal():
            exponent = value.as_tuple().exponent
            scale = max(0, -exponent) if isinstance(exponent, int) else 0
            return t.decimal(38, min(scale, 28)), value
        case Single():
            return t.REAL, float(value)
        case int():
            return t.INT, int(value)
        case float():
            return t.FLOAT, value
        case DateTime():
            return t.DATETIME, value.plain()
        case Guid():
            return t.UNIQUEIDENTIFIER, str(value.value).upper()
        case date():
            return t.DATE, value
        case EnumValue():
            return t.INT, value.value
        case PSArray(element="System.Byte"):
            return SqlType(Kind.VARBINARY, length=8000), bytes(value.items)
        case _:
            raise TypeError(type(value).__name__)


def is_missing(value: Any) -> bool:
    """$null as a parameter's value: SqlClient doesn't send it (error 8178)."""
    return value is None or value is AUTOMATION_NULL
