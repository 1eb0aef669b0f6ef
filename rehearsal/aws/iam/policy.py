"""Policy documents, parsed once into statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.iam.conditions import Condition, parse_conditions
from rehearsal.aws.iam.patterns import PolicyRefusedError, Values, glob, matches

_ELEMENTS = frozenset(
    ["Sid", "Effect", "Action", "NotAction", "Resource", "NotResource", "Condition", "Principal", "NotPrincipal"]
)


@dataclass(frozen=True, slots=True, kw_only=True)
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

    def names_action(self, action: str) -> bool:
        """Whether it is about this action (`ec2:StopInstances`)."""
        named = any(glob(pattern, ignore_case=True).fullmatch(action) for pattern in self.actions)
        return named is not self.actions_excluded

    def names_resource(self, resource: str, values: Values) -> bool:
        """Whether it is about this resource; a statement without Resource (a trust policy) is about any."""
        if not self.resources:
            return True
        named = any(matches(pattern, resource, values) for pattern in self.resources)
        return named is not self.resources_excluded

    def names_principal(self, service: str | None, arn: str | None) -> bool:
        """For resource and trust policies: whether it is about this service or this role's or user's ARN."""
        if self.principals is None:
            return True
        for kind, names in self.principals.items():
            match kind:
                case "*":
                    return True
                case "Service":
                    if service is not None and (service in names or "*" in names):
                        return True
                case "AWS":
                    if arn is not None and any(_is_account_or(arn, name) for name in names):
                        return True
                case "Federated":
                    continue
                case _:
                    raise PolicyRefusedError(f"{self.origin}: unknown principal type {kind}")
        return False


def _is_account_or(arn: str, name: str) -> bool:
    account = arn.split(":")[4]
    return name in ("*", arn, account) or name.endswith(f"::{account}:root")


def parse_policy(document: Mapping[str, Any], origin: str) -> tuple[Statement, ...]:
    """All statements. Raises PolicyRefusedError for an element or operator this evaluator doesn't know."""
    if document.get("Version") != "2012-10-17":
        raise PolicyRefusedError(f"{origin}: policy version {document.get('Version')!r}, expected 2012-10-17")
    return tuple(_statement(raw, origin, number) for number, raw in enumerate(_listed(document["Statement"])))


def _statement(raw: Mapping[str, Any], origin: str, number: int) -> Statement:
    where = f"{origin}/{raw.get('Sid', number)}"
    if unknown := sorted(set(raw) - _ELEMENTS):
        raise PolicyRefusedError(f"{where}: unknown element {', '.join(unknown)}")
    if raw.get("Effect") not in ("Allow", "Deny"):
        raise PolicyRefusedError(f"{where}: Effect {raw.get('Effect')!r}")
    if ("Action" in raw) == ("NotAction" in raw):
        raise PolicyRefusedError(f"{where}: needs Action or NotAction")
    if "NotPrincipal" in raw:
        raise PolicyRefusedError(f"{where}: NotPrincipal isn't modelled")
    return Statement(
        origin=where,
        sid=str(raw.get("Sid", number)),
        allows=raw["Effect"] == "Allow",
        actions=tuple(_listed(raw.get("Action", raw.get("NotAction")))),
        actions_excluded="NotAction" in raw,
        resources=tuple(_listed(raw.get("Resource", raw.get("NotResource", [])))),
        resources_excluded="NotResource" in raw,
        conditions=parse_conditions(raw.get("Condition", {})),
        principals=_principals(raw["Principal"]) if "Principal" in raw else None,
    )


def _principals(raw: str | Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    if raw == "*":
        return {"*": ()}
    assert isinstance(raw, Mapping), raw
    return {kind: tuple(_listed(names)) for kind, names in raw.items()}


def _listed(raw: Any) -> Iterable[Any]:
    return raw if isinstance(raw, list) else [raw]
