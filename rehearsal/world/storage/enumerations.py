"""The numbers behind Storage Spaces' states, as the CIM classes have them [storage-pools#health-numbers]."""

from __future__ import annotations

from enum import IntEnum


class Health(IntEnum):
    HEALTHY = 0
    WARNING = 1
    UNHEALTHY = 2
    UNKNOWN = 5


class Usage(IntEnum):
    UNKNOWN = 0
    AUTO_SELECT = 1
    MANUAL_SELECT = 2
    HOT_SPARE = 3
    RETIRED = 4
    JOURNAL = 5


class Media(IntEnum):
    UNSPECIFIED = 0
    HDD = 3
    SSD = 4
    SCM = 5


class Bus(IntEnum):
    FILE_BACKED_VIRTUAL = 15
    SPACES = 16
    NVME = 17


class CannotPool(IntEnum):
    IN_A_POOL = 2
    NOT_HEALTHY = 3
    IN_USE_BY_CLUSTER = 5
    OFFLINE = 6
    INSUFFICIENT_CAPACITY = 7
    STARTING = 10


class Operational(IntEnum):
    """OperationalStatus of pools, physical and virtual disks; the 0xD000 range is Storage Spaces' own."""

    UNKNOWN = 0
    OK = 2
    DEGRADED = 3
    PREDICTIVE_FAILURE = 5
    STARTING = 8
    IN_SERVICE = 11
    LOST_COMMUNICATION = 13
    READ_ONLY = 0xD000
    POOL_INCOMPLETE = 0xD001
    DETACHED = 0xD002
    INCOMPLETE = 0xD003
    IO_ERROR = 0xD007
    UNRECOGNIZED_METADATA = 0xD008
    REMOVING_FROM_POOL = 0xD015
    NO_REDUNDANCY = 0xD024


class DiskStatus(IntEnum):
    """OperationalStatus of MSFT_Disk and, for OFFLINE, of volumes."""

    ONLINE = 0xD010
    NO_MEDIA = 0xD012
    OFFLINE = 0xD013
    FAILED = 0xD014


class ReadOnlyReason(IntEnum):
    NONE = 1
    BY_POLICY = 2
    MAJORITY_DISKS_UNHEALTHY = 3
    STARTING = 4


class DetachedReason(IntEnum):
    NONE = 1
    BY_POLICY = 2
    MAJORITY_DISKS_UNHEALTHY = 3
    INCOMPLETE = 4
    TIMEOUT = 5


class JobState(IntEnum):
    NEW = 2
    RUNNING = 4
    SUSPENDED = 5
    SHUTTING_DOWN = 6
    COMPLETED = 7
    TERMINATED = 8
    KILLED = 9
    EXCEPTION = 10


class PartitionStyle(IntEnum):
    RAW = 0
    MBR = 1
    GPT = 2


class ExtentKind(IntEnum):
    """What an extent holds: blocks of the volume itself, or the write-back cache in front of it."""

    DATA = 0
    CACHE = 1
