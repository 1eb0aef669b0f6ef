"""Every fault that a rehearsal can inject: declared, named, explained, read from what people write."""

from rehearsal.faults.errors import FaultError
from rehearsal.faults.parse import fault_from_fields, fault_from_text, fault_text
from rehearsal.faults.registry import POINTS, point_called

__all__ = ["POINTS", "FaultError", "fault_from_fields", "fault_from_text", "fault_text", "point_called"]
