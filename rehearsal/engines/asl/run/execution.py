"""One execution of a machine, from its input to its end."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from rehearsal.engines.asl.clock import BranchRunner, Clock, format_timestamp, one_after_another
from rehearsal.engines.asl.errors import (
    Aborted,
    ExecutionTimeoutError,
    HistoryFullError,
    States,
    TaskError,
    UnsupportedBehaviourError,
)
from rehearsal.engines.asl.history import EVENTS_MAX, Event, History
from rehearsal.engines.asl.jsonata.expression import Variables
from rehearsal.engines.asl.jsonata.functions import function_frame
from rehearsal.engines.asl.jsonata.value_memo import ValueMemo
from rehearsal.engines.asl.run.interpreter import Interpreter
from rehearsal.engines.asl.run.result import ExecutionResult, Status
from rehearsal.engines.asl.run.run import Run
from rehearsal.engines.asl.syntax.definition import Machine
from rehearsal.engines.asl.syntax.states import Flow, MapState, ParallelState
from rehearsal.engines.asl.task import TaskInvoker
from rehearsal.engines.asl.values import PAYLOAD_BYTES_MAX, Json, json_text


class Execution:
    """One execution. While it runs, `status` and `history` show its progress."""

    def __init__(
        self,
        machine: Machine,
        input: Json,  # noqa: A002
        *,
        name: str,
        tasks: TaskInvoker,
        clock: Clock,
        context: Mapping[str, Mapping[str, Any]] | None = None,
        rng: Random | None = None,
        run_branches: BranchRunner = one_after_another,
        observe: Callable[[Event], None] | None = None,
        transition_s: float = 0.0,
        on_child: "Callable[[Execution], None] | None" = None,
        deadline: datetime | None = None,
        item: Mapping[str, Json] | None = None,
    ) -> None:
        """`context` gives or replaces parts of the context object (Execution, StateMachine); `rng` draws jitter,
        `$random`, `$uuid` and `$shuffle`; `observe` sees each event as it happens; `transition_s` passes on the
        clock before each state. `on_child` gets each execution that a distributed Map starts, before it runs;
        `deadline` and `item` are such a child's: the parent's timeout, its place in the Map. Raises ValueError for
        an input over the payload limit.
        """
        text = json_text(input)
        if len(text.encode()) > PAYLOAD_BYTES_MAX:
            raise ValueError("the execution's input is larger than 256 KiB")
        self.machine = machine
        self.input: Json = json.loads(text)
        self.name = name
        self.status = Status.RUNNING
        self.history = History(clock.now, observe)
        self.started_at = clock.now()
        self._clock = clock
        given = context or {}
        execution = {
            "Id": f"arn:aws:states:us-east-1:000000000000:execution:machine:{name}",
            "Input": self.input,
            "Name": name,
            "RoleArn": "arn:aws:iam::000000000000:role/machine",
            "StartTime": format_timestamp(self.started_at),
            "RedriveCount": 0,
        } | dict(given.get("Execution", {}))
        state_machine = {
            "Id": "arn:aws:states:us-east-1:000000000000:stateMachine:machine",
            "Name": "machine",
        } | dict(given.get("StateMachine", {}))
        self.arn: str = execution["Id"]
        timeout = machine.timeout_s
        self._variables = Variables(function_frame(rng := rng or Random(0)), ValueMemo())
        self._timeout_s = timeout
        self.redrive_count = 0
        self._run = Run(
            name=name,
            arn=self.arn,
            clock=clock,
            tasks=tasks,
            rng=rng,
            history=self.history,
            run_branches=run_branches,
            context={"Execution": execution, "StateMachine": state_machine},
            transition_s=transition_s,
            deadline=deadline if timeout is None else self.started_at + timedelta(seconds=timeout),
            start_child=self._start_child,
        )
        self._on_child = on_child
        self._item = item

    def run(self) -> ExecutionResult:
        """Runs to the end. Exceptions other than the run's own (a bug of an invoker, a killed process) pass through."""
        self._run.main = self.history.begin("ExecutionStarted", input=self.input)
        return self._run_from(self.machine.flow.start_at, self.input)

    def redrive(self) -> ExecutionResult:
        """Runs again from the state that didn't succeed, with its input and the variables of then; counts retries anew.

        The caller checks `not_redrivable` first. The machine's timeout begins anew. Raises UnsupportedBehaviourError
        for a Parallel or Map, of which AWS runs only the unsuccessful branches again.
        """
        name, value = self._run.step or (self.machine.flow.start_at, self.input)
        if isinstance(self.machine.flow.states[name], ParallelState | MapState):
            raise UnsupportedBehaviourError(f"{name}: redriving single branches or iterations isn't supported")
        now = self._clock.now()
        self.redrive_count += 1
        self.status = Status.RUNNING
        self._run.main = self.history.begin("ExecutionRedriven", redrive_count=self.redrive_count)
        own = {"RedriveCount": self.redrive_count, "RedriveTime": format_timestamp(now)}
        self._run.context = self._run.context | {"Execution": self._run.context["Execution"] | own}
        self._run.deadline = None if self._timeout_s is None else now + timedelta(seconds=self._timeout_s)
        return self._run_from(name, value)

    @property
    def not_redrivable(self) -> str | None:
        """Why RedriveExecution refuses it, None if it doesn't; the caller checks the limit of 14 days."""
        if self.status in (Status.RUNNING, Status.SUCCEEDED):
            return f"Execution is {self.status.value} and cannot be redriven"
        if len(self.history.events) >= EVENTS_MAX - 1:
            return "Execution history event limit exceeded"
        return None

    def _run_from(self, start_at: str, value: Json) -> ExecutionResult:
        assert self._run.main is not None
        interpreter = Interpreter(self._run)
        try:
            output = interpreter.run_flow(
                self.machine.flow, value, self._variables, self._run.main, self._item, start_at
            )
        except TaskError as failure:
            return self._ended(Status.FAILED, "ExecutionFailed", error=failure.error, cause=failure.cause)
        except ExecutionTimeoutError:
            return self._ended(Status.TIMED_OUT, "ExecutionTimedOut", error=States.TIMEOUT)
        except HistoryFullError:
            cause = f"The execution reached the maximum number of history events ({EVENTS_MAX})."
            return self._ended(Status.FAILED, "ExecutionFailed", error=States.RUNTIME, cause=cause)
        except Aborted as abort:
            return self._ended(Status.ABORTED, "ExecutionAborted", error=abort.error, cause=abort.cause)
        return self._ended(Status.SUCCEEDED, "ExecutionSucceeded", output=output)

    def _start_child(self, flow: Flow, value: Json, label: str, item: Mapping[str, Json] | None) -> ExecutionResult:
        run = self._run
        name = str(UUID(int=run.rng.getrandbits(128), version=4))
        machine = run.context["StateMachine"]
        child = Execution(
            Machine(flow=flow, timeout_s=None, comment=None),
            value,
            name=name,
            tasks=run.tasks,
            clock=run.clock,
            context={
                "Execution": {
                    "Id": f"{self.arn.rpartition(':')[0]}/{label}:{name}",
                    "RoleArn": run.context["Execution"]["RoleArn"],
                },
                "StateMachine": {"Id": f"{machine['Id']}/{label}", "Name": f"{machine['Name']}/{label}"},
            },
            rng=Random(run.rng.getrandbits(64)),
            run_branches=run.run_branches,
            transition_s=run.transition_s,
            on_child=self._on_child,
            deadline=run.deadline,
            item=item,
        )
        if self._on_child is not None:
            self._on_child(child)
        return child.run()

    def _ended(
        self, status: Status, event: str, *, output: Json = None, error: str | None = None, cause: str | None = None
    ) -> ExecutionResult:
        facts = {"output": output} if status is Status.SUCCEEDED else {"error": error, "cause": cause}
        self.history.end(event, **facts)
        self.status = status
        return ExecutionResult(
            arn=self.arn,
            input=self.input,
            status=status,
            output=output,
            error=error,
            cause=cause,
            history=tuple(self.history.events),
            transitions=self.history.transitions,
            started_at=self.started_at,
            ended_at=self._clock.now(),
        )
