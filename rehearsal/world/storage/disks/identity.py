"""Identifiers that Windows would draw at random, derived instead, so that the same run gives the same objects."""

from __future__ import annotations

import hashlib
from functools import cache


@cache
def digest(*parts: str | int) -> str:
    """32 hex digits that depend on the parts and nothing else."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:32]


def guid(*parts: str | int) -> str:
    """A lower-case GUID without braces."""
    text = digest(*parts)
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-9{text[17:20]}-{text[20:32]}"
