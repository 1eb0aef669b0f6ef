"""Get-Process, which lists services and PowerShell scripts; Restart-Computer and Stop-Computer.

The last two return at once, the machine goes down afterwards.
"""

from __future__ import annotations

import fnmatch
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import unwrap
from rehearsal.world.windows.cim.clr_values import whole
from rehearsal.world.windows.cim.tables import CORE, WINDOWS_COMMANDS
from rehearsal.world.windows.system.script_host import script_host
from rehearsal.world.windows.types.processes import ProcessObject

_EXCEPTION = "Microsoft.PowerShell.Commands.ProcessCommandException"


@WINDOWS_COMMANDS.cmdlet(CORE, "Get-Process", honours=("Name", "Id"))
def get_process(call: CmdletCall) -> list[Any]:
    windows = script_host(call.host).windows
    living = windows.processes.living()
    if "Id" in call.bound:
        numbers = [whole(unwrap(item)) for item in call.bound["Id"].items]
        for number in numbers:
            if not any(process.pid == number for process in living):
                text = f"Cannot find a process with the process identifier {number}."
                call.write_error(
                    ErrorRecord(PSException(_EXCEPTION, text), "NoProcessFoundForGivenId", "ObjectNotFound", number)
                )
        living = [process for process in living if process.pid in numbers]
    for name in call.strings("Name"):
        pattern = str(unwrap(name)).lower()
        living = [process for process in living if fnmatch.fnmatchcase(process.name.lower(), pattern)]
        if not living and not any(character in pattern for character in "*?["):
            text = f'Cannot find a process with the name "{name}". Verify the process name and call the cmdlet again.'
            call.write_error(
                ErrorRecord(PSException(_EXCEPTION, text), "NoProcessFoundForGivenName", "ObjectNotFound", name)
            )
    return [ProcessObject(process) for process in living]


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
