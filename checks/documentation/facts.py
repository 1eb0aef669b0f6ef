"""Facts of docs/reference: their anchors, how sure they are, and what they are cited by.

A fact is a heading of third order with an anchor; its last paragraph begins with how sure it is
(docs/reference/README.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final

REFERENCE: Final = "docs/reference"

CITATION: Final = re.compile(r"\[(?P<page>[a-z0-9-]+)#(?P<anchor>[A-Za-z0-9-]+)\](?!\()")
"""How code and pages cite a fact; a Markdown link whose text looks like one isn't it."""
ANCHOR: Final = re.compile(r'<a id="(?P<anchor>[^"]+)"></a>')
_HEADING = re.compile(r'### <a id="(?P<anchor>[a-z0-9-]+)"></a>(?P<title>.+)')
_CERTAINTY = re.compile(r"\*\*(?P<word>[A-Z][a-z ]+)\*\*:\s+(?P<sources>\S.*)", re.DOTALL)


class Certainty(StrEnum):
    """How sure a fact is."""

    DOCUMENTED = "Documented"
    MEASURED = "Measured"
    FIELD_REPORT = "Field report"
    UNSURE = "Unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """`certainty` is None, and `sources` empty, where the page doesn't say them in the agreed form."""

    page: str
    anchor: str
    title: str
    text: str
    certainty: Certainty | None
    sources: str
    line: int

    @property
    def citation(self) -> str:
        """As code cites it."""
        return f"[{self.page}#{self.anchor}]"


def facts(files: Mapping[str, str]) -> tuple[Fact, ...]:
    """All facts in the pages of docs/reference, by page and place; `files` holds texts by path below the root."""
    return tuple(
        fact
        for path in sorted(files)
        if path.startswith(f"{REFERENCE}/") and path.endswith(".md")
        for fact in _facts_of(PurePosixPath(path).stem, files[path])
    )


def anchors(text: str) -> tuple[str, ...]:
    """All explicit anchors of a page, in order."""
    return tuple(found["anchor"] for found in ANCHOR.finditer(text))


def _facts_of(page: str, text: str) -> Iterator[Fact]:
    lines = text.splitlines()
    begins = [number for number, line in enumerate(lines) if line.startswith("#")]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        heading = _HEADING.fullmatch(lines[begin])
        if heading is None:
            continue
        *said, last = "\n".join(lines[begin + 1 : end]).strip().split("\n\n")
        sure = _CERTAINTY.fullmatch(last)
        known = sure is not None and sure["word"] in set(Certainty)
        yield Fact(
            page=page,
            anchor=heading["anchor"],
            title=heading["title"],
            text="\n\n".join(said),
            certainty=Certainty(sure["word"]) if sure is not None and known else None,
            sources=sure["sources"] if sure is not None and known else "",
            line=begin + 1,
        )
