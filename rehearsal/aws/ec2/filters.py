"""Filters of EC2's Describe calls: what an instance, its type, a volume or snapshot says under a filter's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.world.ec2.disks import Snapshot, Volume
from rehearsal.world.ec2.instance_types import CapacityReservation, InstanceType
from rehearsal.world.ec2.instances import Instance

VALUES_MAX = 200
_PART = re.compile(r"\\(.)|(.)", re.DOTALL)


Thing = TypeVar("Thing")


def fitting(
    filters: Sequence[Mapping[str, Any]], things: Iterable[Thing], fact: Callable[[Thing, str], list[str]]
) -> list[Thing]:
    """Those that every filter lets pass; a filter lets pass what has any of its values.

    At most 200 values in one call, all filters together. Source: Amazon EC2 User Guide, "Filtering resources".
    """
    if sum(len(wanted["Values"]) for wanted in filters) > VALUES_MAX:
        message = f"The maximum number of filter values specified on a single call is {VALUES_MAX}"
        raise ApiError("FilterLimitExceeded", message)
    return [thing for thing in things if all(_fits(wanted, fact(thing, wanted["Name"])) for wanted in filters)]


@cache
def _pattern(value: str) -> re.Pattern[str]:
    """`*` any characters, `?` one character, either literal after a backslash; case counts. Source: the same page."""
    wild = {"*": ".*", "?": "."}
    parts = (
        re.escape(escaped) if escaped else wild.get(plain, re.escape(plain)) for escaped, plain in _PART.findall(value)
    )
    return re.compile("".join(parts), re.DOTALL)


def _fits(wanted: Mapping[str, Any], facts: Iterable[str]) -> bool:
    patterns = [_pattern(value) for value in wanted["Values"]]
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


def type_fact(kind: InstanceType, name: str) -> list[str]:
    if name == "instance-type":
        return [kind.name]
    raise UnsupportedError(f"ec2:DescribeInstanceTypes filter {name}")


def offering_fact(offering: tuple[InstanceType, str], name: str) -> list[str]:
    kind, zone = offering
    return [zone] if name == "location" else type_fact(kind, name)


def reservation_fact(reservation: CapacityReservation, name: str) -> list[str]:
    match name:
        case "instance-type":
            return [reservation.instance_type]
        case "availability-zone":
            return [reservation.zone]
        case "state":
            return ["active"]
    raise UnsupportedError(f"ec2:DescribeCapacityReservations filter {name}")


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
        case "snapshot-id":
            return [snapshot.id]
        case "volume-id":
            return [snapshot.volume_id]
        case "status":
            return [snapshot.state]
    raise UnsupportedError(f"ec2:DescribeSnapshots filter {name}")
