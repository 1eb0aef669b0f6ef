"""What a request carries besides action and resource: computed only when a policy reads it.

A key that AWS's reference doesn't list for the action and the type of resource is absent, whatever we could say of it:
a policy that relies on it never applies at AWS either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.iam.patterns import Value
from rehearsal.aws.iam.reference import Action, prefix
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.world import World

Facts = Callable[[str], Value | None]
"""A resource's (and the request's) own keys, by lower-case name."""

CALLERS_ARN = "aws:principalarn"
_CALLER: Mapping[str, Callable[[Principal, World], str | None]] = {
    "aws:currenttime": lambda principal, world: world.clock.iso(),
    "aws:principalaccount": lambda principal, world: ACCOUNT_ID,
    "aws:principalisawsservice": lambda principal, world: "false",
    "aws:principaltype": lambda principal, world: "User" if principal.kind is PrincipalKind.USER else "AssumedRole",
    "aws:requestedregion": lambda principal, world: REGION,
    "aws:securetransport": lambda principal, world: "true",
    "aws:userid": lambda principal, world: (
        f"{principal.unique_id}:{principal.session}" if principal.session else principal.unique_id
    ),
    "aws:username": lambda principal, world: principal.name if principal.kind is PrincipalKind.USER else None,
    "aws:viaawsservice": lambda principal, world: "false",
}

OF_RESOURCES = frozenset(
    {
        "aws:requesttag/", "aws:resourcetag/", "aws:tagkeys", "dynamodb:leadingkeys", "ec2:attribute",
        "ec2:attribute/", "ec2:availabilityzone", "ec2:createaction", "ec2:instanceid", "ec2:instancetype",
        "ec2:volumeiops", "ec2:volumethroughput", "ec2:volumetype",
        "ec2:region", "ec2:resourcetag/", "events:detail-type", "events:source", "iam:passedtoservice",
        "kms:calleraccount", "kms:encryptioncontext:", "kms:viaservice",
        "ssm:documenttype", "ssm:resourcetag/",
    }
)  # fmt: skip
"""What `requests.py` can say of a resource or a request."""

OF_SERVICES = frozenset({"aws:sourceaccount", "aws:sourcearn"})
"""Carried only where an AWS service calls on behalf of a resource; absent from all other calls."""


def is_modelled(key: str) -> bool:
    """Whether requests here carry the (lower-case) key wherever AWS's do."""
    return key == CALLERS_ARN or key in _CALLER or key in OF_SERVICES or prefix(key) in OF_RESOURCES


class Context:
    """One request's context (`patterns.Values`)."""

    __slots__ = ("_action", "_arn", "_facts", "_principal", "_resource_type", "_world")

    def __init__(
        self,
        principal: Principal,
        arn: str,
        world: World,
        action: Action,
        resource_type: str | None,
        facts: Facts | None,
    ) -> None:
        """`arn`: the caller's own, a role's with its path."""
        self._principal = principal
        self._arn = arn
        self._world = world
        self._action = action
        self._resource_type = resource_type
        self._facts = facts

    def get(self, key: str) -> Value | None:
        """The key's value or values; None when the request doesn't carry it."""
        if key == CALLERS_ARN:
            return self._arn
        caller = _CALLER.get(key)
        if caller is not None:
            return caller(self._principal, self._world)
        if self._facts is None or not self._action.knows(key, self._resource_type):
            return None
        return self._facts(key)


def tag_facts(prefixes: tuple[str, ...], tags: Mapping[str, str]) -> Facts:
    """A resource's tags under each of the prefixes (`ec2:resourcetag`); tag keys are compared without case."""

    def fact(key: str) -> str | None:
        prefix, _, name = key.partition("/")
        if prefix not in prefixes:
            return None
        return next((value for tag, value in tags.items() if tag.lower() == name), None)

    return fact


def either(*parts: Facts) -> Facts:
    """The first answer that any of them has."""

    def fact(key: str) -> Value | None:
        for part in parts:
            value = part(key)
            if value is not None:
                return value
        return None

    return fact
