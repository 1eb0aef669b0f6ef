"""Classes and enums to closures that define them in a run."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.attributes import attribute_name, compile_validators
from rehearsal.engines.powershell.compiler.compilation import Execute, Unit, compile_expression, refused
from rehearsal.engines.powershell.compiler.functions import compiled_block
from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.script_classes import MethodDefinition, PropertyDefinition, ScriptClass
from rehearsal.engines.powershell.syntax import nodes


def compile_type_definition(node: nodes.TypeDefinition, unit: Unit) -> Execute:
    """A closure that makes the type known to the run."""
    if node.kind is nodes.TypeKind.ENUM:
        return _enum(node, unit)
    return _class(node, unit)


def _enum(node: nodes.TypeDefinition, unit: Unit) -> Execute:
    flags = any(
        isinstance(entry, nodes.Attribute) and attribute_name(entry) in ("flags", "system.flags")
        for entry in node.attributes
    )
    if node.base_types and node.base_types[0].type_name.full_name.lower() not in ("int", "int32", "system.int32"):
        raise refused("enum with another underlying type", node)
    members: list[tuple[str, Any]] = []
    for member in node.members:
        assert isinstance(member, nodes.PropertyMember)
        value = compile_expression(member.initial_value, unit) if member.initial_value is not None else None
        members.append((member.name, value))
    name = node.name

    def define(frame: Frame) -> None:
        run = frame.run
        made = NetType(name, run.types.resolve("System.Enum"), value_type=True)
        numbers: dict[str, int] = {}
        following = 0
        for member, value_of in members:
            if value_of is not None:
                value = value_of(frame)
                following = convert(value, type_of(0), run)
            numbers[member] = following
            following += 1
        made.enum_members = numbers
        made.enum_flags = flags
        run.types.define(name, made)

    return define


def _class(node: nodes.TypeDefinition, unit: Unit) -> Execute:
    inner = unit.inside_class(node.name)
    if len(node.base_types) > 1:
        raise refused("class with an interface", node)
    base_name = node.base_types[0].type_name.full_name if node.base_types else None
    properties: list[PropertyDefinition] = []
    statics: list[PropertyDefinition] = []
    methods: dict[str, list[nodes.FunctionMember]] = {}
    static_methods: dict[str, list[nodes.FunctionMember]] = {}
    constructors: list[nodes.FunctionMember] = []
    for member in node.members:
        if isinstance(member, nodes.PropertyMember):
            entry = PropertyDefinition(
                member.name,
                member.property_type.type_name.full_name if member.property_type is not None else "",
                compile_expression(member.initial_value, inner) if member.initial_value is not None else None,
                member.hidden,
                compile_validators(member.attributes, inner),
            )
            (statics if member.static else properties).append(entry)
        elif member.is_constructor:
            if member.static:
                raise refused("static constructor", member)
            constructors.append(member)
        else:
            if member.name.lower() in ("equals", "gethashcode", "compareto"):
                raise refused(f"class that defines {member.name}", member)
            (static_methods if member.static else methods).setdefault(member.name.lower(), []).append(member)
    definitions = _Definitions(inner)
    compiled_methods = {lower: [definitions.method(m) for m in group] for lower, group in methods.items()}
    compiled_statics = {lower: [definitions.method(m) for m in group] for lower, group in static_methods.items()}
    compiled_constructors = [definitions.method(m) for m in constructors]
    name = node.name
    namespaces = unit.namespaces
    extent = node.extent

    def define(frame: Frame) -> None:
        run = frame.run
        base = run.types.resolve(base_name, namespaces) if base_name is not None else None
        if base_name is not None:
            if base is None:
                raise runtime_error(f"Unable to find type [{base_name}].", "TypeNotFound", "ParserError", base_name)
            if base.script_class is None and "System.Exception" not in base.lineage:
                raise run.refusal(f"class that inherits from {base.full_name}", extent)
        made = NetType(name, base or run.types.resolve("System.Object"))
        # method definitions know their class, which belongs to this run: each run gets its own
        definition = ScriptClass(
            name,
            base,
            namespaces,
            tuple(properties),
            tuple(statics),
            {lower: [_fresh(m) for m in group] for lower, group in compiled_methods.items()},
            {lower: [_fresh(m) for m in group] for lower, group in compiled_statics.items()},
            [_fresh(m) for m in compiled_constructors],
        )
        definition.net_type = made
        made.script_class = definition
        run.types.define(name, made)

    return define


def _fresh(method: MethodDefinition) -> MethodDefinition:
    return MethodDefinition(method.name, method.code, method.return_type, method.base_arguments)


class _Definitions:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def method(self, member: nodes.FunctionMember) -> MethodDefinition:
        code = compiled_block(member.body, member.parameters, self.unit)
        arguments = None
        if member.base_call is not None:
            arguments = [compile_expression(argument, self.unit) for argument in member.base_call.arguments]
        return MethodDefinition(
            member.name,
            code,
            member.return_type.type_name.full_name if member.return_type is not None else "",
            arguments,
        )
