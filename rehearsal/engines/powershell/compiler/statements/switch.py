"""`switch` to closures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.compiler.blocks import compile_body
from rehearsal.engines.powershell.compiler.compilation import (
    STATEMENTS,
    Execute,
    Unit,
    compile_expression,
    compile_value,
    refused,
)
from rehearsal.engines.powershell.compiler.functions import compile_script_block
from rehearsal.engines.powershell.compiler.statements.loops import iterated, loop_label
from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.string_order import equal_text
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL
from rehearsal.engines.powershell.operators.text import like, match_table, regex_of
from rehearsal.engines.powershell.runtime.control import LoopControl
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def _switch(node: nodes.Switch, unit: Unit) -> Execute:
    if node.from_file:
        raise refused("switch -File", node)
    value_of = compile_value(node.condition, unit)
    label = loop_label(node)
    ignore_case = not node.case_sensitive
    clauses = [
        (_switch_test(clause.condition, node.match, ignore_case, unit), compile_body(clause.body, unit))
        for clause in node.clauses
    ]
    default = compile_body(node.default, unit) if node.default is not None else None
    extent = node.extent

    def visit(frame: Frame, item: Any) -> None:
        matched = False
        for test, body in clauses:
            if test(frame, item):
                matched = True
                body(frame)
                frame.scope.put("_", item, "_")
        if not matched and default is not None:
            default(frame)

    def execute(frame: Frame) -> None:
        run = frame.run
        value = value_of(frame)
        items = (None,) if value is None else () if value is AUTOMATION_NULL else iterated(value)
        scope = frame.scope
        outer = scope.variables.get("_")
        saved = outer.value if outer is not None else None
        try:
            for item in items:
                run.step(extent)
                scope.put("_", item, "_")
                try:
                    visit(frame, item)
                except LoopControl as jump:
                    if jump.ends(label):
                        return
        finally:
            if outer is None:
                scope.variables.pop("_", None)
            else:
                outer.value = saved

    return execute


def _switch_test(
    condition: nodes.Expression, match: nodes.SwitchMatch, ignore_case: bool, unit: Unit
) -> Callable[[Frame, Any], bool]:
    if isinstance(condition, nodes.ScriptBlockExpression):
        code = compile_script_block(condition.script_block, unit)
        return lambda frame, item: to_bool(frame.run.blocks.run_inline(code, frame))
    evaluate = compile_expression(condition, unit)
    if match is nodes.SwitchMatch.EXACT:

        def exact(frame: Frame, item: Any) -> bool:
            wanted = evaluate(frame)
            if hasattr(wanted, "script_to_string"):
                return to_bool(collapse(frame.run.blocks.invoke(wanted, underscore=item)))
            # both sides are compared as text: 5 doesn't match [DayOfWeek]::Friday, 1 doesn't match $true
            run = frame.run
            return equal_text(to_text(item, run), to_text(wanted, run), ignore_case)

        return exact
    if match is nodes.SwitchMatch.WILDCARD:
        return lambda frame, item: like(item, evaluate(frame), ignore_case, frame.run)

    def regex(frame: Frame, item: Any) -> bool:
        pattern = regex_of(evaluate(frame), ignore_case, frame.run)
        found = pattern.pattern.search(to_text(item, frame.run))
        if found is None:
            return False
        frame.scope.set_local("matches", match_table(pattern, found), "Matches")
        return True

    return regex


STATEMENTS.update(
    {
        nodes.Switch: _switch,
    }
)
