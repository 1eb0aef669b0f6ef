"""Format-Table, Format-List, Out-String: the layouts of formatting_layouts.py; other views are refused."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.objects.property_expressions import (
    PropertyExpression,
    block_value,
    property_expressions,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.object_view import property_views
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSCustomObject, PSObject
from rehearsal.engines.powershell.operators.text import wildcard_pattern
from rehearsal.engines.powershell.output.file_output import CollectedText
from rehearsal.engines.powershell.output.formatting import OutDefault
from rehearsal.engines.powershell.output.formatting_directives import Column, FormatRequest, name_column
from rehearsal.engines.powershell.runtime.file_access import paths_of

UTILITY = "Microsoft.PowerShell.Utility"
_KEYS = {
    "label": "label", "name": "label", "l": "label", "n": "label", "expression": "expression", "e": "expression",
    "width": "width", "alignment": "alignment", "align": "alignment", "formatstring": "formatstring",
}  # fmt: skip


class _FormatCommand(PipelineCmdlet):
    kind = ""

    def begin(self, call: CmdletCall) -> None:
        given = call.get("Property")
        self.expressions = property_expressions(given.items, call, _KEYS) if given is not None else []
        self.key = object()
        self.columns: tuple[Column, ...] | None = None

    def process(self, call: CmdletCall) -> None:
        value = call.bound.get("InputObject")
        if value is None or value is AUTOMATION_NULL:
            return
        bare = value.base if type(value) is PSObject else value
        if not isinstance(bare, NetObject):
            call.write(value)
            return
        if not isinstance(bare, PSCustomObject) and not self.expressions:
            call.unsupported(f"{call.definition.name} of {bare.ps_type_name()} without -Property")
        if self.columns is None or self.kind == "list":
            self.columns = tuple(column for one in self.expressions for column in self._columns(one, value, call))
        call.write(
            FormatRequest(
                kind=self.kind,
                columns=self.columns,
                value=value,
                key=self.key,
                hide_headers=call.switch("HideTableHeaders"),
            )
        )

    def _columns(self, expression: PropertyExpression, value: Any, call: CmdletCall) -> list[Column]:
        options = dict(expression.options)
        width = options.get("width")
        alignment = to_text(options["alignment"]).lower() if "alignment" in options else None
        if alignment == "center":
            call.unsupported(f"{call.definition.name} with centred columns")
        format_text = to_text(options["formatstring"]) if "formatstring" in options else None
        if expression.block is not None:
            block = expression.block
            label = expression.label or block.ps_string()
            return [
                Column(
                    label,
                    lambda run, item: block_value(block, item, call),
                    width=width,
                    alignment=alignment,
                    format_text=format_text,
                )
            ]
        name = expression.name or ""
        if expression.wildcard:
            match = wildcard_pattern(name).match
            return [name_column(view.name) for view in property_views(value, call.run) if match(view.name)]
        label = expression.label or next(
            (view.name for view in property_views(value, call.run) if view.name.lower() == name.lower()), name
        )
        made = name_column(name, label)
        return [Column(label, made.read, width=width, alignment=alignment, format_text=format_text)]


@cmdlet(
    UTILITY,
    "Format-Table",
    honours=("Property", "AutoSize", "HideTableHeaders", "InputObject", "Wrap"),
    aliases=("ft",),
)
class FormatTable(_FormatCommand):
    """With -AutoSize, or of custom objects (which 5.1 sizes by itself)."""

    kind = "table"

    def begin(self, call: CmdletCall) -> None:
        super().begin(call)
        if self.expressions and not call.switch("AutoSize"):
            call.unsupported("Format-Table -Property without -AutoSize (fills the console's width)")


@cmdlet(UTILITY, "Format-List", honours=("Property", "InputObject"), aliases=("fl",))
class FormatList(_FormatCommand):
    """Lists."""

    kind = "list"


@cmdlet(UTILITY, "Out-String", honours=("InputObject", "Stream", "Width"))
class OutString(PipelineCmdlet):
    """What the console would show, as one text or (-Stream) line by line."""

    def begin(self, call: CmdletCall) -> None:
        self.collector = CollectedText(call.run)
        self.formatter = OutDefault(self.collector)
        self.any = False

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.formatter.write(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        self.formatter.finish()
        text = "".join(self.collector.parts)
        if call.switch("Stream"):
            for line in text.split("\n")[:-1]:
                call.write(line.removesuffix("\r"))
            return
        newline = paths_of(call.run).newline
        call.write(text if newline == "\n" else text.replace("\r\n", "\n").replace("\n", newline))
