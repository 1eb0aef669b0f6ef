"""ConvertFrom-StringData, Select-String, and the Csv cmdlets."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.cmdlets.items.content_cmdlets import split_lines
from rehearsal.engines.powershell.cmdlets.items.content_encoding import (
    bytes_text,
    is_known,
    marked_encoding,
    text_bytes,
)
from rehearsal.engines.powershell.cmdlets.items.item_paths import FILE_SYSTEM, existing_paths, io_failure, item_path
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.object_view import property_views, type_names_of
from rehearsal.engines.powershell.net_types.system.file_objects import FileSystemInfo
from rehearsal.engines.powershell.net_types.text.regexes import Match
from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    CimInstance,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
)
from rehearsal.engines.powershell.operators.regex_translation import IGNORE_CASE, NetRegex, translate
from rehearsal.engines.powershell.runtime.file_access import paths_of

UTILITY = "Microsoft.PowerShell.Utility"
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b", "0": "\0"}


def _unescaped(text: str) -> str:
    """Regex.Unescape of a value."""

    def one(found: re.Match[str]) -> str:
        code = found[1]
        if len(code) > 1:
            return chr(int(code[1:], 16))
        if code in _ESCAPES:
            return _ESCAPES[code]
        if code.isalnum():
            raise PSException("System.ArgumentException", f'parsing "{text}" - Unrecognized escape sequence \\{code}.')
        return code

    if text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2:
        raise PSException("System.ArgumentException", f'parsing "{text}" - Illegal \\ at end of pattern.')
    return _ESCAPE.sub(one, text)


@cmdlet(UTILITY, "ConvertFrom-StringData")
def convert_from_string_data(call: CmdletCall) -> None:
    """Lines `name = value`; # begins a comment line; escapes as in a regular expression."""
    table = Hashtable()
    for line in call["StringData"].split("\n"):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        name, equals, value = bare.partition("=")
        if not equals:
            _string_data_error(
                call, f"Data line '{bare}' is not in 'name=value' format. ", "InvalidOperation", "InvalidOperation"
            )
        name = name.strip()
        if table.contains(name):
            _string_data_error(
                call,
                f"Data item '{name}' in line '{bare}' is already defined. ",
                "InvalidOperation",
                "InvalidOperation",
            )
        table.set(name, _unescaped(value.strip()))
    call.write(table)


def _string_data_error(call: CmdletCall, message: str, error_id: str, category: str) -> None:
    call.throw(PSException("System.Management.Automation.PSInvalidOperationException", message), error_id, category)


# --- Select-String


@net_type("Microsoft.PowerShell.Commands.MatchInfo", closed=True)
class MatchInfo(NetObject):
    """One line that matched (or, with -NotMatch, didn't)."""

    def __init__(
        self, line: str, number: int, path: str, pattern: str, ignore_case: bool, matches: list[Match]
    ) -> None:
        self.text_line = line
        self.number = number
        self.file_path = path
        self.pattern_text = pattern
        self.ignores = ignore_case
        self.found = matches

    def ps_string(self) -> str:
        if self.file_path == "InputStream":
            return self.text_line
        return f"{self.file_path}:{self.number}:{self.text_line}"

    @net_property("IgnoreCase", "bool")
    def ignore_case(self) -> bool:
        return self.ignores

    @net_property("LineNumber", "int")
    def line_number(self) -> int:
        return self.number

    @net_property("Line", "string")
    def line(self) -> str:
        return self.text_line

    @net_property("Filename", "string")
    def filename(self) -> str:
        return self.file_path.replace("\\", "/").rpartition("/")[2]

    @net_property("Path", "string")
    def path(self) -> str:
        return self.file_path

    @net_property("Pattern", "string")
    def pattern(self) -> str:
        return self.pattern_text

    @net_property("Context")
    def context(self) -> None:
        return None

    @net_property("Matches")
    def matches(self) -> PSArray:
        return PSArray(list(self.found), "System.Text.RegularExpressions.Match")

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.ps_string()


@cmdlet(
    UTILITY, "Select-String",
    honours=("InputObject", "Pattern", "Path", "LiteralPath", "SimpleMatch", "CaseSensitive", "Quiet", "List",
    "AllMatches",
             "NotMatch", "Encoding"),
    aliases=("sls",),
)  # fmt: skip
class SelectString(PipelineCmdlet):
    """Lines by pattern, from the pipeline or from files."""

    def begin(self, call: CmdletCall) -> None:
        self.patterns: list[tuple[str, NetRegex]] = []
        ignore = not call.switch("CaseSensitive")
        for text in call.strings("Pattern"):
            source = re.escape(text) if call.switch("SimpleMatch") else text
            try:
                self.patterns.append((text, translate(source, IGNORE_CASE if ignore else 0)))
            except PSException as failure:
                call.throw(
                    PSException(
                        "System.ArgumentException",
                        f"The string {text} is not a valid regular expression: {failure.message}",
                        failure,
                    ),
                    "InvalidRegex",
                    "InvalidArgument",
                )
        self.number = 0
        self.done = False
        self.any = False

    def process(self, call: CmdletCall) -> None:
        if "Path" in call.bound or "LiteralPath" in call.bound:
            self._files(call)
            return
        value = call.bound.get("InputObject")
        if value is None or self.done:
            return
        self.number += 1
        if isinstance(value, FileSystemInfo):
            self._one_file(value.full_name, call)
            return
        self._line(to_text(value, call.run), self.number, "InputStream", call)

    def _files(self, call: CmdletCall) -> None:
        for item in existing_paths(call):
            if item.provider != FILE_SYSTEM:
                call.unsupported(f"Select-String on drive {item.provider}:")
            self._one_file(item.path, call)

    def _one_file(self, path: str, call: CmdletCall) -> None:
        encoding = to_text(call["Encoding"]) if "Encoding" in call.bound else "utf8"
        if not is_known(encoding):
            call.unsupported(f"Select-String -Encoding {encoding}")
        data = call.host.filesystem.read_bytes(path)
        for number, line in enumerate(split_lines(bytes_text(data, encoding)), 1):
            if self._line(line, number, path, call) and call.switch("List"):
                return
            if self.done:
                return

    def _line(self, line: str, number: int, path: str, call: CmdletCall) -> bool:
        found: list[Match] = []
        used = ""
        for text, regex in self.patterns:
            hits = list(regex.pattern.finditer(line)) if call.switch("AllMatches") else []
            if not call.switch("AllMatches"):
                hit = regex.pattern.search(line)
                hits = [hit] if hit is not None else []
            if hits:
                used = text
                found = [Match(regex, one) for one in hits]
                break
        matched = bool(found)
        if call.switch("NotMatch"):
            matched = not matched
            used = used or self.patterns[0][0]
            found = []
        if not matched:
            return False
        self.any = True
        if call.switch("Quiet"):
            if not self.done:
                self.done = True
                call.write(True)
            return True
        if call.switch("SimpleMatch"):
            found = []
        call.write(MatchInfo(line, number, path, used, not call.switch("CaseSensitive"), found))
        return True

    def end(self, call: CmdletCall) -> None:
        if call.switch("Quiet") and not self.any:
            call.write(False)


# --- Csv


def _csv_field(value: Any, run: Any) -> str:
    text = "" if value is None or value is AUTOMATION_NULL else to_text(value, run)
    if value is None or value is AUTOMATION_NULL:
        return ""
    return '"' + text.replace('"', '""') + '"'


class _CsvWriter(PipelineCmdlet):
    def begin(self, call: CmdletCall) -> None:
        self.names: list[str] | None = None
        self.delimiter = str(call.get("Delimiter", ","))

    def _lines(self, call: CmdletCall) -> list[str]:
        value = call.bound.get("InputObject")
        if value is None or value is AUTOMATION_NULL:
            return []
        out: list[str] = []
        if self.names is None:
            bare = value.base if type(value) is PSObject else value
            if not isinstance(bare, PSCustomObject | CimInstance):
                call.unsupported(f"{call.definition.name} of other than custom objects")
            self.names = [view.name for view in property_views(value, call.run)]
            if not call.switch("NoTypeInformation"):
                out.append(f"#TYPE {type_names_of(value)[0]}")
            out.append(self.delimiter.join('"' + name.replace('"', '""') + '"' for name in self.names))
        fields = [self._field(value, name, call) for name in self.names]
        out.append(self.delimiter.join(fields))
        return out

    def _field(self, value: Any, name: str, call: CmdletCall) -> str:
        item = call.property(value, name)
        if isinstance(item, PSArray):
            return '"' + item.ps_type_name() + '"'
        return _csv_field(item, call.run)


@cmdlet(UTILITY, "ConvertTo-Csv", honours=("InputObject", "Delimiter", "NoTypeInformation"))
class ConvertToCsv(_CsvWriter):
    """Every field quoted; a #TYPE line first unless -NoTypeInformation."""

    def process(self, call: CmdletCall) -> None:
        for line in self._lines(call):
            call.write(line)


@cmdlet(UTILITY, "Export-Csv", honours=("InputObject", "Path", "LiteralPath", "Delimiter", "NoTypeInformation",
    "Encoding", "Append",
                                        "Force", "NoClobber"))  # fmt: skip
class ExportCsv(_CsvWriter):
    """The same into a file, ASCII unless told otherwise."""

    def begin(self, call: CmdletCall) -> None:
        super().begin(call)
        self.text: list[str] = []
        if call.switch("Append") or call.switch("NoClobber"):
            call.unsupported("Export-Csv -Append and -NoClobber")

    def process(self, call: CmdletCall) -> None:
        self.text.extend(self._lines(call))

    def end(self, call: CmdletCall) -> None:
        wanted = item_path(call["LiteralPath"] if "LiteralPath" in call.bound else call["Path"], call)
        if wanted.provider != FILE_SYSTEM:
            call.unsupported(f"Export-Csv on drive {wanted.provider}:")
        newline = paths_of(call.run).newline
        encoding = (call.get("Encoding") or "ascii").lower()
        if not is_known(encoding):
            call.unsupported(f"Export-Csv -Encoding {encoding}")
        try:
            data = text_bytes("".join(line + newline for line in self.text), encoding, start=True)
            call.host.filesystem.write_bytes(wanted.path, data)
        except OSError as error:
            call.throw(io_failure(error, wanted.path), "FileOpenFailure", "OpenError", wanted.path)


def csv_rows(text: str, delimiter: str) -> list[list[str]]:
    """Fields of each row: quotes around a field, doubled inside; blank lines are no rows."""
    rows: list[list[str]] = []
    row: list[str] = []
    field: list[str] = []
    quoted = started = False
    position = 0
    while position < len(text):
        character = text[position]
        position += 1
        if quoted:
            if character == '"':
                if text[position : position + 1] == '"':
                    field.append('"')
                    position += 1
                else:
                    quoted = False
            else:
                field.append(character)
        elif character == '"' and not "".join(field).strip():
            field.clear()
            quoted = started = True
        elif character == delimiter:
            row.append("".join(field))
            field.clear()
            started = True
        elif character in "\r\n":
            if character == "\r" and text[position : position + 1] == "\n":
                position += 1
            if row or field or started:
                row.append("".join(field))
                rows.append(row)
            row, started = [], False
            field.clear()
        elif character in " \t" and not field and not started and character != delimiter:
            continue
        else:
            field.append(character)
            started = True
    if row or field or started:
        row.append("".join(field))
        rows.append(row)
    return rows


class _CsvReader:
    """Turns rows into custom objects; the first row names the properties unless -Header does."""

    def __init__(self, call: CmdletCall) -> None:
        self.delimiter = str(call.get("Delimiter", ","))
        self.header: list[str] | None = call.strings("Header") or None

    def emit(self, text: str, call: CmdletCall) -> None:
        kind = None
        if text.startswith("#TYPE "):
            first, _, text = text.partition("\n")
            kind = first.removeprefix("#TYPE ").strip()
        rows = csv_rows(text, self.delimiter)
        if self.header is None:
            if not rows:
                return
            self.header = rows.pop(0)
        names = self.header
        if any(not name for name in names) or len({name.lower() for name in names}) != len(names):
            call.unsupported("Csv with empty or repeated column names")
        for row in rows:
            made = PSCustomObject()
            for index, name in enumerate(names):
                made.set(name, row[index] if index < len(row) else None)
            if kind:
                made.type_names = [f"CSV:{kind}"]
            call.write(made)


@cmdlet(UTILITY, "ConvertFrom-Csv", honours=("InputObject", "Delimiter", "Header"))
class ConvertFromCsv(PipelineCmdlet):
    """Text (one or many lines) to custom objects of text."""

    def begin(self, call: CmdletCall) -> None:
        self.lines: list[str] = []

    def process(self, call: CmdletCall) -> None:
        given = call.bound.get("InputObject")
        if given is None:
            return
        for item in given.items if isinstance(given, PSArray) else [given]:
            self.lines.append(to_text(item, call.run))

    def end(self, call: CmdletCall) -> None:
        _CsvReader(call).emit("\n".join(self.lines), call)


@cmdlet(UTILITY, "Import-Csv", honours=("Path", "LiteralPath", "Delimiter", "Header", "Encoding"), aliases=("ipcsv",))
def import_csv(call: CmdletCall) -> None:
    """Files to custom objects of text."""
    for item in existing_paths(call):
        if item.provider != FILE_SYSTEM:
            call.unsupported(f"Import-Csv on drive {item.provider}:")
        data = call.host.filesystem.read_bytes(item.path)
        encoding = to_text(call["Encoding"]) if "Encoding" in call.bound else marked_encoding(data) or "utf8"
        if not is_known(encoding):
            call.unsupported(f"Import-Csv -Encoding {encoding}")
        _CsvReader(call).emit(bytes_text(data, encoding), call)
