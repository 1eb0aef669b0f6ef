"""Get-Cluster, Get-ClusterNode, Get-ClusterGroup and their like, over the cluster model.

They call the local cluster service: when it doesn't run, they fail as the real ones do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.commands.cmdlet_call import CmdletCall
from rehearsal.engines.powershell.commands.registry import CommandTable
from rehearsal.engines.powershell.objects.values import EnumValue
from rehearsal.world.sql.client.locate import network_host
from rehearsal.world.sql.commands import objects
from rehearsal.world.sql.commands.objects import ClusterObject, StringCollection
from rehearsal.world.sql.groups.cluster import CORE_GROUP, DRAIN_S, ClusterNode, FailoverCluster
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

SQL_COMMANDS = CommandTable()
_MODULE = "FailoverClusters"
_FAILURE = "Microsoft.FailoverClusters.PowerShell.ClusterCmdletException"
_FAILBACK = WINDOWS_TYPES.net_enum(
    "Microsoft.FailoverClusters.PowerShell.ResumeClusterNodeFailbackType",
    {"NoFailback": 0, "Immediate": 1, "Policy": 2},
)
QUERY_S = 0.1


def _cluster(call: CmdletCall) -> FailoverCluster:
    """The cluster of this node, or of the one named; its service must run."""
    windows = network_host(call.host)
    wanted = call.get("Cluster")
    cluster = windows.cluster
    if cluster is not None and not cluster.settings.cluster_module:
        raise call.throw(
            f"The term '{call.definition.name}' is not recognized as the name of a cmdlet, function, script file, or "
            "operable program.",
            "CommandNotFoundException",
            "ObjectNotFound",
            type_name="System.Management.Automation.CommandNotFoundException",
        )
    if wanted is not None and wanted not in ("", ".") and cluster is not None:
        names = {cluster.name.lower(), *(name.lower() for name in cluster.nodes)}
        if str(wanted).split(".")[0].lower() not in names:
            cluster = None
    call.host.sleep(QUERY_S)
    node = None if cluster is None else cluster.nodes.get(windows.name)
    if cluster is None or node is None or node.host is not windows or not node.up:
        raise call.throw(
            "The cluster service is not running.  Make sure that the service is running on all nodes in the cluster.\n"
            "    There are no more endpoints available from the endpoint mapper",
            f"{call.definition.name}",
            "ConnectionError",
            type_name=_FAILURE,
        )
    return cluster


def _selected(
    call: CmdletCall, items: list[ClusterObject], what: str, names: StringCollection | None
) -> list[ClusterObject]:
    """The objects named; a name that matches nothing is a non-terminating error."""
    if names is None:
        return items
    found = []
    for name in names.items:
        matches = [item for item in items if item.label.lower() == name.lower()]
        if not matches:
            call.write_error(
                f"An error occurred opening {what} '{name}'.", "ObjectNotFound", "ObjectNotFound", name, _FAILURE
            )
        found.extend(matches)
    return found


def _getter(noun: str, what: str, all_of: Callable[[FailoverCluster], list[ClusterObject]]) -> None:
    @SQL_COMMANDS.cmdlet(_MODULE, f"Get-{noun}", honours=("Name", "Cluster"))
    def get(call: CmdletCall) -> list[ClusterObject]:
        cluster = _cluster(call)
        return _selected(call, all_of(cluster), what, call.get("Name"))


_getter("ClusterNode", "node", lambda cluster: [objects.node_object(node) for node in cluster.nodes.values()])
_getter("ClusterGroup", "group", objects.group_objects)
_getter("ClusterResource", "resource", objects.resource_objects)


@SQL_COMMANDS.cmdlet(_MODULE, "Get-Cluster", honours=("Name",))
def get_cluster(call: CmdletCall) -> list[ClusterObject]:
    if call.get("Name") is not None:
        call.bound["Cluster"] = call["Name"]
    return [objects.cluster_object(_cluster(call))]


@SQL_COMMANDS.cmdlet(_MODULE, "Get-ClusterQuorum", honours=("Cluster",))
def get_cluster_quorum(call: CmdletCall) -> list[ClusterObject]:
    return [objects.quorum_object(_cluster(call))]


def _nodes(call: CmdletCall, cluster: FailoverCluster) -> list[ClusterNode]:
    names: StringCollection | None = call.get("Name")
    given = call.get("InputObject")
    if names is None and isinstance(given, ClusterObject) and isinstance(given.model, ClusterNode):
        return [given.model]
    if names is None:
        return [cluster.nodes[network_host(call.host).name]]
    found = _selected(call, [objects.node_object(node) for node in cluster.nodes.values()], "node", names)
    return [one.model for one in found]


@SQL_COMMANDS.cmdlet(
    _MODULE, "Suspend-ClusterNode", honours=("Name", "Drain", "Wait", "ForceDrain", "InputObject", "Cluster", "WhatIf")
)
def suspend_cluster_node(call: CmdletCall) -> list[ClusterObject]:
    """Pauses; with -Drain the cluster's own groups move away. Availability Groups stay where they are: they move by
    T-SQL, and a drain fails while one of them would have to be moved [failover-cluster#drain-and-groups]."""
    cluster = _cluster(call)
    found = []
    for node in _nodes(call, cluster):
        if not call.should_process(node.name, "Suspend-ClusterNode"):
            continue
        if call.switch("Drain"):
            node.begin_drain()
        else:
            node.pause(True)
        if call.switch("Wait"):
            call.host.sleep(cluster.settings.drain_shown_s + DRAIN_S)
        found.append(objects.node_object(node))
    return found


@SQL_COMMANDS.cmdlet(_MODULE, "Resume-ClusterNode", honours=("Name", "Failback", "InputObject", "Cluster"))
def resume_cluster_node(call: CmdletCall) -> list[ClusterObject]:
    cluster = _cluster(call)
    failback: Any = call.get("Failback")
    if isinstance(failback, EnumValue) and failback.value != 0:
        call.unsupported("Resume-ClusterNode -Failback other than NoFailback")
    found = []
    for node in _nodes(call, cluster):
        node.pause(False)
        found.append(objects.node_object(node))
    return found


@SQL_COMMANDS.cmdlet(_MODULE, "Move-ClusterGroup", honours=("Name", "Node", "Wait", "Cluster"))
def move_cluster_group(call: CmdletCall) -> list[ClusterObject]:
    """Moves the core group. Availability Groups are moved by T-SQL only [failover-cluster#tsql-not-cluster]: refused
    here."""
    cluster = _cluster(call)
    name = str(call.get("Name", CORE_GROUP))
    if name.lower() != CORE_GROUP.lower():
        call.unsupported("Move-ClusterGroup of an Availability Group")
    wanted = str(call.get("Node", "")).lower()
    target = next((node for node in cluster.nodes.values() if node.up and wanted in ("", node.name.lower())), None)
    if target is None:
        raise call.throw(f"Node '{call.get('Node')}' is not available.", "Move-ClusterGroup", type_name=_FAILURE)
    call.host.sleep(DRAIN_S)
    cluster.core_owner = target.name
    return [objects.group_objects(cluster)[0]]
