"""Tasks that wait for their token: SendTaskSuccess, SendTaskFailure and SendTaskHeartbeat, each token answered once.

Source: Step Functions developer guide, "Wait for a callback with the task token", and the API reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.gateway import Handler
from rehearsal.engines.asl import HeartbeatMissedError, TaskContext, TaskError
from rehearsal.engines.asl.values import parse_json
from rehearsal.kernel.clock import Clock, Signal


@dataclass(slots=True, kw_only=True)
class WaitingTask:
    """One attempt that waits; `heard_at` is the latest heartbeat, the beginning counts as one."""

    answered: Signal
    heard_at: datetime
    heartbeat_s: int | None
    result: Any = None
    failure: TaskError | None = None
    done: bool = False


class TaskTokens:
    """All tokens of the run; an answer to a task that no longer waits gets `TaskTimedOut`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, WaitingTask] = {}

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "SendTaskSuccess": self.send_task_success,
            "SendTaskFailure": self.send_task_failure,
            "SendTaskHeartbeat": self.send_task_heartbeat,
        }

    def open(self, context: TaskContext) -> WaitingTask:
        """The token of this attempt can be answered from now on."""
        assert context.token is not None
        task = WaitingTask(answered=Signal(self._clock), heard_at=self._clock.now(), heartbeat_s=context.heartbeat_s)
        self._tasks[context.token] = task
        return task

    def wait(self, task: WaitingTask) -> Any:
        """What SendTaskSuccess brought. Raises TaskError for a failure, HeartbeatMissedError for silence."""
        try:
            while not task.done:
                left = None
                if task.heartbeat_s is not None:
                    silent = self._clock.now() - task.heard_at
                    left = (timedelta(seconds=task.heartbeat_s) - silent).total_seconds()
                    if left <= 0:
                        raise HeartbeatMissedError
                task.answered.wait(left)
        finally:
            task.done = True
        if task.failure is not None:
            raise task.failure
        return task.result

    def send_task_success(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Ends the task with its result."""
        try:
            result = parse_json(parameters["output"])
        except ValueError as error:
            raise ApiError("InvalidOutput", f"Invalid Output: '{error}'") from None
        task = self._waiting(parameters["taskToken"])
        task.result = result
        self._end(task)
        return {}

    def send_task_failure(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Ends the task with an error, which Retry and Catch see."""
        task = self._waiting(parameters["taskToken"])
        task.failure = TaskError(parameters.get("error"), parameters.get("cause"))
        self._end(task)
        return {}

    def send_task_heartbeat(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The task is still being worked on."""
        self._waiting(parameters["taskToken"]).heard_at = self._clock.now()
        return {}

    def _waiting(self, token: str) -> WaitingTask:
        if token not in self._tasks:
            raise ApiError("InvalidToken", "Invalid Token: 'Invalid token'")
        if self._tasks[token].done:
            raise ApiError("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'")
        return self._tasks[token]

    @staticmethod
    def _end(task: WaitingTask) -> None:
        task.done = True
        task.answered.notify()
