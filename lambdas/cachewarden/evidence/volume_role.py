"""What an EBS volume is for, as its owner says it with a tag of the volume: never by its size, name or device."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

ROLE_TAG = "cachewarden:role"


class VolumeRole(StrEnum):
    """Values of the tag."""

    DATA = "data"
    """A data volume of the pool."""
    SWAP = "swap"
    """The pool's Swap volume, which takes the cache while the instance is stopped."""
    OTHER = "other"
    """No part of the pool: logs on a drive of their own, backups, programs."""


POOL_ROLES = frozenset({VolumeRole.DATA, VolumeRole.SWAP})


class RolesUnclearError(Exception):
    """The tags don't say which volumes are the pool's; the text names the volumes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedVolume:
    """An EBS volume of an instance. `tags`: its own, not the instance's."""

    volume_id: str
    device: str
    root: bool
    tags: Mapping[str, str]


def roles_by_tag(volumes: Iterable[AttachedVolume]) -> dict[str, VolumeRole]:
    """Volume id -> role, for all but the root volume. Raises `RolesUnclearError`.

    Every volume has to have the tag: one that was forgotten may be the pool's.
    """
    found: dict[str, VolumeRole] = {}
    wrong: list[str] = []
    for volume in volumes:
        value = volume.tags.get(ROLE_TAG)
        named = f"{volume.volume_id} ({volume.device})"
        if volume.root:
            if value is not None and value != VolumeRole.OTHER:
                wrong.append(f"the root volume {named} has {ROLE_TAG}={value}")
        elif value is None:
            wrong.append(f"{named} has no tag {ROLE_TAG}")
        elif value not in set(VolumeRole):
            wrong.append(f"{named} has {ROLE_TAG}={value}, expected one of {', '.join(VolumeRole)}")
        else:
            found[volume.volume_id] = VolumeRole(value)
    count = Counter(found.values())
    if not wrong and not count[VolumeRole.DATA]:
        wrong.append(f"no volume has {ROLE_TAG}={VolumeRole.DATA}")
    if count[VolumeRole.SWAP] > 1:
        named = ", ".join(sorted(each for each, role in found.items() if role is VolumeRole.SWAP))
        wrong.append(f"{named} all have {ROLE_TAG}={VolumeRole.SWAP}, a pool has one Swap volume")
    if wrong:
        raise RolesUnclearError("; ".join(wrong))
    return found


def why_pool_not_told(volumes: Iterable[AttachedVolume], *, data_volumes: int, swap: str | None) -> str | None:
    """Why the tags don't tell the volumes of a pool that is there; None where they do.

    `data_volumes`: how many the pool has; `swap`: the Swap volume's id, None where it isn't in the pool now.
    """
    try:
        roles = roles_by_tag(volumes)
    except RolesUnclearError as unclear:
        return str(unclear)
    tagged = Counter(roles.values())[VolumeRole.DATA]
    if tagged != data_volumes:
        return f"the pool has {data_volumes} data volumes, {ROLE_TAG}={VolumeRole.DATA} have {tagged}"
    if swap is not None and roles.get(swap) is not VolumeRole.SWAP:
        return f"the pool's Swap volume {swap} doesn't have {ROLE_TAG}={VolumeRole.SWAP}"
    return None
