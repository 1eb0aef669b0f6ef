"""Invoke-Expression and Invoke-Command."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet

CORE = "Microsoft.PowerShell.Core"


UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "Invoke-Expression", honours=("Command",))
def invoke_expression(call: CmdletCall) -> None:
    """Runs text in the caller's scope."""
    block = call.run.compile_text(call["Command"])
    call.run.blocks.run(block, call.write, new_scope=False, frame=call.frame)


@cmdlet(CORE, "Invoke-Command", honours=("ScriptBlock", "ArgumentList", "InputObject", "NoNewScope"))
def invoke_command(call: CmdletCall) -> None:
    """A local script block only."""
    if "InputObject" in call.bound:
        call.unsupported("Invoke-Command with input")
    arguments = list(call["ArgumentList"].items) if "ArgumentList" in call else []
    call.run.blocks.run(
        call["ScriptBlock"], call.write, arguments=arguments, new_scope=not call.switch("NoNewScope"), frame=call.frame
    )
