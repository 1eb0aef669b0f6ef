"""A replica leaves its group by consent only, once its instance is proven gone and what is left is known as whole."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.as_of import AsOf
from cachewarden.loop.findings import findings_in
from cachewarden.loop.notification import final_notification
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.sweep import replicas_gone, requests_for_logs
from cachewarden.operation.actions import Action
from cachewarden.operation.operation_json import parse_operation
from cachewarden.procedures.decision import Complete, Decision, Execute, Outcome, Refuse, Wait
from cachewarden.procedures.forget_replica import to_forget
from cachewarden.requests.request import Notify
from tests.unit.lambdas.loop_driver import request, started_document
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host, set_node

Edit = Callable[[dict[str, Any]], Any]

CONSENT = {
    "word": "forget-replica", "by": "dba", "through": "a document", "subject": "i-0aaaaaaaaaaaaaaa1",
    "goals": ["InService"], "givenAt": iso(Sales().now), "expiresAt": iso(Sales().now + timedelta(hours=1)),
    "withdrawn": False,
}  # fmt: skip


ENDED = {**CONSENT, "expiresAt": iso(Sales().now - timedelta(minutes=1))}


def lost(evidence: dict[str, Any], *, gone: bool = True) -> dict[str, Any]:
    """SALES2's instance isn't there any more; returns its replica as the primary shows it."""
    del evidence["replicas"][1]
    why = "its instance i-2 is terminated" if gone else "its instance i-2 is stopped"
    evidence["absent"] = [{"computer": "sales2", "instanceId": "i-2", "gone": gone, "why": why}]
    sql = host(evidence, 0)["sql"]
    sql["cluster"]["members"][1]["state"] = 0
    replica: dict[str, Any] = next(
        each for each in sql["availabilityGroups"][0]["replicas"] if each["server"] == "SALES2"
    )
    replica["connected"] = 0
    return replica


def decided_after(
    edit: Edit = lambda evidence: None, *, consents: tuple[Any, ...] = (CONSENT,), **more: Any
) -> Decision:
    def lose(evidence: dict[str, Any]) -> None:
        lost(evidence)
        edit(evidence)

    covered = {**LEASED, "consents": list(consents), "forgets": ["sales2"]}
    return decided(goal=more.pop("goal", "InService"), edit=lose, **{**covered, **more})


def primary(evidence: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = host(evidence, 0)["sql"]["availabilityGroups"][0]
    return found


def shown(evidence: dict[str, Any], server: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in primary(evidence)["replicas"] if each["server"] == server)
    return found


def test_the_primary_takes_it_out_of_its_group():
    decision = decided_after()

    assert isinstance(decision, Execute) and decision.action is Action.REMOVE_REPLICAS
    assert decision.node == "i-0aaaaaaaaaaaaaaa1"
    assert decision.parameters == {"AvailabilityGroups": GROUP, "Replicas": "r2"}
    assert "0 synchronized copies" in decision.sentence


def test_without_the_consent_it_stays():
    assert getattr(decided_after(consents=()), "action", None) is not Action.REMOVE_REPLICAS


def test_a_consent_for_another_node_counts_for_nothing():
    other = {**CONSENT, "subject": "i-0bbbbbbbbbbbbbbb2"}
    assert getattr(decided_after(consents=(other,)), "action", None) is not Action.REMOVE_REPLICAS


@pytest.mark.parametrize(
    "edit",
    [
        lambda evidence: shown(evidence, "SALES2").update(connected=1),
        lambda evidence: shown(evidence, "SALES2").update(connected=None),
        lambda evidence: shown(evidence, "SALES1")["databases"].update(online=1),
        lambda evidence: shown(evidence, "SALES1")["databases"].update(online=None),
        lambda evidence: primary(evidence).update(role=2),
        lambda evidence: primary(evidence).update(operational=None),
    ],
    ids=["connected", "connected?", "not-all-online", "online?", "no-primary", "primary-offline"],
)
def test_it_stays_while_what_is_left_is_not_known_to_be_whole(edit):
    decision = decided_after(edit)

    assert isinstance(decision, Refuse) and decision.code is Code.REPLICA_NOT_FORGOTTEN, decision


@pytest.mark.parametrize("gone", [True, False])
def test_a_stop_is_refused_meanwhile_and_says_who_can_end_that(gone):
    decision = decided(edit=lambda evidence: lost(evidence, gone=gone), **LEASED)

    assert decision.code is (Code.REPLICA_GONE if gone else Code.REPLICA_UNKNOWN)


def test_one_that_is_only_away_is_not_forgotten():
    decision = decided(
        goal="InService", edit=lambda evidence: lost(evidence, gone=False), **{**LEASED, "consents": [CONSENT]}
    )

    assert isinstance(decision, Refuse) and decision.code is Code.NO_REPLICA_GONE
    assert "its instance i-2 is stopped" in decision.sentence


def test_a_consent_covers_what_was_gone_when_the_operation_first_looked_and_nothing_that_is_lost_later():
    sales = Sales()
    asked = parse_operation(request(sales.one, "InService", sales, **{**LEASED, "consents": [CONSENT]}))
    before, after = sales.evidence(sales.one), sales.evidence(sales.one)
    lost(after)
    nothing_gone = to_forget(parse_evidence(before), asked, sales.now)

    assert nothing_gone == ()
    assert to_forget(parse_evidence(after), replace(asked, forgets=nothing_gone), sales.now) == ()
    assert to_forget(parse_evidence(after), asked, sales.now) == ("sales2",)
    assert to_forget(parse_evidence(after), replace(asked, consents=()), sales.now) is None
    assert to_forget(parse_evidence(after), asked, sales.now + timedelta(hours=2)) is None


def test_whose_replicas_are_covered_waits_until_somebody_names_the_clusters_computers():
    sales = Sales()
    asked = parse_operation(request(sales.one, "InService", sales, **{**LEASED, "consents": [CONSENT]}))
    evidence = sales.evidence(sales.one)
    lost(evidence)
    host(evidence, 0)["sql"]["cluster"] = None

    assert to_forget(parse_evidence(evidence), asked, sales.now) is None


@pytest.mark.parametrize("begun", [{}, {"RemoveReplicas": 1}], ids=["first", "after-another"])
@pytest.mark.parametrize(
    "covers",
    [{"forgets": ["sales3"]}, {"forgets": ["sales2"], "consents": [ENDED]}, {"forgets": None, "consents": [ENDED]}],
    ids=["lost-later", "ended", "ended-before-the-first-look"],
)
def test_a_removal_takes_a_consent_that_covers_the_replica_and_counts_when_it_begins(covers, begun):
    """It was given for SALES3, the operation waited, and SALES2 was terminated meanwhile; or an hour went by."""
    earlier = {name: iso(Sales().now - timedelta(minutes=59)) for name in begun}
    decision = decided_after(attempts={**LEASED["attempts"], **begun}, firstBegun=earlier, **covers)

    assert isinstance(decision, Refuse) and decision.code is Code.REPLICA_NOT_FORGOTTEN, decision
    assert "SALES1 (i-0aaaaaaaaaaaaaaa1) is in service" in decision.sentence and "takes a new one" in decision.sentence


def test_the_loop_fixes_what_is_covered_and_what_was_removed_is_no_finding_any_more():
    sales, run = Sales(), "0a1b2c3d-0000-4000-8000-000000000001"
    sales.document_run = started_document(sales, "CacheWarden-AcceptForgetReplicaAndStartInstance", node=sales.one)
    named = {"executionArn": f"arn:aws:states:eu-central-1:111122223333:execution:m:{run}", "documentRun": run}
    asked = parse_operation(request(sales.one, "InService", sales, **LEASED, **named))
    evidence = sales.evidence(sales.one)
    lost(evidence)
    first = reconcile(parse_evidence(evidence), asked, None, sales.now)
    primary(evidence)["replicas"].remove(shown(evidence, "SALES2"))
    then = reconcile(parse_evidence(evidence), first.following, None, sales.now)

    assert isinstance(first.decision, Execute) and first.decision.action is Action.REMOVE_REPLICAS, first.decision
    assert first.following.forgets == ("sales2",)
    assert Code.REPLICA_GONE in {each.code for each in first.following.findings}
    assert {each.code for each in then.following.findings} == {Code.NODE_TO_EVICT}
    assert isinstance(then.decision, Complete), then.decision


def test_the_message_tells_which_replicas_the_consent_covers():
    sales = Sales()
    asked = parse_operation(
        request(sales.one, "InService", sales, **{**LEASED, "consents": [CONSENT], "forgets": ["sales2"]})
    )
    when = AsOf(decided_at=datetime(2026, 2, 3, 22, 0, tzinfo=UTC), asked=())
    told = final_notification(
        asked, outcome=Outcome.GOAL, who="DBA", code=Code.GOAL_REACHED, sentence="done", as_of=when
    )

    assert "It covers what is on SALES2." in told.message


@pytest.mark.parametrize(
    "change",
    [
        set_node(0, classification="DETACHED", sql_running=False),
        set_node(0, sql_running=False),
        set_node(0, classification="EVACUATED", free_nvme=("disk",)),
    ],
    ids=["detached", "sql-down", "cache-on-swap"],
)
@pytest.mark.parametrize("proven", [True, False], ids=["gone", "nobody-names-it"])
def test_the_node_that_is_left_comes_back_first(change, proven):
    """Whatever keeps the replica in its group; with SQL Server down nobody names the cluster's computers."""

    def edit(evidence: dict[str, Any]) -> None:
        if "availabilityGroups" in host(evidence, 0)["sql"]:
            lost(evidence)
            shown(evidence, "SALES1")["databases"]["online"] = 1
        else:
            del evidence["replicas"][1]
        if not proven:
            evidence["absent"] = []

    decision = decided(change, goal="InService", edit=edit, **{**LEASED, "consents": [CONSENT], "forgets": ["sales2"]})

    expected = (Action.INITIALIZE_STORAGE, Action.START_SQL_SERVER, Action.RESTORE_CACHE)
    assert isinstance(decision, Execute) and decision.action in expected, decision


def test_a_primary_that_this_operation_started_gets_time_to_come_online():
    started = {**LEASED["attempts"], "StartSqlServer": 1}
    waiting = decided_after(lambda evidence: primary(evidence).update(operational=None), attempts=started)
    since = iso(Sales().now - timedelta(minutes=11))
    refused = decided_after(
        lambda evidence: primary(evidence).update(operational=None),
        attempts=started,
        waiting={"topic": "primary", "since": since},
    )

    assert isinstance(waiting, Wait)
    assert isinstance(refused, Refuse) and refused.code is Code.REPLICA_NOT_FORGOTTEN


@pytest.mark.parametrize("consents", [(ENDED,), (CONSENT,)], ids=["ended", "carried"])
def test_an_operation_in_place_of_one_that_removed_the_replica_brings_the_node_back(consents):
    """The computer was evicted meanwhile: nothing is gone any more."""
    run = {
        "id": "r", "speaksFor": "another", "document": "CacheWarden-AcceptForgetReplicaAndStartInstance",
        "instanceId": "i-0aaaaaaaaaaaaaaa1", "startedAt": iso(Sales().now), "startedBy": "arn", "cancelled": False,
    }  # fmt: skip

    def edit(evidence: dict[str, Any]) -> None:
        if consents == (CONSENT,):
            evidence["documentRun"] = run

    decision = decided(goal="InService", edit=edit, **{**LEASED, "consents": list(consents)})

    assert isinstance(decision, Complete), decision


def test_the_copies_that_remain_are_told_of_each_group():
    other = "6a1f5f2e-0000-4000-8000-000000000002"

    def two_groups(evidence: dict[str, Any]) -> None:
        groups = host(evidence, 0)["sql"]["availabilityGroups"]
        second = deepcopy(groups[0])
        second.update(id=other, name="OTHER")
        for each in second["replicas"]:
            each["id"] = f"{each['id']}-other"
        groups.append(second)

    decision = decided_after(two_groups)

    assert isinstance(decision, Execute) and decision.parameters["Replicas"] == "r2,r2-other"
    assert decision.sentence.count("0 synchronized copies beside the primary's remain in") == 2
    assert decision.sentence.endswith("remain in OTHER")


def test_what_is_left_of_it_in_the_failover_cluster_is_a_finding():
    def removed(evidence: dict[str, Any]) -> None:
        replicas = primary(evidence)["replicas"]
        replicas.remove(shown(evidence, "SALES2"))

    sales = Sales()
    evidence = sales.evidence(sales.one)
    lost(evidence)
    before = {each.code for each in findings_in(parse_evidence(evidence), sales.now)}
    removed(evidence)
    after = {each.code for each in findings_in(parse_evidence(evidence), sales.now)}

    assert (after - before, before - after) == ({Code.NODE_TO_EVICT}, {Code.REPLICA_GONE})
    done = {**LEASED["attempts"], "RemoveReplicas": 1}
    assert decided_after(removed, attempts=done).code is not Code.NO_REPLICA_GONE


@pytest.mark.parametrize(("room_s", "hourly"), [(100_000_000, False), (3600, True), (None, False)])
def test_people_hear_of_it_without_asking_and_often_when_the_log_fills(room_s, hourly):
    sales = Sales()
    sales.log |= {"roomS": room_s}
    evidence = sales.evidence(sales.one)
    lost(evidence)
    seen = parse_evidence(evidence)

    (told,) = replicas_gone(seen)
    assert told.code is Code.REPLICA_GONE and told.instance_id == sales.one.instance_id
    logs = list(requests_for_logs(seen, away_since={}, now=sales.now))
    assert bool(logs) is hourly
    assert all(
        isinstance(each, Notify) and "CacheWarden-AcceptForgetReplicaAndStartInstance" in each.sentence for each in logs
    )


def outside(evidence: dict[str, Any]) -> None:
    for each in evidence["replicas"]:
        each["ec2"]["tags"]["cachewarden:outside"] = "SALES2"


def test_what_its_owner_calls_outside_is_neither_removed_nor_called_for():
    """SALES2 was moved to another region; its former instance here is terminated."""
    assert getattr(decided_after(outside), "action", None) is not Action.REMOVE_REPLICAS
    sales = Sales()
    evidence = sales.evidence(sales.one)
    lost(evidence)
    assert list(replicas_gone(parse_evidence(evidence)))
    outside(evidence)
    assert not list(replicas_gone(parse_evidence(evidence)))
