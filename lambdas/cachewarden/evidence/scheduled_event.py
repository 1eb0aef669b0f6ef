"""Maintenance that EC2 has scheduled for an instance."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """One event of DescribeInstanceStatus [ec2#scheduled-events]; None where EC2 gives no time."""

    instance_id: str
    event_id: str
    code: str
    description: str
    not_before: datetime | None
    not_before_deadline: datetime | None
