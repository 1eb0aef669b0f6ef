"""The `wildcard` operator: `*` stands for any characters, and too many of them are refused."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rehearsal.engines.eventbridge.errors import InvalidPatternError

STATES_MAX = 7
"""The most states that a matcher of a pattern may be in at once.

EventBridge's own limit isn't published. Recorded: `/Users/*/dir/dir/dir/dir/dir/doc.txt` (7) is taken,
`*:*:*:*:*:event-bus/*` (11) is "too complex". Between the two this refuses.
"""

_STATE_SETS_MAX = 4096


@dataclass(frozen=True, slots=True)
class Wildcard:
    """Matches the whole text; `\\*` and `\\\\` stand for themselves."""

    pattern: re.Pattern[str]

    def passes(self, value: Any) -> bool:
        return isinstance(value, str) and self.pattern.fullmatch(value) is not None

    @classmethod
    def parse(cls, text: str, path: str) -> "Wildcard":
        """Raises InvalidPatternError for `**`, a wrong escape, or too many wildcards."""
        pieces = _pieces(text, path)
        for one, two in pairwise(pieces):
            if one is None and two is None:
                raise InvalidPatternError("Consecutive wildcard characters", path)
        if _most_states(pieces) > STATES_MAX:
            raise InvalidPatternError(
                "Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences "
                "after a wildcard character",
                path,
            )
        regex = "".join(".*" if piece is None else re.escape(piece) for piece in pieces)
        return cls(re.compile(regex, re.DOTALL))


def _pieces(text: str, path: str) -> list[str | None]:
    """The characters, None for a wildcard."""
    pieces: list[str | None] = []
    characters = iter(text)
    for character in characters:
        if character == "\\":
            escaped = next(characters, "")
            if escaped not in ("*", "\\"):
                raise InvalidPatternError("Invalid escape character", path)
            pieces.append(escaped)
        else:
            pieces.append(None if character == "*" else character)
    return pieces


def _most_states(pieces: list[str | None]) -> int:
    """The largest set of positions that some text can lead to; a wildcard counts twice, entered and passed."""
    if None not in pieces:
        return 1
    letters = [*sorted({piece for piece in pieces if piece is not None}), ""]
    start = frozenset({(0, False)})
    seen = {start}
    waiting = [start]
    while waiting:
        states = waiting.pop()
        for letter in letters:
            following = frozenset(after for state in states for after in _step(pieces, state, letter))
            if following and following not in seen:
                if len(following) > STATES_MAX or len(seen) >= _STATE_SETS_MAX:
                    return STATES_MAX + 1
                seen.add(following)
                waiting.append(following)
    return max(map(len, seen))


def _step(pieces: list[str | None], state: tuple[int, bool], letter: str) -> list[tuple[int, bool]]:
    position, _ = state
    if position >= len(pieces):
        return []
    if pieces[position] is not None:
        return [(position + 1, False)] if pieces[position] == letter else []
    after = [(position, True)]
    if position + 1 < len(pieces) and pieces[position + 1] == letter:
        after.append((position + 2, False))
    return after
