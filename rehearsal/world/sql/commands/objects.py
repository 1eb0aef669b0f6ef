"""The objects of the FailoverClusters module: exactly the properties of rehearsal/reference/storage-objects.json.

Properties that the model has a value for hold it; reading another one of the real object is refused by name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from rehearsal.engines.powershell.members.real_members import declare_properties
from rehearsal.engines.powershell.objects.member_declarations import net_conversion
from rehearsal.engines.powershell.objects.members import CodeProperty, Member, NoteProperty
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray, UInt32, unwrap
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.sql.groups.cluster import CORE_GROUP, ClusterNode, Drain, FailoverCluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

_PREFIX = "Microsoft.FailoverClusters.PowerShell."


@cache
def _classes() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(STORAGE_OBJECTS.read_text(encoding="utf-8"))["classes"]
    return {
        description["ps_type"]: description
        for description in found.values()
        if description.get("ps_type", "").startswith(_PREFIX)
    }


@cache
def _enumeration(class_name: str, property_name: str) -> NetType:
    """The enumeration type of a property, with the values of the reference."""
    for described in _classes()[_PREFIX + class_name]["properties"]:
        if described["name"] == property_name:
            values = {text: int(number) for number, text in described["values"].items()}
            flags = property_name in ("StatusInformation", "Characteristics")
            return WINDOWS_TYPES.net_enum(described["clr_type"], values, flags=flags)
    raise KeyError(f"{class_name}.{property_name}")


def enumerated(class_name: str, property_name: str, value: int) -> EnumValue:
    return EnumValue(_enumeration(class_name, property_name), value)


class ClusterObject(NetObject):
    """One object; `class_name` without namespace. ToString() is its name."""

    def __init__(self, class_name: str, values: Mapping[str, Any], model: Any) -> None:
        self.class_name = class_name
        self.model = model
        self.label = str(values.get("Name", ""))
        self.members: dict[str, Member] = {}
        for described in _classes()[_PREFIX + class_name]["properties"]:
            name = described["name"]
            if name in values:
                self.members[name.lower()] = NoteProperty(name, values[name])
            else:
                self.members[name.lower()] = CodeProperty(name, _refused(class_name, name))

    def ps_type_name(self) -> str:
        return _PREFIX + self.class_name

    def ps_string(self) -> str:
        return self.label


def _refused(class_name: str, name: str) -> Any:
    def refuse(run: Any, _target: Any) -> Any:
        raise run.refusal(f"{class_name}.{name} (the model has no value for it)", None)

    return refuse


for _ps_type, _described in _classes().items():
    WINDOWS_TYPES.declare(_ps_type, represents=None)
    declare_properties(_ps_type, [described["name"] for described in _described["properties"]])


@WINDOWS_TYPES.net_type("System.Collections.Specialized.StringCollection")
class StringCollection(NetObject):
    """What -Name of the cluster cmdlets takes: one string or several."""

    def __init__(self, items: list[str]) -> None:
        self.items = items

    def ps_enumerate(self) -> list[str]:
        return self.items

    @net_conversion
    @staticmethod
    def convert(value: Any, run: Any) -> Any:
        plain = unwrap(value)
        if isinstance(plain, StringCollection):
            return plain
        if isinstance(plain, PSArray):
            return StringCollection([_text(item) for item in plain.items])
        return StringCollection([_text(plain)])


def _text(value: Any) -> str:
    plain = unwrap(value)
    return plain.ps_string() if isinstance(plain, NetObject) else str(plain)


# --- the model's objects as the module shows them ---


def cluster_object(cluster: FailoverCluster) -> ClusterObject:
    witness = cluster.witness
    return ClusterObject(
        "Cluster",
        {
            "Name": cluster.name,
            "Description": "",
            "DynamicQuorum": UInt32(int(cluster.settings.dynamic_quorum)),
            "WitnessDynamicWeight": UInt32(0 if witness is None else witness.current),
            "S2DEnabled": UInt32(0),
            "SameSubnetDelay": UInt32(1000),
            "SameSubnetThreshold": UInt32(20),
        },
        cluster,
    )


_DRAIN_INFORMATION = {Drain.NOT_INITIATED: 0, Drain.IN_PROGRESS: 4, Drain.COMPLETED: 8, Drain.FAILED: 16}
"""StatusInformation's flags."""


def node_state(node: ClusterNode) -> int:
    return (2 if node.paused else 0) if node.up else 1


def node_object(node: ClusterNode) -> ClusterObject:
    return ClusterObject(
        "ClusterNode",
        {
            "Name": node.name,
            "NodeName": node.name,
            "Id": str(node.number),
            "Cluster": cluster_object(node.cluster),
            "State": enumerated("ClusterNode", "State", node_state(node)),
            "StatusInformation": enumerated("ClusterNode", "StatusInformation", _DRAIN_INFORMATION[node.drain]),
            "DrainStatus": enumerated("ClusterNode", "DrainStatus", int(node.drain)),
            "NodeWeight": UInt32(node.voter.weight),
            "DynamicWeight": UInt32(node.voter.current),
            "Description": "",
            "Type": enumerated("ClusterNode", "Type", 0),
        },
        node,
    )


def group_objects(cluster: FailoverCluster) -> list[ClusterObject]:
    """The core group and one for each Availability Group, as WSFC names them: after the group."""
    found = [_core_group(cluster)]
    found.extend(group_object(cluster, group) for group in cluster.groups.values())
    return found


def _core_group(cluster: FailoverCluster) -> ClusterObject:
    owner = cluster.nodes.get(cluster.core_owner or "")
    return ClusterObject(
        "ClusterGroup",
        {
            "Name": CORE_GROUP,
            "Cluster": cluster_object(cluster),
            "GroupType": enumerated("ClusterGroup", "GroupType", 1),
            "IsCoreGroup": True,
            "OwnerNode": None if owner is None else node_object(owner),
            "State": enumerated("ClusterGroup", "State", 0 if cluster.has_quorum else 1),
            "Description": "",
        },
        cluster,
    )


def owner_node(cluster: FailoverCluster, group: AvailabilityGroup) -> ClusterObject | None:
    """The node that owns the group's resource."""
    owner = None if group.owner is None else cluster.nodes.get(cluster.node_of(group.owner))
    return None if owner is None else node_object(owner)


def group_object(cluster: FailoverCluster, group: AvailabilityGroup) -> ClusterObject:
    return ClusterObject(
        "ClusterGroup",
        {
            "Name": group.name,
            "Id": group.resource_group_id,
            "Cluster": cluster_object(cluster),
            "GroupType": enumerated("ClusterGroup", "GroupType", 9999),
            "IsCoreGroup": False,
            "OwnerNode": owner_node(cluster, group),
            "State": enumerated("ClusterGroup", "State", _group_state(group)),
            "FailoverThreshold": UInt32(group.settings.failover_threshold),
            "FailoverPeriod": UInt32(int(group.settings.failover_period_s // 3600)),
            "AutoFailbackType": UInt32(0),
            "Description": "",
        },
        group,
    )


def _group_state(group: AvailabilityGroup) -> int:
    if group.failover.pending is not None:
        return 4
    return 0 if group.primary is not None else 2


def resource_objects(cluster: FailoverCluster) -> list[ClusterObject]:
    """One resource for each Availability Group (names equal the group's) and one for the witness."""
    found = []
    for group in cluster.groups.values():
        state = {0: 2, 4: 128, 2: 4}[_group_state(group)]
        owner = group_object(cluster, group)
        found.append(
            ClusterObject(
                "ClusterResource",
                {
                    "Name": group.name,
                    "Id": group.resource_id,
                    "Cluster": cluster_object(cluster),
                    "OwnerGroup": owner,
                    "OwnerNode": owner_node(cluster, group),
                    "ResourceType": _resource_type("SQL Server Availability Group"),
                    "State": enumerated("ClusterResource", "State", state),
                    "IsCoreResource": False,
                },
                group,
            )
        )
    witness = witness_object(cluster)
    return found if witness is None else [*found, witness]


def _resource_type(name: str) -> ClusterObject:
    return ClusterObject("ClusterResourceType", {"Name": name, "DisplayName": name}, None)


def witness_object(cluster: FailoverCluster) -> ClusterObject | None:
    if cluster.witness is None:
        return None
    name = {1: "Cluster Disk 1", 2: "File Share Witness", 3: "Cloud Witness"}[int(cluster.witness_kind)]
    return ClusterObject(
        "ClusterResource",
        {
            "Name": name,
            "Cluster": cluster_object(cluster),
            "OwnerGroup": _core_group(cluster),
            "ResourceType": _resource_type(name.removesuffix(" 1").replace("Cluster Disk", "Physical Disk")),
            "State": enumerated("ClusterResource", "State", 2 if cluster.witness.up else 4),
            "IsCoreResource": True,
        },
        cluster.witness,
    )


def quorum_object(cluster: FailoverCluster) -> ClusterObject:
    return ClusterObject(
        "ClusterQuorumSettings",
        {
            "Cluster": cluster_object(cluster),
            "QuorumResource": witness_object(cluster),
            "QuorumType": enumerated("ClusterQuorumSettings", "QuorumType", 1),
        },
        cluster,
    )
