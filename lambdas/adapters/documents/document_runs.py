"""Runs of Automation documents, as Systems Manager keeps them: which one, whose, when, for which instance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from adapters.clients import ssm
from adapters.documents.act_runs import STEPS_SETTLE_S, UNENDED
from adapters.documents.approvals import read_approval
from adapters.documents.executions import read_execution
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.consent import APPROVAL_DOCUMENTS

if TYPE_CHECKING:
    from types_boto3_ssm.type_defs import AutomationExecutionTypeDef

CANCELLED = frozenset({"Cancelling", "Cancelled"})


def read_document_run(
    run_id: str, *, approvers: frozenset[str] = frozenset(), speaks_for: str | None = None
) -> DocumentRun | None:
    """The run; None where Systems Manager knows none of this id, or can't, since it isn't the id of any.

    `approvers`: those that the deployment names. `speaks_for`: the execution that our own record says it speaks for;
    None means that of the run's own name. A run that goes on is looked at for some seconds until its approval shows:
    the operation begins right after it, and that the answer is up to date at once isn't documented.
    """
    for looked_s in range(STEPS_SETTLE_S):
        if looked_s:
            time.sleep(1)
        found = read_execution(run_id)
        if found is None:
            return None
        run = _run(run_id, found, approvers, speaks_for)
        undecided = run.approval is None or run.approval.ended_at is None
        if run.document not in APPROVAL_DOCUMENTS or found["AutomationExecutionStatus"] not in UNENDED or not undecided:
            break
    return run


def runs_that_ask() -> Iterator[DocumentRun]:
    """Each run of a document that asks approvers, as long as none has answered."""
    listed = ssm().get_paginator("describe_automation_executions")
    pages = listed.paginate(
        Filters=[
            {"Key": "DocumentNamePrefix", "Values": sorted(APPROVAL_DOCUMENTS)},
            {"Key": "ExecutionStatus", "Values": list(UNENDED)},
        ]
    )
    for each in (each for page in pages for each in page["AutomationExecutionMetadataList"]):
        run_id = each["AutomationExecutionId"]
        found = read_execution(run_id)
        if found is None:
            continue
        run = _run(run_id, found, frozenset(), None)
        if run.approval is not None and run.approval.ended_at is None and not run.cancelled:
            yield run


def _run(
    run_id: str, found: AutomationExecutionTypeDef, approvers: frozenset[str], speaks_for: str | None
) -> DocumentRun:
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
