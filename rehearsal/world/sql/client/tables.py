"""DataTable, DataRow and their collections, as far as SqlDataAdapter.Fill and reading rows need them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.members import CodeProperty
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.tsql import ResultColumn
from rehearsal.world.sql.client.data_types import DB_NULL, clr_type_name, to_clr
from rehearsal.world.sql.client.failures import argument_error
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES


@WINDOWS_TYPES.net_type("System.Data.DataColumn")
class DataColumn(NetObject):
    """One column of a table."""

    def __init__(self, name: str, type_name: str, number: int) -> None:
        self.members = None
        self.column_name = name
        self.type_name = type_name
        self.number = number

    def ps_string(self) -> str:
        return self.column_name

    @net_property("ColumnName", "string")
    @net_property("Caption", "string")
    def name(self) -> str:
        return self.column_name

    @net_property("Ordinal", "int")
    def ordinal(self) -> int:
        return self.number

    @net_property("DataType", "System.Type")
    def data_type(self) -> Any:
        return WINDOWS_TYPES.get(self.type_name)

    @net_property("AllowDBNull", "bool")
    def allows_null(self) -> bool:
        return True


@WINDOWS_TYPES.net_type("System.Data.DataColumnCollection", base="System.Data.InternalDataCollectionBase")
class DataColumnCollection(NetObject):
    """The columns of a table; names compare without case."""

    def __init__(self) -> None:
        self.members = None
        self.items: list[DataColumn] = []
        self._by_lower: dict[str, DataColumn] = {}

    def ps_enumerate(self) -> list[DataColumn]:
        return self.items

    def append(self, column: DataColumn) -> None:
        self.items.append(column)
        self._by_lower[column.column_name.lower()] = column

    def find(self, name: str) -> DataColumn | None:
        return self._by_lower.get(name.lower())

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            return self.find(index)
        return self.items[index] if isinstance(index, int) and index < len(self.items) else NotImplemented

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self.items)

    @net_method("Contains", "string", returns="bool")
    def contains(self, name: str) -> bool:
        return self.find(name) is not None


@WINDOWS_TYPES.net_type("System.Data.DataRowCollection", base="System.Data.InternalDataCollectionBase")
class DataRowCollection(NetObject):
    """The rows of a table."""

    def __init__(self) -> None:
        self.members = None
        self.items: list[DataRow] = []

    def ps_enumerate(self) -> list[DataRow]:
        return self.items

    def ps_index(self, index: object) -> object:
        if not isinstance(index, int):
            return NotImplemented
        if not 0 <= index < len(self.items):
            raise PSException("System.IndexOutOfRangeException", f"There is no row at position {index}.")
        return self.items[index]

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self.items)


@WINDOWS_TYPES.net_type("System.Data.DataTable", interfaces=("System.IDisposable",))
class DataTable(NetObject):
    """Columns and rows of one result. PowerShell enumerates its rows."""

    def __init__(self, name: str = "") -> None:
        self.members = None
        self.name = name
        self.column_list = DataColumnCollection()
        self.row_list = DataRowCollection()
        self.row_members: dict[str, Any] = {}

    @net_constructor()
    @net_constructor("string")
    @staticmethod
    def make(name: str = "") -> DataTable:
        return DataTable(name)

    def ps_enumerate(self) -> list[DataRow]:
        return self.row_list.items

    def ps_string(self) -> str:
        return self.name

    @net_property("TableName", "string")
    def table_name(self) -> str:
        return self.name

    @net_setter("TableName")
    def set_table_name(self, name: str) -> None:
        self.name = name

    @net_property("Columns", "System.Data.DataColumnCollection")
    def columns(self) -> DataColumnCollection:
        return self.column_list

    @net_property("Rows", "System.Data.DataRowCollection")
    def rows(self) -> DataRowCollection:
        return self.row_list

    @net_method("Clear", returns="void")
    def clear(self) -> None:
        self.row_list.items.clear()

    @net_method("Select", returns="System.Data.DataRow[]")
    def select(self) -> PSArray:
        return PSArray(list(self.row_list.items), "System.Data.DataRow")

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """A table holds nothing that must be given back."""

    def load(self, columns: Sequence[ResultColumn], rows: Sequence[tuple[Any, ...]]) -> int:
        """Appends a result; columns that the table lacks are added, unnamed and repeated ones get a number."""
        numbers = [self._column_number(column, position) for position, column in enumerate(columns)]
        kinds = [column.type for column in columns]
        width = len(self.column_list.items)
        for row in rows:
            values: list[Any] = [DB_NULL] * width
            for number, kind, value in zip(numbers, kinds, row, strict=True):
                if value is not None:
                    values[number] = to_clr(kind, value)
            self.row_list.items.append(DataRow(self, values))
        return len(rows)

    def _column_number(self, column: ResultColumn, position: int) -> int:
        name = column.name or f"Column{position + 1}"
        existing = self.column_list.find(name)
        if existing is not None and (self.row_list.items or existing.number >= position):
            return existing.number
        suffix, unique = 0, name
        while self.column_list.find(unique) is not None:
            suffix += 1
            unique = f"{name}{suffix}"
        number = len(self.column_list.items)
        self.column_list.append(DataColumn(unique, clr_type_name(column.type), number))
        self.row_members[unique.lower()] = _row_property(unique, number)
        return number


@lru_cache(maxsize=1024)
def _row_property(name: str, number: int) -> CodeProperty:
    """The property of a row that stands for its column of that number."""
    return CodeProperty(
        name,
        lambda _run, row: row.values[number],
        lambda _run, row, value: row.values.__setitem__(number, value),
    )


@WINDOWS_TYPES.net_type("System.Data.DataRow")
class DataRow(NetObject):
    """Values by column; each column is a property of the row, NULL is DBNull."""

    __slots__ = ("members", "owner", "values")

    def __init__(self, owner: DataTable, values: list[Any]) -> None:
        self.owner = owner
        self.values = values
        self.members = owner.row_members

    def _number(self, index: object) -> int:
        if isinstance(index, DataColumn):
            return index.number
        if isinstance(index, str):
            column = self.owner.column_list.find(index)
            if column is None:
                raise argument_error(f"Column '{index}' does not belong to table {self.owner.name}.")
            return column.number
        if isinstance(index, int):
            if not 0 <= index < len(self.values):
                raise PSException("System.IndexOutOfRangeException", f"Cannot find column {index}.")
            return index
        raise argument_error("Cannot find a column by this value.")

    def ps_index(self, index: object) -> object:
        return self.values[self._number(index)]

    def ps_set_index(self, index: object, value: object) -> object:
        self.values[self._number(index)] = value
        return None

    @net_property("Table", "System.Data.DataTable")
    def table(self) -> DataTable:
        return self.owner

    @net_property("ItemArray", "object[]")
    def item_array(self) -> PSArray:
        return PSArray(list(self.values))

    @net_method("IsNull", "string", returns="bool")
    @net_method("IsNull", "int", returns="bool")
    def is_null(self, index: object) -> bool:
        return self.values[self._number(index)] is DB_NULL


@WINDOWS_TYPES.net_type("System.Data.DataTableCollection", base="System.Data.InternalDataCollectionBase")
class DataTableCollection(NetObject):
    """The tables of a set."""

    def __init__(self) -> None:
        self.members = None
        self.items: list[DataTable] = []

    def ps_enumerate(self) -> list[DataTable]:
        return self.items

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            return next((table for table in self.items if table.name.lower() == index.lower()), None)
        if isinstance(index, int) and 0 <= index < len(self.items):
            return self.items[index]
        raise PSException("System.IndexOutOfRangeException", f"Cannot find table {index}.")

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self.items)


@WINDOWS_TYPES.net_type("System.Data.DataSet", interfaces=("System.IDisposable",))
class DataSet(NetObject):
    """Tables by the order of their results: Table, Table1, Table2 …"""

    def __init__(self) -> None:
        self.members = None
        self.table_list = DataTableCollection()

    @net_constructor()
    @staticmethod
    def make() -> DataSet:
        return DataSet()

    @net_property("Tables", "System.Data.DataTableCollection")
    def tables(self) -> DataTableCollection:
        return self.table_list

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """A set holds nothing that must be given back."""
