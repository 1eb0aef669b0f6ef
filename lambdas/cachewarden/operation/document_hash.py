"""What a document says, as one number: the deployment and the account must mean the same by it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Content: TypeAlias = "str | int | float | bool | Mapping[str, Content] | Sequence[Content] | None"

HASH_DIGITS = 32
"""Hexadecimal digits that are kept: 128 bits. A function's environment holds 4 KB in all (Lambda quotas), and whoever
wants to pass other content for the deployed one has to meet just this number."""


def document_hash(content: Content) -> str:
    """The first 128 bits of SHA-256 of a document's content, whatever the order of its keys and its blanks.

    Numbers and booleans count as their text: CloudFormation may hand them on either way.
    """
    return short_hash(json.dumps(_canonical(content), sort_keys=True, separators=(",", ":"), ensure_ascii=True))


def short_hash(text: str) -> str:
    """Of ASCII text."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:HASH_DIGITS]


def _canonical(content: Content) -> Content:
    match content:
        case str():
            return content
        case Mapping():
            return {key: _canonical(value) for key, value in content.items()}
        case Sequence():
            return [_canonical(value) for value in content]
        case bool():
            return "true" if content else "false"
        case None:
            return None
        case _:
            return str(content)
