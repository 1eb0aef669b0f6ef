"""What `> file` and Out-File write: the console's formatting with the file system's line ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rehearsal.engines.powershell.output.formatting import OutDefault


def format_for_file(values: Sequence[Any], run: Any) -> str:
    """The objects as text."""
    collected = CollectedText(run)
    formatter = OutDefault(collected)
    for value in values:
        formatter.write(value)
    formatter.finish()
    text = "".join(collected.parts)
    return text.replace("\n", "\r\n") if run.host.filesystem.separator == "\\" else text


class CollectedText:
    """A run whose stdout is a list: everything else is the real run's."""

    def __init__(self, run: Any) -> None:
        self._run = run
        self.parts: list[str] = []
        self.stdout = self

    def write(self, text: str) -> None:
        self.parts.append(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._run, name)
