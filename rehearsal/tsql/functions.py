"""The functions that the engine knows: one table, filled by topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rehearsal.tsql.function_table import Function, FunctionCall
from rehearsal.tsql.functions_general import GENERAL
from rehearsal.tsql.functions_server import GLOBAL_VARIABLES, SERVER
from rehearsal.tsql.functions_text import TEXT
from rehearsal.tsql.functions_time import TIME
from rehearsal.tsql.types import SqlType

if TYPE_CHECKING:
    from rehearsal.tsql.session import Session

FUNCTIONS: Mapping[str, Function] = {**GENERAL, **TEXT, **TIME, **SERVER}
GLOBALS: Mapping[str, tuple[SqlType, Callable[[Session], Any]]] = GLOBAL_VARIABLES

__all__ = ["FUNCTIONS", "GLOBALS", "Function", "FunctionCall"]
