"""Columns that scripts read of a row are columns of the query, and parameters that they give are its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.script_reading import reading_of
from checks.host_scripts.script_types import ANY_KEY, SqlRow
from checks.host_scripts.sources import host_scripts, place
from checks.sql.texts import FOLDER, outputs_of, parameters_of, problem_of, years_of
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.tsql import ResultSet

NAME = "sql-rows"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Where the query of a row can be read off the source; a text that doesn't run is another check's finding."""
    paths = deployment.below(FOLDER, ".sql")
    texts = {path.rpartition("/")[2].removesuffix(".sql"): text for path, text in paths.items()}
    columns = {stem: columns_of(stem, text, texts) for stem, text in texts.items()}
    reading = reading_of(host_scripts(deployment))
    for script, member, kind in reading.reads:
        if not (isinstance(kind, SqlRow) and isinstance(member, nodes.StringConstant)):
            continue
        for stem in kind.stems:
            known = columns.get(stem)
            if known is not None and member.value.lower() not in known:
                where, problem = place(script.path, member.extent), f"{stem}.sql gives no column {member.value}"
                yield Finding(check=NAME, where=where, problem=problem, remedy=f"It gives {', '.join(known)}.")
    for script, command, text, given in reading.queries:
        for stem in text.stems:
            if stem not in texts or (given is not None and ANY_KEY in given.members):
                continue
            names = set(given.members) if given is not None else set()
            wanted = {name.removeprefix("@").lower() for name in parameters_of(texts[stem])}
            if names != wanted:
                problem = f"{stem}.sql takes {_listed(wanted)}, it is given {_listed(names)}"
                where = place(script.path, command.extent)
                yield Finding(check=NAME, where=where, problem=problem, remedy="Give each parameter of the text.")


def columns_of(stem: str, text: str, texts: Mapping[str, str]) -> tuple[str, ...] | None:
    """Lower-case names of what the text's query gives; None when it gives no rows or doesn't run."""
    year = years_of(stem, texts)[0]
    if "{" in text or problem_of(text, year) is not None:
        return None
    results = [output for output in outputs_of(text, year) if isinstance(output, ResultSet)]
    return tuple(column.name.lower() for column in results[0].columns) if results else None


def _listed(names: set[str]) -> str:
    return ", ".join(f"@{name}" for name in sorted(names)) or "no parameters"


CHECK = Check(
    name=NAME,
    proves="Every column that a script reads of a row is one of its query's; every query gets its parameters.",
    findings=findings,
)
