"""docs/error-codes.md: the index of all codes; each has a page of its own (`error_pages.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cachewarden.codes import CATALOGUE, CatalogueEntry

HEAD: Final = """# Error codes

Every code that a verdict, a message, the tag `cachewarden:last-error` or a log line can carry. The page of a code
says what happened, whether the data is safe, what to do and what not to do; every message links to its page. Index and
pages are written from `ssm_documents/codes.yaml` and `code_pages.yaml` by `python -m checks.documentation`; a test
holds them current.

On a node, acts that end are events of Windows as well: log Application, source CacheWarden, the code's number for an id
(CW1001 is event 1001). A code never changes its meaning. Its outcome says what happened, the exit code of a host script
says the same:

| outcome | exit code | meaning |
|---|---|---|
| done, already, started | 0 | it was done, was so already, or goes on in the host's worker |
| refused | 10 | a condition isn't met, nothing was changed |
| refused | 11 | as 10, and a person is needed |
| retry | 20 | it may be otherwise soon: the same act is tried again |
| partial | 30 | partly done: run the same document again, it goes on from what it finds |
| failed | 40 | something went wrong while changing |
| data-loss | 50 | data loss was seen: nothing goes on by itself |
"""

SUBJECTS: Final = {
    "1": "Storage",
    "2": "SQL Server and Availability Groups",
    "3": "Host, worker, token",
    "4": "EC2 and Systems Manager",
    "5": "Lease, requests, events",
    "6": "Refusals of the decision",
}
"""By the code's first digit."""


def page() -> str:
    """The whole page."""
    return "".join((HEAD, *_sections(CATALOGUE.values())))


def _sections(entries: Iterable[CatalogueEntry]) -> Iterator[str]:
    ordered = sorted(entries, key=lambda entry: entry.code.value)
    for digit, subject in SUBJECTS.items():
        rows = [entry for entry in ordered if entry.code.value[2] == digit]
        if rows:
            yield f"\n## {subject}\n\n| code | name | outcome | what it says |\n|---|---|---|---|\n"
            yield from map(_row, rows)


def _row(entry: CatalogueEntry) -> str:
    code = entry.code.value
    outcome = f"{entry.outcome} ({entry.exit_code})"
    cells = (f'<a id="{code}"></a>[`{code}`](errors/{code}.md)', entry.name, outcome, entry.sentence)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"
