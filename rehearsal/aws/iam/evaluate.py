"""IAM's decision: an explicit Deny wins, then an Allow from identity or resource, else implicitly denied.

A condition key that our requests never carry is a refusal (`PolicyRefusedError`), since "absent" would then be a guess;
`MODELLED_KEYS` lists what they do carry, or are known to lack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rehearsal.aws.iam.patterns import PolicyRefusedError, Values
from rehearsal.aws.iam.policy import Statement

MODELLED_KEYS = frozenset(
    {
        "aws:currenttime", "aws:principalaccount", "aws:principalarn", "aws:principalisawsservice", "aws:principaltype",
        "aws:requestedregion", "aws:resourceaccount", "aws:securetransport", "aws:sourceaccount", "aws:sourcearn",
        "aws:tagkeys", "aws:userid", "aws:username", "aws:viaawsservice", "dynamodb:leadingkeys", "ec2:attribute",
        "ec2:availabilityzone", "ec2:createaction", "ec2:instanceid", "ec2:instancetype", "ec2:region", "ec2:volumeid",
        "events:source", "events:detail-type", "iam:passedtoservice", "kms:viaservice", "ssm:documenttype",
        "states:statemachinequalifier",
    }
)  # fmt: skip
MODELLED_PREFIXES = ("aws:resourcetag/", "aws:requesttag/", "ec2:resourcetag/", "ssm:resourcetag/", "ec2:attribute/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to IAM: may the caller do `action` to `resource` (an ARN, or `*` where the action knows none)."""

    action: str
    resource: str
    values: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`statement` is the one that decided; None when nothing allowed it (an implicit deny)."""

    allowed: bool
    statement: Statement | None

    @property
    def explicit_deny(self) -> bool:
        """Whether a Deny statement decided."""
        return not self.allowed and self.statement is not None


class PolicySet:
    """A principal's (or resource's) statements, indexed by action as they are asked for."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self.statements = tuple(statements)
        self._by_action: dict[str, tuple[Statement, ...]] = {}

    def for_action(self, action: str) -> tuple[Statement, ...]:
        """The statements about this action, denials first."""
        found = self._by_action.get(action)
        if found is None:
            named = [statement for statement in self.statements if statement.names_action(action)]
            found = tuple(sorted(named, key=lambda statement: statement.allows))
            self._by_action[action] = found
        return found


def evaluate(policies: PolicySet, request: Request) -> Verdict:
    """What these identity policies say to this request."""
    for statement in policies.for_action(request.action):
        if statement.names_resource(request.resource, request.values) and _conditions_hold(statement, request.values):
            return Verdict(allowed=statement.allows, statement=statement)
    return Verdict(allowed=False, statement=None)


def evaluate_for(policies: PolicySet, request: Request, *, service: str | None, arn: str | None) -> Verdict:
    """What a resource's or a role's trust policy says when this service, or this principal, asks."""
    for statement in policies.for_action(request.action):
        if (
            statement.names_principal(service, arn)
            and statement.names_resource(request.resource, request.values)
            and _conditions_hold(statement, request.values)
        ):
            return Verdict(allowed=statement.allows, statement=statement)
    return Verdict(allowed=False, statement=None)


def _conditions_hold(statement: Statement, values: Values) -> bool:
    for condition in statement.conditions:
        key = condition.key
        if key not in MODELLED_KEYS and not key.startswith(MODELLED_PREFIXES):
            raise PolicyRefusedError(f"{statement.origin}: condition key {key} isn't modelled")
        if not condition.holds(values):
            return False
    return True


def with_tags(prefixes: Iterable[str], tags: Mapping[str, str]) -> dict[str, str]:
    """Context entries for a resource's tags under each of the prefixes (`aws:resourcetag`).

    Tag keys are compared without case, as IAM compares condition keys.
    """
    return {f"{prefix}/{key.lower()}": value for prefix in prefixes for key, value in tags.items()}
