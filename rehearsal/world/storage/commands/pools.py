"""Get-, New-, Set-, Remove-StoragePool and Get-ResiliencySetting."""

from __future__ import annotations

from typing import Any

from rehearsal.world.storage.commands.session import Session, matches
from rehearsal.world.storage.commands.subsystems import all_subsystems
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.enumerations import Media
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import pool_operations
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.windows.cim.cim import CimObject

HEALTH = {"Healthy": 0, "Warning": 1, "Unhealthy": 2, "Unknown": 5}
PROVISIONING = {"Unknown": 0, "Thin": 1, "Fixed": 2}
MEDIA = {"Unspecified": 0, "HDD": 3, "SSD": 4, "SCM": 5}
_LOOKUP = (("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"), ("Name", "Name"))


def all_pools(session: Session) -> list[CimObject]:
    """Concrete pools and the primordial one of each subsystem; on a cluster node maybe of every node
    [failover-cluster#clustered-view]."""
    found: list[CimObject] = []
    for storage, show in session.views():
        found.append(show.primordial())
        found.extend(show.pool(pool) for pool in storage.visible_pools())
    if session.storage.cluster_name is not None:
        found.append(session.show.primordial(clustered=True))
    return found


def _related(session: Session, source: CimObject) -> list[CimObject]:
    storage, show = session.storage, session.show
    kind, identifier = source.key[1], source.key[2]
    pool: Pool | None = None
    match source.cim_class:
        case "MSFT_StorageSubSystem":
            if kind == "cluster-subsystem":
                return [
                    show.primordial(clustered=True),
                    *(show.pool(p) for p in storage.visible_pools() if p.is_clustered),
                ]
            return [show.primordial(), *(show.pool(p) for p in storage.visible_pools() if not p.is_clustered)]
        case "MSFT_PhysicalDisk":
            device = storage.devices.get(identifier)
            pool = next((p for p in storage.visible_pools() if device in storage.listed_members(p)), None)
            primordial = [show.primordial()] if device is not None and device.present else []
            return primordial + ([show.pool(pool)] if pool is not None else [])
        case "MSFT_VirtualDisk":
            space = storage.virtual_disks.get(identifier)
            pool = storage.pools.get(space.pool_id) if space is not None else None
        case "MSFT_StorageJob":
            job = storage.jobs.get(identifier)
            pool = storage.pools.get(job.pool_id) if job is not None else None
        case "MSFT_ResiliencySetting":
            pool = storage.pools.get(identifier.rpartition(":")[0])
        case "MSFT_StorageNode":
            return all_pools(session)
    return [] if pool is None else [show.pool(pool)]


@reads(
    "Get-StoragePool", "UniqueId", "FriendlyName", "Name", "IsPrimordial", "HealthStatus", "StorageSubSystem",
    "StorageNode",
    "PhysicalDisk", "VirtualDisk", "ResiliencySetting", "StorageJob",
)  # fmt: skip
def get_storage_pool(session: Session) -> list[CimObject]:
    source = session.source(
        StorageSubSystem="MSFT_StorageSubSystem", StorageNode="MSFT_StorageNode", PhysicalDisk="MSFT_PhysicalDisk",
        VirtualDisk="MSFT_VirtualDisk", ResiliencySetting="MSFT_ResiliencySetting", StorageJob="MSFT_StorageJob",
    )  # fmt: skip
    if source is not None:
        found = _related(session, source)
    else:
        everything = all_pools(session)
        hits = session.search("MSFT_StoragePool", everything, _LOOKUP)
        found = everything if hits is None else hits
    primordial, health = session.flags("IsPrimordial"), session.choices("HealthStatus", HEALTH)
    if primordial is not None:
        found = [item for item in found if item.raw["IsPrimordial"] in primordial]
    if health is not None:
        found = [item for item in found if int(item.raw["HealthStatus"]) in health]
    return session.unless_empty(
        "MSFT_StoragePool", found, "StorageSubSystem", "PhysicalDisk", "VirtualDisk", "IsPrimordial", "HealthStatus"
    )


def _targets(session: Session) -> list[CimObject]:
    return session.objects("InputObject") or session.search("MSFT_StoragePool", all_pools(session), _LOOKUP) or []


@changes(
    "New-StoragePool", "StorageSubSystemUniqueId", "StorageSubSystemFriendlyName", "StorageSubSystemName",
    "InputObject",
    "FriendlyName", "PhysicalDisks", "ProvisioningTypeDefault", "ResiliencySettingNameDefault",
    "LogicalSectorSizeDefault",
    "WriteCacheSizeDefault", "AutoWriteCacheSize", "MediaTypeDefault",
)  # fmt: skip
def new_storage_pool(session: Session) -> list[CimObject]:
    by_name = (
        ("StorageSubSystemUniqueId", "UniqueId"), ("StorageSubSystemFriendlyName", "FriendlyName"),
        ("StorageSubSystemName", "Name"),
    )  # fmt: skip
    wanted = session.objects("InputObject") or session.search("MSFT_StorageSubSystem", all_subsystems(session), by_name)
    made: list[CimObject] = []
    for subsystem in wanted or ():
        if session.may(str(subsystem.raw["FriendlyName"])):
            pool = session.attempt("MSFT_StorageSubSystem", lambda where: _create(session, where), subsystem)
            made.extend([session.show.pool(pool)] if pool is not None else [])
    return made


def _create(session: Session, subsystem: CimObject) -> Pool:
    name = session.text("FriendlyName")
    devices = [session.device_of(item) for item in session.objects("PhysicalDisks")]
    if not name:
        raise StorageError(5, "no FriendlyName")
    media = session.choice("MediaTypeDefault", MEDIA)
    resiliency = session.text("ResiliencySettingNameDefault") or "Mirror"
    if resiliency.lower() not in ("simple", "mirror", "parity"):
        raise StorageError(49000)
    return pool_operations.create(
        session.storage, name, devices, clustered=subsystem.key[1] == "cluster-subsystem",
        write_cache_default=session.number("WriteCacheSizeDefault"), resiliency_default=resiliency.capitalize(),
        provisioning_default=session.choice("ProvisioningTypeDefault", PROVISIONING) or 2,
        logical_sector_bytes=session.number("LogicalSectorSizeDefault") or 512, media=Media(media) if media else None,
    )  # fmt: skip


@changes(
    "Set-StoragePool", "InputObject", "UniqueId", "FriendlyName", "Name", "NewFriendlyName", "IsReadOnly",
    "IsPowerProtected",
    "RepairPolicy", "RetireMissingPhysicalDisks", "ProvisioningTypeDefault", "ResiliencySettingNameDefault",
    "WriteCacheSizeDefault", "AutoWriteCacheSize",
)  # fmt: skip
def set_storage_pool(session: Session) -> None:
    for target in _targets(session):
        if session.may(str(target.raw["FriendlyName"])):
            session.attempt("MSFT_StoragePool", lambda item: _set(session, session.pool_of(item)), target)


def _set(session: Session, pool: Pool) -> None:
    read_only = session.flag("IsReadOnly")
    if read_only is not None:
        pool_operations.set_read_only(session.storage, pool, read_only)
        return
    pool_operations.check_settable(session.storage, pool)
    pool.friendly_name = session.text("NewFriendlyName") or pool.friendly_name
    if (protected := session.flag("IsPowerProtected")) is not None:
        pool.is_power_protected = protected
    pool.repair_policy = session.choice("RepairPolicy", {"Sequential": 2, "Parallel": 3}) or pool.repair_policy
    retire = session.choice("RetireMissingPhysicalDisks", {"Auto": 1, "Always": 2, "Never": 3})
    pool.retire_missing = retire or pool.retire_missing
    pool.provisioning_default = session.choice("ProvisioningTypeDefault", PROVISIONING) or pool.provisioning_default
    pool.resiliency_default = session.text("ResiliencySettingNameDefault") or pool.resiliency_default
    if session.given("WriteCacheSizeDefault"):
        pool.write_cache_default = session.number("WriteCacheSizeDefault")
    if session.flag("AutoWriteCacheSize"):
        pool.write_cache_default = None
    session.storage.record("pool-set", f"pool {pool.friendly_name}", pool=pool.unique_id)


@changes("Remove-StoragePool", "UniqueId", "FriendlyName", "Name", "InputObject", "PassThru")
def remove_storage_pool(session: Session) -> list[CimObject]:
    removed: list[CimObject] = []
    for target in _targets(session):
        if session.may(str(target.raw["FriendlyName"]), dangerous=True):

            def remove(item: CimObject = target) -> bool:
                pool_operations.remove(session.storage, session.pool_of(item))
                return True

            if session.attempt("MSFT_StoragePool", remove) and session.flag("PassThru"):
                removed.append(target)
    return removed


@reads("Get-ResiliencySetting", "UniqueId", "Name", "StoragePool")
def get_resiliency_setting(session: Session) -> list[CimObject]:
    source = session.source(StoragePool="MSFT_StoragePool")
    pools: list[Any] = session.storage.visible_pools()
    if source is not None:
        pools = [pool for pool in pools if pool.unique_id == source.key[2]]
    found = [session.show.resiliency_setting(pool, name) for pool in pools for name in ("Parity", "Simple", "Mirror")]
    for parameter in ("Name", "UniqueId"):
        wanted = session.texts(parameter)
        if wanted is not None:
            found = [item for item in found if any(matches(text, item.raw[parameter]) for text in wanted)]
    return found
