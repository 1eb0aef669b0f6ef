"""What a refusal tells people to do: its code's remedy in the catalogue (`ssm_documents/codes.yaml`).

A host's refusal carries code and reason; what to do stands in the catalogue alone, for hosts, functions and documents.
A chat or telephone text shows the remedy's beginning [events#sns-forms], so the order must stand there whole. No remedy
orders what docs/storage-growth.md forbids of every volume of a pool, or what its own code says is never to be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import yaml

from cachewarden.code_page import page_of
from cachewarden.codes import Code
from cachewarden.loop.as_of import AsOf
from cachewarden.loop.message_forms import chat_text
from checks.check import Check, Finding
from checks.deployment import Deployment

NAME: Final = "remedies"
CODES: Final = "ssm_documents/codes.yaml"
BESIDE: Final = "ssm_documents/code_pages.yaml"
REFUSING: Final = frozenset({"refused", "partial", "failed", "data-loss"})
WAITING: Final = "retry"
"""Outcome of what may be otherwise soon: CacheWarden itself may be the one that acts."""
ORDERS: Final = frozenset({
    "accept", "add", "ask", "attach", "bring", "build", "change", "check", "choose", "clear", "compare", "correct",
    "create", "delete", "deploy", "disable", "do", "drop", "enable", "fail", "find", "follow", "give",
    "grant", "install", "keep", "let", "look", "lower", "make", "move", "name", "open", "provide", "put", "read",
    "remove", "repair", "report", "restart", "restore", "resume", "run", "save", "see", "set", "start", "stop",
    "switch", "tag", "take", "try", "update", "use", "wait", "watch", "write",
})  # fmt: skip
"""First words of a sentence, or of a clause, that tells its reader to do something."""
_SENTENCE: Final = re.compile(r"(?<=\.)\s+")
_CLAUSE: Final = re.compile(r"[,:;] (?:(?:and|or|then|otherwise) )?")
_ENLARGES: Final = re.compile(r"(?i)\b(?:enlarge|extend|grow|resize)\b[^.;:]*\bvolumes?\b")
"""Windows doesn't use the room of a pool's volume that EC2 made larger [storage-pools#enlarged-member]."""
_UNDOES: Final = re.compile(
    r"(?i)(?<!n't )(?<!, nor )\b(?:clear|delete|format|remove|reset) (?:the |a |what |by hand )?"
    r"(?:pool|(?:virtual |physical )?disks?)\b"
)
_KEEPS: Final = "Don't delete, reset, clear or format a disk, the virtual disk or the pool"
"""How the catalogue's class `wipe` of what is never to be done begins."""
_WHO: Final = re.compile(r"(?:An administrator|An approver|A DBA|A member of sysadmin|Whoever [^.,]+) [a-z]+s\b")
_OURSELVES: Final = re.compile(r"CacheWarden (?:asks|brings|looks|observes)\b")
_LONGEST_SUBJECT: Final = "x" * 99
"""SNS refuses one of 100 characters [events#sns-subject]."""
_AS_OF: Final = AsOf(decided_at=datetime(2026, 1, 1, tzinfo=UTC), asked=()).short()
"""As long as every other."""
_PAGE: Final = page_of(Code.CACHE_LOST)
"""Each code's address is as long."""


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every code whose outcome is a refusal, a failure, a partial end, a loss or a wait."""
    beside = yaml.safe_load(deployment.files[BESIDE])
    for code, entry in yaml.safe_load(deployment.files[CODES]).items():
        outcome, remedy = entry["outcome"], str(entry["remedy"])
        if outcome not in REFUSING and outcome != WAITING:
            continue
        told = next(filter(tells_what_to_do, _SENTENCE.split(remedy)), None)
        place = deployment.place(CODES, code)
        for forbidden in _forbidden(code, remedy, beside):
            yield _finding(place, f"{code} ({entry['name']}) {forbidden}", "Send people to a way that is allowed.")
        if told is None:
            if outcome != WAITING or not _OURSELVES.search(remedy):
                problem = f"{code} ({entry['name']}) doesn't say what to do: {remedy}"
                yield _finding(place, problem, f"Write a sentence or clause that begins with one of: {_orders()}.")
        elif told not in _telephone_text(code, remedy, beside):
            problem = f"{code} ({entry['name']}): a telephone text ends before its order does: {told}"
            yield _finding(place, problem, "Begin the remedy with what to do, shortly; explain it afterwards.")


def _forbidden(code: str, remedy: str, beside: dict[str, dict[str, dict[str, str]]]) -> Iterator[str]:
    """What the remedy orders and another text forbids."""
    never = str(beside["codes"].get(code, {}).get("never", ""))
    never = str(beside["classes"]["never"].get(never, never))
    if found := _ENLARGES.search(remedy):
        yield f"advises what docs/storage-growth.md forbids: {found[0]}"
    if never.startswith(_KEEPS) and (found := _UNDOES.search(remedy)):
        yield f"advises what its page says is never to be done: {found[0]}"


def tells_what_to_do(sentence: str) -> bool:
    """A clause of it is an order, or names who does what."""
    first = (clause.split(maxsplit=1)[0].lower().rstrip(".") for clause in _CLAUSE.split(sentence) if clause.strip())
    return _WHO.match(sentence) is not None or any(word in ORDERS for word in first)


def _telephone_text(code: str, remedy: str, beside: dict[str, dict[str, dict[str, str]]]) -> str:
    data = str(beside["codes"].get(code, {}).get("data", ""))
    safe = str(beside["classes"]["data"].get(data, data))
    return chat_text(_LONGEST_SUBJECT, safe=safe, next_step=remedy, page=_PAGE, as_of=_AS_OF)


def _orders() -> str:
    return ", ".join(sorted(ORDERS))


def _finding(where: str, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=where, problem=problem, remedy=remedy)


CHECK: Final = Check(
    name=NAME,
    proves="Every code that refuses or failed says what to do, within a telephone text, and orders nothing forbidden.",
    findings=findings,
)
