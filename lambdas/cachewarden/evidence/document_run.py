"""A run of an Automation document, as Systems Manager keeps it [automation#executed-by]."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.approval import Approval, approval_to_json, parse_approval
from cachewarden.json_reader import Json, JsonReader, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRun:
    """Which document a person started for which instance, and when. Nothing of it is the person's own word.

    `speaks_for`: the name of the one execution that goes by what the person started: the run's own, or one that
    CacheWarden started in the place of that [security#resumed-consent]. `instance_id`: the run's parameter InstanceId;
    None where it has none, or several. `started_by`: an ARN. `approval`: what became of the step that asks approvers;
    None where the run has none yet, as those of most documents.
    """

    id: str
    speaks_for: str
    document: str
    instance_id: str | None
    started_at: datetime
    started_by: str
    cancelled: bool
    approval: Approval | None = None


def parse_document_run(source: JsonReader) -> DocumentRun:
    """A run from JSON; raises `UnexpectedJsonError`."""
    run = source.text("id")
    return DocumentRun(
        id=run,
        # Evidence of before an update says only the run: it speaks for its own execution.
        speaks_for=source.text("speaksFor") if source.has("speaksFor") else run,
        document=source.text("document"),
        instance_id=source.optional("instanceId", source.text),
        started_at=source.time("startedAt"),
        started_by=source.text("startedBy"),
        cancelled=source.flag("cancelled"),
        # Evidence of before an update has none.
        approval=parse_approval(source.child("approval")) if source.has("approval") else None,
    )


def document_run_to_json(run: DocumentRun) -> dict[str, Json]:
    """What `parse_document_run` reads back unchanged."""
    return {
        "id": run.id,
        "speaksFor": run.speaks_for,
        "document": run.document,
        "instanceId": run.instance_id,
        "startedAt": format_time(run.started_at),
        "startedBy": run.started_by,
        "cancelled": run.cancelled,
        "approval": approval_to_json(run.approval) if run.approval is not None else None,
    }
