"""The EBS volumes of an instance: which there are, and taking some off it and back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from adapters.clients import ec2
from cachewarden.evidence.detached_pool import DetachedPool
from cachewarden.evidence.volume_role import AttachedVolume

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef, VolumeTypeDef

POLL_S = 3
SETTLES_WITHIN_S = 30
"""How long a call waits for volumes to come or go; the workflow calls again."""


class VolumeElsewhereError(Exception):
    """A volume can't be attached: it is gone, or somewhere else. The text names it; nothing was attached."""


def volumes_of(instance: InstanceTypeDef) -> list[AttachedVolume]:
    """Its attached volumes with their tags, in the order in which they were attached."""
    answer = ec2().describe_volumes(
        Filters=[{"Name": "attachment.instance-id", "Values": [instance["InstanceId"]]}],
    )
    found: list[tuple[str, AttachedVolume]] = []
    for volume in answer["Volumes"]:
        for attachment in volume["Attachments"]:
            device = attachment["Device"]
            tags = {tag["Key"]: tag["Value"] for tag in volume.get("Tags", [])}
            root = device == instance.get("RootDeviceName")
            attached = AttachedVolume(volume_id=volume["VolumeId"], device=device, root=root, tags=tags)
            found.append((f"{attachment['AttachTime'].isoformat()} {device}", attached))
    return [volume for _, volume in sorted(found, key=lambda each: each[0])]


def detach(pool: DetachedPool, instance_id: str) -> None:
    """Detaches what is still attached, never by force, and waits a while for it to be off."""
    for volume_id, state in _attachments(pool, instance_id).items():
        if state == "attached":
            ec2().detach_volume(VolumeId=volume_id, InstanceId=instance_id)
    _settled(lambda: not _attachments(pool, instance_id))


def attach(pool: DetachedPool, instance_id: str) -> bool:
    """Attaches what isn't, in the recorded order, under the recorded names. Returns whether all is attached now.

    Raises `VolumeElsewhereError` before the first call where one of them can't come back.
    """
    known = _described(pool)
    missing = []
    for volume in pool.volumes:
        described = known.get(volume.volume_id)
        if described is None:
            raise VolumeElsewhereError(f"EC2 knows no volume {volume.volume_id} any more")
        holders = [each["InstanceId"] for each in described["Attachments"]]
        if [each for each in holders if each != instance_id]:
            raise VolumeElsewhereError(f"the volume {volume.volume_id} is attached to {', '.join(holders)}")
        if not holders:
            missing.append(volume)
    for volume in missing:
        ec2().attach_volume(VolumeId=volume.volume_id, InstanceId=instance_id, Device=volume.device)
    return _settled(lambda: _all_attached(_attachments(pool, instance_id), pool))


def _all_attached(attachments: Mapping[str, str], pool: DetachedPool) -> bool:
    return all(attachments.get(volume.volume_id) == "attached" for volume in pool.volumes)


def _attachments(pool: DetachedPool, instance_id: str) -> dict[str, str]:
    """Volume id -> state of its attachment to this instance; without those that have none."""
    return {
        volume_id: attachment["State"]
        for volume_id, volume in _described(pool).items()
        for attachment in volume["Attachments"]
        if attachment["InstanceId"] == instance_id and attachment["State"] != "detached"
    }


def _described(pool: DetachedPool) -> dict[str, VolumeTypeDef]:
    ids = [volume.volume_id for volume in pool.volumes]
    # By filter, so that a volume that is gone is absent instead of an error.
    answer = ec2().describe_volumes(Filters=[{"Name": "volume-id", "Values": ids}])
    by_id = {volume["VolumeId"]: volume for volume in answer["Volumes"]}
    return {volume_id: by_id[volume_id] for volume_id in ids if volume_id in by_id}


def _settled(is_so: Callable[[], bool]) -> bool:
    for _ in range(SETTLES_WITHIN_S // POLL_S):
        if is_so():
            return True
        time.sleep(POLL_S)
    return is_so()
