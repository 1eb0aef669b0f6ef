"""An interpreter of the Amazon States Language for machines written in JSONata."""

from rehearsal.engines.asl.clock import BranchRunner, Clock, format_timestamp, one_after_another, parse_timestamp
from rehearsal.engines.asl.errors import (
    Aborted,
    DefinitionError,
    HeartbeatMissedError,
    InvalidDefinitionError,
    States,
    TaskError,
    UnsupportedBehaviourError,
    UnsupportedDefinitionError,
)
from rehearsal.engines.asl.history import Event
from rehearsal.engines.asl.run.execution import Execution
from rehearsal.engines.asl.run.result import ExecutionResult, Status
from rehearsal.engines.asl.syntax.definition import Machine
from rehearsal.engines.asl.task import TaskContext, TaskInvoker

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
