"""What a cmdlet's implementation sees of its invocation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from rehearsal.engines.powershell.members.property_reading import get_property, has_property
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, Unsupported
from rehearsal.engines.powershell.objects.host import Host
from rehearsal.engines.powershell.objects.pipeline_output import collapse, emit
from rehearsal.engines.powershell.objects.values import SwitchParameter
from rehearsal.engines.powershell.runtime.confirmation import should_process
from rehearsal.engines.powershell.runtime.control import StopUpstream
from rehearsal.engines.powershell.runtime.error_handling import report_error, throw_from_command
from rehearsal.engines.powershell.runtime.run import Run
from rehearsal.engines.powershell.runtime.scopes import Scope


class CmdletCall:
    """One invocation of a cmdlet.

    `bound`: canonical parameter name -> converted value (arrays are PSArray, switches SwitchParameter, script
    blocks ScriptBlock). `write(value)`: puts one object into the pipeline, never enumerating it;
    `write_all(value)` enumerates arrays and lists. `pipeline_object`: the object being processed (None and
    has_pipeline_object False when nothing is piped).
    """

    __slots__ = (
        "bound",
        "command_name",
        "definition",
        "error_action",
        "expecting_input",
        "extent",
        "frame",
        "has_pipeline_object",
        "invocation",
        "parameter_set",
        "pipeline_object",
        "run",
        "stage",
        "write",
    )

    bound: dict[str, Any]
    command_name: str
    definition: Any
    error_action: str | None
    """-ErrorAction as given (Continue, SilentlyContinue, Stop, Ignore), None when not."""
    extent: Any
    expecting_input: bool
    """Something is piped into this command."""
    frame: Any
    has_pipeline_object: bool
    invocation: Any
    parameter_set: str
    pipeline_object: Any
    run: Run
    stage: Any
    write: Callable[[Any], None]

    # parameters

    def get(self, name: str, default: Any = None) -> Any:
        """The bound value of a parameter by canonical name, or `default`."""
        return self.bound.get(name, default)

    def __getitem__(self, name: str) -> Any:
        return self.bound[name]

    def __contains__(self, name: str) -> bool:
        return name in self.bound

    def require(self, *names: str) -> None:
        """Ends with MissingMandatoryParameter when one is unbound: for parameters that the reference doesn't know as
        mandatory.
        """
        missing = [name for name in names if name not in self.bound]
        if missing:
            text = " ".join(missing)
            exception = PSException(
                "System.Management.Automation.ParameterBindingException",
                f"Cannot process command because of one or more missing mandatory parameters: {text}.",
                parameter_name=text,
            )
            throw_from_command(self, ErrorRecord(exception, "MissingMandatoryParameter", "InvalidArgument"))

    def switch(self, name: str) -> bool:
        """Whether a switch is given and true."""
        value = self.bound.get(name)
        return value.present if type(value) is SwitchParameter else bool(value)

    def strings(self, name: str) -> list[str]:
        """A string[] parameter as a Python list, [] when unbound."""
        value = self.bound.get(name)
        return [] if value is None else list(value.items)

    # surroundings

    @property
    def host(self) -> Host:
        return self.run.host

    @property
    def scope(self) -> Scope:
        """The caller's scope: where Set-Variable sets and preference variables are read."""
        scope: Scope = self.frame.scope
        return scope

    # output

    def write_all(self, value: object) -> None:
        """Writes an enumerable's elements, anything else as one object."""
        emit(value, self.write)

    def write_warning(self, text: str) -> None:
        self.run.streams.warning(text, self.frame, self.bound)

    def write_verbose(self, text: str) -> None:
        self.run.streams.verbose(text, self.frame, self.bound)

    def write_debug(self, text: str) -> None:
        self.run.streams.debug(text, self.frame, self.bound)

    def write_information(self, data: object, tags: Iterable[str] = ()) -> None:
        self.run.streams.information(data, tuple(tags), self.frame, self.bound)

    def write_host(self, text: str, newline: bool = True) -> None:
        """Write-Host: an information record tagged PSHOST that the console shows."""
        self.run.streams.host_text(text, newline, self.frame, self.bound)

    # errors

    def error(
        self, type_name: str, message: str, error_id: str, category: str = "NotSpecified", target: object = None
    ) -> ErrorRecord:
        """Makes an ErrorRecord (short for ErrorRecord(PSException(...), ...))."""
        return ErrorRecord(PSException(type_name, message), error_id, category, target)

    def write_error(
        self,
        record: ErrorRecord | PSException | str,
        error_id: str = "",
        category: str = "NotSpecified",
        target: object = None,
        type_name: str = "Microsoft.PowerShell.Commands.WriteErrorException",
    ) -> None:
        """A non-terminating error: obeys -ErrorAction and $ErrorActionPreference (raises when that says Stop)."""
        report_error(self, self._record(record, error_id, category, target, type_name))

    def throw(
        self,
        record: ErrorRecord | PSException | str,
        error_id: str = "",
        category: str = "NotSpecified",
        target: object = None,
        type_name: str = "System.InvalidOperationException",
    ) -> NoReturn:
        """ThrowTerminatingError: ends the pipeline. Never returns."""
        throw_from_command(self, self._record(record, error_id, category, target, type_name))

    def _record(
        self, record: ErrorRecord | PSException | str, error_id: str, category: str, target: object, type_name: str
    ) -> ErrorRecord:
        if isinstance(record, ErrorRecord):
            return record
        exception = record if isinstance(record, PSException) else PSException(type_name, record)
        return ErrorRecord(exception, error_id or exception.type_name, category, target)

    def unsupported(self, construct: str) -> NoReturn:
        """Refuses, with the position of the command. Never returns."""
        raise self.run.refusal(construct, self.extent)

    # confirmation

    def should_process(self, target: str, action: str | None = None) -> bool:
        """False under -WhatIf (after the "What if:" line). `action` defaults to the command's name."""
        return should_process(self, target, action)

    # script blocks

    def invoke(
        self,
        block: Any,
        *,
        underscore: Any = ...,
        arguments: Iterable[object] = (),
        variables: Mapping[str, object] | None = None,
        new_scope: bool = True,
    ) -> list[Any]:
        """Runs a script block to its end and returns what it wrote. `underscore` sets $_; errors propagate."""
        return self.run.blocks.invoke(
            block, underscore=underscore, arguments=arguments, variables=variables, new_scope=new_scope
        )

    def invoke_value(self, block: Any, *, underscore: Any = ..., arguments: Iterable[object] = ()) -> Any:
        """The same as one value, as an assignment sees it: None/AUTOMATION_NULL, the object, or a PSArray."""
        return collapse(self.invoke(block, underscore=underscore, arguments=arguments))

    def stream_block(self, block: Any, underscore: Any, write: Callable[[Any], None] | None = None) -> None:
        """ForEach-Object's way: runs in the caller's scope, every object goes downstream at once; `return` ends this
        run only.
        """
        self.run.blocks.stream(block, underscore, write or self.write, self.frame)

    def property(self, target: object, name: str) -> Any:
        """Member access as `$target.name` does it without strict mode: None when there is no such property."""
        return get_property(target, name, self.run)

    def has_property(self, target: object, name: str) -> bool:
        return has_property(target, name, self.run)

    # stopping

    def stop_upstream(self) -> None:
        """Select-Object -First: no more input is wanted. Unwinds; downstream still gets its end block."""
        raise StopUpstream(self.stage)


__all__ = ["CmdletCall", "Unsupported"]
