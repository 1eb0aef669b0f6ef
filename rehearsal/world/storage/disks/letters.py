"""Who holds which drive letter. The mount manager remembers letters; the first volume to come gets its own."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.content import DiskContent, Partition, Volume
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.os_disk import OsDisk


def mounted(storage: StorageSpaces) -> Iterator[Partition]:
    """Partitions that hold a letter now, in the order in which they got it."""
    return (partition for _, partition in storage.letters.values())


def holder(storage: StorageSpaces, letter: str) -> tuple[OsDisk, Partition] | None:
    """Disk and partition behind a letter: whatever owns it at this time [windows#letters-move]."""
    found = storage.letters.get(letter.upper())
    if found is None:
        return None
    owner, partition = found
    number = owner.device_id if isinstance(owner, Device) else owner.disk_number
    return OsDisk(number=number or 0, owner=owner), partition


def is_taken(storage: StorageSpaces, letter: str) -> bool:
    """A volume, or something outside the model, has it."""
    wanted = letter.upper()
    return wanted in storage.letters or wanted in storage.foreign_letters or wanted in storage.empty_drive_letters


def volume_at(storage: StorageSpaces, letter: str) -> Volume | None:
    """The formatted volume behind a letter, None when there is none that can be used (gone, offline, raw)."""
    found = storage.letters.get(letter)
    volume = None if found is None else found[1].volume
    return None if volume is None or not volume.file_system else volume


def is_readable(storage: StorageSpaces, letter: str) -> bool:
    """Reading files behind the letter works now."""
    found = storage.letters.get(letter)
    if found is None or found[1].volume is None or not found[1].volume.file_system:
        return False
    return isinstance(found[0], Device) or storage.is_readable(found[0])


def is_torn(storage: StorageSpaces, letter: str) -> bool:
    """What the files behind the letter hold is of different moments."""
    found = storage.letters.get(letter)
    return found is not None and not isinstance(found[0], Device) and found[0].torn


def is_read_only(storage: StorageSpaces, letter: str) -> bool:
    """The disk behind the letter is online, and write-protected."""
    found = storage.letters.get(letter)
    return found is not None and found[0].read_only


def assign(storage: StorageSpaces) -> None:
    """Puts remembered letters into force on disks that are online, lower disk numbers first."""
    for disk in storage.os_disks():
        if disk.owner.offline:
            continue
        for partition in disk.content.partitions:
            letter = partition.letter
            if letter and not partition.letter_in_force and not is_taken(storage, letter):
                partition.letter_in_force = True
                storage.letters[letter] = disk.owner, partition
                if disk.space is not None:
                    disk.space.mounted_at = storage.world.clock.now()
                for listener in storage.on_volume_back:
                    listener(letter)


def drop(storage: StorageSpaces, partition: Partition) -> None:
    """Takes one letter out of force, and informs who has files open there."""
    if partition.letter_in_force and partition.letter:
        partition.letter_in_force = False
        del storage.letters[partition.letter]
        for listener in storage.on_volume_gone:
            listener(partition.letter)


def release(storage: StorageSpaces, content: DiskContent) -> None:
    """Takes the letters of a disk that went away out of force."""
    for partition in content.partitions:
        drop(storage, partition)


def forget(storage: StorageSpaces) -> None:
    """Windows is off: no letter is held, and no listener is called."""
    for partition in mounted(storage):
        partition.letter_in_force = False
    storage.letters.clear()


def io_errors(storage: StorageSpaces, content: DiskContent) -> None:
    """The volumes stay, but reading and writing fails: listeners are called as for a volume that is gone."""
    for partition in content.partitions:
        if partition.letter_in_force and partition.letter:
            for listener in storage.on_volume_gone:
                listener(partition.letter)
