"""What became of the step in which a run asks its approvers, read from Systems Manager's record of it.

The record's form is known from one report only [automation#approve-record]: what can't be read is passed on as that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from cachewarden.evidence.approval import Approval, ApproverDecision
from cachewarden.json_reader import UnexpectedJsonError, parse_time

if TYPE_CHECKING:
    from types_boto3_ssm.type_defs import AutomationExecutionTypeDef

ACTION = "aws:approve"
SUCCEEDED = frozenset({"Success", "Approved"})
ANSWERS: Mapping[str, bool] = {
    "approve": True,
    "approved": True,
    "reject": False,
    "rejected": False,
    "deny": False,
    "denied": False,
}


def read_approval(execution: AutomationExecutionTypeDef, approvers: frozenset[str]) -> Approval | None:
    """The approval that the run waits or waited for; None where it has no such step.

    `approvers` are the deployment's. The step's own input is compared with them, so that neither an older version of
    the document nor a changed one has others decide; that only these could, Systems Manager sees to.
    """
    steps = [step for step in execution["StepExecutions"] if step.get("Action") == ACTION]
    if len(steps) != 1:
        return None
    (step,) = steps
    inputs, outputs = step.get("Inputs"), step.get("Outputs")
    succeeded = step.get("StepStatus") in SUCCEEDED
    return Approval(
        granted=succeeded and outputs is not None and outputs.get("ApprovalStatus") == ["Approved"],
        succeeded=succeeded,
        of_deployment=bool(approvers) and inputs is not None and _listed(inputs.get("Approvers")) == approvers,
        ended_at=step.get("ExecutionEndTime"),
        decisions=_decisions(outputs.get("ApproverDecisions")) if outputs is not None else None,
    )


def _listed(text: str | None) -> frozenset[str] | None:
    """A list that is shown as JSON text."""
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        return None
    return frozenset(found)


def _decisions(texts: Iterable[str] | None) -> tuple[ApproverDecision, ...] | None:
    """One for each approver who answered, each in a text of its own or all in one; None where one can't be read."""
    if texts is None:
        return None
    found: list[ApproverDecision] = []
    for text in texts:
        try:
            shown = json.loads(text)
        except ValueError:
            return None
        for each in shown if isinstance(shown, list) else [shown]:
            decision = _decision(each)
            if decision is None:
                return None
            found.append(decision)
    return tuple(found)


def _decision(shown: Any) -> ApproverDecision | None:
    if not isinstance(shown, dict):
        return None
    by, answer = shown.get("Approver"), ANSWERS.get(str(shown.get("Decision")).lower())
    if not isinstance(by, str) or not by or answer is None:
        return None
    return ApproverDecision(by=by, approves=answer, at=_time(shown.get("ApprovalDecisionTime")))


def _time(shown: Any) -> datetime | None:
    try:
        return parse_time(shown) if isinstance(shown, str) else None
    except UnexpectedJsonError:
        return None
