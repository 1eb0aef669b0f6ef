"""Whatever AWS limits in size stays below its limit, with room where more comes on top at run time.

Sources: CloudFormation quotas (template 1 MB; ours 900 KB), Systems Manager quotas (document 64 KB, value 512
characters), Step Functions quotas (definition 1 MB), Lambda quotas (environment 4 KB), IAM quotas (inline policies of
a role 10,240 characters, managed policy 6,144, trust policy 2,048; white space isn't counted), EventBridge (pattern
2,048).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.documents.call_parameters import VALUE_MAX
from rehearsal.world.context import PARTITION, REGION

NAME = "sizes"
TEMPLATE_BYTES_MAX = 900_000
DOCUMENT_BYTES_MAX = 65_536
PARAMETER_ROOM_BYTES = 1_280
"""Kept free in a document: its limit includes the parameters of a run."""
DEFINITION_BYTES_MAX = 1_048_576
ENVIRONMENT_BYTES_MAX = 4_096
ROLE_INLINE_MAX = 10_240
MANAGED_POLICY_MAX = 6_144
TRUST_POLICY_MAX = 2_048
LONGEST_NAMES: Mapping[str, str] = {"aws": "ap-southeast-1", "aws-cn": "cn-northwest-1", "aws-us-gov": "us-gov-west-1"}
"""The longest region of each partition for which the app is synthesized (cdk.json, target-partitions)."""
EVENT_PATTERN_MAX = 2_048


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Each thing at or above its limit, with both numbers."""
    for where, what, size, limit in _measured(deployment):
        if size > limit:
            problem = f"{what}: {size:,}, at most {limit:,} go"
            yield Finding(check=NAME, where=where, problem=problem, remedy="Make it smaller, or split it.")


def _measured(deployment: Deployment) -> Iterator[tuple[str, str, int, int]]:
    for name, template in deployment.templates.items():
        yield f"{name}.template.json", "bytes of the template", len(json.dumps(template).encode()), TEMPLATE_BYTES_MAX
    for document in deployment.documents.values():
        size = _compact(document.content) + PARAMETER_ROOM_BYTES
        yield document.source, f"bytes of {document.name} and its parameters", size, DOCUMENT_BYTES_MAX
        for name, parameter in document.parameters.items():
            if "default" in parameter:
                where = deployment.place(document.source, "parameters", name, "default")
                yield where, f"characters of {name}'s default", len(str(parameter["default"])), VALUE_MAX
    for machine in deployment.machines.values():
        yield machine.source, "bytes of the definition", len(machine.text.encode()), DEFINITION_BYTES_MAX
    for function in deployment.functions.values():
        size = sum(len(name.encode()) + len(value.encode()) for name, value in function.environment.items())
        yield function.source, f"bytes of {function.name}'s environment", size, ENVIRONMENT_BYTES_MAX
    yield from _policies(deployment)
    for rule in deployment.resources("AWS::Events::Rule"):
        size = len(json.dumps(rule.properties.get("EventPattern", {}), separators=(",", ":")))
        yield _resource(rule.stack, rule.logical_id), "characters of the event pattern", size, EVENT_PATTERN_MAX


def _policies(deployment: Deployment) -> Iterator[tuple[str, str, int, int]]:
    inline: dict[str, int] = {}
    for policy in deployment.resources("AWS::IAM::Policy"):
        for role in policy.properties.get("Roles", ()):
            inline[role] = inline.get(role, 0) + _policy_size(policy.properties["PolicyDocument"])
    for role in deployment.resources("AWS::IAM::Role"):
        where = _resource(role.stack, role.logical_id)
        own = sum(_policy_size(policy["PolicyDocument"]) for policy in role.properties.get("Policies", ()))
        yield (
            where,
            "characters of the role's inline policies",
            own + inline.get(role.physical_id, 0),
            ROLE_INLINE_MAX,
        )
        trust = role.properties["AssumeRolePolicyDocument"]
        yield where, "characters of the role's trust policy", _policy_size(trust), TRUST_POLICY_MAX
    for policy in deployment.resources("AWS::IAM::ManagedPolicy"):
        size = _policy_size(policy.properties["PolicyDocument"])
        yield _resource(policy.stack, policy.logical_id), "characters of the managed policy", size, MANAGED_POLICY_MAX


def _resource(stack: str, logical_id: str) -> str:
    return f"{stack}.template.json Resources/{logical_id}"


def _compact(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":")).encode())


def _policy_size(value: Any) -> int:
    """In the partition and region whose names make it longest: their names stand in every ARN."""
    text = json.dumps(value, separators=(",", ":"))
    return max(
        len(text.replace(f"arn:{PARTITION}:", f"arn:{partition}:").replace(f":{REGION}:", f":{region}:"))
        for partition, region in LONGEST_NAMES.items()
    )


CHECK = Check(
    name=NAME,
    proves="Templates, documents, definitions, environments, values and policies stay below the limits of AWS.",
    findings=findings,
)
