"""System.Diagnostics.EventLog: static members that scripts use to write an event."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

ENTRY_TYPE = WINDOWS_TYPES.net_enum(
    "System.Diagnostics.EventLogEntryType",
    {"Error": 1, "Warning": 2, "Information": 4, "SuccessAudit": 8, "FailureAudit": 16},
)


@WINDOWS_TYPES.net_type("System.Diagnostics.EventLog", base="System.ComponentModel.Component")
class EventLogType(NetObject):
    """Static only."""

    @net_static("SourceExists", "string", returns="bool", context=True)
    @staticmethod
    def source_exists(run: Any, source: str) -> bool:
        return source.lower() in run.host.windows.events.sources

    @net_static("CreateEventSource", "string", "string", returns="void", context=True)
    @staticmethod
    def create_source(run: Any, source: str, log: str) -> None:
        if not run.host.windows.events.register(source, log):
            raise PSException("System.ArgumentException", f"Source {source} already exists on the local computer.")

    @net_static(
        "WriteEntry", "string", "string", "System.Diagnostics.EventLogEntryType", "int", returns="void", context=True
    )
    @staticmethod
    def write_entry(run: Any, source: str, message: str, kind: EnumValue, event_id: int) -> None:
        events = run.host.windows.events
        events.write(events.sources.get(source.lower(), "Application"), source, event_id, kind.ps_string(), message)
