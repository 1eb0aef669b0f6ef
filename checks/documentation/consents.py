"""docs/consents.md: what a person may consent to, by which door, for how long, and who asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from cachewarden.operation.consent import TAG_LIFE_MAX, TERMS, Consent, Terms
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import CONSENT

HEAD: Final = f"""# Consents

Some acts are never done without a person's explicit yes. Each has a word; what it means, how it is given and who asks
for it is below. Written from `lambdas/cachewarden/operation/consent.py` by `python -m checks.documentation`; a test
holds it current.

**By a document.** Starting the document is the consent, since IAM decides which document a person may start, and never
with which values. Who gave it, when, and for which instance, is what Systems Manager says of that run; nothing that the
workflow was started with is believed. It counts for the one operation that the run started, and for the one that
CacheWarden starts in its place where that breaks off ([how](security.md#resumed-consent)).

**By the tag** `{CONSENT}` of the instance, for example `outage/2026-11-22T20:00Z`: the word and its end, at most
{TAG_LIFE_MAX.days} days ahead. It counts until then for whoever asks for the goal; take it off to withdraw it.
[tags.md](tags.md#consent) says more.

There is no other way to give one: no approval of Change Manager is read yet, and the command `cachewarden` starts
nothing in an account. A consent that ended, was withdrawn, is for another instance, goal or operation, or can't be
read, counts for nothing; a refusal that it would have prevented says so. An act that was begun with a consent is not
given up because the consent ends meanwhile. Every message at an operation's end names the consents that it had, and
who gave them.

| word | what is accepted | given by | for the goal | lasts | asked for by |
|---|---|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_row(word, terms) for word, terms in TERMS.items())


def _row(word: Consent, terms: Terms) -> str:
    doors = "; ".join(_doors(terms)) or "not available yet"
    goals = ", ".join(f"`{goal}`" for goal in Goal if goal in terms.goals)
    asked = ", ".join(terms.checked_by) or "nothing yet"
    name = f'<a id="{word.value}"></a>`{word.value}`'
    return f"| {name} | {terms.accepts} | {doors} | {goals} | {_lasts(terms)} | {asked} |\n"


def _doors(terms: Terms) -> Iterator[str]:
    yield from (f"`{document}` (goal `{goal}`)" for document, goal in terms.documents.items())
    if terms.by_tag:
        yield "the tag"


def _lasts(terms: Terms) -> str:
    hours = terms.life / timedelta(hours=1)
    by_document = f"{hours:g} {'hour' if hours == 1 else 'hours'}"
    return f"{by_document}; by tag until its end" if terms.by_tag else by_document
