"""Whether two patterns with `*` and `?` have a text in common."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def overlap(one: str, other: str) -> bool:
    """True when at least one text fits both."""
    reached = {0}
    """Positions in `other` that the part of `one` read so far can have come to."""
    reached = _past_stars(reached, other)
    for character in one:
        if character == "*":
            reached = set(range(min(reached), len(other) + 1)) if reached else set()
            continue
        following = {at + 1 for at in reached if at < len(other) and _agree(character, other[at])}
        following |= {at for at in reached if at < len(other) and other[at] == "*"}
        reached = _past_stars(following, other)
    return len(other) in reached


def _agree(one: str, other: str) -> bool:
    return one == other or one == "?" or other in "?*"


def _past_stars(reached: set[int], pattern: str) -> set[int]:
    """A `*` may stand for nothing."""
    result = set(reached)
    for at in sorted(reached):
        while at < len(pattern) and pattern[at] == "*":
            at += 1
            result.add(at)
    return result
