"""Nothing is begun while a Change Calendar is closed; one that can't be read is never open."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from rehearsal.world.change_calendars import ChangeCalendar
from tests.attacks.attacked_cluster import Attacked, attacked

RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"
DEGRADED = "AWS_EC2_INSTANCE_STORE_DRIVE_PERFORMANCE_DEGRADED"
NODE, FREEZE = "SALES2", "change-freeze"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        answers = {"cachewarden:on-stop": "calendar", "cachewarden:on-health": "calendar"}
        cluster.cluster.instances[NODE].tags.update({**answers, "cachewarden:calendar": FREEZE})
        yield cluster


def calendar(scene: Attacked, *closed: tuple[float, float], name: str = FREEZE) -> None:
    now = scene.cluster.world.clock.now()
    events = tuple((now + timedelta(hours=since), now + timedelta(hours=until)) for since, until in closed)
    scene.cluster.world.calendars[name] = ChangeCalendar(events)


def asked_to_stop(scene: Attacked) -> str:
    """What the last message says after somebody asked for a stop."""
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    return scene.messages[-1]


def test_a_stop_is_safe_as_ever_while_the_calendar_is_open(scene):
    calendar(scene, (5, 6))
    assert "is stopped, safely" in asked_to_stop(scene)


def test_a_stop_while_it_is_closed_begins_nothing_and_says_when_it_opens(scene):
    calendar(scene, (-1, 2), (2, 3))
    told = asked_to_stop(scene)
    opens = scene.cluster.world.calendars[FREEZE].closed[1][1]
    assert "CW5120" in told and f"is closed until {opens:%Y-%m-%d %H:%M} UTC" in told
    assert "starts CacheWarden-StopInstance approves it" in told
    assert scene.whole(NODE) and scene.outcomes == []


def test_two_calendars_are_open_only_together(scene):
    scene.cluster.instances[NODE].tags["cachewarden:calendar"] = f"{FREEZE} year-end"
    calendar(scene)
    calendar(scene, (-1, 1), name="year-end")
    assert "CW5120" in asked_to_stop(scene)
    assert scene.whole(NODE)


@pytest.mark.parametrize("value", [None, "", "no-such-calendar", "CacheWarden-StopInstance"])
def test_a_calendar_that_is_none_is_never_open(scene, value):
    calendar(scene)
    scene.cluster.instances[NODE].tags["cachewarden:calendar"] = value or ""
    if value is None:
        del scene.cluster.instances[NODE].tags["cachewarden:calendar"]
    assert "CW5121" in asked_to_stop(scene)
    assert scene.whole(NODE) and scene.outcomes == []


@pytest.mark.parametrize("error", ["InternalServerError", "ThrottlingException", "AccessDeniedException"])
def test_a_calendar_that_cannot_be_read_is_never_open(synthesized, error):
    with attacked(synthesized, faults=[f"api.ssm.GetCalendarState fail error={error} count=99"]) as scene:
        scene.cluster.instances[NODE].tags.update({"cachewarden:on-stop": "calendar", "cachewarden:calendar": FREEZE})
        calendar(scene)
        scene.cluster.world.faults.begin()
        told = asked_to_stop(scene)
        assert "CW5121" in told and error in told
        assert scene.whole(NODE) and scene.outcomes == []


def test_a_person_who_starts_the_document_approves_it(scene):
    calendar(scene, (-1, 2))
    scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StopInstance")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal")]


def test_maintenance_waits_until_the_calendar_opens(scene):
    calendar(scene, (0, 2))
    scene.cluster.instances[NODE].tags["cachewarden:window"] = "00:00-23:59"
    health.announce(scene.cluster.world, scene.cluster.instances[NODE], RETIREMENT, ahead=timedelta(days=14))
    scene.sleep(1.9 * 3600)
    assert scene.outcomes == []
    assert any("CW5120" in told and "looked at again every 15 minutes" in told for told in scene.messages)
    scene.sleep(1800)
    scene.settle()
    assert scene.outcomes == [("Cycled", "Goal")]
    assert scene.whole(NODE) and not scene.watch.violations


def test_a_failing_drive_waits_for_a_person_while_the_calendar_is_closed(scene):
    calendar(scene, (0, 2))
    health.announce(scene.cluster.world, scene.cluster.instances[NODE], DEGRADED)
    scene.settle()
    assert scene.outcomes == []
    assert any("CW5120" in told and "starts CacheWarden-CycleInstance approves it" in told for told in scene.messages)
