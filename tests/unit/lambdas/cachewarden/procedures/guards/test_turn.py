"""Until when a stop waits for its turn, and which requests don't wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from cachewarden.operation.consent import TERMS, Consent, GivenConsent
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.guards.turn import turn_ends_at
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import START, Sales, iso

MANAGED = {"cachewarden:managed": "true"}
MAY_WAIT = MANAGED | {"cachewarden:max-wait": "3h"}
CALENDAR = {"cachewarden:on-stop": "calendar"}
CALENDAR_OF_HEALTH = {"cachewarden:on-health": "calendar"}
SNOOZED = {"cachewarden:snooze-until": iso(START + timedelta(hours=9))}
SNOOZED_BEFORE = {"cachewarden:snooze-until": iso(START - timedelta(hours=9))}


def waits_minutes(
    tags: dict[str, str],
    *,
    goal: str = "Stopped",
    by_document: bool = False,
    expires_minutes: float | None = None,
    consent: str | None = None,
    ends_hours: float = 0,
) -> float | None:
    """For how long from the request on, a quarter of an hour after it; None where it doesn't wait."""
    sales = Sales()
    expires = iso(START + timedelta(minutes=expires_minutes)) if expires_minutes is not None else None
    asked = request(sales.one, goal, sales, documentRun="run-1" if by_document else None, expiresAt=expires)
    operation = parse_operation(asked)
    if consent is not None:
        given = GivenConsent(
            word=Consent(consent),
            by="whoever set the tag",
            through="the tag",
            node_id=operation.node_id,
            goals=TERMS[Consent(consent)].goals,
            given_at=None,
            expires_at=START + timedelta(hours=ends_hours),
            withdrawn=False,
        )
        operation = replace(operation, consents=(given,))
    until = turn_ends_at(operation, policy_from_tags(tags), START + timedelta(minutes=15))
    return None if until is None else (until - START) / timedelta(minutes=1)


@pytest.mark.parametrize("goal", ["Stopped", "Cycled", "Resized"])
def test_a_stop_of_one_node_waits_as_long_as_its_owner_lets_it(goal):
    assert waits_minutes(MAY_WAIT, goal=goal) == 3 * 60


@pytest.mark.parametrize(
    ("word", "goal", "ends_hours", "waits"),
    [
        ("evacuate-in-place", "Cycled", 2, 30),
        ("evacuate-in-place", "Stopped", 2, 30),
        ("evacuate-in-place", "Cycled", 0, None),
        ("no-log-backup", "Cycled", 2, None),
    ],
)
def test_a_stop_that_saves_the_only_copy_waits_without_the_tag(word, goal, ends_hours, waits):
    assert waits_minutes(MANAGED, goal=goal, consent=word, ends_hours=ends_hours) == waits


@pytest.mark.parametrize("tags", [CALENDAR, CALENDAR_OF_HEALTH, SNOOZED])
def test_what_an_event_began_does_not_wait_where_its_owner_asks_a_calendar_or_wants_to_be_left_alone(tags):
    assert waits_minutes(MAY_WAIT | tags) is None
    assert waits_minutes(MAY_WAIT | tags, by_document=True) == 3 * 60


def test_to_have_been_left_alone_before_counts_no_more():
    assert waits_minutes(MAY_WAIT | SNOOZED_BEFORE) == 3 * 60


def test_nothing_waits_for_longer_than_four_hours():
    assert waits_minutes(MANAGED | {"cachewarden:max-wait": "99h"}) == 4 * 60


@pytest.mark.parametrize(("expires", "waits"), [(25, 25), (600, 3 * 60)])
def test_a_request_waits_no_longer_than_it_lives(expires, waits):
    assert waits_minutes(MAY_WAIT, expires_minutes=expires) == waits


@pytest.mark.parametrize("goal", ["Snapshotted", "ClusterStopped", "InService", "Preflight"])
def test_another_goal_does_not_wait_by_the_tag(goal):
    assert waits_minutes(MAY_WAIT, goal=goal, by_document=True) is None


@pytest.mark.parametrize("managed", ["false", "True", None])
def test_a_node_that_is_not_opted_in_does_not_wait(managed):
    tags = {key: value for key, value in {**MAY_WAIT, "cachewarden:managed": managed}.items() if value is not None}
    assert waits_minutes(tags, by_document=True) is None


@pytest.mark.parametrize("value", [None, "0m", "soon"])
def test_without_a_time_it_does_not_wait(value):
    tags = MANAGED if value is None else MANAGED | {"cachewarden:max-wait": value}
    assert waits_minutes(tags, by_document=True) is None
