"""Commands of the modelled Windows that aren't the Storage module's."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CommandTable

WINDOWS_COMMANDS = CommandTable()
CORE = "Microsoft.PowerShell.Management"
