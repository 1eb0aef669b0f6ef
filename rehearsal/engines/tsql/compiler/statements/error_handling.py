"""TRY...CATCH, THROW and RAISERROR: who catches an error, and what it makes of an open transaction.

Source: TRY...CATCH, THROW and RAISERROR (Transact-SQL).
"""

from __future__ import annotations

import re

from rehearsal.engines.tsql.compiler.interfaces import Statements
from rehearsal.engines.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError
from rehearsal.engines.tsql.runtime.execution import DeferredNameError, Execution, Step
from rehearsal.engines.tsql.syntax import nodes, statements
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.values import Value

_FORMAT = re.compile(r"%(?:%|[-+ 0#]*\d*(?:\.\d+)?(?:l|h|I64)?([diouxXs]))")


def try_catch(compiler: Statements, statement: statements.TryCatch) -> Step:
    attempt = compiler.sequence(statement.attempt.statements)
    outer, compiler.context.in_catch = compiler.context.in_catch, True
    handler = compiler.sequence(statement.handler.statements)
    compiler.context.in_catch = outer

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


def throw(compiler: Statements, statement: statements.Throw) -> Step:
    if statement.number is None:
        if not compiler.context.in_catch:
            raise compiler.context.error(
                statement,
                10704,
                "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW "
                "statement inside a CATCH block, or add error parameters to the THROW statement.",
            )
        return _rethrow
    assert statement.message is not None and statement.state is not None
    number = compiler.reader(statement.number, types.INT)
    message = compiler.reader(statement.message, types.nvarchar(2048))
    state = compiler.reader(statement.state, types.TINYINT)

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


def _rethrow(execution: Execution) -> None:
    caught: ServerMessage | None = execution.session.caught
    assert caught is not None
    error = SqlError(caught.number, caught.text, severity=caught.severity, state=caught.state, batch_aborting=True)
    raise error.at(caught.line)


def raise_error(compiler: Statements, statement: statements.RaiseError) -> Step:
    if isinstance(statement.message, nodes.Literal) and not isinstance(statement.message.value, str):
        raise compiler.context.unsupported("RAISERROR with a message number", statement.message.place)
    message = compiler.reader(statement.message, types.nvarchar(2047))
    severity = compiler.reader(statement.severity, types.INT)
    state = compiler.reader(statement.state, types.INT)
    arguments = [compiler.reader(argument) for argument in statement.arguments]

    def run(execution: Execution) -> None:
        text = _formatted(message(execution) or "", [argument(execution) for argument in arguments])
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


def _formatted(message: str, arguments: list[Value]) -> str:
    """RAISERROR's own printf: %s %d %i %u %x …; a missing argument prints (null)."""
    rest = iter(enumerate(arguments, 1))

    def one(match: re.Match[str]) -> str:
        if match.group() == "%%":
            return "%"
        number, value = next(rest, (0, None))
        if value is None:
            return "(null)"
        letter = match.group(1)
        if not isinstance(value, str | int):
            raise SqlError(
                2748, f"Cannot specify {type(value).__name__.lower()} data type (parameter {number + 3}) as a "
                "substitution parameter.",
            )  # fmt: skip
        if isinstance(value, str) is not (letter == "s"):
            raise SqlError(
                2786, f"The data type of substitution parameter {number} does not match the expected type of the "
                "format specification.",
            )  # fmt: skip
        return str(match.group().replace("I64", "").replace("i", "d").replace("u", "d") % value)

    return _FORMAT.sub(one, message)
