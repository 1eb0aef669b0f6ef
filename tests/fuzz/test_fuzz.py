"""A part of each campaign of `make fuzz`, and planted bugs that its oracles must find."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from adapters import lease_table
from cachewarden.events import envelope
from cachewarden.requests import state_change
from tests.fuzz.events import campaign as events
from tests.fuzz.leases import campaign as leases
from tests.fuzz.lying import campaign as lying
from tests.fuzz.strings import campaign as strings
from tests.fuzz.strings import host, sinks
from tests.fuzz.summary import Summary

SEED = 20261123


def silent(done: int) -> None:
    pass


def kinds(summary: Summary) -> set[str]:
    return {finding.what for finding in summary.findings}


def test_events_lead_to_no_wrong_act_and_no_undeclared_error(synthesized):
    summary = events.run(synthesized, seed=SEED, count=200, tell=silent)
    assert summary.findings == []
    assert summary.seen["reached a request"] >= summary.seen["events"] / 4
    assert summary.seen["executions"] > 10


@pytest.mark.parametrize(("module", "guard"), [(state_change, "not_opted_in"), (envelope, "foreign_place")])
def test_a_guard_of_ingest_that_lets_everything_through_is_found(synthesized, monkeypatch, module, guard):
    monkeypatch.setattr(module, guard, lambda *given, **named: None)
    summary = events.run(synthesized, seed=SEED, count=300, tell=silent)
    assert kinds(summary) == {"wrong act"}


def test_a_broken_lease_record_keeps_no_other_cluster_up_and_gives_its_own_no_second_lease():
    summary = leases.run({}, seed=SEED, count=400, tell=silent)
    assert summary.findings == []
    assert summary.seen["read"] > 40 and summary.seen["refused for its own cluster"] > 40


def test_a_reader_of_leases_without_a_guard_is_found(monkeypatch):
    with monkeypatch.context() as planted:
        planted.setattr(lease_table, "_stored", lease_table._parsed)
        assert "undeclared error" in kinds(leases.run({}, seed=SEED, count=100, tell=silent))
    tolerant = lease_table.leases_in
    monkeypatch.setattr(lease_table, "leases_in", lambda items, needed=(): tolerant(items))
    assert kinds(leases.run({}, seed=SEED, count=100, tell=silent)) == {"wrong act"}


def test_a_hostile_text_stays_text_wherever_it_ends_up(synthesized):
    summary = strings.run(synthesized, seed=SEED, count=60, tell=silent)
    assert summary.findings == []
    assert summary.seen["SQL statements"] > 40


def test_a_name_that_is_not_quoted_and_a_subject_as_it_came_are_found(synthesized, monkeypatch):
    monkeypatch.setitem(sinks.SINKS, "owner's tags", lambda text: None)  # slower than the others, and not planted
    monkeypatch.setattr(sinks, "subject_line", lambda text: text)
    monkeypatch.setattr(strings, "document_parameters", lambda documents: {})
    monkeypatch.setattr(host, "CALL", host.CALL.replace("ConvertTo-CwSqlName -Name $item", "'[' + $item + ']'"))
    found = {
        finding.why.partition(":")[0] for finding in strings.run(synthesized, seed=SEED, count=60, tell=silent).findings
    }
    assert "SNS subjects" in found and found & set(host.STATEMENTS)


def test_a_lying_node_hurts_nobody_but_itself(synthesized):
    summary = lying.run(synthesized, seed=16, count=1, tell=silent)
    assert summary.findings == []
    assert summary.seen["lies"] > 0


@pytest.mark.parametrize(
    ("cache", "runs", "message", "found"),
    [
        ("nvme", True, "", set()),
        ("swap", False, "", {"left alone"}),
        ("swap", False, "SALES1 needs you", set()),
        ("lost", False, "SALES1 needs you", {"harm"}),
    ],
)
def test_harm_to_another_node_is_found_unless_people_know_of_it(monkeypatch, cache, runs, message, found):
    state = "running" if cache != "lost" else "stopped"
    nodes = {
        name: SimpleNamespace(id=f"i-{name}", state=SimpleNamespace(api_name=state)) for name in ("SALES1", "SALES2")
    }
    for node in nodes.values():
        node.stop_protected = True
    account = SimpleNamespace(published=[{"subject": message, "message": ""}], executions=[])
    cluster = SimpleNamespace(instances=nodes, account=account, in_service=lambda name: runs)
    monkeypatch.setattr(lying, "cache_of", lambda cluster, name: cache)
    done = SimpleNamespace(cluster=cluster, outcome=SimpleNamespace(violations=()))
    assert {what for what, _ in lying.harm(done, "SALES2")} == found
