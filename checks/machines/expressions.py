"""Every `{% … %}` is whole, is JSONata for both engines, and holds nothing that CloudFormation would fill."""

from __future__ import annotations

from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines import npm_jsonata
from checks.machines.states import Path, expression_of, texts
from rehearsal.engines.asl.jsonata.expression import ExpressionError, expression

NAME = "machine-expressions"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """In the deployed text: what CloudFormation leaves unfilled shows there."""
    found = [
        (machine, path, text)
        for machine in deployment.machines.values()
        for path, text in texts(machine.definition)
        if "Comment" not in path
    ]
    queries = [(machine, path, query) for machine, path, text in found if (query := expression_of(text)) is not None]
    yield from _half_open(deployment, found)
    yield from _placeholders(deployment, found)
    try:
        by_npm = npm_jsonata.refusals(tuple(query for _, _, query in queries))
    except npm_jsonata.NpmError as error:
        yield Finding(
            check=NAME,
            where="state_machines",
            problem=f"the expressions could not be read by npm's jsonata {npm_jsonata.VERSION}: {error}",
            remedy="Make npm's registry reachable once; the package stays in .cache/npm.",
        )
        by_npm = (None,) * len(queries)
    for (machine, path, query), theirs in zip(queries, by_npm, strict=True):
        said = [f"jsonata-python: {ours}" for ours in [refusal(query)] if ours]
        said += [f"npm's jsonata: {theirs}"] if theirs else []
        if said:
            yield _finding(deployment, machine, path, f"{query!r} isn't JSONata ({'; '.join(said)})", "Correct it.")


def _half_open(deployment: Deployment, found: list[tuple[DeployedMachine, Path, str]]) -> Iterator[Finding]:
    for machine, path, text in found:
        if ("{%" in text or "%}" in text) and (
            expression_of(text) is None or text != text.strip() or text.count("{%") != 1 or text.count("%}") != 1
        ):
            problem = (
                f"{_short(text)!r} isn't one expression from '{{%' to '%}}': Step Functions takes it as plain text"
            )
            yield _finding(deployment, machine, path, problem, "Let the value begin with {% and end with %}.")


def _placeholders(deployment: Deployment, found: list[tuple[DeployedMachine, Path, str]]) -> Iterator[Finding]:
    for machine, path, text in found:
        if "${" in text:
            problem = f"{_short(text)!r} holds '${{', which CloudFormation replaces by a substitution it must be given"
            yield _finding(
                deployment, machine, path, problem, "Add it to the DefinitionSubstitutions, or write it apart."
            )


def refusal(query: str) -> str | None:
    """What the engine that the rehearsal runs says against the expression."""
    try:
        expression(query)
    except ExpressionError as error:
        return str(error)
    return None


def _finding(deployment: Deployment, machine: DeployedMachine, path: Path, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=deployment.place(machine.source, *path), problem=problem, remedy=remedy)


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}…"


CHECK = Check(
    name=NAME,
    proves="Every expression is opened and closed, parses as JSONata 2.0.6 in Python and in JavaScript, and has no ${.",
    findings=findings,
)
