"""What is known of a JSON value before the run: its alternatives, each with its keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shape:
    """One alternative. `open`: it may have other keys than these, or isn't an object at all."""

    keys: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    open: bool = False
    text: str | None = None
    """The value itself where it is a text that the source says."""

    def merged(self, other: Shape) -> Shape:
        """This object with the other's keys over its own."""
        return Shape({**self.keys, **other.keys}, self.open or other.open)

    def at(self, key: str) -> tuple[Shape, ...]:
        """The alternatives below a key; anything where the shape is open."""
        return self.keys.get(key, (ANYTHING,) if self.open else ())


ANYTHING = Shape(open=True)
NOTHING: tuple[Shape, ...] = ()
"""Null, or a value that nothing is known to assign."""


def below(alternatives: Iterable[Shape], path: Iterable[str]) -> tuple[Shape, ...]:
    """What may stand at a path; none where no alternative has it."""
    found = tuple(alternatives)
    for key in path:
        found = distinct(inner for shape in found for inner in shape.at(key))
    return found


def distinct(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Each shape once, in order."""
    found: list[Shape] = []
    for shape in shapes:
        if shape not in found:
            found.append(shape)
    return tuple(found)
