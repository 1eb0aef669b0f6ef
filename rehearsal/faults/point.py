"""A fault point as it is declared: its name, where it can be narrowed, and what each kind really does there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rehearsal.kernel.faults import FaultKind

_PLACEHOLDER = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What one kind does at a point, in a sentence, and the fields that it takes.

    `takes` holds all of them, `needs` those that must be given.
    """

    does: str
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Values that `error` may have; empty: any."""
    numeric_error: bool = False
    """`error` is a number."""


@dataclass(frozen=True, kw_only=True)
class FaultPoint:
    """One point, or a family of points: `name` may hold one `<placeholder>`.

    `choices()` gives the values that a placeholder may have, where they are known without a run; None: any.
    """

    name: str
    at: str
    """When the world comes by here."""
    effects: Mapping[FaultKind, Effect]
    where: Mapping[str, str] = field(default_factory=dict)
    """Facts that narrow the place, with their meaning."""
    choices: Callable[[], tuple[str, ...]] | None = None
    external: bool = False
    """It comes from outside, at an instant: `when`, `occurrence` and `delay` say at which."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The name; a placeholder stands for any text."""
        return re.compile(_PLACEHOLDER.sub("(.+)", re.escape(self.name).replace(r"\<", "<").replace(r"\>", ">")))

    def value_of(self, name: str) -> str | None:
        """What the placeholder stands for in `name`; the empty text without one; None when `name` is another point."""
        found = self._pattern.fullmatch(name)
        if found is None:
            return None
        return ".".join(found.groups())

    @property
    def is_family(self) -> bool:
        """Whether the name has a placeholder."""
        return "<" in self.name

    def known_names(self) -> tuple[str, ...]:
        """Full names as far as they are known without a run."""
        if not self.is_family:
            return (self.name,)
        if self.choices is None:
            return ()
        head = self.name.partition("<")[0]
        return tuple(head + choice for choice in self.choices())
