"""What an instance was launched as that CacheWarden can't operate, by what DescribeInstances says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef

AUTO_SCALING_GROUP = "aws:autoscaling:groupName"
"""The tag that EC2 Auto Scaling sets on members, and takes off where one is detached (its user guide)."""


def why_unsuitable(instance: InstanceTypeDef) -> str | None:
    """A sentence without its subject; None for an On-Demand instance with an EBS root, in no group."""
    lifecycle = instance.get("InstanceLifecycle")
    if lifecycle == "spot":
        return "is a Spot instance: EC2 can interrupt it at any time, and it can't be stop-protected"
    if lifecycle is not None:
        return f"isn't an On-Demand instance ({lifecycle}): EC2 ends it on a date of its own"
    root = instance.get("RootDeviceType")
    if root not in (None, "ebs"):
        return "boots from instance store: it can't be stopped, and so not be stop-protected"
    for tag in instance.get("Tags", []):
        if tag.get("Key") == AUTO_SCALING_GROUP:
            return (
                f"is a member of the Auto Scaling group {tag.get('Value', '')}, which terminates and replaces a member "
                "that is stopped, unless it is in Standby"
            )
    return None


def can_be_protected(instance: InstanceTypeDef) -> bool:
    """Whether EC2 takes stop protection: not for Spot instances and instance-store roots [ec2#protection-limits]."""
    return instance.get("InstanceLifecycle") != "spot" and instance.get("RootDeviceType") in (None, "ebs")
