"""What state a node's storage is in, as the host script classifies it, and what that allows."""

from enum import StrEnum


class StorageClassification(StrEnum):
    """Same names as the host function gives [glossary#storage-classification]."""

    EMPTY = "EMPTY"
    CACHE_ON_NVME = "CACHE_ON_NVME"
    EVACUATED = "EVACUATED"
    MOVING = "MOVING"
    CACHE_LOST = "CACHE_LOST"
    EBS_MISSING = "EBS_MISSING"
    SPARE_MISSING = "SPARE_MISSING"
    DETACHED = "DETACHED"
    STARTING = "STARTING"
    CLUSTERED = "CLUSTERED"
    READ_ONLY = "READ_ONLY"
    AMBIGUOUS = "AMBIGUOUS"


EVACUATION_CAN_RUN = frozenset(
    {StorageClassification.CACHE_ON_NVME, StorageClassification.MOVING, StorageClassification.EVACUATED}
)
"""From here the cache can get to Swap, or is there already."""

SERVES_DATA = frozenset(
    {
        StorageClassification.EMPTY,
        StorageClassification.CACHE_ON_NVME,
        StorageClassification.EVACUATED,
        StorageClassification.SPARE_MISSING,
    }
)
"""A partner in one of these keeps its databases; EMPTY is a replica that never had a cache."""

NEEDS_A_PERSON = frozenset(
    {
        StorageClassification.EMPTY,
        StorageClassification.EBS_MISSING,
        StorageClassification.CLUSTERED,
        StorageClassification.READ_ONLY,
        StorageClassification.AMBIGUOUS,
    }
)
"""On return nothing of ours may touch these."""
