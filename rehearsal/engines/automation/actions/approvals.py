"""aws:approve and aws:pause: steps that wait until a person approves or resumes them.

One rejection ends the step; it isn't tried again. Source: SSM user guide, "aws:approve", "aws:pause".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rehearsal.engines.automation.actions.calls import call
from rehearsal.engines.automation.actions.context import ActionContext, Decision, Signals
from rehearsal.engines.automation.errors import Status, StepFailedError, invalid_input
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, left_s, timed_out

TOPIC_PREFIX = "Automation"
"""AWS's own policy for Automation lets it publish to such topics only."""


class Approvals:
    """Performs aws:approve and aws:pause."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def approve(self, record: StepRecord, run: AutomationRun) -> None:
        """Until enough different approvers have approved."""
        inputs = record.inputs
        needed = int(inputs.get("MinRequiredApprovals", 1))
        if needed > len(inputs["Approvers"]):
            raise invalid_input(f"MinRequiredApprovals is {needed}, there are {len(inputs['Approvers'])} approvers")
        signals = self._begin(record, run)
        self._notify(record)
        while True:
            decisions = signals.decisions
            record.outputs["ApprovalStatus"] = "Waiting"
            record.outputs["ApproverDecisions"] = self._shown(decisions)
            if any(not each.approves for each in decisions):
                record.outputs["ApprovalStatus"] = "Rejected"
                raise StepFailedError("Rejected by an approver", self._context.rejected_status, retried=False)
            if len({each.who for each in decisions}) >= needed:
                record.outputs["ApprovalStatus"] = "Approved"
                return
            self._next_signal(record, signals, "waiting for approval")

    def pause(self, record: StepRecord, run: AutomationRun) -> None:
        """Until somebody resumes it."""
        signals = self._begin(record, run)
        while not signals.resumed:
            self._next_signal(record, signals, "waiting to be resumed")

    def _begin(self, record: StepRecord, run: AutomationRun) -> Signals:
        signals = self._context.signals(run.execution_id)
        signals.clear()
        record.status = Status.WAITING
        return signals

    def _shown(self, decisions: Sequence[Decision]) -> list[Any]:
        """As a report has them [automation#approve-record]."""
        shown = [
            {
                "Approver": each.shown_as,
                "Decision": "Approve" if each.approves else "Reject",
                "ApprovalDecisionTime": f"{each.at:%Y-%m-%dT%H:%M:%S.%f}Z",
                **({"Comment": each.comment} if each.comment else {}),
            }
            for each in decisions
        ]
        return [shown] if self._context.decisions_in_one_text and shown else shown

    def _notify(self, record: StepRecord) -> None:
        topic, text = record.inputs.get("NotificationArn"), record.inputs.get("Message", "")
        if not topic:
            return
        if not str(topic).rsplit(":", 1)[-1].startswith(TOPIC_PREFIX):
            raise invalid_input(f"NotificationArn {topic}: the topic's name must begin with {TOPIC_PREFIX}")
        sns: Any = self._context.client("sns")
        call(lambda: sns.publish(TopicArn=topic, Message=text, Subject="Automation approval"))

    def _next_signal(self, record: StepRecord, signals: Signals, doing: str) -> None:
        left = left_s(self._context.clock, record)
        if left <= 0 or not signals.changed.wait(left):
            raise timed_out(record, doing)
