"""What an act reports about its node replaces what was known, unless it isn't newer or is of another boot."""

from datetime import timedelta

import pytest

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.merge import with_ec2_facts, with_verdict
from cachewarden.loop.action_result import take_report
from cachewarden.operation.operation import parse_operation
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales, iso


def known(sales: Sales) -> dict:
    return sales.evidence(sales.one)


def merged(change=lambda sales: None, **verdict):
    sales = Sales()
    before = known(sales)
    sales.pass_s(30)
    asked_at = iso(sales.now)
    change(sales)
    answer = sales.verdict(sales.one, "done") | verdict
    return with_verdict(before, node=sales.one.instance_id, asked_at=asked_at, verdict=answer), before, sales


def test_a_newer_report_of_the_same_boot_counts_from_when_it_was_asked_for():
    def stopped(sales: Sales) -> None:
        sales.one.sql_running = False

    evidence, _, sales = merged(stopped)
    host = parse_evidence(evidence).subject.host

    assert host.sql.all_stopped
    assert host.sql_at == host.storage_at == sales.now


@pytest.mark.parametrize(
    "verdict",
    [
        {"bootId": "boot-9"},
        {"observedAt": iso(Sales().now - timedelta(seconds=1))},
        {"observedAt": "never"},
        {"evidence": None},
        {"evidence": {}},
        {"evidence": {"storage": None}},
    ],
)
def test_a_report_of_another_boot_an_older_one_or_none_renews_nothing(verdict):
    evidence, _, _ = merged(**verdict)

    assert evidence is None


def test_a_section_that_was_not_reported_keeps_its_age():
    sales = Sales()
    answer = sales.verdict(sales.one, "done")
    evidence, before, sales = merged(evidence={"worker": answer["evidence"]["worker"]})
    host, earlier = parse_evidence(evidence).subject.host, parse_evidence(before).subject.host

    assert host.worker_at > earlier.worker_at
    assert (host.sql_at, host.storage_at) == (earlier.sql_at, earlier.storage_at)


def test_the_partner_is_not_touched_and_the_known_evidence_neither():
    evidence, before, _ = merged()

    assert evidence["replicas"][1] == before["replicas"][1]
    assert "sections" not in before["replicas"][0]["host"]


def test_older_ec2_facts_never_replace_newer_ones():
    sales = Sales()
    old = sales.ec2(sales.one) | {"stopProtected": False}
    sales.pass_s(1)
    before = known(sales)

    assert with_ec2_facts(before, node=sales.one.instance_id, facts=old) == before


def test_a_node_that_stopped_has_no_report_any_more():
    sales = Sales()
    before = known(sales)
    sales.one.state = "stopping"

    evidence = with_ec2_facts(before, node=sales.one.instance_id, facts=sales.ec2(sales.one))

    assert evidence["replicas"][0]["host"] is None and evidence["replicas"][1]["host"] is not None


def reported(sales: Sales, **report: object):
    operation = parse_operation(request(sales.one, "Stopped", sales))
    base = {"action": "StopSqlServer", "node": sales.one.instance_id, "askedAt": iso(sales.now)}
    return take_report(operation, known(sales), base | report, sales.now)


@pytest.mark.parametrize("outcome", ["refused", "retry", "partial", "failed"])
def test_an_act_that_did_not_succeed_is_counted_and_looked_at(outcome):
    sales = Sales()
    verdict = sales.verdict(sales.one, outcome, "CW2027")

    operation = reported(sales, result={"status": "Failed", "verdict": verdict}).operation

    assert operation.failures == {"StopSqlServer": 1}
    assert operation.last_failure.code == "CW2027"
    assert operation.last_failure.transient == (outcome == "retry")
    assert operation.look_after == sales.now


def test_a_document_without_a_verdict_is_a_failure():
    operation = reported(Sales(), result={"status": "TimedOut", "verdict": None}).operation

    assert operation.last_failure.code == "CW4301" and "TimedOut" in operation.last_failure.message


def test_success_forgets_the_failures_before_it():
    sales = Sales()
    failed = reported(sales, error="States.Timeout", cause="late").operation
    again = take_report(
        failed,
        known(sales),
        {"action": "StopSqlServer", "node": sales.one.instance_id, "askedAt": iso(sales.now)}
        | {"result": {"status": "Success", "verdict": sales.verdict(sales.one, "done")}},
        sales.now,
    )

    assert failed.failures == {"StopSqlServer": 1} and again.operation.failures == {}


@pytest.mark.parametrize(("code", "terminal"), [("CW1021", False), ("CW1099", True)])
def test_data_loss_ends_everything_but_a_lost_cache_is_evidence(code, terminal):
    sales = Sales()
    verdict = sales.verdict(sales.one, "data-loss", code)

    operation = reported(sales, result={"status": "Failed", "verdict": verdict}).operation

    assert (operation.data_loss is not None) == terminal
