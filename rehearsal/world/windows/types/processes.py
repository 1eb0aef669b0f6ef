"""System.Diagnostics.Process, as far as Get-Process shows it."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_property, net_static
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.world.windows.cim.clr_values import date_time
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.system.process import Process


@WINDOWS_TYPES.net_type("System.Diagnostics.Process", base="System.ComponentModel.Component")
class ProcessObject(NetObject):
    """One process."""

    __slots__ = ("members", "process")

    def __init__(self, process: Process) -> None:
        self.members = None
        self.process = process

    @net_static("GetCurrentProcess", returns="System.Diagnostics.Process", context=True)
    @staticmethod
    def current(run: Any) -> ProcessObject:
        return ProcessObject(run.host.process)

    @net_property("Id", "int")
    def pid(self) -> int:
        return self.process.pid

    @net_property("ProcessName", "string")
    @net_property("Name", "string")
    def name(self) -> str:
        return self.process.name

    @net_property("StartTime", "datetime")
    def start_time(self) -> Any:
        return date_time(self.process.started)

    @net_property("HasExited", "bool")
    def has_exited(self) -> bool:
        return not self.process.alive
