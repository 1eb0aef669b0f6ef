"""The cluster on real model hosts: boots, reboots and lost caches of storage/ and windows/ reach SQL Server."""

from __future__ import annotations

import random

import pytest

from rehearsal.engines.tsql import ResultSet
from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.ec2.instances import Instance, attach_new_volume
from rehearsal.world.settings import Settings
from rehearsal.world.sql import preset
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.storage.preset import build as build_storage
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.world import World
from tests.unit.rehearsal.world.sql.conftest import START


class Cloud:
    """Two nodes as in the stories: EC2 instances with Windows, Storage Spaces and SQL Server."""

    def __init__(self):
        self.clock = Clock(START, random.Random(5))
        self.world = World(self.clock, random.Random(5), Settings(), Trace(self.clock), Faults())
        self.instances, self.hosts = [], []
        for number in (1, 2):
            instance = Instance(
                self.world, instance_id=self.world.hex_id("i-"), kind=R5D_4XLARGE, zone=f"eu-west-1{'ab'[number - 1]}",
                tags={"Name": f"SALES{number}"}, private_ip=f"10.0.{number}.10",
            )  # fmt: skip
            attach_new_volume(self.world, instance, 100, "/dev/sda1", delete_on_termination=True)
            for letter, size in (("f", 600), ("g", 600), ("h", 150)):
                attach_new_volume(self.world, instance, size, f"xvd{letter}")
            host = WindowsHost(self.world, f"SALES{number}")
            host.instance, instance.host = instance, host
            instance.run_from_the_start()
            host.run_from_the_start(instance.disks())
            build_storage(host.storage)
            self.instances.append(instance)
            self.hosts.append(host)
        self.cluster = preset.sales(self.world, self.hosts)
        self.group = self.cluster.groups["sales-ag"]

    def until(self, condition, limit_s=3600):
        self.clock.run_until(condition, limit_s=limit_s)

    def pass_time(self, seconds):
        self.clock.run_until(self.clock.monotonic() + seconds)

    def start_sql(self, number):
        host = self.hosts[number - 1]
        actor = self.clock.spawn("start", host.services.start, host.services["MSSQLSERVER"], on_error=lambda *_: None)
        self.until(lambda: not actor.alive)
        return actor.error

    def bring_disks_online(self, number):
        storage = self.hosts[number - 1].storage
        for disk in storage.os_disks():
            disk_operations.set_offline(storage, disk, False)
            disk_operations.set_read_only(storage, disk, False)

    def value(self, number, text):
        (result,) = self.hosts[number - 1].sql.connect(SYSTEM).execute(text)
        assert isinstance(result, ResultSet), result
        ((value,),) = result.rows
        return value

    def sync(self, number):
        self.group.advance()
        return self.group.sync_state(self.group.database("sales"), f"SALES{number}").name


@pytest.fixture
def cloud():
    made = Cloud()
    yield made
    made.clock.close()


def test_the_story_begins_with_everything_on_the_cached_volume(cloud):
    assert cloud.value(1, r"SELECT COUNT(*) FROM sys.master_files WHERE physical_name LIKE 'D:\%'") == 4
    assert cloud.sync(2) == "SYNCHRONIZED"


def test_a_reboot_keeps_the_cache_and_the_databases(cloud):
    cloud.hosts[1].reboot()
    cloud.until(lambda: not cloud.hosts[1].up)
    cloud.until(lambda: cloud.hosts[1].agent_online)
    assert not cloud.hosts[1].sql.running
    assert cloud.cluster.nodes["SALES2"].up
    assert cloud.start_sql(2) is not None, "the data drive's disk comes up offline and write-protected"
    cloud.bring_disks_online(2)
    assert cloud.start_sql(2) is None
    cloud.pass_time(60)
    assert cloud.sync(2) == "SYNCHRONIZED"
    assert cloud.cluster.lost_commits() == []


def test_a_dirty_stop_loses_the_secondarys_databases_and_its_tempdb_folder(cloud):
    cloud.instances[1].stop()
    cloud.until(lambda: cloud.instances[1].state.api_name == "stopped")
    assert cloud.group.primary.server == "SALES1"
    cloud.instances[1].start()
    cloud.until(lambda: cloud.hosts[1].agent_online)
    assert cloud.start_sql(2) is not None, "tempdb's folder was on the instance store"
    assert cloud.cluster.lost_commits() == []
    assert cloud.group.database("sales").log.commits


def test_lost_caches_of_both_nodes_are_seen_before_anybody_starts_sql_server(cloud):
    for instance in cloud.instances:
        instance.stop()
    cloud.until(lambda: all(instance.state.api_name == "stopped" for instance in cloud.instances))
    assert cloud.cluster.unreachable_commits() == []
    for instance in cloud.instances:
        instance.start()
    cloud.until(lambda: all(host.agent_online for host in cloud.hosts))
    assert {lost.database for lost in cloud.cluster.unreachable_commits()} == {"sales", "orders"}
    assert cloud.cluster.lost_commits() == []
    assert cloud.cluster.data_at_risk_intervals()[-1].end is None


def test_a_primary_that_loses_power_is_followed_by_its_partner(cloud):
    cloud.instances[0].lose_power()
    cloud.pass_time(60)
    assert cloud.group.primary.server == "SALES2"
    assert cloud.cluster.lost_commits() == []
    outages = cloud.cluster.write_outage_intervals()
    assert len(outages) == 1
    assert 20 < outages[0].length(cloud.clock.monotonic()) < 30
