"""Reads that only inform people: one that fails is named with its reason, and holds nothing up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from adapters.observability import logger

Read = TypeVar("Read")
Other = TypeVar("Other")


@dataclass(frozen=True, slots=True)
class PartialReading:
    """What is read about one node. `unread`: what couldn't be read, each with its reason."""

    node_id: str
    unread: list[str] = field(default_factory=list)

    def read(self, what: str, look: Callable[[], Read], *, otherwise: Other) -> Read | Other:
        """What `look` answers; `otherwise` where it fails, or AWS answers in another form."""
        try:
            return look()
        except Exception as problem:  # whatever it is: it only informs
            logger().warning("%s of %s can't be read: %s", what, self.node_id, problem)
            self.unread.append(f"{what} ({type(problem).__name__})")
            return otherwise
