"""Get-Cluster, Get-ClusterNode and their like."""

from __future__ import annotations

import pytest

from rehearsal.engines.powershell.objects.errors import Unsupported


def test_nodes_groups_and_resources(stage):
    s = stage()
    script = """
Set-StrictMode -Version Latest
(Get-Cluster).Name
Get-ClusterNode | ForEach-Object { "$($_.Name) $($_.State) $($_.NodeWeight) $($_.DynamicWeight)" }
$group = Get-ClusterGroup -Name 'sales-ag'
"$($group.OwnerNode) $($group.State) $($group.OwnerNode.Name)"
(Get-ClusterResource -Name 'sales-ag').ResourceType.Name
(Get-ClusterQuorum).QuorumResource.Name
"""
    assert s.script(2, script) == [
        "sales", "SALES1 Up 1 1", "SALES2 Up 1 1", "SALES1 Online SALES1", "SQL Server Availability Group",
        "File Share Witness",
    ]  # fmt: skip


def test_suspending_keeps_automatic_failover_away_and_resuming_lets_it_come(stage):
    s = stage()
    assert s.script(1, "(Suspend-ClusterNode -Name SALES2 -Drain -Wait).State") == ["Paused"]
    s.stop_service(1)
    s.pass_time(30)
    assert s.primary is None
    assert s.script(2, "(Resume-ClusterNode -Name SALES2 -Failback NoFailback).State") == ["Up"]


def test_a_down_node_is_seen_from_the_other_one(stage):
    s = stage()
    s.stop_service(2, "ClusSvc")
    assert s.script(1, "(Get-ClusterNode -Name SALES2).State") == ["Down"]
    s.start_service(2, "ClusSvc")
    s.pass_time(10)
    assert s.sync(2) == "SYNCHRONIZED"


def test_the_core_group_moves_but_availability_groups_do_not(stage):
    s = stage()
    assert s.script(1, "(Move-ClusterGroup -Name 'Cluster Group' -Node SALES2).OwnerNode.Name") == ["SALES2"]
    with pytest.raises(Unsupported, match="Availability Group"):
        s.script(1, "Move-ClusterGroup -Name 'sales-ag' -Node SALES2")


def test_without_the_local_cluster_service_the_cmdlets_fail(stage):
    s = stage()
    s.stop_service(1, "ClusSvc")
    script = "try { Get-ClusterNode -ErrorAction Stop } catch { $_.CategoryInfo.Category }"
    assert s.script(1, script) == ["ConnectionError"]


def test_a_name_that_does_not_exist_is_an_error_of_its_own(stage):
    script = "$found = Get-ClusterNode -Name SALES1, NOSUCH -ErrorAction SilentlyContinue -ErrorVariable e\n"
    script += "$found.Name; $e.Count"
    assert stage().script(1, script) == ["SALES1", "1"]


def test_properties_without_a_model_are_refused_by_name(stage):
    with pytest.raises(Unsupported, match=r"ClusterNode\.BuildNumber"):
        stage().script(1, "(Get-ClusterNode -Name SALES1).BuildNumber")


def test_a_property_that_the_object_does_not_have(stage):
    script = "Set-StrictMode -Version Latest; try { (Get-ClusterNode -Name SALES1).PSComputerName } catch { 'missing' }"
    assert stage().script(1, script) == ["missing"]
