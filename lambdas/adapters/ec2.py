"""EC2's facts of instances, in the form that evidence has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from adapters.clients import ec2
from cachewarden.json_reader import format_time
from cachewarden.operation.policy import CLUSTER

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import FilterTypeDef, InstanceTypeDef

TAG_PREFIX = "cachewarden:"
GONE = frozenset({"terminated"})


def instances_by_id(instance_ids: Iterable[str]) -> list[InstanceTypeDef]:
    """Instances that exist among the ids; an unknown id is simply absent."""
    return list(_described([{"Name": "instance-id", "Values": sorted(instance_ids)}]))


def instances_of_cluster(cluster_name: str) -> list[InstanceTypeDef]:
    """All instances tagged with the cluster's name, terminated ones apart."""
    found = _described([{"Name": f"tag:{CLUSTER}", "Values": [cluster_name]}])
    return [instance for instance in found if instance["State"]["Name"] not in GONE]


def stop_protected(instance_id: str) -> bool:
    """Whether `disableApiStop` reads true now [ec2#eventually-consistent]."""
    answer = ec2().describe_instance_attribute(InstanceId=instance_id, Attribute="disableApiStop")
    return bool(answer.get("DisableApiStop", {}).get("Value", False))


def facts_of(instance: InstanceTypeDef, *, protected: bool, observed_at: datetime) -> dict[str, Any]:
    """The `ec2` part of a replica's evidence."""
    return {
        "observedAt": format_time(observed_at),
        "state": instance["State"]["Name"],
        "stopProtected": protected,
        "launchTime": format_time(instance["LaunchTime"]),
        "availabilityZone": instance.get("Placement", {}).get("AvailabilityZone", ""),
        "instanceType": instance.get("InstanceType", ""),
        "tags": own_tags(instance),
        "volumes": [
            {
                "volumeId": mapping["Ebs"]["VolumeId"],
                "device": mapping.get("DeviceName", ""),
                "attached": mapping["Ebs"].get("Status") == "attached",
            }
            for mapping in instance.get("BlockDeviceMappings", [])
            if "VolumeId" in mapping.get("Ebs", {})
        ],
        "stateReason": _reason(instance),
    }


def _reason(instance: InstanceTypeDef) -> str | None:
    """EC2's reason for the last change of state, its code in front (the message may repeat it)."""
    reason = instance.get("StateReason", {})
    code, message = reason.get("Code", ""), reason.get("Message", "")
    told = message if message.startswith(code) else f"{code}: {message}"
    return told.strip(": ") or None


def own_tags(instance: InstanceTypeDef) -> dict[str, str]:
    """The instance's tags that are ours; other people's tags aren't our business and needn't be in a log."""
    return {
        tag["Key"]: tag.get("Value", "")
        for tag in sorted(instance.get("Tags", []), key=lambda tag: tag.get("Key", ""))
        if tag.get("Key", "").startswith(TAG_PREFIX)
    }


def now() -> datetime:
    """The time by this side's clock."""
    return datetime.now(UTC)


def _described(filters: list[FilterTypeDef]) -> Iterator[InstanceTypeDef]:
    for page in ec2().get_paginator("describe_instances").paginate(Filters=filters):
        for reservation in page["Reservations"]:
            yield from reservation["Instances"]
