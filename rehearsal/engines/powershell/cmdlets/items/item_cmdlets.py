"""New-, Get-, Remove-, Copy-, Move-, Rename-Item, Get-ChildItem, Get-ItemProperty on files; Env:, Variable:,
Function: where simple.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.items.content_encoding import text_bytes
from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    ALIAS,
    ENVIRONMENT,
    FILE_SYSTEM,
    FUNCTION,
    VARIABLE,
    ItemPath,
    existing_paths,
    expanded,
    given_paths,
    io_failure,
    item_path,
    object_of,
    path_not_found,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.confirmation import not_interactive
from rehearsal.engines.powershell.runtime.paths import paths_of
from rehearsal.engines.powershell.runtime.scopes import Scope

MANAGEMENT = "Microsoft.PowerShell.Management"


def _only_files(item: ItemPath, call: CmdletCall) -> None:
    if item.provider != FILE_SYSTEM:
        call.unsupported(f"{call.definition.name} on drive {item.provider}:")


@cmdlet(MANAGEMENT, "New-Item", honours=("Path", "Name", "ItemType", "Value", "Force"), aliases=("ni",))
def new_item(call: CmdletCall) -> None:
    """Files (UTF-8 without mark, as .NET's StreamWriter) and folders with all their parents."""
    paths = paths_of(call.run)
    folders = call.strings("Path") or [call.run.files.location]
    for folder in folders:
        text = paths.join(folder, call["Name"]) if "Name" in call.bound else folder
        try:
            wanted = item_path(text, call)
            if wanted.provider == ENVIRONMENT:
                call.run.set_environment_variable(wanted.path, call.get("Value", ""))
                call.write(DictionaryEntry(wanted.path, call.run.environment_variable(wanted.path)))
                continue
            if wanted.provider == VARIABLE:
                call.scope.put(wanted.path.lower(), call.get("Value"), wanted.path)
                call.unsupported("New-Item on drive Variable:")
            _only_files(wanted, call)
            _create(wanted.path, call)
        except PSException as failure:
            report(call, failure)


def _create(path: str, call: CmdletCall) -> None:
    kind = call.get("ItemType", "File").lower()
    files = call.host.filesystem
    paths = paths_of(call.run)
    if kind in ("directory", "container"):
        if files.exists(path) and not call.switch("Force"):
            raise PSException(
                "System.IO.IOException",
                f"An item with the specified name {path} already exists.",
                error_id="DirectoryExist",
                category="ResourceExists",
                target=path,
            )
        if not call.should_process(f"Destination: {path}", "Create Directory"):
            return
        _make_folders(path, call)
    elif kind == "file":
        if not call.should_process(f"Destination: {path}", "Create File"):
            return
        if files.is_directory(path):
            raise PSException(
                "System.UnauthorizedAccessException",
                f"Access to the path '{path}' is denied.",
                error_id="NewItemUnauthorizedAccessError",
                category="PermissionDenied",
                target=path,
            )
        if files.exists(path) and not call.switch("Force"):
            raise PSException(
                "System.IO.IOException",
                f"The file '{path}' already exists.",
                error_id="NewItemIOError",
                category="WriteError",
                target=path,
            )
        parent = paths.parent(path)
        if not files.is_directory(parent):
            if not call.switch("Force"):
                raise PSException(
                    "System.IO.DirectoryNotFoundException",
                    f"Could not find a part of the path '{path}'.",
                    error_id="NewItemIOError",
                    category="WriteError",
                    target=path,
                )
            _make_folders(parent, call)
        value = call.get("Value")
        try:
            files.write_bytes(path, b"" if value is None else to_text(value, call.run).encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise io_failure(error, path) from None
    else:
        call.unsupported(f"New-Item -ItemType {call.get('ItemType')}")
    call.write(file_object(call.run, path))


def _make_folders(path: str, call: CmdletCall) -> None:
    files = call.host.filesystem
    paths = paths_of(call.run)
    missing: list[str] = []
    current = path
    while not files.exists(current):
        missing.append(current)
        parent = paths.parent(current)
        if parent == current:
            break
        current = parent
    try:
        for folder in reversed(missing):
            files.make_directory(folder)
    except OSError as error:
        raise io_failure(error, path) from None


@cmdlet(MANAGEMENT, "Get-Item", honours=("Path", "LiteralPath", "Force"), aliases=("gi",))
def get_item(call: CmdletCall) -> None:
    """Objects of existing items."""
    for item in existing_paths(call):
        if item.provider == FILE_SYSTEM and not call.switch("Force") and _hidden(item.path, call):
            report(call, path_not_found(item.path))
            continue
        call.write(object_of(item, call))


def _hidden(path: str, call: CmdletCall) -> bool:
    return paths_of(call.run).windows and call.host.filesystem.stat(path).hidden


@cmdlet(
    MANAGEMENT, "Remove-Item", honours=("Path", "LiteralPath", "Recurse", "Force", "Include", "Exclude"),
    aliases=("del", "erase", "rd", "ri", "rm", "rmdir"),
)  # fmt: skip
def remove_item(call: CmdletCall) -> None:
    """A folder with something in it needs -Recurse: without it PowerShell would ask."""
    files = call.host.filesystem
    for item in list(existing_paths(call)):
        if item.provider == ENVIRONMENT:
            if call.should_process(f"Item: {item.path}", "Remove Item"):
                call.run.set_environment_variable(item.path, "")
            continue
        if item.provider == FUNCTION:
            scope: Scope | None = call.scope
            while scope is not None:
                if scope.functions and scope.functions.pop(item.path.lower(), None) is not None:
                    break
                scope = scope.parent
            continue
        if item.provider == ALIAS:
            _remove_alias(item.path, call)
            continue
        if item.provider == VARIABLE:
            call.unsupported("Remove-Item on drive Variable:")
        _only_files(item, call)
        if not _wanted(item.path, call):
            continue
        folder = files.is_directory(item.path)
        if folder and files.list(item.path) and not call.switch("Recurse"):
            raise not_interactive()
        if not call.should_process(item.path, "Remove Directory" if folder else "Remove File"):
            continue
        try:
            _check_read_only(item.path, call)
            if folder:
                paths_of(call.run).remove_tree(item.path)
            else:
                files.remove(item.path)
        except OSError as error:
            failure = io_failure(error, item.path)
            failure.error_id = "RemoveFileSystemItemUnAuthorizedAccess"
            report(call, failure)
        except PSException as failure:
            report(call, failure)


def _remove_alias(name: str, call: CmdletCall) -> None:
    scope: Scope | None = call.scope
    while scope is not None:
        aliases = getattr(scope, "aliases", None)
        if aliases and aliases.get(name.lower()):
            del aliases[name.lower()]
            return
        scope = scope.parent
    call.unsupported(f"Remove-Item of the built-in alias {name}")


def _check_read_only(path: str, call: CmdletCall) -> None:
    files = call.host.filesystem
    if not files.is_directory(path) and paths_of(call.run).windows and files.stat(path).read_only:
        if not call.switch("Force"):
            raise PSException(
                "System.IO.IOException",
                f"Cannot remove item {path}: You do not have sufficient access rights to perform this operation.",
                error_id="RemoveFileSystemItemUnAuthorizedAccess",
                category="PermissionDenied",
                target=path,
            )
        files.set_read_only(path, False)


def _wanted(path: str, call: CmdletCall) -> bool:
    name = paths_of(call.run).leaf(path)
    include = call.strings("Include")
    if include and not any(wildcard_pattern(text).match(name) for text in include):
        return False
    return not any(wildcard_pattern(text).match(name) for text in call.strings("Exclude"))


@cmdlet(MANAGEMENT, "Copy-Item", honours=("Path", "LiteralPath", "Destination", "Recurse", "Force", "PassThru"),
        aliases=("copy", "cp", "cpi"))  # fmt: skip
def copy_item(call: CmdletCall) -> None:
    """Files, and folders with -Recurse. Into an existing folder, or to a new name."""
    paths = paths_of(call.run)
    files = call.host.filesystem
    target_given = item_path(call.get("Destination", call.run.files.location), call)
    _only_files(target_given, call)
    for item in list(existing_paths(call)):
        _only_files(item, call)
        target = target_given.path
        if files.is_directory(target):
            target = paths.join(target, paths.leaf(item.path))
        try:
            if files.is_directory(item.path):
                if not call.should_process(f"Item: {item.path} Destination: {target}", "Copy Directory"):
                    continue
                _copy_folder(item.path, target, call)
            else:
                if not call.should_process(f"Item: {item.path} Destination: {target}", "Copy File"):
                    continue
                if target == item.path:
                    raise PSException(
                        "System.IO.IOException",
                        f"Cannot overwrite the item {item.path} with itself.",
                        error_id="CopyError",
                        category="WriteError",
                        target=item.path,
                    )
                files.copy(item.path, target)
            if call.switch("PassThru"):
                call.write(file_object(call.run, target))
        except OSError as error:
            failure = io_failure(error, target)
            if not files.is_directory(paths.parent(target)):
                failure = PSException(
                    "System.IO.DirectoryNotFoundException",
                    f"Could not find a part of the path '{target}'.",
                    category="NotSpecified" if not call.switch("Recurse") else "ReadError",
                )
                failure.error_id = "System.IO.DirectoryNotFoundException"
            report(call, failure)
        except PSException as failure:
            report(call, failure)


def _copy_folder(source: str, target: str, call: CmdletCall) -> None:
    files = call.host.filesystem
    paths = paths_of(call.run)
    if not files.exists(target):
        files.make_directory(target)
    if not call.switch("Recurse"):
        return
    for name in files.list(source):
        child, copy = paths.join(source, name), paths.join(target, name)
        if files.is_directory(child):
            _copy_folder(child, copy, call)
        else:
            files.copy(child, copy)


@cmdlet(MANAGEMENT, "Move-Item", honours=("Path", "LiteralPath", "Destination", "Force", "PassThru"),
        aliases=("mi", "move", "mv"))  # fmt: skip
def move_item(call: CmdletCall) -> None:
    """Into an existing folder, or to a new name; an existing file only gives way to -Force."""
    paths = paths_of(call.run)
    files = call.host.filesystem
    wanted = item_path(call.get("Destination", call.run.files.location), call)
    _only_files(wanted, call)
    for item in list(existing_paths(call)):
        _only_files(item, call)
        target = wanted.path
        if files.is_directory(target):
            target = paths.join(target, paths.leaf(item.path))
        if not call.should_process(f"Item: {item.path} Destination: {target}", "Move File"):
            continue
        _move(item.path, target, call)


def _move(source: str, target: str, call: CmdletCall) -> None:
    files = call.host.filesystem
    try:
        if files.exists(target) and target != source:
            if not call.switch("Force") or files.is_directory(target):
                raise FileExistsError(target)
            files.remove(target)
        files.move(source, target)
        if call.switch("PassThru"):
            call.write(file_object(call.run, target))
    except FileExistsError:
        kind = "Directory" if files.is_directory(source) else "File"
        report(
            call,
            PSException(
                "System.IO.IOException",
                "Cannot create a file when that file already exists.\r\n",
                error_id=f"Move{kind}ItemIOError" if kind == "File" else "MoveDirectoryItemIOError",
                category="WriteError",
                target=source,
            ),
        )
    except OSError as error:
        failure = io_failure(error, target)
        failure.error_id = "MoveFileInfoItemIOError"
        report(call, failure)


@cmdlet(MANAGEMENT, "Rename-Item", honours=("Path", "LiteralPath", "NewName", "Force", "PassThru"),
        aliases=("ren", "rni"))  # fmt: skip
def rename_item(call: CmdletCall) -> None:
    """A new name in the same folder."""
    paths = paths_of(call.run)
    name = call["NewName"]
    for item in list(existing_paths(call)):
        _only_files(item, call)
        if any(separator in name for separator in paths.separators) and paths.parent(
            paths.full(name, paths.parent(item.path))
        ) != paths.parent(item.path):
            report(
                call,
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    "Cannot rename the specified target, because it represents a path or device name.",
                    error_id="Argument",
                    category="InvalidArgument",
                ),
            )
            continue
        target = paths.join(paths.parent(item.path), paths.leaf(name))
        if call.should_process(f"Item: {item.path} Destination: {target}", "Rename File"):
            _move(item.path, target, call)


@cmdlet(
    MANAGEMENT,
    "Get-ChildItem",
    honours=(
        "Path",
        "LiteralPath",
        "Filter",
        "Include",
        "Exclude",
        "Recurse",
        "Depth",
        "Force",
        "Name",
        "Directory",
        "File",
    ),
    aliases=("dir", "gci"),
)
def get_child_item(call: CmdletCall) -> None:
    """Folders first, then files, each by name; hidden ones only with -Force."""
    given = given_paths(call) or [(call.run.files.location, True)]
    for text, literal in given:
        try:
            wanted = item_path(text, call)
            if wanted.provider == ENVIRONMENT:
                _environment(wanted, call)
                continue
            _only_files(wanted, call)
            _children_of(wanted, text, literal, call)
        except PSException as failure:
            report(call, failure)


def _environment(wanted: ItemPath, call: CmdletCall) -> None:
    pattern = wildcard_pattern(wanted.path or "*")
    for name in sorted(call.host.environment, key=str.lower):
        if pattern.match(name):
            call.write(DictionaryEntry(name, call.host.environment[name]))


def _children_of(wanted: ItemPath, text: str, literal: bool, call: CmdletCall) -> None:
    files = call.host.filesystem
    recurse = call.switch("Recurse") or "Depth" in call.bound
    if not literal and has_wildcards(text):
        if recurse:
            call.unsupported("Get-ChildItem -Recurse with wildcards in -Path")
        for item in expanded(wanted, call):
            if files.is_directory(item.path):
                _list(item.path, 0, call, "")
            elif _passes(item.path, False, call):
                call.write(_shown(item.path, "", call))
        return
    if not files.exists(wanted.path):
        raise path_not_found(wanted.path)
    if not files.is_directory(wanted.path):
        if recurse or call.strings("Include"):
            call.unsupported("Get-ChildItem -Recurse or -Include on a file")
        if _passes(wanted.path, False, call):
            call.write(_shown(wanted.path, "", call))
        return
    if call.strings("Include") and not recurse:
        return
    depth = int(call["Depth"]) if "Depth" in call.bound else (1 << 30 if recurse else 0)
    _list(wanted.path, depth, call, "")


def _list(folder: str, depth: int, call: CmdletCall, prefix: str) -> None:
    files = call.host.filesystem
    paths = paths_of(call.run)
    children = [(name, paths.join(folder, name)) for name in files.list(folder)]
    folders = [(name, path) for name, path in children if files.is_directory(path)]
    plain = [(name, path) for name, path in children if not files.is_directory(path)]
    for _name, path in folders:
        if _passes(path, True, call):
            call.write(_shown(path, prefix, call))
    for _name, path in plain:
        if _passes(path, False, call):
            call.write(_shown(path, prefix, call))
    if depth > 0:
        for name, path in folders:
            if call.switch("Force") or not files.stat(path).hidden:
                _list(path, depth - 1, call, prefix + name + paths.separator)


def _shown(path: str, prefix: str, call: CmdletCall) -> Any:
    return prefix + paths_of(call.run).leaf(path) if call.switch("Name") else file_object(call.run, path)


def _passes(path: str, folder: bool, call: CmdletCall) -> bool:
    if (folder and call.switch("File")) or (not folder and call.switch("Directory")):
        return False
    if not call.switch("Force") and call.host.filesystem.stat(path).hidden:
        return False
    name = paths_of(call.run).leaf(path)
    wanted = call.get("Filter")
    if wanted is not None and wanted != "" and not wildcard_pattern(wanted).match(name):
        return False
    return _wanted(path, call)


@cmdlet(MANAGEMENT, "Get-ItemProperty", honours=("Path", "LiteralPath"), aliases=("gp",))
def get_item_property(call: CmdletCall) -> None:
    """Of files and folders: the same objects as Get-Item."""
    for item in existing_paths(call):
        _only_files(item, call)
        call.write(object_of(item, call))


@cmdlet(MANAGEMENT, "Clear-Content", honours=("Path", "LiteralPath", "Force"), aliases=("clc",))
def clear_content(call: CmdletCall) -> None:
    """Empties files."""
    for item in existing_paths(call):
        _only_files(item, call)
        if call.should_process(item.path):
            call.host.filesystem.write_bytes(item.path, text_bytes("", None, start=False))
