"""What a document says, as one number: the deployment and the account must mean the same by it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Content: TypeAlias = "str | int | float | bool | Mapping[str, Content] | Sequence[Content] | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedDocument:
    """A document as it was deployed, by `document_hash` of its content; `version` says this, where it is known."""

    name: str
    content_hash: str
    version: str | None = None


def document_hash(content: Content) -> str:
    """SHA-256 of a document's content, whatever the order of its keys and its blanks.

    Numbers and booleans count as their text: CloudFormation may hand them on either way.
    """
    text = json.dumps(_canonical(content), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


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
