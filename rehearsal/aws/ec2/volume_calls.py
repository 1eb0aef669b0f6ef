"""Calls that make a volume, move it [ec2#moving-volumes] or modify it [ec2#modify-volume], and what EC2 refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.ec2.filters import fitting, volume_fact
from rehearsal.aws.ec2.shapes import modification_shape, volume_shape
from rehearsal.world.ec2.disks import Volume
from rehearsal.world.ec2.instances import Instance, InstanceState
from rehearsal.world.ec2.volume_modifications import ModificationRefusedError, VolumeModifications
from rehearsal.world.world import World


class VolumeCalls:
    """The calls over the world's volumes; all answer before the volume has come, gone or changed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._modifications = VolumeModifications(world)

    def create_volume(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """A gp3 volume, blank or from a snapshot of this account, which must be completed [ec2#create-volume]."""
        known = {
            "AvailabilityZone",
            "Size",
            "SnapshotId",
            "VolumeType",
            "Encrypted",
            "TagSpecifications",
            "ClientToken",
        }
        if unknown := parameters.keys() - known:
            raise UnsupportedError(f"ec2:CreateVolume with {', '.join(sorted(unknown))}")
        if parameters.get("VolumeType") != "gp3":
            raise UnsupportedError(f"ec2:CreateVolume of type {parameters.get('VolumeType')}")
        snapshot = self._world.snapshots.get(parameters["SnapshotId"]) if "SnapshotId" in parameters else None
        if snapshot is None and "SnapshotId" in parameters:
            raise ApiError("InvalidSnapshot.NotFound", f"The snapshot '{parameters['SnapshotId']}' does not exist.")
        if snapshot is not None and snapshot.state != "completed":
            raise ApiError("IncorrectState", f"Snapshot is in invalid state - {snapshot.state}")
        size = parameters.get("Size", None if snapshot is None else snapshot.size_gib)
        if size is None:
            raise ApiError("MissingParameter", "The request must contain the parameter size/snapshot")
        if snapshot is not None and size < snapshot.size_gib:
            text = f"The snapshot '{snapshot.id}' requires a volume size of at least {snapshot.size_gib} GiB"
            raise ApiError("InvalidParameterValue", text)
        tags = {tag["Key"]: tag["Value"] for spec in parameters.get("TagSpecifications", ()) for tag in spec["Tags"]}
        volume = Volume(
            id=self._world.hex_id("vol-"), size_gib=size, zone=parameters["AvailabilityZone"],
            created=self._world.clock.now(), tags=tags, snapshot_id=None if snapshot is None else snapshot.id,
            image=None if snapshot is None else snapshot.image,
        )  # fmt: skip
        self._world.volumes[volume.id] = volume
        self._world.trace.record("ec2", "volume-created", f"{volume.id} of {size} GiB from {volume.snapshot_id}")
        return volume_shape(volume)

    def attach_volume(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """To a running or a stopped instance of the volume's zone, under a name that is free there."""
        volume, instance = self._named(parameters)
        device = parameters["Device"]
        if volume.instance_id is not None:
            raise ApiError("VolumeInUse", f"{volume.id} is already attached to an instance")
        if volume.zone != instance.zone:
            text = f"The volume '{volume.id}' is not in the same availability zone as instance '{instance.id}'"
            raise ApiError("InvalidVolume.ZoneMismatch", text)
        if instance.state not in (InstanceState.RUNNING, InstanceState.STOPPED):
            text = f"Instance '{instance.id}' is not 'running'."
            raise ApiError("IncorrectState", text)
        if any(other.device == device for other in instance.volumes):
            text = f"Invalid value '{device}' for unixDevice. Attachment point {device} is already in use"
            raise ApiError("InvalidParameterValue", text)
        instance.attach(volume, device)
        return _attachment(volume)

    def detach_volume(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """From a stopped instance, which is all that ships; never by force."""
        volume, instance = self._named(parameters)
        if parameters.get("Force"):
            raise UnsupportedError("ec2:DetachVolume with Force")
        if volume.instance_id != instance.id or volume.attachment != "attached":
            raise ApiError("IncorrectState", f"Volume '{volume.id}' is in the 'available' state.")
        if instance.state is not InstanceState.STOPPED:
            raise UnsupportedError(f"ec2:DetachVolume from an instance that is {instance.state.api_name}")
        instance.detach(volume)
        return _attachment(volume)

    def modify_volume(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Throughput and IOPS, which is all that ships."""
        if unknown := parameters.keys() - {"VolumeId", "Throughput", "Iops"}:
            raise UnsupportedError(f"ec2:ModifyVolume with {', '.join(sorted(unknown))}")
        volume = self._volume(parameters["VolumeId"])
        try:
            modification = self._modifications.begin(
                volume, throughput=parameters.get("Throughput"), iops=parameters.get("Iops")
            )
        except ModificationRefusedError as refused:
            raise ApiError(refused.code, str(refused)) from refused
        return {"VolumeModification": modification_shape(volume, modification)}

    def describe_volumes_modifications(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The newest modification of each volume; none of a volume that was never modified."""
        if unknown := parameters.keys() - {"Filters"}:
            raise UnsupportedError(f"ec2:DescribeVolumesModifications with {', '.join(sorted(unknown))}")
        found = fitting(parameters.get("Filters", ()), self._world.volumes.values(), volume_fact)
        return {
            "VolumesModifications": [
                modification_shape(volume, volume.modification) for volume in found if volume.modification is not None
            ]
        }

    def _named(self, parameters: Mapping[str, Any]) -> tuple[Volume, Instance]:
        volume = self._volume(parameters["VolumeId"])
        instance = self._world.instances.get(parameters["InstanceId"])
        if instance is None:
            text = f"The instance ID '{parameters['InstanceId']}' does not exist"
            raise ApiError("InvalidInstanceID.NotFound", text)
        return volume, instance

    def _volume(self, volume_id: str) -> Volume:
        volume = self._world.volumes.get(volume_id)
        if volume is None:
            raise ApiError("InvalidVolume.NotFound", f"The volume '{volume_id}' does not exist.")
        return volume


def _attachment(volume: Volume) -> dict[str, Any]:
    return {
        "VolumeId": volume.id,
        "InstanceId": volume.instance_id,
        "Device": volume.device,
        "State": volume.attachment,
        "AttachTime": volume.attached_at,
    }
