"""SERVERPROPERTY, DATABASEPROPERTYEX, HAS_PERMS_BY_NAME and the hadr functions, as the reference describes them."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import Variant, schema
from rehearsal.world.sql.settings import SqlSettings

FUNCTIONS = schema.reference()["functions"]


@pytest.mark.parametrize("version", [13, 14, 15, 16])
@pytest.mark.parametrize(
    ("function", "call"),
    [("SERVERPROPERTY", "SERVERPROPERTY('{}')"), ("DATABASEPROPERTYEX", "DATABASEPROPERTYEX('sales', '{}')")],
)
def test_every_property_of_the_version_has_its_type_and_no_later_one_exists(stage, function, call, version):
    s = stage(major_version=version)
    year = schema.YEAR_OF_MAJOR_VERSION[version]
    known = 0
    for described in FUNCTIONS[function]["properties"]:
        value = s.value(1, "SELECT " + call.format(described["name"]))
        if described["since"] is not None and int(described["since"]) > year:
            assert value is None, described["name"]
            continue
        if value is None:
            continue
        known += 1
        assert isinstance(value, Variant)
        if described["type"] not in (None, "nvarchar"):
            assert str(value.type) == described["type"], described["name"]
        values = described.get("values")
        if (values and function == "DATABASEPROPERTYEX") or described["name"] in ("EditionID", "EngineEdition"):
            assert str(value.value) in values, described["name"]
    assert known > 25
    assert s.value(1, "SELECT " + call.format("NoSuchProperty")) is None


def test_properties_of_a_named_instance_and_of_a_missing_database(stage):
    s = stage()
    assert s.value(1, "SELECT SERVERPROPERTY('InstanceName')") is None
    assert s.value(1, "SELECT CAST(SERVERPROPERTY('ProductMajorVersion') AS int)") == 16
    assert s.value(1, "SELECT DATABASEPROPERTYEX('nosuch', 'Status')") is None


@pytest.mark.parametrize("status", ["SUSPECT", "RECOVERY_PENDING"])
def test_the_status_of_a_database_without_files_follows_the_setting(stage, status):
    s = stage(settings=SqlSettings(recovery_pending_as_status=status))
    s.stop_service(2)
    s.hosts[1].pull("D")
    s.start_service(2)
    s.pass_time(30)
    assert s.value(2, "SELECT state_desc FROM sys.databases WHERE name = N'sales'") == "RECOVERY_PENDING"
    assert s.value(2, "SELECT CAST(DATABASEPROPERTYEX(N'sales', 'Status') AS nvarchar(60))") == status


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("NULL, NULL, 'VIEW SERVER STATE'", 1),
        ("NULL, NULL, 'CONTROL SERVER'", 0),
        ("NULL, NULL, 'ANY'", 1),
        ("NULL, NULL, 'NO SUCH PERMISSION'", None),
        ("NULL, 'NO CLASS', 'ALTER'", None),
        ("N'sales', 'DATABASE', 'ALTER'", 0),
        ("N'sales', 'DATABASE', 'VIEW DATABASE STATE'", 1),
        ("NULL, 'DATABASE', 'VIEW DEFINITION'", 1),
        ("N'nosuch', 'DATABASE', 'ALTER'", None),
        ("N'sales-ag', 'AVAILABILITY GROUP', 'ALTER'", 1),
        ("N'sales-ag', 'AVAILABILITY GROUP', 'CONTROL'", 0),
        ("N'nosuch', 'AVAILABILITY GROUP', 'ALTER'", None),
    ],
)
def test_effective_permissions(stage, arguments, answer):
    rights = frozenset({"VIEW SERVER STATE", "VIEW ANY DEFINITION", "ALTER ANY AVAILABILITY GROUP"})
    s = stage(system_permissions=rights)
    assert s.value(1, f"SELECT HAS_PERMS_BY_NAME({arguments})") == answer


def test_a_permission_of_2022_is_unknown_before(stage):
    ask = "SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER PERFORMANCE STATE')"
    assert stage(major_version=15).value(1, ask) is None
    assert stage(major_version=16).value(1, ask) == 1


@pytest.mark.parametrize(("version", "preferred"), [(13, 1), (14, 1), (15, 0), (16, 0)])
def test_hadr_functions_of_databases_outside_of_groups(stage, version, preferred):
    s = stage(major_version=version)
    assert s.value(1, "SELECT sys.fn_hadr_is_primary_replica(N'master')") is None
    assert s.value(1, "SELECT sys.fn_hadr_is_primary_replica(N'nosuch')") is None
    assert [s.value(number, "SELECT sys.fn_hadr_is_primary_replica(N'sales')") for number in (1, 2)] == [1, 0]
    assert s.value(1, "SELECT sys.fn_hadr_backup_is_preferred_replica(N'master')") == 1
    assert s.value(1, "SELECT sys.fn_hadr_backup_is_preferred_replica(N'nosuch')") == preferred
