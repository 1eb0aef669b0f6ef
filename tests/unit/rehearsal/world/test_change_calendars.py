"""Change Calendars of the model: closed in their events, several open only together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rehearsal.world.change_calendars import ChangeCalendar, all_open, next_transition

NOON = datetime(2026, 2, 3, 12, tzinfo=UTC)


def closed(*hours: tuple[int, int]) -> ChangeCalendar:
    return ChangeCalendar(tuple((NOON + timedelta(hours=a), NOON + timedelta(hours=b)) for a, b in hours))


def test_an_event_closes_it_from_its_first_moment_to_before_its_last():
    calendar = closed((1, 2))
    assert [calendar.is_open(NOON + timedelta(hours=hours)) for hours in (0, 1, 2)] == [True, False, True]


def test_the_next_transition_is_of_all_together_and_passes_over_events_that_touch():
    both = [closed((1, 2), (2, 3)), closed((3, 4))]
    assert next_transition(both, NOON) == NOON + timedelta(hours=1)
    assert next_transition(both, NOON + timedelta(hours=1)) == NOON + timedelta(hours=4)
    assert all_open(both, NOON + timedelta(hours=4))
    assert next_transition(both, NOON + timedelta(hours=4)) is None
