"""Which executions ended badly within a day, whatever time they took: they are listed by when they were begun."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters import bad_ends

NOW = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)
MACHINE = "arn:aws:states:eu-central-1:111122223333:stateMachine:cachewarden-maintain-replica"


def execution(name: str, *, began_h: float, ended_h: float) -> dict[str, Any]:
    """One that was begun, and ended, so many hours ago."""
    began, ended = NOW - timedelta(hours=began_h), NOW - timedelta(hours=ended_h)
    return {"executionArn": name, "startDate": began, "stopDate": ended}


class Listing:
    """Pages of failed executions; `read` are those that were asked for."""

    def __init__(self, *pages: list[dict[str, Any]]) -> None:
        self.pages, self.read = pages, 0

    def get_paginator(self, name: str) -> Listing:
        return self

    def paginate(self, **asked: str) -> Any:
        for page in self.pages if asked["statusFilter"] == "FAILED" else ():
            self.read += 1
            yield {"executions": page}

    def describe_execution(self, **_: str) -> dict[str, Any]:
        return {"stateMachineArn": MACHINE, "status": "FAILED"}


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Any:
    def ends(listing: Listing) -> list[str]:
        monkeypatch.setattr(bad_ends, "stepfunctions", lambda: listing)
        monkeypatch.setattr(bad_ends, "is_cleared", lambda table, arn: False)
        return [end.execution_arn for end in bad_ends.unattended(MACHINE, "table", now=NOW)]

    return ends


def test_one_that_lived_for_days_is_found_behind_a_page_of_shorter_ones(found):
    listing = Listing(
        [execution(f"short-{number}", began_h=30 + number, ended_h=29 + number) for number in range(3)],
        [execution("long", began_h=85, ended_h=2)],
    )
    assert found(listing) == ["long"]


def test_what_was_begun_too_early_to_have_ended_within_a_day_is_not_read(found):
    old = [execution("old", began_h=200, ended_h=199)]
    listing = Listing([execution("new", began_h=3, ended_h=2)], old, [execution("older", began_h=300, ended_h=299)])
    assert found(listing) == ["new"] and listing.read == 2
