"""Fault points of Storage Spaces: every changing operation of the provider, the repair job, disks at power-on."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import NODE, Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

_PLACES: Final = {
    "pool": "friendly name of the pool",
    "virtual_disk": "friendly name of the virtual disk",
    "name": "friendly name that it is to get",
    "serial": "serial number of the disk",
    "number": "number of the disk",
    "letter": "drive letter",
}

OPERATIONS: Final = {
    "new-pool": ("New-StoragePool", ("name",)),
    "remove-pool": ("Remove-StoragePool", ("pool",)),
    "set-pool": ("Set-StoragePool", ("pool",)),
    "add-physical-disk": ("Add-PhysicalDisk", ("pool",)),
    "remove-physical-disk": ("Remove-PhysicalDisk", ("serial",)),
    "set-physical-disk": ("Set-PhysicalDisk", ("serial",)),
    "reset-physical-disk": ("Reset-PhysicalDisk", ("serial",)),
    "new-virtual-disk": ("New-VirtualDisk", ("name",)),
    "remove-virtual-disk": ("Remove-VirtualDisk", ("virtual_disk",)),
    "set-virtual-disk": ("Set-VirtualDisk", ("virtual_disk",)),
    "connect": ("Connect-VirtualDisk", ("virtual_disk",)),
    "disconnect": ("Disconnect-VirtualDisk", ("virtual_disk",)),
    "set-disk": ("Set-Disk", ("number",)),
    "initialize": ("Initialize-Disk", ("number",)),
    "clear": ("Clear-Disk", ("number",)),
    "new-partition": ("New-Partition", ("number", "letter")),
    "set-partition": ("Set-Partition", ("letter",)),
    "remove-partition": ("Remove-Partition", ("number",)),
    "format": ("Format-Volume", ("letter",)),
    "flush": ("Write-VolumeCache", ("letter",)),
}
"""Operation → its cmdlet, and what narrows the place."""

_REFUSED: Final = Effect(
    does="The provider refuses with StorageWMI `error` (4, Failed, when none is named); nothing has changed.",
    takes=("error",),
    numeric_error=True,
)


def _operation(name: str, cmdlet: str, fields: tuple[str, ...]) -> FaultPoint:
    return FaultPoint(
        name=f"storage.{name}",
        at=f"{cmdlet} is about to change something",
        where={"node": NODE, **{field: _PLACES[field] for field in fields}},
        effects={FaultKind.FAIL: _REFUSED},
    )


STORAGE_POINTS: Final = (
    FaultPoint(
        name="storage.repair",
        at="a repair job begins to move extents off Retired disks",
        where={
            "node": NODE,
            "virtual_disk": "friendly name of the virtual disk",
            "source": "serial number of the first disk that is left",
            "target": "serial number of the first disk that is filled",
        },
        effects={
            FaultKind.FAIL: Effect(
                does="The job ends in Exception when the share `after` is copied; what was moved stays moved; `error` "
                "is the StorageWMI number (4 when none is named).",
                takes=("after", "error"),
                numeric_error=True,
            ),
            FaultKind.HANG: Effect(
                does="From the share `after` on it makes no progress, for `seconds`, for ever when none are named.",
                takes=("after", "seconds"),
            ),
            FaultKind.LATE: Effect(does="It takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
            FaultKind.LOST: Effect(
                does="The job vanishes at the share `after` without a word; what was moved stays moved.",
                takes=("after",),
            ),
            FaultKind.KILL: Effect(
                does="At the share `after` the disk that is left dies, and the job with it; with `error=target` the "
                "disk that is filled; with `error=job` only the job.",
                takes=("after", "error"),
                errors=("source", "target", "job"),
            ),
        },
    ),
    FaultPoint(
        name="storage.attach",
        at="a disk other than the system's is to show up at power-on",
        where={"node": NODE, "serial": "serial number of the disk", "volume": "EBS volume id"},
        effects={
            FaultKind.LATE: Effect(
                does="It shows up `seconds` after power-on.", needs=("seconds",), takes=("seconds",)
            ),
            FaultKind.LOST: Effect(does="It doesn't show up in this boot."),
        },
    ),
    *(_operation(name, cmdlet, fields) for name, (cmdlet, fields) in OPERATIONS.items()),
)
