"""Where a piece of script runs: its scope, its output, its streams, the invocation it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.powershell.errors import ErrorRecord, PSException
from rehearsal.powershell.scopes import Scope
from rehearsal.powershell.values import NetObject

Write = Callable[[Any], None]


class Streams:
    """Where each stream goes; None is the host's default. Frozen: a redirection makes a changed copy."""

    __slots__ = ("debug", "error", "error_variables", "information", "information_variables", "verbose", "warning",
                 "warning_variables")  # fmt: skip

    def __init__(
        self,
        error: Write | None = None,
        warning: Write | None = None,
        verbose: Write | None = None,
        debug: Write | None = None,
        information: Write | None = None,
        error_variables: tuple[list[Any], ...] = (),
        warning_variables: tuple[list[Any], ...] = (),
        information_variables: tuple[list[Any], ...] = (),
    ) -> None:
        self.error = error
        self.warning = warning
        self.verbose = verbose
        self.debug = debug
        self.information = information
        self.error_variables = error_variables
        """Lists behind -ErrorVariable of the commands around; every error reported inside is added to each."""
        self.warning_variables = warning_variables
        self.information_variables = information_variables

    def replaced(self, **changes: Any) -> Streams:
        """A copy with some streams going elsewhere."""
        made = Streams(
            self.error, self.warning, self.verbose, self.debug, self.information,
            self.error_variables, self.warning_variables, self.information_variables,
        )  # fmt: skip
        for name, sink in changes.items():
            setattr(made, name, sink)
        return made


DEFAULT_STREAMS = Streams()


class Frame:
    """`write` puts one object into the output, never enumerating it."""

    __slots__ = ("invocation", "run", "scope", "streams", "write")

    def __init__(self, run: Any, scope: Scope, write: Write, streams: Streams, invocation: Any) -> None:
        self.run = run
        self.scope = scope
        self.write = write
        self.streams = streams
        self.invocation = invocation

    def writing_to(self, write: Write) -> Frame:
        """The same place with another output."""
        return Frame(self.run, self.scope, write, self.streams, self.invocation)


class Invocation(NetObject):
    """$MyInvocation and what belongs to one call of a function, script or cmdlet."""

    net_name = "System.Management.Automation.InvocationInfo"

    def __init__(
        self,
        name: str,
        *,
        command: Any = None,
        invocation_name: str = "",
        extent: Any = None,
        expecting_input: bool = False,
        pipeline_length: int = 1,
        pipeline_position: int = 1,
        script_path: str = "",
        is_script: bool = False,
    ) -> None:
        self.name = name
        self.command = command
        self.invocation_name = invocation_name or name
        self.extent = extent
        self.expecting_input = expecting_input
        self.pipeline_length = pipeline_length
        self.pipeline_position = pipeline_position
        self.script_path = script_path
        self.is_script = is_script
        self.bound: Any = None
        """The dictionary behind $PSBoundParameters (a Hashtable keyed by parameter name)."""
        self.unbound: list[Any] = []
        self.parameter_set = "__AllParameterSets"
        self.cmdlet: Any = None
        """$PSCmdlet of an advanced function."""

    def ps_string(self) -> str:
        return "System.Management.Automation.InvocationInfo"


def parameter_error(
    type_name: str,
    message: str,
    error_id: str,
    category: str = "InvalidArgument",
    target: object = None,
    inner: PSException | None = None,
    parameter_name: str | None = None,
) -> ErrorRecord:
    """The record of a binding failure."""
    exception = PSException(f"System.Management.Automation.{type_name}", message, inner, parameter_name=parameter_name)
    record = ErrorRecord(exception, error_id, category, target)
    exception.record = record
    return record
