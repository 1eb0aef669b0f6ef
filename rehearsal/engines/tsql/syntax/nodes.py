"""The syntax tree of a batch: frozen nodes, each with the line and column where it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from rehearsal.engines.tsql.values.types import SqlType

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node starts; line and column count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    place: Place = field(compare=False)


# --- expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal(Node):
    value: str | int | float | Decimal | bytes | None
    type: SqlType


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Node):
    """`@name`, or `@@NAME` for a system function; the name keeps its signs, in lower case."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Node):
    """A name of one to four parts; the last is the column. `folded` is the lower-case form, which is what compares."""

    parts: Name = field(compare=False)
    folded: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Star(Node):
    qualifier: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """A function call; `name` is upper case, with its schema (`SYS.FN_…`) where one was written."""

    name: str
    arguments: tuple[Expression, ...]
    star: bool = False
    distinct: bool = False
    within_order: tuple[OrderItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowFrame(Node):
    """ROWS or RANGE between two bounds: rows relative to the current one (-1: 1 PRECEDING), None: UNBOUNDED."""

    by_rows: bool
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Window(Node):
    call: Call
    partition_by: tuple[Expression, ...]
    order_by: tuple[OrderItem, ...]
    frame: WindowFrame | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Node):
    operand: Expression
    type: SqlType
    style: Expression | None = None
    tries: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Case(Node):
    operand: Expression | None
    branches: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Collate(Node):
    operand: Expression
    collation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTimeZone(Node):
    operand: Expression
    zone: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalarQuery(Node):
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlText(Node):
    """`(… FOR XML PATH (''), TYPE).value('.', 'type')`: the text of it all."""

    query: ForXml
    type: SqlType


# --- predicates: they have no value that could be selected or assigned ------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate(Node):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Predicate):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Connective(Predicate):
    """AND or OR."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Predicate):
    operand: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNull(Predicate):
    operand: Expression
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class In(Predicate):
    operand: Expression
    choices: tuple[Expression, ...]
    query: Query | None
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Between(Predicate):
    operand: Expression
    low: Expression
    high: Expression
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Like(Predicate):
    operand: Expression
    pattern: Expression
    escape: Expression | None
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Exists(Predicate):
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Predicate):
    """`left operator ALL (query)`, or ANY, which SOME means, too."""

    operator: str
    left: Expression
    query: Query
    every: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Distinct(Predicate):
    """`left IS [NOT] DISTINCT FROM right` (2022): never unknown, NULLs are equal."""

    left: Expression
    right: Expression
    negated: bool


Expression = Node

# --- queries ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderItem(Node):
    expression: Expression
    descending: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectItem(Node):
    """One entry of a select list: `expression [AS alias]`, a star, or `@variable = expression` (`+=`, too)."""

    expression: Expression
    alias: str | None = None
    assigns: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Node):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableName(Source):
    parts: Name
    alias: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFunction(Source):
    parts: Name
    arguments: tuple[Expression, ...]
    alias: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedTable(Source):
    query: Query
    alias: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Source):
    """`kind` is INNER, LEFT, RIGHT, FULL, CROSS, CROSS APPLY or OUTER APPLY."""

    kind: str
    left: Source
    right: Source
    condition: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Top(Node):
    count: Expression
    with_ties: bool
    percent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Query(Node):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Select(Query):
    items: tuple[SelectItem, ...]
    distinct: bool = False
    top: Top | None = None
    source: Source | None = None
    where: Expression | None = None
    group_by: tuple[Expression, ...] = ()
    having: Expression | None = None
    order_by: tuple[OrderItem, ...] = ()
    offset: Expression | None = None
    fetch: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesQuery(Query):
    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOperation(Query):
    """UNION, UNION ALL, EXCEPT or INTERSECT; the order applies to the whole."""

    operator: str
    left: Query
    right: Query
    order_by: tuple[OrderItem, ...] = ()
    offset: Expression | None = None
    fetch: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForXml(Query):
    """`query FOR XML PATH ('')`: all rows as one text; `typed` with TYPE, whose `.value()` gives it unescaped."""

    query: Query
    typed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonTable(Node):
    name: str
    columns: tuple[str, ...]
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class WithQuery(Query):
    """`steps`: how far a recursive table may go (MAXRECURSION); 0: without end."""

    tables: tuple[CommonTable, ...]
    query: Query
    steps: int = 100
