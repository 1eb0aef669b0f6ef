"""Runs of Automation documents, as Systems Manager keeps them: which one, whose, when, for which instance."""

from adapters.documents.approvals import read_approval
from adapters.documents.executions import read_execution
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.consent import APPROVAL_DOCUMENTS

CANCELLED = frozenset({"Cancelling", "Cancelled"})


def read_document_run(
    run_id: str, *, approvers: frozenset[str] = frozenset(), speaks_for: str | None = None
) -> DocumentRun | None:
    """The run; None where Systems Manager knows none of this id, or can't, since it isn't the id of any.

    `approvers`: those that the deployment names. `speaks_for`: the execution that our own record says it speaks for;
    None means that of the run's own name.
    """
    found = read_execution(run_id)
    if found is None:
        return None
    instances = found["Parameters"].get("InstanceId")
    document = found["DocumentName"]
    return DocumentRun(
        id=run_id,
        speaks_for=speaks_for or run_id,
        document=document,
        instance_id=instances[0] if instances is not None and len(instances) == 1 else None,
        started_at=found["ExecutionStartTime"],
        started_by=found["ExecutedBy"],
        cancelled=found["AutomationExecutionStatus"] in CANCELLED,
        approval=read_approval(found, approvers) if document in APPROVAL_DOCUMENTS else None,
    )
