"""When an owner allows maintenance, as the tag says."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cachewarden.operation.maintenance_window import DAYS, window_from_text

SUNDAY = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "open_at", "closed_at"),
    [
        ("02:00-05:00", (26, 28), (25, 29, 5)),
        ("Sun 22:00-04:00", (22, 27), (21, 28, 46, 3)),
        ("SAT sun 00:00-00:30", (0, 168 - 24), (24, 1)),
    ],
)
def test_it_opens_on_its_days_and_closes_at_its_end(text, open_at, closed_at):
    window = window_from_text(text)
    assert all(window.opened(SUNDAY + timedelta(hours=hours)) for hours in open_at)
    assert not any(window.opened(SUNDAY + timedelta(hours=hours)) for hours in closed_at)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Sat",
        "2:00-5:00",
        "02:00",
        "24:00-25:00",
        "02:00-02:00",
        "Samstag 02:00-05:00",
        "02:00-05:00 Sat",
        "02:60-03:00",
    ],
)
def test_what_names_no_window_is_none(text):
    assert window_from_text(text) is None


@given(
    st.sets(st.sampled_from(DAYS)),
    st.tuples(st.integers(0, 23), st.integers(0, 59)),
    st.tuples(st.integers(0, 23), st.integers(0, 59)),
    st.integers(0, 7 * 24 * 60),
)
def test_the_next_opening_is_the_first_moment_at_which_it_is_open_again(days, opens, closes, minutes):
    window = window_from_text(" ".join((*days, f"{opens[0]:02}:{opens[1]:02}-{closes[0]:02}:{closes[1]:02}")))
    if window is None:
        assert opens == closes
        return
    at = SUNDAY + timedelta(minutes=minutes)
    opening = window.next_opening(at)
    opened = window.opened(at)
    assert at < opening and window.opened(opening) == opening
    assert opened is None or (opened <= at < window.closes(opened) and window.opened(opened) == opened)
    closed_from = at if opened is None else window.closes(opened)
    probes = (closed_from + (opening - closed_from) * part / 10 for part in range(10))
    assert not any(window.opened(probe) for probe in probes if closed_from <= probe < opening)
