"""SqlCommand and its parameters."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject
from rehearsal.engines.tsql import Parameters, ResultSet, SqlError
from rehearsal.engines.tsql.values import conversion
from rehearsal.engines.tsql.values import types as t
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.world.sql.client.connection import SqlConnection
from rehearsal.world.sql.client.data_types import from_clr, is_missing, to_clr
from rehearsal.world.sql.client.failures import argument_error, invalid_operation
from rehearsal.world.sql.client.reader import SqlDataReader
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

COMMAND_TYPE = WINDOWS_TYPES.net_enum("System.Data.CommandType", {"Text": 1, "StoredProcedure": 4, "TableDirect": 512})
SQL_DB_TYPE = WINDOWS_TYPES.net_enum(
    "System.Data.SqlDbType",
    {
        "BigInt": 0, "Binary": 1, "Bit": 2, "Char": 3, "DateTime": 4, "Decimal": 5, "Float": 6, "Image": 7, "Int": 8,
        "Money": 9, "NChar": 10, "NText": 11, "NVarChar": 12, "Real": 13, "UniqueIdentifier": 14, "SmallDateTime": 15,
        "SmallInt": 16, "SmallMoney": 17, "Text": 18, "Timestamp": 19, "TinyInt": 20, "VarBinary": 21, "VarChar": 22,
        "Variant": 23, "Xml": 25, "Udt": 29, "Structured": 30, "Date": 31, "Time": 32, "DateTime2": 33,
        "DateTimeOffset": 34,
    },
)  # fmt: skip
_TYPES = {
    0: t.BIGINT, 2: t.BIT, 4: t.DATETIME, 5: t.decimal(38, 10), 6: t.FLOAT, 8: t.INT, 12: t.nvarchar(4000), 13: t.REAL,
    14: t.UNIQUEIDENTIFIER, 16: t.SMALLINT, 20: t.TINYINT, 21: SqlType(Kind.VARBINARY, length=8000),
    22: t.varchar(8000), 33: t.DATETIME2,
}  # fmt: skip


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlParameter", base="System.Data.Common.DbParameter")
class SqlParameter(NetObject):
    """A value by name; its type is inferred from the value unless SqlDbType was set."""

    def __init__(self, name: str = "", value: Any = None, db_type: int | None = None, size: int = 0) -> None:
        self.members = None
        self.parameter_name = name
        self.given = value
        self.db_type = db_type
        self.length = size

    @net_constructor()
    @staticmethod
    def make() -> SqlParameter:
        return SqlParameter()

    @net_constructor("string", "System.Data.SqlDbType")
    @net_constructor("string", "System.Data.SqlDbType", "int")
    @staticmethod
    def make_typed(name: str, db_type: EnumValue, size: int = 0) -> SqlParameter:
        return SqlParameter(name, None, db_type.value, size)

    @net_constructor("string", "object")
    @staticmethod
    def make_with(name: str, value: Any) -> SqlParameter:
        return SqlParameter(name, value)

    def ps_string(self) -> str:
        return self.parameter_name

    @net_property("ParameterName", "string")
    def name(self) -> str:
        return self.parameter_name

    @net_setter("ParameterName")
    def set_name(self, name: str) -> None:
        self.parameter_name = name

    @net_property("Value", "object")
    def value(self) -> Any:
        return self.given

    @net_setter("Value")
    def set_value(self, value: Any) -> None:
        self.given = value

    @net_property("SqlDbType", "System.Data.SqlDbType")
    def sql_db_type(self) -> EnumValue:
        return EnumValue(SQL_DB_TYPE, 12 if self.db_type is None else self.db_type)

    @net_setter("SqlDbType")
    def set_sql_db_type(self, value: EnumValue) -> None:
        self.db_type = value.value

    @net_property("Size", "int")
    def size(self) -> int:
        return self.length

    @net_setter("Size")
    def set_size(self, value: int) -> None:
        self.length = value

    def sent(self, run: Any) -> tuple[SqlType, Any] | None:
        """What goes to the server; None for a parameter without a value."""
        if is_missing(self.given):
            return None
        try:
            kind, value = from_clr(self.given)
        except TypeError as unknown:
            raise argument_error(
                f"No mapping exists from object type {unknown} to a known managed provider native type."
            ) from None
        if self.db_type is None:
            return kind, value
        wanted = _TYPES.get(self.db_type)
        if wanted is None:
            raise run.refusal(f"SqlDbType {SQL_DB_TYPE.enum_text(self.db_type)}", None)
        if value is None:
            return wanted, None
        change = conversion.converter(kind, wanted)
        return wanted, value if change is None else change(value)


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlParameterCollection", base="System.Data.Common.DbParameterCollection")
class SqlParameterCollection(NetObject):
    """The parameters of a command, in order."""

    def __init__(self) -> None:
        self.members = None
        self.items: list[SqlParameter] = []

    def ps_enumerate(self) -> list[SqlParameter]:
        return self.items

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            found = self._find(index)
            if found is None:
                raise PSException(
                    "System.IndexOutOfRangeException",
                    f"An SqlParameter with ParameterName '{index}' is not contained by this SqlParameterCollection.",
                )
            return found
        return self.items[index] if isinstance(index, int) else NotImplemented

    def _find(self, name: str) -> SqlParameter | None:
        return next((item for item in self.items if item.parameter_name.lower() == name.lower()), None)

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self.items)

    @net_method("AddWithValue", "string", "object", returns="System.Data.SqlClient.SqlParameter")
    def add_with_value(self, name: str, value: Any) -> SqlParameter:
        made: SqlParameter = self.add(SqlParameter(name, value))
        return made

    @net_method("Add", "System.Data.SqlClient.SqlParameter", returns="System.Data.SqlClient.SqlParameter")
    def add(self, parameter: SqlParameter) -> SqlParameter:
        self.items.append(parameter)
        return parameter

    @net_method("Add", "string", "System.Data.SqlDbType", returns="System.Data.SqlClient.SqlParameter")
    @net_method("Add", "string", "System.Data.SqlDbType", "int", returns="System.Data.SqlClient.SqlParameter")
    def add_typed(self, name: str, db_type: EnumValue, size: int = 0) -> SqlParameter:
        made: SqlParameter = self.add(SqlParameter(name, None, db_type.value, size))
        return made

    @net_method("Contains", "string", returns="bool")
    def contains(self, name: str) -> bool:
        return self._find(name) is not None

    @net_method("Clear", returns="void")
    def clear(self) -> None:
        self.items.clear()


@WINDOWS_TYPES.net_type(
    "System.Data.SqlClient.SqlCommand", base="System.Data.Common.DbCommand", interfaces=("System.IDisposable",)
)
class SqlCommand(NetObject):
    """Text, parameters and a time-out; the connection does the work."""

    def __init__(self, text: str = "", connection: SqlConnection | None = None) -> None:
        self.members = None
        self.text = text
        self.link = connection
        self.timeout_s = 30
        self.items = SqlParameterCollection()

    @net_constructor()
    @staticmethod
    def make() -> SqlCommand:
        return SqlCommand()

    @net_constructor("string")
    @net_constructor("string", "System.Data.SqlClient.SqlConnection")
    @staticmethod
    def make_with(text: str, connection: SqlConnection | None = None) -> SqlCommand:
        return SqlCommand(text, connection)

    @net_property("CommandText", "string")
    def command_text(self) -> str:
        return self.text

    @net_setter("CommandText")
    def set_command_text(self, text: str) -> None:
        self.text = text

    @net_property("CommandTimeout", "int")
    def command_timeout(self) -> int:
        return self.timeout_s

    @net_setter("CommandTimeout")
    def set_command_timeout(self, seconds: int) -> None:
        if seconds < 0:
            raise argument_error(f"Invalid CommandTimeout value {seconds}; the value must be >= 0.")
        self.timeout_s = seconds

    @net_property("CommandType", "System.Data.CommandType")
    def command_type(self) -> EnumValue:
        return EnumValue(COMMAND_TYPE, 1)

    @net_setter("CommandType", context=True)
    def set_command_type(run: Any, self: SqlCommand, value: EnumValue) -> None:  # noqa: N805
        if value.value != 1:
            raise run.refusal(f"CommandType {value.ps_string()}", None)

    @net_property("Connection", "System.Data.SqlClient.SqlConnection")
    def connection(self) -> SqlConnection | None:
        return self.link

    @net_setter("Connection")
    def set_connection(self, connection: SqlConnection | None) -> None:
        self.link = connection

    @net_property("Parameters", "System.Data.SqlClient.SqlParameterCollection")
    def parameters(self) -> SqlParameterCollection:
        return self.items

    @net_method("CreateParameter", returns="System.Data.SqlClient.SqlParameter")
    def create_parameter(self) -> SqlParameter:
        return SqlParameter()

    @net_method("Dispose", returns="void")
    @net_method("Cancel", returns="void")
    @net_method("Prepare", returns="void")
    def dispose(self) -> None:
        """A command holds nothing."""

    def run_batch(self, run: Any, method: str) -> tuple[SqlConnection, list[Any]]:
        """Sends the text; raises what .NET raises for a command that isn't ready."""
        if self.link is None:
            raise invalid_operation(f"{method}: Connection property has not been initialized.")
        if not self.link.is_open:
            raise invalid_operation(
                f"{method} requires an open and available Connection. The connection's current state is closed."
            )
        if not self.text:
            raise invalid_operation(f"{method}: CommandText property has not been initialized")
        return self.link, self.link.execute(run, self.text, self._sent(run), self.timeout_s)

    def _sent(self, run: Any) -> Parameters:
        found: dict[str, tuple[SqlType, Any]] = {}
        for item in self.items.items:
            name = item.parameter_name if item.parameter_name.startswith("@") else f"@{item.parameter_name}"
            sent = item.sent(run)
            if sent is None:
                error = SqlError(
                    8178,
                    f"The parameterized query '{self.text[:100]}' expects the parameter '{name}', which was not "
                    "supplied.",
                )
                assert self.link is not None
                self.link.fail(run, [error])
            else:
                found[name.lower()] = sent
        return found

    @net_method("ExecuteNonQuery", returns="int", context=True)
    def execute_non_query(run: Any, self: SqlCommand) -> int:  # noqa: N805
        connection, outputs = self.run_batch(run, "ExecuteNonQuery")
        connection.finish(run, outputs)
        return -1

    @net_method("ExecuteScalar", returns="object", context=True)
    def execute_scalar(run: Any, self: SqlCommand) -> Any:  # noqa: N805
        """The first column of the first row; $null when there is no row."""
        connection, outputs = self.run_batch(run, "ExecuteScalar")
        connection.finish(run, outputs)
        for output in outputs:
            if isinstance(output, ResultSet):
                if not output.rows:
                    return None
                return to_clr(output.columns[0].type, output.rows[0][0])
        return None

    @net_method("ExecuteReader", returns="System.Data.SqlClient.SqlDataReader", context=True)
    def execute_reader(run: Any, self: SqlCommand) -> SqlDataReader:  # noqa: N805
        connection, outputs = self.run_batch(run, "ExecuteReader")
        return SqlDataReader(run, connection, outputs)
