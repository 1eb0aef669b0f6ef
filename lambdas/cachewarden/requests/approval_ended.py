"""The message about a document that asked approvers for a consent and didn't get it."""

from cachewarden.codes import Code
from cachewarden.evidence.approval import Approval
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.consent import APPROVAL_LIFE
from cachewarden.requests.request import Notify


def approval_not_given(run: DocumentRun) -> Notify | None:
    """Who refused, or that nobody answered; None where the step succeeded: the workflow began and tells of its own end.

    None, too, while the step waits. How it ended is Systems Manager's word: an event may say what it likes.
    """
    approval = run.approval
    if approval is None or approval.succeeded or (approval.ended_at is None and not run.cancelled):
        return None
    return Notify(
        instance_id=run.instance_id or "no single instance",
        code=Code.APPROVAL_NOT_GIVEN,
        sentence=f"{run.document} for {run.instance_id}, started by {run.started_by}: {_how(run, approval)}. "
        f"Nothing was changed ({run.id})",
    )


def _how(run: DocumentRun, approval: Approval) -> str:
    if approval.decisions is not None:
        refusing = [each.by for each in approval.decisions if not each.approves]
        if refusing:
            return f"{', '.join(refusing)} rejected it"
        if approval.decisions:
            by = ", ".join(each.by for each in approval.decisions)
            return f"{by} approved it, but the step that asks approvers didn't succeed"
    if run.cancelled:
        return "it was cancelled before an approver answered"
    if approval.ended_at is not None and approval.ended_at - run.started_at >= APPROVAL_LIFE:
        return f"no approver answered within {APPROVAL_LIFE.total_seconds() / 60:.0f} minutes"
    return "the step that asks approvers didn't succeed; Systems Manager's record of it says why"
