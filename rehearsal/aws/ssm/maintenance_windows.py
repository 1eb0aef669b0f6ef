"""A maintenance window's Automation task: one target after the other until the cutoff.

At the cutoff invocations that run go on, none begins any more, and the status of what hasn't ended is TIMED_OUT
(CutoffBehavior CANCEL_TASK, API reference, RegisterTaskWithMaintenanceWindow; [change-management#window-status]). Not
documented, and so not modelled: whether further targets begin after the cutoff under CONTINUE_TASK.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.api.principal import Principal, acting_as
from rehearsal.aws.ssm.automations import Automations
from rehearsal.world.world import World

TARGET = "{{RESOURCE_ID}}"
MODELLED: Mapping[str, str] = {
    "TaskType": "AUTOMATION", "MaxConcurrency": "1", "MaxErrors": "0", "CutoffBehavior": "CANCEL_TASK",
}  # fmt: skip
SUCCESS = "Success"


@dataclass(slots=True, kw_only=True)
class WindowExecution:
    """One opening of the window: its status, and the runs that it started."""

    status: str = "IN_PROGRESS"
    runs: list[str] = field(default_factory=list)


class MaintenanceWindows:
    """The account's windows, as often as one opens. `client(service)` gives boto3's."""

    def __init__(self, world: World, automations: Automations, client: Callable[[str], Any]) -> None:
        self._world = world
        self._automations = automations
        self._client = client
        self.executions: list[WindowExecution] = []

    def open(
        self, task: Mapping[str, Any], *, targets: Sequence[str], role: Principal, cutoff_s: float
    ) -> WindowExecution:
        """Opens a window whose cutoff comes in `cutoff_s`; `task` as RegisterTaskWithMaintenanceWindow takes it.

        Raises UnsupportedError for a task that isn't modelled.
        """
        for name, value in MODELLED.items():
            if task[name] != value:
                raise UnsupportedError(f"a maintenance window's task with {name} {task[name]}")
        execution = WindowExecution()
        self.executions.append(execution)
        cutoff_at = self._world.clock.monotonic() + cutoff_s
        with acting_as(role):
            self._world.clock.spawn("maintenance window", self._play, execution, task, tuple(targets), cutoff_at)
        return execution

    def _play(
        self, execution: WindowExecution, task: Mapping[str, Any], targets: Sequence[str], cutoff_at: float
    ) -> None:
        for target in targets:
            if not self._ran(execution, task, target, cutoff_at):
                break
        else:
            execution.status = "SUCCESS"
        self._world.trace.record(
            "maintenance-window", "window-ended", f"the maintenance window says {execution.status}"
        )

    def _ran(self, execution: WindowExecution, task: Mapping[str, Any], target: str, cutoff_at: float) -> bool:
        """Whether the run for this target began before the cutoff, and ended before it in success."""
        clock = self._world.clock
        if clock.monotonic() >= cutoff_at:
            execution.status = "TIMED_OUT"
            return False
        given = task["TaskInvocationParameters"]["Automation"]["Parameters"]
        started = self._client("ssm").start_automation_execution(
            DocumentName=task["TaskArn"],
            Parameters={name: [each.replace(TARGET, target) for each in texts] for name, texts in given.items()},
        )
        run = self._automations.executions[started["AutomationExecutionId"]]
        execution.runs.append(run.id)
        while run.ended is None:
            left_s = cutoff_at - clock.monotonic()
            if left_s <= 0 or not run.finished.wait(left_s):
                execution.status = "TIMED_OUT"
                return False
        if run.status.value != SUCCESS:
            execution.status = "FAILED"
            return False
        return True
