"""SSM Automation's API: starting runbooks (idempotent by ClientToken), reading, stopping, signalling them.

At most 100 executions run at once, children included; 1,000 more wait their turn as Pending [automation#concurrency].
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from botocore.client import BaseClient

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.api.paging import SYSTEMS_MANAGER
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.lambda_.service import Functions
from rehearsal.aws.ssm.automation_context import AutomationContext
from rehearsal.aws.ssm.automation_requests import INVALID_PARAMETERS, check_sizes, check_tags_and_token
from rehearsal.aws.ssm.automation_shapes import (
    AutomationExecution,
    execution_shape,
    fits,
    metadata_shape,
    step_fits,
    step_shapes,
    words,
)
from rehearsal.aws.ssm.commands import Commands
from rehearsal.aws.ssm.documents import Documents, DocumentVersion
from rehearsal.aws.stepfunctions.service import StepFunctions
from rehearsal.engines.automation.actions.context import Decision, Signals
from rehearsal.engines.automation.actions.table import actions_in
from rehearsal.engines.automation.document.placeholders import as_text, fill
from rehearsal.engines.automation.document.runbook import Runbook, parse_runbook
from rehearsal.engines.automation.document.steps import Step
from rehearsal.engines.automation.errors import CancelledError, FailureType, Status, StepFailedError
from rehearsal.engines.automation.run.execution import AutomationRun, texts
from rehearsal.engines.automation.run.step_record import StepRecord
from rehearsal.kernel.clock import Signal
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION, AwsEvent
from rehearsal.world.settings import ShownApprover
from rehearsal.world.world import World

REQUEST = frozenset({"DocumentName", "DocumentVersion", "Parameters", "ClientToken", "Tags", "Mode"})
CONCURRENT_MAX = 100
QUEUED_MAX = 1_000
CONSTANTS: Mapping[str, str] = {
    "global:ACCOUNT_ID": ACCOUNT_ID, "global:AWS_PARTITION": PARTITION, "global:REGION": REGION,
}  # fmt: skip
DECISIONS: Mapping[str, bool] = {"Approve": True, "Reject": False}
_ROLE_ARN = re.compile(r"arn:[^:]+:iam::(\d{12}):role/.+")


class Automations:
    """All Automation executions."""

    def __init__(
        self,
        world: World,
        authorizer: Authorizer,
        documents: Documents,
        commands: Commands,
        machines: StepFunctions,
        functions: Functions,
        clients: Callable[[str], BaseClient],
    ) -> None:
        self._world = world
        self._authorizer = authorizer
        self._documents = documents
        self.executions: dict[str, AutomationExecution] = {}
        self._actions = actions_in(
            AutomationContext(world, clients, commands, machines, functions, authorizer, self.executions)
        )
        self._by_token: dict[str, AutomationExecution] = {}
        self._running = 0
        self._queue: deque[AutomationExecution] = deque()

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "StartAutomationExecution": self.start_automation_execution,
            "GetAutomationExecution": self.get_automation_execution,
            "DescribeAutomationExecutions": self.describe_automation_executions,
            "DescribeAutomationStepExecutions": self.describe_automation_step_executions,
            "StopAutomationExecution": self.stop_automation_execution,
            "SendAutomationSignal": self.send_automation_signal,
        }

    @staticmethod
    def check(document: DocumentVersion) -> Runbook:
        """The parsed runbook, once for each content; raises RunbookRefusedError as CreateDocument would refuse."""
        return _parsed(document)

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
        return str(fill(role, lambda name: bound.get(name, CONSTANTS.get(name, "")))) or None

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
        if unknown := sorted(set(parameters) - REQUEST):
            raise UnsupportedError(f"ssm:StartAutomationExecution with {', '.join(unknown)}")
        if parameters.get("Mode", "Auto") != "Auto":
            raise UnsupportedError("ssm:StartAutomationExecution in mode Interactive")
        document = self._document(parameters)
        given = parameters.get("Parameters", {})
        if self._world.settings.ssm.enforce_512_characters:
            check_sizes(document, given)
        bound = document.bind(given, INVALID_PARAMETERS)
        tags = {tag["Key"]: tag["Value"] for tag in parameters.get("Tags", ())}
        token = parameters.get("ClientToken")
        check_tags_and_token(tags, token)
        if token is not None:
            before = self._by_token.get(token.lower())
            if before is not None:
                if (before.document, before.given) != (document, given):
                    raise ApiError("IdempotentParameterMismatch", "The ClientToken was used for another request")
                return {"AutomationExecutionId": before.id}
        execution = self._begin(document, bound, given, token)
        execution.tags.update(tags)
        return {"AutomationExecutionId": execution.id}

    def get_automation_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Status, steps and outputs."""
        return {"AutomationExecution": execution_shape(self._execution(parameters["AutomationExecutionId"]))}

    def describe_automation_executions(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Executions, the newest first."""
        found = list(reversed(self.executions.values()))
        for wanted in parameters.get("Filters", ()):
            found = [execution for execution in found if fits(wanted, execution)]
        shapes = [{**metadata_shape(each), "AutomationType": "Local", "LogFile": ""} for each in found]
        page, more = SYSTEMS_MANAGER.page(shapes, parameters)
        return {"AutomationExecutionMetadataList": list(page), **more}

    def describe_automation_step_executions(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Steps of one execution, as GetAutomationExecution has them."""
        shapes = list(step_shapes(self._execution(parameters["AutomationExecutionId"]).run))
        for wanted in parameters.get("Filters", ()):
            shapes = [shape for shape in shapes if step_fits(wanted, shape)]
        if parameters.get("ReverseOrder"):
            shapes.reverse()
        page, more = SYSTEMS_MANAGER.page(shapes, parameters)
        return {"StepExecutions": list(page), **more}

    def stop_automation_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Cancels it, running step included. What Type Complete does isn't documented: refused."""
        if parameters.get("Type", "Cancel") != "Cancel":
            raise UnsupportedError("ssm:StopAutomationExecution with Type Complete")
        execution = self._execution(parameters["AutomationExecutionId"])
        if execution.ended is not None:
            text = f"Automation execution {execution.id} has already ended"
            raise ApiError("InvalidAutomationStatusUpdateException", text)
        if execution.actor is None:
            self._queue.remove(execution)
            execution.run.status = Status.CANCELLED
            self._ended(execution)
        elif not execution.cancelling:
            execution.cancelling = True
            execution.actor.interrupt(CancelledError())
        return {}

    def is_about_to_ask(self, execution_id: str) -> bool:
        """Whether its step for approval has begun and hasn't asked anybody yet."""
        current = self.executions[execution_id].run.current
        return current is not None and current.step.action == "aws:approve" and not current.inputs

    def send_automation_signal(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Approve or Reject by an approver of the step, Resume of a paused one."""
        execution = self._execution(parameters["AutomationExecutionId"])
        kind, current = parameters["SignalType"], execution.run.current
        payload = parameters.get("Payload", {})
        if kind in DECISIONS:
            if current is None or current.step.action != "aws:approve" or self.is_about_to_ask(execution.id):
                text = f"Execution {execution.id} has no step that waits for approval"
                raise ApiError("AutomationStepNotFoundException", text)
            execution.signals.decisions.append(self._decision(current, kind, payload))
        elif kind == "Resume":
            if current is None or current.step.action != "aws:pause":
                raise ApiError("InvalidAutomationSignalException", f"Execution {execution.id} isn't paused")
            named = payload.get("StepName", [current.step.name])
            if named != [current.step.name]:
                raise ApiError("AutomationStepNotFoundException", f"Step {named[0]} isn't paused")
            execution.signals.resumed = True
        else:
            raise UnsupportedError(f"ssm:SendAutomationSignal {kind}")
        execution.signals.changed.notify()
        return {}

    # -- running ------------------------------------------------------------------------------------------------------

    def _begin(
        self, document: DocumentVersion, bound: Mapping[str, Any], given: Mapping[str, list[str]], token: str | None
    ) -> AutomationExecution:
        world = self._world
        if len(self._queue) >= QUEUED_MAX:
            text = f"{CONCURRENT_MAX} executions run, {len(self._queue)} wait"
            raise ApiError("AutomationExecutionLimitExceededException", text)
        caller = principals.calling()
        assert caller is not None
        execution_id = world.uuid()
        execution: AutomationExecution
        run = AutomationRun(
            self.check(document), bound, execution_id=execution_id, clock=world.clock, actions=self._actions,
            new_id=world.uuid, between_steps_s=lambda: world.latency(world.settings.latency.automation_step_s),
            observe=lambda record: self._observe(execution, record), constants=CONSTANTS,
            inject_fault=lambda step: self._strike(document, step),
        )  # fmt: skip
        execution = AutomationExecution(
            id=execution_id, document=document, parameters=bound, given=dict(given), started=world.clock.now(), run=run,
            caller=caller, acting=self._acting(run, caller), signals=Signals(world.clock),
            finished=Signal(world.clock), client_token=token,
        )  # fmt: skip
        self.executions[execution_id] = execution
        if token is not None:
            self._by_token[token.lower()] = execution
        world.trace.record(
            "automation", "automation-started", document.name, execution=execution_id, parameters=dict(bound)
        )
        if self._running < CONCURRENT_MAX:
            self._spawn(execution)
        else:
            self._queue.append(execution)
        self._announce(execution)
        return execution

    def _spawn(self, execution: AutomationExecution) -> None:
        self._running += 1
        with principals.acting_as(execution.acting):
            name = f"automation {execution.document.name}"
            execution.actor = self._world.clock.spawn(name, self._play, execution)

    def _acting(self, run: AutomationRun, caller: Principal) -> Principal:
        """The assume role's session; the caller's own permissions when the runbook names no role."""
        arn = as_text(run.filled(run.runbook.assume_role)) if run.runbook.assume_role else ""
        if not arn:
            return caller
        source = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:automation-execution/{run.execution_id}"
        if _ROLE_ARN.fullmatch(arn) is None:
            raise ApiError(INVALID_PARAMETERS, f"The format of the supplied assume role ARN is invalid: {arn}")
        name = self._authorizer.role_at(arn)
        if name is None:
            text = f"The defined assume role is unable to be assumed: {arn} does not exist"
            raise ApiError(INVALID_PARAMETERS, text)
        if not self._authorizer.may_assume(name, "ssm.amazonaws.com", source):
            text = f"The defined assume role is unable to be assumed: {arn} doesn't trust ssm.amazonaws.com"
            raise ApiError(INVALID_PARAMETERS, text)
        return principals.role(name, f"Automation-{run.execution_id}", invoked_by="ssm.amazonaws.com")

    def _play(self, execution: AutomationExecution) -> None:
        try:
            execution.run.run()
        except CancelledError:
            execution.run.status = Status.CANCELLED
        self._running -= 1
        self._ended(execution)
        if self._queue:
            self._spawn(self._queue.popleft())

    def _ended(self, execution: AutomationExecution) -> None:
        world, status = self._world, execution.run.status
        execution.ended = world.clock.now()
        world.trace.record(
            "automation", "automation-ended", f"{execution.document.name}: {status}", why=execution.run.message,
            execution=execution.id, status=status.value, outputs=execution.run.outputs(),
        )  # fmt: skip
        world.checkpoint("automation.ended", execution=execution)
        self._announce(execution)
        execution.finished.notify()

    def _observe(self, execution: AutomationExecution, record: StepRecord) -> None:
        kind = "step-started" if record.ended is None else "step-ended"
        self._world.trace.record(
            "automation", kind, f"{execution.document.name}/{record.step.name}: {record.status}", why=record.message,
            execution=execution.id, step=record.step.name, status=record.status.value,
        )  # fmt: skip

    def _strike(self, document: DocumentVersion, step: Step) -> None:
        """Fault point `automation.step`: LATE, FAIL (the service's own error)."""
        fault = self._world.fault("automation.step", document=document.name, step=step.name)
        if fault is None:
            return
        if fault.kind is FaultKind.LATE:
            self._world.clock.sleep(fault.seconds)
        else:
            raise StepFailedError("Internal Server Error", kind=FailureType.INTERNAL)

    def _announce(self, execution: AutomationExecution) -> None:
        document = execution.document
        base = f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}"
        ended = execution.ended or self._world.clock.now()
        detail = {
            "ExecutionId": execution.id,
            "Definition": document.name,
            "DefinitionVersion": float(document.number),
            "Status": execution.status.value,
            "StartTime": words(execution.started),
            "EndTime": words(ended),
            "Time": (ended - execution.started).total_seconds() * 1000,
            "ExecutedBy": execution.caller.arn,
        }
        event = AwsEvent(
            source="aws.ssm", detail_type="EC2 Automation Execution Status-change Notification", detail=detail,
            resources=(
                f"{base}:automation-execution/{execution.id}",
                f"{base}:automation-definition/{document.name}:{document.number}",
            ),
        )  # fmt: skip
        self._world.announce(event, self._world.settings.latency.state_event_delivery_s)

    # -- parts --------------------------------------------------------------------------------------------------------

    def _decision(self, waiting: StepRecord, kind: str, payload: Mapping[str, Any]) -> Decision:
        """The caller's, if among the step's approvers. Raises ApiError."""
        caller = principals.calling()
        assert caller is not None
        entries = {caller.arn, caller.issuer_arn, caller.name} & set(texts(waiting.inputs["Approvers"]))
        if not entries:
            raise ApiError("InvalidAutomationSignalException", f"{caller.arn} is no approver of this step")
        shown = {
            ShownApprover.CALLER: caller.arn, ShownApprover.ENTRY: min(entries), ShownApprover.NAME: caller.name
        }  # fmt: skip
        return Decision(
            who=caller.arn, shown_as=shown[self._world.settings.ssm.approver_is_shown_as], approves=DECISIONS[kind],
            at=self._world.clock.now(), comment=(payload.get("Comment") or [""])[0],
        )  # fmt: skip

    def _document(self, parameters: Mapping[str, Any]) -> DocumentVersion:
        try:
            return self._documents.find(
                parameters["DocumentName"], parameters.get("DocumentVersion"), "Automation",
                "AutomationDefinitionNotFoundException",
            )  # fmt: skip
        except ApiError as error:
            if error.code == "InvalidDocumentVersion":
                raise ApiError("AutomationDefinitionVersionNotFoundException", error.message) from None
            raise

    def _execution(self, execution_id: str) -> AutomationExecution:
        if execution_id not in self.executions:
            raise ApiError("AutomationExecutionNotFoundException", f"Automation execution {execution_id} not found")
        return self.executions[execution_id]


def _parsed(document: DocumentVersion) -> Runbook:
    """Parsed once for each content in this process: documents of a template are shared between runs."""
    key = id(document.content)
    if key not in _PARSED or _PARSED[key][0] is not document.content:
        _PARSED[key] = (document.content, parse_runbook(document.name, document.content))
    return _PARSED[key][1]


_PARSED: dict[int, tuple[Mapping[str, Any], Runbook]] = {}
