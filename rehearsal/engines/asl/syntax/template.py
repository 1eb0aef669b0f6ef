"""Values of a definition's fields: literals, expressions, and objects or arrays that hold expressions."""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from rehearsal.engines.asl.errors import QueryError
from rehearsal.engines.asl.jsonata.expression import EvaluationError, Expression, ResultTypeError, View
from rehearsal.engines.asl.jsonata.shortcut import UNDEFINED
from rehearsal.engines.asl.values import Json, json_text, type_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """A value without any expression in it."""

    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One `{% … %}`; `field` is its path below the state, as AWS names it in causes (`Arguments/FunctionName`)."""

    expression: Expression
    source: str
    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectTemplate:
    members: "tuple[tuple[str, Template], ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayTemplate:
    items: "tuple[Template, ...]"


Template: TypeAlias = Literal | Query | ObjectTemplate | ArrayTemplate


def evaluate(template: Template, view: View) -> Json:
    """The template's value. Raises QueryError, its cause without the sentence that names the state."""
    match template:
        case Literal():
            return template.value
        case Query():
            return evaluate_query(template, view)
        case ObjectTemplate():
            return {name: evaluate(member, view) for name, member in template.members}
        case ArrayTemplate():
            return [evaluate(item, view) for item in template.items]
        case _:
            assert_never(template)


def evaluate_query(query: Query, view: View) -> Json:
    try:
        value = query.expression.evaluate(view)
    except EvaluationError as failure:
        raise _failed(query, f"threw an error during evaluation. {failure}") from failure
    except ResultTypeError as failure:
        raise _failed(query, "returned an unsupported result type.") from failure
    if value is UNDEFINED:
        raise _failed(query, "returned nothing (undefined).")
    return value


def evaluate_typed(template: Template, view: View, wanted: str) -> Json:
    """The value, which must be of the JSON type `wanted` ('array', 'number', …)."""
    value = evaluate(template, view)
    if type_name(value) != wanted and isinstance(template, Query):
        raise _failed(
            template,
            f"returned an unexpected result type. Expected '{wanted}', "
            f"but was '{type_name(value)}' for value: {json_text(value)}",
        )
    return value


def evaluate_integer(template: Template, view: View, *, least: int, most: int) -> int:
    """The value, which must be an integer between `least` and `most`."""
    value = evaluate_typed(template, view, "number")
    if value != int(value) or not least <= value <= most:
        field = template.field if isinstance(template, Query) else ""
        raise QueryError(
            f"The field '{field}' takes an integer from {least} to {most}, but was: {json_text(value)}", field
        )
    return int(value)


def _failed(query: Query, what: str) -> QueryError:
    return QueryError(
        f"The JSONata expression '{query.source}' specified for the field '{query.field}' {what}", query.field
    )
