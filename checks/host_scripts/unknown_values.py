"""What a host couldn't read isn't reported as zero or as absent [architecture, principle 6].

Looked for are errors that are silenced (`-ErrorAction SilentlyContinue`, `Ignore`), zeros that a fact begins as
(`[long] 0`, a member of a table that is 0), `@($null)`, and branches that give an empty value where something is
`$null`; `silent_values.py` lists those that are right, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.silent_values import ALLOWED
from checks.host_scripts.sources import host_scripts, place
from rehearsal.engines.powershell.syntax import nodes

NAME = "host-unknown-values"
SILENT = frozenset({"silentlycontinue", "ignore"})
_LIST = "checks/host_scripts/silent_values.py"
_REMEDY = f"Let the error end the action, or report $null; where it is right, list it in {_LIST}."


def findings(deployment: Deployment, allowed: Mapping[str, Mapping[str, str]] = ALLOWED) -> Iterator[Finding]:
    """Every such place that isn't allowed, and every permission that nothing needs any more."""
    used: set[tuple[str, str]] = set()
    for script in host_scripts(deployment):
        for node in _silent(script.tree) if script.tree is not None else ():
            told = " ".join(node.extent.text.split())
            used.add((script.stem, told))
            if told not in allowed.get(script.stem, {}):
                problem = f"what couldn't be read may look like nothing: {told}"
                yield Finding(check=NAME, where=place(script.path, node.extent), problem=problem, remedy=_REMEDY)
    for stem, texts in allowed.items():
        for told in texts:
            if (stem, told) not in used:
                problem = f"nothing in {stem} says {told} any more"
                yield Finding(check=NAME, where=_LIST, problem=problem, remedy="Take it off the list.")


def _silent(tree: nodes.ScriptBlock) -> Iterator[nodes.Node]:
    for node in tree.descendants():
        match node:
            case nodes.Command() if _silences(node):
                yield node
            case nodes.ConvertExpression(child=nodes.Constant(value=0)):
                yield node
            case nodes.HashtablePair(value=nodes.Pipeline(elements=(nodes.CommandExpression(expression=value),))) if (
                isinstance(value, nodes.Constant) and value.value == 0
            ):
                yield node
            case nodes.ArrayExpression(block=block) if block.extent.text.strip().lower() == "$null":
                yield node
            case nodes.If(clauses=clauses):
                for clause in clauses:
                    if _asks_for_null(clause.condition) and _gives_empty(clause.body):
                        yield node


def _silences(command: nodes.Command) -> bool:
    for place_, element in enumerate(command.elements):
        if isinstance(element, nodes.CommandParameter) and element.name.lower() == "erroraction":
            given = element.argument if element.argument is not None else command.elements[place_ + 1]
            return given.extent.text.strip("'\"").lower() in SILENT
    return False


def _asks_for_null(condition: nodes.Node) -> bool:
    text = "".join(condition.extent.text.lower().split())
    return text.startswith("$null-eq") or text.endswith("-eq$null")


def _gives_empty(body: nodes.StatementBlock) -> bool:
    text = body.extent.text.strip().removeprefix("{").removesuffix("}").strip().removeprefix("return").strip()
    return text in ("0", "''", '""', "@()", "@{}", "$false")


CHECK = Check(
    name=NAME,
    proves="No host script reports what it couldn't read as zero or absent; the list of exceptions says why.",
    findings=findings,
)
