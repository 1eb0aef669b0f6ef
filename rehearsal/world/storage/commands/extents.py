"""Get-PhysicalExtent: where the slabs of a space lie. Whether cache is among them is unsure [write-cache#footprint]."""

from __future__ import annotations

from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import reads
from rehearsal.world.storage.enumerations import ExtentKind
from rehearsal.world.windows.cim.cim import CimObject


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
            if kind is ExtentKind.CACHE and not storage.settings.footprint_counts_cache:
                continue
            if source.cim_class == "MSFT_PhysicalDisk" and device_id != source.key[2]:
                continue
            device = storage.devices[device_id]
            slabs = -(-size // storage.settings.slab_bytes)
            found.extend(session.show.extent(space, device, kind, index, column) for index in range(slabs))
    return found
