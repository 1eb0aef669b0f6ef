"""A replica leaves its group by consent only, once its instance is proven gone and what is left is known as whole."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.findings import findings_in
from cachewarden.loop.sweep import replicas_gone, requests_for_logs
from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.requests.request import Notify
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host

Edit = Callable[[dict[str, Any]], Any]

CONSENT = {
    "word": "forget-replica", "by": "dba", "through": "a document", "subject": "i-0aaaaaaaaaaaaaaa1",
    "goals": ["InService"], "givenAt": iso(Sales().now), "expiresAt": iso(Sales().now + timedelta(hours=1)),
    "withdrawn": False,
}  # fmt: skip


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

    return decided(goal=more.pop("goal", "InService"), edit=lose, **{**LEASED, "consents": list(consents), **more})


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

    assert after - before == {Code.NODE_TO_EVICT}
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
