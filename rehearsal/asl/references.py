"""What an expression refers to, checked when the machine is created rather than in the run that reaches it.

Source: pages "Transforming data with JSONata" ($ and $$ at the top level, unqualified names, no $eval)
and "Passing data between states with variables" ($states.result and errorOutput only where they exist).
"""

from rehearsal.asl.jsonata_tree import Symbol, nodes_with_focus


def forbidden_reference(tree: Symbol, states_fields: frozenset[str]) -> str | None:
    """The sentence that refuses the expression, or None; `states_fields` are the fields of $states it may read."""
    for node, has_focus in nodes_with_focus(tree):
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
