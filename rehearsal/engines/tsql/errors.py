"""What can go wrong when a batch is read or run: SQL Server's own errors, and refusals of this engine.

Source of numbers and texts: Database Engine events and errors (sys.messages), as far as this engine raises them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerMessage:
    """One entry of SqlException.Errors, or of InfoMessage when its severity is 10 or less."""

    number: int
    text: str
    severity: int = 16
    state: int = 1
    line: int = 1
    procedure: str = ""

    def at(self, line: int) -> ServerMessage:
        return self if self.line == line else replace(self, line=line)


_SEVERITY_16_BELOW_200 = frozenset({106, 130, 165, 184, 187, 192})
_OTHER_SEVERITIES = {229: 14, 230: 14, 297: 16, 300: 14, 1033: 15, 1035: 15, 4113: 15, 4145: 15, 10739: 15, 10753: 15}
_STATES = {137: 2, 195: 10, 1035: 10}


def severity_of(number: int) -> int:
    """The severity that sys.messages gives an error: 15 for nearly all of 101 to 199 (syntax), 16 for most others."""
    if 100 < number < 200 and number not in _SEVERITY_16_BELOW_200:
        return 15
    return _OTHER_SEVERITIES.get(number, 16)


class SqlError(Exception):
    """An error that SQL Server would send: `messages` holds at least one entry with a severity above 10.

    `batch_aborting` errors end the batch (conversion failures, a broken connection), the others only their statement.
    """

    def __init__(
        self,
        number: int,
        text: str,
        *,
        severity: int | None = None,
        state: int | None = None,
        batch_aborting: bool = False,
        more: tuple[ServerMessage, ...] = (),
    ) -> None:
        level = severity_of(number) if severity is None else severity
        at_state = _STATES.get(number, 1) if state is None else state
        super().__init__(f"Msg {number}, Level {level}, State {at_state}: {text}")
        self.messages: tuple[ServerMessage, ...] = (
            ServerMessage(number=number, text=text, severity=level, state=at_state),
            *more,
        )
        self.batch_aborting = batch_aborting

    @property
    def number(self) -> int:
        return self.messages[0].number

    @property
    def text(self) -> str:
        return self.messages[0].text

    @property
    def severity(self) -> int:
        return self.messages[0].severity

    def at(self, line: int) -> SqlError:
        """The same error with its place in the batch, kept when the error already has one."""
        self.messages = tuple(message if message.line > 1 else message.at(line) for message in self.messages)
        return self


class ConnectionBrokenError(SqlError):
    """The server went away under a session: its client sees a transport error, and the session is unusable."""

    def __init__(self, number: int, text: str, *, severity: int = 20, state: int = 0) -> None:
        super().__init__(number, text, severity=severity, state=state, batch_aborting=True)


@dataclass(eq=False)
class Unsupported(Exception):  # noqa: N818 - what every engine of the rehearsal calls a refusal
    """The engine does not cover this construct, and says so instead of guessing.

    `line` and `column` count from 1 inside `text`, the batch.
    """

    construct: str
    text: str = field(repr=False, default="")
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        lines = self.text.splitlines()
        shown = lines[self.line - 1].strip() if 0 < self.line <= len(lines) else ""
        return f"T-SQL not covered: {self.construct} at {self.line}:{self.column}" + (f" in: {shown}" if shown else "")
