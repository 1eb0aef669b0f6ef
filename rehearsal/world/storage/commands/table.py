"""How a Storage cmdlet is declared: its session, the time it takes, provider errors as PowerShell reports them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps

from rehearsal.engines.powershell.binding.signatures import signature_of
from rehearsal.engines.powershell.commands.registry import CmdletCall, CommandTable
from rehearsal.world.storage.commands.session import Session

STORAGE = CommandTable()
COMMON = ("AsJob", "CimSession", "ThrottleLimit", "WhatIf", "Confirm")

Body = Callable[[Session], Iterable[object] | None]


def reads(name: str, *honours: str) -> Callable[[Body], Body]:
    """Declares a cmdlet that only looks."""
    return _declare(name, honours, changes=False)


def changes(name: str, *honours: str, as_job: bool = False) -> Callable[[Body], Body]:
    """Declares a cmdlet that acts."""
    asks = ("WhatIf", "Confirm") if signature_of("Storage", name).supports_should_process else ()
    return _declare(name, (*honours, *asks, *(("AsJob",) if as_job else ())), changes=True)


def _declare(name: str, honours: Iterable[str], *, changes: bool) -> Callable[[Body], Body]:
    def declare(body: Body) -> Body:
        @wraps(body)
        def run(call: CmdletCall) -> Iterable[object] | None:
            session = Session(call)
            session.take_time(changes=changes)
            return body(session)

        STORAGE.cmdlet("Storage", name, honours=honours, implementing_type=name)(run)
        return body

    return declare
