"""EC2's truth: instances, and what starting and stopping does to their disks.

Fault model: a stop takes as long as Windows needs and is cut hard after `ec2_hard_shutdown_s`; a start can fail (point
`ec2.start`); state events may be lost. What must survive all of it: EBS content. What must not survive a stop: the
instance store, which comes back blank, with new serials. A reboot keeps it [ec2#instance-store-lifetime],
unless the setting `system_reboot_store` says that one which moves the instance doesn't.

The API's rules (who may, refusals, all-or-nothing batches) are in aws/ec2/service.py; here is what hardware does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol

from rehearsal.kernel.clock import Clock, Timer
from rehearsal.kernel.faults import FaultKind, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION, AwsEvent, RunContext
from rehearsal.world.ec2.disks import AttachedDisk, Snapshot, Volume
from rehearsal.world.ec2.instance_types import CapacityReservation, InstanceType
from rehearsal.world.settings import Settings, SystemReboot

UP_SINCE = timedelta(days=30)
"""How long ago an instance was launched that runs from the beginning of a story."""


TERMINATED_SHOWN = timedelta(minutes=55)
"""How long EC2 shows a terminated instance: usually for less than an hour [ec2#terminated-instances]."""


class InstanceState(Enum):
    """The states of an instance with EC2's codes."""

    PENDING = 0
    RUNNING = 16
    SHUTTING_DOWN = 32
    TERMINATED = 48
    STOPPING = 64
    STOPPED = 80

    @property
    def api_name(self) -> str:
        """As EC2 spells it: `shutting-down`."""
        return self.name.lower().replace("_", "-")


class Host(Protocol):
    """What an instance needs of the machine inside it (world/windows/host.py).

    The host in turn calls `instance.guest_powered_off()` once Windows has shut down by itself (from inside); after
    `shut_down(on_done)` it calls `on_done` instead. A reboot is the host's own affair: EC2 notices nothing, and asks
    for one only where it has scheduled it.
    """

    up: bool
    """Whether Windows runs."""

    def reboot(self) -> None:
        """Begins an orderly restart, with the same disks."""

    def power_on(self, disks: Sequence[AttachedDisk]) -> None:
        """Boots with these disks."""

    def shut_down(self, on_done: Callable[[], None]) -> None:
        """Begins an orderly shutdown (the ACPI power button); calls `on_done` when it is off."""

    def power_off(self) -> None:
        """Takes the power away, at once; every process dies where it stands."""

    def images(self) -> Mapping[str, object]:
        """What is on each of its EBS volumes at this moment, by serial number."""

    def plug(self, disk: AttachedDisk) -> None:
        """An EBS volume arrives while the machine has power."""

    def runs_at(self, disk: AttachedDisk, pace: float) -> None:
        """An EBS volume is so many times as fast as when the machine was built."""

    @property
    def unreachable_since(self) -> datetime | None:
        """Since when nothing on it answers EC2's status check; None while it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """Maintenance that AWS has announced for an instance (DescribeInstanceStatus `Events`)."""

    id: str
    code: str
    description: str
    announced: datetime
    not_before: datetime
    not_after: datetime | None = None
    not_before_deadline: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedStore:
    """The instance store that a restarted machine finds: blank, or with other serial numbers (former to present)."""

    blank: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)


STOPPING_EVENTS = frozenset({"instance-retirement", "instance-stop"})
"""Those that end in a stop."""
SYSTEM_MAINTENANCE = "system-maintenance"
"""Of the network or the power [ec2#system-maintenance]: this world has the worse one, in which Windows restarts."""
PREEMPTED_EVENTS = STOPPING_EVENTS | {"system-reboot", SYSTEM_MAINTENANCE}
"""Those that a stop and start ahead of time takes away [ec2#stop-start-ahead]; of an `instance-reboot` nobody says so.
"""
REBOOT_EVENTS = frozenset({"instance-reboot", "system-reboot"})
"""EC2 restarts Windows, which keeps instance-store data [ec2#reboot-keeps-cache]; a `system-reboot` moves the instance
to another host, where the setting `system_reboot_store` says what becomes of it."""
EVENT_SHOWN_S = 3600.0
"""How long EC2 shows an event as pending after the start that pre-empted it, or after the reboot: the longest that is
documented of a reboot [ec2#event-refresh]; several sweeps see it."""


class Ec2World(RunContext):
    """One run with EC2's instances, volumes and snapshots by id."""

    def __init__(self, clock: Clock, rng: random.Random, settings: Settings, trace: Trace, faults: Faults) -> None:
        super().__init__(clock, rng, settings, trace, faults)
        self.instances: dict[str, Instance] = {}
        self.volumes: dict[str, Volume] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.reservations: list[CapacityReservation] = []
        self.vcpu_quota = 1152
        """Of the account's running On-Demand instances [ec2#vcpu-quota]."""
        self.vcpus_elsewhere = 0
        """What instances of the account use that are no part of the story."""
        self.machine_on: Callable[[object, Instance], Host | None] = lambda image, instance: instance.host
        """The machine that boots from a root volume with this image; who builds machines sets it."""
        self.on_node: Callable[[Instance | None], AbstractContextManager[object]] = lambda instance: nullcontext()
        """As whom AWS would see what begins to run on a node; the account sets it."""


class Instance:
    """One EC2 instance. Everything about its life goes through `start`, `stop`, `terminate` and `guest_powered_off`."""

    def __init__(
        self,
        world: Ec2World,
        *,
        instance_id: str,
        kind: InstanceType,
        zone: str,
        tags: Mapping[str, str],
        private_ip: str,
        profile_role: str | None = None,
    ) -> None:
        self.world = world
        self.id = instance_id
        self.type = kind
        self.zone = zone
        self.tags: dict[str, str] = dict(tags)
        self.private_ip = private_ip
        self.further_addresses: tuple[str, ...] = ()
        """Of the same network interface: the cluster's and its listeners'."""
        self.reservation: str | None = None
        """The capacity reservation in which alone it starts."""
        self.licences: tuple[str, ...] = ()
        """ARNs of its License Manager configurations."""
        self.profile_role = profile_role
        """Role of the instance profile; without one the SSM agent can't register."""
        self.state = InstanceState.STOPPED
        self.stop_protected = False
        self.termination_protected = False
        self.shutdown_behavior = "stop"
        """What EC2 does when Windows shuts itself down: `stop` or `terminate`."""
        self.lifecycle: str | None = None
        """`spot`; None for On-Demand."""
        self.root_device_type = "ebs"
        self.launch_time = world.clock.now()
        self.terminated_at: datetime | None = None
        self.state_reason: tuple[str, str] | None = None
        self.transition_reason = ""
        self.scheduled_events: list[ScheduledEvent] = []
        self.host: Host | None = None
        self.instance_store_serials: tuple[str, ...] = ()
        self.instance_store_generation = 0
        """Rises whenever the instance store's content is lost."""
        self._moves = False
        """Whether the restart that has begun takes it to another host."""
        self._installed_from: str | None = None
        """The root volume from a snapshot with whose Windows it has booted."""
        self._cut: Timer | None = None
        self._protection_visible_at: datetime | None = None
        self._protection_before = False
        world.instances[instance_id] = self
        self._new_instance_store()

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:ec2:{REGION}:{ACCOUNT_ID}:instance/{self.id}"

    @property
    def name(self) -> str:
        """Its Name tag, else its id: what people call it."""
        return self.tags.get("Name", self.id)

    @property
    def volumes(self) -> list[Volume]:
        """The attached EBS volumes, by device."""
        mine = [volume for volume in self.world.volumes.values() if volume.instance_id == self.id]
        return sorted(mine, key=lambda volume: volume.device or "")

    # -- stop protection ----------------------------------------------------------------------------------------------

    def protect(self, protected: bool) -> None:
        """Sets `disableApiStop`. It governs at once or after `stop_protection_visible_s` (eventually consistent)."""
        self._protection_before = self.protection_in_force
        delay = self.world.latency(self.world.settings.latency.stop_protection_visible_s)
        now = self.world.clock.now()
        self._protection_visible_at = datetime.fromtimestamp(now.timestamp() + delay, tz=now.tzinfo) if delay else None
        changed, self.stop_protected = self.stop_protected != protected, protected
        if changed:
            said = "on" if protected else "off"
            self.world.trace.record("ec2", f"protection-{said}", f"stop protection {said}", node=self.name)
            self.world.checkpoint("ec2.protection", instance=self, protected=protected)

    @property
    def protection_in_force(self) -> bool:
        """What StopInstances goes by: may lag behind what was set."""
        visible_at = self._protection_visible_at
        if visible_at is not None and self.world.clock.now() < visible_at:
            return self._protection_before
        return self.stop_protected

    # -- life ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """`stopped` → `pending` → `running`, where Windows begins to boot, on whatever disks it has by then."""
        assert self.state is InstanceState.STOPPED, self.state
        self.state_reason, self.transition_reason = None, ""
        self.launch_time = self.world.clock.now()
        self._enter(InstanceState.PENDING)
        self._later(self.world.settings.latency.ec2_pending_s, self._run)
        if self.scheduled_events:
            self.world.clock.call_later(EVENT_SHOWN_S, self._complete_events)

    def _run(self) -> None:
        fault = self.world.fault("ec2.start", node=self.name, instance=self.id)
        if fault is not None and fault.kind is FaultKind.FAIL:
            self.state_reason = (fault.error or "Server.InternalError", f"{fault.error}: on launch")
            self._enter(InstanceState.STOPPED)
            return
        self._enter(InstanceState.RUNNING)
        root = next((volume for volume in self.volumes if volume.disk.is_system_disk), None)
        if root is not None and root.image is not None and root.id != self._installed_from:
            self.host, self._installed_from = self.world.machine_on(root.image, self), root.id
        if self.host is not None:
            self.host.power_on(self.disks())

    def run_from_the_start(self) -> None:
        """Puts a new instance into `running` without events or time, launched weeks ago: how a story's world begins."""
        self.state = InstanceState.RUNNING
        self.launch_time = self.world.clock.now() - UP_SINCE

    def schedule(self, event: ScheduledEvent) -> None:
        """EC2 announces maintenance, and carries it out whatever stop protection says [ec2#scheduled-events]."""
        self.scheduled_events.append(event)
        self._maintain_in_time(event)

    def put_off(self, event: ScheduledEvent, until: datetime) -> ScheduledEvent:
        """The event takes place later; EC2 has checked that it may [ec2#reschedule]."""
        moved = replace(event, not_before=until)
        self.scheduled_events[self.scheduled_events.index(event)] = moved
        self.world.trace.record("ec2", "maintenance", f"{event.code} is put off to {until}", node=self.name)
        self._maintain_in_time(moved)
        return moved

    def _maintain_in_time(self, event: ScheduledEvent) -> None:
        """As soon as it may; a reboot at any moment from its earliest time to its latest [ec2#scheduled-events]."""
        ahead_s = (event.not_before - self.world.clock.now()).total_seconds()
        if event.code in REBOOT_EVENTS and event.not_after is not None:
            ahead_s += self.world.rng.random() * max(0.0, (event.not_after - event.not_before).total_seconds())
        self.world.clock.call_later(ahead_s, lambda: self._maintain(event))

    def _maintain(self, event: ScheduledEvent) -> None:
        preempted = event.code in PREEMPTED_EVENTS and self.launch_time > event.announced
        if event not in self.scheduled_events or preempted or self.state is not InstanceState.RUNNING:
            return
        if event.code in STOPPING_EVENTS:
            self.world.trace.record("ec2", "maintenance", f"EC2 carries out {event.code}", node=self.name)
            self.stop("Server.ScheduledStop", "Server.ScheduledStop: stopped due to a scheduled retirement")
        elif event.code in {*REBOOT_EVENTS, SYSTEM_MAINTENANCE} and self.host is not None:
            self.world.trace.record("ec2", "maintenance", f"EC2 carries out {event.code}", node=self.name)
            if self.host.up:
                self._moves = event.code == "system-reboot"
                self.host.reboot()
            self.world.clock.call_later(EVENT_SHOWN_S, lambda: self._complete(event))

    def _complete_events(self) -> None:
        """Those that the start took away."""
        for event in [each for each in self.scheduled_events if each.code in PREEMPTED_EVENTS]:
            self._complete(event)

    def _complete(self, event: ScheduledEvent) -> None:
        """It stays in EC2's answer for a week [ec2#scheduled-events]."""
        if event in self.scheduled_events and not event.description.startswith("[Completed]"):
            completed = replace(event, description=f"[Completed] {event.description}")
            self.scheduled_events[self.scheduled_events.index(event)] = completed

    def stop(self, code: str = "Client.UserInitiatedShutdown", text: str = "User initiated") -> None:
        """`running` → `stopping`; Windows is asked to shut down, and cut off when it takes too long → `stopped`."""
        assert self.state in (InstanceState.RUNNING, InstanceState.PENDING), self.state
        self._note_why(code, text)
        self._enter(InstanceState.STOPPING)
        if self.host is None:
            self._release()
            return
        self._cut = self._later(self.world.settings.latency.ec2_hard_shutdown_s, self._cut_off)
        self.host.shut_down(self._shut_down_done)

    def terminate(self, code: str = "Client.UserInitiatedShutdown", text: str = "User initiated") -> None:
        """For good: Windows dies, the instance store is lost, volumes go or stay as they were attached."""
        self._note_why(code, text)
        if self.host is not None and self.state is InstanceState.RUNNING:
            self.host.power_off()
        self._enter(InstanceState.SHUTTING_DOWN)
        self._new_instance_store()
        self._later(self.world.settings.latency.ec2_stop_release_s, self._terminated)

    def _terminated(self) -> None:
        for volume in self.volumes:
            if volume.delete_on_termination:
                del self.world.volumes[volume.id]
            volume.instance_id = volume.device = volume.attached_at = None
        self.terminated_at = self.world.clock.now()
        self._enter(InstanceState.TERMINATED)

    @property
    def forgotten(self) -> bool:
        """Whether EC2 doesn't know it any more [ec2#terminated-instances]."""
        ended = self.terminated_at
        return ended is not None and self.world.clock.now() - ended > TERMINATED_SHOWN

    def guest_powered_off(self) -> None:
        """Windows shut itself down: EC2 sees the machine halt, and stops or terminates the instance, as is set.

        Termination protection doesn't hold that [ec2#shutdown-behavior].
        """
        if self.state is not InstanceState.RUNNING:
            return
        if self.shutdown_behavior == "terminate":
            self.terminate("Client.InstanceInitiatedShutdown", "")
            return
        self._note_why("Client.InstanceInitiatedShutdown", "")
        self._enter(InstanceState.STOPPING)
        self._release()

    def lose_power(self) -> None:
        """The physical host fails: Windows dies where it stands, the instance stops, its instance store is lost."""
        self._note_why("Server.InternalError", "Server.InternalError: internal error on launch")
        if self.host is not None:
            self.host.power_off()
        self._enter(InstanceState.STOPPING)
        self._release()

    def _shut_down_done(self) -> None:
        if self.state is InstanceState.STOPPING and self._cut is not None:
            self._cut.cancel()
            self._cut = None
            self._release()

    def _cut_off(self) -> None:
        self._cut = None
        if self.state is InstanceState.STOPPING and self.host is not None:
            self.world.trace.record("ec2", "hard-shutdown", "Windows took too long: power cut", node=self.name)
            self.host.power_off()
            self._release()

    def _release(self) -> None:
        self._new_instance_store()
        fault = self.world.fault("ec2.stop", node=self.name, instance=self.id)
        stuck_s = fault.seconds if fault is not None and fault.kind is FaultKind.LATE else 0.0
        released_s = self.world.latency(self.world.settings.latency.ec2_stop_release_s)
        self.world.clock.call_later(released_s + stuck_s, lambda: self._enter(InstanceState.STOPPED))

    def _note_why(self, code: str, text: str) -> None:
        at = self.world.clock.now().strftime("%Y-%m-%d %H:%M:%S GMT")
        self.state_reason = (
            code,
            f"{code}: {'User' if code.startswith('Client.User') else 'Instance'} initiated shutdown",
        )
        self.transition_reason = f"{text} ({at})" if text else ""

    def _enter(self, state: InstanceState) -> None:
        before, self.state = self.state, state
        self.world.trace.record(
            "ec2", "instance-state", f"{before.api_name} → {state.api_name}", node=self.name, instance=self.id,
            state=state.api_name,
        )  # fmt: skip
        self.world.checkpoint("ec2.state", instance=self, state=state.api_name, before=before.api_name)
        detail = {"instance-id": self.id, "state": state.api_name}
        event = AwsEvent(
            source="aws.ec2", detail_type="EC2 Instance State-change Notification", detail=detail,
            resources=(self.arn,), node=self.name,
        )  # fmt: skip
        self.world.announce(event, self.world.settings.latency.state_event_delivery_s)

    def _later(self, seconds: float, function: Callable[[], None]) -> Timer:
        return self.world.clock.call_later(self.world.latency(seconds), function)

    @property
    def impaired_since(self) -> datetime | None:
        """Since when its status check fails; one that never passed since the launch is dated by that
        [ec2#status-checks]."""
        if self.host is None or self.host.unreachable_since is None:
            return None
        return max(self.launch_time, self.host.unreachable_since)

    def become(self, kind: InstanceType) -> None:
        """Another type, while it is stopped: it starts with that one's instance store [ec2#instance-store-lifetime]."""
        assert self.state is InstanceState.STOPPED, self.state
        self.world.trace.record("ec2", "instance-type", f"{self.type.name} becomes {kind.name}", node=self.name)
        self.type, self.instance_store_serials = kind, ()
        self._new_instance_store()

    # -- disks --------------------------------------------------------------------------------------------------------

    def arrive(self) -> ArrivedStore:
        """A restart goes on: on the same host with the same disks, unless AWS has moved the instance meanwhile."""
        moved, self._moves = self._moves, False
        becomes = self.world.settings.ec2.system_reboot_store if moved else SystemReboot.KEPT
        if becomes is SystemReboot.KEPT:
            return ArrivedStore()
        before = self.instance_store_serials
        if becomes is SystemReboot.BLANK:
            self._new_instance_store()
            return ArrivedStore(blank=True)
        self.instance_store_serials = self._fresh_serials()
        return ArrivedStore(renamed=dict(zip(before, self.instance_store_serials, strict=True)))

    def attach(self, volume: Volume, device: str) -> None:
        """A volume that is available becomes the instance's, and a disk of the machine if that has power."""
        volume.instance_id, volume.device, volume.attached_at = self.id, device, self.world.clock.now()
        volume.attachment = "attaching"
        self.world.trace.record("ec2", "attaching", f"{volume.id} is attached as {device}", node=self.name)

        def arrive() -> None:
            volume.attachment = "attached"
            if self.host is not None and self.state is InstanceState.RUNNING:
                self.host.plug(volume.disk)

        self._later(self.world.settings.latency.ebs_attach_s, arrive)

    def detach(self, volume: Volume) -> None:
        """A volume leaves the stopped instance."""
        assert self.state is InstanceState.STOPPED, self.state
        volume.attachment = "detaching"
        self.world.trace.record("ec2", "detaching", f"{volume.id} leaves {volume.device}", node=self.name)

        def leave() -> None:
            volume.instance_id = volume.device = volume.attached_at = None

        self._later(self.world.settings.latency.ebs_detach_s, leave)

    def _new_instance_store(self) -> None:
        self.instance_store_generation += 1
        if self.instance_store_serials and not self.world.settings.ec2.instance_store_serial_changes:
            return
        self.instance_store_serials = self._fresh_serials()

    def _fresh_serials(self) -> tuple[str, ...]:
        return tuple(f"{self.world.hex_id('AWS').upper()}_00000001." for _ in self.type.instance_store_bytes)

    def disks(self) -> list[AttachedDisk]:
        """The disks that Windows finds at power-on: EBS by device, then the instance store (blank after a stop)."""
        persistent = [volume.disk for volume in self.volumes if volume.attachment == "attached"]
        ephemeral = [
            AttachedDisk(serial=serial, size_bytes=size, persistent=False, volume_id=None, device=None)
            for serial, size in zip(self.instance_store_serials, self.type.instance_store_bytes, strict=True)
        ]
        return persistent + ephemeral


def attach_new_volume(
    world: Ec2World, instance: Instance, size_gib: int, device: str, *, delete_on_termination: bool = False, **tags: str
) -> Volume:
    """A new EBS volume in the instance's zone, attached from the beginning: how a story's world is built."""
    now = world.clock.now()
    volume = Volume(
        id=world.hex_id("vol-"), size_gib=size_gib, zone=instance.zone, created=now, instance_id=instance.id,
        device=device, attached_at=now, delete_on_termination=delete_on_termination, tags=dict(tags),
    )  # fmt: skip
    world.volumes[volume.id] = volume
    return volume
