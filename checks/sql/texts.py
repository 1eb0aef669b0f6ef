"""Every T-SQL text runs on the oldest SQL Server that it is for: it parses, and its views and columns exist there.

A place such as {Database} is filled as scripts fill it: with a quoted name, a literal, or one of the words that the
text's own comment lists. Where the server tells capitals from small letters every name must be written as its view
writes it. A text that has a brother for an older version (`<stem>_2016`) is for the versions after it.
Views, columns and the version that brought each: rehearsal/reference/sql-server-views.json; both are looked up as the
engine does at run time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import SCRIPTS
from checks.sql.empty_sql_server import VERSION_OF_YEAR, EmptySqlServer
from rehearsal.engines.tsql import Output, ServerMessage, Session, SqlError, Unsupported, compile_batch
from rehearsal.engines.tsql.values.collation import DEFAULT
from rehearsal.engines.tsql.values.types import nvarchar

NAME = "sql-texts"
FOLDER = "ssm_documents/sql"
OLDEST_YEAR = 2016
CASE_SENSITIVE = "Latin1_General_CS_AS"
_PLACE = re.compile(r"\{([A-Z][A-Za-z]*)\}")
_FILLED = re.compile(r"\b([A-Z][A-Za-z]*) = ConvertTo-CwSql(Name|Literal)\b")
_WORDS = re.compile(r"^--.*?\{([A-Z][A-Za-z]*)\} is ([A-Z0-9_]+(?:(?:, | or )[A-Z0-9_]+)*)", re.MULTILINE)
_COMMENT = re.compile(r"^--.*$", re.MULTILINE)
_PARAMETER = re.compile(r"(?<![@\w])@[a-z_]\w*", re.IGNORECASE)
_USED = re.compile(r"\$CwSql\.([a-z][a-z0-9_]*)")
_GO = re.compile(r"^GO\s*$", re.MULTILINE)
"""What separates the batches of a script for a person's client."""
_YEAR = re.compile(r"_(20\d\d)$")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every text, on each version from its oldest on; a mistake is reported for the oldest that has it."""
    texts = deployment.below(FOLDER, ".sql")
    stems = {path.rpartition("/")[2].removesuffix(".sql"): path for path in texts}
    quoted = dict(_FILLED.findall("\n".join(deployment.below(SCRIPTS, ".ps1").values())))
    for stem, path in stems.items():
        unfilled = _unfilled(texts[path], quoted)
        if unfilled:
            problem = f"no script gives {', '.join(unfilled)} a quoted name or literal, and no comment lists its words"
            yield Finding(check=NAME, where=path, problem=problem, remedy="Correct the place, or list its words.")
            continue
        for year in years_of(stem, stems):
            if (refusal := problem_of(_filled(texts[path], quoted), year)) is not None:
                line, said = refusal
                yield Finding(
                    check=NAME,
                    where=f"{path}:{line}",
                    problem=f"SQL Server {year} says: {said}",
                    remedy="Use what that version has, or add a text of its own for it.",
                )
                break
        else:
            yield from _case_findings(path, _filled(texts[path], quoted), years_of(stem, stems)[-1])
    scripts = deployment.below(SCRIPTS, ".ps1")
    used = {stem: path for path, text in scripts.items() for stem in _USED.findall(text)}
    for stem in sorted(set(used) ^ set(stems)):
        if stem in stems:
            yield Finding(check=NAME, where=stems[stem], problem="no script uses it", remedy="Use it or delete it.")
        else:
            problem = f"$CwSql.{stem} has no file {stem}.sql below {FOLDER}"
            yield Finding(check=NAME, where=used[stem], problem=problem, remedy="Write it, or correct the name.")


def _case_findings(path: str, text: str, year: int) -> Iterator[Finding]:
    remedy = "Write it as it is written where it comes from: a server may tell capitals from small letters."
    if (refusal := problem_of(text, year, collation=CASE_SENSITIVE)) is not None:
        line, said = refusal
        problem = f"SQL Server with the collation {CASE_SENSITIVE} says: {said}"
        yield Finding(check=NAME, where=f"{path}:{line}", problem=problem, remedy=remedy)
    written = dict.fromkeys(_PARAMETER.findall(text))
    folded: dict[str, str] = {}
    for name in written:
        if folded.setdefault(name.lower(), name) != name:
            problem = f"{name} is also written {folded[name.lower()]}"
            yield Finding(check=NAME, where=path, problem=problem, remedy=remedy)


def parameters_of(text: str) -> list[str]:
    """Names after `@` that the text doesn't declare itself: what its caller gives."""
    return list(dict.fromkeys(_PARAMETER.findall(text)))


def outputs_of(text: str, year: int, *, collation: str = DEFAULT) -> list[Output]:
    """What an empty server of the version answers. Raises Unsupported."""
    server = EmptySqlServer(VERSION_OF_YEAR[year], collation)
    session = Session(server=server, compile=compile_batch, login="sa")
    batches = _GO.split(text)
    if len(batches) > 1:
        return [output for batch in batches for output in session.execute(batch)]
    parameters = {name: (nvarchar(4000), "1") for name in parameters_of(text)}
    return session.execute(text, parameters)


def problem_of(text: str, year: int, *, collation: str = DEFAULT) -> tuple[int, str] | None:
    """(line, what the server says) of the first error; None when the text runs there."""
    try:
        outputs = outputs_of(text, year, collation=collation)
    except Unsupported as refusal:
        return 1, str(refusal)
    for output in outputs:
        message = output.messages[0] if isinstance(output, SqlError) else output
        if isinstance(message, ServerMessage) and message.severity > 10:
            return message.line, f"Msg {message.number}, {message.text}"
    return None


def _unfilled(text: str, quoted: dict[str, str]) -> list[str]:
    words = dict(_WORDS.findall(text))
    return [
        f"{{{place}}}" for place in dict.fromkeys(_PLACE.findall(text)) if place not in quoted and place not in words
    ]


def _filled(text: str, quoted: dict[str, str]) -> str:
    """The text with each place filled; with words, once for each word."""
    words = {place: re.split(r", | or ", listed) for place, listed in _WORDS.findall(text)}
    statement = _COMMENT.sub("", text)
    for place, how in quoted.items():
        statement = statement.replace(f"{{{place}}}", "[name]" if how == "Name" else "N'name'")
    for place, listed in words.items():
        if f"{{{place}}}" in statement:
            statement = "".join(statement.replace(f"{{{place}}}", word) for word in listed)
    return statement


def years_of(stem: str, stems: Mapping[str, str]) -> list[int]:
    """The versions that a text is for."""
    years = sorted(VERSION_OF_YEAR)
    own = _YEAR.search(stem)
    if own is not None:
        return [int(own[1])]
    newest_brother = max((year for year in years if f"{stem}_{year}" in stems), default=0)
    return [year for year in years if year > newest_brother and year >= OLDEST_YEAR]


CHECK = Check(
    name=NAME,
    proves="Every T-SQL text is used, parses, and names views and columns of the oldest SQL Server that it is for.",
    findings=findings,
)
