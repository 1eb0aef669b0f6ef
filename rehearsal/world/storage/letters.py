"""Who holds which drive letter. The mount manager remembers letters; the first volume to come gets its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rehearsal.world.storage.content import DiskContent, Partition, Volume
from rehearsal.world.storage.os_disk import OsDisk

if TYPE_CHECKING:
    from rehearsal.world.storage.spaces import StorageSpaces


def mounted(storage: StorageSpaces) -> Iterator[tuple[OsDisk, Partition]]:
    """Partitions that hold a letter now, in the order of disk numbers."""
    for disk in storage.os_disks():
        for partition in disk.content.partitions:
            if partition.letter_in_force:
                yield disk, partition


def holder(storage: StorageSpaces, letter: str) -> tuple[OsDisk, Partition] | None:
    """Disk and partition behind a letter (R15: whatever owns it at this time)."""
    wanted = letter.upper()
    return next(((disk, part) for disk, part in mounted(storage) if part.letter == wanted), None)


def is_taken(storage: StorageSpaces, letter: str) -> bool:
    """A volume, or something that is no disk of ours, has it."""
    wanted = letter.upper()
    others = storage.foreign_letters | storage.empty_drive_letters
    return wanted in others or holder(storage, wanted) is not None


def volume_at(storage: StorageSpaces, letter: str) -> Volume | None:
    """The formatted volume behind a letter, None when there is none that can be used (gone, offline, raw)."""
    found = holder(storage, letter)
    if found is None or found[1].volume is None or not found[1].volume.is_formatted:
        return None
    return found[1].volume


def is_readable(storage: StorageSpaces, letter: str) -> bool:
    """Reading files behind the letter works now."""
    found = holder(storage, letter)
    if found is None or found[1].volume is None or not found[1].volume.is_formatted:
        return False
    space = found[0].space
    return space is None or storage.is_readable(space)


def assign(storage: StorageSpaces) -> None:
    """Puts remembered letters into force on disks that are online, lower disk numbers first."""
    taken = {partition.letter for _, partition in mounted(storage)}
    taken |= storage.foreign_letters | storage.empty_drive_letters
    for disk in storage.os_disks():
        if disk.owner.offline:
            continue
        for partition in disk.content.partitions:
            if partition.letter and not partition.letter_in_force and partition.letter not in taken:
                partition.letter_in_force = True
                taken.add(partition.letter)
                for listener in storage.on_volume_back:
                    listener(partition.letter)


def release(storage: StorageSpaces, content: DiskContent) -> None:
    """Takes the letters of a disk that went away out of force, and tells who has files open there."""
    for partition in content.partitions:
        if partition.letter_in_force and partition.letter:
            partition.letter_in_force = False
            for listener in storage.on_volume_gone:
                listener(partition.letter)


def io_errors(storage: StorageSpaces, content: DiskContent) -> None:
    """The volumes stay, but reading and writing fails: the same news for who has files open there."""
    for partition in content.partitions:
        if partition.letter_in_force and partition.letter:
            for listener in storage.on_volume_gone:
                listener(partition.letter)
