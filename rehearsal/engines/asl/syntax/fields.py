"""Reading the fields of a definition: each reader gives a checked value or raises InvalidDefinitionError.

What an expression refers to is checked here, when the machine is created, rather than in the run that reaches it.
Source: pages "Transforming data with JSONata" ($ and $$ at the top level, unqualified names) and "Passing data between
states with variables" ($states.result and errorOutput only where they exist); the messages as floci measured them
(github.com/floci-io/floci, docs/services/step-functions.md). A call of $eval is accepted and fails in the run.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from rehearsal.engines.asl.errors import InvalidDefinitionError
from rehearsal.engines.asl.jsonata.expression import ExpressionError, expression
from rehearsal.engines.asl.jsonata.tree import Symbol, nodes_with_focus
from rehearsal.engines.asl.syntax.template import ArrayTemplate, Literal, ObjectTemplate, Query, Template
from rehearsal.engines.asl.values import Json

T = TypeVar("T", int, float)

_EXPRESSION = re.compile(r"\{%(.*)%\}", re.DOTALL)


class Fields:
    """An object of the definition, and its location."""

    def __init__(self, raw: Any, location: str) -> None:
        if not isinstance(raw, dict):
            raise InvalidDefinitionError("Expected value of type Object", location)
        self.raw: dict[str, Any] = raw
        self.location = location

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def at(self, name: str) -> str:
        return f"{self.location}/{name}"

    def allow(self, names: Collection[str], *, jsonpath: Collection[str] = ()) -> None:
        """Refuses every field outside of `names`; those in `jsonpath` belong to the other query language."""
        for name in self.raw:
            if name in names:
                continue
            if name in jsonpath:
                raise InvalidDefinitionError(
                    f"The QueryLanguage is set to 'JSONata', but field '{name}' is only supported for the 'JSONPath' "
                    "QueryLanguage",
                    self.location,
                )
            raise InvalidDefinitionError(f"Field '{name}' is not supported", self.at(name))

    def require(self, name: str) -> Any:
        if name not in self.raw:
            raise InvalidDefinitionError(f"The field '{name}' is required but was missing", self.location)
        return self.raw[name]

    def text(self, name: str) -> str:
        value = self.require(name)
        if not isinstance(value, str) or not value:
            raise InvalidDefinitionError(f"The field '{name}' must be a non-empty string", self.at(name))
        return value

    def optional_text(self, name: str) -> str | None:
        return self.text(name) if name in self.raw else None

    def choice(self, name: str, values: Collection[str], default: str) -> str:
        value = self.raw.get(name, default)
        if value not in values:
            raise InvalidDefinitionError(
                f"The field '{name}' should have one of these values: [{', '.join(values)}]", self.at(name)
            )
        return str(value)

    def integer(self, name: str, default: int, *, least: int, most: int) -> int:
        value = self.raw.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidDefinitionError(f"The field '{name}' must be an integer from {least} to {most}", self.at(name))
        return value

    def number(self, name: str, default: float, *, least: float) -> float:
        value = self.raw.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < least:
            raise InvalidDefinitionError(f"The field '{name}' must be a number of at least {least}", self.at(name))
        return float(value)

    def array(self, name: str) -> list[Any]:
        value = self.require(name)
        if not isinstance(value, list) or not value:
            raise InvalidDefinitionError(f"The field '{name}' must be a non-empty array", self.at(name))
        return value

    def objects(self, name: str) -> Iterator["Fields"]:
        for position, item in enumerate(self.array(name)):
            yield Fields(item, f"{self.at(name)}[{position}]")

    def template(self, name: str, field: str, sees: frozenset[str]) -> Template | None:
        """The field as a template; `field` names it in causes, `sees` are the $states fields it may read."""
        return read_template(self.raw[name], field, self.at(name), sees) if name in self.raw else None

    def seconds(self, name: str, *, least: int, most: int) -> Template | None:
        """An integer or an expression for one."""
        return self._typed(name, int, f"an integer from {least} to {most}", lambda value: least <= value <= most)

    def string_template(self, name: str) -> Template | None:
        return self._typed(name, str, "a string", lambda value: True)

    def _typed(self, name: str, kind: type, wanted: str, fits: Any) -> Template | None:
        template = self.template(name, name, frozenset())
        if isinstance(template, Query | None):
            return template
        value = template.value if isinstance(template, Literal) else None
        if type(value) is not kind or not fits(value):
            raise InvalidDefinitionError(f"The field '{name}' must be {wanted}, or an expression", self.at(name))
        return template


def read_template(raw: Json, field: str, location: str, sees: frozenset[str]) -> Template:
    """Literal where nothing in it is an expression. Raises InvalidDefinitionError for a broken expression."""
    if isinstance(raw, str):
        return _read_string(raw, field, location, sees)
    if isinstance(raw, dict):
        members = tuple(
            (name, read_template(value, f"{field}/{name}", f"{location}/{name}", sees)) for name, value in raw.items()
        )
        if all(isinstance(member, Literal) for _, member in members):
            return Literal(value=raw)
        return ObjectTemplate(members=members)
    if isinstance(raw, list):
        items = tuple(
            read_template(value, f"{field}[{position}]", f"{location}[{position}]", sees)
            for position, value in enumerate(raw)
        )
        return Literal(value=raw) if all(isinstance(item, Literal) for item in items) else ArrayTemplate(items=items)
    return Literal(value=raw)


def _read_string(raw: str, field: str, location: str, sees: frozenset[str]) -> Template:
    if not (found := _EXPRESSION.fullmatch(raw)):
        if raw.startswith("{%") or raw.endswith("%}"):
            raise InvalidDefinitionError("The JSONata expression isn't opened and closed by '{%' and '%}'", location)
        return Literal(value=raw)
    source = found[1].strip()
    try:
        parsed = expression(source)
    except ExpressionError as refused:
        raise InvalidDefinitionError(
            f"The JSONata expression '{source}' can't be parsed: {refused}", location, "INVALID_JSONATA_EXPRESSION"
        ) from refused
    if refusal := forbidden_reference(parsed.tree, sees):
        raise InvalidDefinitionError(refusal, location, "UNSUPPORTED_JSONATA_EXPRESSION")
    return Query(expression=parsed, source=source, field=field)


def forbidden_reference(tree: Symbol, states_fields: frozenset[str]) -> str | None:
    """The sentence that refuses the expression, or None; `states_fields` are the fields of $states it may read."""
    for node, has_focus in nodes_with_focus(tree):
        match node.type:
            case "variable" if node.value == "$":
                return "Reference to '$$' is not supported."
            case "variable" if node.value == "" and not has_focus:
                return "Reference to '$' at the top level is not supported."
            case "name" if not has_focus:
                return f"Reference to '{node.value}' at the top level is not supported."
            case "path":
                first, *rest = node.steps
                if first.type == "variable" and first.value == "states" and rest and rest[0].type == "name":
                    field = str(rest[0].value)
                    if field in ("result", "errorOutput") and field not in states_fields:
                        return f"Reference to '$states.{field}' is not supported in this field."
    return None
