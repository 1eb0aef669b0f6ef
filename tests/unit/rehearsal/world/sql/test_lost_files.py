"""Databases whose files are gone, and the reseed that brings them back."""

from __future__ import annotations

import pytest

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.preset import GIB, DatabaseSpec, GroupSpec
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.state.tree import FileTree

STATE = "SELECT state_desc FROM sys.databases WHERE name = N'sales'"
ROW = (
    "SELECT synchronization_state_desc, synchronization_health_desc, is_suspended, suspend_reason_desc "
    "FROM sys.dm_hadr_database_replica_states WHERE database_id = DB_ID(N'sales')"
)
SEEDS = "SELECT current_state, failure_state, number_of_attempts FROM sys.dm_hadr_automatic_seeding ORDER BY start_time"
GRANT = "ALTER AVAILABILITY GROUP [sales-ag] GRANT CREATE ANY DATABASE"


def lose_cache_of_secondary(s):
    """The secondary's D: comes back empty after its instance was stopped."""
    s.stop_service(2)
    s.hosts[1].files.trees["D"] = FileTree()
    s.hosts[1].files.make_directories("D:\\Data")
    s.start_service(2)
    s.pass_time(10)


def drop_copies(s):
    for name in ("sales", "orders"):
        s.do(2, f"ALTER DATABASE [{name}] SET HADR OFF")
        s.do(2, f"DROP DATABASE [{name}]")


def test_a_start_without_files_leaves_recovery_pending_and_suspended(stage):
    s = stage()
    lose_cache_of_secondary(s)
    assert s.value(2, STATE) == "RECOVERY_PENDING"
    assert s.rows(2, ROW) == [("NOT SYNCHRONIZING", "NOT_HEALTHY", 1, "SUSPEND_FROM_RESTART")]
    assert s.log().commits
    assert s.cluster.lost_commits() == []


@pytest.mark.parametrize("state", ["RECOVERY_PENDING", "SUSPECT"])
def test_files_that_vanish_under_a_running_secondary(stage, state):
    s = stage(settings=SqlSettings(running_volume_loss_state=state))
    s.hosts[1].pull("D")
    assert s.value(2, STATE) == state
    assert s.rows(2, ROW)[0][2:] == (1, "SUSPEND_FROM_REDO")
    assert s.log().commits


def test_a_volume_that_returns_brings_its_databases_back(stage):
    s = stage()
    tree = s.hosts[1].pull("D")
    s.pass_time(60)
    s.hosts[1].files.trees["D"] = tree
    s.do(2, "ALTER DATABASE [sales] SET HADR RESUME; ALTER DATABASE [orders] SET HADR RESUME")
    s.pass_time(10)
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}


def test_the_primarys_lost_volume_fails_over_only_with_db_failover(stage):
    with_failover = stage()
    with_failover.hosts[0].pull("D")
    with_failover.pass_time(10)
    assert with_failover.primary == "SALES2"
    assert with_failover.cluster.lost_commits() == []
    without = stage(groups=(GroupSpec(db_failover=False),))
    without.hosts[0].pull("D")
    without.pass_time(60)
    assert without.primary == "SALES1"
    assert not without.log().commits


def test_losing_tempdb_ends_the_instance(stage):
    s = stage()
    s.hosts[1].pull("S")
    assert not s.server(2).running
    assert s.hosts[1].services["MSSQLSERVER"].state.name == "STOPPED"
    assert s.start_service(2).code == 5123
    s.hosts[1].files.trees["S"] = FileTree()
    assert s.start_service(2).code == 5123
    s.hosts[1].files.make_directories("S:\\tempdb")
    assert s.start_service(2).code == 5123, "the folder has no rights for the service"


def test_a_tempdb_drive_lost_between_the_checks_and_the_creation_fails_the_start(stage):
    s = stage()
    s.stop_service(2)
    s.clock.call_later(s.server(2).settings.service_start_s * 0.75, lambda: s.hosts[1].pull("S"))
    assert s.start_service(2).code == 5123


def test_a_service_without_its_system_databases_does_not_start(stage):
    s = stage()
    s.stop_service(2)
    s.hosts[1].files.remove(s.server(2).databases["master"].files[0].path)
    assert s.start_service(2).code == 17204


def test_a_joined_database_cannot_be_dropped(stage):
    s = stage()
    assert s.error(2, "DROP DATABASE [sales]") == 3752
    assert s.error(2, "DROP DATABASE [nosuch]") == 3701
    assert s.error(2, "DROP DATABASE [master]") == 3708
    s.do(2, "DROP DATABASE IF EXISTS [nosuch]")


def test_reseed_from_lost_files_to_synchronized(stage):
    s = stage(settings=SqlSettings(log_backup_interval_s=5.0))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(20)
    progress = (
        "SELECT role_desc, transferred_size_bytes, database_size_bytes, transfer_rate_bytes_per_second "
        "FROM sys.dm_hadr_physical_seeding_stats WHERE local_database_name = N'sales'"
    )
    ((role, done, total, rate),) = s.rows(1, progress)
    assert (role, rate) == ("Source", 200_000_000)
    assert 0 < done < total
    assert s.value(
        2, "SELECT role_desc FROM sys.dm_hadr_physical_seeding_stats WHERE local_database_name = 'sales'"
    ) == ("Destination")
    assert s.value(1, "SELECT log_reuse_wait_desc FROM sys.databases WHERE name = 'sales'") == "AVAILABILITY_REPLICA"
    s.pass_time(1200)
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert s.rows(1, "SELECT local_database_name FROM sys.dm_hadr_physical_seeding_stats") == []
    assert s.rows(1, SEEDS) == [("COMPLETED", None, 1), ("COMPLETED", None, 1)]
    assert s.value(2, STATE) == "ONLINE"
    assert s.hosts[1].files.exists("D:\\Data\\sales.mdf")
    s.do(2, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER")
    s.pass_time(60)
    assert s.primary == "SALES2"
    assert s.cluster.lost_commits() == []


def test_seeding_without_the_grant_fails_with_21_and_is_started_again_by_it(stage):
    s = stage()
    lose_cache_of_secondary(s)
    drop_copies(s)
    s.pass_time(70)
    assert {row[:2] for row in s.rows(2, SEEDS)} == {("FAILED", 21)}
    s.do(2, GRANT)
    s.pass_time(1200)
    assert s.sync(2) == "SYNCHRONIZED"
    assert [row[2] for row in s.rows(2, SEEDS)] == [1, 1, 2, 2]


def test_seeding_does_not_restart_after_drop_when_the_setting_says_so(stage):
    s = stage(settings=SqlSettings(seeding_restarts_after_drop=False))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(60)
    assert s.rows(2, SEEDS) == []
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = AUTOMATIC)")
    s.pass_time(1200)
    assert s.sync(2) == "SYNCHRONIZED"


def test_seeding_fails_where_the_folder_is_missing_and_where_the_database_exists(stage):
    s = stage()
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    s.do(2, "ALTER DATABASE [orders] SET HADR OFF")
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = AUTOMATIC)")
    s.pass_time(10)
    assert s.rows(2, SEEDS) == [("FAILED", 23, 1)]
    s.hosts[1].files.trees["D"] = FileTree()
    s.do(2, "DROP DATABASE [orders]")
    s.pass_time(10)
    assert s.rows(2, SEEDS)[1] == ("FAILED", 2, 2)


@pytest.mark.parametrize("share", [0.0, 0.8])
def test_seeding_fails_or_is_stuck_at_a_share(stage, share):
    fail = Fault(point="sql.seeding", kind=FaultKind.FAIL, where={"database": "sales"}, after=share)
    s = stage(faults=(fail,))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(1200)
    found = s.rows(
        1,
        "SELECT a.database_name, s.current_state, s.failure_state_desc FROM sys.dm_hadr_automatic_seeding AS s "
        "JOIN sys.availability_databases_cluster AS a ON a.group_database_id = s.ag_db_id ORDER BY 1",
    )
    assert found == [("orders", "COMPLETED", None), ("sales", "FAILED", "Seeding")]
    hang = Fault(point="sql.seeding", kind=FaultKind.HANG, where={"database": "sales"}, after=share)
    stuck = stage(faults=(hang,))
    lose_cache_of_secondary(stuck)
    stuck.do(2, GRANT)
    drop_copies(stuck)
    stuck.pass_time(7200)
    ((done, total, rate),) = stuck.rows(
        1,
        "SELECT transferred_size_bytes, database_size_bytes, transfer_rate_bytes_per_second "
        "FROM sys.dm_hadr_physical_seeding_stats",
    )
    assert done / total == pytest.approx(share, abs=1e-6)
    assert rate == 0
    stuck.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = MANUAL)")
    assert stuck.rows(
        1, "SELECT failure_state_desc FROM sys.dm_hadr_automatic_seeding WHERE current_state = 'FAILED'"
    ) == [("User Cancellation",)]


def test_an_encrypted_database_is_not_seeded_without_its_certificate(stage):
    s = stage()
    for server in (1, 2):
        s.server(server).databases["sales"].encrypted = True
    assert s.value(1, "SELECT encryption_state_desc FROM sys.dm_database_encryption_keys") == "ENCRYPTED"
    lose_cache_of_secondary(s)
    s.server(2).has_tde_certificate = False
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(60)
    failed = "SELECT failure_state, error_code FROM sys.dm_hadr_automatic_seeding WHERE current_state = 'FAILED'"
    assert s.rows(2, failed) == [(2, 33111)]


def test_a_certificate_without_its_private_key_does_not_help_and_an_asymmetric_key_does(stage):
    s = stage()
    for server in (1, 2):
        s.server(server).databases["sales"].encrypted = True
        s.server(server).tde_private_key = False
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(60)
    failed = "SELECT failure_state, error_code FROM sys.dm_hadr_automatic_seeding WHERE current_state = 'FAILED'"
    assert s.rows(2, failed) == [(2, 33111)]
    for server in (1, 2):
        s.server(server).tde_by_asymmetric_key = True
    assert s.value(1, "SELECT encryptor_type FROM sys.dm_database_encryption_keys") == "ASYMMETRIC KEY"
    assert s.server(2).why_seeding_fails("sales") is None


def test_a_database_that_the_volume_has_no_room_for_is_not_seeded(stage):
    s = stage(groups=(GroupSpec(databases=(DatabaseSpec(name="sales", data_bytes=1900 * GIB),)),))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    s.do(2, "ALTER DATABASE [sales] SET HADR OFF; DROP DATABASE [sales]")
    s.pass_time(60)
    failed = "SELECT failure_state, error_code FROM sys.dm_hadr_automatic_seeding WHERE current_state = 'FAILED'"
    assert s.rows(2, failed) == [(2, 3257)]


def test_at_most_five_databases_are_seeded_at_once(stage):
    spec = GroupSpec(databases=tuple(DatabaseSpec(name=f"db{number}", data_bytes=20 * GIB) for number in range(7)))
    s = stage(groups=(spec,))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    for number in range(7):
        s.do(2, f"ALTER DATABASE [db{number}] SET HADR OFF; DROP DATABASE [db{number}]")
    s.pass_time(10)
    assert s.value(1, "SELECT COUNT(*) FROM sys.dm_hadr_physical_seeding_stats") == 5
    s.pass_time(600)
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}


def test_seeding_breaks_off_when_the_primary_moves_and_begins_again(stage):
    s = stage(nodes=3)
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    drop_copies(s)
    s.pass_time(60)
    s.do(3, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER")
    s.pass_time(2000)
    assert s.sync(2) == "SYNCHRONIZED"
    assert [row[0] for row in s.rows(2, SEEDS)].count("FAILED") == 2


def test_a_log_that_fills_while_seeding_stops_commits(stage):
    spec = GroupSpec(databases=(DatabaseSpec(name="sales", data_bytes=1800 * GIB),))
    s = stage(groups=(spec,), settings=SqlSettings(log_max_kb=4_000_000.0))
    lose_cache_of_secondary(s)
    s.do(2, GRANT)
    s.do(2, "ALTER DATABASE [sales] SET HADR OFF; DROP DATABASE [sales]")
    s.pass_time(3000)
    assert not s.log().commits
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = MANUAL)")
    s.pass_time(1)
    assert s.log().commits


def test_set_hadr_off_may_be_refused_while_recovery_is_pending(stage):
    s = stage(settings=SqlSettings(hadr_off_allowed_when_recovery_pending=False))
    lose_cache_of_secondary(s)
    assert s.error(2, "ALTER DATABASE [sales] SET HADR OFF") == 35242


def test_dropping_the_last_copy_of_commits_is_a_loss(stage):
    s = stage()
    s.stop_service(2)
    s.pass_time(60)
    for number in (1, 2):
        s.do(1, f"ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES{number}' WITH (FAILOVER_MODE = MANUAL)")
    s.stop_service(1)
    s.start_service(2)
    s.pass_time(30)
    s.do(2, "ALTER AVAILABILITY GROUP [sales-ag] FORCE_FAILOVER_ALLOW_DATA_LOSS")
    s.pass_time(10)
    lost = s.cluster.lost_commits()
    assert {one.database for one in lost} == {"sales", "orders"}
    assert all(one.lost_kb > 60 * 2_000 for one in lost)


def test_both_volumes_gone_leaves_commits_unreachable_but_not_yet_lost(stage):
    s = stage()
    trees = [host.pull("D") for host in s.hosts]
    assert {one.database for one in s.cluster.unreachable_commits()} == {"sales", "orders"}
    assert s.cluster.lost_commits() == []
    for host, tree in zip(s.hosts, trees, strict=True):
        host.files.trees["D"] = tree
        s.do(int(host.name[-1]), "ALTER DATABASE [sales] SET ONLINE; ALTER DATABASE [orders] SET ONLINE")
    assert s.cluster.unreachable_commits() == []


def test_backup_and_restore_bring_a_copy_back_without_seeding(stage):
    s = stage()
    for server in (1, 2):
        s.server(server).logins.create("DBA", roles=frozenset({"sysadmin"}))
    lose_cache_of_secondary(s)
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = MANUAL)")
    s.do(1, "BACKUP DATABASE [sales] TO DISK = N'\\\\b\\sales.bak' WITH COPY_ONLY", login="DBA")
    s.do(2, "ALTER DATABASE [sales] SET HADR OFF; DROP DATABASE [sales]")
    s.do(2, "RESTORE DATABASE [sales] FROM DISK = N'\\\\b\\sales.bak' WITH NORECOVERY, REPLACE", login="DBA")
    s.pass_time(1000)
    assert s.error(2, "ALTER DATABASE [sales] SET HADR AVAILABILITY GROUP = [sales-ag]") == 1478
    s.do(1, "BACKUP LOG [sales] TO DISK = N'\\\\b\\sales.trn'", login="DBA")
    assert s.error(2, "RESTORE LOG [sales] FROM DISK = N'\\\\b\\sales.trn' WITH NORECOVERY", login="DBA") == 4305


def test_a_restored_copy_joins_when_every_log_backup_was_restored(stage):
    s = stage(settings=SqlSettings(log_backup_interval_s=0.0))
    for server in (1, 2):
        s.server(server).logins.create("DBA", roles=frozenset({"sysadmin"}))
    lose_cache_of_secondary(s)
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH (SEEDING_MODE = MANUAL)")
    s.do(2, "ALTER DATABASE [sales] SET HADR OFF; DROP DATABASE [sales]")
    s.do(1, "BACKUP DATABASE [sales] TO DISK = N'\\\\b\\sales.bak' WITH COPY_ONLY", login="DBA")
    s.do(1, "BACKUP LOG [sales] TO DISK = N'\\\\b\\sales.trn'", login="DBA")
    s.do(2, "RESTORE DATABASE [sales] FROM DISK = N'\\\\b\\sales.bak' WITH NORECOVERY", login="DBA")
    assert s.error(2, "ALTER DATABASE [sales] SET HADR AVAILABILITY GROUP = [sales-ag]") == 1478
    s.do(2, "RESTORE LOG [sales] FROM DISK = N'\\\\b\\sales.trn' WITH NORECOVERY", login="DBA")
    s.do(2, "ALTER DATABASE [sales] SET HADR AVAILABILITY GROUP = [sales-ag]")
    s.pass_time(30)
    assert s.sync(2) == "SYNCHRONIZED"
