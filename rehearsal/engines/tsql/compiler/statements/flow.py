"""IF, WHILE, BREAK and CONTINUE.

Source: Control-of-Flow (Transact-SQL).
"""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.tsql.compiler.interfaces import Statements
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.execution import Execution, Step, failed, raising
from rehearsal.engines.tsql.runtime.signals import BreakLoop, ContinueLoop, Signal
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.statements import Statement


def if_else(compiler: Statements, statement: statements.If) -> Step:
    test = compiler.test(statement.condition)
    then = compiler.guarded(statement.then)
    otherwise = None if statement.otherwise is None else compiler.guarded(statement.otherwise)
    decide = _guarded_test(compiler, test, statement)

    def run(execution: Execution) -> None:
        if decide(execution):
            then(execution)
        elif otherwise is not None:
            otherwise(execution)

    return run


def while_loop(compiler: Statements, statement: statements.While) -> Step:
    test = _guarded_test(compiler, compiler.test(statement.condition), statement)
    compiler.loops += 1
    body = compiler.guarded(statement.body)
    compiler.loops -= 1

    def run(execution: Execution) -> None:
        while test(execution):
            try:
                body(execution)
            except BreakLoop:
                break
            except ContinueLoop:
                continue

    return run


def leave_round(compiler: Statements, statement: statements.Break | statements.Continue, signal: type[Signal]) -> Step:
    """BREAK or CONTINUE, by its signal."""
    if not compiler.loops:
        number, verb = (135, "BREAK") if signal is BreakLoop else (136, "CONTINUE")
        raise compiler.context.error(
            statement, number, f"Cannot use a {verb} statement outside the scope of a WHILE statement."
        )
    return raising(signal)


def _guarded_test(
    compiler: Statements, test: Callable[[Execution], bool], statement: Statement
) -> Callable[[Execution], bool]:
    """An error in the condition of IF or WHILE ends that statement as any other error would."""
    text, line = compiler.context.text, statement.place.line

    def decide(execution: Execution) -> bool:
        execution.count_step(text, line)
        try:
            found = test(execution)
        except SqlError as error:
            failed(execution, error, line)
            return False
        execution.session.last_error = 0
        return found

    return decide
