"""Step Functions: machines from their definitions, executions as actors, the API around them.

StartExecution is idempotent as AWS's is [step-functions#idempotent-start]: same name and input while it runs is the
same execution, anything else under a used name is `ExecutionAlreadyExists`. Status changes are announced on the bus. A
task's attempt is an actor of its own: a timeout or StopExecution ends the waiting for it, never a call or a function
that is under way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.api.paging import STEP_FUNCTIONS
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.stepfunctions.execution_descriptions import description, list_entry, status_change
from rehearsal.aws.stepfunctions.execution_events import history_event
from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord, StateMachine, parse_machine
from rehearsal.aws.stepfunctions.task_scheduling import BranchActors, attempt
from rehearsal.aws.stepfunctions.task_tokens import TaskTokens
from rehearsal.engines.asl import (
    Aborted,
    Event,
    Execution,
    ExecutionResult,
    Status,
    TaskContext,
    TaskInvoker,
)
from rehearsal.engines.asl.values import PAYLOAD_BYTES_MAX, parse_json
from rehearsal.kernel.clock import Signal
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION, AwsEvent
from rehearsal.world.world import World

_NAME = re.compile(r"[^ \[\]<>{}?*\"#%\\^|~`$&,;:/\x00-\x1f\x7f-\x9f]{1,80}")


class StepFunctions:
    """All machines and executions. `tasks_for(record)` makes the invoker of an execution's tasks."""

    def __init__(self, world: World, authorizer: Authorizer) -> None:
        self._world = world
        self._authorizer = authorizer
        self.machines: dict[str, StateMachine] = {}
        self.executions: dict[str, ExecutionRecord] = {}
        self.tokens = TaskTokens(world.clock)
        self.tasks_for: Callable[[ExecutionRecord], TaskInvoker] | None = None
        self.observers: list[Callable[[ExecutionRecord, Event], None]] = []

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "StartExecution": self.start_execution,
            "DescribeExecution": self.describe_execution,
            "StopExecution": self.stop_execution,
            "RedriveExecution": self.redrive_execution,
            "ListExecutions": self.list_executions,
            "GetExecutionHistory": self.get_execution_history,
            "DescribeStateMachine": self.describe_state_machine,
            "ListStateMachines": self.list_state_machines,
            **self.tokens.operations,
        }

    def deploy(self, machine: StateMachine) -> None:
        """Adds a machine. Raises what the parser raises for a definition that AWS, or we, would refuse."""
        parse_machine(machine.definition)
        self.machines[machine.arn] = machine

    @property
    def transitions(self) -> int:
        """State transitions of all executions so far: what is billed."""
        return sum(record.execution.history.transitions for record in self.executions.values())

    # -- the API ------------------------------------------------------------------------------------------------------

    def start_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Starts, or gives the running one of the same name and input."""
        record = self.start(parameters["stateMachineArn"], parameters.get("name"), parameters.get("input", "{}"))
        return {"executionArn": record.arn, "startDate": record.started}

    def start(self, machine_arn: str, name: str | None, text: str) -> ExecutionRecord:
        """The execution that this name and input stand for. Raises ApiError as StartExecution does."""
        machine = self._machine(machine_arn)
        name = name or self._world.uuid()
        if not _NAME.fullmatch(name):
            raise ApiError("InvalidName", f"Invalid Name: '{name}'")
        try:
            value = parse_json(text)
        except ValueError as error:
            raise ApiError("InvalidExecutionInput", f"Invalid State Machine Execution Input: '{error}'") from None
        if len(text.encode()) > PAYLOAD_BYTES_MAX:
            raise ApiError("InvalidExecutionInput", "Invalid State Machine Execution Input: larger than 262144 bytes")
        arn = f"arn:{PARTITION}:states:{REGION}:{ACCOUNT_ID}:execution:{machine.name}:{name}"
        if (before := self.executions.get(arn)) is not None:
            if before.status is Status.RUNNING and before.input == text:
                return before
            raise ApiError("ExecutionAlreadyExists", f"Execution Already Exists: '{arn}'")
        return self._begin(machine, name, text, value)

    def describe_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Status, input and, when it ended, output or error and cause."""
        record = self._execution(parameters["executionArn"])
        return description(record, self._world.clock.now())

    def redrive_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Runs an unsuccessful execution again from the state that didn't succeed; the same token redrives once."""
        record = self._execution(parameters["executionArn"])
        token = parameters.get("clientToken")
        if token is None or token != record.redrive_token:
            if (reason := record.not_redrivable(self._world.clock.now())) is not None:
                raise ApiError("ExecutionNotRedrivable", reason)
            record.redriven, record.redrive_token = self._world.clock.now(), token
            record.status, record.stopped, record.result = Status.RUNNING, None, None
            self._run(record, record.execution.redrive)
        return {"redriveDate": record.redriven}

    def stop_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Ends it as ABORTED; one that has ended stays as it is."""
        record = self._execution(parameters["executionArn"])
        if record.status is Status.RUNNING and record.actor is not None:
            record.facts["stopping"] = self._world.clock.now()
            record.actor.interrupt(Aborted(parameters.get("error"), parameters.get("cause")))
        return {"stopDate": record.stopped or self._world.clock.now()}

    def list_executions(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """A machine's executions, the newest first."""
        machine = self._machine(parameters["stateMachineArn"])
        wanted, redriven = parameters.get("statusFilter"), parameters.get("redriveFilter")
        found = [
            record
            for record in reversed(self.executions.values())
            if record.machine is machine and wanted in (None, record.status.value)
            if redriven in (None, "REDRIVEN" if record.redriven else "NOT_REDRIVEN")
        ]
        page, more = STEP_FUNCTIONS.page(found, parameters)
        return {"executions": [list_entry(record) for record in page], **more}

    def get_execution_history(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The events with their details, by pages of at most 1,000."""
        record = self._execution(parameters["executionArn"])
        events = record.execution.history.events
        page, more = STEP_FUNCTIONS.page(events[::-1] if parameters.get("reverseOrder") else events, parameters)
        with_data = parameters.get("includeExecutionData", True)
        return {"events": [history_event(event, record.role_arn, with_data=with_data) for event in page], **more}

    def describe_state_machine(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The deployed definition."""
        machine = self._machine(parameters["stateMachineArn"])
        return {
            "stateMachineArn": machine.arn,
            "name": machine.name,
            "status": "ACTIVE",
            "definition": machine.definition,
            "roleArn": f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role/{machine.role}",
            "type": "STANDARD",
            "creationDate": self._world.clock.now(),
        }

    def list_state_machines(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """All machines."""
        now = self._world.clock.now()
        return {
            "stateMachines": [
                {"stateMachineArn": machine.arn, "name": machine.name, "type": "STANDARD", "creationDate": now}
                for machine in self.machines.values()
            ]
        }

    # -- running ------------------------------------------------------------------------------------------------------

    def _begin(self, machine: StateMachine, name: str, text: str, value: Any) -> ExecutionRecord:
        world = self._world
        role_arn = f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role/{machine.role}"
        if not self._authorizer.may_assume(machine.role, "states.amazonaws.com", machine.arn):
            text_ = f"The role {role_arn} doesn't trust states.amazonaws.com"
            raise ApiError("AccessDeniedException", text_, status=403)
        arn = f"arn:{PARTITION}:states:{REGION}:{ACCOUNT_ID}:execution:{machine.name}:{name}"
        record: ExecutionRecord
        execution = Execution(
            parse_machine(machine.definition),
            value,
            name=name,
            tasks=lambda resource, arguments, context: self._attempt(record, resource, arguments, context),
            clock=world.clock,
            context={
                "Execution": {"Id": arn, "RoleArn": role_arn},
                "StateMachine": {"Id": machine.arn, "Name": machine.name},
            },
            rng=Random(world.rng.getrandbits(64)),
            run_branches=BranchActors(world.clock),
            observe=lambda event: self._observe(record, event),
            transition_s=world.settings.latency.sfn_transition_s,
        )
        record = ExecutionRecord(
            name=name, machine=machine, input=text, execution=execution, started=world.clock.now(),
            finished=Signal(world.clock),
        )  # fmt: skip
        self.executions[record.arn] = record
        world.trace.record("workflow", "execution-started", machine.name, execution=record.arn, name=name, input=value)
        self._run(record, execution.run)
        return record

    def _run(self, record: ExecutionRecord, run: Callable[[], ExecutionResult]) -> None:
        self._announce(record)
        session = principals.role(record.machine.role, record.name[:64], invoked_by="states.amazonaws.com")
        with principals.acting_as(session):
            name = f"execution {record.machine.name}:{record.name}"
            record.actor = self._world.clock.spawn(name, self._play, record, run)

    def _attempt(self, record: ExecutionRecord, resource: str, arguments: Any, context: TaskContext) -> Any:
        assert self.tasks_for is not None
        return attempt(self._world.clock, self.tasks_for(record), resource, arguments, context)

    def _play(self, record: ExecutionRecord, run: Callable[[], ExecutionResult]) -> None:
        record.result = run()
        record.status = record.result.status
        record.stopped = self._world.clock.now()
        self._world.trace.record(
            "workflow", "execution-ended", f"{record.machine.name}: {record.status.value}", why=record.result.cause,
            execution=record.arn, status=record.status.value, output=record.result.output, error=record.result.error,
        )  # fmt: skip
        self._world.checkpoint("states.ended", record=record)
        self._announce(record)
        record.finished.notify()

    def _observe(self, record: ExecutionRecord, event: Event) -> None:
        """Fault points `state.<State>` (machine, moment `entered` or `left`): KILL aborts the execution right there."""
        entered = event.type.endswith("StateEntered")
        if entered and event.state is not None:
            self._world.trace.record(
                "workflow", "state-entered", event.state, machine=record.machine.name, execution=record.arn
            )
        for observer in self.observers:
            observer(record, event)
        if entered or event.type.endswith("StateExited"):
            moment = "entered" if entered else "left"
            if self._world.fault(f"state.{event.state}", machine=record.machine.name, moment=moment) is not None:
                raise Aborted(cause="aborted by a planned fault")

    def _announce(self, record: ExecutionRecord) -> None:
        detail = status_change(record, self._world.clock.now())
        event = AwsEvent(
            source="aws.states", detail_type="Step Functions Execution Status Change", detail=detail,
            resources=(record.arn,),
        )  # fmt: skip
        self._world.announce(event, self._world.settings.latency.state_event_delivery_s)

    def _machine(self, arn: str) -> StateMachine:
        if arn not in self.machines:
            raise ApiError("StateMachineDoesNotExist", f"State Machine Does Not Exist: '{arn}'")
        return self.machines[arn]

    def _execution(self, arn: str) -> ExecutionRecord:
        if arn not in self.executions:
            raise ApiError("ExecutionDoesNotExist", f"Execution Does Not Exist: '{arn}'")
        return self.executions[arn]
