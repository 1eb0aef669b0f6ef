"""A small server for the engine's own tests: a few views with fixed rows, no model behind it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rehearsal.engines.tsql import ResultSet, ServerMessage, Session, SqlError, Variant, compile_batch
from rehearsal.engines.tsql.syntax.statements import ServerStatement
from rehearsal.engines.tsql.values import types as t

SALES, ORDERS = "AAAAAAAA-0000-0000-0000-000000000001", "AAAAAAAA-0000-0000-0000-000000000002"
ROWS = {
    "sys.databases": [
        {"name": "master", "database_id": 1, "state": 0, "state_desc": "ONLINE", "replica_id": None},
        {"name": "tempdb", "database_id": 2, "state": 0, "state_desc": "ONLINE", "replica_id": None},
        {"name": "Sales", "database_id": 5, "state": 0, "state_desc": "ONLINE", "replica_id": SALES},
        {"name": "orders", "database_id": 6, "state": 3, "state_desc": "RECOVERY_PENDING", "replica_id": ORDERS},
    ],
    "sys.master_files": [
        {"database_id": 1, "file_id": 1, "name": "master", "physical_name": "C:\\Data\\master.mdf", "size": 100},
        {"database_id": 5, "file_id": 1, "name": "Sales", "physical_name": "D:\\Data\\sales.mdf", "size": 2000},
        {"database_id": 5, "file_id": 2, "name": "Sales_log", "physical_name": "D:\\Log\\sales.ldf", "size": 300},
        {"database_id": 6, "file_id": 1, "name": "orders", "physical_name": "d:\\Data\\orders.mdf", "size": 50},
    ],
    "sys.dm_os_volume_stats": [{"database_id": 5, "file_id": 1, "volume_mount_point": "D:\\", "total_bytes": 10**12}],
    "sys.availability_replicas": [
        {"replica_id": SALES, "replica_server_name": "SALES1"},
        {"replica_id": ORDERS, "replica_server_name": "SALES2"},
    ],
}


class FixedServer:
    """Answers from ROWS; records what it is told to do; DROP DATABASE fails with 3701 unless the name is known."""

    major_version = 16

    def __init__(self) -> None:
        self.its_collation = "SQL_Latin1_General_CP1_CI_AS"
        self.time = datetime(2026, 2, 3, 4, 5, 6, 789000, tzinfo=UTC)
        self.passed = 0.0
        self.executed: list[ServerStatement] = []
        self.read: list[tuple[str, tuple[str, ...]]] = []

    def collation(self, database):
        return self.its_collation

    def now(self):
        return self.time

    def monotonic(self):
        return self.passed

    def sleep(self, seconds):
        self.passed += seconds

    def use_database(self, name, session):
        for row in ROWS["sys.databases"]:
            if row["name"].lower() == name.lower():
                return row["name"]
        raise SqlError(911, f"Database '{name}' does not exist. Make sure that the name is entered correctly.")

    def read_view(self, view, columns, arguments, session, database=None):
        self.read.append((view, columns))
        rows = [row for row in ROWS.get(view, []) if not arguments or row["database_id"] == arguments[0]]
        return [tuple(row.get(column) for column in columns) for row in rows]

    def execute(self, statement, session):
        self.executed.append(statement)
        name = getattr(statement, "databases", ("sales",))[0]
        if name == "missing":
            raise SqlError(3701, "Cannot drop the database 'missing', because it does not exist.", severity=11)
        session.inform(3014, "done", severity=0)

    def server_property(self, name, session):
        return {"productmajorversion": Variant(t.nvarchar(128), "16"), "ishadrenabled": Variant(t.INT, 1)}.get(
            name.lower()
        )

    def database_property(self, database, name, session):
        return Variant(t.nvarchar(128), "READ_WRITE") if name.lower() == "updateability" else None

    def database_id(self, name, session):
        return next((row["database_id"] for row in ROWS["sys.databases"] if row["name"].lower() == name.lower()), None)

    def database_name(self, number, session):
        return next((row["name"] for row in ROWS["sys.databases"] if row["database_id"] == number), None)

    def procedure(self, name, session):
        return None

    def user_id(self, name, session):
        return None

    def object_id(self, name, session):
        return None

    def object_definition(self, number, session):
        return None

    def has_permission(self, securable, kind, permission, session):
        return int(permission.upper() == "VIEW SERVER STATE")

    def is_server_role_member(self, role, login, session):
        return 0

    def is_primary_replica(self, database, session):
        return 1

    def is_preferred_backup_replica(self, database, session):
        return 1

    def global_variable(self, name, session):
        return {"@@SERVERNAME": "SALES1", "@@SERVICENAME": "MSSQLSERVER", "@@VERSION": "Microsoft SQL Server 2022"}[
            name
        ]


@pytest.fixture
def server():
    return FixedServer()


@pytest.fixture
def session(server):
    return Session(server=server, compile=compile_batch, login="NT AUTHORITY\\SYSTEM")


@pytest.fixture
def rows(session):
    """Runs a batch that must not fail and gives the rows of its only result set."""

    def run(text, **parameters):
        outputs = session.execute(text, {f"@{name}": value for name, value in parameters.items()})
        errors = [output for output in outputs if isinstance(output, SqlError)]
        assert not errors, errors
        (found,) = [output for output in outputs if isinstance(output, ResultSet)]
        return found.rows

    return run


@pytest.fixture
def scalar(rows):
    def run(expression, **parameters):
        ((value,),) = rows(f"SELECT {expression}", **parameters)
        return value

    return run


@pytest.fixture
def error(session):
    """Runs a batch that must fail and gives the number of its first error."""

    def run(text, **parameters):
        outputs = session.execute(text, {f"@{name}": value for name, value in parameters.items()})
        return next(output.number for output in outputs if isinstance(output, SqlError))

    return run


@pytest.fixture
def messages(session):
    def run(text):
        return [output for output in session.execute(text) if isinstance(output, ServerMessage)]

    return run
