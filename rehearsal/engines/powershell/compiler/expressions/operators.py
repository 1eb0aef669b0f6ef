"""Operators to closures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, compile_expression, refused
from rehearsal.engines.powershell.compiler.expressions.assignments import compile_increment
from rehearsal.engines.powershell.compiler.expressions.constants import constant_value
from rehearsal.engines.powershell.compiler.expressions.variables import is_null, plain_variable
from rehearsal.engines.powershell.conversion.conversion import to_bool
from rehearsal.engines.powershell.objects.string_order import equal_text
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, INTEGER_TYPES, PSObject
from rehearsal.engines.powershell.operators.arithmetic import (
    add,
    band,
    bnot,
    bor,
    bxor,
    divide,
    multiply,
    negate,
    positive,
    remainder,
    shift_left,
    shift_right,
    subtract,
)
from rehearsal.engines.powershell.operators.comparison import TESTS, comparison, contains
from rehearsal.engines.powershell.operators.ranges import make_range
from rehearsal.engines.powershell.operators.text import (
    format_operator,
    join_operator,
    like,
    match_operator,
    replace_operator,
    split_operator,
    split_unary,
)
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.run_types import cast_or_null, is_of_type, type_operand
from rehearsal.engines.powershell.syntax import nodes

B = nodes.BinaryOperator


U = nodes.UnaryOperator


_BINARY: dict[nodes.BinaryOperator, Callable[[Any, Any, Any], Any]] = {
    B.ADD: add,
    B.SUBTRACT: subtract,
    B.MULTIPLY: multiply,
    B.DIVIDE: divide,
    B.REMAINDER: remainder,
    B.RANGE: make_range,
    B.JOIN: join_operator,
    B.BAND: band,
    B.BOR: bor,
    B.BXOR: bxor,
    B.SHL: shift_left,
    B.SHR: shift_right,
}


_COMPARISONS = {B.EQ: "-eq", B.NE: "-ne", B.LT: "-lt", B.LE: "-le", B.GT: "-gt", B.GE: "-ge"}


def _binary(node: nodes.BinaryExpression, unit: Unit) -> Evaluate:
    operator = node.operator
    left = compile_expression(node.left, unit)
    if operator is B.AND:
        right = compile_expression(node.right, unit)
        first, second = truth_of(node.left, left), truth_of(node.right, right)
        return lambda frame: first(frame) and second(frame)
    if operator is B.OR:
        right = compile_expression(node.right, unit)
        first, second = truth_of(node.left, left), truth_of(node.right, right)
        return lambda frame: first(frame) or second(frame)
    if operator in (B.IS, B.ISNOT, B.AS):
        return _type_operator(node, left, unit)
    right = compile_expression(node.right, unit)
    direct = _BINARY.get(operator)
    if direct is not None:
        return lambda frame: direct(left(frame), right(frame), frame.run)
    ignore_case = not node.case_sensitive
    if operator in _COMPARISONS:
        compare = comparison(TESTS[ignore_case][_COMPARISONS[operator]])
        if operator is B.EQ or operator is B.NE:
            if isinstance(node.right, nodes.Constant | nodes.StringConstant):
                return _equality_to_constant(left, node.right, compare, operator is B.EQ, ignore_case)
            if is_null(node.left):
                return _null_equals(node.right, unit, compare, operator is B.EQ)
            return _equality(left, node.right, unit, compare, operator is B.EQ, ignore_case)
        return lambda frame: compare(left(frame), right(frame), frame.run)
    match operator:
        case B.XOR:
            return lambda frame: to_bool(left(frame)) != to_bool(right(frame))
        case B.FORMAT:
            return lambda frame: format_operator(left(frame), right(frame), frame.run)
        case B.LIKE | B.NOTLIKE:
            wanted = operator is B.LIKE
            test = comparison(lambda one, other, run: like(one, other, ignore_case, run) == wanted)
            return lambda frame: test(left(frame), right(frame), frame.run)
        case B.MATCH | B.NOTMATCH:
            negated = operator is B.NOTMATCH
            return lambda frame: match_operator(left(frame), right(frame), ignore_case, negated, frame)
        case B.REPLACE:
            return lambda frame: replace_operator(left(frame), right(frame), ignore_case, frame.run)
        case B.SPLIT:
            return lambda frame: split_operator(left(frame), right(frame), ignore_case, frame.run)
        case B.CONTAINS | B.NOTCONTAINS:
            wanted = operator is B.CONTAINS
            return lambda frame: contains(left(frame), right(frame), ignore_case, frame.run) == wanted
        case B.IN | B.NOTIN:
            wanted = operator is B.IN

            def is_in(frame: Frame) -> bool:
                item = left(frame)
                return contains(right(frame), item, ignore_case, frame.run) == wanted

            return is_in
    raise refused(f"operator {operator}", node)


_GIVE_TRUTH = frozenset({B.AND, B.OR, B.XOR, B.IS, B.ISNOT, B.CONTAINS, B.NOTCONTAINS, B.IN, B.NOTIN})
"""Operators whose value is a Boolean whatever they are given; a comparison of a collection gives its elements."""


def _gives_truth(node: nodes.Node) -> bool:
    match node:
        case nodes.BinaryExpression():
            return node.operator in _GIVE_TRUTH
        case nodes.UnaryExpression():
            return node.operator is U.NOT
        case nodes.ParenExpression(pipeline=nodes.Pipeline() as inner):
            return _gives_truth(inner)
        case nodes.Pipeline():
            pure = None if node.background else node.pure_expression()
            return pure is not None and _gives_truth(pure)
    return False


def truth_of(node: nodes.Node, evaluate: Evaluate) -> Callable[[Frame], bool]:
    """The node's value as a condition; most are Booleans already."""
    if _gives_truth(node):
        return evaluate

    def truth(frame: Frame) -> bool:
        value = evaluate(frame)
        return value if value is True or value is False else to_bool(value)

    return truth


def _equality(
    left: Evaluate,
    right_node: nodes.Expression,
    unit: Unit,
    general: Callable[[Any, Any, Any], Any],
    wanted: bool,
    ignore_case: bool,
) -> Evaluate:
    right = compile_expression(right_node, unit)
    variable = plain_variable(right_node)

    def equal(frame: Frame) -> Any:
        first = left(frame)
        cell = None if variable is None else frame.scope.variables.get(variable)
        second = right(frame) if cell is None else cell.value
        kind, other = type(first), type(second)
        if kind is other:
            if kind is str:
                return equal_text(first, second, ignore_case) is wanted
            if kind is int or kind is bool:
                return (first == second) is wanted
        if first is None:
            if other is not PSObject:
                return (second is None or second is AUTOMATION_NULL) is wanted
        elif kind in INTEGER_TYPES and other in INTEGER_TYPES:
            return (first == second) is wanted
        return general(first, second, frame.run)

    return equal


def _equality_to_constant(
    left: Evaluate,
    right: nodes.Constant | nodes.StringConstant,
    general: Callable[[Any, Any, Any], Any],
    wanted: bool,
    ignore_case: bool,
) -> Evaluate:
    constant = constant_value(right)
    is_text, is_integer = type(constant) is str, type(constant) in INTEGER_TYPES

    def equal(frame: Frame) -> Any:
        first = left(frame)
        kind = type(first)
        if is_text and kind is str:
            return equal_text(first, constant, ignore_case) is wanted
        if is_integer and kind in INTEGER_TYPES:
            return (first == constant) is wanted
        return general(first, constant, frame.run)

    return equal


def _null_equals(
    right_node: nodes.Expression, unit: Unit, general: Callable[[Any, Any, Any], Any], wanted: bool
) -> Evaluate:
    """`$null -eq …`, as scripts ask whether there is something."""
    right = compile_expression(right_node, unit)
    variable = plain_variable(right_node)

    def equal(frame: Frame) -> Any:
        cell = None if variable is None else frame.scope.variables.get(variable)
        second = right(frame) if cell is None else cell.value
        if type(second) is not PSObject:
            return (second is None or second is AUTOMATION_NULL) is wanted
        return general(None, second, frame.run)

    return equal


def _type_operator(node: nodes.BinaryExpression, left: Evaluate, unit: Unit) -> Evaluate:
    right = compile_expression(node.right, unit)
    if node.operator is B.AS:

        def as_type(frame: Frame) -> Any:
            value = left(frame)
            return cast_or_null(value, type_operand(right(frame), unit.namespaces, frame.run), frame.run)

        return as_type
    wanted = node.operator is B.IS

    def is_type(frame: Frame) -> bool:
        value = left(frame)
        return is_of_type(value, type_operand(right(frame), unit.namespaces, frame.run)) == wanted

    return is_type


def _unary(node: nodes.UnaryExpression, unit: Unit) -> Evaluate:
    operator = node.operator
    if operator in (U.PRE_INCREMENT, U.PRE_DECREMENT, U.POST_INCREMENT, U.POST_DECREMENT):
        return compile_increment(node, unit)
    child = compile_expression(node.child, unit)
    match operator:
        case U.NOT:
            truth = truth_of(node.child, child)
            return lambda frame: not truth(frame)
        case U.MINUS:
            return lambda frame: negate(child(frame), frame.run)
        case U.PLUS:
            return lambda frame: positive(child(frame), frame.run)
        case U.BNOT:
            return lambda frame: bnot(child(frame), frame.run)
        case U.JOIN:
            return lambda frame: join_operator(child(frame), "", frame.run)
        case U.SPLIT:
            return lambda frame: split_unary(child(frame), frame.run)
    raise refused(f"operator {operator}", node)


EXPRESSIONS.update(
    {
        nodes.BinaryExpression: _binary,
        nodes.UnaryExpression: _unary,
    }
)
