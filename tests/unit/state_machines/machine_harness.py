"""Runs the very machine texts in the interpreter, with the model cluster behind their tasks."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from infra.machine_definition import STATE_MACHINES, machine_definition
from rehearsal.engines.asl import Execution, ExecutionResult, Machine, TaskContext, TaskError
from tests.unit.lambdas.loop_driver import Leases, decide_next
from tests.unit.lambdas.sales_cluster import Node, Sales

STEMS = tuple(sorted(path.name.removesuffix(".asl.yaml") for path in STATE_MACHINES.glob("*.asl.yaml")))
SUBSTITUTIONS = {
    "ObserveFunctionArn": "observe",
    "DecideFunctionArn": "decide",
    "OperateInstanceFunctionArn": "operate-instance",
    "PoolVolumesFunctionArn": "pool-volumes",
    "InstanceTypeFunctionArn": "instance-type",
    "SwapThroughputFunctionArn": "swap-throughput",
    "LeaseFunctionArn": "lease",
    "ActOnHostStateMachineArn": "act-on-host",
    "InstallHostDocuments": "CacheWarden-Host-InstallBundleGround CacheWarden-Host-InstallHost",
    "TopicArn": "topic",
    "DocsUrl": "https://git.example.com/docs",
}


def definition(stem: str) -> dict[str, Any]:
    """The machine's definition with its placeholders filled."""
    text = json.dumps(machine_definition(stem))
    for name, value in SUBSTITUTIONS.items():
        text = text.replace(f"${{{name}}}", value)
    filled: dict[str, Any] = json.loads(text)
    return filled


def expressions() -> set[str]:
    """The text of every expression in our machines."""

    def inside(value: Any) -> Iterator[str]:
        match value:
            case str() if value.startswith("{%"):
                yield value.removeprefix("{%").removesuffix("%}").strip()
            case dict():
                for member in value.values():
                    yield from inside(member)
            case list():
                for item in value:
                    yield from inside(item)

    return {text for stem in STEMS for text in inside(machine_definition(stem))}


@dataclass
class SalesClock:
    """The interpreter's clock is the model's."""

    sales: Sales

    def now(self) -> datetime:
        return self.sales.now

    def sleep(self, seconds: float, /) -> None:
        self.sales.pass_s(seconds)


@dataclass
class Services:
    """What the machines call; `broken` names a service and the error that it gives the next times."""

    sales: Sales
    leases: Leases = field(default_factory=Leases)
    messages: list[dict[str, str]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    commands: dict[str, dict[str, Any]] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    child: Machine = field(default_factory=lambda: Machine.parse(definition("act_on_host")))
    command_s: float = 4.0

    def __call__(self, resource: str, arguments: Any, context: TaskContext, /) -> Any:
        kind = resource.partition(":states:::")[2]
        service = f"{arguments['FunctionName']}" if kind == "lambda:invoke" else kind
        self.calls.append(service)
        self._fail_if_broken(service)
        match kind:
            case "lambda:invoke":
                return {"StatusCode": 200, "Payload": self._function(arguments["FunctionName"], arguments["Payload"])}
            case "states:startExecution.sync:2":
                return self._child(arguments)
            case "sns:publish":
                self.messages.append(arguments)
                return {"MessageId": "1"}
            case "events:putEvents":
                self.events += arguments["Entries"]
                return {"FailedEntryCount": 0, "Entries": [{"EventId": "1"}]}
            case "aws-sdk:ssm:sendCommand":
                return {"Command": {"CommandId": self._send(arguments)}}
            case "aws-sdk:ssm:listCommands":
                return {"Commands": self._listed(arguments)}
            case "aws-sdk:ssm:getCommandInvocation":
                return self._invocation(arguments["CommandId"])
        raise AssertionError(resource)

    def _fail_if_broken(self, service: str) -> None:
        errors = self.broken.get(service)
        if errors:
            raise TaskError(errors.pop(0), "made to fail by the test")

    def _function(self, name: str, payload: dict[str, Any]) -> Any:
        self.sales.pass_s(0.1)
        match name:
            case "observe":
                answer = self.sales.evidence(
                    self._subject(payload), known=payload.get("known"), look=payload.get("look", "all")
                )
                self.sales.pass_s(4)
                return answer
            case "decide":
                return decide_next(**payload, now=self.sales.now)
            case "operate-instance":
                self.acts.append(payload["action"])
                return self.sales.ec2_act(payload["action"], payload)
            case "lease":
                if payload["action"] not in ("renew", "release"):
                    self.acts.append(payload["action"])
                if payload["action"] == "renew" and payload["token"] is None:
                    return {"renewed": False}
                return self.leases.call(payload, self.sales)
        raise AssertionError(name)

    def _subject(self, payload: dict[str, Any]) -> Node:
        return self.sales.nodes[payload["subject"]]

    def _child(self, arguments: dict[str, Any]) -> dict[str, Any]:
        result = run(self.child, arguments["Input"], self, name=arguments["Name"])
        if result.status.value != "SUCCEEDED":
            raise TaskError("States.TaskFailed", f"{result.error}: {result.cause}")
        return {"Status": "SUCCEEDED", "Output": result.output}

    def _send(self, arguments: dict[str, Any]) -> str:
        assert all(isinstance(value, list) for value in arguments["Parameters"].values())
        action = arguments["DocumentName"].removeprefix("CacheWarden-Host-")
        self.acts.append(action)
        command_id = f"command-{len(self.commands)}"
        self.commands[command_id] = {"action": action, **arguments, "ends": self.sales.now.timestamp() + self.command_s}
        return command_id

    def _listed(self, arguments: dict[str, Any]) -> list[dict[str, Any]]:
        (node,) = [arguments["InstanceId"]]
        return [
            {"CommandId": command_id, **{name: command[name] for name in ("DocumentName", "Parameters")}}
            for command_id, command in self.commands.items()
            if command["InstanceIds"] == [node]
        ]

    def _invocation(self, command_id: str) -> dict[str, Any]:
        command = self.commands[command_id]
        if self.sales.now.timestamp() < command["ends"]:
            return {"Status": "InProgress", "StatusDetails": "InProgress", "StandardOutputContent": ""}
        if "verdict" not in command:
            answer = self.sales.act(command["action"], command["InstanceIds"][0], command["Parameters"])
            command["verdict"] = answer["verdict"]
        text = json.dumps(command["verdict"], separators=(",", ":"))
        return {"Status": "Success", "StatusDetails": "Success", "StandardOutputContent": f"{text}\n"}


def run(machine: Machine, given: Any, services: Services, *, name: str = "e1") -> ExecutionResult:
    """Plays one execution to its end."""
    arn = f"arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:{name}"
    return Execution(
        machine,
        given,
        name=name,
        tasks=services,
        clock=SalesClock(services.sales),
        context={"Execution": {"Id": arn, "Name": name}},
        transition_s=0.03,
    ).run()
