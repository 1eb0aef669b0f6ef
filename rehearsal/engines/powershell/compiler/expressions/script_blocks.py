"""A script block as a value."""

from __future__ import annotations

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit
from rehearsal.engines.powershell.compiler.functions import compile_script_block
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock, ScriptBlock
from rehearsal.engines.powershell.syntax import nodes


def _script_block(node: nodes.ScriptBlockExpression, unit: Unit) -> Evaluate:
    code: CompiledBlock = compile_script_block(node.script_block, unit.inside_function())
    return lambda frame: ScriptBlock(code)


EXPRESSIONS.update(
    {
        nodes.ScriptBlockExpression: _script_block,
    }
)
