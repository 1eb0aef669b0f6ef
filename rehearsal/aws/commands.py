"""SSM Run Command: delivery to agents, scripts on hosts, what GetCommandInvocation says meanwhile.

Fault model: a command may arrive late, twice or never (`ssm.delivery`: LOST, FAIL, LATE, REPEAT); the agent's report
may be late or lost (`ssm.report`); the host may die under the script, whose verdict is gone then. What must hold: a script
that didn't begin before the delivery timeout never runs; one that overruns its execution timeout is killed where it
stands; its output can't be read before its end (stdout is the first 24,000 characters, stderr the first 8,000).
Facts: aws.md §4, §5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from rehearsal.aws.agents import Agents
from rehearsal.aws.documents import Documents, DocumentVersion
from rehearsal.aws.errors import ApiError, UnsupportedError
from rehearsal.aws.gateway import Handler
from rehearsal.clock import Actor, Signal
from rehearsal.world.ec2 import Instance, InstanceState
from rehearsal.world.faults import FaultKind
from rehearsal.world.settings import SsmSettings
from rehearsal.world.world import ACCOUNT_ID, World

STDOUT_CHARACTERS_MAX = 24_000
STDERR_CHARACTERS_MAX = 8_000
LIST_CHARACTERS_MAX = 2_500
DELIVERY_TIMEOUT_S = 3_600
EXECUTION_TIMEOUT_S = 3_600
NOT_STARTED = -1
_PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z0-9]+)\s*\}\}")


@dataclass(slots=True, kw_only=True)
class Invocation:
    """A command on one node. `details` is StatusDetails; `status` follows from it."""

    command: Command
    instance: Instance
    details: str = "Pending"
    response_code: int = NOT_STARTED
    stdout: str = ""
    stderr: str = ""
    started: datetime | None = None
    ended: datetime | None = None
    agent: Actor | None = None
    script: Actor | None = None
    runs: int = 0

    @property
    def status(self) -> str:
        """SSM's coarser status for StatusDetails."""
        match self.details:
            case "DeliveryTimedOut" | "ExecutionTimedOut":
                return "TimedOut"
            case "Terminated" | "Undeliverable":
                return "Failed"
        return self.details

    @property
    def ended_already(self) -> bool:
        """Whether nothing more will come of it."""
        return self.ended is not None


@dataclass(slots=True, kw_only=True)
class Command:
    """One SendCommand with an invocation for each node."""

    id: str
    document: DocumentVersion
    parameters: Mapping[str, Any]
    requested: datetime
    delivery_timeout_s: float
    comment: str
    log_group: str | None
    finished: Signal
    invocations: dict[str, Invocation] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        """Whether it has ended on all nodes."""
        return all(invocation.ended_already for invocation in self.invocations.values())

    @property
    def status(self) -> str:
        """The command's own status, from its invocations'."""
        states = {invocation.status for invocation in self.invocations.values()}
        for state in ("InProgress", "Pending", "Cancelling", "Failed", "TimedOut", "Cancelled"):
            if state in states:
                return "InProgress" if state == "Pending" and len(states) > 1 else state
        return "Success"


class Commands:
    """All commands of the account."""

    def __init__(self, world: World, documents: Documents, agents: Agents) -> None:
        self._world = world
        self._documents = documents
        self._agents = agents
        self.commands: dict[str, Command] = {}
        self.host_logs: dict[str, list[str]] = {}

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "SendCommand": self.send_command,
            "GetCommandInvocation": self.get_command_invocation,
            "ListCommandInvocations": self.list_command_invocations,
            "ListCommands": self.list_commands,
            "CancelCommand": self.cancel_command,
        }

    # -- the API ------------------------------------------------------------------------------------------------------

    def send_command(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Accepts the command; the script runs later, in actors of its own."""
        document = self._documents.find(
            parameters["DocumentName"], parameters.get("DocumentVersion"), "Command", "InvalidDocument"
        )
        bound = document.bind(parameters.get("Parameters", {}), "InvalidParameters")
        instance_ids = parameters.get("InstanceIds", [])
        if not instance_ids:
            raise UnsupportedError("ssm:SendCommand without InstanceIds")
        instances = [self._world.instances.get(instance_id) for instance_id in instance_ids]
        if wrong := [
            instance_id
            for instance_id, instance in zip(instance_ids, instances, strict=True)
            if instance is None or instance.state is not InstanceState.RUNNING
        ]:
            text = f"Instances [[{', '.join(wrong)}]] not in a valid state for account {ACCOUNT_ID}"
            raise ApiError("InvalidInstanceId", text)
        output = parameters.get("CloudWatchOutputConfig", {})
        command = Command(
            id=self._world.uuid(),
            document=document,
            parameters=bound,
            requested=self._world.clock.now(),
            delivery_timeout_s=parameters.get("TimeoutSeconds", DELIVERY_TIMEOUT_S),
            comment=parameters.get("Comment", ""),
            log_group=output.get("CloudWatchLogGroupName") if output.get("CloudWatchOutputEnabled") else None,
            finished=Signal(self._world.clock),
        )
        self.commands[command.id] = command
        for instance in instances:
            assert instance is not None
            invocation = Invocation(command=command, instance=instance)
            command.invocations[instance.id] = invocation
            invocation.agent = self._world.clock.spawn(
                f"command {document.name} on {instance.name}", self._play, invocation
            )
        return {"Command": self._shape(command)}

    def get_command_invocation(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One node's invocation; stdout and stderr are empty until it has ended."""
        invocation = self._invocation(parameters["CommandId"], parameters["InstanceId"])
        command = invocation.command
        return {
            "CommandId": command.id,
            "InstanceId": invocation.instance.id,
            "Comment": command.comment,
            "DocumentName": command.document.name,
            "DocumentVersion": str(command.document.number),
            "PluginName": command.document.content["mainSteps"][0]["name"],
            "ResponseCode": invocation.response_code,
            "ExecutionStartDateTime": _iso(invocation.started),
            "ExecutionElapsedTime": _elapsed(invocation),
            "ExecutionEndDateTime": _iso(invocation.ended),
            "Status": invocation.status,
            "StatusDetails": invocation.details,
            "StandardOutputContent": invocation.stdout[:STDOUT_CHARACTERS_MAX],
            "StandardOutputUrl": "",
            "StandardErrorContent": invocation.stderr[:STDERR_CHARACTERS_MAX],
            "StandardErrorUrl": "",
        }

    def list_command_invocations(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Invocations of one command or node; outputs (the first 2,500 characters) only with Details."""
        found = [
            invocation
            for command in self._selected(parameters.get("CommandId"))
            for invocation in command.invocations.values()
            if parameters.get("InstanceId") in (None, invocation.instance.id)
        ]
        for wanted in parameters.get("Filters", ()):
            found = [invocation for invocation in found if _fits(wanted, invocation.command, invocation.status)]
        details = parameters.get("Details", False)
        return {"CommandInvocations": [_invocation_shape(invocation, details) for invocation in found]}

    def list_commands(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Commands, the newest first."""
        found = [
            command
            for command in reversed(self._selected(parameters.get("CommandId")))
            if parameters.get("InstanceId") in (None, *command.invocations)
        ]
        for wanted in parameters.get("Filters", ()):
            found = [command for command in found if _fits(wanted, command, command.status)]
        return {"Commands": [self._shape(command) for command in found]}

    def cancel_command(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Ends what hasn't ended; a running script is killed where it stands."""
        command = self._command(parameters["CommandId"])
        wanted = parameters.get("InstanceIds") or list(command.invocations)
        for instance_id in wanted:
            self.cancel(self._invocation(command.id, instance_id))
        return {}

    def cancel(self, invocation: Invocation) -> None:
        """Cancels one invocation, at once before delivery, after the agent's latency when it runs."""
        if invocation.ended_already or invocation.details == "Cancelling":
            return
        if invocation.details == "Pending":
            if invocation.agent is not None:
                invocation.agent.kill()
            self._end(invocation, "Cancelled")
            return
        invocation.details = "Cancelling"
        delay = self._world.latency(self._world.settings.latency.ssm_delivery_s)
        self._world.clock.call_later(delay, lambda: self._kill(invocation, "Cancelled"))

    # -- running ------------------------------------------------------------------------------------------------------

    def _play(self, invocation: Invocation) -> None:
        world, latency = self._world, self._world.settings.latency
        command = invocation.command
        fault = world.fault("ssm.delivery", node=invocation.instance.name, document=command.document.name)
        delay = world.latency(latency.ssm_delivery_s)
        deadline = command.requested + timedelta(seconds=command.delivery_timeout_s)
        if fault is not None and fault.kind is FaultKind.FAIL:
            world.clock.sleep(delay)
            self._end(invocation, "Undeliverable")
            return
        lost = fault is not None and fault.kind is FaultKind.LOST
        if fault is not None and fault.kind is FaultKind.LATE:
            delay += fault.seconds
        world.clock.sleep(delay)
        while lost or not self._agents.online(invocation.instance):
            left = (deadline - world.clock.now()).total_seconds()
            if left <= 0:
                self._end(invocation, "DeliveryTimedOut")
                return
            world.clock.sleep(min(5.0, left))
        if world.clock.now() > deadline:
            self._end(invocation, "DeliveryTimedOut")
            return
        if fault is not None and fault.kind is FaultKind.REPEAT:
            self._start_script(invocation)  # the agent runs it once more; nobody reads that run's result
            world.clock.sleep(world.latency(latency.ssm_delivery_s))
        self._run(invocation)

    def _run(self, invocation: Invocation) -> None:
        world = self._world
        invocation.details, invocation.started = "InProgress", invocation.started or world.clock.now()
        limit = self._execution_timeout(invocation.command)
        expires = world.clock.now() + timedelta(seconds=limit)
        while True:
            script = invocation.script = self._start_script(invocation)
            try:
                result = script.join((expires - world.clock.now()).total_seconds())
            except TimeoutError:
                script.kill()
                self._end(invocation, "ExecutionTimedOut")
                return
            except Exception:
                if self._agents.online(invocation.instance):
                    raise
                script.killed = True  # the host went down at the very instant the script was to begin
            if invocation.ended_already:
                return
            if not script.killed:
                break
            if not self._resumed(invocation, expires):
                self._end(invocation, "ExecutionTimedOut")
                return
        self._report(invocation, result)

    def _resumed(self, invocation: Invocation, expires: datetime) -> bool:
        """The host died under the script: whether the agent takes the document up again after the boot."""
        clock = self._world.clock
        resumes = self._world.settings.part(SsmSettings).interrupted_command_resumes
        while clock.now() < expires:
            if resumes and self._agents.online(invocation.instance):
                return True
            clock.sleep(
                min(5.0, (expires - clock.now()).total_seconds())
                if resumes
                else (expires - clock.now()).total_seconds()
            )
        return False

    def _start_script(self, invocation: Invocation) -> Actor:
        document = invocation.command.document
        host: Any = invocation.instance.host
        text, environment = script_of(document, invocation.command.parameters)
        invocation.runs += 1
        self._world.trace.record(
            "ssm", "script-started", document.name, node=invocation.instance.name, command=invocation.command.id,
            parameters=dict(invocation.command.parameters),
        )  # fmt: skip
        return self._world.clock.spawn(
            f"script {document.name} on {invocation.instance.name}", host.run_script, text, document.name, environment
        )

    def _report(self, invocation: Invocation, result: Any) -> None:
        world = self._world
        fault = world.fault("ssm.report", node=invocation.instance.name, document=invocation.command.document.name)
        if fault is not None and fault.kind is FaultKind.LOST:
            world.clock.sleep(self._execution_timeout(invocation.command))
            self._end(invocation, "ExecutionTimedOut")
            return
        late = fault.seconds if fault is not None and fault.kind is FaultKind.LATE else 0.0
        world.clock.sleep(world.latency(world.settings.latency.ssm_report_s) + late)
        if invocation.ended_already:
            return
        if result.exit_code == 3010:
            raise UnsupportedError(f"{invocation.command.document.name}: exit code 3010 (reboot by the agent)")
        invocation.stdout, invocation.stderr = result.stdout, result.stderr
        invocation.response_code = result.exit_code
        self._end(invocation, "Success" if result.exit_code == 0 else "Failed")

    def _kill(self, invocation: Invocation, details: str) -> None:
        if invocation.ended_already:
            return
        if invocation.script is not None:
            invocation.script.kill()
        self._end(invocation, details)

    def _end(self, invocation: Invocation, details: str) -> None:
        world = self._world
        invocation.details, invocation.ended = details, world.clock.now()
        command = invocation.command
        if command.log_group is not None:
            self.host_logs.setdefault(command.log_group, []).extend(invocation.stdout.splitlines())
        world.trace.record(
            "ssm", "script-ended", f"{command.document.name}: {details}", node=invocation.instance.name,
            command=command.id, details=details, exit_code=invocation.response_code, stdout=invocation.stdout,
            stderr=invocation.stderr,
        )  # fmt: skip
        command.finished.notify()
        detail = {
            "command-id": command.id,
            "document-name": command.document.name,
            "instance-id": invocation.instance.id,
            "requested-date-time": _iso(command.requested),
            "status": invocation.status,
        }
        event = world.event(
            "aws.ssm", "EC2 Command Invocation Status-change Notification", detail, invocation.instance.arn
        )
        world.emit(event, world.settings.latency.state_event_delivery_s)

    @staticmethod
    def _execution_timeout(command: Command) -> float:
        raw = command.document.content["mainSteps"][0]["inputs"].get("timeoutSeconds", EXECUTION_TIMEOUT_S)
        return float(_filled(str(raw), command.parameters))

    # -- parts --------------------------------------------------------------------------------------------------------

    def _command(self, command_id: str) -> Command:
        if command_id not in self.commands:
            raise ApiError("InvalidCommandId", "")
        return self.commands[command_id]

    def _selected(self, command_id: str | None) -> Sequence[Command]:
        return list(self.commands.values()) if command_id is None else [self._command(command_id)]

    def _invocation(self, command_id: str, instance_id: str) -> Invocation:
        command = self.commands.get(command_id)
        if command is None or instance_id not in command.invocations:
            raise ApiError("InvocationDoesNotExist", "")
        return command.invocations[instance_id]

    def _shape(self, command: Command) -> dict[str, Any]:
        ended = [invocation for invocation in command.invocations.values() if invocation.ended_already]
        return {
            "CommandId": command.id,
            "DocumentName": command.document.name,
            "DocumentVersion": str(command.document.number),
            "Comment": command.comment,
            "ExpiresAfter": command.requested
            + timedelta(seconds=command.delivery_timeout_s + self._execution_timeout(command)),
            "Parameters": {
                name: value if isinstance(value, list) else [str(value)] for name, value in command.parameters.items()
            },
            "InstanceIds": list(command.invocations),
            "Targets": [],
            "RequestedDateTime": command.requested,
            "Status": command.status,
            "StatusDetails": command.status,
            "TargetCount": len(command.invocations),
            "CompletedCount": len(ended),
            "ErrorCount": sum(invocation.status == "Failed" for invocation in ended),
            "DeliveryTimedOutCount": sum(invocation.details == "DeliveryTimedOut" for invocation in ended),
            "TimeoutSeconds": int(command.delivery_timeout_s),
        }


def script_of(document: DocumentVersion, parameters: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The PowerShell that the agent would write to `_script.ps1`, and the environment it exports.

    Raises UnsupportedError for a document that isn't a single aws:runPowerShellScript step.
    """
    steps = document.content["mainSteps"]
    if len(steps) != 1 or steps[0]["action"] != "aws:runPowerShellScript":
        raise UnsupportedError(
            f"{document.name}: {[step['action'] for step in steps]}, not one aws:runPowerShellScript"
        )
    lines = steps[0]["inputs"]["runCommand"]
    text = "\n".join(lines) if isinstance(lines, list) else lines
    exported = {name for name, parameter in document.parameters.items() if parameter.exported}
    inline = {name: value for name, value in parameters.items() if name not in exported}
    for found in _PLACEHOLDER.finditer(text):
        if found[1] in exported:
            raise UnsupportedError(f"{document.name}: {found[0]} in the script, but the parameter is an ENV_VAR")
    return _filled(text, inline), {f"SSM_{name}": str(parameters[name]) for name in exported if name in parameters}


def _filled(text: str, parameters: Mapping[str, Any]) -> str:
    return _PLACEHOLDER.sub(lambda found: str(parameters[found[1]]) if found[1] in parameters else found[0], text)


def _invocation_shape(invocation: Invocation, details: bool) -> dict[str, Any]:
    command = invocation.command
    shape: dict[str, Any] = {
        "CommandId": command.id,
        "InstanceId": invocation.instance.id,
        "InstanceName": "",
        "Comment": command.comment,
        "DocumentName": command.document.name,
        "DocumentVersion": str(command.document.number),
        "RequestedDateTime": command.requested,
        "Status": invocation.status,
        "StatusDetails": invocation.details,
        "CommandPlugins": [],
    }
    if details:
        plugin: dict[str, Any] = {
            "Name": command.document.content["mainSteps"][0]["name"],
            "Status": invocation.status,
            "StatusDetails": invocation.details,
            "ResponseCode": invocation.response_code,
            "Output": invocation.stdout[:LIST_CHARACTERS_MAX],
        }
        if invocation.started is not None:
            plugin["ResponseStartDateTime"] = invocation.started
        if invocation.ended is not None:
            plugin["ResponseFinishDateTime"] = invocation.ended
        shape["CommandPlugins"].append(plugin)
    return shape


UNENDED_STATUSES = frozenset({"Pending", "InProgress", "Cancelling"})


def _fits(wanted: Mapping[str, str], command: Command, status: str) -> bool:
    match wanted["key"]:
        case "Status":
            return status == wanted["value"]
        case "DocumentName":
            return command.document.name == wanted["value"]
        case "InvokedAfter":
            return command.requested > datetime.fromisoformat(wanted["value"].replace("Z", "+00:00"))
        case "InvokedBefore":
            return command.requested < datetime.fromisoformat(wanted["value"].replace("Z", "+00:00"))
    if wanted["key"] == "ExecutionStage":
        # "Executing" or "Complete" (SSM API reference, CommandFilter)
        return wanted["value"] == ("Executing" if status in UNENDED_STATUSES else "Complete")
    raise UnsupportedError(f"ssm:ListCommands filter {wanted['key']}")


def _iso(at: datetime | None) -> str:
    return "" if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _elapsed(invocation: Invocation) -> str:
    if invocation.started is None or invocation.ended is None:
        return ""
    return f"PT{(invocation.ended - invocation.started).total_seconds():.3f}S"
