"""GROUP BY: what a grouped row offers to the select list, HAVING and ORDER BY.

A grouped row is the first row of its group, followed by one entry with the values of the aggregates and, after those of
window functions are known, one entry more with theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rehearsal.engines.tsql.compiler.queries.aggregates import Reduce, aggregate_function
from rehearsal.engines.tsql.compiler.queries.windows import Windows
from rehearsal.engines.tsql.compiler.scope import Scope, Source
from rehearsal.engines.tsql.context import Expressions
from rehearsal.engines.tsql.runtime.compiled import Compiled
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values.types import SqlType


@dataclass(slots=True)
class Grouping:
    """Collects what a SELECT needs beyond its rows while its expressions are compiled.

    `keys` is None for a SELECT that isn't grouped (there only windows matter).
    """

    scope: Scope
    keys: list[tuple[nodes.Expression, Compiled]] | None
    clause: str = "select list"
    aggregates: list[tuple[nodes.Call, SqlType, Reduce]] = field(default_factory=list)
    windows: Windows | None = None
    inner: Expressions | None = None

    def key_of(self, node: nodes.Expression) -> Compiled | None:
        """The GROUP BY expression that `node` repeats, if it does."""
        if self.keys is None or isinstance(node, nodes.Literal):
            return None
        for known, compiled in self.keys:
            if known == node or (
                isinstance(known, nodes.Column) and isinstance(node, nodes.Column) and self._same_column(known, node)
            ):
                return compiled
        return None

    def _same_column(self, one: nodes.Column, other: nodes.Column) -> bool:
        left, right = self.scope.locate(one), self.scope.locate(other)
        return left is not None and right is not None and left[0] is right[0] and left[1:] == right[1:]

    def require_key(self, compiler: Expressions, node: nodes.Column, source: Source) -> None:
        """Error 8120 for a column of a grouped query that is neither aggregated nor grouped by."""
        if self.keys is None:
            return
        name = f"{source.shown}.{node.parts[-1]}"
        number = 8120 if self.clause == "select list" else 8121 if self.clause == "HAVING clause" else 8127
        place = "because it is not contained in either an aggregate function or the GROUP BY clause"
        raise compiler.context.error(node, number, f"Column '{name}' is invalid in the {self.clause} {place}.")

    def aggregate(self, compiler: Expressions, node: nodes.Call) -> Compiled:
        """A reader for this aggregate's value in a grouped row."""
        if self.keys is None:
            raise compiler.context.error(
                node, 147, "An aggregate may not appear here: the query has no grouped rows at this place."
            )
        assert self.inner is not None
        for number, (known, kind, _) in enumerate(self.aggregates):
            if known == node:
                return self._reader(number, kind)
        kind, reduce = aggregate_function(self.inner, node)
        self.aggregates.append((node, kind, reduce))
        return self._reader(len(self.aggregates) - 1, kind)

    def _reader(self, number: int, kind: SqlType) -> Compiled:
        place = len(self.scope.sources)
        return Compiled(kind, lambda row, _run: row[place][number])
