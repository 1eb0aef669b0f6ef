"""The primary's log lasts for as long as the node is away, or the node isn't stopped."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.findings import findings_in
from cachewarden.loop.sweep import requests_for_logs
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from cachewarden.procedures.log_watch import LogAnswer, LogWatch, watch_logs
from cachewarden.requests.request import Notify, StartExecution
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales


def asked(
    log: Mapping[str, Any], *, goal: str = "Stopped", tags: Mapping[str, str] | None = None, waited_s: float = 0
) -> Decision:
    sales = Sales()
    sales.log.update(log)
    policy = policy_from_tags({"cachewarden:managed": "true", **(tags or {})})
    operation = parse_operation(request(sales.two, goal, sales))
    facts = parse_evidence(sales.evidence(sales.two))
    if waited_s:
        operation = operation.waits_for(WaitReason.LOG, sales.now - timedelta(seconds=waited_s))
    return decide(facts, operation, policy, sales.now)


def test_a_log_that_lasts_long_enough_holds_nothing_up():
    assert isinstance(asked({"roomS": 4 * 3600}), Execute)
    assert isinstance(asked({"roomS": None, "rateKb": 0}), Execute)


@pytest.mark.parametrize("log", [{"roomS": 4 * 3600 - 1}, {"diskFreeKb": 1000 * 3600}])
def test_a_log_that_would_be_full_before_the_node_is_back_is_a_refusal_with_numbers(log):
    decision = asked(log)
    assert isinstance(decision, Refuse) and decision.code is Code.LOG_WOULD_FILL
    assert "SALES1" in decision.sentence and "1000 KB/s" in decision.sentence and "240 minutes" in decision.sentence


@pytest.mark.parametrize(
    ("goal", "tags", "refused"),
    [
        ("Stopped", {}, True), ("Stopped", {"cachewarden:max-away": "90m"}, False), ("Cycled", {}, False),
        ("Stopped", {"cachewarden:max-away": "10h"}, True), ("Stopped", {"cachewarden:max-away": "a while"}, True),
    ],
)  # fmt: skip
def test_it_is_measured_against_the_time_that_the_node_may_be_away(goal, tags, refused):
    assert isinstance(asked({"roomS": 6000}, goal=goal, tags=tags), Refuse) is refused


@pytest.mark.parametrize(("room_s", "refused"), [(1700, True), (1900, False)])
def test_no_tag_promises_a_shorter_time_than_a_stop_and_the_way_back_take(room_s, refused):
    tags = {"cachewarden:max-away": "0s"}
    assert isinstance(asked({"roomS": room_s}, tags=tags), Refuse) is refused


@pytest.mark.parametrize("log", [{"measured": 1}, {"located": 1}, {"databases": 0, "measured": 0, "located": 0}])
def test_what_nobody_measured_is_waited_for_and_never_taken_for_enough(log):
    first, last = asked(log), asked(log, waited_s=120)
    assert isinstance(first, Wait) and first.reason is WaitReason.LOG
    assert isinstance(last, Refuse) and last.code is Code.FACT_UNKNOWN


@pytest.mark.parametrize(("log", "told"), [({"backupAgeS": 3700}, "62 minutes old"), ({"backedUp": 1}, "never")])
def test_the_only_copy_of_all_commits_has_a_recent_log_backup(log, told):
    decision = asked(log)
    assert isinstance(decision, Refuse) and decision.code is Code.LOG_BACKUP_TOO_OLD and told in decision.sentence


def test_a_group_whose_backups_run_on_a_secondary_only_is_told_of():
    sales = Sales()
    sales.backup_preference = 1
    (finding,) = findings_in(parse_evidence(sales.evidence(sales.two)), sales.now)
    assert finding.code is Code.LOG_BACKUPS_WOULD_STOP and "SALES2" in finding.sentence


# --- while a node is away ---


def watched(log: Mapping[str, Any], *, health: str = "approve", away_h: float = 1.0, queue_kb: int = 0) -> LogWatch:
    sales = Sales()
    sales.log.update(log)
    sales.two.state, sales.two.send_queue_kb = "stopped", queue_kb
    facts = parse_evidence(sales.evidence(sales.two))
    policies = {sales.two.instance_id: policy_from_tags({"cachewarden:on-health": health})}
    away = {sales.two.instance_id: sales.now - timedelta(hours=away_h)}
    (found,) = watch_logs(facts, policies, away, sales.now)
    return found


def test_a_log_with_room_is_left_alone():
    assert watched({"roomS": 7200}).answer is LogAnswer.ENOUGH


@pytest.mark.parametrize("log", [{"roomS": 1000}, {"measured": 0}])
def test_a_log_that_is_full_before_the_node_could_be_back_needs_somebody(log):
    assert watched(log).answer is LogAnswer.ATTENTION
    assert watched(log, health="auto").answer is LogAnswer.START


def test_the_longer_a_node_was_away_the_earlier_it_has_to_be_started():
    assert watched({"roomS": 3600}).answer is LogAnswer.ENOUGH
    assert watched({"roomS": 3600}, queue_kb=200_000_000).answer is LogAnswer.ATTENTION


def test_a_node_that_is_away_for_longer_than_it_may_is_told_of():
    found = watched({}, away_h=5)

    assert "without it 0 synchronized copies beside the primary's remain in sales-ag" in found.sentence
    assert found.answer is LogAnswer.ATTENTION and "300 minutes, 240 are allowed" in found.sentence
    assert found.code is Code.AWAY_TOO_LONG


def test_nothing_is_watched_while_everybody_is_there():
    sales = Sales()
    assert watch_logs(parse_evidence(sales.evidence(sales.two)), {}, {}, sales.now) == ()


def swept(log: Mapping[str, Any], *, health: str = "approve", away_h: float = 1.0) -> list[StartExecution | Notify]:
    """What the sweep asks for when it looks at SALES1, the primary, while SALES2 is stopped for `away_h` hours."""
    sales = Sales()
    sales.log.update(log)
    sales.two.state = "stopped"
    evidence = sales.evidence(sales.one)
    evidence["replicas"][1]["ec2"]["tags"]["cachewarden:on-health"] = health
    away = {sales.two.instance_id: sales.now - timedelta(hours=away_h)}
    return list(requests_for_logs(parse_evidence(evidence), away_since=away, now=sales.now))


def test_the_sweep_asks_for_the_node_or_tells_people():
    assert swept({}) == []
    (told,) = swept({"roomS": 1000})
    assert isinstance(told, Notify) and told.code is Code.LOG_FILLS_WHILE_AWAY and "17 minutes" in told.sentence
    (asked_for,) = swept({"roomS": 1000}, health="auto")
    assert isinstance(asked_for, StartExecution) and asked_for.instance_id == Sales().two.instance_id
    (too_long,) = swept({}, away_h=5)
    assert isinstance(too_long, Notify) and too_long.code is Code.AWAY_TOO_LONG
    assert "don't grow now" in swept({"roomS": None, "rateKb": 0}, away_h=5)[0].sentence


def test_the_sweep_asks_once_where_the_log_is():
    sales = Sales()
    sales.log.update({"roomS": 1000})
    sales.two.state = "stopped"
    assert list(requests_for_logs(parse_evidence(sales.evidence(sales.two)), away_since={}, now=sales.now)) == []
