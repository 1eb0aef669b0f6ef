"""Trails of the account as CloudTrail's API shows them, and whether one of them logs a call of EC2.

Fault model: without a trail that logs it, no record of a call reaches EventBridge [events#trail-needed]. Selectors are
evaluated as far as CloudTrail knows them for management events; others are refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

OF_EC2 = {"eventCategory": "Management", "eventSource": "ec2.amazonaws.com"}
ALL_MANAGEMENT_EVENTS: tuple[Mapping[str, Any], ...] = (
    {"ReadWriteType": "All", "IncludeManagementEvents": True, "DataResources": [], "ExcludeManagementEventSources": []},
)
"""What a trail has that was made without selectors (CloudTrail API reference, GetEventSelectors)."""


@dataclass(kw_only=True)
class Trail:
    """One trail; `selectors` and `advanced` are what GetEventSelectors answers, of which a trail has either."""

    name: str
    home_region: str = REGION
    owner: str = ACCOUNT_ID
    multi_region: bool = True
    organization: bool = False
    logging: bool = True
    selectors: tuple[Mapping[str, Any], ...] = ALL_MANAGEMENT_EVENTS
    advanced: tuple[Mapping[str, Any], ...] = ()

    @property
    def arn(self) -> str:
        """Its ARN: of the region and account in which it was made."""
        return f"arn:{PARTITION}:cloudtrail:{self.home_region}:{self.owner}:trail/{self.name}"

    @property
    def here(self) -> bool:
        """Whether it records what happens in this region."""
        return self.multi_region or self.home_region == REGION

    def logs(self, *, read_only: bool) -> bool:
        """Whether it logs a call of EC2's API."""
        if not self.logging or not self.here:
            return False
        if self.advanced:
            event = {**OF_EC2, "readOnly": str(read_only).lower()}
            return any(all(_fits(each, event) for each in one["FieldSelectors"]) for one in self.advanced)
        wanted = ("All", "ReadOnly" if read_only else "WriteOnly")
        return any(one["IncludeManagementEvents"] and one["ReadWriteType"] in wanted for one in self.selectors)


def _fits(field_selector: Mapping[str, Any], event: Mapping[str, str]) -> bool:
    name = field_selector["Field"]
    if name not in event or set(field_selector) - {"Field", "Equals", "NotEquals"}:
        raise UnsupportedError(f"advanced event selector {dict(field_selector)}")
    wanted = field_selector.get("Equals")
    return (wanted is None or event[name] in wanted) and event[name] not in field_selector.get("NotEquals", ())


@dataclass
class Trails:
    """All trails that concern the region."""

    all: list[Trail] = field(default_factory=lambda: [Trail(name="management-events")])

    @property
    def operations(self) -> Mapping[str, Handler]:
        """CloudTrail's API as far as it is modelled."""
        return {
            "DescribeTrails": self.describe_trails,
            "GetTrailStatus": self.get_trail_status,
            "GetEventSelectors": self.get_event_selectors,
        }

    def log(self, *, read_only: bool) -> bool:
        """Whether any of them logs a call of EC2."""
        return any(trail.logs(read_only=read_only) for trail in self.all)

    def describe_trails(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the region and what is replicated into it: trails of several regions, and the organization's."""
        if parameters:
            raise UnsupportedError(f"cloudtrail:DescribeTrails with {', '.join(sorted(parameters))}")
        return {
            "trailList": [
                {
                    "Name": trail.name,
                    "TrailARN": trail.arn,
                    "HomeRegion": trail.home_region,
                    "IsMultiRegionTrail": trail.multi_region,
                    "IsOrganizationTrail": trail.organization,
                    "HasCustomEventSelectors": bool(trail.advanced) or trail.selectors != ALL_MANAGEMENT_EVENTS,
                }
                for trail in self.all
                if trail.here
            ]
        }

    def get_trail_status(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Whether it logs; a replicated trail is named by its ARN."""
        return {"IsLogging": self._trail(parameters["Name"]).logging}

    def get_event_selectors(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Basic or advanced ones; of the organization's trail only to the account that owns it (field reports)."""
        trail = self._trail(parameters["TrailName"])
        if trail.owner != ACCOUNT_ID:
            raise ApiError("TrailNotFoundException", f"Unknown trail: {trail.arn} for the user: {ACCOUNT_ID}")
        if trail.advanced:
            return {"TrailARN": trail.arn, "AdvancedEventSelectors": [dict(each) for each in trail.advanced]}
        return {"TrailARN": trail.arn, "EventSelectors": [dict(each) for each in trail.selectors]}

    def _trail(self, name: str) -> Trail:
        for trail in self.all:
            if name == trail.arn or (name == trail.name and trail.home_region == REGION):
                return trail
        raise ApiError("TrailNotFoundException", f"Unknown trail: {name} for the user: {ACCOUNT_ID}")
