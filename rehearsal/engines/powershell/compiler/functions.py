"""Functions and script blocks: their parameters as data for the binder, their bodies compiled on first call."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.binding.signatures import ALL_SETS, ParameterInSet
from rehearsal.engines.powershell.compiler.attributes import attribute_name, compile_validators
from rehearsal.engines.powershell.compiler.blocks import compile_named_blocks
from rehearsal.engines.powershell.compiler.compilation import Unit, compile_expression, refused
from rehearsal.engines.powershell.compiler.expressions.tests import compile_test
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock
from rehearsal.engines.powershell.syntax import nodes

_MAY_BE_INPUT = re.compile(r"[$@{:]input\b|`", re.IGNORECASE)
_SWITCHES = frozenset({"switch", "switchparameter", "system.management.automation.switchparameter"})


def compile_function(node: nodes.FunctionDefinition, unit: Unit) -> CompiledBlock:
    """The code of a function statement; `function f($a) {…}` parameters count like a param block's."""
    parameters = node.parameters
    if parameters is None and node.body.param_block is not None:
        parameters = node.body.param_block.parameters
    code = compiled_block(node.body, parameters or (), unit.inside_function())
    code.is_filter = node.is_filter
    return code


def compile_script_block(node: nodes.ScriptBlock, unit: Unit) -> CompiledBlock:
    """The code of a script block or script file."""
    return compiled_block(node, node.param_block.parameters if node.param_block is not None else (), unit)


def compiled_block(body: nodes.ScriptBlock, parameters: tuple[nodes.Parameter, ...], unit: Unit) -> CompiledBlock:
    """The code of a body with these parameters."""
    if body.dynamic_param is not None:
        raise refused("dynamicparam block", body.dynamic_param)
    specs = tuple(_parameter(parameter, unit) for parameter in parameters)
    code = CompiledBlock(body, unit, specs, lambda: compile_named_blocks(body, unit), lambda: compile_test(body, unit))
    if body.param_block is not None:
        for attribute in body.param_block.attributes:
            if isinstance(attribute, nodes.Attribute) and attribute_name(attribute) == "cmdletbinding":
                _cmdlet_binding(code, attribute)
    if any(_has_parameter_attribute(parameter) for parameter in parameters):
        code.advanced = True
    code.uses_input = _mentions_input(body)
    unit.blocks.append(code)
    return code


def _mentions_input(body: nodes.ScriptBlock) -> bool:
    if not _MAY_BE_INPUT.search(body.extent.text):  # a hundred times cheaper than a look at every node
        return False
    return any(isinstance(node, nodes.Variable) and node.name.lower() == "input" for node in body.descendants())


def _has_parameter_attribute(parameter: nodes.Parameter) -> bool:
    return any(
        isinstance(entry, nodes.Attribute) and attribute_name(entry) == "parameter" for entry in parameter.attributes
    )


def _constant(argument: nodes.Expression | None, owner: nodes.Node) -> Any:
    """The value of a constant expression in an attribute."""
    match argument:
        case None:
            return True
        case nodes.StringConstant() | nodes.Constant():
            return argument.value
        case nodes.Variable() if argument.name.lower() in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[argument.name.lower()]
        case nodes.UnaryExpression() if argument.operator is nodes.UnaryOperator.MINUS:
            return -_constant(argument.child, owner)
        case nodes.ParenExpression():
            inner = argument.pipeline
            if isinstance(inner, nodes.Pipeline):
                return _constant(inner.pure_expression(), owner)
    raise refused("computed attribute argument", owner)


def _cmdlet_binding(code: CompiledBlock, attribute: nodes.Attribute) -> None:
    code.advanced = True
    for argument in attribute.named_arguments:
        value = _constant(argument.argument, argument)
        match argument.name.lower():
            case "supportsshouldprocess":
                code.should_process = bool(value)
            case "confirmimpact":
                code.confirm_impact = str(value)
            case "defaultparametersetname":
                code.default_set = str(value)
            case "positionalbinding":
                code.positional_binding = bool(value)
            case "helpuri" | "remotingcapability":
                pass
            case _:
                raise refused(f"[CmdletBinding({argument.name})]", argument)


def _parameter(parameter: nodes.Parameter, unit: Unit) -> ParameterSpec:
    name = parameter.name.name
    sets: dict[str, ParameterInSet] = {}
    aliases: list[str] = []
    allow_null = allow_empty_string = allow_empty_collection = False
    type_names: list[str] = []
    for entry in parameter.attributes:
        if isinstance(entry, nodes.TypeConstraint):
            type_names.append(entry.type_name.full_name)
            continue
        match attribute_name(entry):
            case "parameter":
                set_name, facts = _parameter_attribute(entry)
                sets[set_name] = facts
            case "alias":
                aliases.extend(str(_constant(argument, entry)) for argument in entry.positional_arguments)
            case "allownull":
                allow_null = True
            case "allowemptystring":
                allow_empty_string = True
            case "allowemptycollection":
                allow_empty_collection = True
    if len(type_names) > 1:
        raise refused("parameter with two types", parameter)
    type_name = type_names[0] if type_names else ""
    validators = compile_validators(
        tuple(entry for entry in parameter.attributes if isinstance(entry, nodes.Attribute)), unit
    )
    namespaces = unit.namespaces
    extent = parameter.extent
    return ParameterSpec(
        name=name,
        lower=name.lower(),
        aliases=tuple(aliases),
        type_of=((lambda types: types.literal(type_name, namespaces, extent)) if type_name else (lambda types: None)),
        type_name=type_name,
        sets=sets or {ALL_SETS: ParameterInSet()},
        is_switch=type_name.lower() in _SWITCHES,
        is_function=True,
        validators=validators,
        allow_null=allow_null,
        allow_empty_string=allow_empty_string,
        allow_empty_collection=allow_empty_collection,
        default=compile_expression(parameter.default_value, unit) if parameter.default_value is not None else None,
        attributes=parameter.attributes,
        has_conversion=bool(type_name),
    )


def _parameter_attribute(attribute: nodes.Attribute) -> tuple[str, ParameterInSet]:
    mandatory = from_pipeline = by_property_name = remaining = False
    position: int | None = None
    set_name = ALL_SETS
    for argument in attribute.named_arguments:
        value = _constant(argument.argument, argument)
        match argument.name.lower():
            case "mandatory":
                mandatory = bool(value)
            case "position":
                position = int(value)
            case "parametersetname":
                set_name = str(value)
            case "valuefrompipeline":
                from_pipeline = bool(value)
            case "valuefrompipelinebypropertyname":
                by_property_name = bool(value)
            case "valuefromremainingarguments":
                remaining = bool(value)
            case "helpmessage" | "dontshow" | "helpmessagebasename" | "helpmessageresourceid":
                pass
            case _:
                raise refused(f"[Parameter({argument.name})]", argument)
    return set_name, ParameterInSet(
        mandatory=mandatory,
        position=position,
        from_pipeline=from_pipeline,
        by_property_name=by_property_name,
        remaining=remaining,
    )
