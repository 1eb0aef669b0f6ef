"""Turns a batch into one function: control of flow, variables, TRY/CATCH, and what an error ends.

An error ends its statement; one that aborts the batch (conversion, THROW, SET XACT_ABORT ON) ends the batch. A name
that doesn't exist is found when its statement runs (deferred name resolution); every other mistake before anything.
Source: SQL Server's error handling as documented under TRY...CATCH and SET XACT_ABORT.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rehearsal.tsql import nodes, raiserror, statements, transactions, types
from rehearsal.tsql.compile_expressions import ExpressionCompiler
from rehearsal.tsql.compile_queries import QueryCompiler
from rehearsal.tsql.dynamic_text import execute_text
from rehearsal.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError, Unsupported
from rehearsal.tsql.execution import (
    BreakLoop,
    ContinueLoop,
    DeferredNameError,
    Execution,
    LeaveBatch,
    Signal,
    Step,
    failed,
)
from rehearsal.tsql.nodes import Expression
from rehearsal.tsql.output import ResultSet
from rehearsal.tsql.parse_statements import parse
from rehearsal.tsql.scope import Context
from rehearsal.tsql.statements import Statement
from rehearsal.tsql.types import SqlType
from rehearsal.tsql.values import Value

if TYPE_CHECKING:
    pass

STEP_BUDGET = 200_000
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


Signature = tuple[tuple[str, SqlType], ...]


@lru_cache(maxsize=2048)
def compile_batch(
    text: str, database: str, major_version: int, parameters: Signature, collation: str | None = None
) -> Step:
    """The batch as a function, cached by its text and all it is compiled against.

    Raises Unsupported, and the SqlErrors that SQL Server finds before it runs anything.
    """
    context = Context(
        text=text, database=database, major_version=major_version, variables=dict(parameters), collation=collation
    )
    compiler = BatchCompiler(context)
    batch = parse(text)
    try:
        step = compiler.sequence(batch.statements)
    except RecursionError:
        raise Unsupported("nesting deeper than the interpreter's stack", text) from None
    declared = dict.fromkeys(context.variables)

    def run(execution: Execution) -> None:
        # a variable exists from the batch's beginning, whether its DECLARE is ever reached or not
        execution.variables = {**declared, **execution.variables}
        step(execution)

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
            statements.Block | statements.If | statements.While | statements.TryCatch | statements.ExecuteText,
        ):
            return step
        line = statement.place.line
        text = self.context.text
        row_count = _ROW_COUNTS.get(type(statement))

        def run(execution: Execution) -> None:
            execution.steps += 1
            if execution.steps > STEP_BUDGET:
                raise Unsupported(f"more than {STEP_BUDGET} steps", text, line)
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
                return self._if(statement)
            case statements.Declare():
                return self._declare(statement)
            case statements.SetVariable():
                return self._set_variable(statement)
            case statements.SetOption():
                return self._set_option(statement)
            case statements.While():
                return self._while(statement)
            case statements.Break():
                return self._loop_signal(statement, BreakLoop, 135, "BREAK")
            case statements.Continue():
                return self._loop_signal(statement, ContinueLoop, 136, "CONTINUE")
            case statements.Return():
                return _raising(LeaveBatch)
            case statements.TryCatch():
                return self._try(statement)
            case statements.Throw():
                return self._throw(statement)
            case statements.RaiseError():
                return self._raise_error(statement)
            case statements.Print():
                return self._print(statement)
            case statements.WaitFor():
                return self._wait(statement)
            case statements.Use():
                return self._use(statement)
            case statements.ExecuteText():
                return execute_text(self, statement)
            case statements.ExecuteProcedure():
                return _raising_error(
                    lambda: SqlError(2812, f"Could not find stored procedure '{statement.name}'.", state=62)
                )
            case statements.Transaction():
                change = transactions.STEPS[statement.action]
                return lambda execution: change(execution.session)
            case statements.ServerStatement():
                return self._server(statement)
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
            return _deferred(error)
        run = compiled.run
        return lambda execution: run((), execution.run())

    def _test(self, node: Expression) -> Callable[[Execution], bool]:
        try:
            test = self.expressions().test(node)
        except SqlError as error:
            return _deferred(error)
        return lambda execution: bool(test((), execution.run()))

    # --- queries and variables ---

    def _query(self, statement: statements.QueryStatement) -> Step:
        try:
            plan = self.queries.plan(statement.query, None)
        except SqlError as error:
            return _deferred(error)
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
        def run(execution: Execution) -> None:
            if statement.option == "XACT_ABORT":
                execution.session.xact_abort = statement.value == "ON"
            elif statement.option == "NOCOUNT":
                execution.session.no_count = statement.value == "ON"

        return run

    # --- control of flow ---

    def _if(self, statement: statements.If) -> Step:
        test = self._test(statement.condition)
        then = self.guarded(statement.then)
        otherwise = None if statement.otherwise is None else self.guarded(statement.otherwise)
        decide = self._guarded_test(test, statement)

        def run(execution: Execution) -> None:
            if decide(execution):
                then(execution)
            elif otherwise is not None:
                otherwise(execution)

        return run

    def _guarded_test(self, test: Callable[[Execution], bool], statement: Statement) -> Callable[[Execution], bool]:
        """An error in the condition of IF or WHILE ends that statement as any other error would."""
        line = statement.place.line

        def decide(execution: Execution) -> bool:
            execution.steps += 1
            if execution.steps > STEP_BUDGET:
                raise Unsupported(f"more than {STEP_BUDGET} steps", self.context.text, line)
            try:
                found = test(execution)
            except SqlError as error:
                failed(execution, error, line)
                return False
            execution.session.last_error = 0
            return found

        return decide

    def _while(self, statement: statements.While) -> Step:
        test = self._guarded_test(self._test(statement.condition), statement)
        self.loops += 1
        body = self.guarded(statement.body)
        self.loops -= 1

        def run(execution: Execution) -> None:
            while test(execution):
                try:
                    body(execution)
                except BreakLoop:
                    break
                except ContinueLoop:
                    continue

        return run

    def _loop_signal(self, statement: Statement, signal: type[Signal], number: int, verb: str) -> Step:
        if not self.loops:
            raise self.context.error(
                statement, number, f"Cannot use a {verb} statement outside the scope of a WHILE statement."
            )
        return _raising(signal)

    def _try(self, statement: statements.TryCatch) -> Step:
        attempt = self.sequence(statement.attempt.statements)
        outer, self.context.in_catch = self.context.in_catch, True
        handler = self.sequence(statement.handler.statements)
        self.context.in_catch = outer

        def run(execution: Execution) -> None:
            session = execution.session
            execution.in_try += 1
            try:
                attempt(execution)
            except (ConnectionBrokenError, DeferredNameError):
                raise
            except SqlError as error:
                if error.number == -2:
                    raise
                execution.in_try -= 1
                if session.transactions and (error.batch_aborting or session.xact_abort):
                    session.doomed = True
                before, session.caught = session.caught, error.messages[-1]
                session.last_error = error.number
                try:
                    handler(execution)
                finally:
                    session.caught = before
                return
            except BaseException:
                execution.in_try -= 1
                raise
            execution.in_try -= 1

        return run

    def _throw(self, statement: statements.Throw) -> Step:
        if statement.number is None:
            if not self.context.in_catch:
                raise self.context.error(
                    statement,
                    10704,
                    "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW "
                    "statement inside a CATCH block, or add error parameters to the THROW statement.",
                )
            return _rethrow
        assert statement.message is not None and statement.state is not None
        number = self.reader(statement.number, types.INT)
        message = self.reader(statement.message, types.nvarchar(2048))
        state = self.reader(statement.state, types.TINYINT)

        def run(execution: Execution) -> None:
            given = number(execution)
            if given is None or given < 50000:
                raise SqlError(
                    35100,
                    f"Error number {given} in the THROW statement is outside the valid range. Specify an error number "
                    "in the valid range of 50000 to 2147483647.",
                )
            raise SqlError(given, message(execution) or "", state=state(execution) or 0, batch_aborting=True)

        return run

    def _raise_error(self, statement: statements.RaiseError) -> Step:
        if isinstance(statement.message, nodes.Literal) and not isinstance(statement.message.value, str):
            raise self.context.unsupported("RAISERROR with a message number", statement.message.place)
        message = self.reader(statement.message, types.nvarchar(2047))
        severity = self.reader(statement.severity, types.INT)
        state = self.reader(statement.state, types.INT)
        arguments = [self.reader(argument) for argument in statement.arguments]

        def run(execution: Execution) -> None:
            text = raiserror.formatted(message(execution) or "", [argument(execution) for argument in arguments])
            level, given_state = max(0, severity(execution) or 0), state(execution) or 0
            given_state = 1 if given_state < 0 else min(255, given_state)
            if level > 18:
                raise SqlError(
                    2754, "Error severity levels greater than 18 can only be specified by members of the sysadmin "
                    "role, using the WITH LOG option.",
                )  # fmt: skip
            if level <= 10:
                execution.session.inform(50000, text, severity=level, state=given_state, line=statement.place.line)
                return
            raise SqlError(50000, text, severity=level, state=given_state)

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

    # --- server statements ---

    def _server(self, statement: statements.ServerStatement) -> Step:
        if isinstance(statement, statements.Backup | statements.Restore):
            return self._with_values(statement)

        def run(execution: Execution) -> None:
            transactions.refuse_inside(execution.session, statement)
            execution.session.server.execute(statement, execution.session)

        return run

    def _with_values(self, statement: statements.Backup | statements.Restore) -> Step:
        """BACKUP and RESTORE take variables for names and paths: the server gets the values."""

        def compiled(part: Expression | str) -> Callable[[Execution], Any]:
            return (lambda _execution: part) if isinstance(part, str) else self.reader(part)

        database = compiled(statement.database)
        devices = statement.targets if isinstance(statement, statements.Backup) else statement.origins
        paths = [(kind, self.reader(path)) for kind, path in devices]
        options = {name: compiled(value) for name, value in statement.options.items()}

        def run(execution: Execution) -> None:
            transactions.refuse_inside(execution.session, statement)
            found: dict[str, Any] = {
                "database": database(execution),
                "options": {name: value(execution) for name, value in options.items()},
                "targets" if isinstance(statement, statements.Backup) else "origins": tuple(
                    (kind, path(execution)) for kind, path in paths
                ),
            }
            execution.session.server.execute(replace(statement, **found), execution.session)

        return run


def _deferred(error: SqlError) -> Callable[[Execution], Any]:
    """Deferred name resolution: 208 waits until the statement runs; every other mistake stops the batch now."""
    if error.number != 208:
        raise error
    return _raising_error(lambda: DeferredNameError(error.number, error.text).at(error.messages[0].line))


def _raising(signal: type[Signal]) -> Step:
    def run(_execution: Execution) -> None:
        raise signal

    return run


def _raising_error(make: Callable[[], SqlError]) -> Callable[[Execution], Any]:
    def run(_execution: Execution) -> Any:
        raise make()

    return run


def _rethrow(execution: Execution) -> None:
    caught: ServerMessage | None = execution.session.caught
    assert caught is not None
    error = SqlError(caught.number, caught.text, severity=caught.severity, state=caught.state, batch_aborting=True)
    raise error.at(caught.line)
