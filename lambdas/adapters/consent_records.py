"""Which person's run of a document an execution goes on with that we started in another's place.

An item in the lease table, where only our functions write. It names the run and nothing of what that says: whose it is,
when and for which instance it was started, Systems Manager tells, and the consent's end follows from that.
"""

from __future__ import annotations

from datetime import datetime

from adapters.bad_ends import ended_badly
from adapters.clients import dynamodb
from adapters.documents.document_runs import read_document_run
from adapters.lease_table import KEY
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.document_consent import still_consents
from cachewarden.requests.request import StartExecution

CONSENT_PREFIX = "consent/"


def carry_consent(
    table: str, ended_arn: str, following: StartExecution, *, approvers: frozenset[str], now: datetime
) -> None:
    """Writes down that `following` goes on with the consent of the execution that ended, where one still counts.

    Written before that execution begins, and only if Step Functions itself says that the former one ended badly:
    whoever may call us may name one that has long been at its goal.
    """
    ended = ended_arn.rpartition(":")[2]
    run = read_document_run(_run_of(table, ended) or ended, approvers=approvers)
    if run is None or not still_consents(run, node_id=following.instance_id, goal=following.goal, at=now):
        return
    if not ended_badly(ended_arn):
        return
    item = {"run": {"S": run.id}, "goesOnFrom": {"S": ended}, "instance": {"S": following.instance_id}}
    dynamodb().put_item(TableName=table, Item={**_key(following.name), **item})


def carried_run(table: str, execution: str, *, approvers: frozenset[str]) -> DocumentRun | None:
    """The run that the execution of this name goes on with; None where we never wrote down that it does."""
    run_id = _run_of(table, execution)
    return read_document_run(run_id, approvers=approvers, speaks_for=execution) if run_id is not None else None


def _run_of(table: str, execution: str) -> str | None:
    record = dynamodb().get_item(TableName=table, Key=_key(execution), ConsistentRead=True).get("Item")
    return record["run"]["S"] if record is not None else None


def _key(execution: str) -> dict[str, dict[str, str]]:
    return {KEY: {"S": f"{CONSENT_PREFIX}{execution}"}}
