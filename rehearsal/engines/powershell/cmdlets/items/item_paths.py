"""Paths as the item cmdlets take them: drives (file system, Env:, Variable:, Function:, Alias:), wildcards, what
exists.

Registry, certificates, WSMan and UNC shares are refused: this engine has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.file_access import Paths, paths_of

FILE_SYSTEM, ENVIRONMENT, VARIABLE, FUNCTION, ALIAS = "FileSystem", "Environment", "Variable", "Function", "Alias"
_DRIVES = {"env": ENVIRONMENT, "variable": VARIABLE, "function": FUNCTION, "alias": ALIAS}
_REFUSED = {"hklm", "hkcu", "cert", "wsman", "sqlserver", "registry"}
_QUALIFIED = re.compile(r"(?:(?P<module>[\w.]+)\\)?(?P<provider>\w+)::(?P<rest>.*)\Z", re.DOTALL)
_DRIVE = re.compile(r"(?P<drive>[\w ]+):(?P<rest>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPath:
    """A path taken apart: the provider, and the full path (file system) or the item's name (other drives)."""

    provider: str
    path: str
    given: str


def item_path(given: str, call: Any) -> ItemPath:
    """Reads one path; an unknown drive is an error of the script, a real but unsupported provider a refusal."""
    run = call.run
    qualified = _QUALIFIED.match(given)
    if qualified:
        provider = qualified["provider"].lower()
        if provider == "filesystem":
            return ItemPath(provider=FILE_SYSTEM, path=run.files.full_path(qualified["rest"]), given=given)
        call.unsupported(f"path of provider {qualified['provider']}")
    windows = run.host.filesystem.separator == "\\"
    found = _DRIVE.match(given)
    if found:
        drive = found["drive"].lower()
        if drive in _DRIVES:
            return ItemPath(provider=_DRIVES[drive], path=found["rest"].lstrip("\\/"), given=given)
        if drive in _REFUSED:
            call.unsupported(f"drive {found['drive']}:")
        if windows and len(drive) == 1 and drive.isalpha():
            names = {name.lower().rstrip(":\\") for name in run.host.filesystem.drives()}
            if drive not in names:
                raise drive_not_found(found["drive"])
        elif not windows and "/" in found["drive"]:
            pass
        else:
            raise drive_not_found(found["drive"])
    return ItemPath(provider=FILE_SYSTEM, path=run.files.full_path(given), given=given)


def drive_not_found(drive: str) -> PSException:
    """A path on a drive that isn't there."""
    return PSException(
        "System.Management.Automation.DriveNotFoundException",
        f"Cannot find drive. A drive with the name '{drive}' does not exist.",
        error_id="DriveNotFound",
        category="ObjectNotFound",
        target=drive,
    )


def path_not_found(given: str) -> PSException:
    """A path that isn't there."""
    return PSException(
        "System.Management.Automation.ItemNotFoundException",
        f"Cannot find path '{given}' because it does not exist.",
        error_id="PathNotFound",
        category="ObjectNotFound",
        target=given,
    )


def report(call: Any, failure: PSException) -> None:
    """Writes the error of one path; the command goes on with the next."""
    call.write_error(ErrorRecord(failure, failure.error_id or failure.type_name, failure.category, failure.target))


def given_paths(call: Any) -> list[tuple[str, bool]]:
    """-Path (wildcards count) or -LiteralPath of this call."""
    literal = call.get("LiteralPath")
    if literal is not None:
        return [(text, True) for text in literal.items]
    given = call.get("Path")
    if given is None:
        return []
    return [(text, False) for text in ([given] if isinstance(given, str) else given.items)]


def existing_paths(call: Any) -> Iterator[ItemPath]:
    """Every existing item that the call's paths mean; what isn't there is reported."""
    for text, literal in given_paths(call):
        try:
            yield from _existing(text, literal, call)
        except PSException as failure:
            report(call, failure)


def _existing(text: str, literal: bool, call: Any) -> list[ItemPath]:
    wanted = item_path(text, call)
    if not literal and has_wildcards(text):
        return expanded(wanted, call)
    plain = wanted if literal or "`" not in text else item_path(text.replace("`", ""), call)
    if not exists(plain, call):
        raise path_not_found(plain.path)
    return [plain]


def exists(wanted: ItemPath, call: Any) -> bool:
    """Whether the item is there."""
    run = call.run
    match wanted.provider:
        case "FileSystem":
            return bool(run.host.filesystem.exists(wanted.path))
        case "Environment":
            return wanted.path == "" or run.environment_variable(wanted.path) is not None
        case "Variable":
            return wanted.path == "" or call.scope.find(wanted.path.lower()) is not None
        case "Function":
            return wanted.path == "" or call.scope.find_function(wanted.path.lower()) is not None
    if wanted.path == "":
        return True
    lower = wanted.path.lower()
    return bool(call.scope.find_alias(lower) or run.commands.table.aliases.get(lower))


def expanded(wanted: ItemPath, call: Any) -> list[ItemPath]:
    """The existing items that a path with wildcards means, in order; [] when none."""
    run = call.run
    if wanted.provider == ENVIRONMENT:
        match = wildcard_pattern(wanted.path).match
        names = [name for name in sorted(run.host.environment, key=str.lower) if match(name)]
        return [ItemPath(provider=ENVIRONMENT, path=name, given=f"Env:{name}") for name in names]
    if wanted.provider != FILE_SYSTEM:
        call.unsupported(f"wildcards on drive {wanted.provider}:")
    paths = paths_of(run)
    return [ItemPath(provider=FILE_SYSTEM, path=path, given=path) for path in matching_files(wanted.path, paths)]


def matching_files(pattern: str, paths: Paths) -> list[str]:
    """Existing full paths that match a full path with wildcards in any of its parts."""
    root, parts = split_root(pattern, paths)
    found = [root]
    for part in parts:
        found = _step(found, part, paths)
    return found


def _step(folders: list[str], part: str, paths: Paths) -> list[str]:
    files = paths.files
    out: list[str] = []
    if not has_wildcards(part):
        name = part.replace("`", "")
        for folder in folders:
            candidate = paths.join(folder, name)
            if files.exists(candidate):
                out.append(candidate)
        return out
    match = wildcard_pattern(part).match
    for folder in folders:
        if files.is_directory(folder):
            out.extend(paths.join(folder, name) for name in files.list(folder) if match(name))
    return out


def split_root(path: str, paths: Paths) -> tuple[str, list[str]]:
    """The root and the parts below it of a full path."""
    root, rest = (path[:3], path[3:]) if paths.windows else ("/", path[1:])
    return root, [part for part in rest.split(paths.separator) if part]


def object_of(wanted: ItemPath, call: Any) -> Any:
    """What Get-Item gives for an existing item."""
    run = call.run
    if wanted.provider == FILE_SYSTEM:
        return file_object(run, wanted.path)
    if wanted.provider == ENVIRONMENT:
        from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry

        return DictionaryEntry(wanted.path, run.environment_variable(wanted.path))
    if wanted.provider == VARIABLE:
        call.unsupported("Get-Item of drive Variable:")
    if wanted.provider == FUNCTION:
        return call.scope.find_function(wanted.path.lower())
    call.unsupported(f"Get-Item of drive {wanted.provider}:")
    return None


def io_failure(error: OSError, path: str) -> PSException:
    """Python's file error as .NET's."""
    if isinstance(error, FileNotFoundError):
        return PSException(
            "System.IO.FileNotFoundException", f"Could not find file '{path}'.", category="ObjectNotFound", target=path
        )
    if isinstance(error, NotADirectoryError):
        return PSException(
            "System.IO.DirectoryNotFoundException",
            f"Could not find a part of the path '{path}'.",
            category="ObjectNotFound",
            target=path,
        )
    if isinstance(error, PermissionError | IsADirectoryError):
        return PSException(
            "System.UnauthorizedAccessException",
            f"Access to the path '{path}' is denied.",
            category="PermissionDenied",
            target=path,
        )
    return PSException("System.IO.IOException", error.strerror or str(error), category="WriteError", target=path)


MANAGEMENT = "Microsoft.PowerShell.Management"


def only_files(item: ItemPath, call: CmdletCall) -> None:
    if item.provider != FILE_SYSTEM:
        call.unsupported(f"{call.definition.name} on drive {item.provider}:")


def is_wanted(path: str, call: CmdletCall) -> bool:
    name = paths_of(call.run).leaf(path)
    include = call.strings("Include")
    if include and not any(wildcard_pattern(text).match(name) for text in include):
        return False
    return not any(wildcard_pattern(text).match(name) for text in call.strings("Exclude"))
