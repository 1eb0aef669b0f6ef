"""return, exit, break and continue to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import (
    STATEMENTS,
    Evaluate,
    Execute,
    Unit,
    compile_expression,
    compile_statement,
    compile_value,
)
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL
from rehearsal.engines.powershell.runtime.control import BreakLoop, ContinueLoop, ExitScript, ReturnFromBlock
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.script_classes import ReturnFromMethod
from rehearsal.engines.powershell.syntax import nodes


def _return(node: nodes.Return, unit: Unit) -> Execute:
    if unit.in_class is not None:
        return _return_from_method(node, unit)
    if node.pipeline is None:

        def leave(frame: Frame) -> None:
            raise ReturnFromBlock

        return leave
    execute_value = compile_statement(node.pipeline, unit)

    def execute(frame: Frame) -> None:
        execute_value(frame)
        raise ReturnFromBlock

    return execute


def _return_from_method(node: nodes.Return, unit: Unit) -> Execute:
    value_of = compile_value(node.pipeline, unit) if node.pipeline is not None else None

    def leave(frame: Frame) -> None:
        raise ReturnFromMethod(value_of(frame) if value_of is not None else AUTOMATION_NULL)

    return leave


def _exit_code(value: Any, run: Any) -> int:
    """`exit value`: what can't be a number is 0."""
    if value is None or value is AUTOMATION_NULL:
        return 0
    try:
        return int(convert(value, type_of(0), run))
    except PSException:
        return 0


def _exit(node: nodes.Exit, unit: Unit) -> Execute:
    value_of = compile_value(node.pipeline, unit) if node.pipeline is not None else None

    def execute(frame: Frame) -> None:
        raise ExitScript(_exit_code(value_of(frame), frame.run) if value_of is not None else 0)

    return execute


def _jump_label(node: nodes.Break | nodes.Continue, unit: Unit) -> Evaluate | str:
    if node.label is None:
        return ""
    if isinstance(node.label, nodes.StringConstant):
        return node.label.value.lower()
    return compile_expression(node.label, unit)


def _break(node: nodes.Break, unit: Unit) -> Execute:
    label = _jump_label(node, unit)

    def execute(frame: Frame) -> None:
        raise BreakLoop(label if isinstance(label, str) else to_text(label(frame), frame.run).lower())

    return execute


def _continue(node: nodes.Continue, unit: Unit) -> Execute:
    label = _jump_label(node, unit)

    def execute(frame: Frame) -> None:
        raise ContinueLoop(label if isinstance(label, str) else to_text(label(frame), frame.run).lower())

    return execute


STATEMENTS.update(
    {
        nodes.Return: _return,
        nodes.Exit: _exit,
        nodes.Break: _break,
        nodes.Continue: _continue,
    }
)
