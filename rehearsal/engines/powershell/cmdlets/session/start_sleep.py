"""Start-Sleep."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "Start-Sleep", honours=("Seconds", "Milliseconds"))
def start_sleep(call: CmdletCall) -> None:
    """Waits on the host's clock."""
    if "Milliseconds" in call.bound:
        call.host.sleep(call["Milliseconds"] / 1000)
    else:
        call.host.sleep(float(call["Seconds"]))
