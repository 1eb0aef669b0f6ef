"""System.Diagnostics.EventLog: whether a source is registered."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_static
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

WINDOWS_TYPES.net_enum(
    "System.Diagnostics.EventLogEntryType",
    {"Error": 1, "Warning": 2, "Information": 4, "SuccessAudit": 8, "FailureAudit": 16},
)


@WINDOWS_TYPES.net_type("System.Diagnostics.EventLog", base="System.ComponentModel.Component")
class EventLogType(NetObject):
    """Static only."""

    @net_static("SourceExists", "string", returns="bool", context=True)
    @staticmethod
    def source_exists(run: Any, source: str) -> bool:
        return bool(run.host.windows.events.knows(source))
