"""What compiling yields: expressions as functions of a row, queries as plans, and the run that both are given.

A row of a query is a tuple with one entry for each source in FROM; an entry is the tuple of that source's used columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rehearsal.engines.tsql.runtime.results import ResultColumn
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row, Value

Frame = tuple[Row, ...]


@dataclass(slots=True)
class Run:
    """What one statement needs while it runs: the session, its variables, the rows of the enclosing queries."""

    session: Session
    variables: dict[str, Value]
    frames: dict[int, Frame] = field(default_factory=dict)
    cache: dict[int, Any] = field(default_factory=dict)
    nulls_left_out: bool = False
    """An aggregate met a NULL: the server warns once (8153)."""


Read = Callable[[Frame, Run], Value]


@dataclass(frozen=True, slots=True)
class Compiled:
    """An expression ready to run: its type and a function of the current row."""

    type: SqlType
    run: Read
    constant: bool = False


Truth = bool | None
Test = Callable[[Frame, Run], Truth]
"""A condition: True, False or None (unknown)."""

FrameSource = Callable[[Run], list[Frame]]


@dataclass(frozen=True, slots=True)
class Plan:
    """`number` identifies the plan inside its batch; `correlated` plans must run again for every outer row."""

    number: int
    columns: tuple[ResultColumn, ...]
    run: Callable[[Run], list[Row]]
    correlated: bool
    assigns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkingTable:
    """What the recursive part of a common table sees under its own name: the rows of the step before, kept in the
    run's cache."""

    slot: int
    columns: tuple[ResultColumn, ...]

    def plan(self) -> Plan:
        slot = self.slot

        def rows(run: Run) -> list[Row]:
            found: list[Row] = run.cache[slot]
            return found

        return Plan(slot, self.columns, rows, correlated=False)
