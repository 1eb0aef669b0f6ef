"""Casts, [ref] and type literals to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, compile_expression, refused
from rehearsal.engines.powershell.compiler.expressions.hashtables import compile_custom_object, compile_hashtable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import runtime_error
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSReference
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.run_types import cast
from rehearsal.engines.powershell.syntax import nodes


def _convert(node: nodes.ConvertExpression, unit: Unit) -> Evaluate:
    name = node.type.type_name.full_name
    lower = name.lower()
    child_node = node.child
    if lower == "ordered" and isinstance(child_node, nodes.Hashtable):
        return compile_hashtable(child_node, unit, ordered=True)
    if lower in ("pscustomobject", "system.management.automation.pscustomobject") and isinstance(
        child_node, nodes.Hashtable
    ):
        return compile_custom_object(child_node, unit)
    if lower in ("ref", "system.management.automation.psreference"):
        return _reference(child_node, unit)
    child = compile_expression(child_node, unit)
    if lower in ("void", "system.void"):

        def discard(frame: Frame) -> Any:
            child(frame)
            return AUTOMATION_NULL

        return discard
    if lower in ("psobject", "system.management.automation.psobject") and isinstance(child_node, nodes.Hashtable):
        return child
    namespaces = unit.namespaces
    extent = node.type.extent
    if lower == "string":

        def to_string(frame: Frame) -> str:
            value = child(frame)
            return value if type(value) is str else to_text(value, frame.run)

        return to_string
    return lambda frame: cast(child(frame), name, namespaces, extent, frame.run)


def _reference(node: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(node, nodes.Variable) and node.drive is None and node.name.lower() not in ("null", "true", "false"):
        lower = node.name.lower()
        name = node.name
        qualifier = node.scope

        def reference(frame: Frame) -> PSReference:
            scope = frame.scope.named(qualifier) if qualifier else frame.scope
            found = scope.find(lower)
            if found is None:
                raise runtime_error(
                    "[ref] cannot be applied to a variable that does not exist.",
                    "NonExistingVariableReference",
                    "InvalidOperation",
                    name,
                )
            cell = found

            def put(value: Any) -> None:
                cell.value = value if cell.constraint is None else cell.constraint(value)

            return PSReference(lambda: cell.value, put)

        return reference
    child = compile_expression(node, unit)

    def temporary(frame: Frame) -> PSReference:
        box = [child(frame)]

        def put(value: Any) -> None:
            box[0] = value

        return PSReference(lambda: box[0], put)

    return temporary


def _attributed(node: nodes.AttributedExpression, unit: Unit) -> Evaluate:
    raise refused(f"attribute [{node.attribute.type_name.full_name}] on an expression", node)


def _type_expression(node: nodes.TypeExpression, unit: Unit) -> Evaluate:
    name = node.type_name.full_name
    namespaces = unit.namespaces
    extent = node.extent
    return lambda frame: frame.run.types.literal(name, namespaces, extent)


EXPRESSIONS.update(
    {
        nodes.ConvertExpression: _convert,
        nodes.AttributedExpression: _attributed,
        nodes.TypeExpression: _type_expression,
    }
)
