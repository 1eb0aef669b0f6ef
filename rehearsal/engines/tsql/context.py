"""What the text of a batch is compiled against, and the compiler of expressions as its other parts see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.syntax.nodes import Expression, Node, Place
from rehearsal.engines.tsql.values import collation
from rehearsal.engines.tsql.values.types import SqlType


@dataclass(slots=True)
class Context:
    """What a batch's expressions are compiled against."""

    text: str
    database: str
    major_version: int
    variables: dict[str, SqlType]
    collation: str | None = None
    """The database's, when it isn't one that compares as the default does."""
    in_catch: bool = False
    _slots: int = 0

    def collated(self, kind: SqlType) -> SqlType:
        """The type with the database's collation, where it is text without one of its own."""
        if self.collation is None or not kind.is_character or kind.collation is not None:
            return kind
        return replace(kind, collation=self.collation)

    @property
    def names_differ_by_case(self) -> bool:
        return collation.is_case_sensitive(self.collation)

    def new_slot(self) -> int:
        self._slots += 1
        return self._slots

    def unsupported(self, construct: str, place: Place) -> Unsupported:
        return Unsupported(construct, self.text, place.line, place.column)

    def error(self, node: Node, number: int, text: str) -> SqlError:
        return SqlError(number, text).at(node.place.line)


class Expressions(Protocol):
    """Compiles the expressions of one scope."""

    @property
    def context(self) -> Context: ...

    def value(self, node: Expression) -> Compiled: ...

    def converted(self, node: Expression, target: SqlType) -> Compiled:
        """The expression, implicitly converted to a type."""

    def convert(self, compiled: Compiled, target: SqlType, node: Node) -> Compiled:
        """The value, implicitly converted to a type; SqlError 257 or 206 where only CONVERT does that."""

    def comparable(
        self, left: Compiled, right: Compiled, node: Node, *, ordered: bool
    ) -> tuple[Callable[[Frame, Run], object], Callable[[Frame, Run], object]]:
        """Both sides converted to one type, and to the form in which Python's own comparison is right."""
