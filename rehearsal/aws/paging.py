"""Pages of Systems Manager's lists: at most 50 items, then a token for the rest (SSM API reference, MaxResults)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rehearsal.aws.errors import ApiError

PAGE_MAX = 50


def page(name: str, items: Sequence[Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The answer `{name: items, NextToken: …}`. Raises ApiError for a token that isn't one of ours, or a wrong size."""
    token, size = parameters.get("NextToken", "0"), parameters.get("MaxResults", PAGE_MAX)
    if not token.isdigit():
        raise ApiError("InvalidNextToken", "The specified token isn't valid.")
    if size > PAGE_MAX:
        raise ApiError("ValidationException", f"MaxResults is {size}, {PAGE_MAX} are allowed")
    first = int(token)
    answer: dict[str, Any] = {name: list(items[first : first + size])}
    if first + size < len(items):
        answer["NextToken"] = str(first + size)
    return answer
