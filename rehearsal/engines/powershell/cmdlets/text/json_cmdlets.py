"""ConvertTo-Json and ConvertFrom-Json of 5.1."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.text.json_reading import json_value
from rehearsal.engines.powershell.cmdlets.text.json_writing import json_text
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.net_types.numbers.guids import Guid
from rehearsal.engines.powershell.net_types.time.date_time import DateTime
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import PSArray

UTILITY = "Microsoft.PowerShell.Utility"
_LARGEST_DEPTH = 100


@cmdlet(UTILITY, "ConvertTo-Json")
class ConvertToJson(PipelineCmdlet):
    """One text for all input: a single object as itself, several as an array."""

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []
        self.depth: int = call.get("Depth", 2)
        if not 1 <= self.depth <= _LARGEST_DEPTH:
            call.throw(
                PSException(
                    "System.Management.Automation.ParameterBindingValidationException",
                    f"Cannot validate argument on parameter 'Depth'. The {self.depth} argument is outside of the "
                    f"allowed "
                    f"range of 1 to {_LARGEST_DEPTH}.",
                ),
                "ParameterArgumentValidationError",
                "InvalidData",
            )

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if type(value) is PSArray and call.has_pipeline_object:
            # the pipeline hands an array over wrapped, which 5.1 shows as {"value":[…],"Count":n}
            value = PSArray(value.items, value.element)
            value.wrapped = True
        if value is not None:
            self.values.append(value)

    def end(self, call: CmdletCall) -> None:
        if not self.values:
            return
        if call.expecting_input and any(isinstance(value, DateTime | Guid) for value in self.values):
            call.unsupported("ConvertTo-Json of a piped date or Guid (5.1 adds properties)")
        value = self.values[0] if len(self.values) == 1 else PSArray(self.values)
        call.write(json_text(value, call.run, depth=self.depth, compress=call.switch("Compress")))


@cmdlet(UTILITY, "ConvertFrom-Json")
class ConvertFromJson(PipelineCmdlet):
    """Collects the lines; each may be a value of its own, or all together are one."""

    def begin(self, call: CmdletCall) -> None:
        self.lines: list[str] = []

    def process(self, call: CmdletCall) -> None:
        self.lines.append(call["InputObject"])

    def end(self, call: CmdletCall) -> None:
        if not self.lines:
            return
        if len(self.lines) > 1:
            try:
                json_value(self.lines[0])
            except PSException:
                self._write("\n".join(self.lines), call)
                return
            for line in self.lines:
                self._write(line, call)
            return
        self._write(self.lines[0], call)

    def _write(self, text: str, call: CmdletCall) -> None:
        if not text.strip():
            return
        try:
            value = json_value(text)
        except PSException as failure:
            is_argument = failure.type_name == "System.ArgumentException"
            call.throw(failure, failure.type_name if is_argument else "DuplicateKeysInJsonString", "NotSpecified")
            return
        if isinstance(value, PSArray):
            value.wrapped = True
        call.write(value)
