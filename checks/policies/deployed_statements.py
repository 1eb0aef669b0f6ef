"""Every policy statement that is deployed, with its holder and its place in the template."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checks.deployment import Deployment
from rehearsal.aws.cloudformation.policy_documents import permission_statements, statements_of
from rehearsal.aws.cloudformation.template import Resource
from rehearsal.aws.iam.policy import PolicyKind, Statement
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

_HASH = re.compile("[0-9A-F]{8}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedStatement:
    """One statement. `holder` is what `GrantUse.holder` calls it; `label` the same for people, without a hash."""

    holder: str
    label: str
    kind: PolicyKind
    statement: Statement

    @property
    def where(self) -> str:
        """For a finding: the holder, then the statement."""
        return f"{self.label} {self.statement.sid}"


def deployed_statements(deployment: Deployment) -> Iterator[DeployedStatement]:
    """Of roles, managed policies and resources, in the order of deployment. Raises PolicyRefusedError."""
    labels = {resource.physical_id: _label(resource) for resource in deployment.stacks.resources}
    for resource in deployment.stacks.resources:
        for kind, holders, document in _documents(resource):
            for statement in statements_of(document, _label(resource), kind):
                for holder in holders:
                    yield DeployedStatement(
                        holder=holder, label=labels.get(holder, _label(resource)), kind=kind, statement=statement
                    )
        if resource.type == "AWS::Lambda::Permission":
            for statement in permission_statements(resource, resource.properties["FunctionName"]):
                yield DeployedStatement(
                    holder=statement.resources[0], label=_label(resource), kind=PolicyKind.RESOURCE, statement=statement
                )


def _documents(resource: Resource) -> Iterator[tuple[PolicyKind, list[str], Any]]:
    properties = resource.properties
    match resource.type:
        case "AWS::IAM::Role":
            yield PolicyKind.TRUST, [resource.physical_id], properties["AssumeRolePolicyDocument"]
            for policy in properties.get("Policies", ()):
                yield PolicyKind.IDENTITY, [resource.physical_id], policy["PolicyDocument"]
        case "AWS::IAM::Policy":
            yield PolicyKind.IDENTITY, list(properties.get("Roles", ())), properties["PolicyDocument"]
        case "AWS::IAM::ManagedPolicy":
            name = resource.physical_id.rsplit("/", 1)[-1]
            yield PolicyKind.MANAGED, [name], properties["PolicyDocument"]
        case "AWS::SNS::TopicPolicy":
            yield PolicyKind.RESOURCE, list(properties["Topics"]), properties["PolicyDocument"]
        case "AWS::SQS::QueuePolicy":
            names = (url.rsplit("/", 1)[-1] for url in properties["Queues"])
            arns = [f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{name}" for name in names]
            yield PolicyKind.RESOURCE, arns, properties["PolicyDocument"]


def _label(resource: Resource) -> str:
    """The name that the template gives, without its region, else the construct's path without the hash after it."""
    named = resource.properties.get("RoleName") or resource.properties.get("ManagedPolicyName")
    return str(named).removesuffix(f"-{REGION}") if named else _HASH.sub("", resource.logical_id)
