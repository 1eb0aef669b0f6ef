"""What member access needs of the place where code runs (runtime/frame.py)."""

from __future__ import annotations

from typing import Any, Protocol


class PlaceScope(Protocol):
    """The variables' scope; `strict` is Set-StrictMode's version."""

    @property
    def strict(self) -> int: ...


class Place(Protocol):
    """Where a piece of script runs."""

    @property
    def run(self) -> Any: ...

    @property
    def scope(self) -> PlaceScope: ...
