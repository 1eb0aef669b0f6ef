"""The account as the actions of a runbook see it: clients, and what they wait for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from botocore.client import BaseClient

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.principal import calling
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.service import Functions
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.aws.ssm.commands import Commands
from rehearsal.aws.stepfunctions.service import StepFunctions
from rehearsal.engines.asl import Status
from rehearsal.engines.automation.actions.context import FunctionAnswer, Signals
from rehearsal.engines.automation.errors import FailureType, StepFailedError
from rehearsal.engines.automation.errors import Status as StepStatus
from rehearsal.kernel.clock import Clock, Signal
from rehearsal.world.world import World


class AutomationContext:
    """`ActionContext` of all executions of an account."""

    def __init__(
        self,
        world: World,
        clients: Callable[[str], BaseClient],
        commands: Commands,
        machines: StepFunctions,
        functions: Functions,
        authorizer: Authorizer,
        executions: Mapping[str, AutomationExecution],
    ) -> None:
        self._world = world
        self._clients = clients
        self._commands = commands
        self._machines = machines
        self._functions = functions
        self._authorizer = authorizer
        self._executions = executions

    @property
    def clock(self) -> Clock:
        """The run's clock."""
        return self._world.clock

    def client(self, service: str) -> BaseClient:
        """boto3's shared client of the service."""
        return self._clients(service)

    def poll_s(self) -> float:
        """Time until the next look."""
        return self._world.latency(self._world.settings.latency.automation_poll_s)

    def await_command(self, command_id: str, seconds: float) -> bool:
        """Sleeps until the command has ended everywhere (True) or `seconds` passed."""
        command = self._commands.commands[command_id]
        return self._await(command.finished, lambda: command.ended, seconds)

    def await_execution(self, execution_arn: str, seconds: float) -> bool:
        """Sleeps until the Step Functions execution has ended (True) or `seconds` passed."""
        record = self._machines.executions[execution_arn]
        return self._await(record.finished, lambda: record.status is not Status.RUNNING, seconds)

    def await_automation(self, execution_id: str, seconds: float) -> bool:
        """Sleeps until the other execution has ended (True) or `seconds` passed."""
        execution = self._executions[execution_id]
        return self._await(execution.finished, lambda: execution.ended is not None, seconds)

    def adopt(self, child_id: str, parent_id: str) -> None:
        """Notes whose child an execution is."""
        self._executions[child_id].parent_id = parent_id

    def signals(self, execution_id: str) -> Signals:
        """Where signals arrive."""
        return self._executions[execution_id].signals

    def invoke_function(self, name: str, payload: Any) -> FunctionAnswer:
        """Synchronously, as the runbook's role. Raises StepFailedError when there is no such function, or no right."""
        principal = calling()
        assert principal is not None
        try:
            function = self._functions.find(name)
            request = self._authorizer.requests.request(principal, "lambda:InvokeFunction", "function", function.arn)
            self._authorizer.require(principal, request, "lambda")
        except ApiError as error:
            denied = FailureType.PERMISSION if error.status == 403 else FailureType.ACTION
            raise StepFailedError(f"{error.code}: {error.message}", kind=denied) from None
        outcome = self._functions.invoke(function, json.loads(json.dumps(payload)))
        return FunctionAnswer(payload=outcome.payload, error=outcome.error)

    @property
    def decisions_in_one_text(self) -> bool:
        """As the run's settings say."""
        return self._world.settings.ssm.decisions_in_one_text

    @property
    def rejected_status(self) -> StepStatus:
        """As the run's settings say."""
        return StepStatus.FAILED if self._world.settings.ssm.rejected_is_failed else StepStatus.REJECTED

    @property
    def selects_in_payload(self) -> bool:
        """As the run's settings say."""
        return self._world.settings.ssm.lambda_selectors_start_in_payload

    @property
    def function_errors_fail(self) -> bool:
        """As the run's settings say."""
        return self._world.settings.ssm.lambda_errors_fail_steps

    def _await(self, signal: Signal, done: Callable[[], bool], seconds: float) -> bool:
        until = self._world.clock.monotonic() + seconds
        while not done():
            left = until - self._world.clock.monotonic()
            if left <= 0 or not signal.wait(left):
                return done()
        return True
