"""Rows and segments from what was recorded."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest

from rehearsal.report.page.axis import Axis
from rehearsal.report.page.tracks import interval_row, node_track
from rehearsal.report.redundancy import fewer_than_two, length_s
from rehearsal.simulation.cache_location import CacheLocation
from rehearsal.simulation.recorder import Aspect, Change, NodeHistory
from rehearsal.world.sql.databases.ledger import Interval

GIB = 1 << 30
ZERO = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
AXIS = Axis(from_s=0, to_s=1000, zero=ZERO)


def row(track, name):
    return next(row for row in track.rows if row.name == name)


def recorded(*cache_changes, samples=()):
    history = NodeHistory()
    for aspect in Aspect:
        history.changes[aspect] = [Change(at_s=0, state="up")]
    history.changes[Aspect.CACHE] = list(cache_changes)
    history.samples = list(samples)
    return history


def cache(at_s, **places):
    look = CacheLocation(**places)
    return Change(at_s=at_s, state=look.state, detail=look.target, cache=look)


def test_rows_cover_the_span_without_gap_or_overlap(report):
    for track in (report.cluster, *report.nodes):
        for one in track.rows:
            edges = [(segment.from_s, segment.to_s) for segment in one.segments]
            assert edges[0][0] == report.axis.from_s
            assert edges[-1][1] == report.axis.to_s
            assert all(left[1] == right[0] for left, right in itertools.pairwise(edges))


def test_a_moving_cache_says_how_far_it_came():
    history = recorded(
        cache(0, nvme_bytes=100 * GIB),
        cache(100, nvme_bytes=100 * GIB, target="swap"),
        cache(340, nvme_bytes=40 * GIB, swap_bytes=60 * GIB),
        cache(500, nvme_bytes=40 * GIB, swap_bytes=60 * GIB, target="nvme"),
        cache(740, nvme_bytes=100 * GIB),
        samples=[(0, 0.0), (100, 0.0), (220, 0.3), (340, 0.6), (500, 0.6), (740, 0.0)],
    )
    segments = row(node_track("SALES1", "", history, AXIS), "cache").segments
    assert [(segment.state, segment.labels[0]) for segment in segments] == [
        ("nvme", "100 GiB on NVMe"),
        ("moving", "100 GiB moving to Swap, 0 → 60 %"),
        ("split", "40 GiB on NVMe, 60 GiB on Swap"),
        ("moving", "100 GiB moving to NVMe, 40 → 100 %"),
        ("nvme", "100 GiB on NVMe"),
    ]
    assert segments[1].shape == ((0.0, 0.0), (50.0, 30.0), (100.0, 60.0))
    assert segments[2].share_on_swap == 60


def test_a_move_that_began_before_the_span_enters_it_half_way():
    history = recorded(
        cache(0, nvme_bytes=100 * GIB, target="swap"),
        cache(400, swap_bytes=100 * GIB),
        samples=[(0, 0.0), (400, 1.0)],
    )
    track = node_track("SALES1", "", history, Axis(from_s=200, to_s=1000, zero=ZERO))
    assert row(track, "cache").segments[0].shape == ((0.0, 50.0), (100.0, 100.0))


def test_a_lost_cache_is_lost_even_while_part_of_it_is_on_swap():
    history = recorded(cache(0, swap_bytes=60 * GIB, lost_bytes=40 * GIB))
    assert row(node_track("SALES1", "", history, AXIS), "cache").segments[0].labels == ("40 GiB LOST", "LOST")


def outages(*intervals, counted_to_s=1000.0):
    return interval_row(
        "writes", "Writes", intervals, AXIS, counted_to_s=counted_to_s, good="commits go on", bad="without commits"
    )


def test_an_outage_is_a_segment_of_its_own_and_named_by_the_next_one():
    found = outages((100, 107, "failover"))
    assert [(s.state, s.from_s, s.to_s) for s in found.segments] == [
        ("good", 0, 100), ("bad", 100, 107), ("good", 107, 1000),
    ]  # fmt: skip
    assert found.segments[1].title == "without commits for 7 s: failover"
    assert found.segments[2].labels[0] == "◂ without commits for 7 s; commits go on"
    assert found.note == "7 s"


def test_an_outage_that_lasts_is_counted_to_the_end_of_the_measuring():
    found = outages((900, None, "no primary"), counted_to_s=960.0)
    assert (found.segments[-1].state, found.segments[-1].to_s, found.note) == ("bad", 1000, "1 min")


def test_no_outage_is_said_as_such():
    assert [(s.state, s.labels[0]) for s in outages().segments] == [("good", "commits go on")]
    assert outages().note == "never"


def test_intervals_outside_the_span_do_not_show():
    assert [s.state for s in outages((-50, -10, ""), (1100, 1200, "")).segments] == ["good"]


def test_two_lost_caches_are_fewer_than_two_copies_although_no_sql_server_has_seen_it():
    nodes = {
        "SALES1": recorded(cache(0, nvme_bytes=GIB), cache(80, lost_bytes=GIB)),
        "SALES2": recorded(cache(0, nvme_bytes=GIB), cache(60, lost_bytes=GIB), cache(500, nvme_bytes=GIB)),
    }
    seen = [Interval(database="sales", start=10, end=20, why="failover")]
    found = fewer_than_two(seen, nodes)
    assert [(one.start, one.end) for one in found] == [(10, 20), (60, None)]
    assert length_s(found, 0, 100) == 10 + 40


@pytest.mark.parametrize(("repaired_at", "expected"), [(500, [(60, 500)]), (None, [(60, None)])])
def test_a_lost_cache_counts_until_its_volume_is_rebuilt(repaired_at, expected):
    lost = [cache(0, nvme_bytes=GIB), cache(60, lost_bytes=GIB)]
    if repaired_at is not None:
        lost.append(cache(repaired_at, nvme_bytes=GIB))
    nodes = {"SALES1": recorded(*lost), "SALES2": recorded(cache(0, nvme_bytes=GIB))}
    assert [(one.start, one.end) for one in fewer_than_two([], nodes)] == expected
