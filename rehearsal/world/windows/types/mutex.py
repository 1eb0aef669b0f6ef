"""System.Threading.Mutex over the machine's named mutexes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_static
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.world.windows.cim.clr_values import seconds_of
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.system.mutexes import MutexState


@WINDOWS_TYPES.net_type(
    "System.Threading.Mutex", base="System.Threading.WaitHandle", interfaces=("System.IDisposable",)
)
class Mutex(NetObject):
    """A handle; the state is the machine's."""

    __slots__ = ("closed", "members", "state")

    def __init__(self, state: MutexState) -> None:
        self.members = None
        self.state = state
        self.closed = False

    @net_constructor(context=True)
    @net_constructor("bool", context=True)
    @net_constructor("bool", "string", context=True)
    @net_constructor("bool", "string", "ref", context=True)
    @staticmethod
    def make(run: Any, owned: bool = False, name: str | None = None, created: Any = None) -> Mutex:
        table = run.host.windows.mutexes
        fresh = not name or not table.exists(name)
        made = Mutex(table.open(name) if name else table.unnamed())
        if owned:
            table.acquire(made.state, run.host.process, 0)
        if created is not None:
            created.set(fresh)
        return made

    @net_static("OpenExisting", "string", returns="System.Threading.Mutex", context=True)
    @staticmethod
    def open_existing(run: Any, name: str) -> Mutex:
        if not run.host.windows.mutexes.exists(name):
            raise PSException(
                "System.Threading.WaitHandleCannotBeOpenedException", "No handle of the given name exists."
            )
        return Mutex(run.host.windows.mutexes.open(name))

    @net_method("WaitOne", returns="bool", context=True)
    @staticmethod
    def wait(run: Any, mutex: Mutex) -> bool:
        return _take(run, mutex, None)

    @net_method("WaitOne", "int", returns="bool", context=True)
    @net_method("WaitOne", "int", "bool", returns="bool", context=True)
    @staticmethod
    def wait_ms(run: Any, mutex: Mutex, milliseconds: int, exit_context: bool = False) -> bool:
        return _take(run, mutex, None if milliseconds < 0 else milliseconds / 1000)

    @net_method("WaitOne", "timespan", returns="bool", context=True)
    @staticmethod
    def wait_span(run: Any, mutex: Mutex, span: Any) -> bool:
        seconds = seconds_of(span)
        return _take(run, mutex, None if seconds < 0 else seconds)

    @net_method("ReleaseMutex", returns="void", context=True)
    @staticmethod
    def release(run: Any, mutex: Mutex) -> None:
        if not run.host.windows.mutexes.release(mutex.state, run.host.process):
            raise PSException(
                "System.ApplicationException",
                "Object synchronization method was called from an unsynchronized block of code.",
            )

    @net_method("Dispose", returns="void")
    @net_method("Close", returns="void")
    def close(self) -> None:
        self.closed = True


def _take(run: Any, mutex: Mutex, timeout_s: float | None) -> bool:
    if mutex.closed:
        raise PSException("System.ObjectDisposedException", "Safe handle has been closed")
    took, abandoned = run.host.windows.mutexes.acquire(mutex.state, run.host.process, timeout_s)
    if abandoned:
        # the caller owns it all the same, as in .NET
        raise PSException("System.Threading.AbandonedMutexException", "The wait completed due to an abandoned mutex.")
    return bool(took)
