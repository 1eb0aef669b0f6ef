"""A request joins only an operation that runs, with the brake on, too: behind one that has died it is its own."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.operation.mode import Mode
from cachewarden.operation.policy import policy_from_tags
from cachewarden.requests.request import InstanceFacts, Join, Notify, StartExecution
from handlers import ingest

NOW = datetime(2026, 2, 3, 22, tzinfo=UTC)
BEGIN = StartExecution(
    goal=Goal.STOPPED,
    instance_id="i-0aaaaaaaaaaaaaaa1",
    kind="refused-stop",
    event_id="e1",
    requested_at=NOW,
    requested_by="dba",
    reason="StopInstances was refused",
)
FACTS = InstanceFacts(
    instance_id=BEGIN.instance_id,
    state=InstanceState.RUNNING,
    stop_protected=True,
    launch_time=NOW,
    policy=policy_from_tags({"cachewarden:managed": "true"}),
    stop_proven=None,
    operated_by="arn:e0",
    stopped_by="arn:e0",
)
JOIN = Join(operation="arn:e0", begin=BEGIN, sentence="joins")


@pytest.mark.parametrize(("runs", "made"), [(True, JOIN), (False, BEGIN)])
def test_only_an_operation_that_runs_is_joined(monkeypatch, runs, made):
    monkeypatch.setattr(ingest, "is_running", lambda owner: runs)
    assert ingest._begun(JOIN, Mode.AUTOMATIC, FACTS) is made


@pytest.mark.parametrize("mode", [Mode.NOTIFY, Mode.OFF])
def test_what_runs_already_is_joined_with_the_brake_on_too(monkeypatch, mode):
    """The node stops: a message that nothing was begun would have its owner wait in vain."""
    monkeypatch.setattr(ingest, "is_running", lambda owner: True)
    assert ingest._begun(JOIN, mode, FACTS) is JOIN


def test_with_the_brake_on_and_the_operation_dead_people_hear_that_nothing_is_begun(monkeypatch):
    monkeypatch.setattr(ingest, "is_running", lambda owner: False)
    told = ingest._begun(JOIN, Mode.NOTIFY, FACTS)
    assert isinstance(told, Notify) and "works on it" not in told.sentence
    assert told.sentence.endswith("Start CacheWarden-StopInstance to have it done")


@pytest.mark.parametrize("runs", [True, False])
def test_with_the_brake_on_another_operation_on_the_node_is_named_while_it_runs(monkeypatch, runs):
    monkeypatch.setattr(ingest, "is_running", lambda owner: runs)
    told = ingest._begun(BEGIN, Mode.OFF, replace(FACTS, stopped_by=None))
    assert isinstance(told, Notify)
    assert ("arn:e0 works on it already and goes on to its end" in told.sentence) is runs
    assert ("when that has ended" in told.sentence) is runs


def test_with_the_brake_on_protection_that_is_off_is_said(monkeypatch):
    monkeypatch.setattr(ingest, "is_running", lambda owner: True)
    told = ingest._begun(BEGIN, Mode.OFF, replace(FACTS, stop_protected=False))
    assert isinstance(told, Notify) and "Its stop protection is off: the sweep puts it on" in told.sentence
