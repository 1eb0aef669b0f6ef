"""Which nodes a data section may not hold. Source: about_Data_Sections; error ids are PowerShell's."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.nodes import BinaryOperator, UnaryOperator

Finding = tuple[str, Extent, tuple[str, ...]]

_SUFFIX = "NotSupportedInDataSection"
_FORBIDDEN: dict[type[nodes.Node], str] = {
    nodes.ScriptBlockExpression: f"ScriptBlock{_SUFFIX}",
    nodes.FunctionDefinition: f"FunctionDeclaration{_SUFFIX}",
    nodes.Trap: f"TrapStatement{_SUFFIX}",
    nodes.Switch: f"SwitchStatement{_SUFFIX}",
    nodes.Data: f"DataSectionStatement{_SUFFIX}",
    nodes.ForEach: f"ForeachStatement{_SUFFIX}",
    nodes.DoWhile: f"DoWhileStatement{_SUFFIX}",
    nodes.DoUntil: f"DoWhileStatement{_SUFFIX}",
    nodes.For: f"ForWhileStatement{_SUFFIX}",
    nodes.While: f"ForWhileStatement{_SUFFIX}",
    nodes.Try: f"TryStatement{_SUFFIX}",
    nodes.Break: f"FlowControlStatement{_SUFFIX}",
    nodes.Continue: f"FlowControlStatement{_SUFFIX}",
    nodes.Return: f"FlowControlStatement{_SUFFIX}",
    nodes.Exit: f"FlowControlStatement{_SUFFIX}",
    nodes.Throw: f"FlowControlStatement{_SUFFIX}",
    nodes.Assignment: f"AssignmentStatement{_SUFFIX}",
    nodes.FileRedirection: f"Redirection{_SUFFIX}",
    nodes.MergingRedirection: f"Redirection{_SUFFIX}",
    nodes.Member: f"PropertyReference{_SUFFIX}",
    nodes.InvokeMember: f"MethodCall{_SUFFIX}",
    nodes.Index: f"ArrayReference{_SUFFIX}",
    nodes.AttributedExpression: f"Attribute{_SUFFIX}",
}
_FORBIDDEN_BINARY = frozenset(
    [
        BinaryOperator.RANGE,
        BinaryOperator.FORMAT,
        BinaryOperator.JOIN,
        BinaryOperator.SPLIT,
        BinaryOperator.MATCH,
        BinaryOperator.NOTMATCH,
        BinaryOperator.REPLACE,
        BinaryOperator.AS,
    ]
)
_ALLOWED_UNARY = frozenset([UnaryOperator.NOT, UnaryOperator.BNOT, UnaryOperator.PLUS, UnaryOperator.MINUS])
_ALLOWED_VARIABLES = frozenset(["psculture", "psuiculture", "true", "false", "null"])
_SIMPLE_TYPE_WORDS = (
    "bool boolean char sbyte byte int16 uint16 int int32 uint32 long int64 uint64 single float double decimal datetime "
    "string"
)
_SIMPLE_TYPES = frozenset(_SIMPLE_TYPE_WORDS.split())


def forbidden_in_data_section(data: nodes.Data) -> Iterator[Finding]:
    allowed: set[str] | None = {"convertfrom-stringdata"}
    for command in data.commands_allowed:
        if isinstance(command, nodes.StringConstant) and allowed is not None:
            allowed.add(command.value.lower())
        else:
            # Names known only at run time: the check is made there.
            allowed = None
    for node in data.body.descendants():
        error_id = _FORBIDDEN.get(type(node))
        if error_id is not None:
            yield error_id, node.extent, ()
            continue
        match node:
            case nodes.Variable() if node.user_path.lower() not in _ALLOWED_VARIABLES:
                yield f"VariableReference{_SUFFIX}", node.extent, ()
            case nodes.BinaryExpression() if node.operator in _FORBIDDEN_BINARY:
                yield f"Operator{_SUFFIX}", node.operator_extent, (node.operator.value,)
            case nodes.UnaryExpression() if node.operator not in _ALLOWED_UNARY:
                yield f"Operator{_SUFFIX}", node.extent, (node.operator.value,)
            case nodes.TypeConstraint() | nodes.TypeExpression():
                name = node.type_name.full_name
                if name.lower().removesuffix("[]").removeprefix("system.") not in _SIMPLE_TYPES:
                    yield "TypeNotAllowedInDataSection", node.extent, (name,)
            case nodes.Command():
                yield from _forbidden_command(node, allowed)


def _forbidden_command(command: nodes.Command, allowed: set[str] | None) -> Iterator[Finding]:
    if command.invocation_operator is nodes.InvocationOperator.DOT:
        yield f"DotSourcing{_SUFFIX}", command.extent, ()
        return
    name = command.elements[0]
    if allowed is None or (isinstance(name, nodes.StringConstant) and name.value.lower() in allowed):
        return
    if not isinstance(name, nodes.StringConstant) and command.invocation_operator is nodes.InvocationOperator.CALL:
        yield f"Operator{_SUFFIX}", command.extent, ("&",)
    else:
        yield "CmdletNotInAllowedListForDataSection", command.extent, (command.extent.text,)
