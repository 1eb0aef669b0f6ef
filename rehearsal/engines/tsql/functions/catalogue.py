"""The functions that the engine knows: one table, filled by topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rehearsal.engines.tsql.functions.function_table import Function, FunctionCall
from rehearsal.engines.tsql.functions.general import GENERAL
from rehearsal.engines.tsql.functions.server_properties import GLOBAL_VARIABLES, SERVER
from rehearsal.engines.tsql.functions.text import TEXT
from rehearsal.engines.tsql.functions.time import TIME
from rehearsal.engines.tsql.values.types import SqlType

if TYPE_CHECKING:
    from rehearsal.engines.tsql.session import Session

FUNCTIONS: Mapping[str, Function] = {**GENERAL, **TEXT, **TIME, **SERVER}
GLOBALS: Mapping[str, tuple[SqlType, Callable[[Session], Any]]] = GLOBAL_VARIABLES

__all__ = ["FUNCTIONS", "GLOBALS", "Function", "FunctionCall"]
