"""Whether a CloudTrail trail logs refused stops here: without one none of them reaches EventBridge, nor CacheWarden."""

from __future__ import annotations

from adapters.clients import cloudtrail
from cachewarden.evidence.trail_selectors import stops_are_logged


def why_stops_unheard() -> str | None:
    """A sentence; None where a trail logs them. Raises ClientError or BotoCoreError where that can't be told.

    DescribeTrails also shows trails of other regions and of the organization that record this region. Each is asked by
    its ARN, as those must be; its selectors are read in the region in which it was made.
    """
    trails = cloudtrail().describe_trails()["trailList"]
    if not trails:
        return "no CloudTrail trail records this account and region"
    off, narrow = [], []
    for trail in trails:
        arn, name = trail["TrailARN"], trail["Name"]
        if not cloudtrail().get_trail_status(Name=arn)["IsLogging"]:
            off.append(name)
            continue
        chosen = cloudtrail(trail["HomeRegion"]).get_event_selectors(TrailName=arn)
        if stops_are_logged(
            selectors=chosen.get("EventSelectors", ()), advanced=chosen.get("AdvancedEventSelectors", ())
        ):
            return None
        narrow.append(name)
    return "; ".join(
        (
            *((f"the logging of {', '.join(off)} is off",) if off else ()),
            *((f"{', '.join(narrow)} doesn't log EC2's management write events",) if narrow else ()),
        )
    )
