"""The compilers that need each other, as the others see them: each is handed to those that it is built from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rehearsal.engines.tsql.compiler.scope import Scope, Source
from rehearsal.engines.tsql.context import Context, Expressions
from rehearsal.engines.tsql.runtime.compiled import Compiled, Plan
from rehearsal.engines.tsql.runtime.execution import Execution, Step
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression, Query
from rehearsal.engines.tsql.syntax.statements import Statement
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value


class Queries(Protocol):
    """Compiles the queries of one batch."""

    @property
    def context(self) -> Context: ...

    def plan(self, query: Query, parent: Scope | None) -> Plan:
        """The plan of a query; `parent` is the scope whose rows it may refer to."""

    def scope(self, parent: Scope | None) -> Scope: ...

    def common_table(self, table: nodes.CommonTable, defined_in: Scope) -> Plan: ...


class WindowColumns(Protocol):
    """The window functions of one SELECT."""

    def column_of(self, node: nodes.Window) -> Compiled: ...


class SelectedRows(Protocol):
    """What the rows of one SELECT hold beyond the columns of its sources: group keys, aggregates, window functions."""

    @property
    def windows(self) -> WindowColumns | None: ...

    def key_of(self, node: Expression) -> Compiled | None: ...

    def require_key(self, compiler: Expressions, node: nodes.Column, source: Source) -> None: ...

    def aggregate(self, compiler: Expressions, node: nodes.Call) -> Compiled: ...


class Statements(Protocol):
    """Compiles the statements of one batch, in order."""

    loops: int
    """How many WHILE loops the statement is inside of."""

    @property
    def context(self) -> Context: ...

    def sequence(self, found: Sequence[Statement]) -> Step: ...

    def guarded(self, statement: Statement) -> Step:
        """The statement, with what an error in it means for the rest of the batch."""

    def expressions(self) -> Expressions: ...

    def reader(self, node: Expression, kind: SqlType | None = None) -> Callable[[Execution], Value]: ...

    def test(self, node: Expression) -> Callable[[Execution], bool]: ...
