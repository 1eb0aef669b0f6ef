"""SqlDataAdapter: Fill, into a table or a set; opens a closed connection and closes it again."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.tsql import ResultSet
from rehearsal.world.sql.client.command import SqlCommand
from rehearsal.world.sql.client.connection import SqlConnection
from rehearsal.world.sql.client.failures import invalid_operation
from rehearsal.world.sql.client.tables import DataSet, DataTable
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES


@WINDOWS_TYPES.net_type(
    "System.Data.SqlClient.SqlDataAdapter", base="System.Data.Common.DbDataAdapter", interfaces=("System.IDisposable",)
)
class SqlDataAdapter(NetObject):
    """Runs its SelectCommand and stores what comes back."""

    def __init__(self, command: SqlCommand | None = None) -> None:
        self.members = None
        self.command = command

    @net_constructor()
    @net_constructor("System.Data.SqlClient.SqlCommand")
    @staticmethod
    def make(command: SqlCommand | None = None) -> SqlDataAdapter:
        return SqlDataAdapter(command)

    @net_constructor("string", "System.Data.SqlClient.SqlConnection")
    @staticmethod
    def make_for(text: str, connection: SqlConnection) -> SqlDataAdapter:
        return SqlDataAdapter(SqlCommand(text, connection))

    @net_constructor("string", "string")
    @staticmethod
    def make_from(text: str, connection_string: str) -> SqlDataAdapter:
        return SqlDataAdapter(SqlCommand(text, SqlConnection(connection_string)))

    @net_property("SelectCommand", "System.Data.SqlClient.SqlCommand")
    def select_command(self) -> SqlCommand | None:
        return self.command

    @net_setter("SelectCommand")
    def set_select_command(self, command: SqlCommand | None) -> None:
        self.command = command

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """The connection isn't the adapter's."""

    @net_method("Fill", "System.Data.DataTable", returns="int", context=True)
    def fill_table(run: Any, self: SqlDataAdapter, table: DataTable) -> int:  # noqa: N805
        results = self._results(run)
        return table.load(results[0].columns, results[0].rows) if results else 0

    @net_method("Fill", "System.Data.DataSet", returns="int", context=True)
    def fill_set(run: Any, self: SqlDataAdapter, target: DataSet) -> int:  # noqa: N805
        """Rows of the first result; every result becomes a table."""
        results = self._results(run)
        counts = []
        for result in results:
            number = len(target.table_list.items)
            table = DataTable(f"Table{number or ''}")
            target.table_list.items.append(table)
            counts.append(table.load(result.columns, result.rows))
        return counts[0] if counts else 0

    def _results(self, run: Any) -> list[ResultSet]:
        command = self.command
        if command is None or command.link is None:
            raise invalid_operation("The SelectCommand property has not been initialized before calling 'Fill'.")
        connection = command.link
        opened = not connection.is_open
        if opened:
            SqlConnection.open(run, connection)
        try:
            connection, outputs = command.run_batch(run, "Fill")
            connection.finish(run, outputs)
        finally:
            if opened:
                connection.close()
        return [output for output in outputs if isinstance(output, ResultSet)]
