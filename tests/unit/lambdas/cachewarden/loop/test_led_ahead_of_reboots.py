"""Ahead of a reboot an operation begins only for a node that leads a group, or of which nobody knows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.loop.sweep import request_of_one_that_leads
from cachewarden.operation.goal import Goal
from cachewarden.requests.request import Notify, StartExecution
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import host, set_node

NOW = Sales().now
NODE = Sales().one.instance_id
REBOOT = ScheduledEvent(
    instance_id=NODE,
    event_id="instance-event-1",
    code="instance-reboot",
    description="d",
    not_before=NOW + timedelta(minutes=50),
    not_before_deadline=None,
)
ASKED = StartExecution(
    goal=Goal.FAILED_OVER,
    instance_id=NODE,
    kind="reboot",
    event_id="e",
    requested_at=NOW,
    requested_by="sweep",
    reason="r",
)


def seen(
    change: Callable[[Sales], Any] = lambda sales: None, edit: Callable[[dict[str, Any]], Any] = lambda evidence: None
) -> ClusterEvidence:
    sales = Sales()
    change(sales)
    evidence = sales.evidence(sales.one)
    edit(evidence)
    return parse_evidence(evidence)


def of_no_group(evidence: dict[str, Any]) -> None:
    del evidence["replicas"][1]
    host(evidence, 0)["sql"].update(availabilityGroups=[], cluster=None)


def without_rights(evidence: dict[str, Any]) -> None:
    of_no_group(evidence)
    host(evidence, 0)["sql"]["permissions"] = None


def started(at: datetime) -> Callable[[dict[str, Any]], None]:
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["host"]["bootedAt"] = iso(at)

    return edit


def led_by_the_other(sales: Sales) -> None:
    sales.primary = sales.two


def with_a_third(evidence: dict[str, Any], *, online: bool = True) -> None:
    """SALES3 holds no replica that the others tell of; it may hold one of a group that only it and SALES1 have."""
    third = {**evidence["replicas"][1], "instanceId": "i-3"}
    third["host"] = {**third["host"], "evidence": {**third["host"]["evidence"]}} if online else None
    if online:
        told = third["host"]["evidence"]
        told["host"] = {**told["host"], "computer": "SALES3"}
        told["sql"] = {**told["sql"], "availabilityGroups": []}
    evidence["replicas"].append(third)


def answered(
    evidence: ClusterEvidence | None, event: ScheduledEvent = REBOOT, *, asked_for: StartExecution = ASKED
) -> StartExecution | Notify | None:
    return request_of_one_that_leads(asked_for, event, evidence, now=NOW)


def test_a_node_that_leads_is_asked_for():
    assert answered(seen()) is ASKED


def test_a_secondary_needs_nothing():
    assert answered(seen(led_by_the_other)) is None


def test_of_a_node_without_a_group_people_hear_that_nothing_can_move():
    told = answered(seen(edit=of_no_group))
    assert isinstance(told, Notify) and told.code is Code.NOTHING_TO_FAIL_OVER
    assert "SALES1" in told.sentence and "instance-reboot" in told.sentence


def test_one_that_the_sweep_did_not_look_at_is_asked_for_like_one_that_leads():
    assert answered(None) is ASKED


UNSEEN = {
    "silent": set_node(0, online=False),
    "SQL Server is down": set_node(0, sql_running=False),
}


@pytest.mark.parametrize("change", UNSEEN.values(), ids=UNSEEN)
def test_what_the_sweep_does_not_see_of_a_node_is_looked_at_once_not_every_half_hour(change):
    first, later = (
        answered(seen(change), asked_for=replace(ASKED, event_id=slot)) for slot in ("event|time|1", "event|time|2")
    )
    assert isinstance(first, StartExecution) and isinstance(later, StartExecution)
    assert first.name == later.name != ASKED.name
    moved = answered(seen(change), replace(REBOOT, not_before=NOW + timedelta(minutes=40)))
    assert isinstance(moved, StartExecution) and moved.name != first.name


def test_nor_is_one_tried_again_whose_groups_nobody_may_see():
    names = {answered(seen(edit=without_rights), asked_for=replace(ASKED, event_id=slot)).name for slot in ("1", "2")}
    assert len(names) == 1


@pytest.mark.parametrize("change", UNSEEN.values(), ids=UNSEEN)
def test_a_silent_secondary_needs_nothing_where_every_partner_says_who_leads(change):
    def both(sales: Sales) -> None:
        led_by_the_other(sales)
        change(sales)

    assert answered(seen(both)) is None
    assert answered(seen(both, edit=with_a_third)) is None


def test_a_silent_node_may_lead_a_group_that_only_a_silent_partner_could_tell_of():
    def both(sales: Sales) -> None:
        led_by_the_other(sales)
        UNSEEN["silent"](sales)

    unsure = answered(seen(both, edit=lambda evidence: with_a_third(evidence, online=False)))
    assert isinstance(unsure, StartExecution)


def test_what_a_partner_said_some_time_ago_proves_nothing_of_a_silent_node():
    def both(sales: Sales) -> None:
        led_by_the_other(sales)
        UNSEEN["silent"](sales)

    later = NOW + timedelta(minutes=30)
    assert isinstance(request_of_one_that_leads(ASKED, REBOOT, seen(both), now=later), StartExecution)


def test_a_node_that_was_restarted_since_it_may_come_has_had_it_for_as_long_as_ec2_may_lag_behind():
    """Somebody may have restarted Windows, which takes no event away: what EC2 shows an hour later is to come."""
    under_way = replace(REBOOT, not_before=NOW - timedelta(hours=3), not_after=NOW + timedelta(hours=20))
    for since_s, answer in ((60, None), (3600, None), (3601, ASKED), (4 * 3600, ASKED)):
        assert answered(seen(edit=started(NOW - timedelta(seconds=since_s))), under_way) is answer, since_s
    assert answered(seen(edit=started(NOW - timedelta(seconds=60)))) is ASKED
