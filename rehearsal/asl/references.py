"""What an expression refers to, checked when the machine is created rather than in the run that reaches it.

Source: pages "Transforming data with JSONata" ($ and $$ at the top level, unqualified names, no $eval)
and "Passing data between states with variables" ($states.result and errorOutput only where they exist).
"""

from collections.abc import Iterator

from rehearsal.asl.jsonata_engine import Symbol

_CHILD_LISTS = ("steps", "arguments", "expressions", "rhs_terms", "terms", "stages", "predicate")
_CHILDREN = (
    "expression",
    "procedure",
    "body",
    "expr",
    "lhs",
    "rhs",
    "condition",
    "then",
    "_else",
    "pattern",
    "update",
    "delete",
)
_WITH_OWN_FOCUS = frozenset({"stages", "predicate", "terms", "rhs_terms", "pattern", "update", "delete", "expr"})


def forbidden_reference(tree: Symbol, states_fields: frozenset[str]) -> str | None:
    """The sentence that refuses the expression, or None; `states_fields` are the fields of $states it may read."""
    for node, has_focus in _nodes(tree, has_focus=False):
        match node.type:
            case "variable" if node.value in ("", "$") and not has_focus:
                return f"'${node.value}' can't be used at the top level of an expression"
            case "name" if not has_focus:
                return f"The unqualified field name '{node.value}' can't be used at the top level of an expression"
            case "variable" if node.value == "eval":
                return "The function $eval isn't supported: use $parse"
            case "path":
                first, *rest = node.steps
                if first.type == "variable" and first.value == "states" and rest and rest[0].type == "name":
                    field = str(rest[0].value)
                    if field in ("result", "errorOutput") and field not in states_fields:
                        return f"$states.{field} isn't accessible in this field"
    return None


def _nodes(node: Symbol, *, has_focus: bool) -> Iterator[tuple[Symbol, bool]]:
    """Each node with whether `$` means something where it stands."""
    yield node, has_focus
    for attribute in _CHILD_LISTS:
        for position, child in enumerate(_symbols(getattr(node, attribute))):
            inside = has_focus or attribute in _WITH_OWN_FOCUS or (attribute == "steps" and position > 0)
            yield from _nodes(child, has_focus=inside)
    for attribute in _CHILDREN:
        child = getattr(node, attribute)
        if isinstance(child, Symbol):
            yield from _nodes(child, has_focus=has_focus or attribute in _WITH_OWN_FOCUS)
    # An object constructor keeps its pairs in lhs_object; as a group of a path, the path is its focus.
    for pair in node.lhs_object or ():
        for child in _symbols(pair):
            yield from _nodes(child, has_focus=has_focus)
    if isinstance(node.group, Symbol):
        for pair in node.group.lhs_object or ():
            for child in _symbols(pair):
                yield from _nodes(child, has_focus=True)


def _symbols(children: object) -> list[Symbol]:
    return [child for child in children if isinstance(child, Symbol)] if isinstance(children, list | tuple) else []
