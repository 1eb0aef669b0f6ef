"""What one PowerShell process sees of its host: the engine's Host protocol for a script that runs inside the world."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, MutableMapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.objects.host import CaseInsensitiveEnvironment, FileSystem
from rehearsal.engines.powershell.syntax.extents import Source
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.system.process import Process, ProcessEnded
from rehearsal.world.windows.system.server import WindowsServer

KILLED_EXIT_CODE = -1


class ScriptHost:
    """`windows` and `process` are for the world's own cmdlets and types (`call.host.windows`).

    Fault point `process.statement` (context node, script, function, line), checked only when a fault is planned at a
    statement of this script: KILL ends the process before that statement, `seconds` after it began, or, with `after`,
    before the statement that follows it (`error` "host": the whole machine crashes); HANG lets it stand for `seconds`.
    """

    def __init__(self, windows: WindowsServer, process: Process, script: str, environment: Mapping[str, str]) -> None:
        self.windows = windows
        self.process = process
        self.script = stem_of(script)
        self.environment: MutableMapping[str, str] = CaseInsensitiveEnvironment({**windows.environment, **environment})
        self.filesystem: FileSystem = windows.files
        self.machine_name = windows.computer_name
        self.user_name = "SYSTEM"
        self.domain_name = "NT AUTHORITY"
        self.process_id = process.pid
        self.random = random.Random(windows.world.rng.getrandbits(64))
        self._clock = windows.world.clock
        self._dies_next: Fault | None = None
        if windows.world.faults.asks_statements(windows.name, self.script):
            self.after_statement = self._before_statement

    def now(self) -> datetime:
        return self.windows.now()

    def utc_offset_s(self, at: datetime) -> int:
        return 0

    def monotonic(self) -> float:
        return self._clock.monotonic()

    def sleep(self, seconds: float) -> None:
        self._clock.sleep(seconds)
        if self.process.ended:
            raise ProcessEnded

    after_statement: Any = None
    """None unless a fault is planned at a statement of this script: to ask before each costs as much as to run it."""

    def _before_statement(self, extent: Any) -> None:
        if self._dies_next is not None:
            self._die(self._dies_next)
        function, line = place_of(extent)
        world, node = self.windows.world, self.windows.name
        fault = world.fault("process.statement", node=node, script=self.script, function=function, line=line)
        if fault is None:
            return
        if fault.kind is FaultKind.HANG:
            self._clock.sleep(fault.seconds or 1e8)
        elif fault.after:
            self._dies_next = fault
        elif fault.seconds:
            self._clock.call_later(fault.seconds, lambda: self._die_in_the_middle(fault))
        else:
            self._die(fault)

    def _die(self, fault: Fault) -> None:
        """In the script's own actor."""
        if fault.error == "host":
            self.windows.crash()
        raise ProcessEnded

    def _die_in_the_middle(self, fault: Fault) -> None:
        """From a timer: the script waits for something."""
        actor = self.process.actor
        if self.process.ended or actor is None or not actor.alive:
            return
        if fault.error == "host":
            self.windows.crash()
        else:
            actor.interrupt(ProcessEnded())


def script_host(host: object) -> ScriptHost:
    """The host of a cmdlet's call or of a type's run: inside the world it is always a ScriptHost."""
    assert isinstance(host, ScriptHost), host
    return host


def place_of(extent: Any) -> tuple[str, int]:
    """The function that a statement is in, `body` for none, and its line.

    What a script loads from the bundle has lines of its own: they are told apart by the function.
    """
    source = getattr(extent, "source", None)
    return ("body", getattr(extent, "start_line", 0)) if source is None else _place_in(source, extent.start_offset)


@lru_cache(maxsize=100_000)
def _place_in(source: Source, offset: int) -> tuple[str, int]:
    """Searching the text for it costs as much as running a statement, and a loop comes by often."""
    text, line = source.text, source.line_of(offset)
    begins = text.rfind("\nfunction ", 0, offset) + 1
    if not text.startswith("function ", begins) or text.find("\n}", begins, offset) >= 0:
        return "body", line
    return text[begins + len("function ") : text.index(" {", begins)], line


def stem_of(script: str) -> str:
    """One stem a step everywhere: `CacheWarden-Host-EvacuateCache` and `evacuate_cache.ps1` are `evacuate_cache`."""
    name = script.removeprefix("CacheWarden-").removeprefix("Host-").removeprefix("BreakGlass-").removesuffix(".ps1")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
