"""Names in a query: which source and column a name means, and where its value is in a row.

Sources learn while the query is compiled which of their columns are used, so a view computes no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rehearsal.engines.tsql.context import Context
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.compiled import WorkingTable
from rehearsal.engines.tsql.schema import ViewColumn
from rehearsal.engines.tsql.syntax.nodes import Column, CommonTable


class Source:
    """One entry of FROM: its name, its columns, and which of them the query uses."""

    def __init__(self, alias: str, qualified: tuple[str, ...], columns: tuple[ViewColumn, ...], *, lazy: bool) -> None:
        self.shown = ".".join(qualified) or alias
        """How errors name it."""
        self.spelled = qualified or (alias,)
        self.alias = alias.lower()
        self.qualified = tuple(part.lower() for part in qualified)
        self.columns = columns
        self.by_name: dict[str, list[int]] = {}
        for number, column in enumerate(columns):
            self.by_name.setdefault(column.name.lower(), []).append(number)
        self.used: list[int] = [] if lazy else list(range(len(columns)))
        self._position = {number: number for number in self.used}

    def position(self, number: int) -> int:
        """Where this column's value is in the source's rows; from now on they have it."""
        found = self._position.get(number)
        if found is None:
            found = self._position[number] = len(self.used)
            self.used.append(number)
        return found

    def answers_to(self, qualifier: tuple[str, ...], *, exactly: bool) -> bool:
        """Is this source what `qualifier.` in front of a column means? `exactly`: names differ by case."""
        own = self.spelled
        if not exactly:
            own, qualifier = tuple(part.lower() for part in own), tuple(part.lower() for part in qualifier)
        if not self.qualified:
            return qualifier == own
        return own[-len(qualifier) :] == qualifier and len(qualifier) <= len(own)


@dataclass(slots=True)
class Scope:
    """The sources one SELECT sees; `parent` is the query around it, whose columns it may use, too."""

    context: Context
    parent: Scope | None
    slot: int
    sources: list[Source] = field(default_factory=list)
    common_tables: Mapping[str, tuple[CommonTable, Scope]] = field(default_factory=dict)
    working_tables: Mapping[str, WorkingTable] = field(default_factory=dict)
    correlated: bool = False

    def locate(self, column: Column) -> tuple[Scope, int, int] | None:
        """The scope, source number and column number that a column name means; None when nothing has that name.

        Raises SqlError 209 for an ambiguous name.
        """
        qualifier, name, exactly = column.parts[:-1], column.folded[-1], self.context.names_differ_by_case
        found: tuple[Scope, int, int] | None = None
        for source_number, source in enumerate(self.sources):
            if qualifier and not source.answers_to(qualifier, exactly=exactly):
                continue
            for column_number in source.by_name.get(name, ()):
                if exactly and source.columns[column_number].name != column.parts[-1]:
                    continue
                if found is not None:
                    raise SqlError(209, f"Ambiguous column name '{column.parts[-1]}'.").at(column.place.line)
                found = (self, source_number, column_number)
        if found is None and self.parent is not None:
            found = self.parent.locate(column)
        return found

    def knows_qualifier(self, qualifier: tuple[str, ...]) -> bool:
        exactly = self.context.names_differ_by_case
        if any(source.answers_to(qualifier, exactly=exactly) for source in self.sources):
            return True
        return self.parent is not None and self.parent.knows_qualifier(qualifier)

    def find_working_table(self, name: str) -> WorkingTable | None:
        """The recursive table of this name whose own part is being compiled here."""
        found = self.working_tables.get(name.lower())
        if found is None and self.parent is not None:
            return self.parent.find_working_table(name)
        return found

    def find_common_table(self, name: str) -> tuple[CommonTable, Scope] | None:
        found = self.common_tables.get(name.lower())
        if found is None and self.parent is not None:
            return self.parent.find_common_table(name)
        return found

    def mark_correlated(self, owner: Scope) -> None:
        """Every scope from here up to (not including) `owner` depends on a row of `owner`."""
        scope: Scope | None = self
        while scope is not None and scope is not owner:
            scope.correlated = True
            scope = scope.parent
