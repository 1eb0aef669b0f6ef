"""Whether a CloudTrail trail logs refused stops here: without one none of them reaches EventBridge, nor CacheWarden."""

from __future__ import annotations

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import cloudtrail
from cachewarden.evidence.trail_selectors import stops_are_logged


class TrailsUnreadError(Exception):
    """No trail that can be read logs refused stops, and one that can't be read may."""


def why_stops_not_logged() -> str | None:
    """A sentence; None where a trail logs them.

    Raises ClientError, BotoCoreError or `TrailsUnreadError` where that isn't known: a member account may not read the
    selectors of its organization's trail.

    DescribeTrails also shows trails of other regions and of the organization that record this region. Each is asked by
    its ARN, as those must be; its selectors are read in the region in which it was made.
    """
    trails = cloudtrail().describe_trails()["trailList"]
    if not trails:
        return "no CloudTrail trail records this account and region"
    off, narrow, unread = [], [], []
    for trail in trails:
        arn, name = trail["TrailARN"], trail["Name"]
        try:
            if not cloudtrail().get_trail_status(Name=arn)["IsLogging"]:
                off.append(name)
                continue
            chosen = cloudtrail(trail["HomeRegion"]).get_event_selectors(TrailName=arn)
        except (ClientError, BotoCoreError) as problem:
            unread.append(f"{name} ({type(problem).__name__}: {problem})")
            continue
        if stops_are_logged(
            selectors=chosen.get("EventSelectors", ()), advanced=chosen.get("AdvancedEventSelectors", ())
        ):
            return None
        narrow.append(name)
    if unread:
        raise TrailsUnreadError("; ".join(unread))
    return "; ".join(
        (
            *((f"the logging of {', '.join(off)} is off",) if off else ()),
            *((f"{', '.join(narrow)} may not log EC2's management write events",) if narrow else ()),
        )
    )
