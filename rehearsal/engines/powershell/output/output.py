"""Where the engine meets formatting.py and numberformat.py: Out-Default, error text, -f, ToString(format), `>`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL
from rehearsal.engines.powershell.output import numeric_format as numberformat


class PlainOutput:
    """Stands in while formatting.py is absent: the text of every object on its line."""

    def __init__(self, run: Any) -> None:
        self.run = run

    def write(self, value: Any) -> None:
        if value is not None and value is not AUTOMATION_NULL:
            self.run.stdout.write(to_text(value, self.run) + "\n")

    def finish(self) -> None:
        """Nothing is pending."""


class OutputFormatting:
    """Part of Engine."""

    def new_formatter(self, run: Any) -> Any:
        """The Out-Default at the end of a script's pipeline."""
        try:
            from rehearsal.engines.powershell.output.formatting import OutDefault
        except ImportError:
            return PlainOutput(run)
        return OutDefault(run)

    def format_error(self, record: ErrorRecord, run: Any) -> str:
        """An error as the console shows it."""
        try:
            from rehearsal.engines.powershell.output.formatting import format_error
        except ImportError:
            return f"{record.text}\n"
        return format_error(record, run)

    def composite_format(self, template: str, arguments: Sequence[Any], run: Any) -> str:
        """`-f` and String.Format."""
        return numberformat.composite_format(template, arguments, run)

    def format_value(self, value: Any, format_text: str, run: Any) -> str:
        """ToString(format)."""
        return numberformat.format_value(value, format_text, run)

    def format_for_file(self, values: Sequence[Any], run: Any) -> str:
        """What `> file` writes, with the line ends of the file system."""
        collected = _Collector(run)
        formatter = self.new_formatter(collected)
        for value in values:
            formatter.write(value)
        formatter.finish()
        text = "".join(collected.parts)
        return text.replace("\n", "\r\n") if run.host.filesystem.separator == "\\" else text


class _Collector:
    """A run whose stdout is a list: everything else is the real run's."""

    def __init__(self, run: Any) -> None:
        self._run = run
        self.parts: list[str] = []
        self.stdout = self

    def write(self, text: str) -> None:
        self.parts.append(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._run, name)
