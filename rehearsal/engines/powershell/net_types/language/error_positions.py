"""InvocationInfo of an error: where in a script it happened."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.net_types.language.invocations import command_of, position_message
from rehearsal.engines.powershell.objects.errors import ErrorRecord
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.runtime.frame import Invocation


class ErrorPosition(NetObject):
    """InvocationInfo of an error: where it happened."""

    net_name = "System.Management.Automation.InvocationInfo"

    def __init__(self, record: ErrorRecord) -> None:
        self.record = record

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        extent = self.record.extent
        invocation: Invocation | None = self.record.invocation
        match lower:
            case "scriptlinenumber":
                return extent.start_line
            case "offsetinline":
                return extent.start_column
            case "line":
                return extent.line_text
            case "scriptname":
                return invocation.script_path if invocation is not None and invocation.script_path else run.script_path
            case "positionmessage":
                return position_message(extent, run)
            case "mycommand":
                return command_of(invocation)
            case "invocationname":
                return invocation.invocation_name if invocation is not None else ""
            case "boundparameters":
                return invocation.bound if invocation is not None else None
            case "unboundarguments":
                return PSArray(list(invocation.unbound)) if invocation is not None else PSArray([])
            case "psscriptroot":
                return run.files.folder_of(run.script_path)
            case "pscommandpath":
                return run.script_path
            case "expectinginput":
                return invocation.expecting_input if invocation is not None else False
            case "pipelinelength":
                return invocation.pipeline_length if invocation is not None else 0
            case "pipelineposition":
                return invocation.pipeline_position if invocation is not None else 0
        return NotImplemented
