"""Faults of queries and role changes: what strikes, and what is left afterwards."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import ConnectionBrokenError, ServerMessage, SqlError
from rehearsal.kernel.faults import Fault, FaultKind

FAIL_OVER = "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER"
READ = "SELECT COUNT(*) FROM sys.databases"


def test_a_query_that_loses_a_deadlock_ends_its_batch(stage):
    s = stage(faults=[Fault(point="sql.query", kind=FaultKind.FAIL, where={"view": "sys.databases"})])
    (found,) = s.run(1, f"{READ}; PRINT 'never'")
    assert isinstance(found, SqlError)
    assert (found.number, found.severity) == (1205, 13)
    assert s.value(1, READ) == 6


def test_a_lock_timeout_ends_its_statement_only_and_catch_sees_it(stage):
    s = stage(faults=[Fault(point="sql.query", kind=FaultKind.FAIL, error="1222", count=2)])
    first, _rest = s.run(1, f"{READ}; PRINT 'on'")
    assert isinstance(first, SqlError)
    assert first.number == 1222
    assert s.value(1, f"BEGIN TRY {READ} END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH") == 1222


def test_a_query_that_hangs_is_given_up_by_its_client(stage):
    s = stage(faults=[Fault(point="sql.query", kind=FaultKind.HANG)])
    before = s.clock.monotonic()
    (found,) = s.run(1, READ, timeout_s=30)
    assert found.number == -2
    assert s.clock.monotonic() - before == pytest.approx(30)


def test_a_query_that_takes_longer_and_one_whose_connection_breaks(stage):
    faults = [
        Fault(point="sql.query", kind=FaultKind.LATE, seconds=5),
        Fault(point="sql.query", kind=FaultKind.LOST),
    ]
    s = stage(faults=faults)
    before = s.clock.monotonic()
    assert s.value(1, READ) == 6
    assert s.clock.monotonic() - before == pytest.approx(5)
    with pytest.raises(ConnectionBrokenError):
        s.run(1, READ)


def test_a_resource_that_does_not_come_online_goes_back_to_the_former_primary(stage):
    s = stage(faults=[Fault(point="sql.role", kind=FaultKind.FAIL, where={"node": "SALES2", "group": "sales-ag"})])
    s.do(2, FAIL_OVER)
    s.pass_time(30)
    assert (s.role(1), s.role(2)) == ("PRIMARY", "SECONDARY")
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert s.cluster.lost_commits() == []
    s.do(2, FAIL_OVER)
    s.pass_time(30)
    assert s.role(2) == "PRIMARY"


def test_a_role_change_may_take_longer(stage):
    s = stage(faults=[Fault(point="sql.role", kind=FaultKind.LATE, seconds=60)])
    s.do(2, FAIL_OVER)
    s.pass_time(30)
    assert s.role(2) == "RESOLVING"
    s.pass_time(60)
    assert s.role(2) == "PRIMARY"
    assert s.cluster.lost_commits() == []


def test_41131_is_a_message_and_the_group_is_where_it_was(stage):
    fault = Fault(point="sql.statement", kind=FaultKind.FAIL, error="41131", where={"statement": "FailOver"})
    s = stage(faults=[fault])
    message, failed = s.run(2, FAIL_OVER)
    assert isinstance(message, ServerMessage)
    assert (message.number, message.severity) == (41131, 10)
    assert failed.number == 41104
    s.pass_time(30)
    assert s.role(1) == "PRIMARY"
    assert s.cluster.lost_commits() == []
