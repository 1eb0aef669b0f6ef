"""Failures of the storage provider under the numbers that `StorageWMI <n>` carries [storage-pools#error-numbers]."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[int, str]] = {
    1: "Not Supported",
    2: "An unspecified error has occurred.",
    4: "Failed",
    5: "Invalid Parameter",
    6: "The object is in use.",
    4097: "Size Not Supported",
    40000: "Not enough available capacity",
    40001: "Access denied",
    40002: "There are not enough resources to complete the operation.",
    40003: "The cache is out of date.",
    40005: "Either Size or UseMaximumSize must be specified, but not both.",
    41000: "The disk has not been initialized.",
    41001: "The disk has already been initialized.",
    41003: "The disk is read only.",
    41004: "The disk is offline.",
    41005: "The disk's partition limit has been reached.",
    41006: "The specified partition alignment is not valid. It must be a multiple of the disk's sector size.",
    41008: "Cannot clear with OEM or data partitions present. Set the corresponding flag to true to clear these.",
    42002: "The requested access path is already in use.",
    42009: "The access path is not valid.",
    43000: "The specified volume is in use.",
    46008: "Failover clustering could not be enabled for this storage object.",
    47001: "The provisioning type specified is not supported.",
    48000: "This operation is not supported on primordial storage pools.",
    48001: "The storage pool is reserved for special use only.",
    48002: "The specified resiliency setting is not supported by this storage pool.",
    48004: "There are not enough physical disks in the storage pool to create the virtual disk as specified.",
    48006: "The storage pool could not complete the operation because of its health or operational status.",
    48007: "The storage pool could not complete the operation because its configuration is read-only.",
    48008: "The storage pool could not complete the operation because it contains virtual disks.",
    48010: "Both size and tier information have been specified.",
    48011: "No auto-allocation drives found in storage pool.",
    49000: "No resiliency setting with that name exists.",
    49002: "The value for PhysicalDiskRedundancy is outside of the supported range of values.",
    49003: "The value for NumberOfDataCopies is outside of the supported range of values.",
    49005: "The value for Interleave is outside of the supported range of values.",
    49006: "The value for NumberOfColumns is outside of the supported range of values.",
    50001: "There is not enough redundancy remaining to repair the virtual disk.",
    50002: "Another computer controls the configuration of this virtual disk.",
    50003: "The virtual disk could not complete the operation because of its health or operational status.",
    50004: "The virtual disk could not complete the operation because of its Manual Attach status.",
    50005: "The value for WriteCacheSize is outside of the supported range of values.",
    51000: "One of the physical disks specified is not supported by this operation.",
    51001: "Not enough physical disks were specified to successfully complete the operation.",
    51004: "One or more physical disks could not be removed because they are still in use.",
}


class StorageError(Exception):
    """A storage method that returned `number`; nothing was changed unless the operation says otherwise."""

    def __init__(self, number: int, detail: str | None = None) -> None:
        self.number = number
        self.text = TEXTS[number]
        self.detail = detail
        super().__init__(f"StorageWMI {number}: {self.text}" + (f" ({detail})" if detail else ""))
