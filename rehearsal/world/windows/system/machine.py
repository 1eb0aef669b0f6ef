"""What each part of Windows needs of the machine that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol

from rehearsal.kernel.clock import Actor
from rehearsal.kernel.trace import TraceEvent
from rehearsal.world.context import RunContext


class Machine(Protocol):
    """A server with its own clock and trace; what it spawns dies with it. windows/host.py implements it."""

    name: str

    @property
    def world(self) -> RunContext: ...

    def now(self) -> datetime:
        """What the machine's own clock shows."""

    def record(self, kind: str, text: str, *, why: str | None = None, **facts: Any) -> TraceEvent:
        """Writes a trace event and lets the invariants look."""

    def spawn(self, name: str, function: Callable[..., Any], *args: Any) -> Actor:
        """An actor that dies with this machine."""
