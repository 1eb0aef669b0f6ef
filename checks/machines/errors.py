"""Every error that a Retry or Catch waits for is one that its task can end with, under the name that it has there.

A function's own errors are the classes of the functions' code, of botocore, and of the services that they call: boto3
names a class after each modelled error. One list of names may serve several functions, so that any of them will do.
Functions that raise AWS's errors by AWS's code (handlers/aws_error.py) may end with any code. Integrations: Step
Functions developer guide, "Handling errors".
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import botocore.exceptions

from checks.check import Check, Finding
from checks.deployment import DeployedFunction, Deployment
from checks.machines.aws_calls import called_operation
from checks.machines.aws_models import service
from checks.machines.states import states
from checks.python_sources.modules import modules_used
from checks.python_sources.source import imported, parsed
from rehearsal.aws.stepfunctions.sdk_names import SDK_SERVICES

NAME = "machine-errors"
BUILT_IN = frozenset(
    f"States.{name}"
    for name in (
        "ALL", "TaskFailed", "Timeout", "HeartbeatTimeout", "Permissions", "Runtime", "DataLimitExceeded",
        "QueryEvaluationError", "ExceedToleratedFailureThreshold", "BranchFailed", "NoChoiceMatched",
        "ItemReaderFailed", "ResultWriterFailed", "Http.Socket",
    )
)  # fmt: skip
PREFIXES: Mapping[str, str] = {
    "lambda": "Lambda",
    "sns": "SNS",
    "sqs": "SQS",
    "stepfunctions": "StepFunctions",
    "events": "EventBridge",
}
"""Of optimized integrations; those of the SDK integrations are in sdk_names."""
UNMODELLED = frozenset(
    {
        "SdkClientException", "AWSLambdaException", "ClientExecutionTimeoutException", "AmazonSNSException",
        "AmazonSQSException", "FailedEntry", "Unknown",
    }
)  # fmt: skip
CLIENTS = "adapters.clients"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every Retry and Catch of every state."""
    own = _own_errors(deployment)
    by_code = {name: _uses_named(deployment, function) for name, function in deployment.functions.items()}
    for machine in deployment.machines.values():
        for path, name, raw in states(machine.definition):
            known = _possible(raw, own, by_code)
            for field in ("Retry", "Catch"):
                for number, handler in enumerate(raw.get(field, ())):
                    for error in handler.get("ErrorEquals", ()):
                        if known is not None and error not in BUILT_IN and not known(error):
                            yield Finding(
                                check=NAME,
                                where=deployment.place(machine.source, *path, field, number, "ErrorEquals"),
                                problem=f"{name} never ends with {error}",
                                remedy="Name the error as Step Functions sees it, or leave it out.",
                            )


def _possible(raw: Mapping[str, Any], own: set[str], by_code: Mapping[str, bool]) -> Callable[[str], bool] | None:
    """Says of a name whether the state can end with it; None for states that are no task."""
    called = called_operation(str(raw.get("Resource", ""))) if raw.get("Type") == "Task" else None
    if called is None:
        return None
    names = _service_errors(str(raw["Resource"]), called[0])
    if called != ("lambda", "invoke"):
        return names.__contains__
    arguments = raw.get("Arguments", {})
    function = str(arguments.get("FunctionName")).rpartition(":")[2] if isinstance(arguments, dict) else ""
    any_code = by_code.get(function, False)
    return lambda error: error in names or error in own or (any_code and "." not in error)


def _service_errors(resource: str, boto_service: str) -> set[str]:
    if ":aws-sdk:" in resource:
        prefix = next(prefix for boto, prefix in SDK_SERVICES.values() if boto == boto_service)
        general = {f"{prefix}Exception", "SdkClientException"}
    else:
        prefix, general = PREFIXES.get(boto_service, boto_service), set(UNMODELLED)
    model = service(boto_service)
    shapes = [shape.name for shape in model.error_shapes] if model is not None else []
    # Of a name that doesn't end so, machines in the field have met both forms.
    modelled = {form for name in shapes for form in (name, f"{name.removesuffix('Exception')}Exception")}
    return {f"{prefix}.{name}" for name in modelled | general}


def _own_errors(deployment: Deployment) -> set[str]:
    """Names of the exception classes that the functions' code can meet, Python's own among them."""
    found = set(vars(botocore.exceptions)) | set(vars(builtins)) | {"Sandbox.Timedout", "Runtime.ExitError"}
    for text in deployment.below("lambdas", ".py").values():
        for node in ast.walk(parsed(text)):
            match node:
                case ast.ClassDef(name=name, bases=[_, *_]):
                    found.add(name)
                case ast.ImportFrom(module=module) if module == CLIENTS:
                    models = [service(alias.name) for alias in node.names]
                    found |= {shape.name for model in models if model is not None for shape in model.error_shapes}
    return found


def _uses_named(deployment: Deployment, function: DeployedFunction) -> bool:
    """Whether its code raises AWS's errors by AWS's code."""
    return any(
        "adapters.errors.named" in imported(deployment.files[path])
        for path in modules_used(deployment, function.source)
    )


CHECK = Check(
    name=NAME,
    proves="Every error name in a Retry or Catch is one that its task can end with.",
    findings=findings,
)
