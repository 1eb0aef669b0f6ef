"""How an event of an AWS service reaches the default bus: its envelope, its delay, and what goes wrong on the way.

Fault point `event.<detail-type>`: LOST, LATE, REPEAT (delivery is best effort, unordered, at least once).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import ACCOUNT_ID, REGION, AwsEvent
from rehearsal.world.world import World

REPEAT_AFTER_S = 2


def envelope(
    world: World, source: str, detail_type: str, detail: Mapping[str, Any], resources: Iterable[str]
) -> dict[str, Any]:
    """An event as EventBridge hands it on, at this instant."""
    return {
        "version": "0",
        "id": world.uuid(),
        "detail-type": detail_type,
        "source": source,
        "account": ACCOUNT_ID,
        "time": world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": REGION,
        "resources": list(resources),
        "detail": dict(detail),
    }


class EventDelivery:
    """Delivers what services announce to `put`, the bus."""

    def __init__(self, world: World, put: Callable[[dict[str, Any]], None]) -> None:
        self._world = world
        self._put = put

    def announce(self, event: AwsEvent, after_s: float) -> None:
        """Puts an event on the bus after its delivery latency (spread applied here)."""
        world = self._world
        enveloped = envelope(world, event.source, event.detail_type, event.detail, event.resources)
        fault = world.fault(
            f"event.{event.detail_type}",
            source=event.source,
            node=event.node,
            state=event.detail.get("state") or event.detail.get("status") or event.detail.get("Status"),
        )
        deliveries, delay = 1, world.latency(after_s)
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
        world.in_flight += deliveries
        for number in range(deliveries):
            world.clock.call_later(delay + number * world.latency(REPEAT_AFTER_S), lambda: self._deliver(enveloped))

    def _deliver(self, event: dict[str, Any]) -> None:
        self._world.in_flight -= 1
        self._put(event)
