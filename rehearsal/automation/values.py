"""`{{ … }}` in a runbook, and the JSONPath of its selectors.

A text that is one placeholder and nothing else gives the value with its type; inside other text values are written
into it. Placeholders: a parameter, `Step.Output`, `global:DATE`, `global:DATE_TIME`, `global:REGION`,
`automation:EXECUTION_ID`. A name that isn't known is refused, as CreateDocument refuses it (aws.md §4).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z0-9_:.]+)\s*\}\}")
_PATH_PART = re.compile(r"\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['([^']+)'\]")

Lookup = Callable[[str], Any]
"""A placeholder's name to its value. Raises KeyError for one that has none."""


def placeholders(raw: Any) -> Iterator[str]:
    """Names of all placeholders anywhere in a value."""
    match raw:
        case str():
            yield from (found[1] for found in PLACEHOLDER.finditer(raw))
        case dict():
            for key, value in raw.items():
                yield from placeholders(key)
                yield from placeholders(value)
        case list():
            for item in raw:
                yield from placeholders(item)


def fill(raw: Any, lookup: Lookup) -> Any:
    """The value with its placeholders replaced."""
    match raw:
        case str():
            if "{{" not in raw:
                return raw
            whole = PLACEHOLDER.fullmatch(raw.strip())
            if whole is not None:
                return lookup(whole[1])
            return PLACEHOLDER.sub(lambda found: as_text(lookup(found[1])), raw)
        case dict():
            return {fill(key, lookup): fill(value, lookup) for key, value in raw.items()}
        case list():
            return [fill(item, lookup) for item in raw]
    return raw


def as_text(value: Any) -> str:
    """A value inside other text: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), default=str)


def parse_selector(path: str) -> tuple[str | int, ...]:
    """The steps of a selector such as `$.Reservations[0].Instances[0].State.Name`. Raises ValueError."""
    if not path.startswith("$"):
        raise ValueError(f"selector {path} doesn't begin with $")
    parts: list[str | int] = []
    rest = path[1:]
    while rest:
        found = _PATH_PART.match(rest)
        if found is None:
            raise ValueError(f"selector {path}: {rest} isn't a name or an index")
        parts.append(int(found[2]) if found[2] is not None else found[1] or found[3])
        rest = rest[found.end() :]
    return tuple(parts)


def select(value: Any, path: str) -> Any:
    """What the selector finds. Raises LookupError when the path leads nowhere."""
    for part in parse_selector(path):
        if isinstance(part, str) and not isinstance(value, dict):
            raise KeyError(part)
        value = value[part]
    return value
