"""Processes of a host: PowerShell scripts, each in the actor that runs it. They die with the host."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.kernel.clock import Actor
from rehearsal.world.windows.system.background_jobs import BackgroundJob
from rehearsal.world.windows.system.machine import Machine


class ProcessEnded(BaseException):
    """Unwinds a script whose process was killed (by a fault, say) while the actor that ran it lives on."""


@dataclass(slots=True, kw_only=True, eq=False)
class Process:
    """One process. `actor` None: it has no life of its own (a service's)."""

    pid: int
    name: str
    command: str
    started: datetime
    actor: Actor | None = None
    ended: bool = False
    background_jobs: list[BackgroundJob] = field(default_factory=list)
    loaded_modules: set[str] = field(default_factory=set)
    """PowerShell modules the script has used: the Storage module brings texts for CIM enumerations."""

    def begin_job(self, machine: Machine, command: str) -> BackgroundJob:
        """A job of this process, without its work yet."""
        job = BackgroundJob(machine, len(self.background_jobs) * 2 + 1, command)
        self.background_jobs.append(job)
        return job

    @property
    def alive(self) -> bool:
        """Neither ended nor killed with its actor."""
        return not self.ended and (self.actor is None or self.actor.alive)


class ProcessTable:
    """All processes of a host. Killed actors run no `finally`, so liveness is asked of the actor, never remembered."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._pids = itertools.count(4100, 4)
        self._processes: dict[int, Process] = {}

    def windows_starts(self, started: datetime) -> None:
        """The one process of each boot that lives as long as Windows; when it started is kept, whatever the clock does
        [windows#boot-identity]."""
        self.begin("wininit", "wininit.exe", None).started = started

    def begin(self, name: str, command: str, actor: Actor | None) -> Process:
        """A new process with the next number."""
        self._prune()
        process = Process(
            pid=next(self._pids), name=name, command=command, started=self._machine.world.clock.now(), actor=actor
        )
        self._processes[process.pid] = process
        return process

    def end(self, process: Process) -> None:
        """It is over; what it held is abandoned."""
        process.ended = True
        self._processes.pop(process.pid, None)

    def living(self) -> list[Process]:
        self._prune()
        return list(self._processes.values())

    def _prune(self) -> None:
        for process in [process for process in self._processes.values() if not process.alive]:
            self.end(process)

    def kill_all(self) -> None:
        """The host is off: everyone dies where he stands, the one who is running now last."""
        current = self._machine.world.clock.current
        dying = list(self._processes.values())
        self._processes.clear()
        for process in dying:
            process.ended = True
        mine = None
        for process in dying:
            if process.actor is not None and process.actor is current:
                mine = process.actor
            elif process.actor is not None:
                process.actor.kill()
        if mine is not None:
            mine.kill()
