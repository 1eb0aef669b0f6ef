"""System.Management.Automation.Job, as CIM cmdlets return it under -AsJob."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.world.windows.cim.clr_values import date_time
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.system.background_jobs import BackgroundJob

STATE = WINDOWS_TYPES.net_enum(
    "System.Management.Automation.JobState",
    {
        "NotStarted": 0, "Running": 1, "Completed": 2, "Failed": 3, "Stopped": 4, "Blocked": 5, "Suspended": 6,
        "Disconnected": 7, "Suspending": 8, "Stopping": 9, "AtBreakpoint": 10,
    },
)  # fmt: skip


@WINDOWS_TYPES.net_type("Microsoft.PowerShell.Cmdletization.ThrottlingJob", base="System.Management.Automation.Job")
class JobObject(NetObject):
    """A live view: State is what it is now."""

    __slots__ = ("job", "members")

    def __init__(self, job: BackgroundJob) -> None:
        self.members = None
        self.job = job

    @net_property("Id", "int")
    def number(self) -> int:
        return self.job.number

    @net_property("Name", "string")
    def name(self) -> str:
        return self.job.name

    @net_property("PSJobTypeName", "string")
    def kind(self) -> str:
        return "CimJob"

    @net_property("State", "System.Management.Automation.JobState")
    def state(self) -> EnumValue:
        return EnumValue(STATE, int(self.job.state))

    @net_property("HasMoreData", "bool")
    def has_more_data(self) -> bool:
        return bool(self.job.output or self.job.errors)

    @net_property("Command", "string")
    def command(self) -> str:
        return self.job.command

    @net_property("Location", "string")
    def location(self) -> str:
        return "localhost"

    @net_property("PSBeginTime", "datetime")
    def begun(self) -> Any:
        return date_time(self.job.begun)

    @net_property("PSEndTime", "datetime")
    def ended(self) -> Any:
        return None if self.job.ended is None else date_time(self.job.ended)

    @net_property("ChildJobs")
    def children(self) -> PSArray:
        return PSArray([])
