"""What Systems Manager recorded of the step in which a run asked its approvers [automation#approve-record]."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.json_reader import Json, JsonReader, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproverDecision:
    """One approver's answer. `by`: as Systems Manager writes the approver; `at`: None where it doesn't say when."""

    by: str
    approves: bool
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """`granted`: the step ended successfully, as Approved. `of_deployment`: it asked those whom the deployment names.

    `succeeded`: the step ended successfully, so that the run went on, whatever else its record says.
    `ended_at`: None while it waits. `decisions`: None where Systems Manager's record of them can't be read.
    """

    granted: bool
    succeeded: bool
    of_deployment: bool
    ended_at: datetime | None
    decisions: tuple[ApproverDecision, ...] | None


def parse_approval(source: JsonReader) -> Approval:
    """An approval from JSON; raises `UnexpectedJsonError`."""
    return Approval(
        granted=source.flag("granted"),
        # Evidence of before an update says only what was granted.
        succeeded=source.flag("succeeded" if source.has("succeeded") else "granted"),
        of_deployment=source.flag("ofDeployment"),
        ended_at=source.optional("endedAt", source.time),
        decisions=source.optional("decisions", lambda key: tuple(map(_decision, source.children(key)))),
    )


def approval_to_json(approval: Approval) -> dict[str, Json]:
    """What `parse_approval` reads back unchanged."""
    decisions: list[Json] | None = None
    if approval.decisions is not None:
        decisions = [
            {"by": each.by, "approves": each.approves, "at": format_time(each.at) if each.at is not None else None}
            for each in approval.decisions
        ]
    return {
        "granted": approval.granted,
        "succeeded": approval.succeeded,
        "ofDeployment": approval.of_deployment,
        "endedAt": format_time(approval.ended_at) if approval.ended_at is not None else None,
        "decisions": decisions,
    }


def _decision(source: JsonReader) -> ApproverDecision:
    return ApproverDecision(
        by=source.text("by"), approves=source.flag("approves"), at=source.optional("at", source.time)
    )
