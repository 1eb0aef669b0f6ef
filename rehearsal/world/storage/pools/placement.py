"""Which members may hold what, cache included [write-cache#journal-count]."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.world.storage.enumerations import ExtentKind, Media, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.storage.state.pool import GIB, Member, Pool

MAX_AUTO_COLUMNS = 8
AUTO_CACHE_BYTES = 1 * GIB

FreeBytes = Callable[[Member], int]


def round_up(size: int, slab: int) -> int:
    """To whole slabs."""
    return -(-size // slab) * slab


def data_members(pool: Pool) -> list[Member]:
    """Members that may receive data extents: Auto-Select, present."""
    return [m for m in pool.members.values() if m.usage is Usage.AUTO_SELECT and m.present and not m.leaving]


def cache_members(pool: Pool, settings: StorageSettings) -> list[Member]:
    """Members that may receive cache: those with Usage Journal; SSDs only where the pool has no Journal disk at all."""
    journals = [m for m in pool.members.values() if m.usage is Usage.JOURNAL]
    if not journals:
        return [m for m in data_members(pool) if m.shown_media is Media.SSD]
    fit = [m for m in journals if m.present and not m.leaving]
    if not settings.journal_qualifies_whatever_media:
        fit = [m for m in fit if m.shown_media is Media.SSD]
    return fit


def place_cache(pool: Pool, asked: int | None, free: FreeBytes, settings: StorageSettings) -> dict[str, int]:
    """Cache extents of a new Simple space: on one disk. `asked` None is Auto: 1 GB where it fits, else none."""
    wanted = AUTO_CACHE_BYTES if asked is None else asked
    if wanted == 0:
        return {}
    size = round_up(wanted, settings.slab_bytes)
    for member in sorted(cache_members(pool, settings), key=free, reverse=True):
        if free(member) >= size:
            return {member.device.unique_id: size}
    if asked is None:
        return {}
    raise StorageError(settings.write_cache_too_large_error, f"{asked} bytes of cache fit on no journal disk")


def place_data(
    members: list[Member], size: int | None, columns: int | None, free: FreeBytes, settings: StorageSettings
) -> dict[str, int]:
    """Data extents of a new Simple space; `size` None takes all that its rows of slabs find room for.

    Raises 48011 without an Auto-Select disk, 49006/48004 for more columns than disks, 40000 without room.
    """
    if not members:
        raise StorageError(48011)
    count = columns_on(members, columns)
    if count < 1:
        raise StorageError(49006)
    if count > len(members):
        raise StorageError(48004, f"{count} columns on {len(members)} disks")
    return place_rows(members, size, count, free, settings)


def columns_on(members: list[Member], columns: int | None) -> int:
    """As asked, else one for each disk, up to eight."""
    return min(len(members), MAX_AUTO_COLUMNS) if columns is None else columns


def place_rows(
    members: list[Member], size: int | None, columns: int, free: FreeBytes, settings: StorageSettings
) -> dict[str, int]:
    """Slabs of a Simple space in rows, each on as many disks as it has columns, those with most room: with more disks
    than columns all of them are used [storage-pools#columns-stay].

    `size` None: as many rows as there is room for. Raises 40000 where not even one, or not all of `size`, has room.
    """
    slab = settings.slab_bytes
    room = {member.device.unique_id: max(0, free(member) // slab) for member in members}
    placed: dict[str, int] = {}
    wanted = None if size is None else round_up(-(-size // columns), slab) // slab
    rows = 0
    while wanted is None or rows < wanted:
        row = sorted(room, key=lambda device_id: room[device_id], reverse=True)[:columns]
        if len(row) < columns or not room[row[-1]]:
            break
        # All at once where every disk is in every row.
        many = 1 if len(room) > columns else min(room[row[-1]], room[row[-1]] if wanted is None else wanted - rows)
        rows += many
        for device_id in row:
            room[device_id] -= many
            placed[device_id] = placed.get(device_id, 0) + many * slab
    if not placed or (wanted is not None and rows < wanted):
        raise StorageError(40000, f"{columns} columns find room for {rows} rows of slabs on {len(members)} disks")
    return {device_id: placed[device_id] for device_id in room if device_id in placed}


def target_for(
    pool: Pool, kind: ExtentKind, size: int, free: FreeBytes, taken: set[str], settings: StorageSettings
) -> Member:
    """Where a repair puts extents of a retired member. `taken`: disks of other columns, avoided where possible.

    Raises 40000 when no eligible member has room.
    """
    eligible = cache_members(pool, settings) if kind is ExtentKind.CACHE else data_members(pool)
    fit = [member for member in eligible if free(member) >= size]
    if not fit:
        raise StorageError(40000, f"no member has {size} bytes for {kind.name.lower()} extents")
    return min(fit, key=lambda member: (member.device.unique_id in taken, -free(member)))
