"""The EBS volumes of a new node's pool, by the tags that their owner gave them."""

from __future__ import annotations

from adapters.ec2 import instances_by_id
from adapters.pool_volumes import volumes_of
from cachewarden.evidence.volume_role import RolesUnclearError, VolumeRole, roles_by_tag

NOT_NAMED = "none"
SEPARATOR = ","


def volumes_by_tag(instance_id: str, *, named: tuple[str, str]) -> tuple[str, str]:
    """Data volumes, separated by commas, and the Swap volume. Raises `RolesUnclearError`.

    `named`: what whoever asks named as data and Swap volumes: volumes that are named and found contradict each other.
    """
    if named != (NOT_NAMED, NOT_NAMED):
        told = " and ".join(each for each in named if each != NOT_NAMED)
        raise RolesUnclearError(
            f"{told} are named as well: either the tags say which volumes are the pool's, or you do"
        )
    (instance,) = instances_by_id([instance_id])
    roles = roles_by_tag(volumes_of(instance))
    data = [each for each, role in roles.items() if role is VolumeRole.DATA]
    swap = [each for each, role in roles.items() if role is VolumeRole.SWAP]
    if not swap:
        raise RolesUnclearError(f"no volume has the role {VolumeRole.SWAP}")
    return SEPARATOR.join(data), swap[0]
