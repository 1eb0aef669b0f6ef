"""What all states of one execution share: clock, services, randomness, history, the execution's deadline."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from rehearsal.engines.asl.clock import BranchRunner, Clock
from rehearsal.engines.asl.errors import ExecutionTimeoutError
from rehearsal.engines.asl.history import Chain, History
from rehearsal.engines.asl.run.result import ExecutionResult
from rehearsal.engines.asl.syntax.states import Flow
from rehearsal.engines.asl.task import TaskInvoker
from rehearsal.engines.asl.values import Json


@dataclass(slots=True, kw_only=True)
class Run:
    """`context` is the part of the context object that doesn't change; `transition_s` passes before each state.

    `start_child` runs an execution of a distributed Map: states, input, label, item. `main` is the chain of the
    machine's own states; `step` the last of them that was entered, with its input.
    """

    name: str
    arn: str
    clock: Clock
    tasks: TaskInvoker
    rng: Random
    history: History
    run_branches: BranchRunner
    context: dict[str, Json]
    transition_s: float
    deadline: datetime | None
    start_child: Callable[[Flow, Json, str, Mapping[str, Json] | None], ExecutionResult]
    main: Chain | None = None
    step: tuple[str, Json] | None = None

    def sleep(self, seconds: float) -> None:
        """One sleep of the clock, cut short by the execution's timeout. Raises ExecutionTimeoutError."""
        if self.deadline is not None:
            left = (self.deadline - self.clock.now()).total_seconds()
            if seconds > left:
                self.clock.sleep(max(left, 0.0))
                raise ExecutionTimeoutError
        self.clock.sleep(seconds)

    def check_deadline(self) -> None:
        """Raises ExecutionTimeoutError once the execution's timeout has passed."""
        if self.deadline is not None and self.clock.now() > self.deadline:
            raise ExecutionTimeoutError

    def task_deadline(self, started: datetime, timeout_s: int | None) -> datetime | None:
        """The earlier of the attempt's and the execution's."""
        own = None if timeout_s is None else started + timedelta(seconds=timeout_s)
        if own is None or self.deadline is None:
            return own or self.deadline
        return min(own, self.deadline)
