"""An interpreter of the Amazon States Language for machines written in JSONata."""

from rehearsal.asl.clock import BranchRunner, Clock, format_timestamp, one_after_another, parse_timestamp
from rehearsal.asl.definition import Machine
from rehearsal.asl.errors import (
    Aborted,
    DefinitionError,
    HeartbeatMissedError,
    InvalidDefinitionError,
    States,
    TaskError,
    UnsupportedBehaviourError,
    UnsupportedDefinitionError,
)
from rehearsal.asl.execution import Execution, ExecutionResult, Status
from rehearsal.asl.history import Event
from rehearsal.asl.task import TaskContext, TaskInvoker

__all__ = [
    "Aborted",
    "BranchRunner",
    "Clock",
    "DefinitionError",
    "Event",
    "Execution",
    "ExecutionResult",
    "HeartbeatMissedError",
    "InvalidDefinitionError",
    "Machine",
    "States",
    "Status",
    "TaskContext",
    "TaskError",
    "TaskInvoker",
    "UnsupportedBehaviourError",
    "UnsupportedDefinitionError",
    "format_timestamp",
    "one_after_another",
    "parse_timestamp",
]
