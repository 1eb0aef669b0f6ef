"""A request joins only an operation that runs: behind one that has died, or with the brake on, it is its own."""

from datetime import UTC, datetime

import pytest

from cachewarden.operation.goal import Goal
from cachewarden.operation.mode import Mode
from cachewarden.requests.request import Join, Notify, StartExecution
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
JOIN = Join(operation="arn:e0", begin=BEGIN, sentence="joins")


@pytest.mark.parametrize(("runs", "made"), [(True, JOIN), (False, BEGIN)])
def test_only_an_operation_that_runs_is_joined(monkeypatch, runs, made):
    monkeypatch.setattr(ingest, "is_running", lambda owner: runs)
    assert ingest._begun(JOIN, Mode.AUTOMATIC) is made


def test_with_the_brake_on_people_hear_that_nothing_is_begun(monkeypatch):
    monkeypatch.setattr(ingest, "is_running", lambda owner: True)
    assert isinstance(ingest._begun(JOIN, Mode.NOTIFY), Notify)
