"""One Windows server: what boots, runs, and dies with it.

Life: `power_on` (EC2) → disks found → up → boot tasks → automatic services → agent online. Out of it: `shut_down`
(EC2's power button), `shut_down_from_inside`, `reboot`, `crash` (blue screen, then boots again), `power_off` (every
process dies where it stands). What survives is on disks: files, scheduled tasks, service definitions, pools.

Fault points: `host.boot` (LATE: `seconds` longer; HANG: it stands still for `seconds`, or never comes up),
`host.shutdown` (HANG: Windows doesn't answer for `seconds`, or never).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from rehearsal.engines.powershell import Engine, ScriptResult
from rehearsal.kernel.clock import Actor, Signal
from rehearsal.kernel.faults import FaultKind
from rehearsal.kernel.trace import TraceEvent
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.ec2.instances import Instance
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.storage import hardware, images
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.windows.command_table import world_commands, world_types
from rehearsal.world.windows.installation import installation_of
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.windows.system.event_log import EventLog
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.system.mutexes import NamedMutexes
from rehearsal.world.windows.system.process import ProcessEnded, ProcessTable
from rehearsal.world.windows.system.registry import Registry
from rehearsal.world.windows.system.script_host import KILLED_EXIT_CODE, ScriptHost
from rehearsal.world.windows.system.services import ServiceState, ServiceTable, StartMode
from rehearsal.world.windows.system.tasks import TaskScheduler
from rehearsal.world.world import World

DOTNET_EPOCH = datetime(1, 1, 1, tzinfo=UTC)
FOR_EVER_S = 1e8
SERVER_2025 = 26100
"""Build number."""


class HostIsDown(Exception):  # noqa: N818 - a fact, not a defect
    """A script was to run on a server that isn't up."""


class WindowsHost:
    """A server by its computer name. `sql` is set by the SQL model; `instance` by whoever puts the host into EC2."""

    def __init__(self, world: World, computer_name: str) -> None:
        self.world = world
        self.name = computer_name
        self.instance: Instance | None = None
        self._cluster: FailoverCluster | None = None
        self.storage = StorageSpaces(world, computer_name)
        self.storage.other_nodes = self._storage_of_other_nodes
        self.files = WindowsFileSystem(self)
        self.processes = ProcessTable(self)
        self.mutexes = NamedMutexes(self)
        self.services = ServiceTable(self)
        self.tasks = TaskScheduler(self)
        self.events = EventLog(self)
        self.registry = Registry(self)
        self.page_files = [r"C:\pagefile.sys"]
        self.page_file_settings: list[str] = []
        """Of the next boot; none while Windows manages them itself."""
        self.settings = world.settings.part(WindowsSettings)
        self.computer_name = computer_name
        """What Windows calls itself: a copy of a machine has its name, too."""
        self.environment: dict[str, str] = {
            "COMPUTERNAME": computer_name, "SystemRoot": r"C:\Windows", "windir": r"C:\Windows", "SystemDrive": "C:",
            "ProgramData": r"C:\ProgramData", "ProgramFiles": r"C:\Program Files", "TEMP": r"C:\Windows\Temp",
            "TMP": r"C:\Windows\Temp", "USERNAME": f"{computer_name}$", "USERDOMAIN": "SALES", "OS": "Windows_NT",
            "PROCESSOR_ARCHITECTURE": "AMD64", "PSModulePath": r"C:\Windows\system32\WindowsPowerShell\v1.0\Modules",
            "Path": r"C:\Windows\system32;C:\Windows;C:\Windows\System32\WindowsPowerShell\v1.0\\",
        }  # fmt: skip
        self.powered = False
        self.up = False
        self.booted_at: datetime | None = None
        """LastBootUpTime."""
        self._begun_at: datetime | None = None
        self.agent_online_at: datetime | None = None
        self.shutdown_begun = Signal(world.clock)
        self.unreachable_since: datetime | None = world.clock.now()
        """Since when nothing here answers EC2's status check; None while Windows is up."""
        self.stuck = False
        """Hung for ever: nothing on it moves until the power is cut."""
        self.clock_behind_s = 0.0
        """How far the machine's clock is behind the true one; negative: ahead."""
        self.on_power_lost: list[Callable[[], None]] = []
        """Called when everything in memory is gone: SQL Server, the cluster service, the SSM agent."""
        self.on_up: list[Callable[[], None]] = []
        self._sql: SqlServer | None = None
        self._disks: tuple[AttachedDisk, ...] = ()
        self._actors: list[Actor] = []
        self._shutting_down = False
        world.hosts[computer_name] = self
        self.storage.on_volume_gone.append(self._volume_gone)

    # -- facts --------------------------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """What the machine's own clock shows."""
        return self.world.clock.now() - timedelta(seconds=self.clock_behind_s)

    def set_clock_behind(self, seconds: float) -> None:
        """The machine's clock is that far off from now on; what Windows says of its boot may move along."""
        if self.booted_at is not None and self.settings.boot_time_follows_clock:
            self.booted_at -= timedelta(seconds=seconds - self.clock_behind_s)
        self.clock_behind_s = seconds
        self.record("clock-set", f"the clock is {abs(seconds):g} s {'behind' if seconds >= 0 else 'ahead'}")

    @property
    def going_down(self) -> bool:
        """It has begun to shut down or to restart."""
        return self._shutting_down

    @property
    def boot_id(self) -> str:
        """Ticks of the first process's start: another text after each boot, as our scripts report it."""
        if self._begun_at is None:
            return ""
        passed = self._begun_at - DOTNET_EPOCH
        return str((passed.days * 86400 + passed.seconds) * 10_000_000 + passed.microseconds * 10)

    @property
    def cluster(self) -> FailoverCluster | None:
        """The failover cluster this server is a node of, None when it is none."""
        return self._cluster

    @cluster.setter
    def cluster(self, cluster: FailoverCluster | None) -> None:
        self._cluster = cluster
        self.storage.cluster_name = None if cluster is None else cluster.name

    def _storage_of_other_nodes(self) -> list[StorageSpaces]:
        if self._cluster is None:
            return []
        nodes = sorted(self._cluster.nodes.values(), key=lambda node: node.name)
        return [node.host.storage for node in nodes if node.host is not self]

    @property
    def sql(self) -> SqlServer | None:
        """The SQL Server of the default instance, None while no model is attached."""
        return self._sql

    @sql.setter
    def sql(self, server: SqlServer | None) -> None:
        self._sql = server
        if server is not None:
            self.services.attach("MSSQLSERVER", server)

    @property
    def agent_online(self) -> bool:
        """The SSM agent answers: it has come up after boot and its service runs."""
        return (
            self.up
            and not self._shutting_down
            and self.agent_online_at is not None
            and self.world.clock.now() >= self.agent_online_at
            and self.services["AmazonSSMAgent"].state is ServiceState.RUNNING
        )

    def record(self, kind: str, text: str, *, why: str | None = None, **facts: Any) -> TraceEvent:
        """Writes a trace event and lets the invariants look."""
        event = self.world.trace.record("host", kind, text, node=self.name, why=why, **facts)
        self.world.checkpoint(f"host.{kind}", node=self.name, host=self, **facts)
        return event

    def spawn(self, name: str, function: Callable[..., Any], *args: Any) -> Actor:
        """An actor that dies with this host."""
        self._actors = [actor for actor in self._actors if actor.alive]
        with self.world.on_node(self.instance):
            actor = self.world.clock.spawn(f"{self.name}: {name}", function, *args)
        self._actors.append(actor)
        return actor

    def _volume_gone(self, letter: str) -> None:
        if self._sql is not None and self.up:
            self._sql.volume_gone(letter)

    # -- power --------------------------------------------------------------------------------------------------------

    def power_on(self, disks: Sequence[AttachedDisk]) -> None:
        """EC2 starts the machine after a stop: the instance store is blank, EBS as it was left."""
        self._disks = tuple(disks)
        self.powered = True
        self._shutting_down = False
        self.spawn("boots", self._boot, self.world.settings.latency.ec2_boot_s, True)

    def run_from_the_start(self, disks: Sequence[AttachedDisk]) -> None:
        """Up without time passing: how a story's world begins. Services that start automatically run, others don't."""
        self._disks = tuple(disks)
        self.powered = True
        with self.storage.building():
            hardware.plug_in(self.storage, self._disks, cold=True)
            self._come_up()
        self.agent_online_at = self.world.clock.now()
        for service in self.services:
            if service.start_mode is StartMode.AUTOMATIC:
                service.state = ServiceState.RUNNING

    def _boot(self, seconds: float, cold: bool) -> None:
        clock = self.world.clock
        self.record("booting", "Windows starts")
        fault = self.world.fault("host.boot", node=self.name)
        if fault is not None and fault.kind is FaultKind.HANG and not fault.seconds:
            self.stuck = True
            return
        if fault is not None:
            clock.sleep(fault.seconds)
        clock.sleep(self.world.latency(seconds))
        disks = self._disks if self.instance is None else tuple(self.instance.disks())
        hardware.plug_in(self.storage, disks, cold=cold)
        if self._lacks_what_stops_it() and self.settings.bugchecks_at_boot:
            self.record("bugcheck", "0x50 in spaceport.sys at every boot: a pool has a member missing")
            self.stuck = True
            return
        self._come_up()
        self.record("up", "Windows is up", boot=self.boot_id)
        for listener in self.on_up:
            listener()
        clock.sleep(self.settings.boot_task_delay_s)
        self.tasks.startup()
        clock.sleep(self.settings.services_after_tasks_s)
        self.services.start_automatic()
        clock.sleep(self.world.latency(self.world.settings.latency.agent_online_after_boot_s))
        self.agent_online_at = clock.now()
        self.record("agent-online", "the SSM agent answers")

    def _lacks_what_stops_it(self) -> bool:
        """A build that bugchecks for a pool's missing member lacks one."""
        lacks_a_member = any(pool.lost_members for pool in self.storage.visible_pools())
        return self.settings.build_number >= SERVER_2025 and lacks_a_member

    def images(self) -> dict[str, images.DiskImage]:
        """What is on each of its EBS volumes at this moment; on the root volume, what is installed, too."""
        found = images.taken(self.storage)
        for device in self.storage.devices.values():
            if device.is_system and device.serial in found:
                found[device.serial] = images.with_machine(found[device.serial], installation_of(self))
        return found

    def plug(self, disk: AttachedDisk) -> None:
        """A disk arrives while the machine has power; a Windows that isn't up yet finds it when it looks for disks."""
        hardware.plug(self.storage, disk)
        if self.up and self._lacks_what_stops_it() and self.settings.bugchecks_at_arrival:
            self.crash()

    def runs_at(self, disk: AttachedDisk, pace: float) -> None:
        """An EBS volume is so many times as fast as when the machine was built."""
        self.storage.contention.runs_at(disk.serial, pace)

    def _come_up(self) -> None:
        self.booted_at = self._begun_at = self.now().replace(microsecond=0)
        self.processes.windows_starts(self._begun_at)
        self.up = True
        self.unreachable_since = None
        self.mutexes = NamedMutexes(self)
        self.files.windows_starts()
        hardware.boot(self.storage)
        self.files.prepare_system_drive()

    def power_off(self) -> None:
        """The power is gone: every process and every storage job ends where it is, without notice."""
        was_up = self.up
        if was_up:
            self.unreachable_since = self.world.clock.now()
        self.up = self.powered = self._shutting_down = self.stuck = False
        self.agent_online_at = None
        hardware.power_lost(self.storage)
        current = self.world.clock.current
        actors, self._actors = self._actors, []
        for actor in actors:
            if actor is not current:
                actor.kill()
        self.tasks.power_lost()
        self.services.power_lost()
        for listener in self.on_power_lost:
            listener()
        if was_up:
            self.record("off", "Windows is off")
        self.processes.kill_all()
        if current is not None and current in actors:
            current.kill()

    def shut_down(self, on_done: Callable[[], None]) -> None:
        """The ACPI power button: an orderly shutdown; `on_done` once it is off. A hung Windows never gets there."""
        if not self.up:
            self.power_off()
            on_done()
            return
        self.spawn("shuts down", self._go_down, lambda: self._off_and(on_done))

    def shut_down_from_inside(self) -> None:
        """Stop-Computer, or an administrator's shutdown: EC2 sees the machine halt."""
        instance = self.instance
        self.spawn("shuts down", self._go_down, lambda: self._off_and(instance.guest_powered_off if instance else None))

    def reboot(self) -> None:
        """Restart-Computer, patching: orderly, the NVMe disks keep their content; EC2 notices nothing."""
        self.spawn("reboots", self._go_down, self._boot_again)

    def crash(self) -> None:
        """Blue screen: as a loss of power, then it boots again with the same disks."""
        clock = self.world.clock
        clock.call_later(0, self._boot_again)
        self.record("crash", "Windows crashed")
        self.power_off()

    def _boot_again(self) -> None:
        self.power_off_quietly()
        self.powered = True
        arrived = None if self.instance is None else self.instance.arrive()
        if arrived is not None:
            hardware.rename(self.storage, arrived.renamed)
        blank = arrived is not None and arrived.blank
        self.spawn("boots again", self._boot, self.world.settings.latency.windows_reboot_s, blank)

    def power_off_quietly(self) -> None:
        """The end of an orderly shutdown: what `power_off` does, in a machine where nothing runs any more."""
        if self.powered or self.up:
            self.power_off()

    def _off_and(self, then: Callable[[], None] | None) -> None:
        self.power_off_quietly()
        if then is not None:
            then()

    def _go_down(self, then: Callable[[], None]) -> None:
        if self._shutting_down:
            return
        self._shutting_down = True
        self.shutdown_begun.notify()
        self.record("shutting-down", "Windows shuts down")
        fault = self.world.fault("host.shutdown", node=self.name)
        if fault is not None and fault.kind is FaultKind.HANG:
            self.stuck = not fault.seconds
            self.world.clock.sleep(fault.seconds or FOR_EVER_S)
        begun = self.world.clock.monotonic()
        self.services.stop_all()
        left = self.world.latency(self.world.settings.latency.windows_shutdown_s)
        self.world.clock.sleep(max(0.0, left - (self.world.clock.monotonic() - begun)))
        # from a timer: the shutdown's own actor ends with the machine
        self.world.clock.call_later(0, then)

    # -- scripts ------------------------------------------------------------------------------------------------------

    def run_script(
        self,
        text: str,
        name: str,
        environment: Mapping[str, str],
        arguments: Sequence[str] = (),
        *,
        path: str | None = None,
    ) -> ScriptResult:
        """Runs a script as SYSTEM in the calling actor, which dies with the host; takes powershell.exe's start-up time.

        `path`: the file it comes from on this host ($PSCommandPath). On a host that isn't up the calling actor dies at
        once, as under a script that was running; outside of actors that raises HostIsDown.
        """
        actor = self.world.clock.current
        if not self.up:
            if actor is not None:
                actor.kill()
            raise HostIsDown(self.name)
        process = self.processes.begin("powershell", f"{path or name} {' '.join(arguments)}".rstrip(), actor)
        self.world.clock.sleep(self.world.latency(self.world.settings.latency.powershell_start_s))
        host = ScriptHost(self, process, name, environment)
        engine = Engine(host=host, commands=world_commands(), types=world_types())
        try:
            result = engine.run_script(text, name=name, arguments=list(arguments), path=path)
        except ProcessEnded:
            result = ScriptResult(stdout="", stderr="", exit_code=KILLED_EXIT_CODE)
            self.record("process-killed", f"{name} was killed", script=name, pid=process.pid)
        self.processes.end(process)
        return result
