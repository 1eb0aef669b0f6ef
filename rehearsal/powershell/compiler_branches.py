"""`if` to closures, and conditions of every kind."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.powershell import nodes
from rehearsal.powershell.compilation import STATEMENTS, Execute, Unit, compile_value
from rehearsal.powershell.compiler_blocks import compile_body
from rehearsal.powershell.compiler_operators import truth_of
from rehearsal.powershell.frame import Frame


def compile_condition(node: nodes.Statement, unit: Unit) -> Callable[[Frame], bool]:
    """Whether the statement's value counts as true."""
    return truth_of(compile_value(node, unit))


def _if(node: nodes.If, unit: Unit) -> Execute:
    clauses = [(compile_condition(clause.condition, unit), compile_body(clause.body, unit)) for clause in node.clauses]
    otherwise = compile_body(node.else_clause, unit) if node.else_clause is not None else None

    if len(clauses) == 1:
        condition, then = clauses[0]

        def execute_single(frame: Frame) -> None:
            if condition(frame):
                then(frame)
            elif otherwise is not None:
                otherwise(frame)

        return execute_single

    def execute(frame: Frame) -> None:
        for condition, then in clauses:
            if condition(frame):
                then(frame)
                return
        if otherwise is not None:
            otherwise(frame)

    return execute


STATEMENTS.update(
    {
        nodes.If: _if,
    }
)
