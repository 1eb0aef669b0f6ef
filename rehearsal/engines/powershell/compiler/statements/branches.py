"""`if` to closures, and conditions of every kind."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.powershell.compiler.blocks import compile_body
from rehearsal.engines.powershell.compiler.compilation import STATEMENTS, Execute, Unit, compile_value
from rehearsal.engines.powershell.compiler.expressions.operators import truth_of
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.runtime.error_handling import located
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def compile_condition(node: nodes.Statement, unit: Unit) -> Callable[[Frame], bool]:
    """Whether the statement's value counts as true."""
    return truth_of(node, compile_value(node, unit))


def _if(node: nodes.If, unit: Unit) -> Execute:
    clauses = [
        (compile_condition(clause.condition, unit), compile_body(clause.body, unit), clause.condition.extent)
        for clause in node.clauses
    ]
    otherwise = compile_body(node.else_clause, unit) if node.else_clause is not None else None

    if len(clauses) == 1:
        condition, then, extent = clauses[0]

        def execute_single(frame: Frame) -> None:
            try:
                holds = condition(frame)
            except (TerminatingError, PSException) as failure:
                raise located(failure, frame, extent) from None
            if holds:
                then(frame)
            elif otherwise is not None:
                otherwise(frame)

        return execute_single

    def execute(frame: Frame) -> None:
        for condition, then, extent in clauses:
            try:
                holds = condition(frame)
            except (TerminatingError, PSException) as failure:
                raise located(failure, frame, extent) from None
            if holds:
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
