"""What each action does. API calls go through boto3 as the runbook's assume role, so permissions are checked.

Facts: aws.md §4. Polling is at `automation_poll_s`; where the model knows the end of what is waited for, it isn't asked
before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from botocore.client import BaseClient
from botocore.exceptions import BotoCoreError, ClientError

from rehearsal.automation.choices import holds
from rehearsal.automation.errors import CancelledError, StepFailedError
from rehearsal.automation.execution import Act, AutomationRun, StepRecord
from rehearsal.automation.values import as_text, parse_selector, select
from rehearsal.clock import Clock, Signal

_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")
API_KEYS = frozenset({"Service", "Api", "PropertySelector", "DesiredValues"})
DESIRED_STATES = {"running": "running", "stopped": "stopped", "terminated": "terminated"}


class Surroundings(Protocol):
    """What actions need of the account."""

    clock: Clock

    def client(self, service: str) -> BaseClient:
        """boto3's client for a service."""

    def poll_s(self) -> float:
        """Time until the next look at something that is waited for."""

    def await_command(self, command_id: str, seconds: float) -> bool:
        """Sleeps until the command has ended on all its nodes (True) or `seconds` passed (False)."""

    def await_execution(self, execution_arn: str, seconds: float) -> bool:
        """Sleeps until a Step Functions execution has ended (True) or `seconds` passed (False)."""

    def approval(self, execution_id: str) -> Approval:
        """Where decisions about the execution's current approval step arrive."""


class Approval:
    """Decisions of approvers, in order of arrival: (approver's ARN, approved, comment)."""

    def __init__(self, clock: Clock) -> None:
        self.changed = Signal(clock)
        self.decisions: list[tuple[str, bool, str]] = []


class Actions:
    """The table of actions, bound to an account."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._around = surroundings
        self.table: Mapping[str, Act] = {
            "aws:runCommand": self._run_command,
            "aws:executeAwsApi": self._execute_api,
            "aws:assertAwsResourceProperty": self._assert_property,
            "aws:waitForAwsResourceProperty": self._wait_for_property,
            "aws:branch": self._branch,
            "aws:sleep": self._sleep,
            "aws:executeStateMachine": self._execute_state_machine,
            "aws:changeInstanceState": self._change_instance_state,
            "aws:approve": self._approve,
        }

    # -- Run Command --------------------------------------------------------------------------------------------------

    def _run_command(self, record: StepRecord, run: AutomationRun) -> None:
        inputs = record.inputs
        ssm = self._around.client("ssm")
        parameters: dict[str, Any] = {
            "DocumentName": inputs["DocumentName"],
            "InstanceIds": _listed(inputs["InstanceIds"]),
            "Parameters": {
                name: [as_text(item) for item in _listed(value)] for name, value in inputs.get("Parameters", {}).items()
            },
        }
        for name in ("DocumentVersion", "Comment", "CloudWatchOutputConfig"):
            if name in inputs:
                parameters[name] = inputs[name]
        if "TimeoutSeconds" in inputs:
            parameters["TimeoutSeconds"] = int(inputs["TimeoutSeconds"])
        command = _call(lambda: ssm.send_command(**parameters))["Command"]
        record.outputs["CommandId"] = command["CommandId"]
        try:
            status = self._await_command(record, ssm, command["CommandId"])
        except CancelledError:
            _call(lambda: ssm.cancel_command(CommandId=command["CommandId"]))
            raise
        record.outputs["Status"] = status["Status"]
        if len(parameters["InstanceIds"]) == 1:
            plugin = status["CommandPlugins"][0]
            record.outputs["ResponseCode"] = str(plugin["ResponseCode"])
            record.outputs["Output"] = plugin["Output"]
        if status["Status"] != "Success":
            text = f"Command {command['CommandId']} ended {status['StatusDetails']}"
            raise StepFailedError(text, "TimedOut" if status["Status"] == "TimedOut" else "Failed")

    def _await_command(self, record: StepRecord, ssm: Any, command_id: str) -> Mapping[str, Any]:
        while True:
            answer = _call(lambda: ssm.list_command_invocations(CommandId=command_id, Details=True))
            invocations = answer["CommandInvocations"]
            running = [
                each for each in invocations if each["Status"] in ("Pending", "InProgress", "Cancelling", "Delayed")
            ]
            if not running:
                failed = [each for each in invocations if each["Status"] != "Success"]
                return (failed or invocations)[0]
            self._wait(record, lambda seconds: self._around.await_command(command_id, seconds))

    # -- APIs ---------------------------------------------------------------------------------------------------------

    def _execute_api(self, record: StepRecord, run: AutomationRun) -> None:
        response = self._response(record)
        for output in record.step.outputs:
            try:
                value = select(response, output.selector)
            except LookupError:
                continue
            record.outputs[output.name] = _typed(value, output.type, output.name)

    def _assert_property(self, record: StepRecord, run: AutomationRun) -> None:
        have = self._property(record)
        wanted = [as_text(value) for value in _listed(record.inputs["DesiredValues"])]
        if have not in wanted:
            raise StepFailedError(f"{record.inputs['PropertySelector']} is {have!r}, wanted one of {wanted}")

    def _wait_for_property(self, record: StepRecord, run: AutomationRun) -> None:
        wanted = [as_text(value) for value in _listed(record.inputs["DesiredValues"])]
        while self._property(record) not in wanted:
            self._wait(record, None)

    def _property(self, record: StepRecord) -> str | None:
        try:
            return as_text(select(self._response(record), record.inputs["PropertySelector"]))
        except LookupError:
            return None

    def _response(self, record: StepRecord) -> Any:
        inputs = record.inputs
        client = self._around.client(inputs["Service"].lower())
        name = _operation(client, inputs["Api"])
        if name is None:
            raise StepFailedError(f"{inputs['Service']} has no API {inputs['Api']}")
        arguments = {key: value for key, value in inputs.items() if key not in API_KEYS}
        return _call(lambda: client._make_api_call(name, arguments))

    # -- flow ---------------------------------------------------------------------------------------------------------

    def _branch(self, record: StepRecord, run: AutomationRun) -> None:
        for choice in record.inputs["Choices"]:
            if holds(choice):
                record.goes_to = choice["NextStep"]
                return
        if "Default" in record.inputs:
            record.goes_to = record.inputs["Default"]
            return
        record.goes_to = record.step.next

    def _sleep(self, record: StepRecord, run: AutomationRun) -> None:
        clock = self._around.clock
        if "Timestamp" in record.inputs:
            until = datetime.fromisoformat(record.inputs["Timestamp"].replace("Z", "+00:00"))
            clock.sleep(max(0.0, (until - clock.now()).total_seconds()))
            return
        found = _DURATION.fullmatch(record.inputs["Duration"])
        if found is None:
            raise StepFailedError(f"{record.inputs['Duration']!r} is no duration")
        days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
        clock.sleep(timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds).total_seconds())

    # -- other services -----------------------------------------------------------------------------------------------

    def _execute_state_machine(self, record: StepRecord, run: AutomationRun) -> None:
        inputs = record.inputs
        states = self._around.client("stepfunctions")
        parameters = {"stateMachineArn": inputs["stateMachineArn"], "input": as_text(inputs.get("input", "{}"))}
        if inputs.get("name"):
            parameters["name"] = inputs["name"]
        arn = _call(lambda: states.start_execution(**parameters))["executionArn"]
        record.outputs |= {"executionArn": arn, "stateMachineArn": inputs["stateMachineArn"]}
        try:
            while (described := _call(lambda: states.describe_execution(executionArn=arn)))["status"] == "RUNNING":
                self._wait(record, lambda seconds: self._around.await_execution(arn, seconds))
        except CancelledError:
            _call(lambda: states.stop_execution(executionArn=arn, cause="The Automation was cancelled"))
            raise
        for name in ("input", "name", "output", "startDate", "status", "stopDate"):
            if name in described:
                record.outputs[name] = as_text(described[name])
        if described["status"] != "SUCCEEDED":
            raise StepFailedError(f"Execution {arn} ended {described['status']}: {described.get('cause', '')}")

    def _change_instance_state(self, record: StepRecord, run: AutomationRun) -> None:
        inputs = record.inputs
        wanted = DESIRED_STATES.get(inputs["DesiredState"])
        ids = _listed(inputs["InstanceIds"])
        record.outputs["InstanceIds"] = ids
        if wanted in (None, "terminated"):
            raise StepFailedError(f"DesiredState {inputs['DesiredState']} isn't modelled")
        ec2 = self._around.client("ec2")
        if str(inputs.get("CheckStateOnly", False)).lower() != "true":
            act = ec2.start_instances if wanted == "running" else ec2.stop_instances
            _call(lambda: act(InstanceIds=ids))
        while True:
            answer = _call(lambda: ec2.describe_instance_status(InstanceIds=ids, IncludeAllInstances=True))
            statuses = answer["InstanceStatuses"]
            reached = all(status["InstanceState"]["Name"] == wanted for status in statuses)
            healthy = all(status["InstanceStatus"]["Status"] == "ok" for status in statuses)
            if reached and (wanted == "stopped" or healthy):
                return
            self._wait(record, None)

    def _approve(self, record: StepRecord, run: AutomationRun) -> None:
        inputs = record.inputs
        needed = int(inputs.get("MinRequiredApprovals", 1))
        approval = self._around.approval(run.execution_id)
        approval.decisions.clear()
        if inputs.get("NotificationArn"):
            sns = self._around.client("sns")
            text = inputs.get("Message", "")
            _call(lambda: sns.publish(TopicArn=inputs["NotificationArn"], Message=text, Subject="Automation approval"))
        record.status = "Waiting"
        expires = record.started + timedelta(seconds=record.step.timeout_s)
        clock = self._around.clock
        while True:
            record.outputs["ApproverDecisions"] = [
                {"approver": who, "status": "Approved" if yes else "Rejected", "comment": comment}
                for who, yes, comment in approval.decisions
            ]
            if any(not yes for _, yes, _ in approval.decisions):
                record.outputs["ApprovalStatus"] = "Rejected"
                raise StepFailedError("Rejected by an approver")
            if len({who for who, _, _ in approval.decisions}) >= needed:
                record.outputs["ApprovalStatus"] = "Approved"
                return
            left = (expires - clock.now()).total_seconds()
            if left <= 0 or not approval.changed.wait(left):
                raise StepFailedError(f"Step {record.step.name} timed out waiting for approval", "TimedOut")

    def _wait(self, record: StepRecord, finished: Callable[[float], bool] | None) -> None:
        """Until the next look; raises StepFailedError TimedOut when the step's time is over by then."""
        clock = self._around.clock
        left = (record.started + timedelta(seconds=record.step.timeout_s) - clock.now()).total_seconds()
        if left > 0:
            poll = self._around.poll_s()
            if finished is None:
                clock.sleep(min(left, poll))
                return
            if finished(left):
                clock.sleep(min(poll / 2, max(0.0, left)))
                return
        raise StepFailedError(f"Step {record.step.name} timed out after {record.step.timeout_s:.0f} s", "TimedOut")


def _call(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ClientError, BotoCoreError) as error:
        raise StepFailedError(str(error)) from None


def _operation(client: BaseClient, api: str) -> str | None:
    flat = api.replace("_", "").lower()
    return next((name for name in client.meta.service_model.operation_names if name.lower() == flat), None)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, str) and value.startswith("["):
        parsed: list[Any] = json.loads(value)
        return parsed
    return [value]


def _typed(value: Any, kind: str, name: str) -> Any:
    """The value as the output's declared type. Raises StepFailedError when it isn't of that type."""
    match kind, value:
        case "String", str() | bool() | int() | float():
            return value if isinstance(value, str) else as_text(value)
        case "String", datetime():
            return value.isoformat()
        case "Integer", int() if not isinstance(value, bool):
            return value
        case "Boolean", bool():
            return value
        case "StringList", list():
            return [as_text(item) for item in value]
        case "StringMap", dict():
            return value
        case "MapList", list():
            return value
    raise StepFailedError(f"output {name} is {type(value).__name__}, declared {kind}")


__all__ = ["Actions", "Approval", "Surroundings", "parse_selector"]
