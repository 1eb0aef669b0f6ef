"""docs/decision-table.md: the rules of each goal in the order in which they are asked, as `decide.table()` has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cachewarden.procedures.decide import table

HEAD: Final = """# Decision table

How the next step is decided. Each goal has a list of rules in order of danger. They are asked one after the other with
the evidence of this moment; the first that has an answer gives the decision: execute an act, wait, refuse, abandon the
goal, or complete. Nothing is remembered but the request, the lease, saved replica modes and counts of attempts, so the
same table resumes what was cut off.

Four things hold whatever a rule answers: no act without the cluster's lease; stop protection is on unless the proof of
evacuation was just taken; waiting that has no end of its own ends in a refusal; before a way back is refused, and
while it waits long for other groups, the saved modes of groups that are whole on the node are put back.

Written from `decide.table()` by `python -m checks.documentation`; a test holds it current. A rule's sentence is its
docstring, its name the function's (`lambdas/cachewarden`).
"""

_TITLE = re.compile(r"Goal \w+")
_PART = re.compile(r"(?P<whose>Of .+), by (?P<rule>\w+)")
_RULE = re.compile(r"\s*(?P<number>\d+)\s+(?P<name>\w+)\s+(?P<says>.+)")


def page() -> str:
    """The whole page."""
    return "".join((HEAD, *_lines(table().splitlines())))


def _lines(lines: list[str]) -> Iterator[str]:
    in_rows = False
    for line in lines:
        rule, part = _RULE.fullmatch(line), _PART.fullmatch(line)
        if _TITLE.fullmatch(line):
            yield f"\n## {line}\n\n"
        elif part is not None:
            yield f"\n{part['whose']}, by `{part['rule']}`:\n\n"
        elif rule is not None:
            if not in_rows:
                yield "| | rule | what it says |\n|---|---|---|\n"
            yield f"| {rule['number']} | `{rule['name']}` | {rule['says'].replace('|', chr(92) + '|')} |\n"
        elif line.strip():
            yield f"{line.strip()}.\n"
        in_rows = rule is not None
