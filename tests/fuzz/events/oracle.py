"""What an event may lead to, read from AWS's own words and the documentation's, and from no code of the product.

`must`: executions that have to be started; `may`: those that may be, which depends on more than the event. Everything
else is a wrong act. An instance is acted on only if it is there, has the tag, and is named where the event names
instances.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.fuzz.events.roster import Known

Start = tuple[str, str]
"""Instance and goal."""

LIFE = timedelta(minutes=15)
CLOCKS_DIFFER = timedelta(minutes=5)
YES = {"true", "1", "yes", "on", "t", "y"}
NO = {"none", "false", "0", "no", "off", "f", "n"}
CYCLED_FOR = re.compile(
    r"AWS_EC2_(PERSISTENT_)?INSTANCE_(RETIREMENT_(SCHEDULED|EXPEDITED)|STOP_SCHEDULED|NETWORK_MAINTENANCE_SCHEDULED"
    r"|POWER_MAINTENANCE_SCHEDULED|STORE_DRIVE_PERFORMANCE_DEGRADED)|AWS_EC2_MAINTENANCE_SCHEDULED"
)
NAMED = re.compile(r"\s*(?:arn:[^:]+:ec2:[^:]*:[^:]*:instance/)?(i-(?:[0-9a-f]{17}|[0-9a-f]{8}))\s*", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """`must` is part of `may`."""

    may: frozenset[Start] = frozenset()
    must: frozenset[Start] = frozenset()


NOTHING = Allowed()


def allowed(
    event: Mapping[str, Any], known: Mapping[str, Known], now: datetime, *, own_roles: frozenset[str]
) -> Allowed:
    """Which executions the event may and must start; a stop that one of our own roles asked for starts none."""
    if event.get("replay-name") is not None:
        return NOTHING
    if not _ours(account=event.get("account"), region=event.get("region")):
        return NOTHING
    detail = event.get("detail")
    if not isinstance(detail, dict):
        return NOTHING
    match event.get("source"), event.get("detail-type"):
        case "aws.ec2", "AWS API Call via CloudTrail":
            return NOTHING if _by_us(detail.get("userIdentity"), own_roles) else _refused_stop(detail, known, now)
        case "aws.ec2", "EC2 Instance State-change Notification":
            return _state_change(detail, known)
        case "aws.tag", "Tag Change on Resource":
            return _tag_change(event, detail, known)
        case "aws.health", "AWS Health Event":
            return _health(detail, known)
    return NOTHING


def _refused_stop(detail: Mapping[str, Any], known: Mapping[str, Known], now: datetime) -> Allowed:
    if detail.get("eventSource") != "ec2.amazonaws.com" or detail.get("eventName") != "StopInstances":
        return NOTHING
    code, message = detail.get("errorCode"), detail.get("errorMessage")
    if code not in ("OperationNotPermitted", "Client.OperationNotPermitted"):
        return NOTHING
    if message is not None and "disableapistop" not in str(message).lower():
        return NOTHING
    asked = detail.get("requestParameters")
    if not isinstance(asked, dict) or str(asked.get("dryRun")).lower() not in NO:
        return NOTHING
    if not _ours(account=detail.get("recipientAccountId"), region=detail.get("awsRegion")):
        return NOTHING
    at = _time(detail.get("eventTime"))
    if at is None or now - at > LIFE:
        return NOTHING
    found = {
        (instance, "Stopped")
        for instance in _named(asked.get("instancesSet"), known)
        if known[instance].running and known[instance].protected
        if _answer(known[instance], "on-stop", "auto") == "auto"
    }
    return Allowed(may=frozenset(found), must=frozenset(found))


def _state_change(detail: Mapping[str, Any], known: Mapping[str, Known]) -> Allowed:
    instance = detail.get("instance-id")
    if detail.get("state") != "running" or not isinstance(instance, str) or instance not in known:
        return NOTHING
    if not known[instance].opted_in or not known[instance].running:
        return NOTHING
    start = frozenset({(instance, "InService")})
    return Allowed(may=start, must=start)


def _tag_change(event: Mapping[str, Any], detail: Mapping[str, Any], known: Mapping[str, Known]) -> Allowed:
    keys = detail.get("changed-tag-keys")
    if detail.get("service") != "ec2" or detail.get("resource-type") != "instance":
        return NOTHING
    if not isinstance(keys, list) or "cachewarden:managed" not in keys:
        return NOTHING
    return Allowed(may=frozenset((instance, "Preflight") for instance in _named(event.get("resources"), known)))


def _health(detail: Mapping[str, Any], known: Mapping[str, Known]) -> Allowed:
    if detail.get("service") != "EC2" or str(detail.get("backupEvent", "false")).lower() != "false":
        return NOTHING
    if str(detail.get("statusCode", "")).lower() == "closed":
        return NOTHING
    if not _ours(account=detail.get("affectedAccount"), region=detail.get("eventRegion")):
        return NOTHING
    if CYCLED_FOR.fullmatch(str(detail.get("eventTypeCode"))) is None:
        return NOTHING
    found = {
        (instance, "Cycled")
        for instance in _named(detail.get("affectedEntities"), known)
        if _answer(known[instance], "on-health", "approve") == "auto"
    }
    return Allowed(may=frozenset(found))


def _named(place: Any, known: Mapping[str, Known]) -> set[str]:
    """Opted-in instances that the place names as a whole text."""
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(place))
    found = {match[1] for match in map(NAMED.fullmatch, (json.loads(f'"{text}"') for text in texts)) if match}
    return {instance for instance in found if instance in known and known[instance].opted_in}


def _answer(instance: Known, tag: str, default: str) -> str:
    """The owner's answer; while the instance is snoozed it is no."""
    if "cachewarden:snooze-until" in instance.tags:
        return "snoozed"
    return instance.tags.get(f"cachewarden:{tag}", default)


def _ours(*, account: Any, region: Any) -> bool:
    """AWS's own samples leave either out."""
    return account in (None, "", ACCOUNT_ID) and region in (None, "", REGION)


def _by_us(who: Any, own_roles: frozenset[str]) -> bool:
    if not isinstance(who, dict):
        return False
    context = who.get("sessionContext")
    issuer = context.get("sessionIssuer") if isinstance(context, dict) else None
    arns = [issuer.get("arn")] if isinstance(issuer, dict) else [who.get("arn")]
    return any(isinstance(arn, str) and arn in own_roles for arn in arns)


def _time(text: Any) -> datetime | None:
    if not isinstance(text, str):
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo is None else found.astimezone(UTC)


def wrong_inputs(started: Mapping[str, Any], now: datetime) -> list[str]:
    """What is wrong with the call itself, whatever the event said."""
    given, found = started["input"], []
    if re.fullmatch(r"[0-9A-Za-z_-]{1,80}", started["name"]) is None:
        found.append(f"no name of an execution: {started['name']!r}")
    if given["expiresAt"] is not None and (_time(given["expiresAt"]) or now) > now + LIFE:
        found.append(f"lives until {given['expiresAt']}")
    if given["goal"] == "Stopped" and given["expiresAt"] is None:
        found.append("a stop that never expires")
    asked = _time(given["requestedAt"])
    if asked is None or asked > now + CLOCKS_DIFFER:
        found.append(f"asked for in the future: {given['requestedAt']}")
    return found
