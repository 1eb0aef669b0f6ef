"""Each start of a machine gives it what the machine reads of its input without `$exists`."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines.jsonata_reads import paths
from checks.machines.states import expression_of, states, texts
from checks.machines.values import MachineValues
from checks.python_sources.json_shapes import ANYTHING, Shape
from checks.python_sources.modules import Modules, Place
from checks.python_sources.returned_shapes import answers_of
from checks.python_sources.source import called_name, functions, keyword
from rehearsal.engines.automation.document.placeholders import PLACEHOLDER

NAME = "execution-input"
STARTED_BY_FUNCTIONS = "cachewarden-maintain-replica"
"""The machine whose ARN is in the functions' environment (STATE_MACHINE_ARN)."""
_ASKED = re.compile(r"\$exists\(\$states\.input\.(\w+)\)")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every start: by documents, by machines, by functions."""
    for where, machine, shapes in (*_by_documents(deployment), *_by_machines(deployment), *_by_functions(deployment)):
        started = deployment.machines.get(machine)
        if started is None:
            yield Finding(
                check=NAME, where=where, problem=f"there is no machine {machine}",
                remedy=f"Name one of: {', '.join(deployment.machines)}.",
            )  # fmt: skip
            continue
        for shape in shapes:
            for key in required(started):
                if not shape.open and key not in shape.keys:
                    problem = f"{machine} reads {key} of its input, which isn't given"
                    yield Finding(check=NAME, where=where, problem=problem, remedy=f"Give {key}, or ask $exists first.")


def required(machine: DeployedMachine) -> list[str]:
    """Keys of the input that some expression reads without asking for them."""
    found: dict[str, None] = {}
    for _, _, raw in states(machine.definition):
        for _, text in texts(raw):
            query = expression_of(text) or ""
            asked = set(_ASKED.findall(query))
            for path in paths(query):
                if path[:2] == ("states", "input") and len(path) > 2 and path[2] not in asked:
                    found[path[2]] = None
    return list(found)


_Start = tuple[str, str, tuple[Shape, ...]]


def _by_documents(deployment: Deployment) -> Iterator[_Start]:
    for document in deployment.documents.values():
        for number, step in enumerate(document.steps):
            if step["action"] == "aws:executeStateMachine":
                inputs = step["inputs"]
                where = deployment.place(document.source, "mainSteps", number, "inputs", "input")
                yield where, inputs["stateMachineArn"].rpartition(":")[2], _parsed(inputs.get("input", "{}"))


def _parsed(text: str) -> tuple[Shape, ...]:
    """The shape of a JSON text with placeholders; one that isn't JSON gives nothing."""
    try:
        value = json.loads(PLACEHOLDER.sub("x", text))
    except ValueError:
        return (Shape(),)
    return (Shape(dict.fromkeys(value, (ANYTHING,))),) if isinstance(value, dict) else (Shape(),)


def _by_machines(deployment: Deployment) -> Iterator[_Start]:
    for machine in deployment.machines.values():
        values: MachineValues | None = None
        for path, name, raw in states(machine.definition):
            if ":states:startExecution" in str(raw.get("Resource", "")):
                values = values or MachineValues(deployment, machine)
                arguments: Mapping[str, Any] = raw["Arguments"]
                where = deployment.place(machine.source, *path, "Arguments", "Input")
                shapes = values.value(arguments.get("Input", {}), values.environment(name))
                yield where, str(arguments["StateMachineArn"]).rpartition(":")[2], shapes


def _by_functions(deployment: Deployment) -> Iterator[_Start]:
    modules = Modules.of(deployment)
    for path, text in deployment.aws_callers().items():
        for function in functions(text).values():
            for node in ast.walk(function):
                if not (isinstance(node, ast.Call) and called_name(node) == "start_execution"):
                    continue
                match keyword(node, "input"):
                    case ast.Call(func=ast.Attribute(attr="dumps"), args=[ast.Name(id=name), *_]):
                        shapes = answers_of(modules).of_local(Place(path=path, node=function), name)
                    case _:
                        shapes = (ANYTHING,)
                yield f"{path}:{node.lineno}", STARTED_BY_FUNCTIONS, shapes


CHECK = Check(
    name=NAME,
    proves="Every start of a machine, by a document, a machine or a function, gives the input that the machine reads.",
    findings=findings,
)
