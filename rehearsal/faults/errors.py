"""A fault that can't be planned as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

SEE = "`cachewarden rehearse --list-faults` shows every point"


class FaultError(ValueError):
    """The point, the kind or a field isn't one that the rehearsal knows; the text names the nearest."""


def unknown(what: str, given: str, known: Iterable[str], *, see: str = SEE) -> FaultError:
    """`what` is the thing that was named wrongly; the answer names what was probably meant, or all there is.

    `see`: where a person finds what there is.
    """
    choices = sorted(set(known))
    folded = {choice.casefold(): choice for choice in reversed(choices)}
    near = [folded[one] for one in get_close_matches(given.casefold(), folded, n=3, cutoff=0.55)]
    if near:
        return FaultError(f"there is no {what} {given!r}; the nearest: {', '.join(near)} ({see})")
    if len(choices) <= 12:
        return FaultError(f"there is no {what} {given!r}; there is: {', '.join(choices) or 'none'} ({see})")
    return FaultError(f"there is no {what} {given!r} ({see})")
