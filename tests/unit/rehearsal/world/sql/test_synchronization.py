"""Who is synchronized, what catching up takes, what a hang does, suspending and resuming."""

from __future__ import annotations

import pytest

from rehearsal.world.sql.groups.health import replica_health
from rehearsal.world.sql.settings import SqlSettings

MODE = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'{}' WITH ({})"


def test_a_cluster_begins_synchronized_and_ready(stage):
    s = stage()
    assert s.primary == "SALES1"
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert s.cluster.write_outage_intervals() == []
    assert s.cluster.data_at_risk_intervals() == []


def test_commits_grow_with_the_workload_and_are_hardened_on_both(stage):
    s = stage()
    before = s.cluster.committed()["sales-ag", "sales"]
    s.pass_time(10)
    assert s.cluster.committed()["sales-ag", "sales"] == pytest.approx(before + 10 * 2_000)
    hardened = {server: copy.hardened for server, copy in s.log().copies.items()}
    assert hardened == {"SALES1": pytest.approx(before + 20_000), "SALES2": pytest.approx(before + 20_000)}


def test_an_asynchronous_replica_trails_and_is_never_ready(stage):
    s = stage()
    s.do(1, MODE.format("SALES2", "FAILOVER_MODE = MANUAL"))
    s.do(1, MODE.format("SALES1", "FAILOVER_MODE = MANUAL"))
    s.do(1, MODE.format("SALES2", "AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT"))
    s.pass_time(5)
    assert s.sync(2) == "SYNCHRONIZING"
    assert s.log().gap("SALES2") == pytest.approx(0.2 * 2_000)
    assert not s.group.database("sales").members["SALES2"].ready
    assert replica_health(s.group, "SALES2").name == "HEALTHY"


def test_asynchronous_to_synchronous_takes_the_time_of_the_queue(stage):
    s = stage(settings=SqlSettings(send_kb_s=3_000.0))
    s.stop_service(2)
    s.pass_time(60)
    s.start_service(2)
    s.pass_time(3.6)
    assert s.sync(2) == "SYNCHRONIZING"
    queue = s.log().gap("SALES2")
    assert queue > 150_000
    s.pass_time(queue / 1_000 - 1)
    assert s.sync(2) == "SYNCHRONIZING"
    s.pass_time(2)
    assert s.sync(2) == "SYNCHRONIZED"


def test_a_workload_faster_than_the_link_is_never_caught_up(stage):
    s = stage(settings=SqlSettings(send_kb_s=1_500.0))
    s.stop_service(2)
    s.pass_time(60)
    s.start_service(2)
    s.pass_time(3600)
    assert s.sync(2) == "SYNCHRONIZING"


def test_a_hanging_secondary_stalls_commits_until_its_session_times_out(stage):
    s = stage()
    s.pass_time(5)
    s.server(2).freeze(60)
    s.pass_time(9)
    assert not s.log().commits
    before = s.cluster.committed()["sales-ag", "sales"]
    s.pass_time(2)
    assert s.log().commits
    assert s.cluster.committed()["sales-ag", "sales"] == pytest.approx(before + 1 * 2_000, rel=1e-3)
    assert s.outage_s() == pytest.approx(10)
    s.pass_time(60)
    assert s.sync(2) == "SYNCHRONIZED"
    assert s.cluster.lost_commits() == []


def test_until_the_time_out_the_primary_believes_in_a_crashed_secondary(stage):
    s = stage()
    s.hosts[1].crash()
    s.pass_time(5)
    believed = (
        "SELECT ars.role_desc, ars.connected_state_desc, drs.synchronization_state_desc "
        "FROM sys.dm_hadr_availability_replica_states AS ars JOIN sys.dm_hadr_database_replica_states AS drs "
        "ON drs.replica_id = ars.replica_id WHERE ars.is_local = 0"
    )
    assert set(s.rows(1, believed)) == {("SECONDARY", "CONNECTED", "SYNCHRONIZED")}
    s.pass_time(6)
    assert set(s.rows(1, believed)) == {("RESOLVING", "DISCONNECTED", "NOT SYNCHRONIZING")}


def test_a_crashed_secondary_is_noticed_by_time_out_a_stopped_one_at_once(stage):
    crashed = stage()
    crashed.hosts[1].crash()
    crashed.pass_time(30)
    assert crashed.outage_s() == pytest.approx(10)
    stopped = stage()
    stopped.stop_service(2)
    assert stopped.outage_s() == 0


def test_required_synchronized_secondaries_stall_commits(stage):
    s = stage()
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] SET (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT = 1)")
    s.stop_service(2)
    assert not s.log().commits
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] SET (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT = 0)")
    assert s.log().commits


def test_suspend_and_resume_on_a_secondary(stage):
    s = stage()
    (said,) = s.do(2, "ALTER DATABASE [sales] SET HADR SUSPEND")
    assert said.number == 35264
    assert (s.sync(2), s.sync(2, "orders")) == ("NOT_SYNCHRONIZING", "SYNCHRONIZED")
    assert s.error(2, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER") == 41142
    (said,) = s.do(2, "ALTER DATABASE [sales] SET HADR RESUME")
    assert said.number == 35265
    s.pass_time(5)
    assert s.sync(2) == "SYNCHRONIZED"


def test_suspend_on_the_primary_suspends_everybody(stage):
    s = stage(nodes=3)
    s.do(1, "ALTER DATABASE [sales] SET HADR SUSPEND")
    assert [s.sync(number) for number in (1, 2, 3)] == ["NOT_SYNCHRONIZING"] * 3
    assert s.log().commits
    s.do(1, "ALTER DATABASE [sales] SET HADR RESUME")
    s.pass_time(5)
    assert [s.sync(number) for number in (1, 2, 3)] == ["SYNCHRONIZED"] * 3


def test_the_log_of_a_group_with_a_missing_replica_fills_and_stops_commits(stage):
    s = stage(settings=SqlSettings(log_max_kb=1_000_000.0, log_backup_interval_s=10.0))
    s.stop_service(2)
    s.pass_time(400)
    wait = "SELECT log_reuse_wait_desc FROM sys.databases WHERE name = N'sales'"
    assert s.value(1, wait) == "AVAILABILITY_REPLICA"
    used = (
        "SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Percent Log Used' "
        "AND instance_name = 'sales'"
    )
    assert 70 < s.value(1, used) < 90
    assert s.log().commits
    s.pass_time(200)
    assert not s.log().commits
    s.start_service(2)
    s.pass_time(10)
    assert s.log().commits
    assert s.sync(2) == "SYNCHRONIZED"
