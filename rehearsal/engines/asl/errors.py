"""What can go wrong with a machine: refused definitions, errors of states, and ends that nothing catches."""

from enum import StrEnum


class States(StrEnum):
    """AWS's built-in error names (page "Handling errors in Step Functions workflows")."""

    ALL = "States.ALL"
    TASK_FAILED = "States.TaskFailed"
    TIMEOUT = "States.Timeout"
    HEARTBEAT_TIMEOUT = "States.HeartbeatTimeout"
    RUNTIME = "States.Runtime"
    DATA_LIMIT_EXCEEDED = "States.DataLimitExceeded"
    QUERY_EVALUATION_ERROR = "States.QueryEvaluationError"
    ITEM_READER_FAILED = "States.ItemReaderFailed"
    RESULT_WRITER_FAILED = "States.ResultWriterFailed"
    EXCEED_TOLERATED_FAILURE_THRESHOLD = "States.ExceedToleratedFailureThreshold"


class DefinitionError(ValueError):
    """A machine isn't run at all.

    `location` is a JSON pointer into the definition.
    """

    def __init__(self, message: str, location: str) -> None:
        super().__init__(f"{message} at {location}")
        self.message = message
        self.location = location


class InvalidDefinitionError(DefinitionError):
    """AWS refuses to create this machine; `code` is CreateStateMachine's validation code."""

    def __init__(self, message: str, location: str, code: str = "SCHEMA_VALIDATION_FAILED") -> None:
        super().__init__(message, location)
        self.code = code


class UnsupportedDefinitionError(DefinitionError):
    """AWS may accept this construct, this interpreter does not."""


class UnsupportedBehaviourError(RuntimeError):
    """The run reached a point where AWS's behaviour isn't known."""


class TaskError(Exception):
    """A task's attempt failed with an error name and a cause, as a Retry or Catch sees it.

    Raised by task invokers, and by the interpreter for its own errors.
    """

    def __init__(self, error: str | None, cause: str | None = None) -> None:
        super().__init__(f"{error}: {cause}")
        self.error = error
        self.cause = cause

    @property
    def matched_as(self) -> str | None:
        """The name under which handlers look for it."""
        return self.error


class HeartbeatMissedError(TaskError):
    """No heartbeat came in time. AWS reports it as States.Timeout (measured by floci); handlers may name either."""

    def __init__(self) -> None:
        super().__init__(States.TIMEOUT)

    @property
    def matched_as(self) -> str:
        return States.HEARTBEAT_TIMEOUT


class StateError(TaskError):
    """A state failed outside a task's attempt (a query, a limit, no matching choice, a Fail state)."""


class QueryError(StateError):
    """An expression failed or gave what its field doesn't take; `location` is the field's path, None for none."""

    def __init__(self, cause: str, location: str | None) -> None:
        super().__init__(States.QUERY_EVALUATION_ERROR, cause)
        self.location = location


class Aborted(BaseException):
    """StopExecution: ends a run at any sleep or task, past every Catch. Raised by the caller."""

    def __init__(self, error: str | None = None, cause: str | None = None) -> None:
        super().__init__(error, cause)
        self.error = error
        self.cause = cause


class ExecutionTimeoutError(Exception):
    """The machine's own TimeoutSeconds passed; no Retry or Catch sees it."""


class HistoryFullError(Exception):
    """The history has no room for anything but the final failure; no Retry or Catch sees it."""
