"""Constants and strings to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, compile_expression
from rehearsal.engines.powershell.compiler.expressions.variables import compile_variable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def constant_value(node: nodes.Constant | nodes.StringConstant) -> Any:
    """The value that the constant stands for."""
    if isinstance(node, nodes.Constant) and node.type is nodes.NumberType.INT64:
        value: Any = node.value
        return Int64(value)
    return node.value


def _constant(node: nodes.Constant | nodes.StringConstant, unit: Unit) -> Evaluate:
    value = constant_value(node)
    return lambda frame: value


def _expandable(node: nodes.ExpandableString, unit: Unit) -> Evaluate:
    parts: list[str | Evaluate] = [part if isinstance(part, str) else _string_part(part, unit) for part in node.parts]

    def expand(frame: Frame) -> str:
        run = frame.run
        out: list[str] = []
        for part in parts:
            if isinstance(part, str):
                out.append(part)
            else:
                value = part(frame)
                out.append(value if type(value) is str else to_text(value, run))
        return "".join(out)

    return expand


def _string_part(part: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(part, nodes.Variable) and part.scope is None and part.drive is None:
        return compile_variable(part, unit, in_string=True)
    return compile_expression(part, unit)


EXPRESSIONS.update(
    {
        nodes.Constant: _constant,
        nodes.StringConstant: _constant,
        nodes.ExpandableString: _expandable,
    }
)
