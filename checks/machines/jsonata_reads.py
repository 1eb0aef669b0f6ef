"""What an expression reads: the variables that it needs from its machine, and the plain paths into them."""

from __future__ import annotations

from functools import cache

from rehearsal.engines.asl.jsonata.expression import ExpressionError, expression
from rehearsal.engines.asl.jsonata.functions import FUNCTION_NAMES
from rehearsal.engines.asl.jsonata.tree import Symbol, all_nodes, plain_names


@cache
def variables(query: str) -> tuple[str, ...]:
    """Names after `$` that neither the expression itself binds nor JSONata or Step Functions gives, in order.

    Nothing for text that isn't JSONata: another check says so.
    """
    nodes = _nodes(query)
    own = set(_bound(nodes))
    read = [str(node.value) for node in nodes if node.type == "variable" and node.value not in ("", "$", "states")]
    return tuple(name for name in dict.fromkeys(read) if name not in own and name not in FUNCTION_NAMES)


@cache
def paths(query: str) -> tuple[tuple[str, ...], ...]:
    """Paths of names and dots that begin at a variable: `("states", "result", "Payload")`, `("decision", "kind")`."""
    nodes = _nodes(query)
    own = set(_bound(nodes))
    found: dict[tuple[str, ...], None] = {}
    for node in nodes:
        if node.type != "path" or not node.steps or node.steps[0].type != "variable":
            continue
        names = plain_names(node) or _plain_beginning(node)
        if len(names) > 1 and names[0] not in own:
            found[names] = None
    return tuple(found)


def _plain_beginning(path: Symbol) -> tuple[str, ...]:
    """The names up to the first step that is more than a name: `$x.a.b[0].c` gives x, a, b."""
    names: list[str] = []
    for position, step in enumerate(path.steps):
        if step.type != ("variable" if position == 0 else "name") or step.value in ("", "$"):
            break
        names.append(str(step.value))
        if step.predicate is not None or step.stages is not None:
            break
    return tuple(names)


def _bound(nodes: tuple[Symbol, ...]) -> list[str]:
    bound: list[str] = []
    for node in nodes:
        if node.type == "bind" and isinstance(node.lhs, Symbol):
            bound.append(str(node.lhs.value))
        elif node.type == "lambda":
            bound += [str(argument.value) for argument in node.arguments or ()]
        bound += [str(name) for name in (node.focus, node.index) if isinstance(name, str)]
    return bound


@cache
def _nodes(query: str) -> tuple[Symbol, ...]:
    try:
        return tuple(all_nodes(expression(query).tree))
    except ExpressionError:
        return ()
