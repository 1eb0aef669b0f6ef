"""A node is drained before its stop where its owner wants it, and resumed wherever it was; no stop fails for it."""

import pytest

from tests.unit.lambdas.loop_driver import Leases, play, request
from tests.unit.lambdas.sales_cluster import Sales


@pytest.fixture
def sales() -> Sales:
    sales = Sales()
    sales.one.tags["cachewarden:drain"] = "True"
    return sales


def test_it_is_drained_after_the_failover_and_resumed_before_anything_is_put_back(sales):
    leases = Leases()
    away = play(sales, request(sales.one, "Stopped", sales), leases=leases).acts
    acts = ["FailOverAvailabilityGroups", "DrainClusterNode", "StopSqlServer"]
    assert [act for act in away if act in acts] == acts
    assert sales.one.drained
    back = play(sales, request(sales.one, "InService", sales), leases=leases).acts
    acts = ["StartSqlServer", "ResumeClusterNode", "RestoreCache", "RestoreReplicaModes"]
    assert [act for act in back if act in acts] == acts
    assert not sales.one.drained


def test_without_the_tag_it_is_neither(sales):
    del sales.one.tags["cachewarden:drain"]
    leases = Leases()
    played = play(sales, request(sales.one, "Stopped", sales), leases=leases)
    assert "DrainClusterNode" not in played.acts
    assert "ResumeClusterNode" not in play(sales, request(sales.one, "InService", sales), leases=leases).acts


def test_a_drain_that_does_nothing_is_tried_twice_and_the_node_stops_all_the_same(sales):
    sales.one.drain_fails = True
    played = play(sales, request(sales.one, "Stopped", sales))
    assert played.acts.count("DrainClusterNode") == 2
    assert played.last["code"] == "CW6001" and sales.one.state == "stopped"


def test_a_stop_that_is_given_up_resumes_the_node(sales):
    sales.one.worker_fails_at = 50
    played = play(sales, request(sales.one, "Stopped", sales))
    assert played.last["outcome"] == "InService"
    assert "ResumeClusterNode" in played.acts and not sales.one.drained


def test_a_drain_that_the_host_remembers_and_that_was_cut_is_done_again(sales):
    """The host writes down that it drains before it does: a kill in between leaves a node that takes roles."""
    act = sales.act

    def cut_once(action, node_id, parameters):
        answer = act(action, node_id, parameters)
        if action == "DrainClusterNode" and not cut:
            cut.append(action)
            return {"status": "Failed", "verdict": None}
        return answer

    cut: list[str] = []
    sales.act = cut_once
    played = play(sales, request(sales.one, "Stopped", sales))

    assert played.acts.count("DrainClusterNode") == 2
    assert played.last["kind"] == "Complete"


@pytest.mark.parametrize("drained", [True, None])
def test_a_node_that_was_left_drained_or_cannot_tell_keeps_its_partner_from_being_stopped(sales, drained):
    sales.two.drained = drained
    played = play(sales, request(sales.one, "Stopped", sales))
    assert played.last["kind"] == "Refuse" and "drained" in played.last["sentence"]


def test_a_node_that_cannot_tell_whether_it_was_drained_is_resumed(sales):
    sales.one.drained = None
    played = play(sales, request(sales.one, "InService", sales))
    assert played.acts.count("ResumeClusterNode") == 1 and played.last["code"] == "CW6001"
    assert sales.one.drained is False


@pytest.mark.parametrize(("drained", "answer"), [(True, "done"), (True, "retry"), (True, "failed"), (None, "refused")])
def test_a_node_that_stays_paused_gets_all_else_back_and_a_person_is_told(sales, drained, answer):
    leases = Leases()
    play(sales, request(sales.one, "Stopped", sales), leases=leases)
    sales.one.stays_paused, sales.one.drained = answer, drained
    back = play(sales, request(sales.one, "InService", sales), leases=leases)
    acts = [act for act in back.acts if act in ("ResumeClusterNode", "RestoreCache", "RestoreReplicaModes")]
    assert acts == ["ResumeClusterNode"] * 3 + ["RestoreCache", "RestoreReplicaModes"] + ["ResumeClusterNode"] * 3
    assert (sales.one.classification, sales.one.failover_mode) == ("CACHE_ON_NVME", 0)
    assert back.last["code"] == "CW6217" and back.last["outcome"] == "Attention"
    assert ("can't tell" in back.last["sentence"]) is (drained is None)


def test_a_cluster_that_comes_late_resumes_its_node_once_all_else_is_done(sales):
    leases = Leases()
    play(sales, request(sales.one, "Stopped", sales), leases=leases)
    sales.one.stays_paused = "retry"

    def late(act: str) -> None:
        if act == "RestoreReplicaModes":
            sales.one.stays_paused = None

    back = play(sales, request(sales.one, "InService", sales), leases=leases, after=late)
    assert back.acts.count("ResumeClusterNode") == 4
    assert back.last["code"] == "CW6001" and not sales.one.drained
