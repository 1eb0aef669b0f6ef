"""What EC2 says of an instance type that a node is to get: its hardware, whether the zone has it, reservations."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from adapters.clients import ec2
from adapters.ec2 import instances_by_id
from cachewarden.evidence.instance import Ec2Evidence
from cachewarden.evidence.wanted_type import (
    GB,
    XEN,
    InstanceTypeFacts,
    PresentInstance,
    Reservation,
    WantedType,
)

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef, InstanceTypeInfoTypeDef

REQUIRED = "required"
OPEN = "open"
ONLY_RESERVED = "capacity-reservations-only"


def wanted_type(name: str, instance_id: str, node: Ec2Evidence) -> WantedType:
    """The type of this name, for this node, with its present and its former type."""
    (instance,) = instances_by_id([instance_id])
    former = node.stopped_as
    described = _described({each for each in (name, node.instance_type, former) if each is not None})
    return WantedType(
        name=name,
        wanted=described.get(name),
        present=described.get(node.instance_type),
        former=described.get(former) if former is not None else None,
        offered=_is_offered(name, node.availability_zone),
        instance=_present(instance),
        reservations=_reservations(name, node.availability_zone),
    )


def _described(names: Collection[str]) -> dict[str, InstanceTypeFacts]:
    """By filter, so that an unknown type is simply absent."""
    found = ec2().describe_instance_types(Filters=[{"Name": "instance-type", "Values": sorted(names)}])
    return {each["InstanceType"]: _facts(each) for each in found["InstanceTypes"]}


def _facts(described: InstanceTypeInfoTypeDef) -> InstanceTypeFacts:
    network = described["NetworkInfo"]
    return InstanceTypeFacts(
        name=described["InstanceType"],
        architectures=tuple(described["ProcessorInfo"]["SupportedArchitectures"]),
        virtualizations=tuple(described["SupportedVirtualizationTypes"]),
        xen=described.get("Hypervisor") == XEN,
        needs_ena=network["EnaSupport"] == REQUIRED,
        interfaces_max=network.get("MaximumNetworkInterfaces"),
        addresses_max=network.get("Ipv4AddressesPerInterface"),
        disks=tuple(_disks(described)),
    )


def _disks(described: InstanceTypeInfoTypeDef) -> Iterator[int]:
    """Bytes of each instance-store disk."""
    if described["InstanceStorageSupported"]:
        for each in described["InstanceStorageInfo"]["Disks"]:
            yield from [each["SizeInGB"] * GB] * each["Count"]


def _is_offered(name: str, zone: str) -> bool:
    found = ec2().describe_instance_type_offerings(
        LocationType="availability-zone",
        Filters=[{"Name": "instance-type", "Values": [name]}, {"Name": "location", "Values": [zone]}],
    )
    return bool(found["InstanceTypeOfferings"])


def _reservations(name: str, zone: str) -> tuple[Reservation, ...]:
    pages = ec2().get_paginator("describe_capacity_reservations")
    filters = [("instance-type", name), ("availability-zone", zone), ("state", "active")]
    found = [
        each
        for page in pages.paginate(Filters=[{"Name": key, "Values": [value]} for key, value in filters])
        for each in page["CapacityReservations"]
    ]
    return tuple(
        Reservation(
            reservation_id=each["CapacityReservationId"],
            open=each["InstanceMatchCriteria"] == OPEN,
            available=each["AvailableInstanceCount"],
        )
        for each in found
    )


def _present(instance: InstanceTypeDef) -> PresentInstance:
    interfaces = instance["NetworkInterfaces"]
    reservation, only_reserved = None, False
    if "CapacityReservationSpecification" in instance:
        wish = instance["CapacityReservationSpecification"]
        only_reserved = wish.get("CapacityReservationPreference") == ONLY_RESERVED
        if "CapacityReservationTarget" in wish:
            reservation = wish["CapacityReservationTarget"].get("CapacityReservationId")
    return PresentInstance(
        architecture=instance["Architecture"],
        virtualization=instance["VirtualizationType"],
        ena=instance.get("EnaSupport"),
        interfaces=len(interfaces),
        addresses=max(len(each["PrivateIpAddresses"]) for each in interfaces),
        reservation=reservation,
        only_reserved=only_reserved,
    )
