"""Checks every call against the policies that were deployed, and remembers what was denied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.errors import ApiError
from rehearsal.aws.iam.evaluate import PolicySet, Request, Verdict, evaluate, evaluate_for
from rehearsal.aws.iam.policy import Statement, parse_policy
from rehearsal.aws.iam.requests import RequestBuilder, caller_values
from rehearsal.aws.principal import Principal, PrincipalKind
from rehearsal.world.world import ACCOUNT_ID, World

DENIED_CODES: Mapping[str, str] = {"ec2": "UnauthorizedOperation", "sns": "AuthorizationError", "sqs": "AccessDenied"}
"""The code under which a service denies; the others say AccessDeniedException."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """One call that a principal may not make."""

    principal: str
    action: str
    resource: str
    why: str


class Authorizer:
    """Roles, their policies and trust, people's policies, resource policies."""

    def __init__(self, world: World, requests: RequestBuilder) -> None:
        self._world = world
        self._requests = requests
        self._roles: dict[str, list[Statement]] = {}
        self._trust: dict[str, PolicySet] = {}
        self._people: dict[str, PolicySet] = {}
        self._resources: dict[str, list[Statement]] = {}
        self._sets: dict[str, PolicySet] = {}
        self.managed_policies: dict[str, tuple[Statement, ...]] = {}
        """Deployed managed policies by ARN."""
        self.denials: list[Denial] = []

    # -- what is deployed ---------------------------------------------------------------------------------------------

    def add_role(self, name: str, trust: Mapping[str, Any]) -> None:
        """A role without permissions yet; `trust` is its AssumeRolePolicyDocument."""
        self._roles[name] = []
        self._trust[name] = PolicySet(parse_policy(trust, f"{name}/trust"))

    def attach(self, role_name: str, statements: Iterable[Statement]) -> None:
        """Adds statements to a role's permissions. Raises KeyError for a role that doesn't exist."""
        self._roles[role_name].extend(statements)
        self._sets.pop(role_name, None)

    def add_resource_policy(self, arn: str, statements: Iterable[Statement]) -> None:
        """Adds statements to a resource's own policy (queue, topic, function)."""
        self._resources.setdefault(arn, []).extend(statements)
        self._sets.pop(arn, None)

    def add_person(self, name: str, policy: Mapping[str, Any] | None = None) -> None:
        """An IAM user; without a policy an administrator."""
        everything = {"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}}
        self._people[name] = PolicySet(parse_policy(policy or everything, f"user/{name}"))

    def has_role(self, name: str) -> bool:
        """Whether such a role is deployed."""
        return name in self._roles

    @property
    def role_names(self) -> tuple[str, ...]:
        """All deployed roles."""
        return tuple(self._roles)

    def permissions(self, role_name: str) -> PolicySet:
        """A role's statements."""
        found = self._sets.get(role_name)
        if found is None:
            found = self._sets[role_name] = PolicySet(self._roles[role_name])
        return found

    # -- questions ----------------------------------------------------------------------------------------------------

    def check(self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]) -> None:
        """Raises the service's own denial (ApiError) when the principal may not make this call, and notes it."""
        if principal.kind is PrincipalKind.SERVICE:
            return
        for request in self._requests.requests(principal, service, operation, parameters):
            self.require(principal, request, DENIED_CODES.get(service, "AccessDeniedException"))

    def require(self, principal: Principal, request: Request, code: str = "AccessDeniedException") -> None:
        """Raises ApiError under `code`, noting the denial, unless the principal may do this."""
        verdict = self.decide(principal, request)
        if verdict.allowed:
            return
        if verdict.statement is None:
            why = f"because no identity-based policy allows the {request.action} action"
        else:
            why = f"with an explicit deny in {verdict.statement.origin}"
        denial = Denial(principal=principal.arn, action=request.action, resource=request.resource, why=why)
        self.denials.append(denial)
        what = f"{request.action} on resource: {request.resource}"
        text = f"User: {principal.arn} is not authorized to perform: {what} {why}"
        self._world.trace.record("iam", "denied", text, action=request.action, resource=request.resource)
        self._world.checkpoint("iam.denied", denial=denial)
        prefix = "You are not authorized to perform this operation. " if code == "UnauthorizedOperation" else ""
        raise ApiError(code, prefix + text, status=403)

    def decide(self, principal: Principal, request: Request) -> Verdict:
        """Identity and resource policies together: a Deny of either wins, an Allow of either is enough."""
        identity = self._identity_of(principal)
        verdict = evaluate(identity, request)
        policy = self._resource_policy(request.resource)
        if policy is None or verdict.explicit_deny:
            return verdict
        of_resource = evaluate_for(policy, request, service=None, arn=principal.issuer_arn)
        return of_resource if of_resource.explicit_deny or not verdict.allowed else verdict

    def service_may(self, service_name: str, request: Request) -> Verdict:
        """Whether a resource's own policy lets an AWS service in (EventBridge to a queue or function)."""
        policy = self._resource_policy(request.resource)
        if policy is None:
            return Verdict(allowed=False, statement=None)
        return evaluate_for(policy, request, service=service_name, arn=None)

    def may_assume(self, role_name: str, service_name: str, source_arn: str) -> bool:
        """Whether the role's trust policy lets this service assume it on behalf of `source_arn`."""
        values = {"aws:sourceaccount": ACCOUNT_ID, "aws:sourcearn": source_arn, "aws:securetransport": "true"}
        request = Request(action="sts:AssumeRole", resource=role_name, values=values)
        trust = self._trust.get(role_name)
        return trust is not None and evaluate_for(trust, request, service=service_name, arn=None).allowed

    def _identity_of(self, principal: Principal) -> PolicySet:
        if principal.kind is PrincipalKind.ROLE:
            if principal.name not in self._roles:
                raise KeyError(f"role {principal.name} isn't deployed")
            return self.permissions(principal.name)
        if principal.name not in self._people:
            raise KeyError(f"person {principal.name} isn't known: Account.person() makes one")
        return self._people[principal.name]

    def _resource_policy(self, arn: str) -> PolicySet | None:
        if arn not in self._resources:
            return None
        found = self._sets.get(arn)
        if found is None:
            found = self._sets[arn] = PolicySet(self._resources[arn])
        return found


__all__ = ["Authorizer", "Denial", "caller_values"]
