"""Hostile texts to every place where a text from outside ends up: none becomes part of what it stands in."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.attacks.attacked_cluster import attacked
from tests.fuzz import hostile
from tests.fuzz.strings.host import STATEMENTS, Host, in_units
from tests.fuzz.strings.sinks import SINKS, Judge, document_parameters
from tests.fuzz.strings.tsql_oracle import parts
from tests.fuzz.summary import Finding, Summary

BATCH = 50
"""Names that a host's script gets at once."""
BENIGN = "sales"


def run(templates: Mapping[str, Mapping[str, Any]], *, seed: int, count: int, tell: Callable[[int], None]) -> Summary:
    """Each text goes to every sink of the functions and documents, and to one of the host's statements."""
    summary = Summary(name="strings", seed=seed)
    draw = random.Random(f"strings/{seed}")
    texts = [hostile.text(draw) for _ in range(count)]
    summary.seen["texts"] = count
    with attacked(templates, seed=seed) as scene:
        documents = document_parameters(scene.cluster.account.documents)
    for number, text in enumerate(texts):
        for sink, judge in SINKS.items():
            _judged(summary, number, text, sink, judge)
        for sink, judge in documents.items():
            _judged(summary, number, text, sink, judge, counted="documents' parameters")
        tell(number + 1)
    _on_hosts(summary, texts, draw)
    return summary


def _judged(summary: Summary, number: int, text: str, sink: str, judge: Judge, *, counted: str | None = None) -> None:
    summary.seen[counted or sink] += 1
    try:
        wrong = judge(text)
    except Exception as error:
        _found(summary, number, text, "undeclared error", f"{sink}: {type(error).__name__}: {error}")
        return
    if wrong is not None:
        _found(summary, number, text, "injection", f"{sink}: {wrong}")


def _on_hosts(summary: Summary, texts: Sequence[str], draw: random.Random) -> None:
    """An empty name is refused by its parameter. The statements take turns, each at least once."""
    host = Host()
    expected = {statement: parts(host.written(statement, [BENIGN])[0].statement) for statement in STATEMENTS}
    usable = [(number, in_units(text)) for number, text in enumerate(texts) if text]
    summary.seen["names beyond U+FFFF, or halves of them"] = sum(any(map(_is_half, text)) for _, text in usable)
    turns = draw.sample(sorted(STATEMENTS), len(STATEMENTS))
    size = min(BATCH, -(-len(usable) // len(turns)))
    for turn, first in enumerate(range(0, len(usable), size)):
        batch = usable[first : first + size]
        statement = turns[turn % len(turns)]
        try:
            written = host.written(statement, [text for _, text in batch])
        except AssertionError as error:
            _found(summary, batch[0][0], json.dumps([text for _, text in batch]), "undeclared error", str(error)[:500])
            continue
        for (number, text), each in zip(batch, written, strict=True):
            summary.seen["SQL statements"] += 1
            summary.seen["verdicts"] += 1
            wanted = [(kind, text if value == BENIGN else value) for kind, value in expected[statement]]
            if parts(each.statement) != wanted:
                _found(summary, number, text, "injection", f"{statement}: {each.statement}")
            if not each.verdict.isascii() or not each.verdict.isprintable() or _told(each.verdict) != {"name": text}:
                _found(summary, number, text, "injection", f"verdict: {each.verdict}")


def _told(verdict: str) -> dict[str, Any]:
    """A verdict's members, texts in .NET's units."""
    members: dict[str, Any] = json.loads(verdict)
    return {key: in_units(value) if isinstance(value, str) else value for key, value in members.items()}


def _is_half(unit: str) -> bool:
    return "\ud800" <= unit <= "\udfff"


def _found(summary: Summary, number: int, text: str, what: str, why: str) -> None:
    summary.findings.append(Finding(what=what, why=why, where=f"{number}", given=ascii(text)))
