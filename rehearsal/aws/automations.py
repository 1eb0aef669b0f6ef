"""SSM Automation's API: starting runbooks (idempotent by ClientToken), reading, stopping, signalling them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from botocore.client import BaseClient

from rehearsal.asl import Status
from rehearsal.automation.actions import Actions, Approval
from rehearsal.automation.errors import CancelledError
from rehearsal.automation.execution import AutomationRun, StepRecord
from rehearsal.automation.runbook import Runbook, parse_runbook
from rehearsal.automation.values import fill
from rehearsal.aws import principal as principals
from rehearsal.aws.commands import Commands
from rehearsal.aws.documents import Documents, DocumentVersion
from rehearsal.aws.errors import ApiError, UnsupportedError
from rehearsal.aws.gateway import Handler
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.principal import Principal
from rehearsal.aws.states import StepFunctions
from rehearsal.clock import Actor, Signal
from rehearsal.world.world import ACCOUNT_ID, PARTITION, REGION, World

INVALID_PARAMETERS = "InvalidAutomationExecutionParametersException"
PARAMETER_CHARACTERS_MAX = 512
PARAMETER_VALUES_MAX = 50
_TOKEN = re.compile(r"[a-fA-F0-9]{8}-([a-fA-F0-9]{4}-){3}[a-fA-F0-9]{12}")
_ROLE_ARN = re.compile(r"arn:[^:]+:iam::(\d{12}):role/(.+)")


@dataclass(slots=True, kw_only=True)
class AutomationExecution:
    """One execution as the service knows it."""

    id: str
    document: DocumentVersion
    parameters: Mapping[str, Any]
    given: Mapping[str, list[str]]
    started: datetime
    run: AutomationRun
    caller: Principal
    approval: Approval
    finished: Signal
    client_token: str | None
    ended: datetime | None = None
    actor: Actor | None = None
    cancelling: bool = False
    failure: str | None = None
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """AutomationExecutionStatus."""
        if self.failure is not None:
            return "Failed"
        if self.ended is None:
            current = self.run.current
            waiting = current is not None and current.status == "Waiting"
            return "Cancelling" if self.cancelling else "Waiting" if waiting else "InProgress"
        return self.run.status


class Automations:
    """All Automation executions; also the surroundings of their actions."""

    def __init__(
        self,
        world: World,
        authorizer: Authorizer,
        documents: Documents,
        commands: Commands,
        machines: StepFunctions,
        clients: Callable[[str], BaseClient],
    ) -> None:
        self._world = world
        self._authorizer = authorizer
        self._documents = documents
        self._commands = commands
        self._machines = machines
        self._clients = clients
        self._actions = Actions(self)
        self._runbooks: dict[int, Runbook] = {}
        self.executions: dict[str, AutomationExecution] = {}
        self._by_token: dict[str, AutomationExecution] = {}

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "StartAutomationExecution": self.start_automation_execution,
            "GetAutomationExecution": self.get_automation_execution,
            "DescribeAutomationExecutions": self.describe_automation_executions,
            "StopAutomationExecution": self.stop_automation_execution,
            "SendAutomationSignal": self.send_automation_signal,
        }

    def check(self, document: DocumentVersion) -> Runbook:
        """The parsed runbook; raises RunbookRefusedError as CreateDocument would refuse, at deployment."""
        key = id(document)
        if key not in self._runbooks:
            self._runbooks[key] = _parsed(document)
        return self._runbooks[key]

    # -- what actions need --------------------------------------------------------------------------------------------

    @property
    def clock(self) -> Any:
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

    def _await(self, signal: Signal, done: Callable[[], bool], seconds: float) -> bool:
        until = self._world.clock.monotonic() + seconds
        while not done():
            left = until - self._world.clock.monotonic()
            if left <= 0 or not signal.wait(left):
                return done()
        return True

    def approval(self, execution_id: str) -> Approval:
        """Where decisions arrive."""
        return self.executions[execution_id].approval

    # -- the API ------------------------------------------------------------------------------------------------------

    def automation_role(self, parameters: Mapping[str, Any]) -> str | None:
        """ARN of the role that StartAutomationExecution with these parameters would pass."""
        document = self._document(parameters)
        role = self.check(document).assume_role
        if role is None:
            return None
        try:
            bound = document.bind(parameters.get("Parameters", {}), INVALID_PARAMETERS)
        except ApiError:  # the call itself will be refused for it; nothing is passed
            return None
        return str(fill(role, lambda name: bound.get(name, ""))) or None

    def document_type(self, name: str) -> str | None:
        """`Command`, `Automation`, or None."""
        document = self._documents.by_name.get(name)
        return document.kind if document is not None else None

    def execution_document(self, execution_id: str) -> str | None:
        """Name of the document that an execution runs."""
        execution = self.executions.get(execution_id)
        return execution.document.name if execution is not None else None

    def start_automation_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Starts a runbook; the same ClientToken with the same request gives the same execution."""
        if unknown := set(parameters) - {
            "DocumentName",
            "DocumentVersion",
            "Parameters",
            "ClientToken",
            "Tags",
            "Mode",
        }:
            raise UnsupportedError(f"ssm:StartAutomationExecution with {', '.join(sorted(unknown))}")
        if parameters.get("Mode", "Auto") != "Auto":
            raise UnsupportedError("ssm:StartAutomationExecution in mode Interactive")
        document = self._document(parameters)
        given = parameters.get("Parameters", {})
        self._check_sizes(given)
        bound = document.bind(given, INVALID_PARAMETERS)
        token = parameters.get("ClientToken")
        if token is not None:
            if not _TOKEN.fullmatch(token):
                raise ApiError("ValidationException", f"ClientToken {token!r} is no UUID")
            before = self._by_token.get(token)
            if before is not None:
                if (before.document, before.given) != (document, given):
                    raise ApiError("IdempotentParameterMismatch", "The ClientToken was used for another request")
                return {"AutomationExecutionId": before.id}
        execution = self._begin(document, bound, given, token)
        execution.tags.update({tag["Key"]: tag["Value"] for tag in parameters.get("Tags", ())})
        return {"AutomationExecutionId": execution.id}

    def get_automation_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Status, steps and outputs."""
        execution = self._execution(parameters["AutomationExecutionId"])
        shape = self._metadata(execution)
        shape["Parameters"] = _parameter_map(execution.parameters)
        shape["StepExecutions"] = [_step_shape(record) for record in execution.run.records]
        shape["StepExecutionsTruncated"] = False
        return {"AutomationExecution": shape}

    def describe_automation_executions(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Executions, the newest first; filters ExecutionStatus, ExecutionId, DocumentNamePrefix."""
        found = list(reversed(self.executions.values()))
        for wanted in parameters.get("Filters", ()):
            found = [execution for execution in found if _fits(wanted, execution)]
        return {"AutomationExecutionMetadataList": [self._metadata(execution) for execution in found]}

    def stop_automation_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Cancels it, running step included."""
        if parameters.get("Type", "Cancel") != "Cancel":
            raise UnsupportedError("ssm:StopAutomationExecution with Type Complete")
        execution = self._execution(parameters["AutomationExecutionId"])
        if execution.ended is not None:
            text = f"Automation execution {execution.id} has already ended"
            raise ApiError("InvalidAutomationStatusUpdateException", text)
        if not execution.cancelling and execution.actor is not None:
            execution.cancelling = True
            execution.actor.interrupt(CancelledError())
        return {}

    def send_automation_signal(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Approve or Reject, from whoever calls."""
        execution = self._execution(parameters["AutomationExecutionId"])
        kind = parameters["SignalType"]
        if kind not in ("Approve", "Reject"):
            raise UnsupportedError(f"ssm:SendAutomationSignal {kind}")
        current = execution.run.current
        if current is None or current.step.action != "aws:approve":
            text = f"Execution {execution.id} has no step that waits for approval"
            raise ApiError("AutomationStepNotFoundException", text)
        caller = principals.calling()
        assert caller is not None
        allowed = [str(who) for who in current.inputs["Approvers"]]
        if not {caller.arn, caller.issuer_arn, caller.name} & set(allowed):
            raise ApiError("InvalidAutomationSignalException", f"{caller.arn} is no approver of this step")
        comment = (parameters.get("Payload", {}).get("Comment") or [""])[0]
        execution.approval.decisions.append((caller.arn, kind == "Approve", comment))
        execution.approval.changed.notify()
        return {}

    # -- running ------------------------------------------------------------------------------------------------------

    def _begin(
        self, document: DocumentVersion, bound: Mapping[str, Any], given: Mapping[str, list[str]], token: str | None
    ) -> AutomationExecution:
        world = self._world
        runbook = self.check(document)
        caller = principals.calling()
        assert caller is not None
        execution_id = world.uuid()
        execution: AutomationExecution
        run = AutomationRun(
            runbook, bound, execution_id=execution_id, clock=world.clock, actions=self._actions.table,
            new_id=world.uuid, between_steps_s=lambda: world.latency(world.settings.latency.automation_step_s),
            observe=lambda record: self._observe(execution, record), region=REGION,
        )  # fmt: skip
        execution = AutomationExecution(
            id=execution_id, document=document, parameters=bound, given=dict(given), started=world.clock.now(), run=run,
            caller=caller, approval=Approval(world.clock), finished=Signal(world.clock), client_token=token,
        )  # fmt: skip
        acting = self._acting(execution, runbook)
        self.executions[execution_id] = execution
        if token is not None:
            self._by_token[token] = execution
        world.trace.record(
            "automation", "automation-started", document.name, execution=execution_id, parameters=dict(bound)
        )
        self._announce(execution)
        with principals.acting_as(acting):
            execution.actor = world.clock.spawn(f"automation {document.name}", self._play, execution)
        return execution

    def _acting(self, execution: AutomationExecution, runbook: Runbook) -> Principal:
        """The assume role's session; the caller's own permissions when the runbook names no role."""
        arn = str(execution.run.filled(runbook.assume_role)) if runbook.assume_role else ""
        if not arn:
            return execution.caller
        found = _ROLE_ARN.fullmatch(arn)
        source = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/{execution.id}"
        if found is None or not self._authorizer.has_role(found[2]):
            raise ApiError(INVALID_PARAMETERS, f"The role {arn} does not exist")
        if not self._authorizer.may_assume(found[2], "ssm.amazonaws.com", source):
            text = f"The defined assume role is unable to be assumed: {arn} doesn't trust ssm.amazonaws.com"
            raise ApiError(INVALID_PARAMETERS, text)
        return principals.role(found[2], f"Automation-{execution.id}", invoked_by="ssm.amazonaws.com")

    def _play(self, execution: AutomationExecution) -> None:
        world = self._world
        try:
            status = execution.run.run()
        except CancelledError:
            status = execution.run.status = "Cancelled"
        execution.ended = world.clock.now()
        world.trace.record(
            "automation", "automation-ended", f"{execution.document.name}: {status}", why=execution.run.message,
            execution=execution.id, status=status, outputs=execution.run.outputs(),
        )  # fmt: skip
        world.checkpoint("automation.ended", execution=execution)
        self._announce(execution)
        execution.finished.notify()

    def _observe(self, execution: AutomationExecution, record: StepRecord) -> None:
        kind = "step-started" if record.ended is None else "step-ended"
        self._world.trace.record(
            "automation", kind, f"{execution.document.name}/{record.step.name}: {record.status}", why=record.message,
            execution=execution.id, step=record.step.name, status=record.status,
        )  # fmt: skip

    def _announce(self, execution: AutomationExecution) -> None:
        document = execution.document
        base = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}"
        ended = execution.ended or self._world.clock.now()
        detail = {
            "ExecutionId": execution.id,
            "Definition": document.name,
            "DefinitionVersion": float(document.number),
            "Status": execution.status,
            "StartTime": _words(execution.started),
            "EndTime": _words(ended),
            "Time": (ended - execution.started).total_seconds() * 1000,
            "ExecutedBy": execution.caller.arn,
        }
        event = self._world.event(
            "aws.ssm", "EC2 Automation Execution Status-change Notification", detail,
            f"{base}:automation-execution/{execution.id}",
            f"{base}:automation-definition/{document.name}:{document.number}",
        )  # fmt: skip
        self._world.emit(event, self._world.settings.latency.state_event_delivery_s)

    # -- parts --------------------------------------------------------------------------------------------------------

    def _document(self, parameters: Mapping[str, Any]) -> DocumentVersion:
        return self._documents.find(
            parameters["DocumentName"], parameters.get("DocumentVersion"), "Automation",
            "AutomationDefinitionNotFoundException",
        )  # fmt: skip

    def _check_sizes(self, given: Mapping[str, list[str]]) -> None:
        if not self._world.settings.ssm.enforce_512_characters:
            return
        for name, values in given.items():
            if len(values) > PARAMETER_VALUES_MAX or any(len(value) > PARAMETER_CHARACTERS_MAX for value in values):
                text = (
                    f"Parameter {name}: at most {PARAMETER_VALUES_MAX} values of {PARAMETER_CHARACTERS_MAX} characters"
                )
                raise ApiError("ValidationException", text)

    def _execution(self, execution_id: str) -> AutomationExecution:
        if execution_id not in self.executions:
            raise ApiError("AutomationExecutionNotFoundException", f"Automation execution {execution_id} not found")
        return self.executions[execution_id]

    def _metadata(self, execution: AutomationExecution) -> dict[str, Any]:
        run = execution.run
        shape: dict[str, Any] = {
            "AutomationExecutionId": execution.id,
            "DocumentName": execution.document.name,
            "DocumentVersion": str(execution.document.number),
            "AutomationExecutionStatus": execution.status,
            "ExecutionStartTime": execution.started,
            "ExecutedBy": execution.caller.arn,
            "Mode": "Auto",
            "Outputs": run.outputs(),
            "Targets": [],
        }
        if execution.ended is not None:
            shape["ExecutionEndTime"] = execution.ended
        if run.message is not None:
            shape["FailureMessage"] = run.message
        if run.current is not None:
            shape |= {"CurrentStepName": run.current.step.name, "CurrentAction": run.current.step.action}
        return shape


def _parsed(document: DocumentVersion) -> Runbook:
    """Parsed once for each content in this process: documents of a template are shared between runs."""
    key = id(document.content)
    if key not in _PARSED or _PARSED[key][0] is not document.content:
        _PARSED[key] = (document.content, parse_runbook(document.name, document.content))
    return _PARSED[key][1]


_PARSED: dict[int, tuple[Mapping[str, Any], Runbook]] = {}


def _step_shape(record: StepRecord) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "StepName": record.step.name,
        "Action": record.step.action,
        "StepStatus": record.status,
        "StepExecutionId": record.id,
        "ExecutionStartTime": record.started,
        "Inputs": {name: str(value) for name, value in record.inputs.items()},
        "Outputs": {name: _listed_text(value) for name, value in record.outputs.items()},
        "OnFailure": record.step.on_failure,
        "IsCritical": record.step.critical,
        "MaxAttempts": record.step.max_attempts,
        "TimeoutSeconds": int(record.step.timeout_s),
    }
    if record.ended is not None:
        shape["ExecutionEndTime"] = record.ended
    if record.message is not None:
        shape["FailureMessage"] = record.message
    return shape


def _listed_text(value: Any) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _parameter_map(parameters: Mapping[str, Any]) -> dict[str, list[str]]:
    return {name: _listed_text(value) for name, value in parameters.items()}


def _fits(wanted: Mapping[str, Any], execution: AutomationExecution) -> bool:
    match wanted["Key"]:
        case "ExecutionStatus":
            return execution.status in wanted["Values"]
        case "ExecutionId":
            return execution.id in wanted["Values"]
        case "DocumentNamePrefix":
            return any(execution.document.name.startswith(prefix) for prefix in wanted["Values"])
        case "TagKey":
            return any(key in execution.tags for key in wanted["Values"])
    raise UnsupportedError(f"ssm:DescribeAutomationExecutions filter {wanted['Key']}")


def _words(at: datetime) -> str:
    """`Mar 21, 2026 3:15:40 AM`, as the sample event has it."""
    return f"{at:%b} {at.day}, {at.year} {at.hour % 12 or 12}:{at:%M:%S %p}"
