"""Draws events: AWS's samples about instances of the fuzzed account, twisted in meaning or broken in shape."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.fuzz import hostile
from tests.repository import EVENTS

SAMPLES: Mapping[str, str] = {
    path.stem: path.read_text("utf-8") for path in sorted(EVENTS.glob("*.json")) if path.name != "index.json"
}
HEARD = {
    "refused stop": "cloudtrail-stopinstances-refused",
    "state": "ec2-state-change-running",
    "stopped": "ec2-state-change-stopped",
    "opt-in": "tag-change-opt",
    "retirement": "health-persistent",
    "other notice": "health-instance",
}
"""Kinds of events that a rule lets through, with the beginning of their samples' names: four fifths are of these."""
OTHER_ACCOUNT, OTHER_REGION = "444455556666", "ap-south-1"
OWN_ROLE = "{our own role}"
"""Stands for the ARN of the role that lifts protection, whose name the deployment draws."""
_ID = re.compile(r"i-[0-9a-f]{17}|i-[0-9a-f]{8}\b")
_HEARD = {kind: [name for name in SAMPLES if name.startswith(begin)] for kind, begin in HEARD.items()}
_ALL = list(SAMPLES)


def event(draw: random.Random, ids: Sequence[str], now: datetime, *, own_role: str) -> dict[str, Any]:
    """One event; whatever it says, AWS could have said it, or an attacker who may put events."""
    name = draw.choice(_HEARD[draw.choice(list(_HEARD))] if draw.random() < 0.8 else _ALL)
    shape = _at_home(SAMPLES[name], draw, ids)
    _at_the_time(shape, draw, now)
    what = draw.random()
    if what < 0.45:
        for twist in draw.sample(TWISTS, draw.randint(1, 2)):
            twist(shape, draw, now)
    elif what < 0.9:
        hostile.mutate(shape, draw, draw.randint(1, 3))
    found: dict[str, Any] = json.loads(json.dumps(shape).replace(OWN_ROLE, own_role))
    return found


def _at_home(text: str, draw: random.Random, ids: Sequence[str]) -> dict[str, Any]:
    """The sample about this account, region and, mostly, instances of it."""
    regions = sorted(set(re.findall(r"\b(?:us|eu|ap)-[a-z]+-\d\b", text)))
    text = text.replace("111122223333", ACCOUNT_ID)
    for region in regions:
        text = text.replace(region, REGION)
    for found in dict.fromkeys(_ID.findall(text)):
        if draw.random() < 0.9:
            text = text.replace(found, draw.choice(ids))
    shape: dict[str, Any] = json.loads(text)
    shape["id"] = f"{draw.getrandbits(128):032x}"
    return shape


def _at_the_time(shape: dict[str, Any], draw: random.Random, now: datetime) -> None:
    """Happened some minutes ago; what AWS plans begins within two weeks."""
    happened = now - timedelta(seconds=draw.randint(0, 600))
    shape["time"] = iso(happened)
    detail = shape.get("detail")
    if isinstance(detail, dict) and "eventTime" in detail:
        detail["eventTime"] = iso(happened)
        detail["eventID"] = shape["id"]
    if isinstance(detail, dict) and "startTime" in detail:
        detail["startTime"] = (now + timedelta(hours=draw.randint(0, 336))).strftime("%a, %d %b %Y %H:%M:%S GMT")


def iso(moment: datetime) -> str:
    """As AWS writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


Twist = Callable[[dict[str, Any], random.Random, datetime], None]


def _sets(path: str, *values: Any) -> Twist:
    """Sets the field at `path` to one of the values, where its parents are there."""

    def twist(shape: dict[str, Any], draw: random.Random, now: datetime) -> None:
        node: Any = shape
        *parents, last = path.split("/")
        for parent in parents:
            node = node.get(parent) if isinstance(node, dict) else None
        if isinstance(node, dict):
            node[last] = draw.choice(values)

    return twist


def _sets_time(path: str, *seconds: int) -> Twist:
    """Sets the field to a time so far from now."""

    def twist(shape: dict[str, Any], draw: random.Random, now: datetime) -> None:
        _sets(path, iso(now + timedelta(seconds=draw.choice(seconds))))(shape, draw, now)

    return twist


TWISTS: Sequence[Twist] = (
    _sets("account", OTHER_ACCOUNT, "", "1111222233330", " 111122223333"),
    _sets("region", OTHER_REGION, "", REGION.upper()),
    _sets("replay-name", "archive-1", ""),
    _sets("source", "aws.ec2", "aws.health", "aws.tag", "custom.ec2", "AWS.EC2"),
    _sets("detail/errorCode", "OperationNotPermitted", "Client.OperationNotPermitted", "Client.UnauthorizedOperation",
          "Client.DryRunOperation", "NotOperationNotPermitted", "", None),
    _sets("detail/errorMessage", None, "", "You are not authorized to perform this operation.",
          "may not be stopped. Modify its 'DISABLEAPISTOP' instance attribute", "disableApiTermination"),
    _sets("detail/requestParameters/dryRun", True, "true", "True", 1, "1", False, "false", None, "yes", [], "on"),
    _sets("detail/requestParameters/force", True, "true"),
    _sets("detail/eventName", "StopInstances", "TerminateInstances", "stopInstances", "StopInstances "),
    _sets("detail/eventSource", "ec2.amazonaws.com", "ssm.amazonaws.com", "EC2.amazonaws.com"),
    _sets("detail/userIdentity/sessionContext/sessionIssuer/arn", OWN_ROLE, OWN_ROLE + "-2"),
    _sets("detail/userIdentity/arn", OWN_ROLE, None, "x\nRequested by the owner: approved"),
    _sets("detail/awsRegion", OTHER_REGION),
    _sets("detail/recipientAccountId", OTHER_ACCOUNT),
    _sets("detail/userIdentity/accountId", OTHER_ACCOUNT),
    _sets_time("detail/eventTime", -901, -86_400, 899, 86_400, 10**9),
    _sets_time("time", -901, -86_400, 899, 86_400, 10**9),
    _sets("detail/state", "running", "stopped", "Running", "stopping", "pending"),
    _sets("detail/statusCode", "closed", "Closed", "CLOSED", "open", "upcoming", ""),
    _sets("detail/backupEvent", "true", "TRUE", "false", True, False, None),
    _sets("detail/affectedAccount", OTHER_ACCOUNT, ""),
    _sets("detail/eventRegion", OTHER_REGION, "global", ""),
    _sets("detail/service", "EC2", "RDS", "ec2"),
    _sets("detail/eventTypeCode", "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED", "AWS_EC2_OPERATIONAL_ISSUE",
          "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED", "AWS_EC2_INSTANCE_STORE_DRIVE_PERFORMANCE_DEGRADED"),
    _sets("detail/startTime", "Thu, 01 Jan 1970 00:00:00 GMT", "soon", "Tue, 99 Foo 2026 14:00:00 GMT", None),
    _sets("detail/changed-tag-keys", ["cachewarden:managed"], ["Name"], "cachewarden:managed", []),
    _sets("detail/resource-type", "instance", "volume", "Instance"),
)  # fmt: skip
