"""What an item of ORDER BY means in a query with a select list."""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.engines.tsql.compiler.scope import Context
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression


def output_position(expression: Expression, names: Sequence[str], context: Context) -> int | None:
    """The select list entry an ORDER BY item means: by its number, or by its name."""
    match expression:
        case nodes.Literal(value=int() as number):
            if not 1 <= number <= len(names):
                raise context.error(
                    expression, 108, f"The ORDER BY position number {number} is out of range of the number of items "
                    "in the select list.",
                )  # fmt: skip
            return number - 1
        case nodes.Column(folded=(name,)):
            matches = [position for position, known in enumerate(names) if known.lower() == name]
            if len(matches) > 1:
                raise context.error(expression, 209, f"Ambiguous column name '{expression.parts[-1]}'.")
            return matches[0] if matches else None
        case _:
            return None
