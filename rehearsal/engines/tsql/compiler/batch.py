"""Turns a batch into one function: its statements in order, its variables, and what an error ends.

An error ends its statement; one that aborts the batch (conversion, THROW, SET XACT_ABORT ON) ends the batch. A name
that doesn't exist is found when its statement runs (deferred name resolution); every other mistake before anything.
Source: SQL Server's error handling as documented under TRY...CATCH and SET XACT_ABORT.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from rehearsal.engines.tsql.compiler.expressions.scalars import ExpressionCompiler
from rehearsal.engines.tsql.compiler.queries.query import QueryCompiler
from rehearsal.engines.tsql.compiler.statements import transactions
from rehearsal.engines.tsql.compiler.statements.dynamic_text import execute_text
from rehearsal.engines.tsql.compiler.statements.error_handling import raise_error, throw, try_catch
from rehearsal.engines.tsql.compiler.statements.flow import if_else, leave_round, while_loop
from rehearsal.engines.tsql.compiler.statements.procedures import execute_procedure
from rehearsal.engines.tsql.compiler.statements.server import server_statement
from rehearsal.engines.tsql.context import Context
from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.runtime.execution import Execution, Step, deferred, failed, raising
from rehearsal.engines.tsql.runtime.results import ResultSet
from rehearsal.engines.tsql.runtime.session import Batch, Session, Signature
from rehearsal.engines.tsql.runtime.signals import BreakLoop, ContinueLoop, LeaveBatch
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.nodes import Expression
from rehearsal.engines.tsql.syntax.statement_parser import parse
from rehearsal.engines.tsql.syntax.statements import Statement
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

_NULLS_LEFT_OUT = "Warning: Null value is eliminated by an aggregate or other SET operation."
_ROW_COUNTS: Mapping[type[Statement], int] = {
    statements.SetVariable: 1,
    statements.SetOption: 0,
    statements.Print: 0,
    statements.RaiseError: 0,
    statements.Use: 0,
    statements.Transaction: 0,
}
"""What @@ROWCOUNT is after a statement that isn't a query; the others leave it alone."""
_DELAY = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?")


@lru_cache(maxsize=2048)
def compile_batch(
    text: str, database: str, major_version: int, parameters: Signature, collation: str | None = None
) -> Batch:
    """The batch as a function, cached by its text and all it is compiled against.

    Raises Unsupported, and the SqlErrors that SQL Server finds before it runs anything.
    """
    context = Context(
        text=text, database=database, major_version=major_version, variables=dict(parameters), collation=collation
    )
    compiler = BatchCompiler(context)
    parsed = parse(text)
    try:
        step = compiler.sequence(parsed.statements)
    except RecursionError:
        raise Unsupported("nesting deeper than the interpreter's stack", text) from None
    declared = dict.fromkeys(context.variables)

    def run(session: Session, parameters: dict[str, Value], in_try: int) -> dict[str, Value]:
        # a variable exists from the batch's beginning, whether its DECLARE is ever reached or not
        variables = {**declared, **parameters}
        execution = Execution(session=session, variables=variables, in_try=in_try, outer_try=in_try)
        with suppress(LeaveBatch):
            step(execution)
        return variables

    return run


class BatchCompiler:
    """Compiles the statements of one batch, in order (DECLARE makes variables known from there on)."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.queries = QueryCompiler(context)
        self.loops = 0

    def sequence(self, found: Sequence[Statement]) -> Step:
        steps = [self.guarded(statement) for statement in found]

        def run(execution: Execution) -> None:
            for step in steps:
                step(execution)

        return run

    def guarded(self, statement: Statement) -> Step:
        """The statement with what an error in it means: caught, sent and passed over, or the end of the batch."""
        step = self.step(statement)
        if isinstance(
            statement,
            statements.Block
            | statements.If
            | statements.While
            | statements.TryCatch
            | statements.ExecuteText
            | statements.ExecuteProcedure,
        ):
            return step
        line = statement.place.line
        text = self.context.text
        row_count = _ROW_COUNTS.get(type(statement))

        def run(execution: Execution) -> None:
            execution.count_step(text, line)
            session = execution.session
            try:
                step(execution)
            except SqlError as error:
                failed(execution, error, line)
                return
            session.last_error = 0
            if row_count is not None:
                session.row_count = row_count

        return run

    def step(self, statement: Statement) -> Step:
        match statement:
            case statements.QueryStatement():
                return self._query(statement)
            case statements.Block():
                return self.sequence(statement.statements)
            case statements.If():
                return if_else(self, statement)
            case statements.Declare():
                return self._declare(statement)
            case statements.SetVariable():
                return self._set_variable(statement)
            case statements.SetOption():
                return self._set_option(statement)
            case statements.While():
                return while_loop(self, statement)
            case statements.Break():
                return leave_round(self, statement, BreakLoop)
            case statements.Continue():
                return leave_round(self, statement, ContinueLoop)
            case statements.Return():
                return raising(LeaveBatch)
            case statements.TryCatch():
                return try_catch(self, statement)
            case statements.Throw():
                return throw(self, statement)
            case statements.RaiseError():
                return raise_error(self, statement)
            case statements.Print():
                return self._print(statement)
            case statements.WaitFor():
                return self._wait(statement)
            case statements.Use():
                return self._use(statement)
            case statements.ExecuteText():
                return execute_text(self, statement)
            case statements.ExecuteProcedure():
                return execute_procedure(self, statement)
            case statements.Transaction():
                change = transactions.STEPS[statement.action]
                return lambda execution: change(execution.session)
            case statements.ServerStatement():
                return server_statement(self, statement)
            case _:
                raise self.context.unsupported(type(statement).__name__, statement.place)

    # --- expressions ---

    def expressions(self) -> ExpressionCompiler:
        return ExpressionCompiler(self.queries, self.queries.scope(None))

    def reader(self, node: Expression, kind: SqlType | None = None) -> Callable[[Execution], Value]:
        compiler = self.expressions()
        try:
            compiled = compiler.value(node) if kind is None else compiler.converted(node, kind)
        except SqlError as error:
            return deferred(error)
        run = compiled.run
        return lambda execution: run((), execution.run())

    def test(self, node: Expression) -> Callable[[Execution], bool]:
        try:
            test = self.expressions().test(node)
        except SqlError as error:
            return deferred(error)
        return lambda execution: bool(test((), execution.run()))

    # --- queries and variables ---

    def _query(self, statement: statements.QueryStatement) -> Step:
        try:
            plan = self.queries.plan(statement.query, None)
        except SqlError as error:
            return deferred(error)
        fetch, columns, assigns, line = plan.run, plan.columns, plan.assigns, statement.place.line

        def run(execution: Execution) -> None:
            found = execution.run()
            rows = fetch(found)
            session = execution.session
            session.row_count = len(rows)
            if not assigns:
                session.outputs.append(ResultSet(columns, rows))
            if found.nulls_left_out:
                session.inform(8153, _NULLS_LEFT_OUT, line=line)

        return run

    def _declare(self, statement: statements.Declare) -> Step:
        steps: list[tuple[str, Callable[[Execution], Value]]] = []
        # an initial value doesn't see the variables of its own DECLARE
        values = [None if given is None else self.reader(given, kind) for _, kind, given in statement.variables]
        for (name, kind, _), value in zip(statement.variables, values, strict=True):
            if name in self.context.variables:
                raise self.context.error(
                    statement,
                    134,
                    f"The variable name '{name}' has already been declared. Variable names must be unique within a "
                    "query batch or stored procedure.",
                )
            self.context.variables[name] = kind
            if value is not None:
                steps.append((name, value))

        def run(execution: Execution) -> None:
            for name, value in steps:
                execution.variables[name] = value(execution)
                execution.session.row_count = 1

        return run

    def _set_variable(self, statement: statements.SetVariable) -> Step:
        kind = self.context.variables.get(statement.name)
        if kind is None:
            raise self.context.error(statement, 137, f'Must declare the scalar variable "{statement.name}".')
        name, value = statement.name, self.reader(statement.value, kind)

        def run(execution: Execution) -> None:
            execution.variables[name] = value(execution)

        return run

    def _set_option(self, statement: statements.SetOption) -> Step:
        """XACT_ABORT; the other options that the parser accepts change nothing that a client of this engine sees."""

        def run(execution: Execution) -> None:
            if statement.option == "XACT_ABORT":
                execution.session.xact_abort = statement.value == "ON"

        return run

    def _print(self, statement: statements.Print) -> Step:
        message = self.reader(statement.message, types.nvarchar(4000))
        line = statement.place.line
        return lambda execution: execution.session.inform(0, message(execution) or " ", severity=0, line=line)

    def _wait(self, statement: statements.WaitFor) -> Step:
        delay = self.reader(statement.delay, types.nvarchar(30))

        def run(execution: Execution) -> None:
            text = delay(execution) or ""
            match = _DELAY.fullmatch(text)
            if match is None:
                raise SqlError(148, f"Incorrect time syntax in time string '{text}' used with WAITFOR.")
            hours, minutes, seconds, thousandths = match.groups(default="0")
            total = int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(thousandths.ljust(3, "0")) / 1000
            execution.session.sleep(total)

        return run

    def _use(self, statement: statements.Use) -> Step:
        self.context.database = statement.database

        def run(execution: Execution) -> None:
            session = execution.session
            session.database = session.server.use_database(statement.database, session)
            session.inform(5701, f"Changed database context to '{session.database}'.", state=1)

        return run
