"""Policy documents, parsed once into statements; what AWS would refuse, or this evaluator doesn't know, is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rehearsal.aws.iam.conditions import Condition, parse_conditions
from rehearsal.aws.iam.patterns import PolicyRefusedError, Values, glob, matches_arn, segments, variables

_ELEMENTS = frozenset(
    ["Sid", "Effect", "Action", "NotAction", "Resource", "NotResource", "Condition", "Principal", "NotPrincipal"]
)
_IDENTITY_SID = re.compile("[0-9A-Za-z]*")


class PolicyKind(StrEnum):
    """Whose policy it is: that decides which elements it must have, and how long it may be."""

    IDENTITY = "identity-based policy"
    MANAGED = "managed policy"
    RESOURCE = "resource-based policy"
    TRUST = "role trust policy"


CHARACTERS_MAX: Mapping[PolicyKind, int] = {
    PolicyKind.IDENTITY: 10_240,
    PolicyKind.MANAGED: 6_144,
    PolicyKind.TRUST: 2_048,
}
"""IAM's quotas without white space (IAM User Guide, "IAM and AWS STS quotas"); a role's inline policies share one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statement:
    """One statement. `origin` says where it stands, for people who must change it."""

    origin: str
    sid: str
    allows: bool
    actions: tuple[str, ...]
    actions_excluded: bool
    resources: tuple[str, ...]
    resources_excluded: bool
    conditions: tuple[Condition, ...]
    principals: Mapping[str, tuple[str, ...]] | None

    @property
    def keys(self) -> frozenset[str]:
        """The (lower-case) context keys that decide whether it applies: those of conditions and of variables."""
        wanted = {condition.key for condition in self.conditions}
        for pattern in (*self.resources, *(value for condition in self.conditions for value in condition.values)):
            wanted.update(variables(pattern))
        return frozenset(wanted)

    def names_action(self, action: str) -> bool:
        """Whether it is about this action (`ec2:StopInstances`)."""
        named = any(glob(pattern.lower()).fullmatch(action.lower()) for pattern in self.actions)
        return named is not self.actions_excluded

    def names_resource(self, resource: str, values: Values) -> bool:
        """Whether it is about this resource; a statement without Resource (a trust policy) is about any."""
        if not self.resources:
            return True
        named = any(matches_arn(pattern, resource, values) for pattern in self.resources)
        return named is not self.resources_excluded

    def names_principal(self, service: str | None, arn: str | None) -> bool:
        """For resource and trust policies: whether it is about this service or this role's or user's ARN."""
        if self.principals is None:
            return True
        for kind, names in self.principals.items():
            match kind:
                case "Service":
                    if service is not None and service in names:
                        return True
                case "AWS":
                    if "*" in names or (arn is not None and any(self._is_about(arn, name) for name in names)):
                        return True
        return False

    def _is_about(self, arn: str, name: str) -> bool:
        """The account as principal denies all of it, but allows none of it: its principals' own policies do that."""
        account = arn.split(":")[4]
        return name == arn or (not self.allows and (name == account or name.endswith(f"::{account}:root")))


def parse_policy(
    document: Mapping[str, Any], origin: str, kind: PolicyKind = PolicyKind.IDENTITY
) -> tuple[Statement, ...]:
    """All statements. Raises PolicyRefusedError for an element or operator this evaluator doesn't know, with place."""
    if document.get("Version") != "2012-10-17":
        raise PolicyRefusedError(f"{origin}: policy version {document.get('Version')!r}, expected 2012-10-17")
    limit = CHARACTERS_MAX.get(kind)
    if limit is not None and (size := policy_size(document)) > limit:
        raise PolicyRefusedError(f"{origin}: {size} characters; a {kind} has at most {limit}")
    statements = tuple(
        _statement(raw, origin, number, kind) for number, raw in enumerate(_listed(document["Statement"]))
    )
    sids = [statement.sid for statement in statements]
    if twice := sorted({sid for sid in sids if sids.count(sid) > 1}):
        raise PolicyRefusedError(f"{origin}: Sid {', '.join(twice)} more than once")
    return statements


def policy_size(document: Mapping[str, Any]) -> int:
    """Characters as IAM counts them against its quotas: white space between elements doesn't count."""
    return len(json.dumps(document, separators=(",", ":"), ensure_ascii=False))


def _statement(raw: Mapping[str, Any], origin: str, number: int, kind: PolicyKind) -> Statement:
    sid = str(raw.get("Sid", number))
    where = f"{origin}/{sid}"
    if unknown := sorted(set(raw) - _ELEMENTS):
        raise PolicyRefusedError(f"{where}: unknown element {', '.join(unknown)}")
    if raw.get("Effect") not in ("Allow", "Deny"):
        raise PolicyRefusedError(f"{where}: Effect {raw.get('Effect')!r}")
    if ("Action" in raw) == ("NotAction" in raw):
        raise PolicyRefusedError(f"{where}: needs Action or NotAction")
    if "NotPrincipal" in raw:
        raise PolicyRefusedError(f"{where}: NotPrincipal isn't modelled")
    _check_elements(raw, where, sid, kind)
    resources = tuple(_listed(raw.get("Resource", raw.get("NotResource", []))))
    for resource in resources:
        _check_resource(resource, where)
    try:
        conditions = parse_conditions(raw.get("Condition", {}))
    except PolicyRefusedError as refusal:
        raise PolicyRefusedError(f"{where}: {refusal}") from None
    return Statement(
        origin=where,
        sid=sid,
        allows=raw["Effect"] == "Allow",
        actions=tuple(_listed(raw.get("Action", raw.get("NotAction")))),
        actions_excluded="NotAction" in raw,
        resources=resources,
        resources_excluded="NotResource" in raw,
        conditions=conditions,
        principals=_principals(raw["Principal"], where) if "Principal" in raw else None,
    )


def _check_elements(raw: Mapping[str, Any], where: str, sid: str, kind: PolicyKind) -> None:
    """Which elements AWS demands and forbids in this kind of policy."""
    about_resources = sum(name in raw for name in ("Resource", "NotResource"))
    match kind:
        case PolicyKind.IDENTITY | PolicyKind.MANAGED:
            if "Principal" in raw:
                raise PolicyRefusedError(f"{where}: an {kind} has no Principal")
            if not _IDENTITY_SID.fullmatch(sid):
                raise PolicyRefusedError(f"{where}: a Sid has letters and digits only")
        case PolicyKind.RESOURCE | PolicyKind.TRUST:
            if "Principal" not in raw:
                raise PolicyRefusedError(f"{where}: a {kind} needs a Principal")
    if about_resources != (0 if kind is PolicyKind.TRUST else 1):
        raise PolicyRefusedError(
            f"{where}: a {kind} {'has no Resource' if kind is PolicyKind.TRUST else 'needs Resource or NotResource'}"
        )


def _check_resource(resource: str, where: str) -> None:
    if resource == "*":
        return
    parts = segments(resource)
    if len(parts) != 6 or parts[0] != "arn":
        raise PolicyRefusedError(f"{where}: resource {resource} is no ARN")
    if "*" in parts[2] or "?" in parts[2]:
        raise PolicyRefusedError(f"{where}: resource {resource} has a wildcard for its service")


def _principals(raw: str | Mapping[str, Any], where: str) -> Mapping[str, tuple[str, ...]]:
    """`*` and `{"AWS": "*"}` mean the same: every principal, services included (IAM User Guide, Principal)."""
    if raw == "*":
        return {"AWS": ("*",)}
    if not isinstance(raw, Mapping) or (unknown := sorted(set(raw) - {"AWS", "Service"})):
        raise PolicyRefusedError(f"{where}: principal {raw if isinstance(raw, str) else ', '.join(unknown)}")
    found = {kind: tuple(_listed(names)) for kind, names in raw.items()}
    if "*" in found.get("Service", ()):
        raise PolicyRefusedError(f"{where}: a service principal can't be *")
    return found


def _listed(raw: Any) -> Iterable[Any]:
    return raw if isinstance(raw, list) else [raw]
