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
    """Data extents of a new Simple space, equal on each column; `size` None takes all that the smallest column allows.

    Raises 48011 without an Auto-Select disk, 49006/48004 for more columns than disks, 40000 without room.
    """
    if not members:
        raise StorageError(48011)
    count = min(len(members), MAX_AUTO_COLUMNS) if columns is None else columns
    if count < 1:
        raise StorageError(49006)
    if count > len(members):
        raise StorageError(48004, f"{count} columns on {len(members)} disks")
    chosen = sorted(members, key=free, reverse=True)[:count]
    slab = settings.slab_bytes
    room = min(free(member) for member in chosen) // slab * slab
    each = room if size is None else round_up(-(-size // count), slab)
    if each <= 0 or each > room:
        raise StorageError(40000, f"{each} bytes asked of each of {count} columns, {room} free")
    ids = {member.device.unique_id for member in chosen}
    return {m.device.unique_id: each for m in members if m.device.unique_id in ids}


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
