"""What every part of the world is given: the run's clock, generator, settings, trace and faults.

Whatever changes state calls `checkpoint`, so that invariants are checked after every change; whatever an AWS service
announces goes through `announce`. Nothing here knows the product.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.settings import Settings

ACCOUNT_ID = "111122223333"
REGION = "eu-west-1"
PARTITION = "aws"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwsEvent:
    """What an AWS service says about a change; EventBridge puts it into its envelope and delivers it."""

    source: str
    detail_type: str
    detail: Mapping[str, Any]
    resources: tuple[str, ...] = ()
    node: str | None = None
    """Name of the one instance that the event is about."""


def no_listener(event: AwsEvent, after_s: float) -> None:
    """Drops an event: there is no account."""


class RunContext:
    """One run. `rng` is for the world's own draws (ids, latencies), not the clock's."""

    def __init__(self, clock: Clock, rng: random.Random, settings: Settings, trace: Trace, faults: Faults) -> None:
        self.clock = clock
        self.rng = rng
        self.settings = settings
        self.trace = trace
        self.faults = faults
        self.announce: Callable[[AwsEvent, float], None] = no_listener
        """Takes an event and its delivery latency in seconds; the account's EventBridge sets it. Without an account
        events are dropped."""
        self.observers: list[Callable[[str, Mapping[str, Any]], None]] = []
        self.in_flight = 0
        """Events, deliveries and invocations that are still on their way."""

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

    def inject(self, fault: Fault, node: str | None) -> None:
        """Records an external fault, which happens at this instant and at no fault point."""
        self.faults.injected.append(fault)
        self._record_fault(fault, node)

    def _record_fault(self, fault: Fault, node: str | None) -> None:
        text = f"{fault.kind} at {fault.point}"
        self.trace.record("fault", "fault", text, node=node, point=fault.point, fault=fault.kind.value)

    def latency(self, seconds: float) -> float:
        """A latency of about `seconds`: within the settings' spread, drawn from the run's generator."""
        spread = self.settings.latency.spread
        return seconds * (1 + spread * (2 * self.rng.random() - 1)) if spread else seconds

    def uuid(self) -> str:
        """A version 4 UUID from the run's generator."""
        bits = self.rng.getrandbits(128) & ~(0xF000 << 64) & ~(0xC000 << 48) | (0x4000 << 64) | (0x8000 << 48)
        digits = f"{bits:032x}"
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    def hex_id(self, prefix: str, length: int = 17) -> str:
        """An AWS-like id: `hex_id("i-")`, `hex_id("vol-")`."""
        return prefix + "".join(self.rng.choice("0123456789abcdef") for _ in range(length))
