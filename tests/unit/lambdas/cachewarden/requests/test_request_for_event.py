"""Each kind of event and what is known of an instance: which request it makes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.events.event import HealthNotice, OptInChanged, StateChanged, StopRefused
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.request import Ignore, InstanceFacts, Notify, Request, StartExecution
from cachewarden.requests.request_for_event import request_for_event

NOW = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)
NODE = "i-0aaaaaaaaaaaaaaa1"
OWN_ROLE = "arn:aws:iam::111122223333:role/operate-instance"
FACTS = InstanceFacts(
    instance_id=NODE,
    state=InstanceState.RUNNING,
    stop_protected=True,
    launch_time=NOW - timedelta(days=1),
    policy=policy_from_tags({"cachewarden:managed": "true"}),
    stop_proven=False,
    operated_by=None,
)
REFUSED = StopRefused(event_id="e", instance_ids=(NODE,), requested_by="dana", role_arn=None, requested_at=NOW)
RUNNING = StateChanged(event_id="e", instance_ids=(NODE,), state="running", at=NOW)
STOPPED = replace(RUNNING, state="stopped")
OPT_IN = OptInChanged(event_id="e", instance_ids=(NODE,), at=NOW)
RETIREMENT = HealthNotice(
    event_id="e",
    event_arn="arn",
    type_code="AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED",
    category="scheduledChange",
    status="upcoming",
    instance_ids=(NODE,),
    starts_at=NOW + timedelta(days=14),
    description="d",
)

UNDER_WAY = replace(RETIREMENT, starts_at=NOW)
REBOOT = replace(RETIREMENT, type_code="AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED")


def with_tags(**tags: str) -> InstanceFacts:
    named = {f"cachewarden:{name.replace('_', '-')}": value for name, value in tags.items()}
    return replace(FACTS, policy=policy_from_tags({"cachewarden:managed": "true", **named}))


AUTO = with_tags(on_health="auto")
OPTED_OUT = replace(FACTS, policy=policy_from_tags({}))


def request(event, facts: InstanceFacts) -> Request:
    return request_for_event(event, facts, own_role_arns=frozenset({OWN_ROLE}), now=NOW)


@pytest.mark.parametrize(
    ("event", "facts", "goal"),
    [
        (REFUSED, FACTS, Goal.STOPPED),
        (REFUSED, replace(FACTS, stop_protected=None), Goal.STOPPED),
        (RUNNING, FACTS, Goal.IN_SERVICE),
        (OPT_IN, FACTS, Goal.PREFLIGHT),
        (UNDER_WAY, AUTO, Goal.CYCLED),
    ],
)
def test_an_event_about_an_opted_in_node_starts_its_goal_once(event, facts, goal):
    made = request(event, facts)

    assert isinstance(made, StartExecution) and made.goal is goal
    assert made.name == request(event, facts).name


@pytest.mark.parametrize(
    ("event", "facts", "code"),
    [
        (replace(REFUSED, role_arn=OWN_ROLE), FACTS, Code.EVENT_OWN_DOING),
        (REFUSED, OPTED_OUT, Code.NOT_OPTED_IN),
        (REFUSED, replace(FACTS, stop_protected=False), Code.REFUSAL_EXPLAINED),
        (REFUSED, replace(FACTS, state=InstanceState.STOPPED), Code.REFUSAL_EXPLAINED),
        (RUNNING, OPTED_OUT, Code.NOT_OPTED_IN),
        (RUNNING, replace(FACTS, operated_by="e1"), Code.EVENT_OWN_DOING),
        (RUNNING, replace(FACTS, state=InstanceState.STOPPING), Code.EVENT_UNKNOWN),
        (replace(RUNNING, state="pending"), FACTS, Code.EVENT_UNKNOWN),
        (STOPPED, replace(FACTS, state=InstanceState.STOPPED, stop_proven=True), Code.EVENT_OWN_DOING),
        (STOPPED, FACTS, Code.EVENT_UNKNOWN),
        (STOPPED, replace(FACTS, state=InstanceState.PENDING), Code.EVENT_UNKNOWN),
        (RETIREMENT, OPTED_OUT, Code.NOT_OPTED_IN),
        (replace(RETIREMENT, status="closed"), AUTO, Code.EVENT_UNKNOWN),
    ],
)
def test_what_needs_nothing_is_ignored_with_a_reason(event, facts, code):
    made = request(event, facts)

    assert isinstance(made, Ignore) and made.code is code


@pytest.mark.parametrize(
    ("event", "facts", "code"),
    [
        (replace(REFUSED, requested_at=NOW - timedelta(minutes=16)), FACTS, Code.REQUEST_EXPIRED),
        (REFUSED, with_tags(on_stop="approve"), Code.NEEDS_APPROVAL),
        (REFUSED, with_tags(on_stop="notify"), Code.NOTIFY_ONLY),
        (REFUSED, with_tags(snooze_until="2999-01-01T00:00:00Z"), Code.SNOOZED),
        (STOPPED, replace(FACTS, state=InstanceState.STOPPED), Code.STOPPED_BEHIND_OUR_BACK),
        (STOPPED, replace(FACTS, state=InstanceState.STOPPED, stop_proven=False), Code.STOPPED_BEHIND_OUR_BACK),
        (STOPPED, replace(FACTS, state=InstanceState.STOPPING), Code.STOPPED_BEHIND_OUR_BACK),
        (OPT_IN, OPTED_OUT, Code.OPTED_OUT),
        (RETIREMENT, FACTS, Code.NEEDS_APPROVAL),
        (REBOOT, AUTO, Code.FAILOVER_PLANNED),
        (REBOOT, with_tags(on_health="calendar"), Code.FAILOVER_PLANNED),
        (REBOOT, FACTS, Code.NOTIFY_ONLY),
        (REBOOT, with_tags(on_health="notify"), Code.NOTIFY_ONLY),
        (replace(REBOOT, starts_at=None), AUTO, Code.NOTIFY_ONLY),
        (replace(REBOOT, starts_at=NOW), AUTO, Code.NOTIFY_ONLY),
        (replace(RETIREMENT, type_code="AWS_EC2_SOMETHING_NEW"), AUTO, Code.NOTIFY_ONLY),
    ],
)
def test_what_a_person_must_know_is_a_message(event, facts, code):
    made = request(event, facts)

    assert isinstance(made, Notify) and made.code is code


def test_one_start_of_an_instance_is_one_request_under_whatever_id_it_is_announced():
    first, again = request(RUNNING, FACTS), request(replace(RUNNING, event_id="other"), FACTS)
    later = request(RUNNING, replace(FACTS, launch_time=NOW))

    assert first.name == again.name != later.name


def test_a_rescheduled_notice_is_another_request():
    moved = replace(RETIREMENT, starts_at=NOW - timedelta(days=7))

    assert request(UNDER_WAY, AUTO).name != request(moved, AUTO).name


def test_a_notice_whose_time_has_come_is_not_left_to_the_sweep():
    assert isinstance(request(replace(RETIREMENT, starts_at=NOW + timedelta(hours=1)), AUTO), StartExecution)
    assert isinstance(request(replace(RETIREMENT, starts_at=NOW + timedelta(minutes=5)), AUTO), Notify)


@pytest.mark.parametrize("ahead", [timedelta(days=13), timedelta(minutes=20)])
def test_by_the_notice_of_a_reboot_nothing_begins_it_says_when_the_sweep_fails_over(ahead):
    made = request(replace(REBOOT, starts_at=NOW + ahead), AUTO)
    assert isinstance(made, Notify)
    since = max(NOW + ahead - timedelta(hours=1), NOW)
    assert f"fails over ahead of it, from {since:%Y-%m-%d %H:%M} UTC" in made.sentence


def test_a_failing_drive_is_answered_at_once_since_ec2_shows_no_event_for_it():
    failing = replace(RETIREMENT, type_code="AWS_EC2_INSTANCE_STORE_DRIVE_PERFORMANCE_DEGRADED")
    assert isinstance(request(failing, AUTO), StartExecution)


def test_a_notice_of_what_is_to_come_starts_nothing_and_says_when_the_node_is_cycled():
    made = request(RETIREMENT, AUTO)

    assert isinstance(made, Notify) and made.code is Code.MAINTENANCE_PLANNED
    assert f"{RETIREMENT.starts_at - timedelta(days=1):%Y-%m-%d %H:%M}" in made.sentence


LATE = replace(
    with_tags(),
    state=InstanceState.STOPPED,
    stop_proven=True,
    tags={
        "cachewarden:state": "attention",
        "cachewarden:last-operation": "Stopped req-1 Attention 2026-02-03",
        "cachewarden:last-error": "CW4203",
    },
)
"""CacheWarden asked for its stop, and gave up waiting for it."""


@pytest.mark.parametrize(
    ("last", "goal"),
    [
        ("Stopped req-1 Attention", Goal.PREFLIGHT),
        ("ClusterStopped req-1 Attention", Goal.PREFLIGHT),
        ("Cycled req-1 Attention", Goal.IN_SERVICE),
        ("Resized req-1 Attention", Goal.IN_SERVICE),
        ("InService req-1 Attention", Goal.IN_SERVICE),
        ("ClusterInService req-1 Attention", Goal.IN_SERVICE),
        ("anything that was written by hand", Goal.PREFLIGHT),
    ],
)
def test_a_node_whose_stop_ec2_ends_late_is_brought_back_where_that_was_asked_for_else_examined(last, goal):
    late = replace(LATE, tags={**LATE.tags, "cachewarden:last-operation": last})
    begun = request(STOPPED, late)
    assert isinstance(begun, StartExecution) and begun.goal is goal and begun.instance_id == NODE
    later = request_for_event(
        replace(STOPPED, event_id="f"), late, own_role_arns=frozenset(), now=NOW + timedelta(hours=1)
    )
    assert isinstance(later, StartExecution) and later.name == begun.name


@pytest.mark.parametrize(
    "changed",
    [
        {"operated_by": "arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:e1"},
        {"tags": {**LATE.tags, "cachewarden:state": "operating"}},
        {"tags": {**LATE.tags, "cachewarden:state": "stopped"}},
        {"tags": {**LATE.tags, "cachewarden:last-error": "CW4205"}},
        {"tags": {}},
    ],
)
def test_any_other_stop_of_our_own_is_ignored(changed):
    ignored = request(STOPPED, replace(LATE, **changed))
    assert isinstance(ignored, Ignore) and ignored.code is Code.EVENT_OWN_DOING


def test_a_stop_without_our_proof_is_told_whatever_the_tags_say():
    assert isinstance(request(STOPPED, replace(LATE, stop_proven=False)), Notify)
