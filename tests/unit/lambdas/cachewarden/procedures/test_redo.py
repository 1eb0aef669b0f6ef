"""The outage of a failover is what its target still has to redo: known, waited for while it shrinks, bounded."""

from datetime import timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales


def looks(sales: Sales, queues_kb: list[int | None], *, tags: dict[str, str] | None = None) -> list[Decision]:
    """What is decided at each look, half a minute after the last one."""
    policy = policy_from_tags({"cachewarden:managed": "true", **(tags or {})})
    operation, found = parse_operation(request(sales.one, "Stopped", sales)), []
    for queue_kb in queues_kb:
        sales.two.redo_queue_kb = queue_kb
        decision = decide(parse_evidence(sales.evidence(sales.one)), operation, policy, sales.now)
        found.append(decision)
        if isinstance(decision, Wait):
            operation = operation.waits_for(decision.reason, sales.now, progress=decision.progress)
        sales.now += timedelta(seconds=30)
    return found


def test_redo_within_the_bound_holds_nothing_up():
    (decision,) = looks(Sales(), [60_000])
    assert isinstance(decision, Execute)


def test_redo_that_shrinks_is_waited_for():
    *waits, last = looks(Sales(), [400_000, 300_000, 200_000, 100_000, 61_000, 59_000])
    assert all(isinstance(one, Wait) and one.reason is WaitReason.REDO for one in waits)
    assert isinstance(last, Execute)


@pytest.mark.parametrize("queues_kb", [[300_000] * 8, [300_000 + 9000 * look for look in range(8)]])
def test_redo_that_does_not_shrink_is_refused_with_the_number(queues_kb):
    last = looks(Sales(), queues_kb)[-1]
    assert isinstance(last, Refuse) and last.code is Code.FAILOVER_TAKES_TOO_LONG
    assert f"{queues_kb[-1] // 1000} s for redo" in last.sentence and "60 s are allowed" in last.sentence


def test_a_queue_that_shrinks_for_half_an_hour_is_not_waited_for_any_longer():
    last = looks(Sales(), [9_000_000 - 9000 * look for look in range(70)])[-1]
    assert isinstance(last, Refuse) and last.code is Code.FAILOVER_TAKES_TOO_LONG


def test_an_unknown_queue_is_neither_empty_nor_endless():
    first, *_, last = looks(Sales(), [None] * 8)
    assert isinstance(first, Wait) and first.reason is WaitReason.REDO
    assert isinstance(last, Refuse) and last.code is Code.FACT_UNKNOWN


@pytest.mark.parametrize(("tag", "allowed"), [("2m", True), ("120s", True), ("90s", False), ("soon", False)])
def test_the_owner_says_how_long_it_may_take(tag, allowed):
    (decision,) = looks(Sales(), [110_000], tags={"cachewarden:max-redo": tag})
    assert isinstance(decision, Execute) is allowed


@pytest.mark.parametrize(("queue_kb", "allowed"), [(890_000, True), (910_000, False)])
def test_no_tag_has_writes_wait_for_longer_than_a_quarter_of_an_hour(queue_kb, allowed):
    last = looks(Sales(), [queue_kb] * 8, tags={"cachewarden:max-redo": "99999h"})[-1]
    assert isinstance(last, Execute if allowed else Refuse)


def test_a_secondary_is_stopped_whatever_there_is_to_redo():
    sales = Sales()
    sales.one.redo_queue_kb = 900_000
    policy = policy_from_tags({"cachewarden:managed": "true"})
    operation = parse_operation(request(sales.two, "Stopped", sales))
    decision = decide(parse_evidence(sales.evidence(sales.two)), operation, policy, sales.now)
    assert isinstance(decision, Execute)
