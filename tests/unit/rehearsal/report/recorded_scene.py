"""A run made by hand on a real cluster, without the product: the world's own operations, and decisions written down.

`stop_and_return` has everything that a report must show; its instants are round, so that tests can name them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rehearsal.scenarios.cluster import build_cluster
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.outcome import Outcome
from rehearsal.simulation.recorder import Recorder
from rehearsal.simulation.run import Run
from rehearsal.simulation.workflow_log import Decision, Ended, WorkflowLog
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Settings
from rehearsal.world.sql.preset import grant_folder
from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.storage.enumerations import PartitionStyle, Usage
from rehearsal.world.storage.pools import pool_operations, repair, virtual_disk_operations

EXECUTION = "stopped-1"
WHY = "SALES1 was asked to stop; 104 GiB of its write cache are on the NVMe disk, which a stop destroys."


class Scene:
    """One stage with its recorder; `at(seconds)` lets virtual time pass up to an instant."""

    def __init__(self, story="stop-and-return", faults=()):
        # exact latencies: the tests name instants
        settings = Settings((Latencies(spread=0.0),))
        self.story = replace(load_story(story), faults=tuple(faults))
        self.cluster = build_cluster(self.story, seed=1, templates={}, settings=settings)
        self.world, self.clock = self.cluster.world, self.cluster.world.clock
        for instance in self.cluster.instances.values():
            instance.profile_role = None  # no template is deployed, hence no role for the agent
        self.recorder = Recorder(self.cluster)
        self.world.observers.append(self.recorder.look)
        self.log = WorkflowLog(self.world)

    def at(self, seconds):
        self.clock.run_until(float(seconds))

    def decided(self, kind, action=None, node=None, sentence=WHY, seconds=None, execution=EXECUTION):
        self.log.decisions.append(
            Decision(
                at_s=self.clock.monotonic(), execution=execution, kind=kind, action=action, node=node, code="CW6000",
                sentence=sentence, seconds=seconds,
            )
        )  # fmt: skip

    def ended(self, outcome="Goal", goal="InService", status="SUCCEEDED", execution=EXECUTION):
        output = {"outcome": outcome, "goal": goal, "sentence": "SALES1 serves again, its cache on the new NVMe disk."}
        self.log.endings.append(
            Ended(
                at_s=self.clock.monotonic(), execution=execution, status=status, output=output, transitions=40
            )
        )  # fmt: skip

    # -- what the product would do ------------------------------------------------------------------------------------

    def storage(self, node):
        return self.cluster.hosts[node].storage

    def data_disk(self, node):
        return next(d for d in self.storage(node).virtual_disks.values() if d.friendly_name == "WCDB")

    def members(self, node):
        storage = self.storage(node)
        return storage.pools[self.data_disk(node).pool_id].members.values()

    def evacuate(self, node):
        """Cache to Swap: the NVMe disk retired, Swap a journal, repair."""
        storage = self.storage(node)
        for member in self.members(node):
            if not member.device.persistent:
                pool_operations.set_disk(storage, member.device, usage=Usage.RETIRED)
            elif member.usage is Usage.RETIRED:
                pool_operations.set_disk(storage, member.device, usage=Usage.JOURNAL)
        repair.start(storage, self.data_disk(node))

    def leave_swap(self, node):
        """Cache back to the NVMe disk of the pool."""
        storage = self.storage(node)
        for member in list(self.members(node)):
            if member.usage is Usage.JOURNAL and member.device.persistent:
                pool_operations.set_disk(storage, member.device, usage=Usage.RETIRED)
        repair.start(storage, self.data_disk(node))

    def bring_online(self, storage, disk):
        disk_operations.set_offline(storage, disk, False)
        disk_operations.set_read_only(storage, disk, False)

    def bring_data_online(self, node):
        """D: is offline and read-only after a boot: Windows' policy for disks that servers may share."""
        storage, space = self.storage(node), self.data_disk(node)
        self.bring_online(storage, next(disk for disk in storage.os_disks() if disk.space is space))

    def add_nvme(self, node):
        """The new instance-store disk joins the pool as journal; what left with the old one goes."""
        storage = self.storage(node)
        pool = storage.pools[self.data_disk(node).pool_id]
        gone = [m.device for m in pool.members.values() if m.device.destroyed]
        pool_operations.remove_disks(storage, pool, gone)
        new = next(
            d for d in reversed(storage.devices.values()) if d.present and not d.persistent and d.pool_id is None
        )
        pool_operations.add_disks(storage, pool, [new], Usage.JOURNAL)

    def make_tempdb(self, node):
        """S: on the other new instance-store disk; SQL Server doesn't start without its folder."""
        storage, host = self.storage(node), self.cluster.hosts[node]
        device = next(d for d in storage.devices.values() if d.present and not d.persistent and d.pool_id is None)
        pool = pool_operations.create(storage, "SSD", [device])
        space = virtual_disk_operations.create(
            storage, pool, "SSD", size=None, use_maximum=True, resiliency="Simple", write_cache=0
        )
        disk = next(disk for disk in storage.os_disks() if disk.space is space)
        self.bring_online(storage, disk)
        disk_operations.initialize(storage, disk, PartitionStyle.GPT)
        partition = disk_operations.new_partition(storage, disk, size=None, use_maximum=True, letter="S")
        disk_operations.format_volume(
            storage, disk, partition, file_system="NTFS", label="SSD", allocation_unit=65536, force=False
        )
        grant_folder(host, host.sql.tempdb_folder, host.sql.service_account)

    def fail_over(self, target):
        for group in self.cluster.failover_cluster.groups.values():
            group.failover.begin(group.replicas[target], forced=False)

    def stop_sql(self, node):
        services = self.cluster.hosts[node].services
        stop = partial(services.stop, services["MSSQLSERVER"], force=True)
        self.clock.spawn("stops SQL Server", stop)

    def start_sql(self, node):
        services = self.cluster.hosts[node].services
        self.clock.spawn("starts SQL Server", services.start, services["MSSQLSERVER"])

    def result(self, *, began_s=0.0, violations=(), mismatches=()):
        return Run(
            story=self.story, seed=1, cluster=self.cluster, log=self.log, recorder=self.recorder,
            outcome=Outcome(violations=tuple(violations), mismatches=tuple(mismatches), unsafe_states=()),
            begins_at=0, began_s=began_s,
            ended_s=self.clock.monotonic() if self.log.last is None else self.log.last.at_s,
        )  # fmt: skip


def stop_and_return(faults=(), *, watched=True):
    """Failover at 70 s, evacuation from 120 s on, stopped, started at 900 s, restored, in service."""
    scene = Scene(faults=faults)
    if not watched:
        scene.world.observers.remove(scene.recorder.look)
    instance = scene.cluster.instances["SALES1"]
    with scene.clock:
        _stop(scene, instance)
        _return(scene, instance)
    return scene


def _stop(scene, instance):
    trace = scene.world.trace
    trace.record("person", "asks-stop", "dba asks EC2 to stop SALES1", node="SALES1")
    trace.record("ec2", "stop-refused", "StopInstances refused: stop protection is on", node="SALES1")
    scene.at(60)
    scene.decided("Execute", "AcquireLease", None, "One operation per cluster.")
    scene.at(61)
    scene.decided("Execute", "HoldReplicaModes", "SALES1")
    scene.at(70)
    scene.decided("Execute", "FailOverAvailabilityGroups", "SALES2")
    scene.fail_over("SALES2")
    scene.at(85)
    scene.decided("Execute", "StopSqlServer", "SALES1")
    scene.stop_sql("SALES1")
    scene.at(120)
    scene.decided("Execute", "EvacuateCache", "SALES1")
    scene.evacuate("SALES1")
    for second in (130, 330, 500, 540):
        scene.at(second)
        scene.decided("Wait", seconds=200.0, sentence=f"The cache moves; {second - 120} s so far.")
    scene.at(560)
    scene.decided("Execute", "LiftProtection", "SALES1")
    instance.protect(False)
    scene.at(563)
    scene.decided("Execute", "StopInstance", "SALES1")
    instance.stop()
    scene.at(640)
    scene.decided("Execute", "SetProtection", "SALES1")
    instance.protect(True)
    scene.at(643)
    scene.decided("Complete", sentence="SALES1 is stopped; its cache is on EBS.")
    scene.ended(goal="Stopped")
    trace.record("sns", "published", "SALES1 is stopped", why="SALES1 is stopped.\nWho asked: dba.\nWhat now: nothing.")


def _return(scene, instance):
    scene.at(900)
    scene.world.trace.record("person", "asks-start", "dba asks EC2 to start SALES1", node="SALES1")
    instance.start()
    scene.at(1130)
    execution = "in-service-2"
    scene.decided("Execute", "InitializeStorage", "SALES1", execution=execution)
    scene.bring_data_online("SALES1")
    scene.add_nvme("SALES1")
    scene.make_tempdb("SALES1")
    scene.at(1145)
    scene.decided("Execute", "RestoreCache", "SALES1", execution=execution)
    scene.leave_swap("SALES1")
    scene.at(1155)
    scene.decided("Wait", seconds=300.0, execution=execution)
    scene.at(1560)
    scene.decided("Execute", "StartSqlServer", "SALES1", execution=execution)
    scene.start_sql("SALES1")
    scene.at(1640)
    scene.decided("Execute", "RestoreReplicaModes", "SALES1", execution=execution)
    scene.at(1650)
    scene.decided("Complete", execution=execution)
    scene.ended(execution=execution)
    scene.at(1700)
