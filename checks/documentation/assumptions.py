"""docs/assumptions.md: the facts that aren't confirmed, each with the setting of the model that switches it.

A setting says in its docstring which fact it is about (`[page#anchor]`); facts of docs/reference say which are unsure.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Final

from checks.documentation.facts import CITATION, REFERENCE, Certainty, Fact, facts
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Ec2Settings, SsmSettings, VolumeSettings
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.windows.settings import WindowsSettings

ROOT: Final = Path(__file__).resolve().parents[2]
SETTINGS: Final[tuple[type, ...]] = (
    Ec2Settings,
    VolumeSettings,
    SsmSettings,
    WindowsSettings,
    StorageSettings,
    SqlSettings,
)

HEAD: Final = """# Assumptions

What isn't confirmed on a real system, and what the rehearsal takes for true instead. The procedure must be right
whichever way it is: a story can turn each setting below. A default is what is held most likely, not always the worst.
What is known of each, and where, is behind its link; [reference/README.md](reference/README.md) says how sure the
other facts are.

Written from `docs/reference` and the model's settings by `python -m checks.documentation`; a test holds it current.
Whoever tries one of these on a real system: please record what came out, with Windows' and SQL Server's build.

## Facts with a setting

| not confirmed | setting | default | others | what the setting says |
|---|---|---|---|---|
"""

WITHOUT: Final = """
## Facts without a setting yet

The model has one answer to these, or none.

"""

FIGURES: Final = """
## Durations that no document states

Fields of `Latencies`. A run stretches them by chance within its spread.

| setting | seconds | how known | from |
|---|---|---|---|
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """A setting of the model and the fact that it is about, as `page#anchor`."""

    setting: str
    default: object
    others: tuple[object, ...]
    says: str
    cites: str


def page() -> str:
    """The whole page."""
    unsure = [fact for fact in known_facts() if fact.certainty is Certainty.UNSURE]
    by_fact: dict[str, list[Assumption]] = {}
    for assumption in assumptions():
        by_fact.setdefault(assumption.cites, []).append(assumption)
    rows = "".join(
        f"| {_link(fact)} | `{item.setting}` | {_shown(item.default)} | {_listed(item.others)} | {item.says} |\n"
        for fact in unsure
        for item in by_fact.get(f"{fact.page}#{fact.anchor}", ())
    )
    without = "".join(f"- {_link(fact)}\n" for fact in unsure if f"{fact.page}#{fact.anchor}" not in by_fact)
    return f"{HEAD}{rows}{WITHOUT}{without}{FIGURES}{''.join(_figures())}"


def known_facts(root: Path = ROOT) -> tuple[Fact, ...]:
    """The facts of docs/reference."""
    folder = root / REFERENCE
    return facts({f"{REFERENCE}/{path.name}": path.read_text("utf-8") for path in folder.glob("*.md")})


def assumptions() -> Iterator[Assumption]:
    """Every setting that cites a fact, once for each fact."""
    for settings in SETTINGS:
        said = docstrings(settings)
        for entry in fields(settings):
            for cited in CITATION.finditer(said.get(entry.name, "")):
                yield Assumption(
                    setting=f"{settings.__name__}.{entry.name}",
                    default=entry.default,
                    others=_others(entry.default),
                    says=_words(said[entry.name]),
                    cites=f"{cited['page']}#{cited['anchor']}",
                )


def docstrings(settings: type) -> dict[str, str]:
    """What stands below each field of the class."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(settings))).body
    assert isinstance(definition, ast.ClassDef)
    said: dict[str, str] = {}
    for node, below in zip(definition.body, definition.body[1:], strict=False):
        match node, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                said[name] = inspect.cleandoc(text)
    return said


def _others(default: object) -> tuple[object, ...]:
    """The other values, where the type tells them."""
    match default:
        case bool():
            return (not default,)
        case StrEnum():
            return tuple(other for other in type(default) if other is not default)
        case _:
            return ()


def _words(said: str) -> str:
    return CITATION.sub("", " ".join(said.split())).strip().replace("|", r"\|")


def _listed(values: tuple[object, ...]) -> str:
    return ", ".join(map(_shown, values)) or "–"


def _figures() -> Iterator[str]:
    for entry in fields(Latencies):
        if entry.name in Latencies.uncertain() and entry.default is not MISSING:
            certainty, source = entry.metadata["certainty"], entry.metadata["source"]
            yield f"| `Latencies.{entry.name}` | {entry.default:g} | {certainty} | {source} |\n"


def _link(fact: Fact) -> str:
    return f"[{fact.title.replace('|', chr(92) + '|')}](reference/{fact.page}.md#{fact.anchor})"


def _shown(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case StrEnum():
            return value.value
        case "" | None:
            return "empty" if value == "" else "none"
        case float() | int():
            return f"{value:g}"
        case _:
            return str(value)
