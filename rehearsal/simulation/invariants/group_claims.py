"""What a message about a stopped node claims of an Availability Group: who serves, who has every commit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rehearsal.simulation.invariants.instant import GroupFacts

STOPPED_SAFELY = "is stopped, safely"
ONE_COPY = "holds the only current copy"
NO_FAILOVER = "no failover happens by itself"
UNKNOWN = "which replica serves its databases isn't known"
_SERVES = re.compile(r"^Now:   .*?: (\S+) serves(?:, and (.+?) has every commit)?", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupClaim:
    """Words about a group, whose name stands for `GROUP`; `wrong` gets the name and what the words' groups say."""

    words: str
    wrong: Callable[[str, tuple[str, ...], GroupFacts], str | None]

    def said(self, name: str, text: str) -> Iterator[tuple[str, ...]]:
        """Each time that the text says it of the group."""
        for match in re.finditer(self.words.replace("GROUP", re.escape(name)), text):
            yield match.groups()


def _demands_otherwise(name: str, told: tuple[str, ...], facts: GroupFacts) -> str | None:
    (number,) = told
    return None if facts.required == int(number) else f"said that {name} demands {number}, and it was {facts.required}"


def _not_held(name: str, told: tuple[str, ...], facts: GroupFacts) -> str | None:
    back = facts.automatic.intersection(told[0].split(", "))
    return f"said that the modes of {', '.join(sorted(back))} in {name} are held, and they were back" if back else None


def _of_another_mode(name: str, told: tuple[str, ...], facts: GroupFacts) -> str | None:
    server, mode = told
    automatic = server in facts.automatic
    return None if automatic is (mode == "AUTOMATIC") else f"said that {server} in {name} is {mode}, and it wasn't"


GROUP_CLAIMS = (
    GroupClaim(words=r"stays lowered \((?:[^\n)]*, )?GROUP (\d+), was", wrong=_demands_otherwise),
    GroupClaim(words=r"_TO_COMMIT of GROUP is (\d+) and was", wrong=_demands_otherwise),
    GroupClaim(words=r"modes of ([^\n]*?) in [^\n]*?GROUP[^\n]*? stay held, without automatic", wrong=_not_held),
    GroupClaim(words=r"([^\s;]+) in GROUP is \w+, (AUTOMATIC|MANUAL), was", wrong=_of_another_mode),
)


def speaks_of(name: str, text: str, *, of_its_cluster: bool) -> bool:
    """Whether the message says something of the group, or has to: it calls a node of the group's cluster stopped."""
    has_to = of_its_cluster and STOPPED_SAFELY in text
    return has_to or bool(_line(name, text)) or any(any(each.said(name, text)) for each in GROUP_CLAIMS)


def wrong_about_group(name: str, text: str, facts: GroupFacts) -> Iterator[str]:
    """What the message says otherwise, or leaves out."""
    for claim in GROUP_CLAIMS:
        for told in claim.said(name, text):
            wrong = claim.wrong(name, told, facts)
            if wrong is not None:
                yield wrong
    if STOPPED_SAFELY in text or _line(name, text):
        yield from _wrong_standing(name, _line(name, text), facts)


def _wrong_standing(name: str, said: str, facts: GroupFacts) -> Iterator[str]:
    """`said`: the line that begins with "Now:"; empty where there is none."""
    if facts.primary is None or UNKNOWN in said:
        return
    if not facts.current and ONE_COPY not in said:
        yield f"left out that {facts.primary} holds the only current copy of {name}"
    if facts.current and ONE_COPY in said:
        yield f"said that {name} has one current copy, and {', '.join(facts.current)} had it, too"
    yield from _wrong_names(name, said, facts)
    if not facts.fails_over and NO_FAILOVER not in said:
        yield f"left out that no replica of {name} fails over by itself"
    if facts.fails_over and NO_FAILOVER in said:
        yield f"said that no replica of {name} fails over by itself, and one would"


def _wrong_names(name: str, said: str, facts: GroupFacts) -> Iterator[str]:
    """Each replica that is named with what isn't so."""
    named = _SERVES.search(said)
    if named is None:
        return
    primary, others = named.groups()
    if primary != facts.primary:
        yield f"named another primary of {name} than {facts.primary}"
    elif not facts.serving:
        yield f"said that {primary} serves {name}, and not every database took commits there"
    for each in others.split(", ") if others else ():
        if each not in facts.current:
            yield f"said that {each} has every commit of {name}, and it hadn't"


def _line(name: str, text: str) -> str:
    return next((line for line in text.splitlines() if line.startswith(f"Now:   {name}: ")), "")
