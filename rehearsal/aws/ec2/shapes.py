"""Instances, their types, volumes and snapshots as EC2's Describe calls show them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rehearsal.world.context import ACCOUNT_ID
from rehearsal.world.ec2.disks import AWS_EBS_KEY, Snapshot, Volume, VolumeModification
from rehearsal.world.ec2.instance_types import GB, CapacityReservation, InstanceType
from rehearsal.world.ec2.instances import Instance, InstanceState, ScheduledEvent

AMI = "ami-0c0ffee0c0ffee000"


def event_shape(event: ScheduledEvent) -> dict[str, Any]:
    """An InstanceStatusEvent."""
    return {
        "InstanceEventId": event.id,
        "Code": event.code,
        "Description": event.description,
        "NotBefore": event.not_before,
        **({"NotAfter": event.not_after} if event.not_after else {}),
        **({"NotBeforeDeadline": event.not_before_deadline} if event.not_before_deadline else {}),
    }


def instance_shape(instance: Instance) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "InstanceId": instance.id,
        "ImageId": AMI,
        "InstanceType": instance.type.name,
        "State": state_shape(instance.state),
        "StateTransitionReason": instance.transition_reason,
        "LaunchTime": instance.launch_time.replace(microsecond=0),
        "Placement": {"AvailabilityZone": instance.zone, "Tenancy": "default", "GroupName": ""},
        "Platform": "windows",
        "PlatformDetails": "Windows",
        "Architecture": "x86_64",
        "RootDeviceName": "/dev/sda1",
        "RootDeviceType": instance.root_device_type,
        "PrivateIpAddress": instance.private_ip,
        "EbsOptimized": True,
        "EnaSupport": True,
        "VirtualizationType": "hvm",
        "NetworkInterfaces": [
            {
                "NetworkInterfaceId": "eni-" + instance.id[2:],
                "Status": "in-use",
                "PrivateIpAddress": instance.private_ip,
                "PrivateIpAddresses": [
                    {"Primary": number == 0, "PrivateIpAddress": address}
                    for number, address in enumerate((instance.private_ip, *instance.further_addresses))
                ],
            }
        ],
        "BlockDeviceMappings": [
            {
                "DeviceName": volume.device,
                "Ebs": {
                    "VolumeId": volume.id,
                    "Status": volume.attachment,
                    "AttachTime": volume.attached_at,
                    "DeleteOnTermination": volume.delete_on_termination,
                },
            }
            for volume in instance.volumes
        ],
        "Tags": [{"Key": key, "Value": value} for key, value in instance.tags.items()],
    }
    if instance.lifecycle is not None:
        shape["InstanceLifecycle"] = instance.lifecycle
    if instance.reservation is not None:
        target = {"CapacityReservationTarget": {"CapacityReservationId": instance.reservation}}
        shape["CapacityReservationSpecification"] = target
    if instance.licences:
        shape["Licenses"] = [{"LicenseConfigurationArn": arn} for arn in instance.licences]
    if instance.state_reason is not None:
        shape["StateReason"] = {"Code": instance.state_reason[0], "Message": instance.state_reason[1]}
    return shape


def state_shape(state: InstanceState) -> dict[str, Any]:
    return {"Code": state.value, "Name": state.api_name}


def instance_type_shape(kind: InstanceType) -> dict[str, Any]:
    baseline, maximum = kind.ebs_mbps
    limits = {
        "BaselineBandwidthInMbps": baseline, "BaselineThroughputInMBps": baseline / 8,
        "MaximumBandwidthInMbps": maximum, "MaximumThroughputInMBps": maximum / 8,
    }  # fmt: skip
    shape: dict[str, Any] = {
        "InstanceType": kind.name,
        "Hypervisor": kind.hypervisor,
        "SupportedVirtualizationTypes": ["hvm"],
        "InstanceStorageSupported": bool(kind.instance_store_bytes),
        "ProcessorInfo": {"SupportedArchitectures": [kind.architecture]},
        "VCpuInfo": {"DefaultVCpus": kind.vcpus},
        "NetworkInfo": {
            "EnaSupport": "supported" if kind.hypervisor == "xen" else "required",
            "MaximumNetworkInterfaces": kind.interfaces,
            "Ipv4AddressesPerInterface": kind.addresses,
        },
        "EbsInfo": {"EbsOptimizedSupport": "default", "EbsOptimizedInfo": limits},
    }
    if kind.instance_store_bytes:
        sizes = Counter(size // GB for size in kind.instance_store_bytes)
        shape["InstanceStorageInfo"] = {
            "TotalSizeInGB": sum(kind.instance_store_bytes) // GB,
            "Disks": [{"SizeInGB": size, "Count": count, "Type": "ssd"} for size, count in sizes.items()],
            "NvmeSupport": "required",
        }
    return shape


def offering_shape(kind: InstanceType, zone: str) -> dict[str, Any]:
    return {"InstanceType": kind.name, "LocationType": "availability-zone", "Location": zone}


def reservation_shape(reservation: CapacityReservation) -> dict[str, Any]:
    return {
        "CapacityReservationId": reservation.id,
        "OwnerId": ACCOUNT_ID,
        "InstanceType": reservation.instance_type,
        "InstancePlatform": "Windows",
        "AvailabilityZone": reservation.zone,
        "Tenancy": "default",
        "TotalInstanceCount": reservation.available,
        "AvailableInstanceCount": reservation.available,
        "State": "active",
        "InstanceMatchCriteria": "open" if reservation.open else "targeted",
    }


def volume_shape(volume: Volume) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "VolumeId": volume.id,
        "Size": volume.size_gib,
        "AvailabilityZone": volume.zone,
        "State": "in-use" if volume.instance_id else "available",
        "VolumeType": volume.kind,
        "Iops": volume.iops,
        "Encrypted": volume.encrypted,
        "CreateTime": volume.created,
        "Attachments": [],
        "Tags": [{"Key": key, "Value": value} for key, value in volume.tags.items()],
    }
    if volume.encrypted:
        shape["KmsKeyId"] = (volume.key or AWS_EBS_KEY).arn
    if volume.snapshot_id is not None:
        shape["SnapshotId"] = volume.snapshot_id
    if volume.kind == "gp3":
        shape["Throughput"] = volume.throughput
    if volume.instance_id is not None:
        shape["Attachments"].append(
            {
                "VolumeId": volume.id, "InstanceId": volume.instance_id, "Device": volume.device,
                "State": volume.attachment, "AttachTime": volume.attached_at,
                "DeleteOnTermination": volume.delete_on_termination,
            }
        )  # fmt: skip
    return shape


def modification_shape(volume: Volume, modification: VolumeModification) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "VolumeId": volume.id, "ModificationState": modification.state,
        "OriginalSize": volume.size_gib, "TargetSize": volume.size_gib,
        "OriginalVolumeType": volume.kind, "TargetVolumeType": volume.kind,
        "OriginalThroughput": modification.original[0], "TargetThroughput": modification.target[0],
        "OriginalIops": modification.original[1], "TargetIops": modification.target[1],
        "Progress": 100 if modification.state == "completed" else 0, "StartTime": modification.started,
    }  # fmt: skip
    if modification.ended is not None:
        shape["EndTime"] = modification.ended
    return shape


def snapshot_shape(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "SnapshotId": snapshot.id, "VolumeId": snapshot.volume_id, "VolumeSize": snapshot.size_gib,
        "State": snapshot.state, "StartTime": snapshot.started, "OwnerId": ACCOUNT_ID, "Encrypted": True,
        "Progress": "100%" if snapshot.state == "completed" else "0%", "Description": snapshot.description,
        "Tags": [{"Key": key, "Value": value} for key, value in snapshot.tags.items()],
    }  # fmt: skip
