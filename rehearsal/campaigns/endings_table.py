"""The table of endings: for each story, fact and fault the ending that it reached, so that a worse one is seen."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rehearsal.campaigns.ending import Ending
from rehearsal.campaigns.trials import Trial, TrialResult
from rehearsal.faults import FaultError, fault_from_text

_ROW: Final = re.compile(r"^\| `(?P<story>[\w-]+)` \| (?P<ending>[a-z ]+) \| [^|`]+ \| (?P<variations>`.+`) \|$")
_FAULTED: Final = re.compile(r"^Stories that were played with faults: (?P<stories>`.+`)\.$")
_TOLD: Final = re.compile(r"`([^`]+)`")
_FACT: Final = re.compile(r"\w+\.\w+=")
_COUNTS: Final = re.compile(r"^\| `(?P<story>[\w-]+)` \| \d+ \| [^|`]+ \|(?P<counts>[^`]+)\|$")
_OPTION: Final = "--fault "
_BEGIN: Final = """# Endings

How each story ends when one uncertain fact is otherwise than the model takes it, or when one fault happens
([faults.md](faults.md)); `cachewarden rehearse --list-facts` lists the facts. A fact that a story never reads
changes nothing in it and isn't run. Written by
`cachewarden endings --write docs/endings.md`; a test runs a sample again, and a worse ending than the one written here
fails it. From best to worst: as declared (all that the story declares has come about), goal (reached, by more or other
acts), in service (the goal was given up, the node serves), refused (nothing was begun), attention (a person was
called), unsafe. All stories take an hour or two: the page is written after each, `--resume` goes on with those that it
hasn't, and `--add-to` renews some. So each story has the rows of its own last run.

**What isn't listed ended as declared**: a value of a fact that a story's rows don't name was played and changed nothing
that the story declares, or the story never reads the fact. Facts are played with every story; replay a row with
`cachewarden rehearse STORY --fact 'PART.NAME=VALUE'`. Faults are played with few stories, which pass every part of the
product between them: each kind at each point that the story reaches, at one of its places, and what comes from outside
once for each node. Their rows have the `--fault` that replays them. With another version of the product a place may be
another one: a run is compared with the row of its story, point, kind and, for what comes from outside, node.
"""


def variation(trial: Trial) -> str:
    """What distinguishes it from the story alone: facts with their value, faults by point and kind.

    Which of the many places of a point is meant depends on the tree, and isn't said; external faults have none, but a
    node.
    """
    return "; ".join((*trial.facts, *map(_kind_of_fault, trial.faults))) or "as it is"


def _told(trial: Trial) -> str:
    """What a row says of it: a fact with its value, or the option that replays its fault."""
    if len(trial.faults) != 1 or trial.facts or "`" in trial.faults[0]:
        return variation(trial)
    return f"{_OPTION}{shlex.quote(trial.faults[0])}".replace("|", r"\|")


def _variation_of(told: str) -> str:
    """The variation of what a row says; rows of an older page say it themselves."""
    if not told.startswith(_OPTION):
        return told
    try:
        return _kind_of_fault("".join(shlex.split(told.removeprefix(_OPTION).replace(r"\|", "|"))))
    except (FaultError, ValueError):  # a point that isn't there any more: no run is compared with it
        return told


def _kind_of_fault(text: str) -> str:
    fault = fault_from_text(text)
    node = f" node={fault.where['node']}" if fault.when is not None and "node" in fault.where else ""
    return f"{fault.point} {fault.kind.value}{node}"


def page(results: Iterable[TrialResult], *former: str) -> Iterator[str]:
    """The lines of docs/endings.md. `former`: pages, of which the stories that aren't among the results stay."""
    counts: dict[str, Counter[Ending]] = {}
    otherwise: dict[str, list[str]] = {}
    faulted: dict[str, bool] = {}
    for text in former:
        for row in filter(None, map(_COUNTS.match, text.splitlines())):
            cells = row["counts"].split("|")
            counts[row["story"]] = Counter(
                {ending: int(cell) for ending, cell in zip(Ending, cells, strict=True) if cell.strip() != "–"}
            )
            otherwise[row["story"]] = [
                line for line in text.splitlines() if (told := _ROW.match(line)) and told["story"] == row["story"]
            ]
        faulted |= dict.fromkeys(_faulted(text), True)
    by_story: dict[str, list[TrialResult]] = {}
    for result in results:
        by_story.setdefault(result.trial.story, []).append(result)
    for story, found in by_story.items():
        counts[story] = Counter(result.ending for result in found)
        otherwise[story] = list(_rows(story, found))
        faulted[story] = any(result.trial.faults for result in found)
    every = sum(counts.values(), Counter[Ending]())
    yield from _BEGIN.splitlines()
    yield ""
    yield f"{len(counts)} stories, {every.total()} runs, {_share_at_goal(every)} at their goal or as declared."
    yield ""
    named = ", ".join(f"`{story}`" for story in counts if faulted.get(story))
    yield f"Stories that were played with faults: {named or 'none'}."
    yield ""
    yield "| story | runs | at its goal | " + " | ".join(ending.value for ending in Ending) + " |"
    yield "|---" * (len(Ending) + 3) + "|"
    for story, count in counts.items():
        cells = (str(count.total()), _share_at_goal(count), *(str(count[ending] or "–") for ending in Ending))
        yield f"| `{story}` | {' | '.join(cells)} |"
    yield ""
    yield "## Runs that end otherwise than declared"
    yield ""
    yield "| story | ending | code | with |"
    yield "|---|---|---|---|"
    for rows in otherwise.values():
        yield from rows


def _share_at_goal(count: Counter[Ending]) -> str:
    return f"{(count[Ending.DECLARED] + count[Ending.GOAL]) / (count.total() or 1):.1%}"


def _rows(story: str, results: Iterable[TrialResult]) -> Iterator[str]:
    """A row for each ending and code, the worst first; what ends as declared has none."""
    found: dict[tuple[Ending, str], dict[str, None]] = {}
    for result in results:
        if result.ending is not Ending.DECLARED:
            found.setdefault((result.ending, result.code or "–"), {})[f"`{_told(result.trial)}`"] = None
    for ending in reversed(Ending):
        for (has, code), variations in found.items():
            if has is ending:
                yield f"| `{story}` | {ending.value} | {code} | {', '.join(variations)} |"


def _faulted(text: str) -> Iterator[str]:
    """Stories that a page says were played with faults; of an older page, which doesn't, those with a fault's row."""
    for line in text.splitlines():
        if said := _FAULTED.match(line):
            yield from _TOLD.findall(said["stories"])
        elif (row := _ROW.match(line)) and not all(map(_FACT.match, _TOLD.findall(row["variations"]))):
            yield row["story"]


def is_page(text: str) -> bool:
    """Whether the text is a page of endings, of whatever version."""
    return text.splitlines()[:1] == _BEGIN.splitlines()[:1]


def stories(text: str) -> frozenset[str]:
    """Those that a page has."""
    return frozenset(row["story"] for row in filter(None, map(_COUNTS.match, text.splitlines())))


def read(text: str) -> Mapping[tuple[str, str], Ending]:
    """Story and variation -> ending, of the rows of a page; what it doesn't name ends as declared."""
    return {
        (row["story"], _variation_of(told)): Ending(row["ending"])
        for row in filter(None, map(_ROW.match, text.splitlines()))
        for told in _TOLD.findall(row["variations"])
    }


def worse(result: TrialResult, table: Mapping[tuple[str, str], Ending]) -> str | None:
    """What is worse than the table says, with the command that replays it; None if nothing is."""
    known = table.get((result.trial.story, variation(result.trial)), Ending.DECLARED)
    if not result.ending.worse_than(known):
        return None
    problems = "; ".join(result.problems)
    return (
        f"{result.ending.value} instead of {known.value}: {result.trial.command}{f' ({problems})' if problems else ''}"
    )
