"""One thing that a check found wrong, in words an operator can act on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """`where` is the file (with its line where one is known) and, behind a space, the path inside the document."""

    check: str
    """Name of the check, as `cachewarden check --list` prints it."""
    where: str
    problem: str
    """What was found, and what was expected."""
    remedy: str
    """What to do about it."""
