"""Which maintenance is put off, and until when."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cachewarden.requests.put_off import put_off_until
from tests.unit.lambdas.cachewarden.requests.test_maintenance import EVENT, LONG_AGO, NOW, asked

LATEST = NOW + timedelta(days=20)
MOVABLE = replace(EVENT, not_before=NOW + timedelta(hours=20), not_before_deadline=LATEST)
SATURDAY = "Sat 01:00-03:00"
"""NOW is a Tuesday."""


def until(event=MOVABLE, *, launched=LONG_AGO, now=NOW, **tags):
    named = {f"cachewarden:{name.replace('_', '-')}": value for name, value in tags.items()}
    given = {"cachewarden:managed": "true", "cachewarden:on-health": "auto", **named}
    return put_off_until(event, given, launched=launched, now=now)


def test_it_is_put_off_as_far_as_it_can_where_the_window_opens_only_after_it():
    assert until(window=SATURDAY) == LATEST
    assert until(window=SATURDAY, on_health="calendar") == LATEST


@pytest.mark.parametrize("hours", [97, 98.9])  # Saturday's window opens 92.9 hours after NOW
def test_a_window_that_opens_well_before_it_leaves_it_where_it_is(hours):
    assert until(replace(MOVABLE, not_before=NOW + timedelta(hours=hours)), window=SATURDAY) is None


def test_where_the_window_opens_after_the_latest_time_too_it_is_put_off_only_when_it_comes_near():
    soon = replace(MOVABLE, not_before_deadline=NOW + timedelta(days=2))
    assert until(soon, window=SATURDAY) is None
    assert until(soon, window=SATURDAY, now=NOW + timedelta(hours=18, minutes=1)) == NOW + timedelta(days=2)


def test_a_node_that_was_not_cycled_until_two_hours_before_gets_the_time_that_ec2_allows():
    assert until() is None
    assert until(now=NOW + timedelta(hours=18, minutes=1)) == LATEST
    assert until(now=NOW + timedelta(hours=18, minutes=1), window="22:00-23:59") == LATEST


def test_one_that_was_cycled_for_it_is_left_alone():
    near = NOW + timedelta(hours=18, minutes=1)
    made = asked(MOVABLE, now=near)
    last = f"Cycled {made.name} Goal 2026-02-03T22:20:00Z"
    assert until(now=near, last_operation=last, launched=near) is None


@pytest.mark.parametrize(
    ("event", "tags"),
    [
        (replace(MOVABLE, code="instance-reboot"), {}),
        (replace(MOVABLE, not_before_deadline=None), {}),
        (replace(MOVABLE, not_before_deadline=MOVABLE.not_before), {}),
        (replace(MOVABLE, not_before=None), {}),
        (MOVABLE, {"on_health": "approve"}),
        (MOVABLE, {"on_health": "notify"}),
        (MOVABLE, {"snooze_until": "2026-02-10T00:00:00Z"}),
    ],
)
def test_what_can_not_be_moved_or_is_not_to_be_acted_on_stays(event, tags):
    assert until(event, window=SATURDAY, **tags) is None


@pytest.mark.parametrize(
    ("starts", "latest"),
    [(timedelta(minutes=5), timedelta(days=1)), (timedelta(minutes=30), timedelta(minutes=60))],
)
def test_nothing_is_asked_of_ec2_that_it_refuses(starts, latest):
    assert until(replace(MOVABLE, not_before=NOW + starts, not_before_deadline=NOW + latest)) is None
