"""aws:runCommand: sends a Command document to nodes and waits until it has ended everywhere.

ResponseCode is there only for a document of one step, Output only for one node [automation#run-command-step].
`TimeoutSeconds` is the delivery's; the step's own timeout leaves the command running.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.engines.automation.actions.calls import call, listed
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import CancelledError, FailureStage, FailureType, Status, StepFailedError
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, until_ended

UNENDED = frozenset({"Pending", "InProgress", "Cancelling", "Delayed"})


class RunCommand:
    """Performs aws:runCommand."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def run(self, record: StepRecord, run: AutomationRun) -> None:
        """Raises StepFailedError TimedOut when the command timed out."""
        ssm: Any = self._context.client("ssm")
        parameters = _request(record.inputs)
        command = call(lambda: ssm.send_command(**parameters))["Command"]
        record.outputs["CommandId"] = command["CommandId"]
        try:
            invocations = self._ended(record, ssm, command["CommandId"])
        except CancelledError:
            call(lambda: ssm.cancel_command(CommandId=command["CommandId"]))
            raise
        worst = next((each for each in invocations if each["Status"] != Status.SUCCESS), invocations[0])
        record.outputs["Status"] = worst["Status"]
        if len(invocations) == 1:
            plugins = worst["CommandPlugins"]
            if len(plugins) == 1:
                record.outputs["ResponseCode"] = str(plugins[0]["ResponseCode"])
            record.outputs["Output"] = "\n".join(plugin["Output"] for plugin in plugins)
        record.outputs["OutputPayload"] = _payload(record.outputs)
        if worst["Status"] != Status.SUCCESS:
            raise StepFailedError(
                f"Command {command['CommandId']} ended {worst['StatusDetails']}",
                Status.TIMED_OUT if worst["Status"] == Status.TIMED_OUT else Status.FAILED,
                stage=FailureStage.POST_VERIFICATION,
                kind=FailureType.VERIFICATION,
            )

    def _ended(self, record: StepRecord, ssm: Any, command_id: str) -> list[Mapping[str, Any]]:
        while True:
            answer = call(lambda: ssm.list_command_invocations(CommandId=command_id, Details=True))
            invocations: list[Mapping[str, Any]] = answer["CommandInvocations"]
            if invocations and not any(each["Status"] in UNENDED for each in invocations):
                return invocations
            until_ended(
                self._context.clock,
                record,
                lambda seconds: self._context.await_command(command_id, seconds),
                self._context.poll_s,
                f"waiting for command {command_id}",
            )


def _payload(outputs: Mapping[str, Any]) -> str:
    """All outputs as one JSON text, as AWS adds it."""
    payload = {name: outputs[name] for name in ("Status", "ResponseCode", "Output", "CommandId") if name in outputs}
    if "ResponseCode" in payload:
        payload["ResponseCode"] = int(payload["ResponseCode"])
    return as_text(payload)


def _request(inputs: Mapping[str, Any]) -> dict[str, Any]:
    request: dict[str, Any] = {
        "DocumentName": inputs["DocumentName"],
        "InstanceIds": listed(inputs["InstanceIds"]),
        "Parameters": {
            name: [as_text(item) for item in listed(value)] for name, value in inputs.get("Parameters", {}).items()
        },
    }
    for name in ("Comment", "CloudWatchOutputConfig", "DocumentHash", "DocumentHashType"):
        if name in inputs:
            request[name] = inputs[name]
    if "TimeoutSeconds" in inputs:
        request["TimeoutSeconds"] = int(inputs["TimeoutSeconds"])
    return request
