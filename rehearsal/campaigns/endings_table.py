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
_BEGIN: Final = """# Endings

How each story ends when one uncertain fact is otherwise than the model takes it, or when one fault happens
([faults.md](faults.md)); `cachewarden rehearse --list-facts` lists the facts. A fact that a story never reads
changes nothing in it and isn't run. Written by
`cachewarden endings --write docs/endings.md`; a test runs a sample again, and a worse ending than the one written here
fails it. From best to worst: as declared (all that the story declares has come about), goal (reached, by more or other
acts), in service (the goal was given up, the node serves), refused (nothing was begun), attention (a person was
called), unsafe.
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


def page(results: Iterable[TrialResult]) -> Iterator[str]:
    """The lines of docs/endings.md."""
    by_story: dict[str, list[TrialResult]] = {}
    for result in results:
        by_story.setdefault(result.trial.story, []).append(result)
    every = [result for found in by_story.values() for result in found]
    yield from _BEGIN.splitlines()
    yield ""
    reached = sum(result.ending in (Ending.DECLARED, Ending.GOAL) for result in every)
    yield f"{len(every)} runs, {reached / len(every):.1%} at their goal or as declared."
    yield ""
    yield "| story | runs | " + " | ".join(ending.value for ending in Ending) + " |"
    yield "|---" * (len(Ending) + 2) + "|"
    for story, found in by_story.items():
        count = Counter(result.ending for result in found)
        yield f"| `{story}` | {len(found)} | " + " | ".join(str(count[ending] or "–") for ending in Ending) + " |"
    yield ""
    yield "## Runs that end otherwise than declared"
    yield ""
    yield "| story | with | ending | code |"
    yield "|---|---|---|---|"
    for result in every:
        if result.ending is not Ending.DECLARED:
            code = result.code or "–"
            yield f"| `{result.trial.story}` | `{variation(result.trial)}` | {result.ending.value} | {code} |"


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
