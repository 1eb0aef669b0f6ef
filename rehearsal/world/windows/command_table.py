"""All commands and types that a script meets inside the world, put together from the world's parts once."""

from __future__ import annotations

from functools import cache

from rehearsal.engines.powershell.commands.registry import CommandTable
from rehearsal.engines.powershell.objects.type_table import TypeTable
from rehearsal.world.sql import client
from rehearsal.world.sql.commands import SQL_COMMANDS
from rehearsal.world.storage.commands import STORAGE
from rehearsal.world.windows.commands import WINDOWS_COMMANDS
from rehearsal.world.windows.types import WINDOWS_TYPES


@cache
def world_commands() -> CommandTable:
    """Storage, Windows, and what the SQL part declares."""
    return STORAGE.merged(WINDOWS_COMMANDS, SQL_COMMANDS)


@cache
def world_types() -> TypeTable:
    """Types of Windows and of the SQL part; the engine's own are behind them."""
    assert client.__all__, "importing it declares System.Data.SqlClient in the table"
    return WINDOWS_TYPES
