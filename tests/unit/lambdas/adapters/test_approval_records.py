"""Systems Manager's record of an approval, in every form that it may have; what can't be read is no approval."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.documents.approvals import read_approval

BOSS = "arn:aws:iam::111122223333:user/boss"
ENDED = datetime(2026, 2, 3, 22, 5, 3, tzinfo=UTC)
REPORTED = {
    "Approver": BOSS,
    "Decision": "Approve",
    "ApprovalDecisionTime": "2026-02-03T22:05:01.034463Z",
    "Comment": "Approve because it is valid",
}


def execution(**changes: Any) -> Any:
    """A run whose approval was granted, with changes to the step."""
    step: dict[str, Any] = {
        "StepName": "AskApprovers",
        "Action": "aws:approve",
        "StepStatus": "Success",
        "ExecutionEndTime": ENDED,
        "Inputs": {"Approvers": json.dumps([BOSS]), "MinRequiredApprovals": "1"},
        "Outputs": {"ApprovalStatus": ["Approved"], "ApproverDecisions": [json.dumps(REPORTED)]},
    }
    for name, value in changes.items():
        kind = "Outputs" if name in step["Outputs"] else "Inputs" if name in step["Inputs"] else None
        if kind is None:
            step[name] = value
        else:
            step[kind] = {**step[kind], name: value}
    return {"StepExecutions": [step, {"StepName": "MaintainReplica", "Action": "aws:executeStateMachine"}]}


def read(approvers: frozenset[str] = frozenset({BOSS}), **changes: Any) -> Any:
    return read_approval(execution(**changes), approvers)


def test_the_record_as_reported_names_who_approved_and_when():
    approval = read()
    assert (approval.granted, approval.succeeded, approval.of_deployment) == (True, True, True)
    assert approval.ended_at == ENDED
    (decision,) = approval.decisions
    assert (decision.by, decision.approves) == (BOSS, True)
    assert decision.at == datetime(2026, 2, 3, 22, 5, 1, 34463, tzinfo=UTC)


def test_all_decisions_may_be_one_text():
    refused = {**REPORTED, "Approver": "ann", "Decision": "Reject"}
    assert read(ApproverDecisions=[json.dumps([REPORTED, refused])]) == read(
        ApproverDecisions=[json.dumps(REPORTED), json.dumps(refused)]
    )


@pytest.mark.parametrize(
    "change",
    [
        {"StepStatus": "Failed"},
        {"StepStatus": "Rejected"},
        {"StepStatus": "Waiting"},
        {"StepStatus": "Pending"},
        {"StepStatus": "Cancelled"},
        {"ApprovalStatus": ["Rejected"]},
        {"ApprovalStatus": ["Waiting"]},
        {"ApprovalStatus": []},
        {"Outputs": {}},
    ],
)
def test_nothing_but_a_step_that_succeeded_as_approved_is_granted(change):
    assert not read(**change).granted
    assert read(**change).succeeded == ("StepStatus" not in change)


@pytest.mark.parametrize(
    "change",
    [
        {"approvers": frozenset()},
        {"approvers": frozenset({"arn:aws:iam::111122223333:user/another"})},
        {"Approvers": json.dumps([BOSS, "arn:aws:iam::111122223333:user/mallory"])},
        {"Approvers": "boss"},
        {"Approvers": '"boss"'},
        {"Inputs": {}},
    ],
)
def test_a_step_that_asked_others_or_nobody_knows_whom_is_none_of_the_deployments(change):
    assert not read(**change).of_deployment


@pytest.mark.parametrize(
    "shown",
    [
        "no JSON",
        "[1]",
        json.dumps({**REPORTED, "Approver": ""}),
        json.dumps({**REPORTED, "Approver": None}),
        json.dumps({**REPORTED, "Decision": "Revoke"}),
        json.dumps({"Decision": "Approve"}),
    ],
)
def test_a_decision_that_cannot_be_read_leaves_none(shown):
    assert read(ApproverDecisions=[json.dumps(REPORTED), shown]).decisions is None


@pytest.mark.parametrize("time", [None, "yesterday", "2026-02-03T22:05:01", 1770156301])
def test_a_time_that_cannot_be_read_is_unknown(time):
    (decision,) = read(ApproverDecisions=[json.dumps({**REPORTED, "ApprovalDecisionTime": time})]).decisions
    assert decision.at is None


def test_a_run_without_the_step_or_with_two_has_no_approval():
    two = execution()
    two["StepExecutions"] *= 2
    assert read_approval(two, frozenset({BOSS})) is None
    assert read_approval({**two, "StepExecutions": []}, frozenset({BOSS})) is None
