"""Databases of no group, on a node that has groups or on another instance, go out of service with a consent only."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.loop.reconcile import Step, reconcile
from cachewarden.operation.actions import Action
from cachewarden.operation.policy import CONSENT
from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, host, set_node, situation

UNTIL = iso(Sales().now + timedelta(hours=2))
REPORTS = {"name": "REPORTS", "service": 4, "agent": 4, "startMode": "Manual"}
HELD = (set_node(0, failover_mode=1), set_node(1, failover_mode=1))


def leads_nothing(sales: Sales) -> None:
    """SALES1 is secondary and its modes are held: SQL Server is next to stop."""
    sales.primary = sales.two
    for change in HELD:
        change(sales)


def step(*, consent: bool = False, beside: dict[str, Any] | None = None, **node: Any) -> Step:
    """One pass of the loop for SALES1, whose groups have a replica elsewhere."""

    def change(sales: Sales) -> None:
        leads_nothing(sales)
        set_node(0, **node)(sales)
        if consent:
            sales.one.tags[CONSENT] = f"outage/{UNTIL}"

    def edit(evidence: dict[str, Any]) -> None:
        if beside is not None:
            host(evidence, 0)["sql"]["instances"].append({**REPORTS, **beside})

    seen = situation(change, edit=edit, **{**LEASED, "savedModes": SAVED_MODES})
    return reconcile(seen.evidence, seen.operation, None, seen.now)


def refused(stepped: Step) -> str:
    assert isinstance(stepped.decision, Refuse) and stepped.decision.code == "CW6111", stepped.decision
    return stepped.decision.sentence


def consent_sent(stepped: Step) -> str:
    assert isinstance(stepped.decision, Execute) and stepped.decision.action is Action.STOP_SQL_SERVER
    return str(stepped.decision.parameters["Consent"]).partition("/")[0]


def test_a_node_whose_databases_are_all_in_groups_needs_no_consent():
    assert consent_sent(step()) == "none"


@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "(1 of MSSQLSERVER)"), (7, "(7 of MSSQLSERVER)"), (None, "(an unknown number of MSSQLSERVER)")],
)
def test_databases_of_no_group_stay_in_service_whatever_groups_the_node_has(number, told):
    assert told in refused(step(databases_alone=number))


@pytest.mark.parametrize(("up", "code"), [(60, "CW6003"), (600, "CW6111")])
def test_sql_server_that_has_just_started_is_given_time_to_say_which_databases_it_has(up, code):
    def change(sales: Sales) -> None:
        leads_nothing(sales)
        set_node(0, databases_alone=None)(sales)

    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["host"]["bootedAt"] = iso(Sales().now - timedelta(seconds=up))

    seen = situation(change, edit=edit, **{**LEASED, "savedModes": SAVED_MODES})
    assert reconcile(seen.evidence, seen.operation, None, seen.now).decision.code == code


@pytest.mark.parametrize(
    ("beside", "told"),
    [
        ({"databasesAlone": 3}, "(3 of REPORTS)"),
        ({}, "(an unknown number of REPORTS)"),
        ({"service": 2}, "(an unknown number of REPORTS)"),
    ],
)
def test_an_instance_without_groups_beside_one_that_has_them_stays_in_service(beside, told):
    assert told in refused(step(beside=beside))


@pytest.mark.parametrize("beside", [{"databasesAlone": 0}, {"service": 1}])
def test_an_instance_that_serves_nobody_needs_no_consent(beside):
    assert consent_sent(step(beside=beside)) == "none"


def test_with_the_consent_they_stop_and_the_node_is_told_so():
    assert consent_sent(step(consent=True, databases_alone=2, beside={"databasesAlone": 3})) == "outage"


def test_a_consent_that_nothing_needs_is_sent_to_no_node():
    assert consent_sent(step(consent=True)) == "none"


def test_once_sql_server_is_stopped_the_withdrawn_consent_still_brings_the_node_back():
    """Nobody can count any more: what SQL Server said while it ran counts."""
    before = step(consent=True, databases_alone=2)
    assert before.following.databases_alone == "2 of MSSQLSERVER"

    def stopped(sales: Sales) -> None:
        leads_nothing(sales)
        set_node(0, sql_running=False, synchronized=False)(sales)

    seen = situation(stopped, **{**LEASED, "savedModes": SAVED_MODES})
    after = reconcile(seen.evidence, before.following, None, seen.now)
    assert after.decision.code == "CW6111" and "2 of MSSQLSERVER" in after.decision.sentence
    never = reconcile(seen.evidence, replace(before.following, databases_alone=None), None, seen.now)
    assert never.decision.code != "CW6111"


@pytest.mark.parametrize(("number", "code"), [(0, "CW6006"), (1, "CW6215"), (None, "CW6215")])
def test_sql_server_is_not_restarted_for_some_databases_while_it_alone_serves_others(number, code):
    """A restart that opens copies of a group would take the others out of service, which nobody consented to."""

    def change(sales: Sales) -> None:
        sales.primary = sales.two
        set_node(0, synchronized=False, databases_alone=number)(sales)

    def edit(evidence: dict[str, Any]) -> None:
        copy = {"name": "orders", "inGroup": True, "files": 2, "missing": 0}
        host(evidence, 0)["sql"]["unopened"] = [copy]

    seen = situation(change, goal="InService", edit=edit, **LEASED)
    decision = reconcile(seen.evidence, seen.operation, None, seen.now).decision
    assert decision.code == code
    assert ("SQL Server isn't restarted" in decision.sentence) == (code == "CW6215")
