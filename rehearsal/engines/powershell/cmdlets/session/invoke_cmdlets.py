"""Invoke-Expression and Invoke-Command."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

CORE = "Microsoft.PowerShell.Core"


UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "Invoke-Expression", honours=("Command",))
def invoke_expression(call: CmdletCall) -> None:
    """Runs text in the caller's scope."""
    block = call.run.compile_text(call["Command"])
    call.run.blocks.run(block, call.write, new_scope=False, frame=call.frame)


@cmdlet(CORE, "Invoke-Command", honours=("ScriptBlock", "ArgumentList", "InputObject", "NoNewScope"))
class InvokeCommand(PipelineCmdlet):
    """A local script block only."""

    def begin(self, call: CmdletCall) -> None:
        self.piped: list[Any] | None = [] if call.expecting_input else None

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.piped = [*(self.piped or ()), call.bound["InputObject"]]

    def end(self, call: CmdletCall) -> None:
        block: ScriptBlock = call["ScriptBlock"]
        if self.piped is not None:
            if call.switch("NoNewScope"):
                call.unsupported("Invoke-Command -NoNewScope with input")
            if block.code.node.begin is not None or block.code.node.process is not None:
                call.unsupported("Invoke-Command with input for a begin or process block")
        call.run.blocks.run(
            block,
            call.write,
            arguments=list(call["ArgumentList"].items) if "ArgumentList" in call else [],
            new_scope=not call.switch("NoNewScope"),
            frame=call.frame,
            piped=self.piped,
        )
