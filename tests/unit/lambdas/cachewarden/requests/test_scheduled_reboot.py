"""What a reboot that EC2 shows asks for, and when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import FAILS_OVER_AHEAD, WITHOUT_AN_END, ScheduledEvent
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.goal import Goal
from cachewarden.requests.request import Notify, StartExecution
from cachewarden.requests.scheduled_reboot import FAIL_OVER_AGAIN_EVERY, request_before_reboot

NOW = datetime(2026, 2, 3, 4, 0, tzinfo=UTC)
REBOOT = ScheduledEvent(
    instance_id="i-1",
    event_id="instance-event-1",
    code="instance-reboot",
    description="The instance is scheduled for a reboot",
    not_before=NOW + timedelta(minutes=50),
    not_before_deadline=None,
    not_after=NOW + timedelta(minutes=170),
)


def asked(event=REBOOT, *, now=NOW, calendar=None, **tags):
    named = {f"cachewarden:{name.replace('_', '-')}": value for name, value in tags.items()}
    given = {"cachewarden:managed": "true", "cachewarden:on-health": "auto", **named}
    return request_before_reboot(event, given, now=now, by="sweep", calendar=calendar)


def starts_in(**ahead: float) -> ScheduledEvent:
    starts = NOW + timedelta(**ahead)
    return replace(REBOOT, not_before=starts, not_after=starts + timedelta(hours=2))


@pytest.mark.parametrize("code", ["instance-reboot", "system-reboot"])
@pytest.mark.parametrize("minutes", [60, 50, 5, 0, -30, -119])
def test_from_an_hour_before_until_it_cannot_come_any_more_what_the_node_leads_fails_over(code, minutes):
    event = replace(starts_in(minutes=minutes), code=code)
    made = asked(event)
    assert isinstance(made, StartExecution) and made.goal is Goal.FAILED_OVER
    assert made.expires_at == event.not_after
    assert code in made.reason


def test_before_that_it_is_only_planned():
    made = asked(starts_in(hours=13))
    assert isinstance(made, Notify) and made.code is Code.FAILOVER_PLANNED
    assert "from 2026-02-03 16:00 UTC" in made.sentence


def test_a_reboot_whose_time_is_over_moves_nothing():
    made = asked(starts_in(hours=-2))
    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_SCHEDULED
    assert "its time is over" in made.sentence


def test_without_a_latest_time_it_is_over_after_a_while():
    endless = replace(REBOOT, not_after=None)
    assert endless.not_before is not None
    assert isinstance(asked(endless, now=endless.not_before + WITHOUT_AN_END - timedelta(minutes=1)), StartExecution)
    assert isinstance(asked(endless, now=endless.not_before + WITHOUT_AN_END), Notify)


def test_without_any_time_nothing_is_begun():
    made = asked(replace(REBOOT, not_before=None, not_after=None))
    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_SCHEDULED
    assert "no time" in made.sentence


def test_it_is_one_request_for_half_an_hour_another_one_then_and_another_one_for_another_time():
    names = [
        asked().name,
        asked(now=NOW + FAIL_OVER_AGAIN_EVERY / 2).name,
        asked(now=NOW + FAIL_OVER_AGAIN_EVERY).name,
        asked(starts_in(minutes=40)).name,
    ]
    assert names[0] == names[1] and len(set(names)) == 3


def test_there_is_time_for_two_tries_before_it_comes():
    assert 2 * FAIL_OVER_AGAIN_EVERY <= FAILS_OVER_AHEAD


@pytest.mark.parametrize("answer", ["approve", "notify", "perhaps"])
@pytest.mark.parametrize("hours", [0.5, 13])
def test_whoever_wants_to_be_asked_or_told_gets_the_message_alone(answer, hours):
    made = asked(starts_in(hours=hours), on_health=answer)
    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_SCHEDULED


def test_a_window_neither_brings_it_forward_nor_holds_it_up():
    for window in ("03:00-05:00", "22:00-23:00"):
        assert isinstance(asked(window=window), StartExecution)
        assert isinstance(asked(starts_in(hours=13), window=window), Notify)


def test_a_snoozed_node_is_left_alone_and_its_owner_hears_it_once_it_is_due():
    made = asked(snooze_until="2026-02-04T00:00:00Z")
    assert isinstance(made, Notify) and made.code is Code.SNOOZED
    assert "CacheWarden-FailOverAvailabilityGroups" in made.sentence
    assert asked(starts_in(hours=13), snooze_until="2026-02-04T00:00:00Z").code is Code.FAILOVER_PLANNED


def test_a_closed_calendar_holds_it_and_an_open_one_does_not():
    shut = CalendarView(names=("freeze",), open=False)
    made = asked(calendar=shut, on_health="calendar")
    assert isinstance(made, Notify) and made.code is Code.CALENDAR_CLOSED
    assert isinstance(asked(calendar=replace(shut, open=True), on_health="calendar"), StartExecution)
