"""InvocationInfo of a running command: what $MyInvocation shows."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.runtime.frame import Invocation
from rehearsal.engines.powershell.runtime.script_block import CmdletInfo


def position_message(extent: Any, run: Any) -> str:
    """`At file:line char:column`, the line, and a mark under the text."""
    line = extent.line_text
    indent = extent.start_column - 1
    first_line = extent.text.split("\n")[0].rstrip("\r")
    mark = "~" * max(1, len(first_line))
    path = run.script_path if run.script_path.endswith(extent.file) else extent.file
    return f"At {path}:{extent.start_line} char:{extent.start_column}\n+ {line}\n+ {' ' * indent}{mark}"


def command_of(invocation: Invocation | None) -> Any:
    """The CommandInfo of what runs; null without a command."""
    if invocation is None or invocation.command is None:
        return None
    command = invocation.command
    return command if isinstance(command, NetObject) else CmdletInfo(command)


@net_type("System.Management.Automation.InvocationInfo")
class _InvocationMembers:
    @net_property("MyCommand")
    def my_command(self: Invocation) -> Any:
        return command_of(self)

    @net_property("InvocationName", "string")
    def invocation_name(self: Invocation) -> str:
        return self.invocation_name

    @net_property("BoundParameters")
    def bound_parameters(self: Invocation) -> Any:
        return self.bound

    @net_property("UnboundArguments")
    def unbound_arguments(self: Invocation) -> Any:
        return PSArray(list(self.unbound))

    @net_property("ExpectingInput", "bool")
    def expecting_input(self: Invocation) -> bool:
        return self.expecting_input

    @net_property("PipelineLength", "int")
    def pipeline_length(self: Invocation) -> int:
        return self.pipeline_length

    @net_property("PipelinePosition", "int")
    def pipeline_position(self: Invocation) -> int:
        return self.pipeline_position

    @net_property("ScriptLineNumber", "int")
    def script_line_number(self: Invocation) -> int:
        return self.extent.start_line if self.extent is not None else 0

    @net_property("OffsetInLine", "int")
    def offset_in_line(self: Invocation) -> int:
        return self.extent.start_column if self.extent is not None else 0

    @net_property("ScriptName", "string")
    def script_name(self: Invocation) -> Any:
        return "" if self.is_script and self.extent is None else self.script_path

    @net_property("Line", "string")
    def line(self: Invocation) -> str:
        return self.extent.line_text if self.extent is not None else ""

    @net_property("PSScriptRoot", "string", context=True)
    def root(run: Any, self: Invocation) -> str:
        folder: str = run.files.folder_of(self.script_path)
        return folder

    @net_property("PSCommandPath", "string")
    def path(self: Invocation) -> str:
        return self.script_path

    @net_property("PositionMessage", "string", context=True)
    def position(run: Any, self: Invocation) -> str:
        return position_message(self.extent, run) if self.extent is not None else ""
