"""Expressions that collect: lists with commas, @(…), $(…) and (…)."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.blocks import compile_block
from rehearsal.engines.powershell.compiler.compilation import (
    EXPRESSIONS,
    Evaluate,
    Unit,
    compile_expression,
    compile_value,
)
from rehearsal.engines.powershell.compiler.expressions.constants import constant_value
from rehearsal.engines.powershell.objects.errors import runtime_error
from rehearsal.engines.powershell.objects.pipeline_output import collapse, emit
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def _array_literal(node: nodes.ArrayLiteral, unit: Unit) -> Evaluate:
    elements = [compile_expression(element, unit) for element in node.elements]
    constants = [element for element in node.elements if isinstance(element, nodes.Constant | nodes.StringConstant)]
    if len(constants) == len(elements):
        fixed = [constant_value(constant) for constant in constants]
        return lambda frame: PSArray(fixed.copy())

    def array(frame: Frame) -> PSArray:
        return PSArray([None if (value := element(frame)) is AUTOMATION_NULL else value for element in elements])

    return array


def _array_expression(node: nodes.ArrayExpression, unit: Unit) -> Evaluate:
    block = node.block
    if len(block.statements) == 1 and not block.traps:
        only = block.statements[0]
        if isinstance(only, nodes.Pipeline):
            pure = only.pure_expression()
            if isinstance(pure, nodes.ArrayLiteral):
                return _array_literal(pure, unit)
            if pure is not None and not writes_nothing(pure):
                value_of = compile_expression(pure, unit)

                def wrap(frame: Frame) -> PSArray:
                    value = value_of(frame)
                    if getattr(value, "wrapped", False) and type(value) is not PSArray:
                        raise _argument_types_do_not_match()
                    items: list[Any] = []
                    emit(value, items.append)
                    frame.run.ok = True
                    return PSArray(items)

                return wrap
    if not block.statements:
        return lambda frame: PSArray([])
    execute = compile_block(block.statements, block.traps, unit)

    def collect(frame: Frame) -> PSArray:
        items: list[Any] = []
        execute(frame.writing_to(items.append))
        return PSArray(items)

    return collect


def _argument_types_do_not_match() -> Exception:
    message = "Argument types do not match"
    return runtime_error(message, "System.ArgumentException", "OperationStopped", type_name="System.ArgumentException")


def writes_nothing(node: nodes.Expression) -> bool:
    """Expressions that as statements put nothing into the pipeline: $x++ and parenthesized assignments aside."""
    return isinstance(node, nodes.UnaryExpression) and node.operator in (
        nodes.UnaryOperator.PRE_INCREMENT,
        nodes.UnaryOperator.PRE_DECREMENT,
        nodes.UnaryOperator.POST_INCREMENT,
        nodes.UnaryOperator.POST_DECREMENT,
    )


def _sub_expression(node: nodes.SubExpression, unit: Unit) -> Evaluate:
    execute = compile_block(node.block.statements, node.block.traps, unit)

    def collect(frame: Frame) -> Any:
        items: list[Any] = []
        execute(frame.writing_to(items.append))
        frame.run.ok = True
        return collapse(items)

    return collect


def _paren(node: nodes.ParenExpression, unit: Unit) -> Evaluate:
    value = compile_value(node.pipeline, unit)

    def paren(frame: Frame) -> Any:
        result = value(frame)
        frame.run.ok = True
        return result

    return paren


EXPRESSIONS.update(
    {
        nodes.ArrayLiteral: _array_literal,
        nodes.ArrayExpression: _array_expression,
        nodes.SubExpression: _sub_expression,
        nodes.ParenExpression: _paren,
    }
)
