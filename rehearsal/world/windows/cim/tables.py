"""Where the modelled Windows declares its .NET types and its commands; the engine's own types are behind them.

The Storage module's commands have a table of their own (storage/commands/table.py).
"""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CommandTable
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, TypeTable

WINDOWS_TYPES = TypeTable(parent=BUILTIN_TYPES)
WINDOWS_COMMANDS = CommandTable()
CORE = "Microsoft.PowerShell.Management"
