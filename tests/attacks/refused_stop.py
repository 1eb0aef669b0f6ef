"""A refused StopInstances that never happened, as CloudTrail would report it."""

from __future__ import annotations

import json
from typing import Any

from rehearsal.world.context import ACCOUNT_ID, REGION
from tests.attacks.attacked_cluster import Attacked
from tests.repository import EVENTS


def refused_stop(scene: Attacked, *instance_ids: str) -> dict[str, Any]:
    """The event, of now, for these instances; the last one is the one that EC2 names."""
    event = json.loads((EVENTS / "cloudtrail-stopinstances-refused-cli.json").read_text("utf-8"))
    event["account"], event["region"] = ACCOUNT_ID, REGION
    event["time"] = scene.cluster.world.clock.iso()
    event["detail"] |= {
        "recipientAccountId": ACCOUNT_ID,
        "awsRegion": REGION,
        "eventTime": event["time"],
        "requestParameters": {"instancesSet": {"items": [{"instanceId": each} for each in instance_ids]}},
        "errorMessage": f"The instance '{instance_ids[-1]}' may not be stopped (disableApiStop)",
    }
    return event
