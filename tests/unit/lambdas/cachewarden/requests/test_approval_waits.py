"""Approvers who don't answer are reminded, a bounded number of times, and not when it is too late to answer."""

from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.approval import Approval
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.requests.approval_waits import reminder_of

BEGUN = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
RUN = DocumentRun(
    id="r",
    speaks_for="r",
    document="CacheWarden-RequestOutageAndStopInstance",
    instance_id="i-1",
    started_at=BEGUN,
    started_by="arn:aws:iam::111122223333:user/dana",
    cancelled=False,
    approval=Approval(granted=False, succeeded=False, of_deployment=True, ended_at=None, decisions=()),
)


def number_after(minutes: float) -> int | None:
    reminder = reminder_of(RUN, BEGUN + timedelta(minutes=minutes))
    return None if reminder is None else reminder.number


@pytest.mark.parametrize(
    ("minutes", "number"),
    [(0, None), (14.9, None), (15, 1), (29.9, 1), (30, 2), (45, 3), (55, 3), (55.1, None), (60, None), (3000, None)],
)
def test_each_quarter_of_an_hour_has_its_reminder_until_an_answer_would_come_too_late(minutes, number):
    assert number_after(minutes) == number


@pytest.mark.parametrize("first", range(15))
def test_a_sweep_every_quarter_of_an_hour_reminds_two_or_three_times(first):
    told = {number_after(first + 15 * sweep) for sweep in range(8)} - {None}
    assert len(told) in (2, 3)


def test_it_says_who_asks_for_what_where_and_how_long_there_is():
    reminder = reminder_of(RUN, BEGUN + timedelta(minutes=31))
    assert reminder.notify.code is Code.APPROVAL_WAITS
    for part in (
        RUN.document,
        "i-1",
        "user/dana",
        "at 22:00 UTC",
        "until 23:00 UTC (29 minutes from now)",
        "execution r",
    ):
        assert part in reminder.notify.sentence
