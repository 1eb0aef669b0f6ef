"""The policies of a template as statements, parsed once for each document object in this process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.cloudformation.template import Resource
from rehearsal.aws.iam.policy import PolicyKind, Statement, parse_policy
from rehearsal.aws.iam.validation import refuse_unknown

_statements: dict[int, tuple[Any, tuple[Statement, ...]]] = {}


def statements_of(
    document: Mapping[str, Any], origin: str, kind: PolicyKind = PolicyKind.IDENTITY
) -> tuple[Statement, ...]:
    """The document's statements, parsed once for each document object in this process.

    Raises PolicyRefusedError with the place for what AWS would refuse, or the evaluator doesn't know.
    """
    known = _statements.get(id(document))
    if known is None or known[0] is not document:
        statements = parse_policy(document, origin, kind)
        refuse_unknown(statements)
        known = _statements[id(document)] = (document, statements)
    return known[1]


_permissions: dict[int, tuple[Any, tuple[Statement, ...]]] = {}


def permission_statements(resource: Resource, function_arn: str) -> tuple[Statement, ...]:
    """The statement that AddPermission writes into the function's policy, made once for each resource."""
    properties = resource.properties
    known = _permissions.get(id(properties))
    if known is not None and known[0] is properties:
        return known[1]
    conditions: dict[str, Any] = {}
    if "SourceArn" in properties:
        conditions["ArnLike"] = {"aws:SourceArn": properties["SourceArn"]}
    if "SourceAccount" in properties:
        conditions["StringEquals"] = {"aws:SourceAccount": properties["SourceAccount"]}
    principal = properties["Principal"]
    kind = "Service" if principal.endswith(".amazonaws.com") else "AWS"
    document = {
        "Version": "2012-10-17",
        "Statement": {
            "Sid": resource.logical_id,
            "Effect": "Allow",
            "Principal": {kind: principal},
            "Action": properties["Action"],
            "Resource": function_arn,
            "Condition": conditions,
        },
    }
    statements = parse_policy(document, resource.logical_id, PolicyKind.RESOURCE)
    refuse_unknown(statements)
    _permissions[id(properties)] = (properties, statements)
    return statements
