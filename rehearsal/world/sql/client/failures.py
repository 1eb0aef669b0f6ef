"""SqlException with its errors, and informational messages: what a script sees of SQL Server's answers."""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.values import Byte, NetObject
from rehearsal.engines.tsql import ServerMessage, SqlError
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

_PROVIDER = ".Net SqlClient Data Provider"
_TIMED_OUT = -2


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlError")
class SqlErrorItem(NetObject):
    """One message of the server."""

    def __init__(self, message: ServerMessage, server: str) -> None:
        self.message = message
        self.server_name = server

    def ps_string(self) -> str:
        return f"System.Data.SqlClient.SqlError: {self.message.text}"

    @net_property("Source", "string")
    def source(self) -> str:
        return _PROVIDER

    @net_property("Number", "int")
    def number(self) -> int:
        return self.message.number

    @net_property("State", "byte")
    def state(self) -> int:
        return Byte(self.message.state)

    @net_property("Class", "byte")
    def severity(self) -> int:
        return Byte(self.message.severity)

    @net_property("Server", "string")
    def server(self) -> str:
        return self.server_name

    @net_property("Message", "string")
    def text(self) -> str:
        return self.message.text

    @net_property("Procedure", "string")
    def procedure(self) -> str:
        return self.message.procedure

    @net_property("LineNumber", "int")
    def line(self) -> int:
        return self.message.line


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlErrorCollection", interfaces=("System.Collections.ICollection",))
class SqlErrorCollection(NetObject):
    """All messages of one answer, in order."""

    def __init__(self, items: Sequence[SqlErrorItem]) -> None:
        self.items = list(items)

    def ps_enumerate(self) -> list[SqlErrorItem]:
        return self.items

    def ps_index(self, index: object) -> object:
        if isinstance(index, int) and 0 <= index < len(self.items):
            return self.items[index]
        raise PSException(
            "System.ArgumentOutOfRangeException",
            "Index was out of range. Must be non-negative and less than the size of the collection.\n"
            "Parameter name: index",
        )

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self.items)


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlException", base="System.Data.Common.DbException")
class SqlException(PSException):
    """Everything the server complained about in one answer; number, class and state are those of the first error."""

    net_name = "System.Data.SqlClient.SqlException"

    def __init__(self, items: Sequence[SqlErrorItem], inner: PSException | None = None) -> None:
        super().__init__(self.net_name, "\r\n".join(item.message.text for item in items), inner)
        self.items = list(items)
        self.h_result = -2146232060
        self.source = _PROVIDER

    @property
    def first(self) -> ServerMessage:
        return self.items[0].message

    @net_property("Errors", "System.Data.SqlClient.SqlErrorCollection")
    def errors(self) -> SqlErrorCollection:
        return SqlErrorCollection(self.items)

    @net_property("Number", "int")
    def number(self) -> int:
        return self.first.number

    @net_property("Class", "byte")
    def severity(self) -> int:
        return Byte(self.first.severity)

    @net_property("State", "byte")
    def state(self) -> int:
        return Byte(self.first.state)

    @net_property("LineNumber", "int")
    def line(self) -> int:
        return self.first.line

    @net_property("Procedure", "string")
    def procedure(self) -> str:
        return self.first.procedure

    @net_property("Server", "string")
    def server(self) -> str:
        return self.items[0].server_name

    @net_property("ErrorCode", "int")
    def error_code(self) -> int:
        return self.h_result


def exception_of(errors: Sequence[SqlError], server: str) -> SqlException:
    """One exception for all errors of an answer."""
    items = [SqlErrorItem(message, server) for error in errors for message in error.messages]
    inner = None
    if items[0].message.number == _TIMED_OUT:
        inner = PSException("System.ComponentModel.Win32Exception", "The wait operation timed out")
    return SqlException(items, inner)


@WINDOWS_TYPES.net_type("System.Data.SqlClient.SqlInfoMessageEventArgs", base="System.EventArgs")
class SqlInfoMessageEventArgs(NetObject):
    """What an InfoMessage handler gets as its second argument."""

    def __init__(self, items: Sequence[SqlErrorItem]) -> None:
        self.items = list(items)

    def ps_string(self) -> str:
        return "\r\n".join(item.message.text for item in self.items)

    @net_property("Message", "string")
    def text(self) -> str:
        return "\r\n".join(item.message.text for item in self.items)

    @net_property("Errors", "System.Data.SqlClient.SqlErrorCollection")
    def errors(self) -> SqlErrorCollection:
        return SqlErrorCollection(self.items)

    @net_property("Source", "string")
    def source(self) -> str:
        return _PROVIDER

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return "\r\n".join(item.message.text for item in self.items)


def invalid_operation(message: str) -> PSException:
    return PSException("System.InvalidOperationException", message)


def argument_error(message: str) -> PSException:
    return PSException("System.ArgumentException", message)
