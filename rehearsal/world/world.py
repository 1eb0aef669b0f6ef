"""The world of one run: its clock, its machines, and the two ways out of it (AWS events, checkpoints).

Whatever changes state calls `checkpoint`, so that invariants are looked at after every change; whatever AWS would
announce goes through `emit`. Nothing here knows the product.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, FaultKind, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.settings import Settings

if TYPE_CHECKING:
    from rehearsal.world.ec2.instances import Instance, Snapshot, Volume

ACCOUNT_ID = "111122223333"
REGION = "eu-west-1"
PARTITION = "aws"


class World:
    """One run's reality. `rng` is for the world's own draws (ids, latencies), not the clock's."""

    def __init__(self, clock: Clock, rng: random.Random, settings: Settings, trace: Trace, faults: Faults) -> None:
        self.clock = clock
        self.rng = rng
        self.settings = settings
        self.trace = trace
        self.faults = faults
        self.instances: dict[str, Instance] = {}
        self.volumes: dict[str, Volume] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.hosts: dict[str, Any] = {}
        """WindowsHost by computer name (world/windows/host.py)."""
        self.clusters: dict[str, Any] = {}
        """FailoverCluster by name (world/sql)."""
        self.bus: Callable[[dict[str, Any]], None] | None = None
        """Where AWS's events go; the account sets it. Without one they are only traced."""
        self.on_node: Callable[[Instance | None], AbstractContextManager[object]] = lambda instance: nullcontext()
        """As whom AWS would see what begins to run on a node; the account sets it."""
        self.observers: list[Callable[[str, Mapping[str, Any]], None]] = []
        self.in_flight = 0
        """Events, deliveries and invocations that AWS still owes somebody."""

    def checkpoint(self, kind: str, **facts: Any) -> None:
        """Tells every observer that state has changed: `kind` is `<part>.<what>`, e.g. `ec2.state`."""
        for observer in self.observers:
            observer(kind, facts)

    def fault(self, point: str, **context: Any) -> Fault | None:
        """The fault that is due at this place, if any; it is in the trace then."""
        fault = self.faults.due(point, context)
        if fault is not None:
            self._record_fault(fault, context.get("node"))
        return fault

    def strike(self, blow: Fault, node: str | None) -> None:
        """A blow from outside comes now: nobody asked for it."""
        self.faults.struck.append(blow)
        self._record_fault(blow, node)

    def _record_fault(self, fault: Fault, node: str | None) -> None:
        text = f"{fault.kind} at {fault.point}"
        self.trace.record("fault", "fault", text, node=node, point=fault.point, fault=fault.kind.value)

    def latency(self, seconds: float) -> float:
        """A latency of about `seconds`: within the settings' spread, drawn from the run's generator."""
        spread = self.settings.latency.spread
        return seconds * (1 + spread * (2 * self.rng.random() - 1)) if spread else seconds

    def event(self, source: str, detail_type: str, detail: Mapping[str, Any], *resources: str) -> dict[str, Any]:
        """An event in EventBridge's envelope, at this instant."""
        return {
            "version": "0",
            "id": self.uuid(),
            "detail-type": detail_type,
            "source": source,
            "account": ACCOUNT_ID,
            "time": self.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "region": REGION,
            "resources": list(resources),
            "detail": dict(detail),
        }

    def emit(self, event: dict[str, Any], after_s: float = 0.0) -> None:
        """Puts an AWS event on the bus after its delivery latency (spread applied here).

        Fault point `event.<detail-type>`: LOST, LATE, REPEAT (delivery is best effort, unordered, at least once).
        """
        detail = event["detail"]
        fault = self.fault(
            f"event.{event['detail-type']}",
            source=event["source"],
            node=self._node_of(event),
            state=detail.get("state") or detail.get("status") or detail.get("Status"),
        )
        deliveries, delay = 1, self.latency(after_s)
        if fault is not None:
            match fault.kind:
                case FaultKind.LOST:
                    return
                case FaultKind.LATE:
                    delay += fault.seconds
                case FaultKind.REPEAT:
                    deliveries = fault.times
                case _:
                    raise ValueError(f"an event can be lost, late or repeated, not {fault.kind}")
        self.in_flight += deliveries
        for number in range(deliveries):
            self.clock.call_later(delay + number * self.latency(2), lambda: self._deliver(event))

    def _node_of(self, event: dict[str, Any]) -> str | None:
        """Name of the one instance that an event is about."""
        detail = event["detail"]
        known = detail.get("instance-id")
        if known is None and len(event["resources"]) == 1:
            known = event["resources"][0].rpartition("/")[2]
        if known is None and isinstance(detail.get("requestParameters"), dict):
            items = detail["requestParameters"].get("instancesSet", {}).get("items", [])
            known = items[0].get("instanceId") if len(items) == 1 else None
        instance = self.instances.get(known) if isinstance(known, str) else None
        return None if instance is None else instance.name

    def _deliver(self, event: dict[str, Any]) -> None:
        self.in_flight -= 1
        if self.bus is not None:
            self.bus(event)

    def uuid(self) -> str:
        """A version 4 UUID from the run's generator."""
        bits = self.rng.getrandbits(128) & ~(0xF000 << 64) & ~(0xC000 << 48) | (0x4000 << 64) | (0x8000 << 48)
        digits = f"{bits:032x}"
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    def hex_id(self, prefix: str, length: int = 17) -> str:
        """An AWS-like id: `hex_id("i-")`, `hex_id("vol-")`."""
        return prefix + "".join(self.rng.choice("0123456789abcdef") for _ in range(length))
