"""EC2's API over the world's instances: refusals, all-or-nothing batches, descriptions.

Answered here and not by moto, because EC2 has one truth, the world, and because these are the calls that a story makes
most often; `test_ec2_agrees_with_moto.py` holds the shapes against moto's. Facts: docs/reference/ec2.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.ec2.filters import (
    fitting,
    instance_fact,
    offering_fact,
    reservation_fact,
    snapshot_fact,
    type_fact,
    volume_fact,
)
from rehearsal.aws.ec2.shapes import (
    event_shape,
    instance_shape,
    instance_type_shape,
    offering_shape,
    reservation_shape,
    snapshot_shape,
    state_shape,
    volume_shape,
)
from rehearsal.aws.ec2.volume_calls import VolumeCalls
from rehearsal.aws.iam.patterns import glob
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import ACCOUNT_ID, AwsEvent
from rehearsal.world.ec2.disks import Snapshot, Volume
from rehearsal.world.ec2.instance_types import INSTANCE_TYPES, InstanceType
from rehearsal.world.ec2.instances import Instance, InstanceState
from rehearsal.world.world import World


class Ec2Api:
    """The EC2 operations that this account answers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._volumes = VolumeCalls(world)

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {
            "DescribeInstances": self.describe_instances,
            "DescribeInstanceStatus": self.describe_instance_status,
            "DescribeInstanceAttribute": self.describe_instance_attribute,
            "ModifyInstanceAttribute": self.modify_instance_attribute,
            "ModifyInstanceEventStartTime": self.modify_instance_event_start_time,
            "StopInstances": self.stop_instances,
            "StartInstances": self.start_instances,
            "CreateTags": self.create_tags,
            "DeleteTags": self.delete_tags,
            "DescribeInstanceTypes": self.describe_instance_types,
            "DescribeInstanceTypeOfferings": self.describe_instance_type_offerings,
            "DescribeCapacityReservations": self.describe_capacity_reservations,
            "DescribeVolumes": self.describe_volumes,
            "CreateVolume": self._volumes.create_volume,
            "AttachVolume": self._volumes.attach_volume,
            "DetachVolume": self._volumes.detach_volume,
            "ModifyVolume": self._volumes.modify_volume,
            "DescribeVolumesModifications": self._volumes.describe_volumes_modifications,
            "CreateSnapshots": self.create_snapshots,
            "DeleteSnapshot": self.delete_snapshot,
            "DescribeSnapshots": self.describe_snapshots,
        }

    # -- reading ------------------------------------------------------------------------------------------------------

    def describe_instances(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One reservation for each instance; `InstanceIds` and filters as EC2 joins them."""
        found = self._selected(parameters.get("InstanceIds"))
        found = fitting(parameters.get("Filters", ()), found, instance_fact)
        return {
            "Reservations": [
                {
                    "ReservationId": "r-" + instance.id[2:],
                    "OwnerId": ACCOUNT_ID,
                    "Groups": [],
                    "Instances": [instance_shape(instance)],
                }
                for instance in found
            ]
        }

    def describe_instance_status(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Running instances only, unless `IncludeAllInstances`; scheduled events with them."""
        everything = parameters.get("IncludeAllInstances", False)
        if parameters.get("Filters"):
            raise UnsupportedError("ec2:DescribeInstanceStatus with Filters")
        statuses = []
        for instance in self._selected(parameters.get("InstanceIds")):
            running = instance.state is InstanceState.RUNNING
            if not running and not everything:
                continue
            status = {"Status": "ok" if running else "not-applicable"}
            checked = self._instance_check(instance) if running else status
            shape: dict[str, Any] = {
                "InstanceId": instance.id,
                "AvailabilityZone": instance.zone,
                "InstanceState": state_shape(instance.state),
                "InstanceStatus": dict(checked),
                "SystemStatus": dict(status),
            }
            if instance.scheduled_events:
                shape["Events"] = [event_shape(event) for event in instance.scheduled_events]
            statuses.append(shape)
        return {"InstanceStatuses": statuses}

    def _instance_check(self, instance: Instance) -> dict[str, Any]:
        """Whether EC2 reaches what runs on the instance; in the first minutes it can't say [ec2#status-checks]."""
        failing_since = instance.impaired_since
        if failing_since is None:
            return {"Status": "ok", "Details": [{"Name": "reachability", "Status": "passed"}]}
        launched_s = (self._world.clock.now() - instance.launch_time).total_seconds()
        if launched_s < self._world.settings.latency.status_check_s:
            return {"Status": "initializing", "Details": [{"Name": "reachability", "Status": "initializing"}]}
        failed = {"Name": "reachability", "Status": "failed", "ImpairedSince": failing_since.replace(microsecond=0)}
        return {"Status": "impaired", "Details": [failed]}

    def describe_instance_attribute(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """`disableApiStop`, `disableApiTermination` or `instanceInitiatedShutdownBehavior`."""
        instance = self._instance(parameters["InstanceId"])
        shape: dict[str, Any] = {"InstanceId": instance.id}
        match parameters["Attribute"]:
            case "disableApiStop":
                shape["DisableApiStop"] = {"Value": instance.stop_protected}
            case "disableApiTermination":
                shape["DisableApiTermination"] = {"Value": instance.termination_protected}
            case "instanceInitiatedShutdownBehavior":
                shape["InstanceInitiatedShutdownBehavior"] = {"Value": instance.shutdown_behavior}
            case attribute:
                raise UnsupportedError(f"ec2:DescribeInstanceAttribute {attribute}")
        return shape

    def describe_instance_types(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The types that instances here can have; by filter, so that an unknown one is simply absent."""
        if parameters.get("InstanceTypes"):
            raise UnsupportedError("ec2:DescribeInstanceTypes with InstanceTypes")
        found = fitting(parameters.get("Filters", ()), INSTANCE_TYPES.values(), type_fact)
        return {"InstanceTypes": [instance_type_shape(kind) for kind in found]}

    def describe_instance_type_offerings(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Which zone of the world's instances has which type."""
        if parameters.get("LocationType") != "availability-zone":
            raise UnsupportedError("ec2:DescribeInstanceTypeOfferings of other locations than zones")
        zones = sorted({instance.zone for instance in self._world.instances.values()})
        offered = [(kind, zone) for kind in INSTANCE_TYPES.values() if kind.offered for zone in zones]
        found = fitting(parameters.get("Filters", ()), offered, offering_fact)
        return {"InstanceTypeOfferings": [offering_shape(kind, zone) for kind, zone in found]}

    def describe_capacity_reservations(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The world's reservations, all of them active."""
        found = fitting(parameters.get("Filters", ()), self._world.reservations, reservation_fact)
        return {"CapacityReservations": [reservation_shape(each) for each in found]}

    def describe_volumes(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Volumes with their attachment; by id or filter."""
        volumes: Iterable[Volume] = self._world.volumes.values()
        if (wanted_ids := parameters.get("VolumeIds")) is not None:
            volumes = [self._volume(volume_id) for volume_id in wanted_ids]
        volumes = fitting(parameters.get("Filters", ()), volumes, volume_fact)
        return {"Volumes": [volume_shape(volume) for volume in volumes]}

    def describe_snapshots(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Snapshots of this account, by id or filter."""
        snapshots: Iterable[Snapshot] = self._world.snapshots.values()
        if (wanted_ids := parameters.get("SnapshotIds")) is not None:
            snapshots = [self._snapshot(snapshot_id) for snapshot_id in wanted_ids]
        snapshots = fitting(parameters.get("Filters", ()), snapshots, snapshot_fact)
        return {"Snapshots": [snapshot_shape(snapshot) for snapshot in snapshots]}

    # -- acting -------------------------------------------------------------------------------------------------------

    def modify_instance_attribute(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """`DisableApiStop`, `DisableApiTermination` or `InstanceType`; EC2 takes one attribute for each call."""
        instance = self._instance(parameters["InstanceId"])
        given = sorted(parameters.keys() - {"InstanceId", "DryRun"})
        if len(given) != 1:
            raise ApiError("InvalidParameterCombination", f"Fields for multiple attribute types specified: {given}")
        kind = self._wanted_type(instance, parameters["InstanceType"]["Value"]) if "InstanceType" in given else None
        self._stop_at_dry_run(parameters)
        match given[0]:
            case "InstanceType":
                assert kind is not None
                instance.become(kind)
            case "DisableApiStop":
                if instance.lifecycle == "spot" or instance.root_device_type != "ebs":
                    text = f"The instance {instance.id} doesn't support stop protection"
                    raise ApiError("UnsupportedOperation", text)
                instance.protect(parameters["DisableApiStop"]["Value"])
            case "DisableApiTermination":
                instance.termination_protected = parameters["DisableApiTermination"]["Value"]
            case attribute:
                raise UnsupportedError(f"ec2:ModifyInstanceAttribute {attribute}")
        return {}

    def modify_instance_event_start_time(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Moves a scheduled event within its limits [ec2#reschedule]; with which codes EC2 refuses isn't documented."""
        instance, until = self._instance(parameters["InstanceId"]), parameters["NotBefore"]
        wanted = [each for each in instance.scheduled_events if each.id == parameters["InstanceEventId"]]
        now = self._world.clock.now()
        for event in wanted:
            latest = event.not_before_deadline
            if latest is None or until > latest:
                raise ApiError("InvalidParameterValue", f"{event.id} can't start at {until}: its deadline is {latest}")
            if event.not_before - now <= timedelta(minutes=5) or until - now < timedelta(minutes=60):
                raise ApiError("InvalidParameterValue", f"{event.id} can't start at {until}: it is {now}")
            self._stop_at_dry_run(parameters)
            return {"Event": event_shape(instance.put_off(event, until))}
        raise ApiError("InvalidParameterValue", f"{instance.id} has no event {parameters['InstanceEventId']}")

    def stop_instances(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """All or nothing: every instance is validated before any is stopped [ec2#stop-all-or-nothing]."""
        if parameters.get("Hibernate") or parameters.get("SkipOsShutdown"):
            raise UnsupportedError("ec2:StopInstances with Hibernate or SkipOsShutdown")
        instances = [self._instance(instance_id) for instance_id in parameters["InstanceIds"]]
        for instance in instances:
            if instance.state in (InstanceState.PENDING, InstanceState.TERMINATED, InstanceState.SHUTTING_DOWN):
                raise _wrong_state(instance, "stopped")
        if not self._world.settings.ec2.dry_run_meets_protection:
            self._stop_at_dry_run(parameters)
        for instance in instances:
            if instance.protection_in_force:
                raise self._protected(instance)
        self._stop_at_dry_run(parameters)
        return {"StoppingInstances": [self._change(instance, self._stop) for instance in instances]}

    def start_instances(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """All or nothing. Fault point `ec2.capacity`: FAIL with `InsufficientInstanceCapacity` or another code."""
        instances = [self._instance(instance_id) for instance_id in parameters["InstanceIds"]]
        for instance in instances:
            if instance.state not in (InstanceState.STOPPED, InstanceState.PENDING, InstanceState.RUNNING):
                raise _wrong_state(instance, "started")
        self._stop_at_dry_run(parameters)
        for instance in instances:
            fault = self._world.fault("ec2.capacity", node=instance.name, instance=instance.id, type=instance.type.name)
            if not instance.type.offered:
                raise _not_to_be_had(instance, "Unsupported")
            if fault is not None and fault.kind is FaultKind.FAIL:
                raise _not_to_be_had(instance, fault.error or "InsufficientInstanceCapacity")
        return {"StartingInstances": [self._change(instance, self._start) for instance in instances]}

    def create_tags(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Adds or replaces tags; a changed instance is announced as `Tag Change on Resource`."""
        self._stop_at_dry_run(parameters)
        for resource_id in parameters["Resources"]:
            owner = self._tagged(resource_id)
            changed = [tag for tag in parameters["Tags"] if owner.tags.get(tag["Key"]) != tag.get("Value", "")]
            for tag in changed:
                owner.tags[tag["Key"]] = tag.get("Value", "")
            self._announce_tags(owner, [tag["Key"] for tag in changed])
        return {}

    def delete_tags(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Removes tags; a Value given must be the present one, as EC2 has it."""
        for resource_id in parameters["Resources"]:
            owner = self._tagged(resource_id)
            gone = []
            for tag in parameters.get("Tags") or [{"Key": key} for key in list(owner.tags)]:
                key = tag["Key"]
                if key in owner.tags and tag.get("Value", owner.tags[key]) == owner.tags[key]:
                    del owner.tags[key]
                    gone.append(key)
            self._announce_tags(owner, gone)
        return {}

    def create_snapshots(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """One crash-consistent snapshot of each attached volume (without the boot volume if asked)."""
        specification = parameters["InstanceSpecification"]
        instance = self._instance(specification["InstanceId"])
        excluded = set(specification.get("ExcludeDataVolumeIds", ()))
        tags = {
            tag["Key"]: tag["Value"] for spec in parameters.get("TagSpecifications", ()) for tag in spec.get("Tags", ())
        }
        made = []
        images = {} if instance.host is None else instance.host.images()
        for volume in instance.volumes:
            if volume.id in excluded or (specification.get("ExcludeBootVolume") and volume.device == "/dev/sda1"):
                continue
            snapshot = Snapshot(
                id=self._world.hex_id("snap-"),
                volume_id=volume.id,
                size_gib=volume.size_gib,
                started=self._world.clock.now(),
                description=parameters.get("Description", ""),
                tags=dict(tags),
                image=images.get(volume.serial),
            )
            self._world.snapshots[snapshot.id] = snapshot
            self._world.clock.call_later(
                self._world.latency(self._world.settings.latency.snapshot_s), partial(_complete, snapshot)
            )
            made.append(snapshot)
        names = ", ".join(snapshot.volume_id for snapshot in made)
        self._world.trace.record("ec2", "snapshots", f"snapshots of {names} begun", node=instance.name)
        self._world.checkpoint("ec2.snapshots", instance=instance, snapshots=made)
        return {
            "Snapshots": [
                {
                    "SnapshotId": each.id, "VolumeId": each.volume_id, "VolumeSize": each.size_gib, "State": each.state,
                    "StartTime": each.started, "OwnerId": ACCOUNT_ID, "Progress": "", "Encrypted": True,
                    "Description": each.description,
                    "Tags": [{"Key": key, "Value": value} for key, value in each.tags.items()],
                }
                for each in made
            ]
        }  # fmt: skip

    def delete_snapshot(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Gone at once; whether an AMI uses it is a fault's affair."""
        snapshot = self._snapshot(parameters["SnapshotId"])
        del self._world.snapshots[snapshot.id]
        self._world.trace.record("ec2", "snapshot-deleted", f"{snapshot.id} of {snapshot.volume_id}")
        return {}

    # -- parts --------------------------------------------------------------------------------------------------------

    def _selected(self, wanted_ids: Iterable[str] | None) -> list[Instance]:
        if wanted_ids is None:
            return [instance for instance in self._world.instances.values() if not instance.forgotten]
        return [self._instance(instance_id) for instance_id in wanted_ids]

    def _instance(self, instance_id: str) -> Instance:
        if not glob("i-????????*").fullmatch(instance_id):
            raise ApiError("InvalidInstanceID.Malformed", f'Invalid id: "{instance_id}"')
        instance = self._world.instances.get(instance_id)
        if instance is None or instance.forgotten:
            raise ApiError("InvalidInstanceID.NotFound", f"The instance ID '{instance_id}' does not exist")
        return instance

    def _volume(self, volume_id: str) -> Volume:
        if volume_id not in self._world.volumes:
            raise ApiError("InvalidVolume.NotFound", f"The volume '{volume_id}' does not exist.")
        return self._world.volumes[volume_id]

    def _snapshot(self, snapshot_id: str) -> Snapshot:
        if snapshot_id not in self._world.snapshots:
            raise ApiError("InvalidSnapshot.NotFound", f"The snapshot '{snapshot_id}' does not exist.")
        return self._world.snapshots[snapshot_id]

    def _tagged(self, resource_id: str) -> Instance | Volume | Snapshot:
        if resource_id.startswith("i-"):
            return self._instance(resource_id)
        return self._volume(resource_id) if resource_id.startswith("vol-") else self._snapshot(resource_id)

    def _protected(self, instance: Instance) -> ApiError:
        named = (
            f"The instance '{instance.id}'" if self._world.settings.ec2.refused_stop_names_instance else "The instance"
        )
        text = f"{named} may not be stopped. Modify its 'disableApiStop' instance attribute and try again."
        self._world.trace.record(
            "ec2", "stop-refused", "StopInstances refused: stop protection is on", node=instance.name
        )
        return ApiError("OperationNotPermitted", text)

    @staticmethod
    def _wanted_type(instance: Instance, name: str) -> InstanceType:
        """Refuses what EC2 refuses before a start: whether the zone has the type it says at the start
        [ec2#change-type]."""
        if instance.state is not InstanceState.STOPPED:
            raise ApiError("IncorrectInstanceState", f"The instance '{instance.id}' is not in the 'stopped' state.")
        kind = INSTANCE_TYPES.get(name)
        if kind is None or kind.architecture != instance.type.architecture:
            text = f"Modifying the instance type from {instance.type.name} to {name} is not allowed."
            raise ApiError("InvalidInstanceAttributeValue", text)
        return kind

    def _stop(self, instance: Instance) -> None:
        if instance.state is InstanceState.RUNNING:
            instance.stop()

    def _start(self, instance: Instance) -> None:
        if instance.state is InstanceState.STOPPED:
            instance.start()

    @staticmethod
    def _change(instance: Instance, act: Callable[[Instance], None]) -> dict[str, Any]:
        before = instance.state
        act(instance)
        return {
            "InstanceId": instance.id,
            "CurrentState": state_shape(instance.state),
            "PreviousState": state_shape(before),
        }

    @staticmethod
    def _stop_at_dry_run(parameters: Mapping[str, Any]) -> None:
        if parameters.get("DryRun"):
            raise ApiError("DryRunOperation", "Request would have succeeded, but DryRun flag is set.", status=412)

    def _announce_tags(self, owner: Instance | Volume | Snapshot, keys: list[str]) -> None:
        if not keys or not isinstance(owner, Instance):
            return
        self._world.checkpoint("ec2.tags", instance=owner, keys=keys)
        detail = {
            "changed-tag-keys": keys,
            "service": "ec2",
            "tag-policy-compliant": "true",
            "resource-type": "instance",
            "version-timestamp": str(int(self._world.clock.now().timestamp() * 1000)),
            "version": 1,
            "tags": dict(owner.tags),
        }
        event = AwsEvent(
            source="aws.tag", detail_type="Tag Change on Resource", detail=detail, resources=(owner.arn,),
            node=owner.name,
        )  # fmt: skip
        self._world.announce(event, self._world.settings.latency.state_event_delivery_s)


def _complete(snapshot: Snapshot) -> None:
    snapshot.state = "completed"


def _not_to_be_had(instance: Instance, code: str) -> ApiError:
    if code == "Unsupported":
        text = (
            f"Your requested instance type ({instance.type.name}) is not supported in your requested Availability Zone "
            f"({instance.zone})."
        )
        return ApiError(code, text)
    text = (
        f"We currently do not have sufficient {instance.type.name} capacity in the Availability Zone you requested "
        f"({instance.zone})."
    )
    return ApiError(code, text, status=500)


def _wrong_state(instance: Instance, what: str) -> ApiError:
    text = f"The instance '{instance.id}' is not in a state from which it can be {what}."
    return ApiError("IncorrectInstanceState", text)
