"""The cmdlets of the Storage module over the model; importing the package fills `STORAGE`."""

from rehearsal.world.storage.commands import (
    disks,
    jobs,
    partitions,
    physical_disks,
    pools,
    subsystems,
    virtual_disks,
    volumes,
)
from rehearsal.world.storage.commands.table import STORAGE

__all__ = [
    "STORAGE", "disks", "jobs", "partitions", "physical_disks", "pools", "subsystems",
    "virtual_disks",
    "volumes",
]  # fmt: skip
