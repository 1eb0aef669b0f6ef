"""Checks every call against the policies that were deployed; records what was denied and which grants were used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.iam.denial import Denial, denial_error
from rehearsal.aws.iam.evaluate import PolicySet, Request, Verdict, policy_set
from rehearsal.aws.iam.patterns import PolicyRefusedError
from rehearsal.aws.iam.policy import CHARACTERS_MAX, PolicyKind, Statement, parse_policy
from rehearsal.aws.iam.requests import WITHOUT_RESOURCE, RequestBuilder
from rehearsal.aws.iam.validation import refuse_unknown
from rehearsal.world.context import ACCOUNT_ID, PARTITION
from rehearsal.world.world import World

ADMINISTRATOR = {"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}}

KNOWN_SOURCES = frozenset(
    {"cloudwatch.amazonaws.com", "events.amazonaws.com", "ssm.amazonaws.com", "states.amazonaws.com"}
)
"""Services whose documentation says that they name the source (aws:SourceArn, aws:SourceAccount) on whose behalf they
assume a role or call a resource. For any other a condition on it never holds."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class GrantUse:
    """A call that a statement was about. `holder`: the role's name, the managed policy's, or the resource's ARN."""

    holder: str
    sid: str
    action: str


class Authorizer:
    """Roles, their policies and trust, people's policies, resource policies."""

    def __init__(self, world: World, requests: RequestBuilder) -> None:
        self._world = world
        self.requests = requests
        self._roles: dict[str, tuple[Statement, ...]] = {}
        self.role_arns = requests.role_arns
        self._inline_size: dict[str, int] = {}
        self._trust: dict[str, tuple[Statement, ...]] = {}
        self._people: dict[str, PolicySet] = {}
        self._organization: PolicySet | None = None
        self._resources: dict[str, tuple[Statement, ...]] = {}
        self._sets: dict[str, PolicySet] = {}
        self._decided: dict[tuple[str, Verdict], None] = {}
        self._always: set[tuple[str, str, str]] = set()
        """(role, service, operation) that is allowed whatever its parameters and circumstances."""
        self.managed_policies: dict[str, tuple[Statement, ...]] = {}
        """Deployed managed policies by ARN."""
        self.denials: list[Denial] = []

    # -- what is deployed ---------------------------------------------------------------------------------------------

    def add_role(self, name: str, trust: Iterable[Statement], *, path: str = "/") -> None:
        """A role without permissions yet; `trust` are the statements of its AssumeRolePolicyDocument."""
        self._roles[name] = ()
        self.role_arns[name] = f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role{path}{name}"
        self._trust[name] = tuple(trust)

    def attach(self, role_name: str, statements: Iterable[Statement], *, inline_size: int = 0) -> None:
        """Adds statements to a role's permissions; `inline_size` are the characters that its quota is charged for.

        Raises KeyError for a role that doesn't exist, PolicyRefusedError when its quota is used up.
        """
        self._roles[role_name] += tuple(statements)
        self._sets.pop(role_name, None)
        self._always.clear()
        size = self._inline_size[role_name] = self._inline_size.get(role_name, 0) + inline_size
        if size > CHARACTERS_MAX[PolicyKind.IDENTITY]:
            raise PolicyRefusedError(f"{role_name}: {size} characters of inline policies, over IAM's quota")

    def add_resource_policy(self, arn: str, statements: Iterable[Statement]) -> None:
        """Adds statements to a resource's own policy (queue, topic, function)."""
        self._resources[arn] = self._resources.get(arn, ()) + tuple(statements)
        self._sets.pop(arn, None)

    def add_service_control_policy(self, policy: Mapping[str, Any]) -> None:
        """What the organization denies to every principal of the account, beside AWS's own policy that allows all.

        Such a denial is no defect of a role's policies: it isn't among `denials`.
        """
        statements = parse_policy(policy, "a service control policy")
        refuse_unknown(statements)
        self._organization = PolicySet((*(self._organization.statements if self._organization else ()), *statements))
        self._always.clear()

    def add_person(self, name: str, policy: Mapping[str, Any] | None = None) -> None:
        """An IAM user; without a policy an administrator."""
        statements = parse_policy(policy or ADMINISTRATOR, f"user/{name}")
        refuse_unknown(statements)
        self._people[name] = PolicySet(statements)

    def add_holder(self, name: str, managed_policy: str) -> None:
        """An IAM user with this deployed managed policy and nothing else. Raises KeyError when there is none."""
        self._people[name] = policy_set(self._managed(managed_policy))

    def role_at(self, arn: str) -> str | None:
        """Name of the deployed role with this ARN, its path included."""
        name = arn.rsplit("/", 1)[-1]
        return name if self.role_arns.get(name) == arn else None

    @property
    def role_names(self) -> tuple[str, ...]:
        """All deployed roles."""
        return tuple(self._roles)

    def permissions(self, role_name: str) -> PolicySet:
        """A role's statements."""
        found = self._sets.get(role_name)
        if found is None:
            found = self._sets[role_name] = policy_set(self._roles[role_name])
        return found

    # -- questions ----------------------------------------------------------------------------------------------------

    def check(self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]) -> None:
        """Raises the service's own denial (ApiError) when the principal may not make this call, and notes it."""
        if principal.kind is PrincipalKind.SERVICE or (principal.name, service, operation) in self._always:
            return
        for request in self.requests.requests(principal, service, operation, parameters):
            self.require(principal, request, service)
        if (
            principal.kind is PrincipalKind.ROLE
            and self._organization is None
            and operation in WITHOUT_RESOURCE.get(service, ())
            and not self.permissions(principal.name).keys_for(request.action)
        ):
            self._always.add((principal.name, service, operation))

    def require(self, principal: Principal, request: Request, service: str) -> None:
        """Raises ApiError as `service` denies, noting the denial, unless the principal may do this."""
        if principal.kind is PrincipalKind.NODE:
            self._deny(principal, request, service, "because nothing on a node may call AWS by design")
        if self._organization is not None and self._organization.decide(request).explicit_deny:
            text = f"a service control policy denies {principal.arn}: {request.action} on {request.resource}"
            self._world.trace.record("iam", "denied", text, action=request.action, resource=request.resource)
            raise denial_error(principal.arn, service, request, policy_kind="service control", explicit=True)
        verdict = self.decide(principal, request)
        if verdict.allowed:
            return
        if verdict.statement is None:
            why = f"because no identity-based policy allows the {request.action} action"
        else:
            why = f"with an explicit deny in {verdict.statement.origin}"
        self._deny(principal, request, service, why, verdict)

    def decide(self, principal: Principal, request: Request) -> Verdict:
        """Identity and resource policies together: a Deny of either wins, an Allow of either is enough."""
        verdict = self._permissions_of(principal).decide(request)
        policy = self._resource_policy(request.resource)
        if policy is not None and not verdict.explicit_deny:
            of_resource = policy.decide(request, arn=self.requests.arn_of(principal))
            if of_resource.explicit_deny:
                return of_resource
            if of_resource.allowed and not verdict.allowed:
                self._decided[request.resource, of_resource] = None
                return of_resource
        if verdict.allowed:
            self._decided[principal.name, verdict] = None
        return verdict

    def role_may(self, principal: Principal, request: Request) -> bool:
        """Whether a service may do this with a deployed role; it leaves out what it may not. Records a denial."""
        verdict = self.decide(principal, request)
        if not verdict.allowed:
            self.note(principal.arn, request, f"because no identity-based policy allows the {request.action} action")
        return verdict.allowed

    def identity_allows(self, principal: Principal, request: Request) -> bool:
        """Whether the principal's own policies allow it: what a key's policy leaves to them."""
        verdict = self._permissions_of(principal).decide(request)
        if verdict.allowed:
            self._decided[principal.name, verdict] = None
        return verdict.allowed

    def agent_may(self, node: Principal, action: str) -> bool:
        """Whether a node's agent may do this with the node's profile: a role, or a role with that managed policy alone.

        Raises KeyError when neither is deployed under the profile's name.
        """
        verdict = self._profile(node.name).decide(self.requests.agent_request(node, action))
        if verdict.allowed:
            self._decided[node.name, verdict] = None
        return verdict.allowed

    def _profile(self, name: str) -> PolicySet:
        return self.permissions(name) if name in self._roles else policy_set(self._managed(name))

    def _managed(self, name: str) -> tuple[Statement, ...]:
        for arn, statements in self.managed_policies.items():
            if arn.endswith(f":policy/{name}"):
                return statements
        raise KeyError(f"no managed policy {name} is deployed")

    def service_may(self, service_name: str, request: Request) -> bool:
        """Whether a resource's policy lets an AWS service in (EventBridge to a queue or function). Notes a denial."""
        policy = self._resource_policy(request.resource)
        verdict = policy.decide(request, service=service_name) if policy is not None else None
        if policy is not None and verdict is not None and verdict.allowed:
            self._decided[request.resource, verdict] = None
            return True
        self.note(service_name, request, "because no resource-based policy allows it")
        return False

    def may_assume(self, role_name: str, service_name: str, source_arn: str) -> bool:
        """Whether the role's trust policy lets this service assume it on behalf of `source_arn`."""
        trust = self._trust.get(role_name)
        if trust is None:
            return False
        request = Request(action="sts:AssumeRole", resource=role_name, values=source_values(service_name, source_arn))
        return policy_set(trust).decide(request, service=service_name).allowed

    # -- what happened ------------------------------------------------------------------------------------------------

    @property
    def grants_used(self) -> frozenset[GrantUse]:
        """Every statement that was about an allowed call, with the action."""
        return frozenset(self._grants_used())

    def _grants_used(self) -> Iterator[GrantUse]:
        for holder, verdict in self._decided:
            for statement in verdict.applying:
                yield GrantUse(holder=holder, sid=statement.sid, action=verdict.action)

    def _deny(
        self, principal: Principal, request: Request, service: str, why: str, verdict: Verdict | None = None
    ) -> None:
        of_resource = verdict is not None and verdict.statement is not None and verdict.statement.principals is not None
        self.note(principal.arn, request, why)
        raise denial_error(
            principal.arn,
            service,
            request,
            policy_kind="resource-based" if of_resource else "identity-based",
            explicit=verdict is not None and verdict.explicit_deny,
        )

    def note(self, who: str, request: Request, why: str) -> None:
        """Records that `who` may not do this."""
        denial = Denial(principal=who, action=request.action, resource=request.resource, why=why)
        self.denials.append(denial)
        text = f"{who} is not authorized to perform: {request.action} on resource: {request.resource} {why}"
        self._world.trace.record("iam", "denied", text, action=request.action, resource=request.resource)
        self._world.checkpoint("iam.denied", denial=denial)

    def _permissions_of(self, principal: Principal) -> PolicySet:
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
            found = self._sets[arn] = policy_set(self._resources[arn])
        return found


def source_values(service_name: str, source_arn: str) -> dict[str, str]:
    """What a service's own request carries: for whom it calls, if the service is known to say so."""
    values = {"aws:principalisawsservice": "true", "aws:securetransport": "true"}
    if service_name in KNOWN_SOURCES:
        values |= {"aws:sourcearn": source_arn, "aws:sourceaccount": ACCOUNT_ID}
    return values
