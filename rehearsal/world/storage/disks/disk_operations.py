"""Set-, Initialize-, Clear-Disk; New-, Set-, Resize-, Remove-Partition; Format-Volume, Write-VolumeCache.

Fault points (FAIL, `error` a StorageWMI number): `storage.set-disk`, `storage.initialize`, `storage.clear`,
`storage.new-partition`, `storage.set-partition`, `storage.resize-partition`, `storage.format`, `storage.flush`.
"""

from __future__ import annotations

from dataclasses import asdict

from rehearsal.world.storage import facts
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import PartitionStyle
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.settings import FormatInUse
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.content import (
    ALIGNMENT_BYTES,
    BASIC_DATA,
    MICROSOFT_RESERVED,
    RESERVED_PARTITION_BYTES,
    DiskContent,
    Partition,
    Volume,
)
from rehearsal.world.storage.state.os_disk import OsDisk


def set_offline(storage: StorageSpaces, disk: OsDisk, offline: bool) -> None:
    """Offline takes the volumes away; online brings them back under their letters where those are free."""
    storage.check_fault("set-disk", number=disk.number)
    if disk.is_system and offline:
        raise StorageError(6)
    changed = disk.owner.offline != offline
    disk.owner.offline = offline
    if offline:
        letters.release(storage, disk.content)
    letters.assign(storage)
    if changed and not offline:
        disk.content.come_online(storage.world.clock.monotonic())
    if changed:
        storage.record("disk-online" if not offline else "disk-offline", f"disk {disk.number}", disk=disk.number)


def set_read_only(storage: StorageSpaces, disk: OsDisk, read_only: bool) -> None:
    """The disk's own write protection."""
    storage.check_fault("set-disk", number=disk.number)
    disk.owner.read_only = read_only
    storage.record("disk-set", f"disk {disk.number}: read-only {read_only}", disk=disk.number)


def initialize(storage: StorageSpaces, disk: OsDisk, style: PartitionStyle) -> None:
    """Only a RAW disk (41001 otherwise) that is online and writable."""
    storage.check_fault("initialize", number=disk.number)
    _check_writable(disk)
    if disk.content.is_initialized:
        raise StorageError(41001)
    content = disk.content
    content.style = style
    content.guid = f"{{{storage.new_id('disk')}}}"
    if style is PartitionStyle.GPT:
        content.partitions.append(
            Partition(
                number=1, offset=17408, size_bytes=RESERVED_PARTITION_BYTES, guid=f"{{{storage.new_id('partition')}}}",
                gpt_type=MICROSOFT_RESERVED, no_default_letter=True,
            )
        )  # fmt: skip
    storage.record("disk-initialized", f"disk {disk.number}", disk=disk.number)


def _check_writable(disk: OsDisk) -> None:
    if disk.owner.offline:
        raise StorageError(41004)
    if disk.owner.read_only:
        raise StorageError(41003)


def clear(storage: StorageSpaces, disk: OsDisk, *, remove_data: bool) -> None:
    """Wipes a disk. Data partitions only with -RemoveData (41008); the system disk never."""
    storage.check_fault("clear", number=disk.number)
    if disk.is_system:
        raise StorageError(40001)
    _check_writable(disk)
    if disk.content.data_partitions and not remove_data:
        raise StorageError(41008)
    held = _held(storage, disk)
    letters.release(storage, disk.content)
    disk.owner.content = DiskContent()
    serial = disk.device.serial if disk.device else None
    storage.record("disk-cleared", f"disk {disk.number} cleared", disk=disk.number, serial=serial, held=held)


def _held(storage: StorageSpaces, disk: OsDisk) -> dict[str, object]:
    if disk.space is not None:
        return asdict(facts.holdings(storage, disk.space))
    files = [path for volume in disk.content.volumes for path in volume.tree.file_names()]
    return {"files": tuple(files), "readable": True, "recoverable": True}


def new_partition(
    storage: StorageSpaces,
    disk: OsDisk,
    *,
    size: int | None,
    use_maximum: bool,
    letter: str | None = None,
    assign_letter: bool = False,
    offset: int | None = None,
    alignment: int | None = None,
    gpt_type: str = BASIC_DATA,
) -> Partition:
    """A partition behind the last one. 42002 when the letter is taken, 40000 without room, 41000 on a RAW disk."""
    storage.check_fault("new-partition", number=disk.number, letter=letter)
    if (size is None) is not use_maximum:
        raise StorageError(5)
    if not disk.content.is_initialized:
        raise StorageError(41000)
    _check_writable(disk)
    wanted = letter.upper() if letter else None
    if wanted is not None and letters.is_taken(storage, wanted):
        raise StorageError(42002, f"{wanted}: is in use")
    step = alignment or ALIGNMENT_BYTES
    if step % 512:
        raise StorageError(41006)
    begin = -(-(offset or disk.content.end_of_last()) // step) * step
    room = disk.size_bytes - begin - ALIGNMENT_BYTES
    length = room // step * step if size is None else size
    if length <= 0 or length > room:
        raise StorageError(40000, f"{room} bytes free")
    if assign_letter and wanted is None:
        wanted = next(c for c in "DEFGHIJKLMNOPQRSTUVWXYZ" if not letters.is_taken(storage, c))
    partition = Partition(
        number=len(disk.content.partitions) + 1, offset=begin, size_bytes=length,
        guid=f"{{{storage.new_id('partition')}}}", gpt_type=gpt_type, letter=wanted,
        volume=Volume(guid=storage.new_id("volume"), size_bytes=length),
    )  # fmt: skip
    disk.content.partitions.append(partition)
    letters.assign(storage)
    storage.record(
        "partition-created", f"disk {disk.number} partition {partition.number} {wanted or ''}".rstrip(),
        disk=disk.number, letter=wanted, size_bytes=length,
    )  # fmt: skip
    return partition


def set_letter(storage: StorageSpaces, partition: Partition, letter: str | None) -> None:
    """Moves or removes a letter; 42002 when the new one is taken."""
    storage.check_fault("set-partition", letter=letter)
    wanted = letter.upper() if letter else None
    if wanted is not None and wanted != partition.letter and letters.is_taken(storage, wanted):
        raise StorageError(42002)
    if partition.letter != wanted:
        letters.drop(storage, partition)
    partition.letter = wanted
    letters.assign(storage)
    storage.record("letter-set", f"partition {partition.number} is {wanted}:", letter=wanted)


def supported_sizes(storage: StorageSpaces, disk: OsDisk, partition: Partition) -> tuple[int, int]:
    """Smallest and largest size: what its files need, and with the room right behind it
    [storage-pools#partition-sizes].

    42009 for a file system that isn't known; 50003 for a space that can't be read.
    """
    if disk.space is not None and not storage.is_readable(disk.space):
        raise StorageError(50003)
    volume = partition.volume
    if volume is None or not volume.is_formatted:
        raise StorageError(42009)
    least = min(partition.size_bytes, -(-(volume.size_bytes - volume.free_bytes) // ALIGNMENT_BYTES) * ALIGNMENT_BYTES)
    behind = min(
        (other.offset for other in disk.content.partitions if other.offset > partition.offset),
        default=disk.size_bytes - ALIGNMENT_BYTES,
    )
    return least, (behind - partition.offset) // ALIGNMENT_BYTES * ALIGNMENT_BYTES


def resize_partition(storage: StorageSpaces, disk: OsDisk, partition: Partition, size: int) -> None:
    """The partition and its NTFS; 4097 for a size outside of `supported_sizes`, whose errors it has, too."""
    storage.check_fault("resize-partition", letter=partition.letter)
    _check_writable(disk)
    least, most = supported_sizes(storage, disk, partition)
    volume = partition.volume
    assert volume is not None
    if volume.file_system != "NTFS":
        raise StorageError(1)
    if not least <= size <= most:
        raise StorageError(4097, f"{least} to {most} bytes are supported")
    before, partition.size_bytes = partition.size_bytes, size
    volume.size_bytes = size
    storage.record(
        "partition-resized", f"{partition.letter or 'partition'}: {before} → {size} bytes", disk=disk.number,
        letter=partition.letter, size_bytes=size, before=before,
    )  # fmt: skip


def remove_partition(storage: StorageSpaces, disk: OsDisk, partition: Partition) -> None:
    """Deletes a partition and what is on it."""
    storage.check_fault("remove-partition", number=disk.number)
    _check_writable(disk)
    if partition.letter == "C":
        raise StorageError(40001)
    held = _held(storage, disk)
    letters.drop(storage, partition)
    disk.content.partitions.remove(partition)
    storage.record("partition-removed", f"disk {disk.number} partition {partition.number}", disk=disk.number, held=held)


def format_volume(
    storage: StorageSpaces,
    disk: OsDisk,
    partition: Partition,
    *,
    file_system: str,
    label: str,
    allocation_unit: int | None,
    force: bool,
) -> Volume:
    """Makes an empty file system where there was whatever there was; the trace says what.

    43000 for a volume that holds files without -Force, where a setting says so [storage-pools#format-in-use]; 40001 for
    the system drive.
    """
    storage.check_fault("format", letter=partition.letter)
    if disk.is_system:
        raise StorageError(40001)
    _check_writable(disk)
    if disk.space is not None and not storage.is_readable(disk.space):
        raise StorageError(50003)
    volume = partition.volume
    assert volume is not None, "a reserved partition has no volume to name"
    files = volume.tree.file_names()
    if files and not force and storage.settings.format_in_use is FormatInUse.REFUSED:
        raise StorageError(43000)
    held = _held(storage, disk)
    lone = DiskContent(partitions=[partition])
    if volume.is_formatted:
        letters.io_errors(storage, lone)
    partition.volume = Volume(
        guid=volume.guid, size_bytes=partition.size_bytes, file_system=file_system, label=label,
        allocation_unit_bytes=allocation_unit or 4096,
    )  # fmt: skip
    storage.record(
        "volume-formatted", f"{partition.letter or 'volume'}: formatted {file_system} {label}", letter=partition.letter,
        files=tuple(files), held=held, was_formatted=volume.is_formatted,
    )  # fmt: skip
    for listener in storage.on_volume_back:
        if partition.letter_in_force and partition.letter:
            listener(partition.letter)
    return partition.volume


def flush(storage: StorageSpaces, letter: str | None) -> None:
    """Write-VolumeCache: the file system's own cache; it doesn't empty the write-back cache of the space."""
    storage.check_fault("flush", letter=letter)
    if letter is not None and not letters.is_readable(storage, letter):
        raise StorageError(4)
