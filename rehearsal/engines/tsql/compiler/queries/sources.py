"""FROM: scans of views, derived tables, common tables, joins and APPLY, as functions that yield rows of sources."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.tsql import schema
from rehearsal.engines.tsql.compiler.expressions.scalars import ExpressionCompiler
from rehearsal.engines.tsql.compiler.interfaces import Queries
from rehearsal.engines.tsql.compiler.queries.joins import HashPair, conjunction, conjuncts, hash_pair, joined
from rehearsal.engines.tsql.compiler.scope import Scope, Source
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.compiled import Frame, FrameSource, Plan, Run, Test
from rehearsal.engines.tsql.schema import View, ViewColumn
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression
from rehearsal.engines.tsql.syntax.system_names import exists_elsewhere
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.values import Row

_TABLE_FUNCTIONS = frozenset({"OPENJSON", "OPENXML", "GENERATE_SERIES", "FREETEXTTABLE", "CONTAINSTABLE"})


class SourceCompiler:
    """Compiles the FROM clause of one scope and fills the scope with its sources, left to right."""

    def __init__(self, queries: Queries, scope: Scope) -> None:
        self.queries = queries
        self.context = queries.context
        self.scope = scope

    def frames(self, source: nodes.Source | None) -> FrameSource:
        """The rows of FROM; without FROM there is one row of no sources."""
        if source is None:
            return lambda _run: [()]
        return self._source(source)

    def _source(self, source: nodes.Source) -> FrameSource:
        match source:
            case nodes.TableName():
                return self._table(source)
            case nodes.DerivedTable():
                return self._derived(source, self.scope.parent)
            case nodes.TableFunction():
                return self._function(source)
            case nodes.Join():
                return self._join(source)
            case _:
                raise self.context.unsupported(type(source).__name__, source.place)

    def _add(self, source: Source, node: nodes.Source) -> None:
        for other in self.scope.sources:
            if other.alias == source.alias and other.qualified == source.qualified:
                raise self.context.error(
                    node, 1011, f"The correlation name '{source.alias}' is specified multiple times in a FROM clause."
                )
        self.scope.sources.append(source)

    # --- single sources ---

    def _table(self, node: nodes.TableName) -> FrameSource:
        if len(node.parts) == 1:
            working = self.scope.find_working_table(node.parts[0])
            if working is not None:
                return self._from_plan(node, working.plan(), node.alias or node.parts[0], ())
            found = self.scope.find_common_table(node.parts[0])
            if found is not None:
                table, defined_in = found
                plan = self.queries.common_table(table, defined_in)
                return self._from_plan(node, plan, node.alias or node.parts[0], table.columns)
        view = schema.find(node.parts, self.context.database, self.context.major_version)
        if view is not None and self.context.names_differ_by_case and node.parts[-1] != view.name.rpartition(".")[2]:
            view = None
        if view is None or view.is_function:
            name = ".".join(node.parts)
            if view is not None:
                raise self.context.error(node, 216, f"Parameters were not supplied for the function '{name}'.")
            if node.parts[-1].startswith("#"):
                raise self.context.error(node, 208, f"Invalid object name '{name}'.")
            if len(node.parts) > 3 or exists_elsewhere(node.parts, self.context.database):
                raise self.context.unsupported(f"{name} as a table", node.place)
            raise self.context.error(node, 208, f"Invalid object name '{name}'.")
        qualified = () if node.alias else tuple(node.parts)
        return self._scan(node, view, node.alias or node.parts[-1], qualified)

    def _scan(self, node: nodes.Source, view: View, alias: str, qualified: tuple[str, ...]) -> FrameSource:
        source = Source(alias, qualified, view.columns, lazy=True)
        self._add(source, node)
        read = _ViewReader(view, source, _written_database(node, view))
        return lambda run: [(row,) for row in read(run, ())]

    def _derived(self, node: nodes.DerivedTable, parent: Scope | None) -> FrameSource:
        plan = self.queries.plan(node.query, parent)
        return self._from_plan(node, plan, node.alias, node.columns)

    def _from_plan(self, node: nodes.Source, plan: Plan, alias: str, names: tuple[str, ...]) -> FrameSource:
        if plan.assigns:
            raise self.context.error(node, 141, "A derived table cannot assign variables.")
        if names and len(names) != len(plan.columns):
            number = 8158 if len(plan.columns) > len(names) else 8159
            what = "more" if number == 8158 else "fewer"
            raise self.context.error(
                node, number, f"'{alias}' has {what} columns than were specified in the column list."
            )
        columns = tuple(
            ViewColumn(names[number] if names else column.name, column.type)
            for number, column in enumerate(plan.columns)
        )
        for number, column in enumerate(columns, 1):
            if not column.name:
                raise self.context.error(node, 8155, f"No column name was specified for column {number} of '{alias}'.")
        self._unique(node, alias, columns)
        self._add(Source(alias, (), columns, lazy=False), node)
        if plan.correlated:
            self.scope.correlated = True
        fetch = plan.run
        return lambda run: [(row,) for row in fetch(run)]

    def _unique(self, node: nodes.Source, alias: str, columns: tuple[ViewColumn, ...]) -> None:
        seen: set[str] = set()
        for column in columns:
            if column.name.lower() in seen:
                raise self.context.error(
                    node, 8156, f"The column '{column.name}' was specified multiple times for '{alias}'."
                )
            seen.add(column.name.lower())

    def _function(self, node: nodes.TableFunction) -> FrameSource:
        """A table function whose arguments don't depend on other sources of this FROM (that takes APPLY)."""
        call = self._function_rows(node, ExpressionCompiler(self.queries, self.queries.scope(self.scope.parent)))
        return lambda run: [(row,) for row in call((), run)]

    def _function_rows(
        self, node: nodes.TableFunction, compiler: ExpressionCompiler
    ) -> Callable[[Frame, Run], list[Row]]:
        if len(node.parts) == 1 and node.parts[0].upper() == "STRING_SPLIT":
            return self._string_split(node, compiler)
        view = schema.find(node.parts, self.context.database, self.context.major_version)
        name = ".".join(node.parts)
        if view is not None and not view.is_function:
            raise self.context.error(
                node, 215, f"Parameters supplied for object '{name}' which is not a function. If the parameters are "
                "intended as a table hint, a WITH keyword is required.",
            )  # fmt: skip
        if view is None:
            known = name.upper() in _TABLE_FUNCTIONS or exists_elsewhere(node.parts, self.context.database)
            if known:
                raise self.context.unsupported(f"{name} as a table", node.place)
            raise self.context.error(node, 208, f"Invalid object name '{name}'.")
        if len(node.arguments) != len(view.arguments):
            few = len(node.arguments) < len(view.arguments)
            raise self.context.error(
                node,
                313 if few else 8144,
                f"An insufficient number of arguments were supplied for the procedure or function {name}."
                if few
                else f"Procedure or function {name} has too many arguments specified.",
            )
        arguments = [
            compiler.converted(argument, kind).run
            for argument, kind in zip(node.arguments, view.arguments, strict=True)
        ]
        source = Source(node.alias or node.parts[-1], () if node.alias else node.parts, view.columns, lazy=True)
        self._add(source, node)
        read = _ViewReader(view, source, None)
        return lambda row, run: read(run, tuple(argument(row, run) for argument in arguments))

    def _string_split(
        self, node: nodes.TableFunction, compiler: ExpressionCompiler
    ) -> Callable[[Frame, Run], list[Row]]:
        """One row for each part (2016); from 2022 on a third argument of 1 adds `ordinal`."""
        if self.context.major_version < 13:
            raise self.context.error(node, 208, f"Invalid object name '{node.parts[0]}'.")
        if not 2 <= len(node.arguments) <= (3 if self.context.major_version >= 16 else 2):
            raise self.context.error(node, 8144, "Procedure or function STRING_SPLIT has too many arguments specified.")
        text = compiler.converted(node.arguments[0], types.nvarchar(types.MAX_LENGTH)).run
        mark = compiler.converted(node.arguments[1], types.nvarchar(1)).run
        numbered = len(node.arguments) == 3 and getattr(node.arguments[2], "value", 1) == 1
        columns = [ViewColumn("value", types.nvarchar(4000))]
        if numbered:
            columns.append(ViewColumn("ordinal", types.BIGINT))
        self._add(Source(node.alias or node.parts[0], (), tuple(columns), lazy=False), node)

        def rows(row: Frame, run: Run) -> list[Row]:
            value, separator = text(row, run), mark(row, run)
            if value is None:
                return []
            if not separator:
                raise SqlError(214, "Procedure expects parameter 'separator' of type 'nchar(1)/nvarchar(1)'.")
            parts = value.split(separator)
            return [(part, number) if numbered else (part,) for number, part in enumerate(parts, 1)]

        return rows

    # --- joins ---

    def _join(self, node: nodes.Join) -> FrameSource:
        if node.kind.endswith("APPLY"):
            return self._apply(node)
        start = len(self.scope.sources)
        left = self._source(node.left)
        middle = len(self.scope.sources)
        right = self._source(node.right)
        end = len(self.scope.sources)
        hash_keys: list[HashPair] = []
        test: Test | None = None
        if node.condition is not None:
            rest: list[Expression] = []
            for part in conjuncts(node.condition):
                pair = hash_pair(self.scope, part, start, middle, end)
                if pair is None:
                    rest.append(part)
                else:
                    hash_keys.append(pair)
            if rest:
                test = ExpressionCompiler(self.queries, self.scope).test(conjunction(rest))
        return joined(self.scope, node.kind, left, right, hash_keys, test, (start, middle, end))

    def _apply(self, node: nodes.Join) -> FrameSource:
        """The right side runs for every row of the left one and sees its columns."""
        start = len(self.scope.sources)
        left = self._source(node.left)
        middle = len(self.scope.sources)
        scope, slot = self.scope, self.scope.slot
        rows_of: Callable[[Frame, Run], list[Frame]]
        match node.right:
            case nodes.TableFunction() as function:
                call = self._function_rows(function, ExpressionCompiler(self.queries, scope))

                def rows_of(row: Frame, run: Run) -> list[Frame]:
                    return [(found,) for found in call(row, run)]

            case nodes.DerivedTable() as derived:
                fetch = self._derived_for_apply(derived)

                def rows_of(row: Frame, run: Run) -> list[Frame]:
                    run.frames[slot] = row
                    return fetch(run)

            case _:
                raise self.context.unsupported("APPLY of a plain table", node.place)
        padding: Frame = ((),) * start
        outer = node.kind == "OUTER APPLY"

        def run(at: Run) -> list[Frame]:
            nothing = tuple((None,) * len(source.used) for source in scope.sources[middle : middle + 1])
            found: list[Frame] = []
            for row in left(at):
                inner = rows_of(padding + row, at)
                found.extend(row + other for other in inner)
                if outer and not inner:
                    found.append(row + nothing)
            return found

        return run

    def _derived_for_apply(self, node: nodes.DerivedTable) -> FrameSource:
        plan = self.queries.plan(node.query, self.scope)
        # depending on this scope's own rows doesn't make this scope depend on an outer one
        depends_outside = self.scope.correlated
        frames = self._from_plan(node, plan, node.alias, node.columns)
        self.scope.correlated = depends_outside
        return frames


def _written_database(node: nodes.Source, view: View) -> str | None:
    """The database in front of a sys view's name; a table like msdb.dbo.backupset is in that database anyway."""
    if isinstance(node, nodes.TableName) and len(node.parts) == 3 and view.name.startswith("sys."):
        return node.parts[0] or None
    return None


class _ViewReader:
    """Reads a view's rows with the columns that turned out to be used, in the order in which they were first used."""

    __slots__ = ("_database", "_names", "_source", "_view")

    def __init__(self, view: View, source: Source, database: str | None) -> None:
        self._view = view
        self._database = database
        self._source = source
        self._names: tuple[str, ...] | None = None

    def __call__(self, run: Run, arguments: tuple[object, ...]) -> list[Row]:
        names = self._names
        if names is None:
            columns = self._view.columns
            names = self._names = tuple(columns[number].name for number in self._source.used)
        return run.session.server.read_view(self._view.name, names, arguments, run.session, self._database)
