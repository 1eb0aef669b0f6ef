"""SqlDataReader: rows of one result set after the other; messages and errors come where they stand in the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.tsql import Output, ResultSet, ServerMessage, SqlError
from rehearsal.world.sql.client.data_types import DB_NULL, clr_type_name, to_clr
from rehearsal.world.sql.client.failures import invalid_operation
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

_TYPED = {
    "GetBoolean": "System.Boolean",
    "GetByte": "System.Byte",
    "GetInt16": "System.Int16",
    "GetInt32": "System.Int32",
    "GetInt64": "System.Int64",
    "GetDecimal": "System.Decimal",
    "GetDouble": "System.Double",
    "GetString": "System.String",
    "GetDateTime": "System.DateTime",
    "GetGuid": "System.Guid",
}


class ReaderConnection(Protocol):
    """What a reader needs of its connection: a place, and the way for messages and errors."""

    reader: SqlDataReader | None

    def inform(self, run: Any, messages: Sequence[ServerMessage]) -> None: ...

    def fail(self, run: Any, errors: Sequence[SqlError]) -> None: ...


@WINDOWS_TYPES.net_type(
    "System.Data.SqlClient.SqlDataReader", base="System.Data.Common.DbDataReader", interfaces=("System.IDisposable",)
)
class SqlDataReader(NetObject):
    """Forward only; the connection is taken until it is closed."""

    def __init__(self, run: Any, connection: ReaderConnection, outputs: Sequence[Output]) -> None:
        self.members = None
        self.connection = connection
        self.rest = list(outputs)
        self.result: ResultSet | None = None
        self.position = -1
        self.closed = False
        self._to_next_result(run)
        connection.reader = self

    def _to_next_result(self, run: Any) -> bool:
        """Delivers messages and raises errors up to the next result set."""
        self.result, self.position = None, -1
        while self.rest:
            output = self.rest.pop(0)
            if isinstance(output, ResultSet):
                self.result = output
                return True
            if isinstance(output, SqlError):
                following = [output]
                while self.rest and isinstance(further := self.rest[0], SqlError):
                    following.append(further)
                    del self.rest[0]
                self.connection.fail(run, following)
            else:
                self.connection.inform(run, [output])
        return False

    def _row(self) -> tuple[Any, ...]:
        if self.closed:
            raise invalid_operation("Invalid attempt to call MetaData when reader is closed.")
        if self.result is None or not 0 <= self.position < len(self.result.rows):
            raise invalid_operation("Invalid attempt to read when no data is present.")
        return self.result.rows[self.position]

    def _column(self, index: int) -> Any:
        columns = () if self.result is None else self.result.columns
        if not 0 <= index < len(columns):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return columns[index]

    def _value(self, index: int) -> Any:
        return to_clr(self._column(index).type, self._row()[index])

    def ps_enumerate(self) -> list[Any] | None:
        return None

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            return self._value(self.ordinal(index))
        return self._value(index) if isinstance(index, int) else NotImplemented

    @net_property("FieldCount", "int")
    @net_property("VisibleFieldCount", "int")
    def field_count(self) -> int:
        return 0 if self.result is None else len(self.result.columns)

    @net_property("HasRows", "bool")
    def has_rows(self) -> bool:
        return self.result is not None and bool(self.result.rows)

    @net_property("IsClosed", "bool")
    def is_closed(self) -> bool:
        return self.closed

    @net_property("RecordsAffected", "int")
    def records_affected(self) -> int:
        return -1

    @net_property("Depth", "int")
    def depth(self) -> int:
        return 0

    @net_method("Read", returns="bool")
    def read(self) -> bool:
        if self.closed:
            raise invalid_operation("Invalid attempt to call Read when reader is closed.")
        if self.result is None or self.position + 1 >= len(self.result.rows):
            self.position = -2 if self.result is None else len(self.result.rows)
            return False
        self.position += 1
        return True

    @net_method("NextResult", returns="bool", context=True)
    def next_result(run: Any, self: SqlDataReader) -> bool:  # noqa: N805
        if self.closed:
            raise invalid_operation("Invalid attempt to call NextResult when reader is closed.")
        return self._to_next_result(run)

    @net_method("GetName", "int", returns="string")
    def name(self, index: int) -> str:
        return str(self._column(index).name)

    @net_method("GetOrdinal", "string", returns="int")
    def ordinal(self, name: str) -> int:
        columns = () if self.result is None else self.result.columns
        for number, column in enumerate(columns):
            if column.name == name:
                return number
        for number, column in enumerate(columns):
            if column.name.lower() == name.lower():
                return number
        raise PSException("System.IndexOutOfRangeException", name)

    @net_method("GetValue", "int")
    def value(self, index: int) -> Any:
        return self._value(index)

    @net_method("IsDBNull", "int", returns="bool")
    def is_db_null(self, index: int) -> bool:
        return self._value(index) is DB_NULL

    @net_method("GetDataTypeName", "int", returns="string")
    def data_type_name(self, index: int) -> str:
        return str(self._column(index).type.name).replace("numeric", "decimal")

    @net_method("GetFieldType", "int", returns="System.Type")
    def field_type(self, index: int) -> Any:
        return WINDOWS_TYPES.get(clr_type_name(self._column(index).type))

    @net_method("GetBoolean", "int", returns="bool")
    def get_boolean(self, index: int) -> Any:
        return self._typed("GetBoolean", index)

    @net_method("GetByte", "int", returns="byte")
    def get_byte(self, index: int) -> Any:
        return self._typed("GetByte", index)

    @net_method("GetInt16", "int", returns="System.Int16")
    def get_int16(self, index: int) -> Any:
        return self._typed("GetInt16", index)

    @net_method("GetInt32", "int", returns="int")
    def get_int32(self, index: int) -> Any:
        return self._typed("GetInt32", index)

    @net_method("GetInt64", "int", returns="long")
    def get_int64(self, index: int) -> Any:
        return self._typed("GetInt64", index)

    @net_method("GetDecimal", "int", returns="decimal")
    def get_decimal(self, index: int) -> Any:
        return self._typed("GetDecimal", index)

    @net_method("GetDouble", "int", returns="double")
    def get_double(self, index: int) -> Any:
        return self._typed("GetDouble", index)

    @net_method("GetString", "int", returns="string")
    def get_string(self, index: int) -> Any:
        return self._typed("GetString", index)

    @net_method("GetDateTime", "int", returns="System.DateTime")
    def get_date_time(self, index: int) -> Any:
        return self._typed("GetDateTime", index)

    @net_method("GetGuid", "int", returns="System.Guid")
    def get_guid(self, index: int) -> Any:
        return self._typed("GetGuid", index)

    def _typed(self, method: str, index: int) -> Any:
        """Typed getters convert nothing: another type is an InvalidCastException, NULL a SqlNullValueException."""
        column = self._column(index)
        if clr_type_name(column.type) != _TYPED[method]:
            raise PSException("System.InvalidCastException", "Specified cast is not valid.")
        value = self._value(index)
        if value is DB_NULL:
            raise PSException(
                "System.Data.SqlTypes.SqlNullValueException",
                "Data is Null. This method or property cannot be called on Null values.",
            )
        return value

    @net_method("Close", returns="void", context=True)
    @net_method("Dispose", returns="void", context=True)
    def close(run: Any, self: SqlDataReader) -> None:  # noqa: N805
        """What is left of the answer is read; its messages still reach their handlers."""
        if self.closed:
            return
        self.closed = True
        if self.connection.reader is self:
            self.connection.reader = None
        rest, self.rest = self.rest, []
        self.connection.inform(run, [output for output in rest if not isinstance(output, ResultSet | SqlError)])
