"""Pages of lists: so many items, then a token for the rest.

Source: SSM API reference, MaxResults; Step Functions API reference, maxResults (0 is the usual size).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rehearsal.aws.api.errors import ApiError

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """How one service pages: the names of its parameters, its sizes, its error for a token that it didn't give."""

    token: str
    size: str
    usual: int
    most: int
    bad_token: str

    def page(self, items: Sequence[T], parameters: Mapping[str, Any]) -> tuple[Sequence[T], dict[str, str]]:
        """The requested page, and the next one's token as the answer has it. Raises ApiError."""
        token, size = parameters.get(self.token) or "0", parameters.get(self.size) or self.usual
        if not token.isdigit():
            raise ApiError(self.bad_token, "The specified token isn't valid.")
        if size > self.most:
            raise ApiError("ValidationException", f"{self.size} is {size}, {self.most} are allowed")
        first, last = int(token), int(token) + size
        return items[first:last], {self.token: str(last)} if last < len(items) else {}


SYSTEMS_MANAGER = Pages(token="NextToken", size="MaxResults", usual=50, most=50, bad_token="InvalidNextToken")
STEP_FUNCTIONS = Pages(token="nextToken", size="maxResults", usual=100, most=1_000, bad_token="InvalidToken")
