"""What EC2 says of an instance type that a node is to get; it travels as JSON with the evidence."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader

GB = 10**9
"""EC2 tells the size of an instance-store disk in GB."""
XEN = "xen"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceTypeFacts:
    """One type. `disks`: bytes of each NVMe instance-store disk. `xen`: EBS volumes aren't NVMe devices there.

    `interfaces_max` and `addresses_max`: network interfaces, and IPv4 addresses on each; None where EC2 doesn't say.
    """

    name: str
    architectures: tuple[str, ...]
    virtualizations: tuple[str, ...]
    xen: bool
    needs_ena: bool
    interfaces_max: int | None
    addresses_max: int | None
    disks: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """An active capacity reservation of the wanted type in the node's zone. `open`: taken without being named."""

    reservation_id: str
    open: bool
    available: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentInstance:
    """What of the instance the type must go with; `ena`: None where EC2 doesn't say.

    `reservation`: the capacity reservation that it must start in. `only_reserved`: it starts in a reservation or not
    at all.
    """

    architecture: str
    virtualization: str
    ena: bool | None
    interfaces: int
    addresses: int
    reservation: str | None
    only_reserved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedType:
    """`wanted` and `present`: None where EC2 knows no such type; `former`: the one that CacheWarden last stopped.

    `offered`: whether the node's zone has the wanted type.
    """

    name: str
    wanted: InstanceTypeFacts | None
    present: InstanceTypeFacts | None
    former: InstanceTypeFacts | None
    offered: bool
    instance: PresentInstance
    reservations: tuple[Reservation, ...]


def parse_wanted_type(source: JsonReader) -> WantedType:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    instance = source.child("instance")
    return WantedType(
        name=source.text("name"),
        wanted=_optional_facts(source, "wanted"),
        present=_optional_facts(source, "present"),
        former=_optional_facts(source, "former"),
        offered=source.flag("offered"),
        instance=PresentInstance(
            architecture=instance.text("architecture"),
            virtualization=instance.text("virtualization"),
            ena=instance.optional("ena", instance.flag),
            interfaces=instance.number("interfaces"),
            addresses=instance.number("addresses"),
            reservation=instance.optional("reservation", instance.text),
            only_reserved=instance.flag("onlyReserved"),
        ),
        reservations=tuple(
            Reservation(reservation_id=item.text("id"), open=item.flag("open"), available=item.number("available"))
            for item in source.children("reservations")
        ),
    )


def wanted_type_to_json(wanted: WantedType) -> dict[str, Json]:
    """What `parse_wanted_type` reads back unchanged."""
    instance = wanted.instance
    return {
        "name": wanted.name,
        "wanted": _facts_to_json(wanted.wanted),
        "present": _facts_to_json(wanted.present),
        "former": _facts_to_json(wanted.former),
        "offered": wanted.offered,
        "instance": {
            "architecture": instance.architecture,
            "virtualization": instance.virtualization,
            "ena": instance.ena,
            "interfaces": instance.interfaces,
            "addresses": instance.addresses,
            "reservation": instance.reservation,
            "onlyReserved": instance.only_reserved,
        },
        "reservations": [
            {"id": each.reservation_id, "open": each.open, "available": each.available} for each in wanted.reservations
        ],
    }


def _optional_facts(source: JsonReader, key: str) -> InstanceTypeFacts | None:
    return _facts(source.child(key)) if source.has(key) else None


def _facts(source: JsonReader) -> InstanceTypeFacts:
    return InstanceTypeFacts(
        name=source.text("name"),
        architectures=source.texts("architectures"),
        virtualizations=source.texts("virtualizations"),
        xen=source.flag("xen"),
        needs_ena=source.flag("needsEna"),
        interfaces_max=source.optional("interfacesMax", source.number),
        addresses_max=source.optional("addressesMax", source.number),
        disks=tuple(item.number("bytes") for item in source.children("disks")),
    )


def _facts_to_json(facts: InstanceTypeFacts | None) -> dict[str, Json] | None:
    if facts is None:
        return None
    return {
        "name": facts.name,
        "architectures": list(facts.architectures),
        "virtualizations": list(facts.virtualizations),
        "xen": facts.xen,
        "needsEna": facts.needs_ena,
        "interfacesMax": facts.interfaces_max,
        "addressesMax": facts.addresses_max,
        "disks": [{"bytes": size} for size in facts.disks],
    }
