"""Runs of Automation documents, as Systems Manager keeps them: which one, whose, when, for which instance."""

from __future__ import annotations

import re

from botocore.exceptions import ClientError

from adapters.clients import ssm
from adapters.errors import code_of
from cachewarden.evidence.document_run import DocumentRun

CANCELLED = frozenset({"Cancelling", "Cancelled"})
RUN_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NOT_FOUND = "AutomationExecutionNotFoundException"


def read_document_run(run_id: str) -> DocumentRun | None:
    """The run; None where Systems Manager knows none of this id, or can't, since it isn't the id of any."""
    if RUN_ID.fullmatch(run_id) is None:
        return None
    try:
        found = ssm().get_automation_execution(AutomationExecutionId=run_id)["AutomationExecution"]
    except ClientError as error:
        if code_of(error) == NOT_FOUND:
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
