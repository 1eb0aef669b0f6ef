"""Functions, classes, data sections and `using` where they stand in a script, to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.blocks import compile_body
from rehearsal.engines.powershell.compiler.compilation import STATEMENTS, Execute, Unit, refused
from rehearsal.engines.powershell.compiler.functions import compile_function
from rehearsal.engines.powershell.compiler.statements.classes import compile_type_definition
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.script_block import FunctionInfo, ScriptBlock, qualified_name
from rehearsal.engines.powershell.syntax import nodes


def _function(node: nodes.FunctionDefinition, unit: Unit) -> Execute:
    code = compile_function(node, unit)
    scope_name, name = qualified_name(node.name)
    lower = name.lower()
    is_filter = node.is_filter

    def execute(frame: Frame) -> None:
        scope = frame.scope if scope_name is None else frame.scope.named(scope_name)
        if scope.functions is None:
            scope.functions = {}
        scope.functions[lower] = FunctionInfo(name, ScriptBlock(code), is_filter=is_filter)

    return execute


def _using(node: nodes.UsingStatement, unit: Unit) -> Execute:
    if node.kind is nodes.UsingKind.NAMESPACE:
        return lambda frame: None
    raise refused(f"using {node.kind}", node)


def _data(node: nodes.Data, unit: Unit) -> Execute:
    if node.commands_allowed:
        raise refused("data section with -SupportedCommand", node)
    body = compile_body(node.body, unit)
    variable = node.variable
    if variable is None:
        return body

    def execute(frame: Frame) -> None:
        collected: list[Any] = []
        body(frame.writing_to(collected.append))
        frame.scope.set_local(variable.lower(), collapse(collected), variable)

    return execute


STATEMENTS.update(
    {
        nodes.FunctionDefinition: _function,
        nodes.UsingStatement: _using,
        nodes.Data: _data,
        nodes.TypeDefinition: compile_type_definition,
    }
)
