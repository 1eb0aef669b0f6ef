"""Get-, Set-, Add-, Remove-, Reset-PhysicalDisk, and Get-PhysicalExtent: where the slabs of a virtual disk lie.

Whether cache is among the extents is unsure [write-cache#footprint].
"""

from __future__ import annotations

from rehearsal.world.storage.commands.pools import HEALTH, MEDIA, all_pools
from rehearsal.world.storage.commands.session import Session, matches
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.enumerations import ExtentKind, Media, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import pool_operations
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.windows.cim.cim import CimObject

USAGE = {"Unknown": 0, "AutoSelect": 1, "ManualSelect": 2, "HotSpare": 3, "Retired": 4, "Journal": 5}


def all_disks(session: Session) -> list[CimObject]:
    """Disks that are here and lost members; on a cluster node maybe those of every node."""
    return [show.physical_disk(device) for storage, show in session.views() for device in storage.listed_devices()]


def _of_virtual_disk(session: Session, source: CimObject) -> list[CimObject]:
    storage, show = session.storage, session.show
    space = storage.virtual_disks.get(source.key[2])
    if space is None:
        return []
    counts = (ExtentKind.DATA, ExtentKind.CACHE) if storage.settings.footprint_counts_cache else (ExtentKind.DATA,)
    holding = {device_id for device_id, kind in space.extents if kind in counts}
    allocations, selected = session.flag("HasAllocations"), session.flag("SelectedForUse")
    pool = storage.pools[space.pool_id]
    found = []
    for device_id, member in pool.members.items():
        if allocations is not None and (device_id in holding) is not allocations:
            continue
        if selected is not None and (member.usage in (Usage.AUTO_SELECT, Usage.JOURNAL)) is not selected:
            continue
        if session.flag("NoRedundancy") and device_id not in holding:
            continue
        if allocations is None and selected is None and device_id not in holding:
            continue
        found.append(show.physical_disk(member.device))
    return found


def _related(session: Session, source: CimObject) -> list[CimObject]:
    storage, show = session.storage, session.show
    match source.cim_class:
        case "MSFT_StoragePool":
            if source.key[1] == "cluster-primordial":
                return []
            if source.key[1] == "primordial":
                return [show.physical_disk(device) for device in storage.devices.values() if device.present]
            pool = storage.pools.get(source.key[2])
            return [] if pool is None else [show.physical_disk(device) for device in storage.listed_members(pool)]
        case "MSFT_VirtualDisk":
            return _of_virtual_disk(session, source)
        case "MSFT_StorageSubSystem":
            if source.key[1] == "cluster-subsystem":
                return []
            return [show.physical_disk(device) for device in storage.listed_devices()]
        case "MSFT_StorageNode":
            return [show.physical_disk(device) for device in storage.listed_devices()]
        case _:
            return [item for item in all_disks(session) if item.key == source.key]


@reads(
    "Get-PhysicalDisk", "UniqueId", "ObjectId", "FriendlyName", "SerialNumber", "InputObject", "StorageSubsystem",
    "StorageNode", "PhysicallyConnected", "StoragePool", "VirtualDisk", "HasAllocations", "SelectedForUse",
    "NoRedundancy",
    "Usage", "CanPool", "HealthStatus", "Model", "Manufacturer", "Description",
)  # fmt: skip
def get_physical_disk(session: Session) -> list[CimObject]:
    source = session.source(
        StoragePool="MSFT_StoragePool", VirtualDisk="MSFT_VirtualDisk", StorageSubsystem="MSFT_StorageSubSystem",
        StorageNode="MSFT_StorageNode", InputObject="MSFT_PhysicalDisk",
    )  # fmt: skip
    if source is not None:
        found = _related(session, source)
    else:
        everything = all_disks(session)
        hits = session.search(
            "MSFT_PhysicalDisk", everything,
            (("UniqueId", "UniqueId"), ("ObjectId", "ObjectId"), ("FriendlyName", "FriendlyName")),
        )  # fmt: skip
        found = everything if hits is None else hits
        serial = session.text("SerialNumber")
        if serial is not None:
            found = [item for item in found if matches(serial, item.raw["SerialNumber"])]
            if not found:
                session.not_found("MSFT_PhysicalDisk", "SerialNumber", serial)
    return _filtered(session, found)


def _filtered(session: Session, found: list[CimObject]) -> list[CimObject]:
    can_pool = session.flag("CanPool")
    usage, health = session.choice("Usage", USAGE), session.choice("HealthStatus", HEALTH)
    if can_pool is not None:
        found = [item for item in found if item.raw["CanPool"] is can_pool]
    if usage is not None:
        found = [item for item in found if int(item.raw["Usage"]) == usage]
    if health is not None:
        found = [item for item in found if int(item.raw["HealthStatus"]) == health]
    for name in ("Model", "Manufacturer", "Description"):
        text = session.text(name)
        if text is not None:
            found = [item for item in found if matches(text, item.raw[name])]
    return found


def _targets(session: Session) -> list[CimObject]:
    found = session.objects("InputObject")
    if found:
        return found
    return session.search(
        "MSFT_PhysicalDisk", all_disks(session), (("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"))
    ) or []  # fmt: skip


@changes(
    "Set-PhysicalDisk",
    "InputObject",
    "UniqueId",
    "FriendlyName",
    "NewFriendlyName",
    "Description",
    "Usage",
    "MediaType",
)
def set_physical_disk(session: Session) -> None:
    usage, media = session.choice("Usage", USAGE), session.choice("MediaType", MEDIA)
    for target in _targets(session):
        if session.may(str(target.raw["FriendlyName"])):
            session.attempt(
                "MSFT_PhysicalDisk",
                lambda item: pool_operations.set_disk(
                    session.storage, session.device_of(item), usage=None if usage is None else Usage(usage),
                    media=None if media is None else Media(media), friendly_name=session.text("NewFriendlyName"),
                    description=session.text("Description"),
                ), target,
            )  # fmt: skip


def _pool(session: Session) -> Pool:
    source = session.source(StoragePool="MSFT_StoragePool")
    if source is not None:
        return session.pool_of(source)
    found = session.search(
        "MSFT_StoragePool", all_pools(session),
        (
            ("StoragePoolUniqueId", "UniqueId"), ("StoragePoolFriendlyName", "FriendlyName"),
            ("StoragePoolName", "Name"),
        ),
    )  # fmt: skip
    if not found:
        raise StorageError(5, "no such pool")
    if len(found) > 1:
        raise StorageError(5, "several pools have that name")
    return session.pool_of(found[0])


_POOL_PARAMETERS = ("StoragePool", "StoragePoolFriendlyName", "StoragePoolName", "StoragePoolUniqueId", "PhysicalDisks")


@changes("Add-PhysicalDisk", *_POOL_PARAMETERS, "Usage")
def add_physical_disk(session: Session) -> None:
    usage = session.choice("Usage", USAGE)

    def add() -> None:
        pool = _pool(session)
        devices = [session.device_of(item) for item in session.objects("PhysicalDisks")]
        if not devices:
            raise StorageError(51001)
        if session.may(pool.friendly_name):
            pool_operations.add_disks(
                session.storage, pool, devices, Usage.AUTO_SELECT if usage is None else Usage(usage)
            )

    session.attempt("MSFT_StoragePool", add)


@changes("Remove-PhysicalDisk", *_POOL_PARAMETERS)
def remove_physical_disk(session: Session) -> None:
    def remove() -> None:
        pool = _pool(session)
        devices = [session.device_of(item) for item in session.objects("PhysicalDisks")]
        if session.may(pool.friendly_name, dangerous=True):
            pool_operations.remove_disks(session.storage, pool, devices)

    session.attempt("MSFT_StoragePool", remove)


@changes("Reset-PhysicalDisk", "UniqueId", "FriendlyName", "InputObject")
def reset_physical_disk(session: Session) -> None:
    for target in _targets(session):
        if session.may(str(target.raw["FriendlyName"])):
            session.attempt(
                "MSFT_PhysicalDisk",
                lambda item: pool_operations.reset_disk(session.storage, session.device_of(item)),
                target,
            )


@reads("Get-PhysicalExtent", "VirtualDisk", "PhysicalDisk")
def get_physical_extent(session: Session) -> list[CimObject]:
    source = session.source(VirtualDisk="MSFT_VirtualDisk", PhysicalDisk="MSFT_PhysicalDisk")
    storage = session.storage
    found: list[CimObject] = []
    if source is None:
        return found
    for space in storage.visible_virtual_disks():
        if source.cim_class == "MSFT_VirtualDisk" and space.unique_id != source.key[2]:
            continue
        for column, ((device_id, kind), size) in enumerate(space.extents.items()):
            if kind is ExtentKind.CACHE and not storage.settings.extents_list_cache:
                continue
            if source.cim_class == "MSFT_PhysicalDisk" and device_id != source.key[2]:
                continue
            device = storage.devices[device_id]
            found.extend(session.show.extents(space, device, kind, size, column))
    return found
