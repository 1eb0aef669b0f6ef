"""Calls of AWS's APIs in machines and Automation documents, against the services' own models.

Names: Step Functions writes every member in PascalCase, Automation as the API has it (Step Functions developer guide,
"AWS SDK service integrations"; SSM user guide, aws:executeAwsApi).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from botocore.model import OperationModel, Shape

from checks.check import Check, Finding
from checks.deployment import DeployedDocument, DeployedMachine, Deployment
from checks.machines.aws_models import argument_problems, operation, service, shape_at
from checks.machines.jsonata_reads import paths
from checks.machines.states import Path, expression_of, states, texts
from rehearsal.aws.stepfunctions.sdk_names import SDK_SERVICES

NAME = "aws-calls"
OPTIMIZED: Mapping[str, tuple[str, str]] = {
    "lambda:invoke": ("lambda", "invoke"),
    "states:startExecution": ("stepfunctions", "startExecution"),
    "states:startExecution.sync": ("stepfunctions", "startExecution"),
    "states:startExecution.sync:2": ("stepfunctions", "startExecution"),
    "sns:publish": ("sns", "publish"),
    "sqs:sendMessage": ("sqs", "sendMessage"),
    "dynamodb:getItem": ("dynamodb", "getItem"),
    "dynamodb:putItem": ("dynamodb", "putItem"),
    "dynamodb:updateItem": ("dynamodb", "updateItem"),
    "dynamodb:deleteItem": ("dynamodb", "deleteItem"),
    "events:putEvents": ("events", "putEvents"),
}
"""Optimized integrations that take the arguments of one operation -> boto3's service and the operation."""
ANY_JSON = frozenset({"Payload", "Input", "Message", "MessageBody", "Detail"})
"""Arguments of optimized integrations that may be any JSON, not only text."""
API_ACTIONS = frozenset({"aws:executeAwsApi", "aws:assertAwsResourceProperty", "aws:waitForAwsResourceProperty"})
OWN_INPUTS = frozenset({"Service", "Api", "PropertySelector", "DesiredValues"})
SELECTED_TYPES: Mapping[str, frozenset[str]] = {
    "String": frozenset({"string", "timestamp"}),
    "Integer": frozenset({"integer", "long"}),
    "Boolean": frozenset({"boolean"}),
    "StringList": frozenset({"list"}),
    "StringMap": frozenset({"map", "structure"}),
    "MapList": frozenset({"list"}),
}
"""Type of an Automation output -> types of the members that it can hold."""
_SELECTOR_PART = re.compile(
    r"\.(?P<name>[A-Za-z_][\w-]*)|\['(?P<quoted>[^']+)'\]|\[(?:\d+|\*|:|-\d+:?|\d*:\d*)\]|(?P<rest>.)", re.DOTALL
)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of both kinds of call."""
    for machine in deployment.machines.values():
        for path, _, raw in states(machine.definition):
            if raw.get("Type") == "Task":
                yield from _task(deployment, machine, path, raw)
    for document in deployment.documents.values():
        for number, step in enumerate(document.steps):
            if step["action"] in API_ACTIONS:
                yield from _api_step(deployment, document, ("mainSteps", number), step)


def called_operation(resource: str) -> tuple[str, str] | None:
    """boto3's service and the operation behind a Task's Resource; None for a function's ARN and the unknown."""
    integration = resource.split(":states:::", 1)[-1]
    match integration.split(":"):
        case ["aws-sdk", name, action] if name in SDK_SERVICES:
            return SDK_SERVICES[name][0], action
    return OPTIMIZED.get(integration)


def _task(deployment: Deployment, machine: DeployedMachine, path: Path, raw: Mapping[str, Any]) -> Iterator[Finding]:
    called = called_operation(raw["Resource"])
    model = operation(*called) if called is not None else None
    if model is None:
        yield _finding(
            deployment, machine.source, (*path, "Resource"), f"{raw['Resource']} is no operation that we know",
            "Name a service integration and an operation that botocore has.",
        )  # fmt: skip
        return
    arguments = raw.get("Arguments", {})
    if isinstance(arguments, dict):
        optimized = "aws-sdk" not in raw["Resource"]
        given = _as_sent(arguments) if optimized else arguments
        problems = argument_problems(
            given, model.input_shape, (), pascal=True, dynamic=lambda text: expression_of(text) is not None
        )
        for inside, problem in problems:
            yield _finding(
                deployment, machine.source, (*path, "Arguments", *inside), f"{model.name}: {problem}",
                "Give what the operation takes, in PascalCase.",
            )  # fmt: skip
    if "aws-sdk" in raw["Resource"]:
        yield from _results(deployment, machine, path, raw, model)


def _as_sent(value: Any) -> Any:
    """The arguments of an optimized integration as it sends them: it makes a text of what may be any JSON."""
    match value:
        case dict():
            return {key: "" if key in ANY_JSON else _as_sent(inner) for key, inner in value.items()}
        case list():
            return [_as_sent(inner) for inner in value]
    return value


def _results(
    deployment: Deployment, machine: DeployedMachine, path: Path, raw: Mapping[str, Any], model: OperationModel
) -> Iterator[Finding]:
    """What Assign and Output read of the answer."""
    for field in ("Assign", "Output"):
        for inside, text in texts(raw.get(field), (*path, field)):
            for read in paths(expression_of(text) or ""):
                if read[:2] != ("states", "result"):
                    continue
                try:
                    shape_at(model.output_shape, read[2:], pascal=True)
                except LookupError as error:
                    yield _finding(
                        deployment, machine.source, inside, f"${'.'.join(read)}: {error}",
                        f"Read what {model.name} answers.",
                    )  # fmt: skip


def _api_step(
    deployment: Deployment, document: DeployedDocument, path: Path, step: Mapping[str, Any]
) -> Iterator[Finding]:
    inputs = step["inputs"]
    model = operation(str(inputs.get("Service")), str(inputs.get("Api")))
    if model is None:
        known = service(str(inputs.get("Service"))) is not None
        missing = "Api" if known else "Service"
        problem = f"{inputs.get('Service')} {inputs.get('Api')}: there is no such {missing.lower()}"
        place = (*path, "inputs", missing)
        yield _finding(deployment, document.source, place, problem, "Name a service and operation of botocore.")
        return
    given = {key: value for key, value in inputs.items() if key not in OWN_INPUTS}
    for inside, problem in argument_problems(
        given, model.input_shape, (), pascal=False, dynamic=lambda text: "{{" in text
    ):
        place = (*path, "inputs", *inside)
        yield _finding(deployment, document.source, place, f"{model.name}: {problem}", "Give what the operation takes.")
    if "PropertySelector" in inputs:
        _, unselectable = _selected(model, inputs["PropertySelector"])
        if unselectable is not None:
            place = (*path, "inputs", "PropertySelector")
            yield _finding(deployment, document.source, place, unselectable, f"Select what {model.name} answers.")
    for number, output in enumerate(step.get("outputs", ())):
        shape, unselectable = _selected(model, output["Selector"])
        if shape is not None and shape.type_name not in SELECTED_TYPES.get(output["Type"], frozenset()):
            unselectable = f"{output['Selector']} is a {shape.type_name}, not a {output['Type']}"
        if unselectable is not None:
            place = (*path, "outputs", number, "Selector")
            yield _finding(deployment, document.source, place, unselectable, f"Select what {model.name} answers.")


def _selected(model: OperationModel, selector: str) -> tuple[Shape | None, str | None]:
    try:
        return shape_at(model.output_shape, _path_of(selector), pascal=False), None
    except LookupError as error:
        return None, f"{selector}: {error.args[0]}"


def _path_of(selector: str) -> tuple[str | int, ...]:
    """The names and places of a selector, as far as they stand one below the other."""
    parts: list[str | int] = []
    if not selector.startswith("$"):
        raise LookupError("a selector begins with $")
    for found in _SELECTOR_PART.finditer(selector, 1):
        if found["rest"] is not None:
            break
        parts.append(found["name"] or found["quoted"] or 0)
    return tuple(parts)


def _finding(deployment: Deployment, source: str, path: Path, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=deployment.place(source, *path), problem=problem, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every AWS call of machines and Automation documents fits the service's model, and so does what is read.",
    findings=findings,
)
