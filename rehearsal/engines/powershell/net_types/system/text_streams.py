"""StringWriter, StringReader, and StreamReader and StreamWriter over whole files."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.net_types.text.encodings import UTF8_PLAIN, Encoding
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.file_access import paths_of


@net_type("System.IO.StringWriter", base="System.IO.TextWriter", interfaces=("System.IDisposable",))
class StringWriter(NetObject):
    """Text that is written piece by piece."""

    @net_constructor(context=True)
    def _make(run: Any) -> StringWriter:
        return StringWriter(run)

    def __init__(self, run: Any) -> None:
        self.run = run
        self.parts: list[str] = []
        self.newline: str = paths_of(run).newline

    def ps_string(self) -> str:
        return "".join(self.parts)

    @net_property("NewLine", "string")
    def get_newline(self) -> str:
        return self.newline

    @net_setter("NewLine")
    def set_newline(self, value: str) -> None:
        self.newline = value

    @net_method("Write", "object", returns="void")
    def write(self, value: Any) -> None:
        self.parts.append("" if value is None else to_text(value, self.run))

    @net_method("WriteLine", returns="void")
    def write_end(self) -> None:
        self.parts.append(self.newline)

    @net_method("WriteLine", "object", returns="void")
    def write_line(self, value: Any) -> None:
        self.parts.append(("" if value is None else to_text(value, self.run)) + self.newline)

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.ps_string()

    @net_method("Flush", returns="void")
    def flush(self) -> None:
        """Nothing waits."""

    @net_method("Close", returns="void")
    def close(self) -> None:
        """Stays readable by ToString()."""

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """Stays readable by ToString()."""


class _Reading(NetObject):
    """Base of the readers: text and a position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.closed = False


class _ReaderMembers:
    @net_method("ReadLine")
    def read_line(self: _Reading) -> str | None:
        _open(self)
        if self.position >= len(self.text):
            return None
        start = self.position
        end = start
        while end < len(self.text) and self.text[end] not in "\r\n":
            end += 1
        self.position = end + (2 if self.text[end : end + 2] == "\r\n" else 1)
        return self.text[start:end]

    @net_method("ReadToEnd")
    def read_to_end(self: _Reading) -> str:
        _open(self)
        start, self.position = self.position, len(self.text)
        return self.text[start:]

    @net_method("Read", returns="int")
    def read(self: _Reading) -> int:
        _open(self)
        if self.position >= len(self.text):
            return -1
        self.position += 1
        return ord(self.text[self.position - 1])

    @net_method("Peek", returns="int")
    def peek(self: _Reading) -> int:
        _open(self)
        return ord(self.text[self.position]) if self.position < len(self.text) else -1

    @net_method("Close", returns="void")
    def close(self: _Reading) -> None:
        self.closed = True

    @net_method("Dispose", returns="void")
    def dispose(self: _Reading) -> None:
        self.closed = True


def _open(reader: _Reading) -> None:
    if reader.closed:
        raise PSException("System.ObjectDisposedException", "Cannot read from a closed TextReader.")


@net_type("System.IO.StringReader", interfaces=("System.IDisposable",))
class StringReader(_Reading):
    """Reads a text."""

    @net_constructor("string")
    def _make(text: str) -> StringReader:
        return StringReader(text)


@net_type("System.IO.StreamReader", interfaces=("System.IDisposable",))
class StreamReader(_Reading):
    """Reads a file, which is taken in at once."""

    @net_constructor("string", context=True)
    @net_constructor("string", "System.Text.Encoding", context=True)
    def _make(run: Any, path: str, encoding: Encoding | None = None) -> StreamReader:
        from rehearsal.engines.powershell.net_types.system.files import File

        return StreamReader(File.read_all_text(run, path, encoding))

    @net_property("EndOfStream", "bool")
    def end_of_stream(self) -> bool:
        return self.position >= len(self.text)


for _name in ("System.IO.StringReader", "System.IO.StreamReader"):
    net_type(_name)(type("ReaderMembers", (), dict(vars(_ReaderMembers))))


@net_type("System.IO.StreamWriter", base="System.IO.TextWriter", interfaces=("System.IDisposable",))
class StreamWriter(NetObject):
    """Writes a file; the text goes out at Flush, Close and Dispose."""

    @net_constructor("string", context=True)
    @net_constructor("string", "bool", context=True)
    @net_constructor("string", "bool", "System.Text.Encoding", context=True)
    def _make(run: Any, path: str, append: bool = False, encoding: Encoding | None = None) -> StreamWriter:
        from rehearsal.engines.powershell.net_types.system.files import File

        if not append or not File.exists(run, path):
            File.write_all_text(run, path, "", encoding)
        return StreamWriter(run, path, encoding)

    def __init__(self, run: Any, path: str, encoding: Encoding | None) -> None:
        self.run = run
        self.path = path
        self.encoding = encoding
        self.parts: list[str] = []
        self.closed = False
        self.newline: str = paths_of(run).newline

    def _put(self, text: str) -> None:
        if self.closed:
            raise PSException("System.ObjectDisposedException", "Cannot write to a closed TextWriter.")
        self.parts.append(text)

    def _out(self) -> None:
        from rehearsal.engines.powershell.net_types.system.files import File

        if self.parts:
            File.append_all_text(self.run, self.path, "".join(self.parts), self.encoding or UTF8_PLAIN)
            self.parts.clear()

    @net_method("Write", "object", returns="void")
    def write(self, value: Any) -> None:
        self._put("" if value is None else to_text(value, self.run))

    @net_method("WriteLine", returns="void")
    def write_end(self) -> None:
        self._put(self.newline)

    @net_method("WriteLine", "object", returns="void")
    def write_line(self, value: Any) -> None:
        self._put(("" if value is None else to_text(value, self.run)) + self.newline)

    @net_method("Flush", returns="void")
    def flush(self) -> None:
        self._out()

    @net_method("Close", returns="void")
    def close(self) -> None:
        self._out()
        self.closed = True

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        self._out()
        self.closed = True
