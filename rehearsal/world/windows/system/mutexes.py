"""Named mutexes of the whole machine.

A mutex whose owner died is abandoned: who waits for it next gets it, with AbandonedMutexException.
"""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.kernel.clock import Signal
from rehearsal.world.windows.system.machine import Machine
from rehearsal.world.windows.system.process import Process

LOOK_AGAIN_S = 0.5
"""The death of an owner is noticed this often at most: killed actors announce nothing."""


@dataclass(slots=True, kw_only=True, eq=False)
class MutexState:
    """One mutex: who has it, how often he took it."""

    name: str
    released: Signal
    owner: Process | None = None
    count: int = 0
    abandoned: bool = False


class NamedMutexes:
    """The mutexes of one boot, by name without `Global\\`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._states: dict[str, MutexState] = {}

    def open(self, name: str) -> MutexState:
        """The mutex of that name, new when nobody has opened it yet."""
        key = name.removeprefix("Global\\").removeprefix("Local\\")
        if key not in self._states:
            self._states[key] = MutexState(name=key, released=Signal(self._machine.world.clock))
        return self._states[key]

    def exists(self, name: str) -> bool:
        return name.removeprefix("Global\\").removeprefix("Local\\") in self._states

    def unnamed(self) -> MutexState:
        """A mutex only its process knows."""
        return MutexState(name="", released=Signal(self._machine.world.clock))

    def acquire(self, state: MutexState, process: Process, timeout_s: float | None) -> tuple[bool, bool]:
        """(got it, it was abandoned). `timeout_s` None waits for ever, 0 looks once."""
        clock = self._machine.world.clock
        deadline = None if timeout_s is None else clock.monotonic() + timeout_s
        while not self._is_free(state, process):
            left = None if deadline is None else deadline - clock.monotonic()
            if left is not None and left <= 0:
                return False, False
            state.released.wait(LOOK_AGAIN_S if left is None else min(left, LOOK_AGAIN_S))
        abandoned, state.abandoned = state.abandoned, False
        state.owner = process
        state.count += 1
        return True, abandoned

    def _is_free(self, state: MutexState, process: Process) -> bool:
        if state.owner is not None and not state.owner.alive:
            state.owner, state.count, state.abandoned = None, 0, True
        return state.owner is None or state.owner is process

    def release(self, state: MutexState, process: Process) -> bool:
        """False when the process doesn't own it (ApplicationException in .NET)."""
        if state.owner is not process:
            return False
        state.count -= 1
        if not state.count:
            state.owner = None
            state.released.notify()
        return True
