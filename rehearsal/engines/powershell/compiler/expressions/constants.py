"""Constants and strings to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, compile_expression
from rehearsal.engines.powershell.compiler.expressions.variables import compile_variable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def _constant(node: nodes.Constant, unit: Unit) -> Evaluate:
    value: Any = node.value
    if node.type is nodes.NumberType.INT64:
        value = Int64(value)
    return lambda frame: value


def _string(node: nodes.StringConstant, unit: Unit) -> Evaluate:
    value = node.value
    return lambda frame: value


def _expandable(node: nodes.ExpandableString, unit: Unit) -> Evaluate:
    parts: list[str | Evaluate] = [part if isinstance(part, str) else _string_part(part, unit) for part in node.parts]

    def expand(frame: Frame) -> str:
        run = frame.run
        out: list[str] = []
        for part in parts:
            if type(part) is str:
                out.append(part)
            else:
                value = part(frame)  # type: ignore[operator]
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
        nodes.StringConstant: _string,
        nodes.ExpandableString: _expandable,
    }
)
