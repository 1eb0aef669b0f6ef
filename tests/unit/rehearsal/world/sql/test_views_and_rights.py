"""What a session sees, on the primary, on a secondary, and without rights."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import SqlError
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.sql.settings import SqlSettings


def test_a_secondary_sees_its_own_rows_only(stage):
    s = stage(nodes=3)
    for view, on_primary, on_secondary in (
        ("sys.dm_hadr_availability_replica_states", 3, 1),
        ("sys.dm_hadr_database_replica_states", 6, 2),
        ("sys.availability_replicas", 3, 3),
        ("sys.dm_hadr_availability_group_states", 1, 1),
    ):
        assert s.value(1, f"SELECT COUNT(*) FROM {view}") == on_primary, view
        assert s.value(2, f"SELECT COUNT(*) FROM {view}") == on_secondary, view


@pytest.mark.parametrize(("everything", "rows"), [(True, 4), (False, 2)])
def test_cluster_states_on_a_secondary_follow_the_setting(stage, everything, rows):
    s = stage(settings=SqlSettings(cluster_states_of_all_replicas_on_secondary=everything))
    assert s.value(2, "SELECT COUNT(*) FROM sys.dm_hadr_database_replica_cluster_states") == rows
    assert s.value(1, "SELECT COUNT(*) FROM sys.dm_hadr_database_replica_cluster_states") == 4


@pytest.mark.parametrize(("visible", "state"), [(True, "ONLINE"), (False, None)])
def test_the_state_of_a_remote_database_follows_the_setting(stage, visible, state):
    s = stage(settings=SqlSettings(remote_database_state_visible=visible))
    text = "SELECT DISTINCT database_state_desc FROM sys.dm_hadr_database_replica_states WHERE is_local = {}"
    assert s.value(1, text.format(0)) == state
    assert s.value(1, text.format(1)) == "ONLINE"


def test_the_primary_sees_a_lost_secondary_disconnected(stage):
    s = stage()
    s.stop_service(2)
    found = s.rows(
        1,
        "SELECT connected_state_desc, synchronization_health_desc, operational_state, last_connect_error_number "
        "FROM sys.dm_hadr_availability_replica_states WHERE is_local = 0",
    )
    assert found == [("DISCONNECTED", "NOT_HEALTHY", None, 35206)]
    ready = (
        "SELECT DISTINCT dcs.is_failover_ready FROM sys.dm_hadr_database_replica_cluster_states AS dcs "
        "JOIN sys.availability_replicas AS ar ON ar.replica_id = dcs.replica_id WHERE ar.replica_server_name = 'SALES2'"
    )
    assert s.value(1, ready) == 0


def test_without_view_any_definition_catalogs_are_empty_not_refused(stage):
    s = stage(system_permissions=frozenset({"VIEW SERVER STATE", "ALTER ANY AVAILABILITY GROUP"}))
    for view in ("sys.availability_groups", "sys.availability_replicas", "sys.master_files"):
        assert s.rows(1, f"SELECT 1 FROM {view}") == []
    assert s.value(1, "SELECT COUNT(*) FROM sys.dm_hadr_availability_replica_states") == 2
    assert s.value(1, "SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW ANY DEFINITION')") == 0


def test_without_view_server_state_dmvs_are_refused_with_two_errors(stage):
    s = stage(system_permissions=frozenset({"VIEW ANY DEFINITION"}))
    (found,) = s.run(1, "SELECT cluster_name FROM sys.dm_hadr_cluster")
    assert isinstance(found, SqlError)
    assert [message.number for message in found.messages] == [300, 297]
    assert "VIEW SERVER PERFORMANCE STATE" in found.text
    older = stage(system_permissions=frozenset(), major_version=15)
    assert "VIEW SERVER STATE" in older.run(1, "SELECT 1 FROM sys.dm_hadr_cluster")[0].text


def test_altering_without_the_right_is_15151(stage):
    s = stage(system_permissions=frozenset({"VIEW SERVER STATE", "VIEW ANY DEFINITION"}))
    assert s.error(2, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER") == 15151


def test_dropping_and_leaving_without_the_right(stage):
    s = stage(system_permissions=frozenset({"VIEW SERVER STATE", "ALTER ANY AVAILABILITY GROUP"}))
    assert s.error(2, "ALTER DATABASE [sales] SET HADR OFF") == 5011
    assert s.error(2, "DROP DATABASE [sales]") == 3701


def test_unknown_logins_and_databases_are_not_let_in(stage):
    s = stage()
    with pytest.raises(SqlError) as refused:
        s.session(1, login="SALES\\NOBODY$")
    assert refused.value.number == 18456
    with pytest.raises(SqlError) as refused:
        s.session(1, database="nosuch")
    assert refused.value.number == 4060


def test_permissions_can_be_granted_and_denied(stage):
    s = stage(system_permissions=frozenset())
    s.server(1).logins.create("DBA", roles=frozenset({"sysadmin"}))
    ask = "SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')"
    assert s.value(1, ask) == 0
    s.do(1, "GRANT VIEW SERVER STATE TO [NT AUTHORITY\\SYSTEM]", login="DBA")
    assert s.value(1, ask) == 1
    s.do(1, "DENY VIEW SERVER STATE TO [NT AUTHORITY\\SYSTEM]", login="DBA")
    assert s.value(1, ask) == 0
    assert s.error(1, "GRANT VIEW SERVER STATE TO [NT AUTHORITY\\SYSTEM]") == 4613
    assert s.value(1, "SELECT IS_SRVROLEMEMBER('sysadmin')", login="DBA") == 1


def test_many_groups_and_databases_are_seen_in_one_query(stage):
    groups = tuple(
        GroupSpec(name=f"ag{number:02d}", databases=tuple(DatabaseSpec(name=f"db{number:02d}_{n}") for n in range(10)))
        for number in range(20)
    )
    s = stage(groups=groups)
    counted = s.rows(
        1,
        "SELECT ar.replica_server_name, COUNT(*), SUM(CASE WHEN drs.synchronization_state = 2 THEN 1 ELSE 0 END) "
        "FROM sys.availability_replicas ar "
        "JOIN sys.dm_hadr_database_replica_states drs ON drs.replica_id = ar.replica_id "
        "GROUP BY ar.replica_server_name ORDER BY 1",
    )
    assert counted == [("SALES1", 200, 200), ("SALES2", 200, 200)]


def test_lsns_are_ordered_as_the_log_is(stage):
    s = stage()
    text = "SELECT last_hardened_lsn FROM sys.dm_hadr_database_replica_states WHERE is_local = 1"
    before = s.rows(1, text)
    s.pass_time(100)
    after = s.rows(1, text)
    assert all(new > old for (new,), (old,) in zip(after, before, strict=True))


def test_the_same_seed_tells_the_same_story(stage):
    def story(seed):
        s = stage(seed=seed, nodes=3)
        s.do(2, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER")
        s.pass_time(10)
        s.hosts[1].crash()
        s.pass_time(100)
        return s.trace.lines()

    assert story(3) == story(3)
    assert story(3) != story(4)
