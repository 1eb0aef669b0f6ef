"""What a compiled query is: its columns and a function that yields its rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rehearsal.engines.tsql.compiler.scope import Frame, Run
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of a result; without alias and not a plain column its name is empty."""

    name: str
    type: SqlType


@dataclass(frozen=True, slots=True)
class Plan:
    """`number` identifies the plan inside its batch; `correlated` plans must run again for every outer row."""

    number: int
    columns: tuple[ResultColumn, ...]
    run: Callable[[Run], list[Row]]
    correlated: bool
    assigns: tuple[str, ...] = ()


FrameSource = Callable[[Run], list[Frame]]
