"""The whole of sql-server-views.json in every version: each view, its columns, their order and types, no other."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest

from rehearsal.engines.tsql import ResultSet, SqlError, Variant, schema
from rehearsal.engines.tsql.values.types import APPROXIMATE, BINARIES, INTEGERS, RANGES, Kind
from rehearsal.world.sql.views import VIEWS

VERSIONS = (13, 14, 15, 16)
REFERENCE = schema.reference()["views"]
ROWS_FOR_SURE = {
    name
    for name in REFERENCE
    if not name.endswith(("listeners", "ip_addresses", "auto_page_repair", "seeding", "seeding_stats", "backupset"))
} - {"sys.asymmetric_keys", "sys.dm_database_encryption_keys", "sys.crypt_properties"}
"""Views of which a running primary with data always has rows."""


def _year(version):
    return schema.YEAR_OF_MAJOR_VERSION[version]


def _from(name):
    arguments = REFERENCE[name].get("arguments", ())
    given = ["DB_ID(N'sales')", "1"][: len(arguments)]
    if arguments and arguments[0]["name"] == "path":
        given = ["N'C:\\\\'"]
    return f"{name}({', '.join(given)})" if given else name


def _columns(name, version):
    described = sorted(REFERENCE[name]["columns"], key=lambda column: column["ordinal"])
    return [column for column in described if column["since"] is None or int(column["since"]) <= _year(version)]


def _fits(value, kind):
    """Is this how the engine represents a value of that type?"""
    match kind.kind:
        case Kind.BIT:
            return value in (0, 1) and type(value) is int
        case whole if whole in INTEGERS:
            low, high = RANGES[whole]
            return type(value) is int and low <= value <= high
        case Kind.DECIMAL:
            return type(value) in (int, Decimal) and abs(value) < 10 ** (kind.precision - kind.scale)
        case real if real in APPROXIMATE:
            return type(value) is float
        case binary if binary in BINARIES:
            return type(value) is bytes and (kind.length < 0 or len(value) <= kind.length)
        case Kind.UNIQUEIDENTIFIER:
            return isinstance(value, str) and len(value) == 36 and value == value.upper()
        case Kind.DATETIME | Kind.DATETIME2:
            return isinstance(value, datetime) and value.tzinfo is None
        case Kind.DATETIMEOFFSET:
            return isinstance(value, datetime) and value.tzinfo is not None
        case Kind.DATE:
            return type(value) is date
        case Kind.SQL_VARIANT:
            return isinstance(value, Variant)
        case _:
            return isinstance(value, str) and len(value) <= (kind.length if kind.length > 0 else 10**6)


def test_every_view_of_the_reference_is_modelled_with_every_column():
    assert set(VIEWS) == set(REFERENCE)
    for name, model in VIEWS.items():
        assert set(model.columns) == {column["name"] for column in REFERENCE[name]["columns"]}, name


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_has_its_views_with_their_columns_in_order(stage, version):
    s = stage(major_version=version)
    s.do(1, "BACKUP DATABASE [sales] TO DISK = N'NUL' WITH COPY_ONLY", login="sa")
    empty = set()
    for name, description in REFERENCE.items():
        if int(description["min_version"]) > _year(version):
            assert s.error(1, f"SELECT * FROM {_from(name)}") == 208, name
            continue
        (found,) = s.run(1, f"SELECT * FROM {_from(name)}", login="sa")
        assert isinstance(found, ResultSet), (name, found)
        columns = _columns(name, version)
        assert [column.name for column in found.columns] == [column["name"] for column in columns], name
        for result, column in zip(found.columns, columns, strict=True):
            if column["type"] is not None:
                assert result.type == schema.type_from_text(column["type"]), (name, column["name"])
        for row in found.rows:
            for result, column, value in zip(found.columns, columns, row, strict=True):
                where = (name, column["name"], value)
                assert value is not None or column["nullable"] is not False, where
                assert value is None or _fits(value, result.type), where
        if not found.rows:
            empty.add(name)
    assert not empty & ROWS_FOR_SURE


@pytest.mark.parametrize("version", VERSIONS)
def test_a_column_of_a_later_version_is_unknown(stage, version):
    s = stage(major_version=version)
    later = 0
    for name, description in REFERENCE.items():
        if int(description["min_version"]) > _year(version):
            continue
        for column in description["columns"]:
            if column["since"] is not None and int(column["since"]) > _year(version):
                later += 1
                assert s.error(1, f"SELECT [{column['name']}] FROM {_from(name)}") == 207, (name, column["name"])
        for absent in (*description.get("documented_but_absent", ()), *description.get("added_2025", ())):
            assert s.error(1, f"SELECT [{absent}] FROM {_from(name)}") == 207, (name, absent)
    assert later or version == 16


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", sorted(REFERENCE))
def test_each_view_wants_the_right_that_its_page_states(stage, name, version):
    description = REFERENCE[name]
    if int(description["min_version"]) > _year(version):
        return
    permission = description["permission"] or ""
    s = stage(major_version=version, system_permissions=frozenset())
    if name == "msdb.dbo.backupset":
        s.do(1, "BACKUP DATABASE [sales] TO DISK = N'NUL' WITH COPY_ONLY", login="sa")
    text = f"SELECT COUNT(*) FROM {_from(name)}"
    if permission.startswith("VIEW SERVER STATE"):
        denied = s.run(1, text)[0]
        assert isinstance(denied, SqlError)
        assert [message.number for message in denied.messages] == [300, 297]
        newer = "VIEW SERVER SECURITY STATE" if "SECURITY" in permission else "VIEW SERVER PERFORMANCE STATE"
        enough = "VIEW SERVER STATE" if version < 16 else newer
        assert denied.text.startswith(f"{enough} permission was denied"), name
        for right in {"VIEW SERVER STATE", enough}:
            s.do(1, f"GRANT {right} TO [NT AUTHORITY\\SYSTEM]", login="sa")
            assert s.value(1, text) == s.value(1, text, login="sa")
            s.do(1, f"REVOKE {right} FROM [NT AUTHORITY\\SYSTEM]", login="sa")
    else:
        # metadata visibility: fewer rows, never an error
        assert s.value(1, text) <= s.value(1, text, login="sa")
        s.do(1, "GRANT VIEW ANY DEFINITION TO [NT AUTHORITY\\SYSTEM]", login="sa")
        assert s.value(1, text) == s.value(1, text, login="sa")


def test_views_of_one_database_follow_use_and_the_name_in_front(stage):
    s = stage()
    text = "SELECT name FROM {}sys.database_files WHERE type = 0"
    assert s.value(1, text.format("")) == "master"
    assert s.value(1, text.format("sales.")) == "sales"
    assert s.rows(1, "USE [sales]; SELECT name FROM sys.database_files WHERE type = 0", login="sa")[-1:] == [("sales",)]
    assert s.error(1, text.format("nosuch.")) == 208
    assert s.error(2, text.format("sales.")) == 976


def test_a_volume_of_a_file_is_found_through_cross_apply(stage):
    s = stage()
    found = s.rows(
        1,
        "SELECT mf.physical_name, vs.volume_mount_point, vs.available_bytes FROM sys.master_files AS mf "
        "CROSS APPLY sys.dm_os_volume_stats(mf.database_id, mf.file_id) AS vs WHERE mf.type_desc = N'ROWS'",
    )
    assert found
    assert all(path.startswith("D:") and mount == "D:\\" and free > 0 for path, mount, free in found)


def test_functions_and_tables_are_not_mixed_up(stage):
    s = stage()
    assert s.error(1, "SELECT * FROM sys.dm_os_volume_stats") == 216
    assert s.error(1, "SELECT * FROM sys.databases(1)") == 215
