"""What maintenance that EC2 shows asks for, and when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import NO_TIME, TRY_EVERY, ScheduledEvent
from cachewarden.requests.maintenance import request_for_maintenance
from cachewarden.requests.request import Notify, StartExecution

NOW = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=90)
EVENT = ScheduledEvent(
    instance_id="i-1",
    event_id="instance-event-1",
    code="instance-retirement",
    description="d",
    not_before=NOW + timedelta(days=13),
    not_before_deadline=None,
)


def asked(event=EVENT, *, launched=LONG_AGO, now=NOW, **tags):
    named = {f"cachewarden:{name.replace('_', '-')}": value for name, value in tags.items()}
    given = {"cachewarden:managed": "true", "cachewarden:on-health": "auto", **named}
    return request_for_maintenance(event, given, launched=launched, now=now, by="sweep")


def test_it_is_only_planned_until_its_window_or_its_last_day():
    for tags, when in (({}, "2026-02-15 04:05"), ({"window": "Sat 01:00-03:00"}, "2026-02-07 01:00")):
        made = asked(**tags)
        assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_PLANNED
        assert when in made.sentence


def test_a_window_that_opens_only_after_it_is_no_window():
    soon = replace(EVENT, not_before=NOW + timedelta(hours=20))
    assert isinstance(asked(soon, window="Sat 01:00-03:00"), StartExecution)


@pytest.mark.parametrize("left", [timedelta(hours=23), timedelta(0), timedelta(hours=-3)])
def test_on_the_last_day_and_when_it_is_overdue_it_is_started(left):
    made = asked(replace(EVENT, not_before=NOW + left))
    assert isinstance(made, StartExecution)
    assert made.expires_at > NOW


def test_in_a_window_it_may_begin_until_the_window_closes():
    made = asked(window="03:00-05:00")
    assert isinstance(made, StartExecution)
    assert made.expires_at == NOW.replace(hour=5, minute=0)


def test_it_is_one_request_for_two_hours_and_another_one_then_or_for_another_date():
    soon = replace(EVENT, not_before=NOW + timedelta(hours=24))
    names = [
        asked(soon).name,
        asked(soon, now=NOW + TRY_EVERY / 2).name,
        asked(soon, now=NOW + TRY_EVERY).name,
        asked(replace(soon, not_before=NOW + timedelta(hours=23))).name,
    ]
    assert names[0] == names[1] and len(set(names)) == 3


DUE = {"window": "03:00-05:00"}


def test_a_node_that_was_cycled_for_it_is_not_cycled_again_however_long_ec2_shows_it():
    made = asked(**DUE)
    for days in (0.2, 1, 12):
        later = NOW + timedelta(days=days)
        last = f"Cycled {made.name} Goal 2026-02-03T04:20:00Z"
        again = asked(window="00:00-23:59", last_operation=last, launched=NOW, now=later)
        assert isinstance(again, Notify) and again.code is Code.MAINTENANCE_SCHEDULED
        assert "was cycled" in again.sentence


def test_a_cycle_that_a_person_asked_for_just_now_may_have_taken_it_away():
    done = {"last_operation": "Cycled another Goal 2026-02-03T04:00:00Z", "launched": NOW - timedelta(minutes=5)}
    assert isinstance(asked(**DUE, **done), Notify)
    later = NOW.replace(hour=4, minute=50)
    assert isinstance(asked(window="03:00-09:00", now=NOW + TRY_EVERY, **done), StartExecution)
    assert isinstance(asked(**DUE, now=later, **done), Notify)


@pytest.mark.parametrize("last", [None, "InService x Goal 2026-02-03T04:00:00Z", "Stopped x Goal 2026-02-03T04:00:00Z"])
def test_a_node_that_was_started_for_another_reason_is_cycled(last):
    tags = {} if last is None else {"last_operation": last}
    made = asked(**DUE, launched=NOW - timedelta(minutes=5), **tags)
    assert isinstance(made, StartExecution)


def test_one_that_was_refused_is_tried_again():
    refused = asked(**DUE).name
    made = asked(
        window="03:00-09:00", last_operation=f"Cycled {refused} Refused 2026-02-03T04:20:00Z", now=NOW + TRY_EVERY
    )
    assert isinstance(made, StartExecution) and made.name != refused


def test_a_window_that_opens_right_before_it_is_none():
    soon = replace(EVENT, not_before=NOW + timedelta(hours=3))
    assert isinstance(asked(soon, window="06:00-09:00"), StartExecution)
    assert isinstance(asked(soon, window="05:00-09:00"), Notify)


def test_nothing_is_begun_that_the_maintenance_would_cut_off():
    made = asked(replace(EVENT, not_before=NOW + NO_TIME / 2), **DUE)
    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_SCHEDULED
    assert "too soon" in made.sentence
    assert isinstance(asked(replace(EVENT, not_before=NOW - NO_TIME / 2), **DUE), StartExecution)


def test_a_snoozed_node_is_left_alone_and_its_owner_hears_it():
    made = asked(window="03:00-05:00", snooze_until="2026-02-04T00:00:00Z")
    assert isinstance(made, Notify) and made.code is Code.SNOOZED


@pytest.mark.parametrize(
    ("event", "tags"),
    [
        (replace(EVENT, code="system-reboot"), {"window": "03:00-05:00"}),
        (EVENT, {"on_health": "approve", "window": "03:00-05:00"}),
        (EVENT, {"on_health": "perhaps", "window": "03:00-05:00"}),
        (replace(EVENT, not_before=None), {}),
    ],
)
def test_what_is_not_to_be_done_unasked_is_told(event, tags):
    made = asked(event, **tags)
    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_SCHEDULED


def test_a_window_that_cannot_be_read_is_named():
    assert "cachewarden:window='Samstags'" in asked(window="Samstags").sentence


@pytest.mark.parametrize("answer", ["approve", "notify"])
def test_on_the_last_day_the_last_resort_is_named_with_its_end(answer):
    tomorrow = replace(EVENT, not_before=NOW + timedelta(hours=20))
    until = f"{NOW + timedelta(hours=20) - NO_TIME:%Y-%m-%d %H:%M} UTC"
    told = asked(tomorrow, on_health=answer).sentence
    assert f"the last resort until {until} is the consent 'evacuate-in-place' (tag cachewarden:consent)" in told
    given = asked(tomorrow, on_health=answer, consent="evacuate-in-place/2026-02-09T00:00Z").sentence
    assert f"CacheWarden-CycleInstance has the consent 'evacuate-in-place' until {until}" in given
    for other in (EVENT, replace(tomorrow, code="instance-reboot"), replace(tomorrow, not_before=None)):
        assert "evacuate-in-place" not in asked(other, on_health=answer).sentence
    at_last = asked(tomorrow, on_health=answer, now=NOW + timedelta(hours=19.9)).sentence
    assert at_last == told, "a text that changes would be told once more"
