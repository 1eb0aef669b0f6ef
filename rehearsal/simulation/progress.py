"""How far a run is, for people who wait: a bar on a terminal, plain lines elsewhere, nothing for machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar


class Progress(Protocol):
    """Gets the stages of the work, and the virtual time while a story runs."""

    @contextmanager
    def stage(self, title: str) -> Iterator[None]:
        """One long piece of work."""
        ...

    def reached(self, share: float, virtual: timedelta, doing: str) -> None:
        """`share` of the way (0 to 1), `virtual` time since the beginning, and what is being done."""
        ...


class SilentProgress:
    """Says nothing."""

    @contextmanager
    def stage(self, title: str) -> Iterator[None]:
        """Says nothing."""
        yield

    def reached(self, share: float, virtual: timedelta, doing: str) -> None:
        """Says nothing."""


class PlainProgress:
    """One line a stage, for logs and pipes."""

    def __init__(self, console: Console) -> None:
        self._console = console

    @contextmanager
    def stage(self, title: str) -> Iterator[None]:
        """Prints the title."""
        self._console.print(f"{title} …")
        yield

    def reached(self, share: float, virtual: timedelta, doing: str) -> None:
        """Says nothing: the timeline follows anyway."""


class TerminalProgress:
    """A bar that goes away when the stage is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Bar | None = None
        self._task: int | None = None

    @contextmanager
    def stage(self, title: str) -> Iterator[None]:
        """Shows a pulsing bar until `reached` says how far it is."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[doing]}"),
        )
        with Bar(*columns, console=self._console, transient=True) as bar:
            self._bar, self._task = bar, bar.add_task(title, total=None, doing="")
            yield
        self._bar = self._task = None

    def reached(self, share: float, virtual: timedelta, doing: str) -> None:
        """Moves the bar."""
        if self._bar is not None and self._task is not None:
            shown = f"{str(virtual).split('.')[0]} virtual, {doing}"
            self._bar.update(self._task, total=1.0, completed=share, doing=shown)  # type: ignore[arg-type]
