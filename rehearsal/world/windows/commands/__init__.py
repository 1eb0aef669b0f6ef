"""The cmdlets that act on a Windows host; importing the package fills `WINDOWS_COMMANDS`."""

from rehearsal.world.windows.cim.tables import WINDOWS_COMMANDS
from rehearsal.world.windows.commands import (
    access,
    background_jobs,
    cim_instances,
    event_logs,
    processes,
    scheduled_tasks,
    services,
)

__all__ = [
    "WINDOWS_COMMANDS", "access", "background_jobs", "cim_instances", "event_logs",
    "processes", "scheduled_tasks", "services",
]  # fmt: skip
