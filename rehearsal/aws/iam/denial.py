"""How a denied call reads: the error code and the sentence of the service that was called.

Source: IAM User Guide, "Troubleshoot access denied error messages"; of EC2, Systems Manager, SNS and SQS as their
clients report them.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.iam.evaluate import Request
from rehearsal.aws.iam.reference import action as action_of
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

CODES: Mapping[str, str] = {"ec2": "UnauthorizedOperation", "sns": "AuthorizationError", "sqs": "AccessDenied"}
"""The code under which a service denies; the others say AccessDeniedException."""

ENCODED_BYTES = 96


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """One call that a principal may not make. `why` names the statement that denies, if one does."""

    principal: str
    action: str
    resource: str
    why: str


def denial_error(principal_arn: str, service: str, request: Request, *, policy_kind: str, explicit: bool) -> ApiError:
    """What the service `service` raises. `policy_kind`: identity-based or resource-based, whichever denies."""
    action = _as_named_by(service, request.action)
    resource = "" if (named := _resource(service, request)) is None else f" on resource: {named}"
    because = (
        f"with an explicit deny in {'an' if policy_kind[0] in 'aeiou' else 'a'} {policy_kind} policy"
        if explicit
        else f"because no {policy_kind} policy allows the {action} action"
    )
    text = f"User: {principal_arn} is not authorized to perform: {action}{resource} {because}"
    if service == "ec2":
        text = f"You are not authorized to perform this operation. {text}"
        if action_of(request.action).writes:
            text = f"{text}. Encoded authorization failure message: {_encoded(text)}"
    return ApiError(CODES.get(service, "AccessDeniedException"), text, status=403)


def _as_named_by(service: str, action: str) -> str:
    prefix, _, name = action.partition(":")
    match service:
        case "sns":
            return f"{prefix.upper()}:{name}"
        case "sqs":
            return action.lower()
    return action


def _resource(service: str, request: Request) -> str | None:
    """Where the action knows no resource, most services name none, and Systems Manager all of its own."""
    if request.resource != "*":
        return request.resource
    return f"arn:{PARTITION}:ssm:{REGION}:{ACCOUNT_ID}:*" if service == "ssm" else None


def _encoded(text: str) -> str:
    """As opaque as EC2's: what stands in it needs sts:DecodeAuthorizationMessage; the same in every run."""
    digest = hashlib.shake_256(text.encode()).digest(ENCODED_BYTES)
    return base64.urlsafe_b64encode(digest).decode()
