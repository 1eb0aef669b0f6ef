"""Guard on what a document that asks approvers has started: without their approval nothing is done."""

from cachewarden.codes import Code
from cachewarden.operation.document_consent import approval_void_because
from cachewarden.procedures.decision import Decision, Refuse
from cachewarden.procedures.situation import Situation


def approval_does_not_count(situation: Situation) -> Decision | None:
    """A document that asks approvers does nothing without an approval that counts, not even what needs no consent.

    Asked of the execution that the run itself started, before its first act. What was begun isn't given up half way,
    and an execution that goes on in its place only brings it to an end.
    """
    run, operation = situation.evidence.document_run, situation.operation
    if run is None or not run.id == run.speaks_for == operation.document_run == operation.execution_name:
        return None
    why = approval_void_because(run)
    if why is None or situation.changed_something:
        return None
    return Refuse(
        code=Code.APPROVAL_DOES_NOT_COUNT,
        who="requester",
        sentence=f"{run.document}, started by {run.started_by}, has no approval that counts: {why}. "
        f"Nothing was changed ({run.id})",
    )
