"""Customer keys: what is encrypted with one, and whether its policy lets those use it who read and write there.

A key's policy decides alone. Who is named in it needs nothing else; where it names the account, policies of IAM decide
for the account's principals. A service that acts in a caller's name says so (kms:ViaService); one that acts for itself
is a principal of its own, and says nothing of a source [kms#services-themselves]. Which rights a write to a table needs
isn't published: all of those that AWS's own policy gives. Data keys that services keep for minutes aren't modelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.aws.iam.evaluate import PolicySet, Request, policy_set
from rehearsal.aws.iam.policy import PolicyKind, parse_policy
from rehearsal.aws.iam.validation import refuse_unknown
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

OWNERS_KEY = f"arn:{PARTITION}:kms:{REGION}:{ACCOUNT_ID}:key/1234abcd-12ab-34cd-56ef-1234567890ab"
"""The key that the rehearsed owner names for everything that is kept."""

ACCOUNT = f"arn:{PARTITION}:iam::{ACCOUNT_ID}:root"
LOGS = f"logs.{REGION}.amazonaws.com"

SENDING = ("kms:GenerateDataKey", "kms:Decrypt")
READING = ("kms:Decrypt",)
WRITING_ITEMS = (
    "kms:Encrypt", "kms:Decrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo", "kms:GenerateDataKey", "kms:DescribeKey",
)  # fmt: skip
KEEPING_LOGS = WRITING_ITEMS
USES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("sns", "Publish"): SENDING,
    ("sqs", "SendMessage"): SENDING,
    ("sqs", "ReceiveMessage"): READING,
    ("dynamodb", "GetItem"): READING,
    ("dynamodb", "Query"): READING,
    ("dynamodb", "Scan"): READING,
    ("dynamodb", "PutItem"): WRITING_ITEMS,
    ("dynamodb", "UpdateItem"): WRITING_ITEMS,
    ("dynamodb", "DeleteItem"): WRITING_ITEMS,
}
"""What a call does with the key of the resource that it is about."""

MAKING: Mapping[str, tuple[str, ...]] = {
    "dynamodb": ("kms:CreateGrant", "kms:DescribeKey"),
    "lambda": ("kms:CreateGrant", "kms:Encrypt"),
}
"""What whoever deploys does with the key that a table or a function's environment gets."""

DENIALS: Mapping[str, str] = {"sns": "KMSAccessDenied", "sqs": "KmsAccessDenied"}
"""The code under which a service reports it; the others say AccessDeniedException."""


class Keys:
    """The account's customer keys."""

    def __init__(self, authorizer: Authorizer) -> None:
        self._authorizer = authorizer
        self._policies: dict[str, PolicySet] = {}
        self._key_of: dict[str, str] = {}

    def put_policy(self, key_arn: str, document: Mapping[str, Any]) -> None:
        """Makes a key, or gives it another policy. Raises PolicyRefusedError for what AWS would refuse."""
        statements = parse_policy(document, key_arn, PolicyKind.RESOURCE)
        refuse_unknown(statements)
        self._policies[key_arn] = policy_set(statements)

    def encrypts(self, resource_arn: str, key_arn: str | None) -> None:
        """From now on this key encrypts what the resource keeps; without one the service's own does."""
        if key_arn is None:
            return
        if key_arn not in self._policies:
            raise ApiError("NotFoundException", f"Key '{key_arn}' does not exist")
        self._key_of[resource_arn] = key_arn

    def check(self, principal: Principal, service: str, operation: str, parameters: Mapping[str, Any]) -> None:
        """As `Authorizer.check`; what a service does for itself is asked by those who act for it (`service_may`)."""
        self._authorizer.check(principal, service, operation, parameters)
        if principal.kind is PrincipalKind.SERVICE or (service, operation) not in USES:
            return
        for request in self._authorizer.requests.requests(principal, service, operation, parameters):
            self.require(principal, service, operation, request.resource)

    # -- who may ------------------------------------------------------------------------------------------------------

    def require(self, principal: Principal, service: str, operation: str, resource_arn: str) -> None:
        """Raises ApiError as the service does, noting the denial, unless the caller may use the resource's key."""
        key = self._key_of.get(resource_arn)
        if key is None:
            return
        for action in USES.get((service, operation), ()):
            request = self._request(principal, action, key, service)
            if not self._allows(principal, request):
                self._refuse(principal.arn, request, service)

    def require_to_make(self, service: str, resource_arn: str, key_arn: str | None) -> None:
        """As `encrypts`; raises ApiError unless the policy leaves it to IAM who of the account makes this.

        Whoever deploys is an administrator by IAM's policies.
        """
        self.encrypts(resource_arn, key_arn)
        for action in MAKING[service] if key_arn is not None else ():
            values = {"kms:calleraccount": ACCOUNT_ID, "kms:viaservice": f"{service}.{REGION}.amazonaws.com"}
            request = Request(action=action, resource=str(key_arn), values=values)
            if not self._policies[str(key_arn)].decide(request, arn=ACCOUNT).allowed:
                self._refuse("cloudformation.amazonaws.com", request, service)

    def require_for_logs(self, log_group_arn: str, key_arn: str | None) -> None:
        """As `encrypts`; raises ApiError unless CloudWatch Logs may use the key for this group."""
        self.encrypts(log_group_arn, key_arn)
        for action in KEEPING_LOGS if key_arn is not None else ():
            values = {"kms:encryptioncontext:aws:logs:arn": log_group_arn}
            if not self._service_allowed(LOGS, Request(action=action, resource=str(key_arn), values=values)):
                text = f"The specified KMS key does not exist or is not allowed to be used with Arn '{log_group_arn}'"
                raise ApiError("AccessDeniedException", text)

    def service_may(self, service_name: str, service: str, operation: str, resource_arn: str) -> bool:
        """Whether an AWS service that acts for itself may use the resource's key for this call. Notes a denial."""
        key = self._key_of.get(resource_arn)
        actions: Iterable[str] = USES.get((service, operation), ()) if key is not None else ()
        requests = [Request(action=action, resource=str(key), values={}) for action in actions]
        return all(self._service_allowed(service_name, request) for request in requests)

    # -- decisions ----------------------------------------------------------------------------------------------------

    def _request(self, principal: Principal, action: str, key_arn: str, service: str) -> Request:
        values = {"kms:calleraccount": ACCOUNT_ID, "kms:viaservice": f"{service}.{REGION}.amazonaws.com"}
        return self._authorizer.requests.request(principal, action, "key", key_arn, values.get)

    def _allows(self, principal: Principal, request: Request) -> bool:
        policy = self._policies[request.resource]
        named = policy.decide(request, arn=self._authorizer.requests.arn_of(principal))
        if named.allowed or named.explicit_deny:
            return named.allowed
        leaves_it_to_iam = policy.decide(request, arn=ACCOUNT).allowed
        return leaves_it_to_iam and self._authorizer.identity_allows(principal, request)

    def _service_allowed(self, service_name: str, request: Request) -> bool:
        allowed = self._policies[request.resource].decide(request, service=service_name).allowed
        if not allowed:
            self._authorizer.note(service_name, request, "because the key's policy doesn't allow it")
        return allowed

    def _refuse(self, who: str, request: Request, service: str) -> None:
        self._authorizer.note(who, request, "because the key's policy doesn't allow it")
        text = f"User: {who} is not authorized to perform: {request.action} on resource: {request.resource}"
        raise ApiError(DENIALS.get(service, "AccessDeniedException"), text)
