"""aws:changeInstanceState and aws:createTags."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.automation.actions.calls import call, is_true, listed
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.step_inputs import DESIRED_STATES
from rehearsal.engines.automation.errors import invalid_input
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, pause


class Instances:
    """Performs aws:changeInstanceState and aws:createTags."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def change_state(self, record: StepRecord, run: AutomationRun) -> None:
        """Starts or stops, and waits: for `running` until both status checks are passed
        [automation#change-instance-state]."""
        inputs = record.inputs
        wanted, ids = inputs["DesiredState"], listed(inputs["InstanceIds"])
        if wanted not in DESIRED_STATES:
            raise invalid_input(f"DesiredState {wanted} isn't modelled")
        ec2: Any = self._context.client("ec2")
        if not is_true(inputs.get("CheckStateOnly", False)):
            act = ec2.start_instances if wanted == "running" else ec2.stop_instances
            call(lambda: act(InstanceIds=ids))
        while not self._reached(ec2, ids, wanted):
            pause(run.clock, record, self._context.poll_s(), f"waiting for {wanted}")
        record.outputs["InstanceStates"] = [wanted for _ in ids]

    @staticmethod
    def _reached(ec2: Any, ids: list[str], wanted: str) -> bool:
        answer = call(lambda: ec2.describe_instance_status(InstanceIds=ids, IncludeAllInstances=True))
        statuses = answer["InstanceStatuses"]
        if not all(status["InstanceState"]["Name"] == wanted for status in statuses):
            return False
        checks = ("InstanceStatus", "SystemStatus")
        return wanted == "stopped" or all(status[check]["Status"] == "ok" for status in statuses for check in checks)

    def create_tags(self, record: StepRecord, run: AutomationRun) -> None:
        """EC2 resources only."""
        ec2: Any = self._context.client("ec2")
        ids, tags = listed(record.inputs["ResourceIds"]), listed(record.inputs["Tags"])
        call(lambda: ec2.create_tags(Resources=ids, Tags=tags))
