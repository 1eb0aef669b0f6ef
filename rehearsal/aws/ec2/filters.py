"""Filters of EC2's Describe calls: what an instance, volume or snapshot says under a filter's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.iam.patterns import glob
from rehearsal.world.ec2.instances import Instance, Snapshot, Volume


def fits(wanted: Mapping[str, Any], facts: Iterable[str]) -> bool:
    patterns = [glob(value) for value in wanted["Values"]]
    return any(pattern.fullmatch(fact) for fact in facts for pattern in patterns)


def _tag_fact(tags: Mapping[str, str], name: str) -> list[str] | None:
    if name.startswith("tag:"):
        value = tags.get(name[4:])
        return [] if value is None else [value]
    return list(tags) if name == "tag-key" else None


def instance_fact(instance: Instance, name: str) -> list[str]:
    if (found := _tag_fact(instance.tags, name)) is not None:
        return found
    match name:
        case "instance-id":
            return [instance.id]
        case "instance-state-name":
            return [instance.state.api_name]
        case "instance-type":
            return [instance.type.name]
        case "availability-zone":
            return [instance.zone]
    raise UnsupportedError(f"ec2:DescribeInstances filter {name}")


def volume_fact(volume: Volume, name: str) -> list[str]:
    if (found := _tag_fact(volume.tags, name)) is not None:
        return found
    match name:
        case "attachment.instance-id":
            return [volume.instance_id] if volume.instance_id else []
        case "attachment.device":
            return [volume.device] if volume.device else []
        case "volume-id":
            return [volume.id]
        case "status":
            return ["in-use" if volume.instance_id else "available"]
    raise UnsupportedError(f"ec2:DescribeVolumes filter {name}")


def snapshot_fact(snapshot: Snapshot, name: str) -> list[str]:
    if (found := _tag_fact(snapshot.tags, name)) is not None:
        return found
    match name:
        case "volume-id":
            return [snapshot.volume_id]
        case "status":
            return [snapshot.state]
    raise UnsupportedError(f"ec2:DescribeSnapshots filter {name}")
