"""Planned, automatic and forced failover, what is lost, and what refuses."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import ConnectionBrokenError, ServerMessage, SqlError
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.groups.quorum import WitnessKind
from rehearsal.world.sql.preset import GroupSpec
from rehearsal.world.sql.settings import SqlSettings

FAIL_OVER = "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER"
FORCE = "ALTER AVAILABILITY GROUP [sales-ag] FORCE_FAILOVER_ALLOW_DATA_LOSS"
MODE = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'{}' WITH ({})"


def manual(s):
    for number in range(1, len(s.hosts) + 1):
        s.do(1, MODE.format(s.server(number).name, "FAILOVER_MODE = MANUAL"))


def test_a_planned_failover_returns_before_it_is_done_and_loses_nothing(stage):
    s = stage()
    s.pass_time(5)
    s.do(2, FAIL_OVER)
    assert (s.role(1), s.role(2)) == ("RESOLVING", "RESOLVING")
    assert (
        s.value(2, "SELECT operational_state_desc FROM sys.dm_hadr_availability_replica_states") == "PENDING_FAILOVER"
    )
    s.pass_time(1.2)
    assert s.role(2) == "PRIMARY"
    assert s.value(2, "SELECT state_desc FROM sys.databases WHERE name = 'sales'") == "RECOVERING"
    s.pass_time(0.5)
    assert s.value(2, "SELECT CAST(DATABASEPROPERTYEX('sales', 'Updateability') AS nvarchar(20))") == "READ_WRITE"
    s.pass_time(5)
    assert s.role(1) == "SECONDARY"
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert s.outage_s() == pytest.approx(1.5)
    assert s.cluster.lost_commits() == []


def test_a_redo_queue_prolongs_the_outage(stage):
    s = stage(settings=SqlSettings(redo_kb_s=1_000.0))
    s.pass_time(30)
    queue = s.log().redo_queue("SALES2")
    assert queue > 20_000
    s.do(2, FAIL_OVER)
    s.pass_time(queue / 1_000)
    assert not s.log().commits
    s.pass_time(3)
    assert s.log().commits


def test_third_replicas_are_briefly_not_synchronizing(stage):
    s = stage(nodes=3)
    s.do(2, FAIL_OVER)
    s.pass_time(1.5)
    assert s.sync(3) == "NOT_SYNCHRONIZING"
    s.pass_time(5)
    assert s.sync(3) == "SYNCHRONIZED"


def test_failover_is_refused_with_the_servers_numbers(stage):
    s = stage()
    assert s.error(1, FAIL_OVER) == 41122
    assert s.error(2, "ALTER AVAILABILITY GROUP [nosuch] FAILOVER") == 15151
    session = s.session(2)
    session.database = "msdb"
    assert session.execute(FAIL_OVER)[0].number == 35208
    s.do(2, FAIL_OVER)
    assert s.error(2, FAIL_OVER) == 41113


def test_a_target_behind_is_refused(stage):
    s = stage(settings=SqlSettings(send_kb_s=2_500.0))
    s.stop_service(2)
    s.pass_time(600)
    s.start_service(2)
    s.pass_time(5)
    assert s.sync(2) == "SYNCHRONIZING"
    assert s.error(2, FAIL_OVER) == 41142
    assert s.primary == "SALES1"


def test_an_asynchronous_target_is_refused(stage):
    s = stage()
    manual(s)
    s.do(1, MODE.format("SALES2", "AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT"))
    assert s.error(2, FAIL_OVER) == 41142


def test_a_synchronized_target_may_take_over_while_the_primary_is_gone(stage):
    s = stage()
    manual(s)
    s.stop_service(1)
    s.pass_time(30)
    assert s.role(2) == "RESOLVING"
    s.do(2, FAIL_OVER)
    s.pass_time(5)
    assert s.primary == "SALES2"
    assert s.cluster.lost_commits() == []


def test_without_the_clusters_login_nothing_comes_online(stage):
    s = stage(system_permissions=frozenset({"VIEW ANY DEFINITION"}))
    s.server(2).logins.create("DBA", roles=frozenset({"sysadmin"}))
    outputs = s.run(2, FAIL_OVER, login="DBA")
    assert [output.number for output in outputs] == [41131, 41104]
    assert isinstance(outputs[0], ServerMessage)
    s.pass_time(5)
    assert s.primary == "SALES1"
    assert s.log().commits


def test_a_stopped_primary_is_followed_by_its_automatic_partner(stage):
    s = stage()
    s.pass_time(5)
    s.stop_service(1)
    s.pass_time(5)
    assert s.primary == "SALES2"
    assert s.cluster.lost_commits() == []
    assert s.outage_s() == pytest.approx(3 + 1 + 0.5)


def test_a_dead_primary_node_is_followed_after_the_heartbeats(stage):
    s = stage()
    s.hosts[0].crash()
    s.pass_time(19)
    assert s.primary is None
    s.pass_time(5)
    assert s.primary == "SALES2"
    assert s.cluster.lost_commits() == []


def test_a_hanging_primary_loses_its_lease(stage):
    s = stage()
    s.server(1).freeze(300)
    s.pass_time(30)
    assert s.primary == "SALES2"
    s.pass_time(300)
    assert s.role(1) == "SECONDARY"
    assert s.sync(1) == "SYNCHRONIZED"


@pytest.mark.parametrize(
    "obstacle", ["manual", "target manual", "primary manual", "behind", "paused", "threshold", "database lost"]
)
def test_no_automatic_failover_when_one_condition_fails(stage, obstacle):
    s = stage()
    match obstacle:
        case "manual":
            manual(s)
        case "target manual":
            s.do(1, MODE.format("SALES2", "FAILOVER_MODE = MANUAL"))
        case "primary manual":
            s.do(1, MODE.format("SALES1", "FAILOVER_MODE = MANUAL"))
        case "behind":
            s.do(2, "ALTER DATABASE [sales] SET HADR SUSPEND")
        case "paused":
            s.cluster.nodes["SALES2"].pause(True)
        case "threshold":
            s.group.failover.automatic_at.append(s.clock.monotonic())
        case _:
            s.hosts[1].pull("D")
    s.stop_service(1)
    s.pass_time(60)
    assert s.primary is None
    assert s.role(2) == "RESOLVING"
    s.start_service(1)
    s.pass_time(10)
    assert s.primary == "SALES1"
    assert s.log().commits
    assert s.cluster.lost_commits() == []


def test_a_ready_partner_that_starts_first_takes_over_without_the_old_primary(stage):
    s = stage()
    s.hosts[1].crash()
    s.pass_time(60)
    s.hosts[0].crash()
    s.pass_time(60)
    s.start_service(2, "ClusSvc")
    s.start_service(2)
    s.pass_time(60)
    assert s.primary is None, "its copy was behind when the primary went on without it"
    s.start_service(1, "ClusSvc")
    s.start_service(1)
    s.pass_time(60)
    assert s.primary == "SALES1"
    both = stage()
    both.hosts[0].crash()
    both.hosts[1].crash()
    both.pass_time(60)
    both.start_service(2, "ClusSvc")
    both.start_service(2)
    both.pass_time(60)
    assert both.primary == "SALES2"
    assert both.cluster.lost_commits() == []


def test_the_threshold_is_forgotten_after_its_period(stage):
    s = stage()
    s.group.failover.automatic_at.append(s.clock.monotonic())
    s.pass_time(6 * 3600 + 1)
    s.stop_service(1)
    s.pass_time(10)
    assert s.primary == "SALES2"


def test_an_asynchronous_partner_loses_what_it_lacks_when_forced(stage):
    s = stage(groups=(GroupSpec(asynchronous=("SALES2",)),))
    s.pass_time(10)
    s.hosts[0].crash()
    s.pass_time(30)
    assert s.primary is None
    s.do(2, FORCE)
    s.pass_time(5)
    assert s.primary == "SALES2"
    lost = s.cluster.lost_commits()
    assert {one.database for one in lost} == {"sales", "orders"}
    assert all(one.lost_kb == pytest.approx(0.2 * 2_000) for one in lost)


def test_a_forced_failover_of_a_synchronized_partner_loses_nothing_but_suspends_the_others(stage):
    s = stage(nodes=3)
    s.hosts[0].crash()
    manual_now = s.clock.monotonic()
    s.group.failover.automatic_at.append(manual_now)
    s.pass_time(30)
    s.do(2, FORCE)
    s.pass_time(5)
    assert s.primary == "SALES2"
    assert s.cluster.lost_commits() == []
    reason = "SELECT suspend_reason_desc FROM sys.dm_hadr_database_replica_states WHERE database_id = DB_ID('sales')"
    assert s.value(3, reason) == "SUSPEND_FROM_PARTNER"


def test_quorum_is_lost_when_the_witness_and_a_node_go_at_once(stage):
    s = stage(settings=SqlSettings(dynamic_quorum=False))
    s.cluster.set_witness(False)
    assert s.cluster.has_quorum
    s.stop_service(2, "ClusSvc")
    assert not s.cluster.has_quorum
    assert s.role(1) == "RESOLVING"
    assert not s.log().commits
    assert s.rows(1, "SELECT cluster_name FROM sys.dm_hadr_cluster") == []
    assert s.rows(1, "SELECT member_name FROM sys.dm_hadr_cluster_members") == []
    assert s.error(2, FAIL_OVER) == 35220
    with pytest.raises(SqlError) as refused:
        s.session(1, database="sales")
    assert [message.number for message in refused.value.messages] == [4060, 988]
    s.cluster.set_witness(True)
    s.pass_time(10)
    assert s.primary == "SALES1"
    assert s.log().commits


def test_dynamic_quorum_lets_nodes_leave_one_after_the_other(stage):
    s = stage(nodes=3, witness=WitnessKind.NONE)
    s.stop_service(3, "ClusSvc")
    assert s.cluster.has_quorum
    votes = s.rows(1, "SELECT number_of_quorum_votes, number_of_current_votes FROM sys.dm_hadr_cluster_members")
    assert votes == [(1, 1), (1, 1), (1, 0)]


def test_forced_quorum_allows_only_forced_failover(stage):
    s = stage(settings=SqlSettings(dynamic_quorum=False))
    s.cluster.set_witness(False)
    s.stop_service(1, "ClusSvc")
    assert not s.cluster.has_quorum
    s.cluster.force_quorum()
    s.pass_time(5)
    assert s.value(2, "SELECT quorum_state_desc FROM sys.dm_hadr_cluster") == "FORCED_QUORUM"
    assert s.error(2, FAIL_OVER) == 41125


@pytest.mark.parametrize("number", [41104, 41123, 41165])
def test_planned_errors_change_nothing(stage, number):
    fault = Fault(point="sql.statement", kind=FaultKind.FAIL, where={"statement": "FailOver"}, error=str(number))
    s = stage(faults=(fault,))
    assert s.error(2, FAIL_OVER) == number
    s.pass_time(5)
    assert s.primary == "SALES1"
    s.do(2, FAIL_OVER)
    s.pass_time(5)
    assert s.primary == "SALES2"


def test_a_connection_may_break_although_the_failover_was_accepted(stage):
    fault = Fault(point="sql.statement", kind=FaultKind.LOST, where={"statement": "FailOver"})
    s = stage(faults=(fault,))
    with pytest.raises(ConnectionBrokenError):
        s.run(2, FAIL_OVER)
    s.pass_time(5)
    assert s.primary == "SALES2"
    assert s.error(2, FAIL_OVER) == 41122


def test_a_statement_that_hangs_ends_with_the_clients_time_out(stage):
    fault = Fault(point="sql.statement", kind=FaultKind.HANG, where={"statement": "FailOver"})
    s = stage(faults=(fault,))
    assert s.error(2, FAIL_OVER, timeout_s=30) == -2
    assert s.clock.monotonic() == pytest.approx(30)
    assert s.primary == "SALES1"


def test_41184_comes_after_the_configuration_was_changed(stage):
    fault = Fault(point="sql.statement", kind=FaultKind.FAIL, where={"statement": "ModifyReplica"}, error="41184")
    s = stage(faults=(fault,))
    assert s.error(1, MODE.format("SALES2", "FAILOVER_MODE = MANUAL")) == 41184
    assert s.group.replicas["SALES2"].failover_mode.name == "MANUAL"


def test_the_primary_may_move_by_itself_while_somebody_prepares(stage):
    s = stage()
    session = s.session(1)
    s.stop_service(1)
    s.pass_time(10)
    with pytest.raises(ConnectionBrokenError):
        session.execute("SELECT 1 FROM sys.databases")
    s.start_service(1)
    s.pass_time(10)
    assert s.primary == "SALES2"
    assert s.error(1, MODE.format("SALES1", "FAILOVER_MODE = MANUAL")) == 41140


def test_clients_of_a_resolving_database_are_told_to_retry(stage):
    s = stage()
    manual(s)
    s.stop_service(1)
    with pytest.raises(SqlError) as refused:
        s.session(2, database="sales")
    assert [message.number for message in refused.value.messages] == [4060, 983]


def test_clients_of_a_secondary_that_is_not_readable_are_refused(stage):
    s = stage()
    with pytest.raises(SqlError) as refused:
        s.session(2, database="sales")
    assert [message.number for message in refused.value.messages] == [4060, 976]
