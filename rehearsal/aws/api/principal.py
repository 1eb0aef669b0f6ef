"""Who calls: roles in a session, nodes, people, AWS's own services. A context variable, so that it follows an actor."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from rehearsal.world.context import ACCOUNT_ID, PARTITION


class PrincipalKind(StrEnum):
    """How the caller proved who it is."""

    ROLE = "AssumedRole"
    NODE = "InstanceProfile"
    USER = "IAMUser"
    SERVICE = "AWSService"


@lru_cache(maxsize=512)
def _digits(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:17].upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """One caller. `session` names a role's session; `invoked_by` the service that calls on the role's behalf."""

    kind: PrincipalKind
    name: str
    session: str | None = None
    invoked_by: str | None = None
    user_agent: str | None = None

    @property
    def arn(self) -> str:
        """As CloudTrail and `aws:PrincipalArn`'s session variant write it."""
        match self.kind:
            case PrincipalKind.ROLE | PrincipalKind.NODE:
                return f"arn:{PARTITION}:sts::{ACCOUNT_ID}:assumed-role/{self.name}/{self.session}"
            case PrincipalKind.USER:
                return f"arn:{PARTITION}:iam::{ACCOUNT_ID}:user/{self.name}"
            case PrincipalKind.SERVICE:
                return self.name

    @property
    def issuer_arn(self) -> str:
        """The role's or user's own ARN: what policies compare `aws:PrincipalArn` with."""
        if self.kind in (PrincipalKind.ROLE, PrincipalKind.NODE):
            return f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role/{self.name}"
        return self.arn

    @property
    def unique_id(self) -> str:
        """AROA…/AIDA… derived from the name: the same in every run."""
        prefix = "AIDA" if self.kind is PrincipalKind.USER else "AROA"
        return prefix + _digits(self.name)

    def user_identity(self, at: str) -> dict[str, Any]:
        """CloudTrail's `userIdentity` (samples: tests/events, cloudtrail-stopinstances-*)."""
        if self.kind is PrincipalKind.SERVICE:
            return {"type": "AWSService", "invokedBy": self.name}
        if self.kind is PrincipalKind.USER:
            return {
                "type": "IAMUser",
                "principalId": self.unique_id,
                "arn": self.arn,
                "accountId": ACCOUNT_ID,
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "userName": self.name,
            }
        issuer = {
            "type": "Role",
            "principalId": self.unique_id,
            "arn": self.issuer_arn,
            "accountId": ACCOUNT_ID,
            "userName": self.name.rsplit("/", 1)[-1],
        }
        identity: dict[str, Any] = {
            "type": "AssumedRole",
            "principalId": f"{self.unique_id}:{self.session}",
            "arn": self.arn,
            "accountId": ACCOUNT_ID,
            "accessKeyId": "ASIAIOSFODNN7EXAMPLE",
            "sessionContext": {
                "sessionIssuer": issuer,
                "attributes": {"creationDate": at, "mfaAuthenticated": "false"},
            },
        }
        if self.invoked_by is not None:
            identity["invokedBy"] = self.invoked_by
        return identity


def role(name: str, session: str, invoked_by: str | None = None) -> Principal:
    """A session of the role called `name` (with its path, if it has one)."""
    return Principal(kind=PrincipalKind.ROLE, name=name, session=session, invoked_by=invoked_by)


def node(profile_role: str, instance_id: str) -> Principal:
    """Whatever runs on a node: by design it calls no AWS API, so every call of it is denied and noted."""
    return Principal(kind=PrincipalKind.NODE, name=profile_role, session=instance_id)


def person(name: str) -> Principal:
    """An IAM user."""
    return Principal(kind=PrincipalKind.USER, name=name)


def service(name: str) -> Principal:
    """AWS itself, `events.amazonaws.com`: what it does isn't checked against identity policies."""
    return Principal(kind=PrincipalKind.SERVICE, name=name)


_calling: ContextVar[Principal | None] = ContextVar("calling_principal", default=None)


def calling() -> Principal | None:
    """The principal that calls now; None outside of `acting_as`."""
    return _calling.get()


@contextmanager
def acting_as(principal: Principal) -> Iterator[Principal]:
    """Everything inside the block, actors spawned there included, calls AWS as `principal`."""
    token = _calling.set(principal)
    try:
        yield principal
    finally:
        _calling.reset(token)
