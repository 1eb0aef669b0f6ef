"""uniqueidentifier values as the engine's System.Guid."""

from __future__ import annotations

from typing import Any

from rehearsal.powershell.errors import Unsupported
from rehearsal.powershell.nettype import type_of
from rehearsal.world.windows.type_table import WINDOWS_TYPES

_NAME = "System.Guid"


def new_guid(text: str) -> Any:
    """A Guid from the engine's own constructor; refused while the engine has none."""
    declared = WINDOWS_TYPES.get(_NAME)
    if declared is not None:
        for overload in declared.constructors:
            if overload.parameters == ("string",) and not overload.context:
                return overload.function(text.lower())
    raise Unsupported("a uniqueidentifier value (System.Guid)")


def guid_text(value: Any) -> str | None:
    """The text of a Guid in SQL Server's form, None for any other value."""
    if type_of(value).full_name != _NAME:
        return None
    return str(value.ps_string()).upper()
