"""What an invariant is: a sentence, and a check of the world after every change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rehearsal.scenarios.cluster import Cluster


class Invariant:
    """Base of all invariants. A violation is a sentence with what was observed; each is reported once."""

    name: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """After a change of state; `kind` is `<part>.<what>` as given to `World.checkpoint`."""
        return iter(())

    def unsettled(self) -> Iterator[str]:
        """What is a violation unless something that is still to come settles it."""
        return iter(())
