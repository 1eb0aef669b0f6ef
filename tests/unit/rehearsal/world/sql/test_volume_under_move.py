"""Commits while extents of a replica's data volume move: waits, session timeouts, a log that falls behind."""

from __future__ import annotations

import pytest

from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec

MODE = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'SALES2' WITH ({})"
HEAVY = (GroupSpec(databases=(DatabaseSpec(name="sales", write_kb_s=30_000), DatabaseSpec(name="orders"))),)
"""Written to each replica's volume: 64,000 KB/s. A move leaves 52,429."""


def contention(stage, number):
    return stage.hosts[number - 1].storage.contention


def seconds(stage, intervals):
    return sum(interval.length(stage.clock.monotonic()) for interval in intervals)


def make_asynchronous(stage):
    stage.do(1, MODE.format("FAILOVER_MODE = MANUAL"))
    stage.do(1, MODE.format("AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT"))


def test_what_is_written_to_a_volume_is_log_and_pages_of_all_its_databases(stage):
    s = stage()
    assert [contention(s, number).written_kb_s for number in (1, 2)] == [8_000, 8_000]
    s.stop_service(2)
    assert [contention(s, number).written_kb_s for number in (1, 2)] == [8_000, 0]


def test_commits_wait_for_a_synchronous_replica_whose_volume_moves(stage):
    s = stage()
    contention(s, 2).move(True)
    s.pass_time(60)
    contention(s, 2).move(False)
    s.pass_time(60)
    assert seconds(s, s.cluster.slow_commit_intervals()) == pytest.approx(60)
    assert s.cluster.slowest_commit_s() == 0.05
    assert s.cluster.write_outage_intervals() == []
    assert s.sync(2) == "SYNCHRONIZED"


def test_no_commit_waits_for_an_asynchronous_replica(stage):
    s = stage(groups=HEAVY)
    make_asynchronous(s)
    contention(s, 2).move(True)
    s.pass_time(600)
    assert s.cluster.slow_commit_intervals() == []
    assert s.cluster.write_outage_intervals() == []
    assert s.log().flow == 30_000


def test_a_synchronous_replica_at_its_limit_stalls_commits_until_its_session_times_out(stage):
    s = stage(groups=HEAVY)
    contention(s, 2).move(True)
    s.pass_time(600)
    assert s.outage_s() == pytest.approx(10)
    assert s.sync(2) == "SYNCHRONIZING"
    contention(s, 2).move(False)
    s.pass_time(300)
    assert s.sync(2) == "SYNCHRONIZED"
    assert s.cluster.lost_commits() == []


def test_the_primarys_own_volume_at_its_limit_slows_the_workload(stage):
    s = stage(groups=HEAVY)
    contention(s, 1).move(True)
    s.pass_time(10)
    assert s.log().flow == pytest.approx(30_000 * 52_428.8 / 64_000)
    assert seconds(s, s.cluster.slow_commit_intervals()) == pytest.approx(10)


def test_an_asynchronous_copy_that_keeps_up_is_a_second_copy_that_trails(stage):
    s = stage()
    make_asynchronous(s)
    contention(s, 2).move(True)
    s.pass_time(600)
    assert seconds(s, s.cluster.data_at_risk_intervals()) == pytest.approx(600, abs=1)
    assert s.cluster.alone_intervals() == []


def test_one_that_falls_behind_is_none_from_the_moment_at_which_it_lacks_too_much(stage):
    s = stage(groups=HEAVY)
    make_asynchronous(s)
    s.pass_time(5)
    contention(s, 2).move(True)
    s.pass_time(600)
    # It hardens 82 % of what is written: 5 s of log are lacking after some 27 s.
    assert seconds(s, s.cluster.alone_intervals()) == pytest.approx(600 - 26.5, abs=1)
    contention(s, 2).move(False)
    s.pass_time(60)
    assert s.cluster.alone_intervals()[-1].end is not None
