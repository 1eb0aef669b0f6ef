"""Round instants on the axis, in both of its readings."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rehearsal.report.page.axis import LABEL_PX, Axis, duration_text, elapsed_text

ZERO = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)


def labels(ticks):
    return [tick.label for tick in ticks if not tick.fine and tick.labelled]


def test_half_an_hour_is_divided_into_five_minutes():
    axis = Axis(from_s=0, to_s=1800, zero=ZERO)
    assert labels(axis.elapsed_ticks()) == ["+0", "+5 min", "+10 min", "+15 min", "+20 min", "+25 min"]
    assert labels(axis.clock_ticks()) == ["22:00", "22:05", "22:10", "22:15", "22:20", "22:25"]


def test_clock_ticks_are_round_on_the_wall_whenever_the_story_begins():
    axis = Axis(from_s=1207.3, to_s=1207.3 + 3000, zero=ZERO)
    assert labels(axis.elapsed_ticks())[:3] == ["+0", "+5 min", "+10 min"]
    assert labels(axis.clock_ticks())[:3] == ["22:25", "22:30", "22:35"]


def test_midnight_names_the_new_day():
    axis = Axis(from_s=0, to_s=4 * 3600, zero=ZERO)
    assert labels(axis.clock_ticks()) == ["22:00", "22:30", "23:00", "23:30", "4 Feb, 0:00", "00:30", "01:00", "01:30"]


def test_seconds_are_shown_where_ticks_need_them():
    axis = Axis(from_s=0, to_s=60, zero=ZERO)
    assert labels(axis.clock_ticks())[:2] == ["22:00:00", "22:00:10"]
    assert labels(axis.elapsed_ticks())[:2] == ["+0", "+10 s"]


@given(st.floats(0, 1e6), st.floats(1, 1e6))
def test_labels_never_come_nearer_than_they_are_wide(from_s, length_s):
    axis = Axis(from_s=from_s, to_s=from_s + length_s, zero=ZERO)
    for ticks in (axis.elapsed_ticks(), axis.clock_ticks()):
        shown = [axis.pixels(tick.at_s) for tick in ticks if not tick.fine and tick.labelled]
        assert all(right - left >= LABEL_PX - 0.1 for left, right in itertools.pairwise(shown))


def test_an_instant_outside_is_drawn_at_the_edge():
    axis = Axis(from_s=100, to_s=200, zero=ZERO)
    assert [axis.percent(at_s) for at_s in (50, 100, 150, 200, 250)] == [0, 0, 50, 100, 100]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "+0"), (45, "+45 s"), (300, "+5 min"), (330, "+5:30 min"), (3600, "+1 h"), (3900, "+1:05 h")],
)
def test_elapsed_time_in_words(seconds, text):
    assert elapsed_text(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "none"), (0.42, "0.4 s"), (59.7, "1 min"), (400, "6 min 40 s"), (7200, "2 h"), (7500, "2 h 05 min")],
)
def test_durations_in_words(seconds, text):
    assert duration_text(seconds) == text
