"""Script blocks that are one expression, as Where-Object and .Where ask them."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import Evaluate, Unit, compile_expression
from rehearsal.engines.powershell.compiler.expressions.collecting import writes_nothing
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL
from rehearsal.engines.powershell.runtime.error_handling import raised_in_statement, statement_failed
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def compile_test(node: nodes.ScriptBlock, unit: Unit) -> Evaluate | None:
    """The value of a block that is one expression, which fails as a statement does; None for any other block."""
    end = node.end
    if node.begin is not None or node.process is not None or end is None or end.traps or len(end.statements) != 1:
        return None
    only = end.statements[0]
    expression = only.pure_expression() if isinstance(only, nodes.Pipeline) and not only.background else None
    if expression is None or writes_nothing(expression):
        return None
    evaluate = compile_expression(expression, unit)
    extent = only.extent

    def test(frame: Frame) -> Any:
        run = frame.run
        run.steps += 1
        if run.steps < run.watched_from:
            run.statement = extent
        else:
            run.look_at_statement(extent)
        try:
            value = evaluate(frame)
        except TerminatingError as error:
            if run.propagate:
                raise
            statement_failed(error, frame, extent)
            return AUTOMATION_NULL
        except PSException as failure:
            raised_in_statement(failure, frame, extent)
            return AUTOMATION_NULL
        run.ok = True
        return value

    return test
