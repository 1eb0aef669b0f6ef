"""How a built-in function is declared, and the shapes most of them have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.tsql.context import Expressions
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

ANY_NUMBER = 255


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """One call that is being compiled."""

    compiler: Expressions
    node: nodes.Call

    @property
    def arguments(self) -> tuple[nodes.Expression, ...]:
        return self.node.arguments

    def value(self, number: int) -> Compiled:
        return self.compiler.value(self.arguments[number])

    def values(self) -> list[Compiled]:
        return [self.compiler.value(argument) for argument in self.arguments]

    def converted(self, number: int, kind: SqlType) -> Compiled:
        return self.compiler.converted(self.arguments[number], kind)

    def convert(self, compiled: Compiled, kind: SqlType) -> Compiled:
        return self.compiler.convert(compiled, kind, self.node)

    def text(self, number: int) -> Compiled:
        """The argument as text, keeping its own type when it is text already."""
        compiled = self.value(number)
        if compiled.type.is_character:
            return compiled
        return self.convert(compiled, types.nvarchar(4000) if compiled.type.literal_null else types.varchar(8000))

    def strict(self, kind: SqlType, compute: Callable[..., Value], *arguments: Compiled) -> Compiled:
        """A function that is NULL as soon as one argument is."""
        return strict(kind, compute, *arguments)


@dataclass(frozen=True, slots=True)
class Function:
    """`least` to `most` arguments; `build` compiles a call; versions of SQL Server before `since` don't have it."""

    least: int
    most: int
    build: Callable[[FunctionCall], Compiled]
    since: int = 11


def strict(kind: SqlType, compute: Callable[..., Value], *arguments: Compiled) -> Compiled:
    runs = tuple(argument.run for argument in arguments)
    if len(runs) == 1:
        (only,) = runs

        def one(row: Frame, run: Run) -> Value:
            value = only(row, run)
            return None if value is None else compute(value)

        return Compiled(kind, one, arguments[0].constant)

    def many(row: Frame, run: Run) -> Value:
        given = [argument(row, run) for argument in runs]
        return None if None in given else compute(*given)

    return Compiled(kind, many, all(argument.constant for argument in arguments))


def of_session(kind: SqlType, read: Callable[[Session], Any]) -> Function:
    """A function without arguments whose value is a fact of the session or its server."""
    return Function(0, 0, lambda _call: Compiled(kind, lambda _row, run: read(run.session)))
