"""Where a piece of script runs: its scope, its output, its streams, the invocation it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.powershell.binding.binding import Binding
from rehearsal.engines.powershell.binding.bound_parameters import bound_parameters
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.pipeline import Placement
from rehearsal.engines.powershell.runtime.scopes import Scope

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

    @property
    def script_path(self) -> str:
        """The file whose code runs here."""
        invocation = self.invocation
        path: str = invocation.script_path if invocation is not None else ""
        return path or self.run.script_path

    def writing_to(self, write: Write) -> Frame:
        """The same place with another output."""
        return Frame(self.run, self.scope, write, self.streams, self.invocation)


class Invocation(NetObject):
    """$MyInvocation and what belongs to one call of a function, script or cmdlet."""

    __slots__ = (
        "_bound", "_bound_later", "cmdlet", "command", "extent", "invocation_name", "is_script", "members", "name",
        "parameter_set", "place", "script_path", "unbound",
    )  # fmt: skip
    net_name = "System.Management.Automation.InvocationInfo"

    def __init__(
        self,
        name: str,
        command: Any = None,
        invocation_name: str = "",
        extent: Any = None,
        script_path: str = "",
        *,
        place: Placement | None = None,
        is_script: bool = False,
    ) -> None:
        self.members = None
        self.name = name
        self.command = command
        self.invocation_name = invocation_name or name
        self.extent = extent
        self.script_path = script_path
        self.place = place
        self.is_script = is_script
        self.unbound: Sequence[Any] = ()
        self.parameter_set = "__AllParameterSets"
        self.cmdlet: Any = None
        """$PSCmdlet of an advanced function."""
        self._bound: Any = None
        self._bound_later: tuple[Any, Any] | None = None

    @property
    def bound(self) -> Any:
        """The dictionary behind $PSBoundParameters (a Hashtable keyed by parameter name), made when first asked for."""
        if self._bound is None and self._bound_later is not None:
            self._bound = bound_parameters(*self._bound_later)
        return self._bound

    @bound.setter
    def bound(self, values: Any) -> None:
        self._bound = values

    def binds(self, binding: Binding, declared: tuple[ParameterSpec, ...]) -> None:
        """$PSBoundParameters will hold what was bound, of these parameters of a function."""
        self._bound_later = (binding, declared)

    @property
    def expecting_input(self) -> bool:
        return self.place is not None and self.place.has_input

    @property
    def pipeline_length(self) -> int:
        return 1 if self.place is None else self.place.length

    @property
    def pipeline_position(self) -> int:
        return 1 if self.place is None else self.place.position

    def ps_string(self) -> str:
        return "System.Management.Automation.InvocationInfo"
