"""The syntax tree: the classes of System.Management.Automation.Language without their Ast suffix, frozen.

Every node has an extent. Nodes compare and hash by identity, so that a compiler can key caches on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from rehearsal.engines.powershell.syntax.extents import Extent

_Node = TypeVar("_Node")

_SCOPES = frozenset(["global", "local", "private", "script", "variable"])


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def _node(cls: type[_Node]) -> type[_Node]:
    return dataclass(frozen=True, slots=True, kw_only=True, eq=False)(cls)


@_node
class Node:
    extent: Extent

    def children(self) -> list[Node]:
        """The nodes directly below, in the order of their fields."""
        found: list[Node] = []
        kind: Any = type(self)
        for name in _field_names(kind):
            value = getattr(self, name)
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                _add_nodes(value, found)
        return found

    def descendants(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children()))


_WITHOUT_NODES = frozenset({"Extent", "str", "str | None", "bool", "int"})


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """Of a class of nodes: the fields that may hold nodes."""
    return tuple(field.name for field in fields(kind) if field.type not in _WITHOUT_NODES)


def _add_nodes(values: tuple[object, ...], found: list[Node]) -> None:
    for value in values:
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            _add_nodes(value, found)


class Statement(Node):
    """Anything a statement list holds. A Pipeline is a statement; an Assignment, too."""

    __slots__ = ()


class Expression(Node):
    __slots__ = ()


# --- type names and attributes


@_node
class TypeName(Node):
    """`[name]` or `[name, assembly]`: the name as written, without brackets."""

    name: str
    assembly: str | None = None

    @property
    def full_name(self) -> str:
        return self.name


@_node
class ArrayTypeName(Node):
    """`[element[]]`; rank counts dimensions: `[int[,]]` has rank 2."""

    element: TypeNameLike
    rank: int = 1

    @property
    def full_name(self) -> str:
        return f"{self.element.full_name}[{',' * (self.rank - 1)}]"


@_node
class GenericTypeName(Node):
    """`[definition[argument, …]]`."""

    definition: TypeName
    arguments: tuple[TypeNameLike, ...]
    assembly: str | None = None

    @property
    def full_name(self) -> str:
        return f"{self.definition.full_name}[{','.join(argument.full_name for argument in self.arguments)}]"


TypeNameLike = TypeName | ArrayTypeName | GenericTypeName


@_node
class NamedAttributeArgument(Node):
    """`Mandatory` (expression omitted: true) or `Mandatory = $true`."""

    name: str
    argument: Expression | None
    expression_omitted: bool


@_node
class Attribute(Node):
    """`[CmdletBinding(SupportsShouldProcess)]`: has parentheses, unlike a TypeConstraint."""

    type_name: TypeNameLike
    positional_arguments: tuple[Expression, ...]
    named_arguments: tuple[NamedAttributeArgument, ...]


@_node
class TypeConstraint(Node):
    type_name: TypeNameLike


AttributeLike = Attribute | TypeConstraint


# --- blocks


class BlockKind(StrEnum):
    BEGIN = "begin"
    PROCESS = "process"
    END = "end"
    DYNAMIC_PARAM = "dynamicparam"


@_node
class StatementBlock(Node):
    """`{ … }` of a statement, or what `$( )` and `@( )` hold. Traps are kept apart: they cover the whole block."""

    statements: tuple[Statement, ...]
    traps: tuple[Trap, ...] = ()


@_node
class NamedBlock(Node):
    """begin, process, end or dynamicparam; `unnamed` when the statements stood in the script block itself."""

    kind: BlockKind
    unnamed: bool
    statements: tuple[Statement, ...]
    traps: tuple[Trap, ...] = ()


@_node
class Parameter(Node):
    """One parameter; `attributes` in source order, type constraints among them."""

    name: Variable
    attributes: tuple[AttributeLike, ...]
    default_value: Expression | None


@_node
class ParamBlock(Node):
    attributes: tuple[AttributeLike, ...]
    parameters: tuple[Parameter, ...]


class UsingKind(StrEnum):
    NAMESPACE = "namespace"
    MODULE = "module"
    ASSEMBLY = "assembly"
    TYPE = "type"
    COMMAND = "command"


@_node
class UsingStatement(Statement):
    kind: UsingKind
    name: StringConstant | None
    alias: StringConstant | None = None
    module_specification: Hashtable | None = None


@_node
class Requirements(Node):
    """What the #requires comments ask for; each value as written."""

    version: str | None = None
    edition: str | None = None
    run_as_administrator: bool = False
    modules: tuple[str, ...] = ()


@_node
class ScriptBlock(Node):
    """A script file, a function's body, or the inside of `{ }`.

    A body without begin, process, end is its unnamed `end` block (`process` in a filter).
    The extent of a nested script block includes its braces; `text_extent` doesn't: that is what ToString() gives.
    """

    using_statements: tuple[UsingStatement, ...] = ()
    param_block: ParamBlock | None = None
    dynamic_param: NamedBlock | None = None
    begin: NamedBlock | None = None
    process: NamedBlock | None = None
    end: NamedBlock | None = None
    requirements: Requirements | None = None
    text_extent: Extent


# --- statements


@_node
class FunctionDefinition(Statement):
    """`function name(parameters) { body }`; `parameters` is None without the parenthesized list."""

    name: str
    name_extent: Extent
    parameters: tuple[Parameter, ...] | None
    body: ScriptBlock
    is_filter: bool = False


class TypeKind(StrEnum):
    CLASS = "class"
    ENUM = "enum"


@_node
class PropertyMember(Node):
    """A property of a class, or a value of an enum (then `static` and untyped)."""

    name: str
    property_type: TypeConstraint | None
    attributes: tuple[Attribute, ...]
    initial_value: Expression | None
    static: bool = False
    hidden: bool = False


@_node
class BaseConstructorCall(Node):
    """`: base(arguments)` of a constructor."""

    arguments: tuple[Expression, ...]


@_node
class FunctionMember(Node):
    """A method; a constructor when `name` is the class's own and no return type is given."""

    name: str
    return_type: TypeConstraint | None
    attributes: tuple[Attribute, ...]
    parameters: tuple[Parameter, ...]
    body: ScriptBlock
    is_constructor: bool
    base_call: BaseConstructorCall | None = None
    static: bool = False
    hidden: bool = False


@_node
class TypeDefinition(Statement):
    kind: TypeKind
    name: str
    attributes: tuple[AttributeLike, ...]
    base_types: tuple[TypeConstraint, ...]
    members: tuple[PropertyMember | FunctionMember, ...]


@_node
class CommandParameter(Node):
    """`-Name` or `-Name:argument`; the name without its dash and colon."""

    name: str
    argument: Expression | None


class Stream(StrEnum):
    ALL = "*"
    OUTPUT = "1"
    ERROR = "2"
    WARNING = "3"
    VERBOSE = "4"
    DEBUG = "5"
    INFORMATION = "6"


@_node
class FileRedirection(Node):
    from_stream: Stream
    location: Expression
    append: bool


@_node
class MergingRedirection(Node):
    """`2>&1`; `to_stream` is always OUTPUT in scripts that parse."""

    from_stream: Stream
    to_stream: Stream


Redirection = FileRedirection | MergingRedirection


class InvocationOperator(StrEnum):
    NONE = ""
    CALL = "&"
    DOT = "."


@_node
class Command(Node):
    """`elements[0]` is the command's name or what is invoked; the rest are parameters and argument expressions."""

    elements: tuple[Expression | CommandParameter, ...]
    redirections: tuple[Redirection, ...]
    invocation_operator: InvocationOperator


@_node
class CommandExpression(Node):
    """An expression as a pipeline's element."""

    expression: Expression
    redirections: tuple[Redirection, ...]


@_node
class Pipeline(Statement):
    elements: tuple[Command | CommandExpression, ...]
    background: bool = False

    def pure_expression(self) -> Expression | None:
        """The expression, when the pipeline is only that one without redirections."""
        if len(self.elements) == 1:
            element = self.elements[0]
            if isinstance(element, CommandExpression) and not element.redirections:
                return element.expression
        return None


class AssignmentOperator(StrEnum):
    EQUALS = "="
    PLUS = "+="
    MINUS = "-="
    MULTIPLY = "*="
    DIVIDE = "/="
    REMAINDER = "%="


@_node
class Assignment(Statement):
    """`left = right`; `left` is a Variable, Member, Index, ArrayLiteral, Convert- or AttributedExpression of these.

    `right` is any statement: `$x = if (…) { … }`. An expression arrives as Pipeline of one CommandExpression.
    """

    left: Expression
    operator: AssignmentOperator
    right: Statement
    operator_extent: Extent


@_node
class IfClause(Node):
    condition: Statement
    body: StatementBlock


@_node
class If(Statement):
    clauses: tuple[IfClause, ...]
    else_clause: StatementBlock | None


@_node
class While(Statement):
    """Labels are stored without their colon."""

    label: str | None
    condition: Statement
    body: StatementBlock


@_node
class DoWhile(Statement):
    label: str | None
    condition: Statement
    body: StatementBlock


@_node
class DoUntil(Statement):
    label: str | None
    condition: Statement
    body: StatementBlock


@_node
class For(Statement):
    label: str | None
    initializer: Statement | None
    condition: Statement | None
    iterator: Statement | None
    body: StatementBlock


@_node
class ForEach(Statement):
    label: str | None
    variable: Variable
    condition: Statement
    body: StatementBlock


class SwitchMatch(StrEnum):
    EXACT = "exact"
    WILDCARD = "wildcard"
    REGEX = "regex"


@_node
class SwitchClause(Node):
    condition: Expression
    body: StatementBlock


@_node
class Switch(Statement):
    """With `from_file` the condition is the file's name. `default` may have stood anywhere among the clauses."""

    label: str | None
    condition: Statement
    match: SwitchMatch
    case_sensitive: bool
    from_file: bool
    clauses: tuple[SwitchClause, ...]
    default: StatementBlock | None


@_node
class Catch(Node):
    """No types: catches everything."""

    types: tuple[TypeConstraint, ...]
    body: StatementBlock


@_node
class Try(Statement):
    body: StatementBlock
    catches: tuple[Catch, ...]
    finally_block: StatementBlock | None


@_node
class Trap(Statement):
    type: TypeConstraint | None
    body: StatementBlock


@_node
class Throw(Statement):
    pipeline: Statement | None


@_node
class Return(Statement):
    pipeline: Statement | None


@_node
class Exit(Statement):
    pipeline: Statement | None


@_node
class Break(Statement):
    label: Expression | None


@_node
class Continue(Statement):
    label: Expression | None


@_node
class Data(Statement):
    variable: str | None
    commands_allowed: tuple[Expression, ...]
    body: StatementBlock


# --- expressions


class BinaryOperator(StrEnum):
    """Comparison operators are stored without their i or c prefix: the node says whether case counts."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    REMAINDER = "%"
    RANGE = ".."
    FORMAT = "-f"
    AND = "-and"
    OR = "-or"
    XOR = "-xor"
    BAND = "-band"
    BOR = "-bor"
    BXOR = "-bxor"
    SHL = "-shl"
    SHR = "-shr"
    JOIN = "-join"
    AS = "-as"
    IS = "-is"
    ISNOT = "-isnot"
    EQ = "-eq"
    NE = "-ne"
    GT = "-gt"
    GE = "-ge"
    LT = "-lt"
    LE = "-le"
    LIKE = "-like"
    NOTLIKE = "-notlike"
    MATCH = "-match"
    NOTMATCH = "-notmatch"
    REPLACE = "-replace"
    CONTAINS = "-contains"
    NOTCONTAINS = "-notcontains"
    IN = "-in"
    NOTIN = "-notin"
    SPLIT = "-split"


@_node
class BinaryExpression(Expression):
    left: Expression
    operator: BinaryOperator
    right: Expression
    case_sensitive: bool
    operator_extent: Extent


class UnaryOperator(StrEnum):
    NOT = "-not"
    BNOT = "-bnot"
    PLUS = "+"
    MINUS = "-"
    JOIN = "-join"
    SPLIT = "-split"
    PRE_INCREMENT = "++x"
    PRE_DECREMENT = "--x"
    POST_INCREMENT = "x++"
    POST_DECREMENT = "x--"


@_node
class UnaryExpression(Expression):
    """`!` is NOT. `case_sensitive` only for -csplit. The unary comma is an ArrayLiteral of one element."""

    operator: UnaryOperator
    child: Expression
    case_sensitive: bool = False


@_node
class ConvertExpression(Expression):
    """`[type] child`; on the left of an assignment: a constrained variable. `[ordered]@{}` is one of these, too."""

    type: TypeConstraint
    child: Expression


@_node
class AttributedExpression(Expression):
    """`[ValidateRange(1, 5)] $x`."""

    attribute: Attribute
    child: Expression


@_node
class Member(Expression):
    """`expression.member` or `expression::member`; a plain name is a StringConstant of kind BARE_WORD."""

    expression: Expression
    member: Expression
    static: bool


@_node
class InvokeMember(Expression):
    expression: Expression
    member: Expression
    arguments: tuple[Expression, ...]
    static: bool


@_node
class Index(Expression):
    target: Expression
    index: Expression


@_node
class Variable(Expression):
    """`$name`, `${any name}`, `$scope:name`, `$drive:name`, or `@name` (splatted).

    `scope` is global, local, private, script or variable in lower case; `drive` any other qualifier as written (env,
    function, c …); `$using:x` is a UsingExpression around `x`. `name` is what follows the colon; `user_path` the
    whole as written.
    """

    user_path: str
    name: str
    scope: str | None = None
    drive: str | None = None
    splatted: bool = False

    @classmethod
    def of_path(cls, path: str, extent: Extent, *, splatted: bool = False) -> Variable:
        """The variable that `scope:name`, `drive:name` or a bare name means."""
        qualifier, colon, name = path.partition(":")
        if not colon or not qualifier:
            return cls(extent=extent, user_path=path, name=path, splatted=splatted)
        if qualifier.lower() in _SCOPES:
            return cls(extent=extent, user_path=path, name=name, scope=qualifier.lower(), splatted=splatted)
        return cls(extent=extent, user_path=path, name=name, drive=qualifier, splatted=splatted)


class StringKind(StrEnum):
    BARE_WORD = "bare word"
    SINGLE_QUOTED = "single quoted"
    DOUBLE_QUOTED = "double quoted"
    SINGLE_QUOTED_HERE = "single quoted here-string"
    DOUBLE_QUOTED_HERE = "double quoted here-string"


@_node
class StringConstant(Expression):
    value: str
    kind: StringKind


@_node
class ExpandableString(Expression):
    """`parts`: text (escapes already replaced) and the nested Variable or SubExpression nodes, in order."""

    parts: tuple[str | Expression, ...]
    kind: StringKind


class NumberType(StrEnum):
    INT32 = "System.Int32"
    INT64 = "System.Int64"
    DOUBLE = "System.Double"
    DECIMAL = "System.Decimal"


@_node
class Constant(Expression):
    """A number: int for INT32 and INT64, float for DOUBLE, Decimal for DECIMAL. The sign of `-1` is part of it."""

    value: int | float | Decimal
    type: NumberType


@_node
class HashtablePair(Node):
    """A bare-word key is a StringConstant of kind BARE_WORD; `@{ 1 = … }` has a Constant."""

    key: Expression
    value: Statement


@_node
class Hashtable(Expression):
    pairs: tuple[HashtablePair, ...]


@_node
class ArrayLiteral(Expression):
    """`a, b` or `, a`."""

    elements: tuple[Expression, ...]


@_node
class ArrayExpression(Expression):
    """`@( … )`."""

    block: StatementBlock


@_node
class SubExpression(Expression):
    """`$( … )`."""

    block: StatementBlock


@_node
class ParenExpression(Expression):
    """`( … )`; `pipeline` may be an Assignment."""

    pipeline: Statement


@_node
class ScriptBlockExpression(Expression):
    script_block: ScriptBlock


@_node
class TypeExpression(Expression):
    """`[type]` as a value."""

    type_name: TypeNameLike


@_node
class UsingExpression(Expression):
    """`$using:name`; `sub_expression` is the Variable or, as in PowerShell, its members and constant indices."""

    sub_expression: Expression
