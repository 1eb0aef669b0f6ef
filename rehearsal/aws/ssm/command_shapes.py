"""How the API shows commands and invocations.

Output is readable only once an invocation has succeeded or failed; stdout then is the first 24,000 characters, stderr
the first 8,000, in lists the first 2,500 [run-command#output-sizes].
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.ssm.invocations import NOT_STARTED, UNENDED_STATUSES, Command, Invocation, StepResult, coarse

STDOUT_CHARACTERS_MAX = 24_000
STDERR_CHARACTERS_MAX = 8_000
LIST_CHARACTERS_MAX = 2_500


def command_shape(command: Command) -> dict[str, Any]:
    """`Command`."""
    ended = [invocation for invocation in command.invocations.values() if invocation.ended_already]
    return {
        "CommandId": command.id,
        "DocumentName": command.document.name,
        "DocumentVersion": str(command.document.number),
        "Comment": command.comment,
        "ExpiresAfter": command.total_timeout,
        "Parameters": {
            name: value if isinstance(value, list) else [str(value)] for name, value in command.parameters.items()
        },
        "InstanceIds": list(command.invocations),
        "Targets": [],
        "RequestedDateTime": command.requested,
        "Status": command.status,
        "StatusDetails": command.details,
        "TargetCount": len(command.invocations),
        "CompletedCount": len(ended),
        "ErrorCount": sum(invocation.details in ("Failed", "ExecutionTimedOut") for invocation in ended),
        "DeliveryTimedOutCount": sum(invocation.details == "DeliveryTimedOut" for invocation in ended),
        "TimeoutSeconds": int(command.delivery_timeout_s),
    }


def invocation_shape(invocation: Invocation, details: bool) -> dict[str, Any]:
    """`CommandInvocation`; its plugins only with Details."""
    command = invocation.command
    return {
        "CommandId": command.id,
        "InstanceId": invocation.instance.id,
        "InstanceName": "",
        "Comment": command.comment,
        "DocumentName": command.document.name,
        "DocumentVersion": str(command.document.number),
        "RequestedDateTime": command.requested,
        "Status": invocation.status,
        "StatusDetails": invocation.details,
        "CommandPlugins": [_plugin_shape(invocation, result) for result in invocation.results] if details else [],
    }


def result_shape(invocation: Invocation, plugin: str | None) -> dict[str, Any]:
    """GetCommandInvocation's answer. Without a plugin's name a document of several steps shows no output.

    Raises ApiError InvalidPluginName.
    """
    command = invocation.command
    result = invocation.only if plugin is None else _named(invocation, plugin)
    shape = {
        "CommandId": command.id,
        "InstanceId": invocation.instance.id,
        "Comment": command.comment,
        "DocumentName": command.document.name,
        "DocumentVersion": str(command.document.number),
        "StandardOutputUrl": "",
        "StandardErrorUrl": "",
    }
    if result is None:
        return {
            **shape,
            "ResponseCode": NOT_STARTED,
            "ExecutionStartDateTime": iso(invocation.started),
            "ExecutionElapsedTime": _elapsed(invocation.started, invocation.ended),
            "ExecutionEndDateTime": iso(invocation.ended),
            "Status": invocation.status,
            "StatusDetails": invocation.details,
            "StandardOutputContent": "",
            "StandardErrorContent": "",
        }
    details = _details(invocation, result)
    started = result.started or invocation.started
    ended = (result.ended or invocation.ended) if coarse(details) not in UNENDED_STATUSES else None
    return {
        **shape,
        "PluginName": result.step.name,
        "ResponseCode": result.response_code,
        "ExecutionStartDateTime": iso(started),
        "ExecutionElapsedTime": _elapsed(started, ended),
        "ExecutionEndDateTime": iso(ended),
        "Status": coarse(details),
        "StatusDetails": details,
        "StandardOutputContent": result.stdout[:STDOUT_CHARACTERS_MAX],
        "StandardErrorContent": result.stderr[:STDERR_CHARACTERS_MAX],
    }


def fits(wanted: Mapping[str, str], command: Command, status: str) -> bool:
    """Whether a command, or its invocation of this status, passes a `CommandFilter`. Raises ApiError."""
    value = wanted["value"]
    match wanted["key"]:
        case "Status":
            return status == value
        case "DocumentName":
            return command.document.name == value
        case "InvokedAfter":
            return command.requested > datetime.fromisoformat(value.replace("Z", "+00:00"))
        case "InvokedBefore":
            return command.requested < datetime.fromisoformat(value.replace("Z", "+00:00"))
        case "ExecutionStage":  # "Executing" or "Complete"
            return value == ("Executing" if status in UNENDED_STATUSES else "Complete")
    raise ApiError("InvalidFilterKey", f"The specified key {wanted['key']} isn't valid.")


def iso(at: datetime | None) -> str:
    """`2026-02-03T04:05:06.789Z`; empty for what hasn't been."""
    return "" if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _named(invocation: Invocation, plugin: str) -> StepResult:
    found = next((result for result in invocation.results if result.step.name == plugin), None)
    if found is None:
        raise ApiError("InvalidPluginName", f"{invocation.command.document.name} has no step {plugin}")
    return found


def _details(invocation: Invocation, result: StepResult) -> str:
    """A step's StatusDetails: the invocation's where the agent hasn't reported its own."""
    return invocation.details if result.details == "Pending" else result.details


def _plugin_shape(invocation: Invocation, result: StepResult) -> dict[str, Any]:
    details = _details(invocation, result)
    shape: dict[str, Any] = {
        "Name": result.step.name,
        "Status": coarse(details),
        "StatusDetails": details,
        "ResponseCode": result.response_code,
        "Output": result.stdout[:LIST_CHARACTERS_MAX],
    }
    if (started := result.started or invocation.started) is not None:
        shape["ResponseStartDateTime"] = started
    if (ended := result.ended or invocation.ended) is not None:
        shape["ResponseFinishDateTime"] = ended
    return shape


def _elapsed(started: datetime | None, ended: datetime | None) -> str:
    if started is None or ended is None:
        return ""
    return f"PT{(ended - started).total_seconds():.3f}S"
