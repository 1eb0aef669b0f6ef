"""What a host reports about its pool, virtual disk, volumes; read here, and written here for the next step."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cachewarden.evidence.volume_ids import with_volume_ids
from cachewarden.json_reader import Json, JsonReader


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
"""On return CacheWarden moves and destroys nothing in one of these; SQL Server may run there (`data_usable`)."""

NEVER_BROUGHT_ONLINE = frozenset(
    {
        StorageClassification.EMPTY,
        StorageClassification.CACHE_LOST,
        StorageClassification.EBS_MISSING,
        StorageClassification.STARTING,
        StorageClassification.CLUSTERED,
    }
)
"""A data volume that is offline in one of these waits for its disks, or for a person."""


DATA_VOLUMES_MIN = 2
"""One data volume, an emptied Swap volume and the cache disk have two copies of the pool's database, one of them on the
cache disk [storage-pools#quorum]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvacuationProof:
    """Whether no instance-store disk is a pool member any more and the volume is whole; holds for one boot.

    `dead_cache`: serial number of the disk that is gone with the cache, on the host that it belonged to. `unreadable`:
    it didn't come back with a restart of Windows either, so that a stop loses nothing more.
    """

    evacuated: bool
    why: str
    dead_cache: str | None
    unreadable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageJob:
    """A storage job that isn't over, as Windows reports it at this moment."""

    bytes_done: int | None
    bytes_total: int | None
    percent: int | None

    @property
    def share(self) -> float | None:
        """Part done, 0 to 1; None where Windows says neither bytes (a total of 0 is none) nor percent."""
        if self.bytes_done is not None and self.bytes_total:
            return self.bytes_done / self.bytes_total
        return self.percent / 100 if self.percent is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceStoreDisk:
    """An instance-store disk that answers, whatever is on it."""

    serial: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveObstacle:
    """Why the host would refuse an evacuation, by its own rule (Confirm-CwEvacuable)."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageEvidence:
    """One node's storage; sizes in bytes, serials as the disks report them."""

    classification: StorageClassification
    reasons: tuple[str, ...]
    write_cache_bytes: int | None
    instance_store: tuple[InstanceStoreDisk, ...]
    free_instance_store: tuple[str, ...]
    uncached: bool
    """No pool is there, and CacheWarden never built or adopted one: nothing has to move before a stop."""
    rebuilding: bool
    """A rebuild has begun and isn't finished: the lost pool is going or gone, its disks are in the new one or blank."""
    data_volumes: int
    """Of the pool: two at least outlive the loss of the cache disk with a majority [storage-pools#quorum]."""
    swap: str | None
    """Serial number of the Swap volume, where it is there."""
    missing: tuple[str, ...]
    warnings: tuple[str, ...]
    """What EBS members of the pool warn of; the data volume may well be usable."""
    data_letter: str | None
    data_readable: bool
    data_usable: bool
    """SQL Server can run on it: our virtual disk, attached, healthy, writable, under its letter."""
    data_offline: bool
    """It is there, and only detached, offline or read-only: InitializeStorage brings it up."""
    tempdb_letter: str | None
    tempdb_expected: bool
    tempdb_present: bool
    jobs: tuple[StorageJob, ...]
    not_evacuated: tuple[str, ...]
    """On instance store besides the cache, and destroyed by a stop: other pools that have EBS volumes, too, and volumes
    that no letter alone leads to (in a folder, on a dynamic disk), where nobody looks for files."""
    move_obstacle: MoveObstacle | None
    """Of a storage that is CACHE_ON_NVME or MOVING; what SQL Server does and has is no part of it."""
    proof: EvacuationProof

    @property
    def can_be_brought_online(self) -> bool:
        """Whether InitializeStorage may attach the data volume, or bring it online."""
        if self.classification is StorageClassification.DETACHED:
            return True
        return self.data_offline and self.classification not in NEVER_BROUGHT_ONLINE

    @property
    def in_use(self) -> int:
        """Instance-store disks that something uses."""
        return len(self.instance_store) - len(self.free_instance_store)

    @property
    def cache_disk_bytes(self) -> int | None:
        """How large a disk must be to take the cache, as the host demands it; None where its size isn't told."""
        size = self.write_cache_bytes
        return None if size is None else size + max(1 << 30, size // 50)

    @property
    def has_disk_for_cache(self) -> bool:
        """Whether a free NVMe disk is large enough for the cache, as far as its size is told."""
        if self.cache_disk_bytes is None:
            return bool(self.free_instance_store)
        fitting = {disk.serial for disk in self.instance_store if disk.size_bytes >= self.cache_disk_bytes}
        return not fitting.isdisjoint(self.free_instance_store)

    @property
    def tempdb_missing(self) -> bool:
        """Whether the tempdb volume should be there and isn't."""
        return self.tempdb_expected and not self.tempdb_present


def parse_storage(source: JsonReader) -> StorageEvidence:
    """Storage section of a host's evidence; raises `UnexpectedJsonError`."""
    disk = source.child("virtualDisk") if source.has("virtualDisk") else None
    volume = source.child("dataVolume")
    tempdb = source.child("tempdbVolume")
    proof = source.child("proof")
    return StorageEvidence(
        classification=source.one_of("classification", StorageClassification),
        reasons=_told(source, "reasons"),
        write_cache_bytes=disk.optional("writeCacheBytes", disk.number) if disk else None,
        instance_store=tuple(
            InstanceStoreDisk(serial=item.text("serial"), size_bytes=item.number("sizeBytes"))
            for item in source.children("instanceStore")
        ),
        free_instance_store=source.texts("freeInstanceStore"),
        uncached=source.flag("uncached"),
        rebuilding=source.flag("rebuilding"),
        data_volumes=sum(item.text("role") == "data" for item in source.children("members")),
        swap=_swap(source.children("members")),
        missing=tuple(item.text("serial") for item in source.children("missing")),
        warnings=_told(source, "warnings"),
        data_letter=volume.optional("letter", volume.text),
        data_readable=volume.flag("readable"),
        data_usable=volume.flag("usable"),
        data_offline=volume.flag("offline"),
        tempdb_letter=tempdb.optional("letter", tempdb.text),
        tempdb_expected=tempdb.flag("expected"),
        tempdb_present=tempdb.flag("present"),
        jobs=tuple(
            StorageJob(
                bytes_done=item.optional("bytesDone", item.number),
                bytes_total=item.optional("bytesTotal", item.number),
                percent=item.optional("percent", item.number),
            )
            for item in source.children("jobs")
        ),
        not_evacuated=_told(source, "notEvacuated"),
        move_obstacle=_obstacle(source.child("moveObstacle")) if source.has("moveObstacle") else None,
        proof=EvacuationProof(
            evacuated=proof.flag("evacuated"),
            why=with_volume_ids(proof.text("why")),
            dead_cache=proof.optional("deadCache", proof.text),
            unreadable=proof.flag("unreadable"),
        ),
    )


def _told(source: JsonReader, name: str) -> tuple[str, ...]:
    return tuple(with_volume_ids(each) for each in source.texts(name))


def _swap(members: Iterable[JsonReader]) -> str | None:
    for member in members:
        if member.text("role") == "swap":
            return member.optional("serial", member.text)
    return None


def _obstacle(source: JsonReader) -> MoveObstacle:
    return MoveObstacle(code=source.text("code"), message=with_volume_ids(source.text("message")))


def storage_to_json(storage: StorageEvidence) -> dict[str, Json]:
    """What `parse_storage` reads back unchanged."""
    return {
        "classification": storage.classification.value,
        "reasons": list(storage.reasons),
        "virtualDisk": {"writeCacheBytes": storage.write_cache_bytes},
        "instanceStore": [{"serial": disk.serial, "sizeBytes": disk.size_bytes} for disk in storage.instance_store],
        "freeInstanceStore": list(storage.free_instance_store),
        "uncached": storage.uncached,
        "rebuilding": storage.rebuilding,
        "members": [*([{"role": "data"}] * storage.data_volumes), {"role": "swap", "serial": storage.swap}],
        "missing": [{"serial": serial} for serial in storage.missing],
        "warnings": list(storage.warnings),
        "dataVolume": {
            "letter": storage.data_letter,
            "readable": storage.data_readable,
            "usable": storage.data_usable,
            "offline": storage.data_offline,
        },
        "tempdbVolume": {
            "letter": storage.tempdb_letter,
            "expected": storage.tempdb_expected,
            "present": storage.tempdb_present,
        },
        "jobs": [
            {"bytesDone": job.bytes_done, "bytesTotal": job.bytes_total, "percent": job.percent} for job in storage.jobs
        ],
        "notEvacuated": list(storage.not_evacuated),
        "moveObstacle": None
        if storage.move_obstacle is None
        else {"code": storage.move_obstacle.code, "message": storage.move_obstacle.message},
        "proof": {
            "evacuated": storage.proof.evacuated,
            "why": storage.proof.why,
            "deadCache": storage.proof.dead_cache,
            "unreadable": storage.proof.unreadable,
        },
    }
