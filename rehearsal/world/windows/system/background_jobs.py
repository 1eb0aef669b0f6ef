"""PowerShell's own jobs, as `-AsJob` of a CIM cmdlet makes them: not the storage job that does the work.

A job belongs to the process that started it and is forgotten with it; what it asked Windows to do goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import IntEnum
from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord
from rehearsal.kernel.clock import Signal
from rehearsal.world.windows.system.machine import Machine


class BackgroundState(IntEnum):
    """System.Management.Automation.JobState."""

    NOT_STARTED = 0
    RUNNING = 1
    COMPLETED = 2
    FAILED = 3
    STOPPED = 4


class JobFailedError(Exception):
    """What a job's work ends with when it fails; `record` is what Receive-Job reports."""

    def __init__(self, record: ErrorRecord) -> None:
        super().__init__(record.exception.message)
        self.record = record


class BackgroundJob:
    """One job: its state, what it put out, the errors it ended with."""

    def __init__(self, machine: Machine, number: int, command: str) -> None:
        self._machine = machine
        self.number = number
        self.name = f"CimJob{self.number}"
        self.command = command
        self.state = BackgroundState.RUNNING
        self.output: list[Any] = []
        self.errors: list[ErrorRecord] = []
        self.begun: datetime = machine.world.clock.now()
        self.ended: datetime | None = None
        self.changed = Signal(machine.world.clock)

    def run(self, work: Callable[[], list[Any] | None]) -> None:
        """Begins the work beside the script; it ends with the host."""
        self._machine.spawn(self.name, self._run, work)

    def _run(self, work: Callable[[], list[Any] | None]) -> None:
        try:
            self.output.extend(work() or ())
            self._end(BackgroundState.COMPLETED)
        except JobFailedError as failure:
            self.errors.append(failure.record)
            self._end(BackgroundState.FAILED)

    def _end(self, state: BackgroundState) -> None:
        if self.state is BackgroundState.RUNNING:
            self.state, self.ended = state, self._machine.world.clock.now()
            self.changed.notify()

    def stop(self) -> None:
        """The script no longer cares; nothing that Windows does is ended by it."""
        self._end(BackgroundState.STOPPED)
