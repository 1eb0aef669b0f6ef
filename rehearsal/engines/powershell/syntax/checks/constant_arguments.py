"""Decides whether an attribute's argument can be known before anything runs."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import BinaryOperator, UnaryOperator

_FOLDED_OPERATORS = frozenset(
    [
        BinaryOperator.ADD,
        BinaryOperator.SUBTRACT,
        BinaryOperator.MULTIPLY,
        BinaryOperator.DIVIDE,
        BinaryOperator.REMAINDER,
        BinaryOperator.AND,
        BinaryOperator.OR,
        BinaryOperator.XOR,
        BinaryOperator.BAND,
        BinaryOperator.BOR,
        BinaryOperator.BXOR,
        BinaryOperator.SHL,
        BinaryOperator.SHR,
    ]
)
_FOLDED_UNARY = frozenset([UnaryOperator.NOT, UnaryOperator.BNOT, UnaryOperator.PLUS, UnaryOperator.MINUS])
_CONVERTED_TYPE_WORDS = (
    "string char bool byte sbyte int16 uint16 int int32 uint32 long int64 uint64 float single double decimal bigint"
)
_CONVERTED_TYPES = frozenset(_CONVERTED_TYPE_WORDS.split())


def is_constant_argument(node: nodes.Node | None, *, with_blocks: bool) -> bool:
    """`with_blocks`: a script block counts as constant (attributes outside classes)."""
    match node:
        case nodes.Constant() | nodes.StringConstant() | nodes.TypeExpression():
            return True
        case nodes.Variable():
            return node.user_path.lower() in ("true", "false", "null")
        case nodes.ScriptBlockExpression():
            return with_blocks
        case nodes.ArrayLiteral():
            return all(is_constant_argument(element, with_blocks=with_blocks) for element in node.elements)
        case nodes.ParenExpression():
            return is_constant_argument(node.pipeline, with_blocks=with_blocks)
        case nodes.SubExpression():
            block = node.block
            return (
                not block.traps
                and len(block.statements) == 1
                and is_constant_argument(block.statements[0], with_blocks=with_blocks)
            )
        case nodes.Pipeline():
            return is_constant_argument(node.pure_expression(), with_blocks=with_blocks)
        case nodes.UnaryExpression():
            return node.operator in _FOLDED_UNARY and is_constant_argument(node.child, with_blocks=with_blocks)
        case nodes.BinaryExpression():
            return (
                node.operator in _FOLDED_OPERATORS
                and is_constant_argument(node.left, with_blocks=with_blocks)
                and is_constant_argument(node.right, with_blocks=with_blocks)
            )
        case nodes.ConvertExpression():
            name = node.type.type_name.full_name.lower().removeprefix("system.")
            return name in _CONVERTED_TYPES and is_constant_argument(node.child, with_blocks=with_blocks)
        case nodes.Member():
            # Whether the field is a constant one is up to .NET: [int]::MaxValue is.
            return node.static and isinstance(node.expression, nodes.TypeExpression)
        case nodes.UsingExpression():
            return is_constant_argument(node.sub_expression, with_blocks=with_blocks)
        case _:
            return False
