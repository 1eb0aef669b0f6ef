"""What people hear of a document that asked approvers: that nothing was changed only where that is known."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.approval import Approval, ApproverDecision
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.requests.approval_ended import approval_not_given

BEGUN = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
ENDED = BEGUN + timedelta(minutes=5)
BOSS = "arn:aws:iam::111122223333:user/boss"
YES, NO = (ApproverDecision(by=BOSS, approves=approves, at=ENDED) for approves in (True, False))
FAILED = Approval(granted=False, succeeded=False, of_deployment=True, ended_at=ENDED, decisions=())
RUN = DocumentRun(
    id="r",
    speaks_for="r",
    document="CacheWarden-RequestOutageAndStopInstance",
    instance_id="i-1",
    started_at=BEGUN,
    started_by="arn:aws:iam::111122223333:user/dana",
    cancelled=False,
    approval=FAILED,
)


def told(*, cancelled: bool = False, **changes: object) -> str | None:
    message = approval_not_given(replace(RUN, cancelled=cancelled, approval=replace(FAILED, **changes)))
    if message is None:
        return None
    assert message.code is Code.APPROVAL_NOT_GIVEN and "Nothing was changed (r)" in message.sentence
    return message.sentence


@pytest.mark.parametrize(
    "changes",
    [{"decisions": (YES,)}, {"decisions": None}, {"decisions": (NO,)}, {"granted": True}, {"cancelled": True}],
    ids=["approved", "unreadable", "rejected", "granted", "cancelled later"],
)
def test_where_the_step_succeeded_the_workflow_began_and_tells_of_its_own_end(changes):
    """Whatever else the record says: its form is known from one report only."""
    assert told(succeeded=True, **changes) is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"decisions": (NO,)}, f"{BOSS} rejected it"),
        ({"decisions": (YES, NO)}, f"{BOSS} rejected it"),
        ({"cancelled": True}, "it was cancelled before an approver answered"),
        ({"ended_at": BEGUN + timedelta(hours=1)}, "no approver answered within 60 minutes"),
        ({}, "the step that asks approvers didn't succeed; Systems Manager's record of it says why"),
        ({"decisions": None}, "the step that asks approvers didn't succeed"),
        ({"decisions": (YES,)}, f"{BOSS} approved it, but the step that asks approvers didn't succeed"),
        ({"decisions": (YES,), "cancelled": True}, f"{BOSS} approved it, but the step that asks"),
    ],
)
def test_where_the_step_did_not_succeed_nothing_was_changed(changes, sentence):
    assert sentence in (told(**changes) or "")


def test_while_it_waits_nothing_is_told():
    assert told(ended_at=None) is None
    assert told(ended_at=None, cancelled=True) is not None
