"""What an expression refers to, checked when the machine is created rather than in the run that reaches it.

Source: pages "Transforming data with JSONata" ($ and $$ at the top level, unqualified names) and "Passing data between
states with variables" ($states.result and errorOutput only where they exist); the sentences as floci measured them
(github.com/floci-io/floci, docs/services/step-functions.md). A call of $eval is accepted and fails in the run.
"""

from rehearsal.engines.asl.jsonata.tree import Symbol, nodes_with_focus


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
