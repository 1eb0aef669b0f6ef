"""Get- and Set-StorageSubSystem, Get-StorageNode, Get-/Set-StorageSetting."""

from __future__ import annotations

from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.windows.cim.cim import CimObject

_NEW_DISK_POLICY = {"Unknown": 0, "OnlineAll": 1, "OfflineShared": 2, "OfflineAll": 3, "OfflineInternal": 4}


def all_subsystems(session: Session) -> list[CimObject]:
    """This node's, and on a cluster node the cluster's [failover-cluster#storage-views]."""
    found = [session.show.subsystem()]
    if session.storage.cluster_name is not None:
        found.append(session.show.subsystem(clustered=True))
    return found


@reads(
    "Get-StorageSubSystem", "UniqueId", "FriendlyName", "Name", "Model", "Manufacturer", "StoragePool", "VirtualDisk",
    "Disk",
    "StorageFaultDomain",
)  # fmt: skip
def get_storage_subsystem(session: Session) -> list[CimObject]:
    everything = all_subsystems(session)
    source = session.source(
        StoragePool="MSFT_StoragePool", VirtualDisk="MSFT_VirtualDisk", Disk="MSFT_Disk",
        StorageFaultDomain="MSFT_PhysicalDisk",
    )  # fmt: skip
    if source is not None:
        return [item for item in everything if item.key[1].startswith("cluster") == source.key[1].startswith("cluster")]
    found = session.search(
        "MSFT_StorageSubSystem", everything,
        (("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"), ("Name", "Name")),
    )  # fmt: skip
    found = everything if found is None else found
    for name in ("Model", "Manufacturer"):
        wanted = session.texts(name)
        if wanted is not None:
            found = [item for item in found if str(item.raw[name]).lower() in [text.lower() for text in wanted]]
    return found


@changes("Set-StorageSubSystem", "InputObject", "UniqueId", "FriendlyName", "Name", "AutomaticClusteringEnabled")
def set_storage_subsystem(session: Session) -> None:
    targets = session.objects("InputObject") or session.search(
        "MSFT_StorageSubSystem", all_subsystems(session),
        (("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"), ("Name", "Name")),
    )  # fmt: skip
    enabled = session.flag("AutomaticClusteringEnabled")
    for target in targets or ():
        if session.may(str(target.raw["FriendlyName"])) and enabled is not None:
            session.storage.automatic_clustering = enabled
            session.storage.record("automatic-clustering", f"automatic clustering: {enabled}")


@reads("Get-StorageNode", "Name")
def get_storage_node(session: Session) -> list[CimObject]:
    everything = [session.show.storage_node()]
    found = session.search("MSFT_StorageNode", everything, (("Name", "Name"),))
    return everything if found is None else found


@reads("Get-StorageSetting")
def get_storage_setting(session: Session) -> list[CimObject]:
    return [session.show.storage_setting()]


@changes("Set-StorageSetting", "NewDiskPolicy")
def set_storage_setting(session: Session) -> None:
    policy = session.choice("NewDiskPolicy", _NEW_DISK_POLICY)
    if policy is not None and session.may("NewDiskPolicy"):
        session.storage.new_disk_policy = policy
        session.storage.record("new-disk-policy", f"new disk policy {policy}")
