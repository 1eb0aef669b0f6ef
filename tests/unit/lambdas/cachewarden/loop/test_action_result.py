"""What an act's result does to the operation: counted as succeeded or failed, and looked at again after a failure."""

from dataclasses import replace

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.loop.action_result import apply_result, parse_action_result
from cachewarden.loop.reconcile import reconcile
from cachewarden.operation.operation import Finding
from cachewarden.operation.operation_json import parse_operation
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales, iso


def known(sales: Sales) -> ClusterEvidence:
    return parse_evidence(sales.evidence(sales.one))


def reported(sales: Sales, **report: object):
    operation = parse_operation(request(sales.one, "Stopped", sales))
    base = {"action": "StopSqlServer", "node": sales.one.instance_id, "askedAt": iso(sales.now)}
    return apply_result(operation, known(sales), parse_action_result(base | report), sales.now)


@pytest.mark.parametrize("outcome", ["refused", "retry", "partial", "failed"])
def test_an_act_that_did_not_succeed_is_counted_and_looked_at(outcome):
    sales = Sales()
    verdict = sales.verdict(sales.one, outcome, "CW2027")

    operation = reported(sales, result={"status": "Failed", "verdict": verdict})[0]

    assert operation.failures == {"StopSqlServer": 1}
    assert operation.last_failure.code == "CW2027"
    assert operation.last_failure.transient == (outcome == "retry")
    assert operation.look_after == sales.now


def test_a_document_without_a_verdict_is_a_failure():
    operation = reported(Sales(), result={"status": "TimedOut", "verdict": None})[0]

    assert operation.last_failure.code == "CW4301" and "TimedOut" in operation.last_failure.message


def test_success_forgets_the_failures_before_it():
    sales = Sales()
    failed = reported(sales, error="States.Timeout", cause="late")[0]
    report = {"action": "StopSqlServer", "node": sales.one.instance_id, "askedAt": iso(sales.now)} | {
        "result": {"status": "Success", "verdict": sales.verdict(sales.one, "done")}
    }
    again, _ = apply_result(failed, known(sales), parse_action_result(report), sales.now)

    assert failed.failures == {"StopSqlServer": 1} and again.failures == {}


@pytest.mark.parametrize("status", ["Failed", "TimedOut"])
def test_a_refusal_by_the_other_node_of_an_act_names_that_node_and_is_no_evidence_of_this_one(status):
    sales = Sales()
    verdict = sales.verdict(sales.two, "refused", "CW2022") if status == "Failed" else None
    answer = {"instanceId": sales.two.instance_id, "status": status, "verdict": verdict}

    operation, evidence = reported(sales, action="ReseedDatabases", result=answer)

    assert operation.last_failure.message.startswith(f"{sales.two.computer} ({sales.two.instance_id}) was asked: ")
    assert evidence.replica(sales.one.instance_id) == known(sales).replica(sales.one.instance_id)


def test_an_answer_of_the_node_itself_is_told_as_it_is():
    sales = Sales()
    verdict = sales.verdict(sales.one, "refused", "CW2027")
    answer = {"instanceId": sales.one.instance_id, "status": "Failed", "verdict": verdict}

    assert reported(sales, result=answer)[0].last_failure.message == verdict["message"]


@pytest.mark.parametrize(("code", "terminal"), [("CW1021", False), ("CW1099", True)])
def test_data_loss_ends_everything_but_a_lost_cache_is_evidence(code, terminal):
    sales = Sales()
    verdict = sales.verdict(sales.one, "data-loss", code)

    operation = reported(sales, result={"status": "Failed", "verdict": verdict})[0]

    assert (operation.data_loss is not None) == terminal


@pytest.mark.parametrize(("undisturbed", "found"), [(True, True), (False, False)])
def test_weaker_modes_that_were_seen_while_another_operation_had_the_lease_are_looked_for_anew(undisturbed, found):
    """That operation held them, and has put them back by now."""
    sales = Sales()
    weaker = "SALES1 in sales-ag is SYNCHRONOUS_COMMIT, MANUAL, was SYNCHRONOUS_COMMIT, AUTOMATIC"
    seen = replace(known(sales), weaker_modes=(weaker,))
    asked = parse_operation(request(sales.one, "InService", sales))
    waiting = asked.remembers([Finding(code=Code.MODES_WEAKENED, sentence=weaker)])
    taken = {"acquired": True, "undisturbed": undisturbed, "leaseKey": "k", "token": 7}
    report = {"action": "AcquireLease", "node": sales.one.instance_id, "askedAt": iso(sales.now), "result": taken}

    step = reconcile(seen, waiting, parse_action_result(report), sales.now)

    assert any(each.code is Code.MODES_WEAKENED for each in step.operation.findings) is found
