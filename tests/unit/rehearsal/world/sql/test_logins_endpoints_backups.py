"""DDL beside groups: logins, the mirroring endpoint, states of databases, and what BACKUP and RESTORE tell."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import ServerMessage, SqlError

STATES = (
    "SELECT ar.replica_server_name, ars.connected_state_desc, ars.last_connect_error_number "
    "FROM sys.availability_replicas AS ar JOIN sys.dm_hadr_availability_replica_states AS ars "
    "ON ars.replica_id = ar.replica_id ORDER BY 1"
)


def _texts(outputs):
    assert not [output for output in outputs if isinstance(output, SqlError)], outputs
    return [(output.number, output.severity, output.text) for output in outputs if isinstance(output, ServerMessage)]


def test_a_login_can_be_disabled_enabled_and_dropped(stage):
    s = stage()
    s.do(1, "CREATE LOGIN [SALES\\DBA] FROM WINDOWS; ALTER LOGIN [SALES\\DBA] DISABLE", login="sa")
    ask = "SELECT is_disabled FROM sys.server_principals WHERE name = N'SALES\\DBA'"
    assert s.value(1, ask, login="sa") == 1
    with pytest.raises(SqlError) as refused:
        s.session(1, login="SALES\\DBA")
    assert refused.value.number == 18470
    s.do(1, "ALTER LOGIN [SALES\\DBA] ENABLE", login="sa")
    assert s.value(1, "SELECT SUSER_SNAME()", login="SALES\\DBA") == "SALES\\DBA"
    s.do(1, "DROP LOGIN [SALES\\DBA]", login="sa")
    assert s.rows(1, ask, login="sa") == []
    assert s.error(1, "DROP LOGIN [SALES\\DBA]", login="sa") == 15151
    assert s.error(1, "ALTER LOGIN [sa] DISABLE") == 15151


def test_an_owner_is_not_dropped(stage):
    s = stage()
    s.do(1, "CREATE LOGIN [SALES\\OWNER] FROM WINDOWS", login="sa")
    s.do(1, "ALTER AUTHORIZATION ON DATABASE::[sales] TO [SALES\\OWNER]", login="sa")
    assert s.error(1, "DROP LOGIN [SALES\\OWNER]", login="sa") == 15174


@pytest.mark.parametrize("stopped", [1, 2])
def test_without_its_endpoint_a_replica_is_disconnected(stage, stopped):
    s = stage()
    s.do(stopped, "ALTER ENDPOINT [Hadr_endpoint] STATE = STOPPED", login="sa")
    assert s.rows(1, STATES)[1] == ("SALES2", "DISCONNECTED", 35206)
    assert s.sync(2) == "NOT_SYNCHRONIZING"
    assert s.value(stopped, "SELECT state_desc FROM sys.tcp_endpoints") == "STOPPED"
    assert s.error(2, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER") == 41142
    s.do(stopped, "ALTER ENDPOINT [Hadr_endpoint] STATE = STARTED", login="sa")
    s.pass_time(60)
    assert s.rows(1, STATES)[1][1] == "CONNECTED"
    assert s.sync(2) == "SYNCHRONIZED"
    assert s.cluster.lost_commits() == []


def test_a_restarted_secondary_does_not_connect_to_a_stopped_endpoint(stage):
    s = stage()
    s.do(1, "ALTER ENDPOINT [Hadr_endpoint] STATE = STOPPED", login="sa")
    s.stop_service(2)
    s.start_service(2)
    s.pass_time(60)
    assert s.rows(1, STATES)[1] == ("SALES2", "DISCONNECTED", 35204)


def test_endpoints_that_cannot_be_made_or_altered(stage):
    s = stage()
    create = (
        "CREATE ENDPOINT [second] STATE = STARTED AS TCP (LISTENER_PORT = 5023, LISTENER_IP = ALL) "
        "FOR DATABASE_MIRRORING "
        "(AUTHENTICATION = WINDOWS NEGOTIATE, ENCRYPTION = REQUIRED ALGORITHM AES, ROLE = ALL)"
    )
    assert s.error(1, create, login="sa") == 7862
    assert s.error(1, create) == 15247
    assert s.error(1, "ALTER ENDPOINT [nosuch] STATE = STARTED", login="sa") == 15151
    assert s.error(1, "ALTER ENDPOINT [Hadr_endpoint] STATE = STARTED") == 15151


def test_databases_of_groups_keep_their_options(stage):
    s = stage()
    for option in ("RECOVERY SIMPLE", "OFFLINE", "READ_ONLY", "EMERGENCY"):
        assert s.error(1, f"ALTER DATABASE [sales] SET {option}", login="sa") == 1468, option
    s.do(1, "ALTER DATABASE [sales] SET RECOVERY FULL", login="sa")


def test_an_offline_database_is_seen_by_few_and_opened_by_none(stage):
    s = stage()
    s.do(1, "CREATE DATABASE [spare]; ALTER DATABASE [spare] SET OFFLINE", login="sa")
    text = "SELECT state_desc FROM sys.databases WHERE name = N'spare'"
    assert s.value(1, text, login="sa") == "OFFLINE"
    assert s.error(1, "USE [spare]", login="sa") == 942
    s.do(1, "CREATE LOGIN [SALES\\READER] FROM WINDOWS", login="sa")
    assert s.rows(1, text, login="SALES\\READER") == []
    s.do(1, "ALTER DATABASE [spare] SET ONLINE", login="sa")
    assert s.value(1, text, login="SALES\\READER") == "ONLINE"


def test_a_backup_with_stats_tells_how_far_it_is(stage):
    s = stage()
    began = s.clock.monotonic()
    backup = "BACKUP DATABASE [sales] TO DISK = N'\\\\b\\s.bak' WITH COPY_ONLY, STATS = 25"
    told = _texts(s.session(1, login="sa").execute(backup))
    took = s.clock.monotonic() - began
    assert [text for number, _, text in told if number == 3211] == [
        f"{n} percent processed." for n in (25, 50, 75, 100)
    ]
    assert [number for number, _, _ in told][-2:] == [4035, 3014]
    assert all(severity == 0 for _, severity, _ in told)
    assert told[-1][2].startswith("BACKUP DATABASE successfully processed ")
    plain = s.clock.monotonic()
    s.do(1, "BACKUP DATABASE [sales] TO DISK = N'\\\\b\\s.bak' WITH COPY_ONLY", login="sa")
    assert s.clock.monotonic() - plain == pytest.approx(took)


def test_a_database_is_restored_beside_the_group_and_recovered(stage):
    s = stage()
    s.do(1, "BACKUP DATABASE [sales] TO DISK = N'\\\\b\\s.bak' WITH COPY_ONLY", login="sa")
    assert s.error(2, "RESTORE DATABASE [sales] FROM DISK = N'\\\\b\\s.bak' WITH REPLACE", login="sa") == 3104
    s.do(2, "ALTER DATABASE [sales] SET HADR OFF", login="sa")
    s.do(2, "RESTORE DATABASE [sales] WITH RECOVERY", login="sa")
    assert s.value(2, "SELECT state_desc FROM sys.databases WHERE name = N'sales'", login="sa") == "ONLINE"
    assert s.error(2, "RESTORE DATABASE [sales] WITH RECOVERY", login="sa") == 3153
    assert s.error(2, "ALTER DATABASE [sales] SET HADR AVAILABILITY GROUP = [sales-ag]", login="sa") == 1408


def test_restoring_takes_the_right_to_create_databases(stage):
    s = stage(system_permissions=frozenset({"VIEW SERVER STATE"}))
    assert s.error(2, "RESTORE DATABASE [sales] FROM DISK = N'\\\\b\\s.bak'") == 3110


def test_a_second_join_is_a_message(stage):
    s = stage()
    (told,) = s.run(2, "ALTER AVAILABILITY GROUP [sales-ag] JOIN")
    assert (told.number, told.severity) == (41145, 10)


def test_the_intent_of_a_connection_decides_where_a_role_says_so(stage):
    s = stage()
    modify = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'{}' WITH ({} (ALLOW_CONNECTIONS = {}))"
    s.do(1, modify.format("SALES2", "SECONDARY_ROLE", "READ_ONLY"))
    s.do(1, modify.format("SALES1", "PRIMARY_ROLE", "READ_WRITE"))
    answers = {}
    for number in (1, 2):
        for read_only in (False, True):
            session = s.server(number).connect("sa", read_only_intent=read_only)
            (found,) = session.execute("BEGIN TRY EXEC (N'USE [sales]') END TRY BEGIN CATCH THROW END CATCH")
            answers[number, read_only] = found.number
    assert answers == {(1, False): 5701, (1, True): 979, (2, False): 978, (2, True): 5701}
