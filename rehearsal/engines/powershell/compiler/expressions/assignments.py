"""Assignments, compound assignments, ++ and --: to variables, members, indexes, lists of these, typed variables."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.binding.parameter_constraints import validate_variable
from rehearsal.engines.powershell.compiler.attributes import compile_validators
from rehearsal.engines.powershell.compiler.compilation import (
    STATEMENTS,
    VALUES,
    Evaluate,
    Execute,
    Unit,
    compile_expression,
    compile_value,
    refused,
)
from rehearsal.engines.powershell.compiler.expressions.members import member_name
from rehearsal.engines.powershell.compiler.expressions.variables import compile_variable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.indexing import get_index, set_index
from rehearsal.engines.powershell.members.property_reading import get_member
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.members.static_members import set_static_member
from rehearsal.engines.powershell.objects.errors import runtime_error
from rehearsal.engines.powershell.objects.pipeline_output import enumerable_items
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.operators.arithmetic import add, divide, multiply, remainder, subtract
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.run_types import cast
from rehearsal.engines.powershell.runtime.run_types import constrain as constrained
from rehearsal.engines.powershell.runtime.scopes import CONSTANT, PRIVATE, READ_ONLY, Scope, Variable, not_writable
from rehearsal.engines.powershell.runtime.script_block import define_function
from rehearsal.engines.powershell.syntax import nodes

Store = Callable[[Frame, Any], None]

_COMPOUND = {
    nodes.AssignmentOperator.PLUS: add,
    nodes.AssignmentOperator.MINUS: subtract,
    nodes.AssignmentOperator.MULTIPLY: multiply,
    nodes.AssignmentOperator.DIVIDE: divide,
    nodes.AssignmentOperator.REMAINDER: remainder,
}
_READ_ONLY_NAMES = frozenset({"true", "false", "null", "?"})


def compile_store(target: nodes.Expression, unit: Unit) -> Store:
    """A closure that assigns to the target."""
    match target:
        case nodes.Variable():
            return _variable_store(target, unit)
        case nodes.Member():
            return _member_store(target, unit)
        case nodes.Index():
            return _index_store(target, unit)
        case nodes.ArrayLiteral():
            return _list_store([compile_store(element, unit) for element in target.elements])
        case nodes.ConvertExpression() | nodes.AttributedExpression():
            return _typed_store(target, unit)
        case nodes.ParenExpression():
            inner = target.pipeline
            if isinstance(inner, nodes.Pipeline):
                pure = inner.pure_expression()
                if pure is not None:
                    return compile_store(pure, unit)
    raise refused(f"assignment to {type(target).__name__}", target)


def _variable_store(node: nodes.Variable, unit: Unit) -> Store:
    if node.drive is not None:
        return _drive_store(node)
    name = node.name
    lower = name.lower()
    if lower == "psitem":
        lower = "_"
    qualifier = node.scope
    if lower in _READ_ONLY_NAMES:
        if lower == "null":
            return lambda frame, value: None

        def refuse(frame: Frame, value: Any) -> None:
            raise not_writable(name)

        return refuse
    if qualifier is None or qualifier == "variable" or qualifier == "local":

        def store(frame: Frame, value: Any) -> None:
            scope = frame.scope
            found = scope.variables.get(lower)
            if found is None and lower not in scope.all_scope:
                scope.variables[lower] = Variable(name, value)
            elif found is not None and found.constraint is None and not found.options & (READ_ONLY | CONSTANT):
                found.value = value
            else:
                scope.set_local(lower, value, name)

        return store
    if qualifier == "private":

        def store_private(frame: Frame, value: Any) -> None:
            frame.scope.set_local(lower, value, name)
            frame.scope.variables[lower].options |= PRIVATE

        return store_private
    if qualifier in ("global", "script"):
        return lambda frame, value: frame.scope.named(qualifier).set_local(lower, value, name)
    raise refused(f"assignment to ${qualifier}:", node)


def _drive_store(node: nodes.Variable) -> Store:
    name = node.name
    match (node.drive or "").lower():
        case "env":
            return lambda frame, value: frame.run.set_environment_variable(name, value)
        case "function":
            return lambda frame, value: define_function(frame, name, value)
    raise refused(f"assignment to ${node.drive}:", node)


def _member_store(node: nodes.Member, unit: Unit) -> Store:
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)
    if node.static:

        def store_static(frame: Frame, value: Any) -> None:
            text = name if isinstance(name, str) else to_text(name(frame), frame.run)
            set_static_member(target(frame), text, value, frame)

        return store_static

    def store(frame: Frame, value: Any) -> None:
        owner = target(frame)
        text = name if isinstance(name, str) else to_text(name(frame), frame.run)
        set_member(owner, text, value, frame)

    return store


def _index_store(node: nodes.Index, unit: Unit) -> Store:
    target = compile_expression(node.target, unit)
    index = compile_expression(node.index, unit)

    def store(frame: Frame, value: Any) -> None:
        owner = target(frame)
        set_index(owner, index(frame), value, frame)

    return store


def _list_store(stores: list[Store]) -> Store:
    """`$a, $b = …`: one element each, the last takes what remains, missing ones become null."""

    def store(frame: Frame, value: Any) -> None:
        items = enumerable_items(value)
        values = list(items) if items is not None else [] if value is AUTOMATION_NULL else [value]
        last = len(stores) - 1
        for position, put in enumerate(stores):
            if position < last or len(values) == position + 1:
                put(frame, values[position] if position < len(values) else None)
            elif len(values) <= position:
                put(frame, None)
            else:
                put(frame, PSArray(values[position:]))

    return store


def _typed_store(node: nodes.ConvertExpression | nodes.AttributedExpression, unit: Unit) -> Store:
    """`[type]$x = …`: converts, and the variable keeps the constraint."""
    attributes: list[nodes.AttributeLike] = []
    current: nodes.Expression = node
    while isinstance(current, nodes.ConvertExpression | nodes.AttributedExpression):
        attributes.append(current.type if isinstance(current, nodes.ConvertExpression) else current.attribute)
        current = current.child
    if not isinstance(current, nodes.Variable) or current.drive is not None:
        if isinstance(node, nodes.ConvertExpression) and isinstance(current, nodes.Member | nodes.Index):
            inner = compile_store(current, unit)
            type_name = node.type.type_name.full_name
            extent = node.type.extent
            return lambda frame, value: inner(frame, cast(value, type_name, unit.namespaces, extent, frame.run))
        raise refused("typed assignment to this target", node)
    name = current.name
    lower = name.lower()
    qualifier = current.scope
    constrain = compile_constraint(tuple(attributes), name, unit)

    def store(frame: Frame, value: Any) -> None:
        scope = frame.scope.named(qualifier) if qualifier else frame.scope
        found = scope.variables.get(lower)
        if found is not None and found.options & (READ_ONLY | CONSTANT):
            raise not_writable(found.name)
        check = constrain(frame, scope)
        converted = check(value)
        if found is None:
            scope.variables[lower] = Variable(name, converted, check)
        else:
            found.value = converted
            found.constraint = check

    return store


def compile_constraint(
    attributes: tuple[nodes.AttributeLike, ...], name: str, unit: Unit
) -> Callable[[Frame, Scope], Callable[[Any], Any]]:
    """What a typed or validated variable does with every value: conversions right to left, then validations.

    In functions (`unit.in_function`) a failing conversion is the cast's own error, at a script's top MetadataError
    as 5.1 does.
    """
    types = [entry.type_name.full_name for entry in attributes if isinstance(entry, nodes.TypeConstraint)]
    validators = compile_validators(tuple(entry for entry in attributes if isinstance(entry, nodes.Attribute)), unit)
    namespaces = unit.namespaces
    local = unit.in_function and not validators
    extent = attributes[0].extent

    lower = name.lower()

    def bind(frame: Frame, scope: Scope) -> Callable[[Any], Any]:
        run = frame.run

        def check(value: Any) -> Any:
            for type_name in reversed(types):
                value = constrained(value, type_name, namespaces, extent, local, run)
            for validator in validators:
                validate_variable(validator, value, name, run, known=lower in scope.variables)
            return value

        return check

    return bind


# --- statements


def compile_assignment_action(node: nodes.Assignment, unit: Unit) -> Callable[[Frame], Any]:
    """Assigns and returns the value (for `($x = 1)` and chained assignments)."""
    store = compile_store(node.left, unit)
    right = compile_value(node.right, unit)
    if node.operator is nodes.AssignmentOperator.EQUALS:
        simple = isinstance(node.left, nodes.Variable)
        pure = isinstance(node.right, nodes.Pipeline) and node.right.pure_expression() is not None
        if (
            simple
            and pure
            and isinstance(node.left, nodes.Variable)
            and node.left.drive is None
            and node.left.scope is None
        ):
            name = node.left.name
            lower = name.lower()
            if lower not in _READ_ONLY_NAMES and lower != "psitem":

                def assign_plain(frame: Frame) -> Any:
                    value = right(frame)
                    scope = frame.scope
                    found = scope.variables.get(lower)
                    if found is None and lower not in scope.all_scope:
                        scope.variables[lower] = Variable(name, value)
                    elif found is not None and found.constraint is None and not found.options:
                        found.value = value
                    else:
                        store(frame, value)
                    frame.run.ok = True
                    return value

                return assign_plain

        def assign(frame: Frame) -> Any:
            value = right(frame)
            store(frame, value)
            if pure:
                frame.run.ok = True
            return value

        return assign
    operation = _COMPOUND[node.operator]
    if isinstance(node.left, nodes.Member | nodes.Index) and not getattr(node.left, "static", False):
        place = _place(node.left, unit)

        def assign_in_place(frame: Frame) -> Any:
            current, put = place(frame)
            value = operation(current, right(frame), frame.run)
            put(value)
            frame.run.ok = True
            return value

        return assign_in_place
    read = _readable(node.left, unit)

    def assign_compound(frame: Frame) -> Any:
        current = read(frame)
        value = operation(current, right(frame), frame.run)
        store(frame, value)
        frame.run.ok = True
        return value

    return assign_compound


def _place(target: nodes.Member | nodes.Index, unit: Unit) -> Callable[[Frame], tuple[Any, Callable[[Any], None]]]:
    """Reads a member or element and gives how to write it back: owner and index are evaluated once."""
    if isinstance(target, nodes.Member):
        owner_of = compile_expression(target.expression, unit)
        name = member_name(target.member, unit)

        def member(frame: Frame) -> tuple[Any, Callable[[Any], None]]:
            owner = owner_of(frame)
            text = name if isinstance(name, str) else to_text(name(frame), frame.run)
            current = get_member(owner, text, text.lower(), frame)
            return current, lambda value: set_member(owner, text, value, frame)

        return member
    target_of = compile_expression(target.target, unit)
    index_of = compile_expression(target.index, unit)

    def element(frame: Frame) -> tuple[Any, Callable[[Any], None]]:
        owner = target_of(frame)
        index = index_of(frame)
        current = get_index(owner, index, frame)
        return current, lambda value: set_index(owner, index, value, frame)

    return element


def _readable(target: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(target, nodes.ConvertExpression | nodes.AttributedExpression):
        return _readable(target.child, unit)
    if isinstance(target, nodes.Variable):
        return compile_variable(target, unit)
    return compile_expression(target, unit)


def _assignment_statement(node: nodes.Assignment, unit: Unit) -> Execute:
    action = compile_assignment_action(node, unit)

    def execute(frame: Frame) -> None:
        action(frame)

    return execute


def _assignment_value(node: nodes.Assignment, unit: Unit) -> Evaluate:
    return compile_assignment_action(node, unit)


def compile_increment(node: nodes.UnaryExpression, unit: Unit) -> Evaluate:
    """++ and --: the value before or after; a non-number is an error."""
    before = node.operator in (nodes.UnaryOperator.PRE_INCREMENT, nodes.UnaryOperator.PRE_DECREMENT)
    step = 1 if node.operator in (nodes.UnaryOperator.PRE_INCREMENT, nodes.UnaryOperator.POST_INCREMENT) else -1
    target = node.child
    while isinstance(target, nodes.ParenExpression) and isinstance(target.pipeline, nodes.Pipeline):
        pure = target.pipeline.pure_expression()
        if pure is None:
            break
        target = pure
    if isinstance(target, nodes.Member | nodes.Index) and not getattr(target, "static", False):
        place = _place(target, unit)
    else:
        store = compile_store(target, unit)
        read = _readable(target, unit)

        def place(frame: Frame) -> tuple[Any, Callable[[Any], None]]:
            return read(frame), lambda value: store(frame, value)

    symbol = "++" if step == 1 else "--"

    def increment(frame: Frame) -> Any:
        current, put = place(frame)
        if current is None or current is AUTOMATION_NULL:
            current = 0
        elif type(current) is int:
            pass
        elif isinstance(current, str) or not isinstance(current, int | float | Decimal) or type(current) is bool:
            from rehearsal.engines.powershell.objects.type_table import type_of

            raise runtime_error(
                f"The '{symbol}' operator works only on numbers. The operand is a '{type_of(current).full_name}'.",
                "OperatorRequiresNumber",
                "InvalidOperation",
                current,
            )
        changed = add(current, step, frame.run)
        put(changed)
        return changed if before else current

    return increment


STATEMENTS[nodes.Assignment] = _assignment_statement
VALUES[nodes.Assignment] = _assignment_value
