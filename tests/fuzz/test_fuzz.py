"""A part of each campaign of `make fuzz`, and planted bugs that its oracles must find."""

from __future__ import annotations

import pytest

from cachewarden.events import envelope
from cachewarden.requests import state_change
from tests.fuzz.events import campaign as events
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
