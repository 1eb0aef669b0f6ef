"""Restart-Computer and Stop-Computer: the command returns, the machine goes down afterwards."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.world.windows.cim.tables import CORE, WINDOWS_COMMANDS
from rehearsal.world.windows.system.script_host import script_host


@WINDOWS_COMMANDS.cmdlet(CORE, "Restart-Computer", honours=("Force", "Delay", "WhatIf", "Confirm"))
def restart_computer(call: CmdletCall) -> None:
    windows = script_host(call.host).windows
    if call.should_process(windows.name):
        windows.reboot()


@WINDOWS_COMMANDS.cmdlet(CORE, "Stop-Computer", honours=("Force", "WhatIf", "Confirm"))
def stop_computer(call: CmdletCall) -> None:
    windows = script_host(call.host).windows
    if call.should_process(windows.name):
        windows.shut_down_from_inside()
