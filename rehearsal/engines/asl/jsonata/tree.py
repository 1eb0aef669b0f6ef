"""The shape of JSONata syntax trees: all nodes of one, and which paths are plain names."""

from collections.abc import Iterator

from jsonata.parser import Parser

Symbol = Parser.Symbol

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


def all_nodes(tree: Symbol) -> Iterator[Symbol]:
    for node, _ in nodes_with_focus(tree):
        yield node


def nodes_with_focus(node: Symbol, *, has_focus: bool = False) -> Iterator[tuple[Symbol, bool]]:
    """Each node, and whether `$` has a meaning there (there is no input document)."""
    yield node, has_focus
    for child, inside in _children(node, has_focus):
        yield from nodes_with_focus(child, has_focus=inside)


def depth(node: Symbol) -> int:
    """How deep nodes are nested."""
    return 1 + max((depth(child) for child, _ in _children(node, False)), default=0)


def _children(node: Symbol, has_focus: bool) -> Iterator[tuple[Symbol, bool]]:
    for attribute in _CHILD_LISTS:
        for position, child in enumerate(_symbols(getattr(node, attribute))):
            yield child, has_focus or attribute in _WITH_OWN_FOCUS or (attribute == "steps" and position > 0)
    for attribute in _CHILDREN:
        child = getattr(node, attribute)
        if isinstance(child, Symbol):
            yield child, has_focus or attribute in _WITH_OWN_FOCUS
    # An object constructor keeps its pairs in lhs_object; as a group of a path, the path is its focus.
    for pair in node.lhs_object or ():
        for child in _symbols(pair):
            yield child, has_focus
    if isinstance(node.group, Symbol):
        for pair in node.group.lhs_object or ():
            for child in _symbols(pair):
                yield child, True


def plain_names(path: Symbol) -> tuple[str, ...] | None:
    """`("x", "a")` for `$x.a`, `("a", "b")` for `a.b`; None for any path with more to it than names and dots."""
    if path.group is not None or path.keep_singleton_array or not path.steps:
        return None
    first = path.steps[0]
    if first.type == "variable" and first.value in ("", "$"):
        return None
    for position, step in enumerate(path.steps):
        if step.type != "name" and (position > 0 or step.type != "variable"):
            return None
        extras = (step.predicate, step.stages, step.group, step.focus, step.index, step.tuple, step.ancestor)
        if step.keep_array or any(extra is not None for extra in extras):
            return None
    return tuple(str(step.value) for step in path.steps)


def _symbols(children: object) -> list[Symbol]:
    return [child for child in children if isinstance(child, Symbol)] if isinstance(children, list | tuple) else []
