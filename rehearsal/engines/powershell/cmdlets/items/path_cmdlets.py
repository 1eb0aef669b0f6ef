"""Test-Path, Join-Path, Split-Path, Resolve-Path, Convert-Path and the current location."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    FILE_SYSTEM,
    drive_not_found,
    existing_paths,
    exists,
    expanded,
    given_paths,
    item_path,
    path_not_found,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.type_table import net_enum
from rehearsal.engines.powershell.operators.text import has_wildcards
from rehearsal.engines.powershell.runtime.file_access import PathInfo, Paths, paths_of

MANAGEMENT = "Microsoft.PowerShell.Management"
net_enum("Microsoft.PowerShell.Commands.TestPathType", {"Any": 0, "Container": 1, "Leaf": 2})


@cmdlet(MANAGEMENT, "Test-Path", honours=("Path", "LiteralPath", "PathType", "IsValid"))
def test_path(call: CmdletCall) -> None:
    """One Boolean for each path; never an error but for null and empty text."""
    for text, literal in given_paths(call):
        if text is None or text == "":
            name = "LiteralPath" if literal else "Path"
            what = "null" if text is None else "an empty string"
            call.throw(
                PSException(
                    "System.Management.Automation.ParameterBindingValidationException",
                    f"Cannot bind argument to parameter '{name}' because it is {what}.",
                ),
                "ParameterArgumentValidationErrorNullNotAllowed"
                if text is None
                else "ParameterArgumentValidationErrorEmptyStringNotAllowed",
                "InvalidData",
            )
        if call.switch("IsValid"):
            call.unsupported("Test-Path -IsValid")
        call.write(_is_there(text, literal, call))


def _is_there(text: str, literal: bool, call: CmdletCall) -> bool:
    kind = call.bound["PathType"].ps_string() if "PathType" in call.bound else "Any"
    try:
        wanted = item_path(text, call)
    except PSException:
        return False
    found = expanded(wanted, call) if not literal and has_wildcards(text) else [wanted] if exists(wanted, call) else []
    for item in found:
        if kind == "Any":
            return True
        folder = item.provider == FILE_SYSTEM and call.host.filesystem.is_directory(item.path)
        if item.provider != FILE_SYSTEM:
            folder = item.path == ""
        if folder == (kind == "Container"):
            return True
    return False


@cmdlet(MANAGEMENT, "Join-Path", honours=("Path", "ChildPath"))
def join_path(call: CmdletCall) -> None:
    """One path for each parent; the drive must exist, as real Join-Path asks the provider."""
    paths = paths_of(call.run)
    for folder in call.strings("Path"):
        if paths.windows and len(folder) > 1 and folder[1] == ":" and folder[0].isalpha():
            names = {name.lower().rstrip(":\\") for name in call.host.filesystem.drives()}
            if folder[0].lower() not in names:
                report(call, drive_not_found(folder[0]))
                continue
        call.write(_joined(folder, call["ChildPath"], paths))


def _joined(folder: str, child: str, paths: Paths) -> str:
    separator = paths.separator
    other = "/" if separator == "\\" else "\\"
    folder = folder.replace(other, separator)
    child = child.replace(other, separator)
    if child == "":
        return folder if folder.endswith(separator) else folder + separator
    if folder == "":
        return separator + child.lstrip(separator)
    return (
        str(folder.rstrip(separator) + separator + child.lstrip(separator))
        if folder.strip(separator)
        else (separator + child.lstrip(separator))
    )


@cmdlet(
    MANAGEMENT,
    "Split-Path",
    honours=("Path", "LiteralPath", "Parent", "Leaf", "Qualifier", "NoQualifier", "IsAbsolute"),
)
def split_path(call: CmdletCall) -> None:
    """Text arithmetic only: nothing needs to exist."""
    paths = paths_of(call.run)
    for text, _ in given_paths(call):
        if call.switch("IsAbsolute"):
            call.write(paths.is_rooted(text) and (not paths.windows or text[1:2] == ":" or text.startswith("\\\\")))
        elif call.switch("Leaf"):
            call.write(_leaf(text, paths))
        elif call.switch("Qualifier"):
            head, colon, _rest = text.partition(":")
            if not colon:
                report(
                    call,
                    PSException(
                        "System.FormatException",
                        f"Cannot parse path because path '{text}' does not have a qualifier specified.",
                        error_id="ParsePathFormatError",
                        category="InvalidArgument",
                        target=text,
                    ),
                )
                continue
            call.write(head + ":")
        elif call.switch("NoQualifier"):
            head, colon, rest = text.partition(":")
            call.write(rest if colon else text)
        else:
            call.write(_parent(text, paths))


def _leaf(text: str, paths: Any) -> str:
    unified = text.replace("/", "\\") if paths.windows else text.replace("\\", "/")
    bare = unified.rstrip(paths.separator)
    if bare == "" or (paths.windows and bare.endswith(":")):
        return bare + paths.separator if bare else unified
    return bare.rpartition(paths.separator)[2]


def _parent(text: str, paths: Paths) -> str:
    separator = paths.separator
    unified = text.replace("/", "\\") if paths.windows else text.replace("\\", "/")
    bare = unified.rstrip(separator)
    head, found, _ = bare.rpartition(separator)
    if not found:
        return ""
    if paths.windows and head.endswith(":"):
        return head + separator
    return head if head else (separator if bare != separator and bare else "")


@cmdlet(MANAGEMENT, "Resolve-Path", honours=("Path", "LiteralPath"), aliases=("rvpa",))
def resolve_path(call: CmdletCall) -> None:
    """PathInfo objects of existing items."""
    for item in existing_paths(call):
        if item.provider != FILE_SYSTEM:
            call.unsupported(f"Resolve-Path on drive {item.provider}:")
        call.write(PathInfo(item.path))


@cmdlet(MANAGEMENT, "Convert-Path", honours=("Path", "LiteralPath"), aliases=("cvpa",))
def convert_path(call: CmdletCall) -> None:
    """Provider paths of existing items, as text."""
    for item in existing_paths(call):
        call.write(item.path)


# --- the current location


def _go(call: CmdletCall, text: str, literal: bool) -> bool:
    wanted = item_path(text, call)
    if wanted.provider != FILE_SYSTEM:
        call.unsupported(f"location on drive {wanted.provider}:")
    path = wanted.path
    if not literal and has_wildcards(text):
        found = expanded(wanted, call)
        if len(found) != 1:
            call.unsupported("Set-Location with wildcards that don't mean one folder")
        path = found[0].path
    if not call.host.filesystem.is_directory(path):
        failure = path_not_found(path)
        call.throw(failure, failure.error_id, failure.category, failure.target)
    call.run.files.set_location(path)
    return True


@cmdlet(MANAGEMENT, "Set-Location", honours=("Path", "LiteralPath", "PassThru"), aliases=("cd", "chdir", "sl"))
def set_location(call: CmdletCall) -> None:
    """Without path: the home folder."""
    given = given_paths(call)
    text, literal = given[0] if given else (call.host.filesystem.home_directory, True)
    _go(call, text, literal)
    if call.switch("PassThru"):
        call.write(PathInfo(call.run.files.location))


@cmdlet(MANAGEMENT, "Push-Location", honours=("Path", "LiteralPath", "PassThru"), aliases=("pushd",))
def push_location(call: CmdletCall) -> None:
    """Remembers the current location, then goes."""
    stack = call.run.state.setdefault("location stack", [])
    before = call.run.files.location
    given = given_paths(call)
    if given:
        _go(call, *given[0])
    stack.append(before)
    if call.switch("PassThru"):
        call.write(PathInfo(call.run.files.location))


@cmdlet(MANAGEMENT, "Pop-Location", honours=("PassThru",), aliases=("popd",))
def pop_location(call: CmdletCall) -> None:
    """Goes back; nothing happens when nothing was pushed."""
    stack = call.run.state.get("location stack")
    if stack:
        call.run.files.set_location(stack.pop())
    if call.switch("PassThru"):
        call.write(PathInfo(call.run.files.location))


@cmdlet(MANAGEMENT, "Get-Location", honours=(), aliases=("gl", "pwd"))
def get_location(call: CmdletCall) -> None:
    """Where the run is."""
    call.write(PathInfo(call.run.files.location))
