"""`{{ … }}` in a runbook: which names it holds, and values put in their place.

A text that is one placeholder and nothing else gives the value with its type; an item of a list that is one
placeholder for a list gives that list's items (`InstanceIds: ["{{ LaunchInstance.InstanceIds }}"]`); inside other text
values are written into it. Placeholders inside values that were put in aren't replaced. Source: SSM user guide,
"Automation system variables" (supported and unsupported scenarios).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z0-9_:.]+)\s*\}\}")
_BRACES = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)

Lookup = Callable[[str], Any]
"""A placeholder's name to its value. Raises UnresolvedError for one that has none."""


def placeholders(raw: Any) -> Iterator[str]:
    """The texts between `{{` and `}}`, trimmed, anywhere in a value; they need not all be names."""
    match raw:
        case str():
            if "{{" in raw:
                yield from (found[1].strip() for found in _BRACES.finditer(raw))
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
            return list(_filled_items(raw, lookup))
    return raw


def _filled_items(raw: list[Any], lookup: Lookup) -> Iterator[Any]:
    for item in raw:
        filled = fill(item, lookup)
        if isinstance(item, str) and isinstance(filled, list):
            yield from filled
        else:
            yield filled


def as_text(value: Any) -> str:
    """A value inside other text: text as it is, everything else as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
