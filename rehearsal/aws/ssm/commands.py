"""SSM Run Command's API: sending and cancelling commands, their results.

What agents and scripts do meanwhile, with its fault model, is in `agent_work.py`. Facts: [run-command#timeouts],
[run-command#statuses].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.api.paging import SYSTEMS_MANAGER
from rehearsal.aws.ssm.agent_work import NODE_PLATFORM, AgentWork
from rehearsal.aws.ssm.agents import Agents
from rehearsal.aws.ssm.command_shapes import command_shape, fits, invocation_shape, iso, result_shape
from rehearsal.aws.ssm.documents import HASH_TYPE, Documents, DocumentVersion
from rehearsal.aws.ssm.invocations import Command, Invocation, StepResult
from rehearsal.kernel.clock import Signal
from rehearsal.world.context import ACCOUNT_ID, AwsEvent
from rehearsal.world.ec2.instances import Instance, InstanceState
from rehearsal.world.world import World

DELIVERY_TIMEOUT_S = 3_600
DELIVERY_TIMEOUT_MAX_S = 2_592_000
INSTANCES_MAX = 50
COMMENT_CHARACTERS_MAX = 100
GONE = (InstanceState.SHUTTING_DOWN, InstanceState.TERMINATED)
REQUEST = frozenset(
    {
        "DocumentName", "DocumentVersion", "Parameters", "InstanceIds", "TimeoutSeconds", "Comment",
        "CloudWatchOutputConfig", "DocumentHash", "DocumentHashType",
    }
)  # fmt: skip
"""What SendCommand is called with here; anything else is refused, so that nothing is silently without effect."""


class Commands:
    """All commands of the account."""

    def __init__(self, world: World, documents: Documents, agents: Agents) -> None:
        self._world = world
        self._documents = documents
        self._work = AgentWork(world, agents, self._end)
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
        if unknown := sorted(set(parameters) - REQUEST):
            raise UnsupportedError(f"ssm:SendCommand with {', '.join(unknown)}")
        document = self._documents.find(
            parameters["DocumentName"], parameters.get("DocumentVersion"), "Command", "InvalidDocument"
        )
        _check_hash(parameters, document)
        bound = document.bind(parameters.get("Parameters", {}), "InvalidParameters")
        instances = self._targets(parameters.get("InstanceIds", []), document)
        _check_limits(parameters)
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
            results = [StepResult(step=step) for step in document.steps]
            invocation = Invocation(command=command, instance=instance, results=results)
            command.invocations[instance.id] = invocation
            name = f"command {document.name} on {instance.name}"
            invocation.agent = self._world.clock.spawn(name, self._work.play, invocation)
        return {"Command": command_shape(command)}

    def get_command_invocation(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One node's invocation; stdout and stderr are empty until it has ended."""
        invocation = self._invocation(parameters["CommandId"], parameters["InstanceId"])
        if not self._appeared(invocation.command):
            raise ApiError("InvocationDoesNotExist", "")
        return result_shape(invocation, parameters.get("PluginName"))

    def list_command_invocations(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Invocations of one command or node; outputs (the first 2,500 characters) only with Details."""
        found = [
            invocation
            for command in self._selected(parameters.get("CommandId"))
            if self._appeared(command)
            for invocation in command.invocations.values()
            if parameters.get("InstanceId") in (None, invocation.instance.id)
        ]
        for wanted in parameters.get("Filters", ()):
            found = [invocation for invocation in found if fits(wanted, invocation.command, invocation.status)]
        details = parameters.get("Details", False)
        shapes = [invocation_shape(invocation, details) for invocation in found]
        page, more = SYSTEMS_MANAGER.page(shapes, parameters)
        return {"CommandInvocations": list(page), **more}

    def list_commands(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Commands, the newest first. Raises ApiError InvalidInstanceId for a node that isn't there any more."""
        if (wanted_id := parameters.get("InstanceId")) is not None:
            instance = self._world.instances.get(wanted_id)
            if instance is None or instance.state in GONE:
                raise ApiError("InvalidInstanceId", f"Instance {wanted_id} isn't managed")
        found = [
            command
            for command in reversed(self._selected(parameters.get("CommandId")))
            if parameters.get("InstanceId") in (None, *command.invocations)
        ]
        for wanted in parameters.get("Filters", ()):
            found = [command for command in found if fits(wanted, command, command.status)]
        page, more = SYSTEMS_MANAGER.page([command_shape(command) for command in found], parameters)
        return {"Commands": list(page), **more}

    def cancel_command(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Ends what hasn't ended; a running script is killed where it stands."""
        command = self._command(parameters["CommandId"])
        wanted = parameters.get("InstanceIds") or list(command.invocations)
        if unknown := [instance_id for instance_id in wanted if instance_id not in command.invocations]:
            raise ApiError("InvalidInstanceId", f"Command {command.id} has no invocation on {', '.join(unknown)}")
        for instance_id in wanted:
            self.cancel(command.invocations[instance_id])
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
        self._world.clock.call_later(delay, lambda: self._kill(invocation))

    # -- what becomes of them -----------------------------------------------------------------------------------------

    def _kill(self, invocation: Invocation) -> None:
        if invocation.ended_already:
            return
        if invocation.script is not None:
            invocation.script.kill()
        self._end(invocation, "Cancelled")

    def _end(self, invocation: Invocation, details: str) -> None:
        world = self._world
        invocation.details, invocation.ended = details, world.clock.now()
        command, results = invocation.command, invocation.results
        stdout, stderr = ("".join(getattr(each, name) for each in results) for name in ("stdout", "stderr"))
        if command.log_group is not None:
            self.host_logs.setdefault(command.log_group, []).extend(stdout.splitlines())
        world.trace.record(
            "ssm", "script-ended", f"{command.document.name}: {details}", node=invocation.instance.name,
            command=command.id, details=details, exit_code=results[-1].response_code, stdout=stdout, stderr=stderr,
        )  # fmt: skip
        command.finished.notify()
        detail = {
            "command-id": command.id,
            "document-name": command.document.name,
            "instance-id": invocation.instance.id,
            "requested-date-time": iso(command.requested),
            "status": invocation.status,
        }
        event = AwsEvent(
            source="aws.ssm", detail_type="EC2 Command Invocation Status-change Notification", detail=detail,
            resources=(invocation.instance.arn,), node=invocation.instance.name,
        )  # fmt: skip
        world.announce(event, world.settings.latency.state_event_delivery_s)

    # -- parts --------------------------------------------------------------------------------------------------------

    def _targets(self, instance_ids: Sequence[str], document: DocumentVersion) -> list[Instance]:
        if not instance_ids:
            raise UnsupportedError("ssm:SendCommand without InstanceIds")
        if len(set(instance_ids)) < len(instance_ids):
            raise ApiError("DuplicateInstanceId", "You can't specify a managed node ID more than once.")
        if len(instance_ids) > INSTANCES_MAX:
            raise ApiError("ValidationException", f"InstanceIds: {len(instance_ids)}, {INSTANCES_MAX} are allowed")
        found = [self._world.instances.get(instance_id) for instance_id in instance_ids]
        instances = [instance for instance in found if instance is not None and self._valid(instance)]
        if len(instances) < len(instance_ids):
            valid = {instance.id for instance in instances}
            wrong = ", ".join(instance_id for instance_id in instance_ids if instance_id not in valid)
            raise ApiError("InvalidInstanceId", f"Instances [[{wrong}]] not in a valid state for account {ACCOUNT_ID}")
        if all(step.skipped_on(NODE_PLATFORM) for step in document.steps):
            raise ApiError("UnsupportedPlatformType", f"{document.name} isn't for {NODE_PLATFORM}")
        return instances

    def _valid(self, instance: Instance) -> bool:
        if self._world.settings.ssm.stopped_node_is_refused:
            return instance.state is InstanceState.RUNNING
        return instance.state not in GONE

    def _appeared(self, command: Command) -> bool:
        """Whether the command's invocations can be seen yet."""
        after = timedelta(seconds=self._world.settings.ssm.invocation_appears_s)
        return self._world.clock.now() - command.requested >= after

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


def _check_hash(parameters: Mapping[str, Any], document: DocumentVersion) -> None:
    """Raises ApiError where a hash is named that isn't the version's [run-command#document-hash]."""
    wanted, kind = parameters.get("DocumentHash"), parameters.get("DocumentHashType", HASH_TYPE)
    if wanted is not None and (wanted, kind) != (document.hash, HASH_TYPE):
        raise ApiError("InvalidDocument", f"document hash {wanted} does not match {kind}.")


def _check_limits(parameters: Mapping[str, Any]) -> None:
    if parameters.get("TimeoutSeconds", DELIVERY_TIMEOUT_S) > DELIVERY_TIMEOUT_MAX_S:
        raise ApiError("ValidationException", f"TimeoutSeconds is over {DELIVERY_TIMEOUT_MAX_S}")
    if len(parameters.get("Comment", "")) > COMMENT_CHARACTERS_MAX:
        raise ApiError("ValidationException", f"Comment is over {COMMENT_CHARACTERS_MAX} characters")
