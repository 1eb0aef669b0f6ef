"""Step Functions' names for AWS SDK calls and their errors, against botocore's service models.

`aws-sdk:ssm:startAutomationExecution` takes and gives PascalCase fields; errors are `Ssm.SomethingException`, modelled
ones under their own name, all others (EC2's always) as `Ec2.Ec2Exception`. Source: Step Functions developer guide,
"AWS SDK service integrations".
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from botocore.client import BaseClient
from botocore.model import ListShape, MapShape, Shape, StructureShape

from rehearsal.engines.asl import TaskError, format_timestamp

SDK_SERVICES: Mapping[str, tuple[str, str]] = {
    "ssm": ("ssm", "Ssm"),
    "ec2": ("ec2", "Ec2"),
    "sfn": ("stepfunctions", "Sfn"),
    "dynamodb": ("dynamodb", "DynamoDb"),
    "sns": ("sns", "Sns"),
    "sqs": ("sqs", "Sqs"),
    "lambda": ("lambda", "Lambda"),
    "eventbridge": ("events", "EventBridge"),
}
"""The machine's service name → (boto3's, the errors' prefix)."""


def operation_name(client: BaseClient, action: str) -> str | None:
    """botocore's operation for a machine's `startAutomationExecution`; None when the service has none."""
    name = action[:1].upper() + action[1:]
    return name if name in client.meta.service_model.operation_names else None


def to_boto(value: Any, shape: Shape | None, path: str) -> Any:
    """Arguments with botocore's member names. Raises TaskError for a field the operation doesn't have."""
    match shape:
        case StructureShape() if isinstance(value, dict):
            result = {}
            for key, inner in value.items():
                member = _member(shape, key)
                if member is None:
                    raise TaskError("States.Runtime", f"The field '{key}' is not supported by Step Functions at {path}")
                result[member] = to_boto(inner, shape.members[member], f"{path}.{key}")
            return result
        case ListShape() if isinstance(value, list):
            return [to_boto(inner, shape.member, f"{path}[{number}]") for number, inner in enumerate(value)]
        case MapShape() if isinstance(value, dict):
            return {key: to_boto(inner, shape.value, f"{path}.{key}") for key, inner in value.items()}
        case Shape(type_name="timestamp") if isinstance(value, str):
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
        case Shape(type_name="blob") if isinstance(value, str):
            return value.encode()
    return value


def _member(shape: StructureShape, key: str) -> str | None:
    if not key[:1].isupper():
        return None  # Step Functions wants PascalCase, whatever the API itself has
    return _pascal_members(shape).get(key)


@cache
def _pascal_members(shape: StructureShape) -> Mapping[str, str]:
    return {name[:1].upper() + name[1:]: name for name in shape.members}


def from_boto(value: Any, shape: Shape | None) -> Any:
    """A response as a machine sees it: PascalCase, times as ISO text, None left out."""
    match value, shape:
        case dict(), StructureShape():
            return {
                name[:1].upper() + name[1:]: from_boto(inner, shape.members.get(name))
                for name, inner in value.items()
                if inner is not None and name != "ResponseMetadata"
            }
        case dict(), MapShape():
            return {key: from_boto(inner, shape.value) for key, inner in value.items()}
        case list(), ListShape():
            return [from_boto(inner, shape.member) for inner in value]
        case datetime(), _:
            return format_timestamp(value.astimezone(UTC))
        case bytes(), _:
            return value.decode()
    return value


def error_name(client: BaseClient, prefix: str, code: str) -> str:
    """The name under which Retry and Catch see a service's error code."""
    if prefix == "Ec2":
        return "Ec2.Ec2Exception"
    for name, shape_code in _modelled_codes(client):
        if code in (name, shape_code):
            return f"{prefix}.{name}" if name.endswith("Exception") else f"{prefix}.{name}Exception"
    return f"{prefix}.{prefix}Exception"


@cache
def _modelled_codes(client: BaseClient) -> tuple[tuple[str, str], ...]:
    shapes = client.meta.service_model.error_shapes
    return tuple((shape.name, shape.error_code or shape.name) for shape in shapes if isinstance(shape, StructureShape))
