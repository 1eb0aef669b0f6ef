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


def test_a_node_that_leads_is_asked_for():
    assert request_of_one_that_leads(ASKED, REBOOT, seen()) is ASKED


def test_a_secondary_needs_nothing():
    assert request_of_one_that_leads(ASKED, REBOOT, seen(led_by_the_other)) is None


def test_of_a_node_without_a_group_people_hear_that_nothing_can_move():
    told = request_of_one_that_leads(ASKED, REBOOT, seen(edit=of_no_group))
    assert isinstance(told, Notify) and told.code is Code.NOTHING_TO_FAIL_OVER
    assert "SALES1" in told.sentence and "instance-reboot" in told.sentence


@pytest.mark.parametrize(
    "evidence",
    [
        None,
        seen(set_node(0, online=False)),
        seen(set_node(0, sql_running=False)),
        seen(edit=without_rights),
    ],
)
def test_what_the_sweep_does_not_see_the_operation_looks_at(evidence):
    assert request_of_one_that_leads(ASKED, REBOOT, evidence) is ASKED


def test_a_node_that_was_restarted_since_it_may_come_has_it_behind_it():
    under_way = replace(REBOOT, not_before=NOW - timedelta(minutes=30))
    for since_s, answer in ((60, None), (3600, ASKED)):
        evidence = seen(edit=started(NOW - timedelta(seconds=since_s)))
        assert request_of_one_that_leads(ASKED, under_way, evidence) is answer
    assert request_of_one_that_leads(ASKED, REBOOT, seen(edit=started(NOW - timedelta(seconds=60)))) is ASKED
