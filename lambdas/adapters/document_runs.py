"""Runs of Automation documents, as Systems Manager keeps them: which one, whose, when, for which instance."""

from __future__ import annotations

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.errors import code_of
from cachewarden.evidence.document_run import DocumentRun

CANCELLED = frozenset({"Cancelling", "Cancelled"})
UNKNOWN = frozenset({"AutomationExecutionNotFoundException", "ValidationException"})
"""No such run, or no id that one could have."""


def read_document_run(run_id: str) -> DocumentRun | None:
    """The run; None where Systems Manager knows none of this id."""
    try:
        found = ssm().get_automation_execution(AutomationExecutionId=run_id)["AutomationExecution"]
    except ClientError as error:
        if code_of(error) in UNKNOWN:
            return None
        raise
    instances = found["Parameters"].get("InstanceId")
    return DocumentRun(
        id=run_id,
        document=found["DocumentName"],
        instance_id=instances[0] if instances is not None and len(instances) == 1 else None,
        started_at=found["ExecutionStartTime"],
        started_by=found["ExecutedBy"],
        cancelled=found["AutomationExecutionStatus"] in CANCELLED,
    )
