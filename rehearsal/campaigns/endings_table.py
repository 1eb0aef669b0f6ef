"""The table of endings: for each story, fact and fault the ending that it reached, so that a worse one is seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rehearsal.campaigns.ending import Ending
from rehearsal.campaigns.trials import Trial, TrialResult
from rehearsal.faults import fault_from_text

_ROW: Final = re.compile(r"^\| `(?P<story>[\w-]+)` \| `(?P<variation>[^`]+)` \| (?P<ending>[a-z ]+) \|")
_COUNTS: Final = re.compile(r"^\| `(?P<story>[\w-]+)` \| \d+ \|(?P<counts>[^`]+)\|$")
_BEGIN: Final = """# Endings

How each story ends when one uncertain fact is otherwise than the model takes it, or when one fault happens
([faults.md](faults.md)); `cachewarden rehearse --list-facts` lists the facts. A fact that a story never reads
changes nothing in it and isn't run. Written by
`cachewarden endings --write docs/endings.md`; a test runs a sample again, and a worse ending than the one written here
fails it. From best to worst: as declared (all that the story declares has come about), goal (reached, by more or other
acts), in service (the goal was given up, the node serves), refused (nothing was begun), attention (a person was
called), unsafe. With `--add-to` a page keeps the stories that aren't run: each has the rows of its own last run.
"""


def variation(trial: Trial) -> str:
    """What distinguishes it from the story alone: facts with their value, faults by point and kind.

    Which of the many places of a point is meant depends on the tree, and isn't said; external faults have none, but a
    node.
    """
    return "; ".join((*trial.facts, *map(_kind_of_fault, trial.faults))) or "as it is"


def _kind_of_fault(text: str) -> str:
    fault = fault_from_text(text)
    node = f" node={fault.where['node']}" if fault.when is not None and "node" in fault.where else ""
    return f"{fault.point} {fault.kind.value}{node}"


def page(results: Iterable[TrialResult], *former: str) -> Iterator[str]:
    """The lines of docs/endings.md. `former`: pages, of which the stories that aren't among the results stay."""
    counts: dict[str, Counter[Ending]] = {}
    otherwise: dict[str, list[str]] = {}
    for text in former:
        for row in filter(None, map(_COUNTS.match, text.splitlines())):
            cells = row["counts"].split("|")
            counts[row["story"]] = Counter(
                {ending: int(cell) for ending, cell in zip(Ending, cells, strict=True) if cell.strip() != "–"}
            )
            otherwise[row["story"]] = [
                line for line in text.splitlines() if (told := _ROW.match(line)) and told["story"] == row["story"]
            ]
    by_story: dict[str, list[TrialResult]] = {}
    for result in results:
        by_story.setdefault(result.trial.story, []).append(result)
    for story, found in by_story.items():
        counts[story] = Counter(result.ending for result in found)
        otherwise[story] = [_row(result) for result in found if result.ending is not Ending.DECLARED]
    every = sum(counts.values(), Counter[Ending]())
    yield from _BEGIN.splitlines()
    yield ""
    reached = (every[Ending.DECLARED] + every[Ending.GOAL]) / (every.total() or 1)
    yield f"{every.total()} runs, {reached:.1%} at their goal or as declared."
    yield ""
    yield "| story | runs | " + " | ".join(ending.value for ending in Ending) + " |"
    yield "|---" * (len(Ending) + 2) + "|"
    for story, count in counts.items():
        yield f"| `{story}` | {count.total()} | " + " | ".join(str(count[ending] or "–") for ending in Ending) + " |"
    yield ""
    yield "## Runs that end otherwise than declared"
    yield ""
    yield "| story | with | ending | code |"
    yield "|---|---|---|---|"
    for rows in otherwise.values():
        yield from rows


def _row(result: TrialResult) -> str:
    return f"| `{result.trial.story}` | `{variation(result.trial)}` | {result.ending.value} | {result.code or '–'} |"


def read(text: str) -> Mapping[tuple[str, str], Ending]:
    """Story and variation -> ending, of the rows of a page; what it doesn't name ends as declared."""
    found = filter(None, map(_ROW.match, text.splitlines()))
    return {(row["story"], row["variation"]): Ending(row["ending"]) for row in found}


def worse(result: TrialResult, table: Mapping[tuple[str, str], Ending]) -> str | None:
    """What is worse than the table says, with the command that replays it; None if nothing is."""
    known = table.get((result.trial.story, variation(result.trial)), Ending.DECLARED)
    if not result.ending.worse_than(known):
        return None
    problems = "; ".join(result.problems)
    return (
        f"{result.ending.value} instead of {known.value}: {result.trial.command}{f' ({problems})' if problems else ''}"
    )
