"""The .NET types that act on a Windows host; importing the package fills `WINDOWS_TYPES`."""

from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.types import (
    access_rules,
    compression,
    event_logs,
    file_stream,
    identities,
    job,
    mutex,
    processes,
    registry,
    service_controller,
)

__all__ = [
    "WINDOWS_TYPES", "access_rules", "compression", "event_logs", "file_stream", "identities", "job", "mutex",
    "processes", "registry", "service_controller",
]  # fmt: skip
