"""The JSONPath of outputs and of PropertySelector: names, indexes, slices, `*` and `..`; filters are refused.

A path without `*`, `..` or a slice is definite: it finds one value or nothing. Any other gives the list of what it
finds, which may be empty, as Jayway's JsonPath does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_PART = re.compile(
    r"""(?P<deep>\.\.)?(?:
          \.?(?P<name>[A-Za-z_][A-Za-z0-9_:-]*)
        | \.?(?P<star>\*|\[\*\])
        | \[(?P<index>-?\d+)\]
        | \[(?P<slice>-?\d*:-?\d*)\]
        | \[(?P<quote>['"])(?P<quoted>[^'"]+)(?P=quote)\]
    )""",
    re.VERBOSE,
)


class _Every:
    """`*`: every item of a list, every value of a map."""


EVERY = _Every()
Key = str | int | slice | _Every


@dataclass(frozen=True, slots=True)
class Part:
    """One step of a path; `deep`: at any depth below as well."""

    key: Key
    deep: bool = False


@dataclass(frozen=True, slots=True)
class Selector:
    """A parsed path."""

    text: str
    parts: tuple[Part, ...]

    @property
    def definite(self) -> bool:
        """Whether it can find one value at most."""
        return not any(part.deep or isinstance(part.key, slice | _Every) for part in self.parts)

    def find(self, value: Any) -> Any:
        """What it finds. Raises LookupError when a definite path leads nowhere."""
        found = [value]
        for part in self.parts:
            found = [inner for each in found for inner in _step(each, part)]
        if not self.definite:
            return found
        if not found:
            raise LookupError(self.text)
        return found[0]


@lru_cache(maxsize=1024)
def parse_selector(path: str) -> Selector:
    """`$.Reservations[0].Instances[*].State.Name`. Raises ValueError with the place where it stops being a path."""
    if not path.startswith("$"):
        raise ValueError(f"selector {path} doesn't begin with $")
    if "?(" in path:
        raise ValueError(f"selector {path}: filters aren't modelled")
    parts: list[Part] = []
    at = 1
    while at < len(path):
        found = _PART.match(path, at)
        first = path[at]
        if found is None or (first not in ".[" or (found["name"] and first != ".")):
            raise ValueError(f"selector {path}: {path[at:]!r} isn't a name, an index, a slice or *")
        parts.append(Part(_key(found), deep=found["deep"] is not None))
        at = found.end()
    return Selector(path, tuple(parts))


def select(value: Any, path: str) -> Any:
    """What the path finds in the value. Raises LookupError when it leads nowhere."""
    return parse_selector(path).find(value)


def _key(found: re.Match[str]) -> Key:
    if found["star"] is not None:
        return EVERY
    if found["index"] is not None:
        return int(found["index"])
    if found["slice"] is not None:
        low, high = found["slice"].split(":")
        return slice(int(low) if low else None, int(high) if high else None)
    return str(found["name"] or found["quoted"])


def _step(value: Any, part: Part) -> Iterator[Any]:
    yield from _children(value, part.key)
    if part.deep:
        for inner in _inside(value):
            yield from _step(inner, part)


def _children(value: Any, key: Key) -> Iterator[Any]:
    match key:
        case str():
            if isinstance(value, dict) and key in value:
                yield value[key]
        case int():
            if isinstance(value, list) and -len(value) <= key < len(value):
                yield value[key]
        case slice():
            if isinstance(value, list):
                yield from value[key]
        case _:
            yield from _inside(value)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
