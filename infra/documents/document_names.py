"""Which documents a step can name: one, or one for each word that a parameter admits."""

import re
from collections.abc import Mapping
from typing import Any

from infra.documents.document_error import DocumentError

_PARAMETER = re.compile(r"{{\s*(\w+)\s*}}")
_WORDS = re.compile(r"\^\((\w+(?:\|\w+)*)\)\$")


def possible_names(name: str, parameters: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """`CacheWarden-Host-{{ Act }}` is as many names as Act's pattern has words.

    Raises `DocumentError` where the pattern is no list of words: then any document could be meant.
    """
    found = _PARAMETER.search(name)
    if found is None:
        return (name,)
    words = _WORDS.fullmatch(str(parameters.get(found[1], {}).get("allowedPattern")))
    if words is None:
        raise DocumentError(f"{name}: the pattern of {found[1]} is no list of words")
    return tuple(name.replace(found[0], word) for word in words[1].split("|"))
