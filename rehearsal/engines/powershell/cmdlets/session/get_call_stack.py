"""Get-PSCallStack."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.objects.values import PSCustomObject
from rehearsal.engines.powershell.runtime.frame import Invocation

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "Get-PSCallStack")
def get_call_stack(call: CmdletCall) -> None:
    """Innermost first; the script itself last."""
    run = call.run
    seen: list[Invocation] = []
    for frame in reversed(run.frames):
        invocation = frame.invocation
        if invocation is not None and (not seen or seen[-1] is not invocation):
            seen.append(invocation)
    for invocation in seen:
        if invocation.is_script:
            name, command = "<ScriptBlock>", invocation.name
        else:
            name = command = invocation.name or "<ScriptBlock>"
        frame_view = PSCustomObject(
            {
                "Command": command,
                "FunctionName": name,
                "ScriptName": invocation.script_path or run.script_path,
                "ScriptLineNumber": 0,
                "InvocationInfo": invocation,
                "Arguments": "",
                "Location": "",
            },
            type_name="System.Management.Automation.CallStackFrame",
        )
        for hidden in ("scriptlinenumber", "arguments", "location"):
            del frame_view.members[hidden]
        call.write(frame_view)
