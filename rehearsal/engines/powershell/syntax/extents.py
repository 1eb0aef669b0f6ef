"""Where a piece of script text is: offsets are stored, lines and columns are computed only when somebody asks.

Lines and columns count from 1, as PowerShell reports them; offsets from 0, the end is exclusive.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


class Source:
    """The text of one script under the name it is reported by."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        starts = [0]
        text = self.text
        position = 0
        while True:
            newline = text.find("\n", position)
            carriage = text.find("\r", position)
            if newline < 0 and carriage < 0:
                return tuple(starts)
            if carriage < 0 or 0 <= newline < carriage:
                position = newline + 1
            else:
                position = carriage + (2 if text.startswith("\r\n", carriage) else 1)
            starts.append(position)

    def line_of(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset)

    def column_of(self, offset: int) -> int:
        return offset - self.line_starts[self.line_of(offset) - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of one line, counted from 1, without its line end."""
        starts = self.line_starts
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Extent:
    source: Source = field(repr=False)
    start_offset: int
    end_offset: int

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def text(self) -> str:
        return self.source.text[self.start_offset : self.end_offset]

    @property
    def start_line(self) -> int:
        return self.source.line_of(self.start_offset)

    @property
    def start_column(self) -> int:
        return self.source.column_of(self.start_offset)

    @property
    def end_line(self) -> int:
        return self.source.line_of(self.end_offset)

    @property
    def end_column(self) -> int:
        return self.source.column_of(self.end_offset)

    @property
    def line_text(self) -> str:
        """The whole first line the extent is on: what InvocationInfo.Line shows."""
        return self.source.line_text(self.start_line)
