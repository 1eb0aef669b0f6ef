"""Get-, Set-, Add-Content, Out-File, Get-FileHash."""

from __future__ import annotations

import hashlib
from typing import Any

from rehearsal.engines.powershell.cmdlets.items.content_encoding import (
    bytes_text,
    is_known,
    marked_encoding,
    text_bytes,
)
from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    FILE_SYSTEM,
    ItemPath,
    existing_paths,
    expanded,
    given_paths,
    io_failure,
    item_path,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.numbers import Byte
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, resolve_type
from rehearsal.engines.powershell.objects.values import PSArray, PSCustomObject
from rehearsal.engines.powershell.operators.text import has_wildcards
from rehearsal.engines.powershell.runtime.file_access import paths_of
from rehearsal.engines.powershell.runtime.script_block import define_function

MANAGEMENT = "Microsoft.PowerShell.Management"
UTILITY = "Microsoft.PowerShell.Utility"


def _encoding(call: CmdletCall) -> str | None:
    """The -Encoding's name, None without one; byte streams say "byte"."""
    given = call.get("Encoding")
    if given is None:
        return None
    name = to_text(given, call.run)
    if name.lower() == "byte":
        return "byte"
    if not is_known(name):
        call.unsupported(f"-Encoding {name}")
    return name


def split_lines(text: str) -> list[str]:
    """Lines ended by CRLF, LF or CR; a last end adds no line."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return unified.removesuffix("\n").split("\n") if unified else []


@cmdlet(
    MANAGEMENT,
    "Get-Content",
    honours=("Path", "LiteralPath", "TotalCount", "Tail", "Raw", "Encoding", "ReadCount", "Force"),
    aliases=("gc", "type"),
)
def get_content(call: CmdletCall) -> None:
    """Lines one by one, or the whole text with -Raw."""
    for item in existing_paths(call):
        if item.provider != FILE_SYSTEM:
            _other_drive(item, call)
            continue
        if call.host.filesystem.is_directory(item.path):
            report(
                call,
                PSException(
                    "System.UnauthorizedAccessException",
                    f"Access to the path '{item.path}' is denied.",
                    error_id="GetContentReaderUnauthorizedAccessError",
                    category="PermissionDenied",
                    target=item.path,
                ),
            )
            continue
        try:
            data = call.host.filesystem.read_bytes(item.path)
        except OSError as error:
            failure = io_failure(error, item.path)
            failure.error_id = "GetContentReaderIOError"
            report(call, failure)
            continue
        _write_content(data, item.path, call)


def _other_drive(item: ItemPath, call: CmdletCall) -> None:
    match item.provider:
        case "Environment":
            call.write(call.run.environment_variable(item.path))
        case "Variable":
            found = call.scope.find(item.path.lower())
            call.write_all(found.value if found is not None else None)
        case "Function":
            call.write(call.scope.find_function(item.path.lower()).block)
        case _:
            call.unsupported(f"Get-Content on drive {item.provider}:")


def _write_content(data: bytes, path: str, call: CmdletCall) -> None:
    encoding = _encoding(call)
    if encoding == "byte":
        if call.switch("Raw") or call.get("ReadCount", 1) == 0:
            call.write(PSArray([Byte(value) for value in data], "System.Byte"))
        else:
            for value in data:
                call.write(Byte(value))
        return
    text = bytes_text(data, encoding)
    if call.switch("Raw"):
        if text:
            call.write(_noted(text, path, None, call))
        elif data:
            call.write("")
        return
    lines = split_lines(text)
    total = int(call.get("TotalCount", -1))
    if "TotalCount" in call.bound and "Tail" in call.bound:
        call.unsupported("Get-Content with -TotalCount and -Tail")
    first = 1
    if total >= 0:
        lines = lines[:total]
    elif "Tail" in call.bound:
        tail = call["Tail"]
        first = max(len(lines) - tail, 0) + 1
        lines = lines[len(lines) - tail :] if 0 < tail < len(lines) else lines if tail else []
    count = int(call.get("ReadCount", 1))
    if count == 1:
        for number, line in enumerate(lines, first):
            call.write(_noted(line, path, number, call))
        return
    size = len(lines) if count <= 0 else count
    for start in range(0, len(lines), size or 1):
        call.write(PSArray(list(lines[start : start + size])))


def _noted(text: str, path: str, number: int | None, call: CmdletCall) -> Any:
    """A line (number) or a whole text with the notes that real Get-Content adds: PSPath, PSParentPath, PSChildName,
    ReadCount.
    """
    return text


@cmdlet(MANAGEMENT, "Set-Content", honours=("Path", "LiteralPath", "Value", "PassThru", "Force", "NoNewline",
    "Encoding"),
        aliases=("sc",))  # fmt: skip
class SetContent(PipelineCmdlet):
    """Replaces the content by the values, one line each."""

    append = False

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []
        self.targets: list[ItemPath] | None = None

    def process(self, call: CmdletCall) -> None:
        if self.targets is None:
            self.targets = self._targets(call)
        given = call.get("Value")
        if given is None:
            return
        self.values.extend(given.items)

    def _targets(self, call: CmdletCall) -> list[ItemPath]:
        out: list[ItemPath] = []
        for text, literal in given_paths(call):
            try:
                wanted = item_path(text, call)
                found = expanded(wanted, call) if not literal and has_wildcards(text) else [wanted]
                if not found:
                    call.unsupported("Set-Content with wildcards that match nothing")
                out.extend(found)
            except PSException as failure:
                report(call, failure)
        return out

    def end(self, call: CmdletCall) -> None:
        if self.targets is None:
            self.targets = self._targets(call)
        for item in self.targets:
            match item.provider:
                case "FileSystem":
                    self._write(item.path, call)
                case "Environment":
                    call.run.set_environment_variable(
                        item.path, to_text(self.values[-1], call.run) if self.values else ""
                    )
                case "Variable":
                    value = self.values[0] if len(self.values) == 1 else PSArray(self.values)
                    call.scope.put(item.path.lower(), value, item.path)
                case "Function" if self.values and not self.append:
                    define_function(call.frame, item.path, self.values[0])
                case _:
                    call.unsupported(f"{call.definition.name} on drive {item.provider}:")
        if call.switch("PassThru"):
            for value in self.values:
                call.write(value)

    def _write(self, path: str, call: CmdletCall) -> None:
        files = call.host.filesystem
        if not call.should_process(f"Path: {path}", "Add Content" if self.append else "Set Content"):
            return
        paths = paths_of(call.run)
        try:
            if not files.is_directory(paths.parent(path)):
                raise PSException(
                    "System.IO.DirectoryNotFoundException",
                    f"Could not find a part of the path '{path}'.",
                    error_id="GetContentWriterDirectoryNotFoundError",
                    category="ObjectNotFound",
                    target=path,
                )
            encoding = _encoding(call)
            there = files.exists(path)
            start = not (self.append and there)
            if encoding is None and self.append and there:
                encoding = marked_encoding(files.read_bytes(path))
            if there and paths.windows and call.switch("Force") and files.stat(path).read_only:
                files.set_read_only(path, False)
            data = self._data(encoding, start, paths.newline, call)
            if start:
                files.write_bytes(path, data)
            else:
                files.append_bytes(path, data)
        except OSError as error:
            failure = io_failure(error, path)
            failure.error_id = (
                "GetContentWriterUnauthorizedAccessError"
                if failure.category == "PermissionDenied"
                else "GetContentWriterIOError"
            )
            report(call, failure)
        except PSException as failure:
            report(call, failure)

    def _data(self, encoding: str | None, start: bool, newline: str, call: CmdletCall) -> bytes:
        if encoding == "byte":
            of = resolve_type("byte", BUILTIN_TYPES)
            assert of is not None
            return bytes(int(convert(value, of, call.run)) for value in self.values)
        end = "" if call.switch("NoNewline") else newline
        text = "".join(self._text(value, call) + end for value in self.values)
        return text_bytes(text, encoding, start=start)

    def _text(self, value: Any, call: CmdletCall) -> str:
        if value is None:
            return ""
        if isinstance(value, PSArray):
            call.unsupported(f"{call.definition.name} of nested arrays")
        if isinstance(value, NetDictionary):
            return value.ps_type_name()
        return to_text(value, call.run)


@cmdlet(MANAGEMENT, "Add-Content", honours=("Path", "LiteralPath", "Value", "PassThru", "Force", "NoNewline",
    "Encoding"),
        aliases=("ac",))  # fmt: skip
class AddContent(SetContent):
    """Appends; an existing file's mark decides the encoding when none is given."""

    append = True


@cmdlet(UTILITY, "Out-File", honours=("FilePath", "LiteralPath", "Encoding", "Append", "Force", "NoNewline",
    "InputObject",
                                      "NoClobber"))  # fmt: skip
class OutFile(PipelineCmdlet):
    """What the console would show, into a file: UTF-16 unless told otherwise."""

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.values.append(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        wanted = item_path(call["LiteralPath"] if "LiteralPath" in call.bound else call["FilePath"], call)
        if wanted.provider != FILE_SYSTEM:
            call.unsupported(f"Out-File on drive {wanted.provider}:")
        files = call.host.filesystem
        there = files.exists(wanted.path)
        if there and call.switch("NoClobber") and not call.switch("Append"):
            call.throw(
                PSException("System.IO.IOException", f"The file '{wanted.path}' already exists."),
                "NoClobber",
                "ResourceExists",
                wanted.path,
            )
        if not call.should_process(wanted.path, "Output to File"):
            return
        text = call.run.format_for_file(self.values)
        if call.switch("NoNewline"):
            text = text.replace("\r\n", "").replace("\n", "")
        encoding = (call.get("Encoding") or "unicode").lower()
        if encoding == "unknown":
            encoding = "unicode"
        if not is_known(encoding):
            call.unsupported(f"Out-File -Encoding {encoding}")
        start = not (call.switch("Append") and there)
        try:
            data = text_bytes(text, encoding, start=start)
            (files.write_bytes if start else files.append_bytes)(wanted.path, data)
        except OSError as error:
            failure = io_failure(error, wanted.path)
            if isinstance(error, FileNotFoundError):
                failure = PSException(
                    "System.IO.DirectoryNotFoundException", f"Could not find a part of the path '{wanted.path}'."
                )
            call.throw(failure, "FileOpenFailure", "OpenError", wanted.path)


_ALGORITHMS = {"SHA1": "sha1", "SHA256": "sha256", "SHA384": "sha384", "SHA512": "sha512", "MD5": "md5"}


@cmdlet(UTILITY, "Get-FileHash", honours=("Path", "LiteralPath", "Algorithm"))
def get_file_hash(call: CmdletCall) -> None:
    """Algorithm, Hash (upper case) and Path of each file."""
    name = call.get("Algorithm", "SHA256").upper()
    if name not in _ALGORITHMS:
        call.unsupported(f"Get-FileHash -Algorithm {name}")
    for item in existing_paths(call):
        if item.provider != FILE_SYSTEM:
            call.unsupported(f"Get-FileHash on drive {item.provider}:")
        if call.host.filesystem.is_directory(item.path):
            continue
        try:
            data = call.host.filesystem.read_bytes(item.path)
        except OSError as error:
            failure = io_failure(error, item.path)
            failure.error_id = "FileReadError"
            failure.category = "ReadError"
            report(call, failure)
            continue
        digest = hashlib.new(_ALGORITHMS[name], data).hexdigest().upper()
        made = PSCustomObject({"Algorithm": name, "Hash": digest, "Path": item.path})
        made.type_names = ["Microsoft.Powershell.Utility.FileHash"]
        call.write(made)
