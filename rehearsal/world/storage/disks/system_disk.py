"""The root volume: what EC2's Windows image has on it."""

from __future__ import annotations

from rehearsal.world.storage.enumerations import PartitionStyle
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.content import ALIGNMENT_BYTES, EFI_SYSTEM, DiskContent, Partition, Volume

EFI_BYTES = 100 << 20


def system_content(storage: StorageSpaces, size_bytes: int) -> DiskContent:
    """An EFI partition and C:."""
    begin = ALIGNMENT_BYTES + EFI_BYTES
    length = (size_bytes - begin - ALIGNMENT_BYTES) // ALIGNMENT_BYTES * ALIGNMENT_BYTES
    efi = Partition(
        number=1, offset=ALIGNMENT_BYTES, size_bytes=EFI_BYTES, guid=f"{{{storage.new_id('partition')}}}",
        gpt_type=EFI_SYSTEM, no_default_letter=True,
        volume=Volume(guid=storage.new_id("volume"), size_bytes=EFI_BYTES, file_system="FAT32"),
    )  # fmt: skip
    system = Partition(
        number=2, offset=begin, size_bytes=length, guid=f"{{{storage.new_id('partition')}}}", letter="C",
        volume=Volume(
            guid=storage.new_id("volume"), size_bytes=length, file_system="NTFS", allocation_unit_bytes=4096
        ),
    )  # fmt: skip
    return DiskContent(PartitionStyle.GPT, f"{{{storage.new_id('disk')}}}", [efi, system])
