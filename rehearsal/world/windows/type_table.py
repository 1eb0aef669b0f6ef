"""Types of the modelled Windows by name; the engine's own are behind them."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, TypeTable

WINDOWS_TYPES = TypeTable(parent=BUILTIN_TYPES)
