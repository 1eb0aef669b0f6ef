"""Properties, method calls and indexes to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, compile_expression
from rehearsal.engines.powershell.compiler.expressions.variables import plain_variable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.indexing import get_index
from rehearsal.engines.powershell.members.method_calls import call_method, call_static
from rehearsal.engines.powershell.members.property_reading import get_member
from rehearsal.engines.powershell.members.static_members import get_static_member
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, NetDictionary, OrderedDictionary
from rehearsal.engines.powershell.objects.members import CimProperty, NoteProperty
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, CimInstance, PSArray, PSCustomObject
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.script_classes import call_instance_method
from rehearsal.engines.powershell.syntax import nodes


def member_name(node: nodes.Expression, unit: Unit) -> str | Evaluate:
    """A fixed member name, or the closure of a computed one."""
    if isinstance(node, nodes.StringConstant):
        return node.value
    return compile_expression(node, unit)


def _member(node: nodes.Member, unit: Unit) -> Evaluate:
    if node.static:
        return _static_member(node, unit)
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)
    if isinstance(name, str):
        lower = name.lower()
        fixed = name
        counts = lower in ("count", "length")
        variable = plain_variable(node.expression)

        def get(frame: Frame) -> Any:
            cell = None if variable is None else frame.scope.variables.get(variable)
            value = target(frame) if cell is None else cell.value
            kind = type(value)
            if kind is Hashtable or kind is OrderedDictionary:
                if value.ignore_case:
                    entry = value.entries.get(lower)
                    if entry is not None:
                        return entry[1]
            elif kind is PSCustomObject:
                found = value.members.get(lower)
                if type(found) is NoteProperty:
                    return found.value
            elif kind is PSArray:
                if counts:
                    return len(value.items)
            elif isinstance(value, CimInstance):
                plain = value.plain_value(lower)
                if plain is not NotImplemented:
                    return plain
                found = value.members.get(lower)
                if type(found) is CimProperty or type(found) is NoteProperty:
                    return found.value
            return get_member(value, fixed, lower, frame)

        return get

    def get_computed(frame: Frame) -> Any:
        value = target(frame)
        key = name(frame)
        if isinstance(value, NetDictionary) and type(key) is not str:
            found = value.get(key, AUTOMATION_NULL)
            if found is not AUTOMATION_NULL:
                return found
        text = key if type(key) is str else to_text(key, frame.run)
        return get_member(value, text, text.lower(), frame)

    return get_computed


def _static_member(node: nodes.Member, unit: Unit) -> Evaluate:
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)

    def get(frame: Frame) -> Any:
        owner = target(frame)
        text = name if isinstance(name, str) else to_text(name(frame), frame.run)
        return get_static_member(owner, text, frame)

    return get


def _base_of_call(node: nodes.InvokeMember) -> nodes.ConvertExpression | None:
    """`([Base]$this).Method()` calls the base class's method, not the overriding one: `[Base]$this`, else None."""
    if not isinstance(node.expression, nodes.ParenExpression) or not isinstance(
        node.expression.pipeline, nodes.Pipeline
    ):
        return None
    inner = node.expression.pipeline.pure_expression()
    if isinstance(inner, nodes.ConvertExpression) and isinstance(inner.child, nodes.Variable):
        return inner if inner.child.name.lower() == "this" else None
    return None


def _base_call(node: nodes.InvokeMember, base: nodes.ConvertExpression, unit: Unit) -> Evaluate:
    target = compile_expression(node.expression, unit)
    type_name = base.type.type_name.full_name
    name = member_name(node.member, unit)
    arguments = [_argument(argument, unit) for argument in node.arguments]
    extent = node.extent
    namespaces = unit.namespaces

    def call(frame: Frame) -> Any:
        run = frame.run
        value = target(frame)
        text = name if isinstance(name, str) else to_text(name(frame), run)
        given = [argument(frame) for argument in arguments]
        definition = run.types.literal(type_name, namespaces, extent).script_class
        group = definition.all_methods().get(text.lower()) if definition is not None else None
        if group is None:
            return call_method(value, text, given, frame)
        return call_instance_method(value, group, given, run)

    return call


def _invoke_member(node: nodes.InvokeMember, unit: Unit) -> Evaluate:
    base = _base_of_call(node)
    if base is not None and not node.static:
        return _base_call(node, base, unit)
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)
    arguments = [_argument(argument, unit) for argument in node.arguments]
    if node.static:
        extent = node.extent

        def call_of_type(frame: Frame) -> Any:
            owner = target(frame)
            text = name if isinstance(name, str) else to_text(name(frame), frame.run)
            return call_static(owner, text, [argument(frame) for argument in arguments], frame, extent)

        return call_of_type

    def call(frame: Frame) -> Any:
        value = target(frame)
        text = name if isinstance(name, str) else to_text(name(frame), frame.run)
        return call_method(value, text, [argument(frame) for argument in arguments], frame)

    return call


def _argument(node: nodes.Expression, unit: Unit) -> Evaluate:
    evaluate = compile_expression(node, unit)

    def argument(frame: Frame) -> Any:
        value = evaluate(frame)
        return None if value is AUTOMATION_NULL else value

    return argument


def _index(node: nodes.Index, unit: Unit) -> Evaluate:
    target = compile_expression(node.target, unit)
    index = compile_expression(node.index, unit)

    def get(frame: Frame) -> Any:
        value = target(frame)
        key = index(frame)
        if type(value) is PSArray and type(key) is int:
            items = value.items
            if -len(items) <= key < len(items):
                return items[key]
        elif type(value) is Hashtable and type(key) is str:
            return value.get(key)
        return get_index(value, key, frame)

    return get


EXPRESSIONS.update(
    {
        nodes.Member: _member,
        nodes.InvokeMember: _invoke_member,
        nodes.Index: _index,
    }
)
