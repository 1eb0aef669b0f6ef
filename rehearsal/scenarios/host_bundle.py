"""The host's bundle as the deployed documents bring it: its files, and its hash as a script that loads it computes it.

A file that no document brings has no hash, so the bundle's is another than the one that a script names.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_CARRIED = re.compile(r"^\$files\['([a-z_]+\.ps1)'\] = @'\n(.*?)^'@$", re.MULTILINE | re.DOTALL)
"""A file of the bundle in the script of a document that brings it."""
_ORDER = re.compile(r"^    foreach \(\$name in '([a-z_ ]+)'\.Split", re.MULTILINE)
_NAMED = re.compile(r"^\$CwBundle = '([^']*)'$", re.MULTILINE)
_DIGITS = 32


def carried_files(scripts: Iterable[str]) -> dict[str, str]:
    """Files of the bundle that documents bring with their scripts, by name."""
    return {name: text for script in scripts for name, text in _carried(script)}


@lru_cache(maxsize=64)
def _carried(script: str) -> tuple[tuple[str, str], ...]:
    """Every story installs its hosts from the same documents."""
    return tuple(_CARRIED.findall(script))


def bundle_named(script: str) -> str | None:
    """Hash of the bundle that a document's script loads; None for one that loads none."""
    named = _NAMED.search(script)
    return named[1] if named is not None else None


def bundle_hash(files: Mapping[str, str], script: str) -> str:
    """What a node computes of these files, in the order in which the script hashes them."""
    order = _ORDER.search(script)
    names = order[1].split() if order is not None else []
    listed = "".join(f"{name}.ps1 {_digits(files.get(f'{name}.ps1'))}\n" for name in names)
    return hashlib.sha256(listed.encode("ascii")).hexdigest()[:_DIGITS]


def _digits(text: str | None) -> str:
    return "" if text is None else hashlib.sha256(text.encode("ascii")).hexdigest().upper()
