"""New-Item, Get-Item, Remove-Item, Get-ItemProperty and Clear-Content on files; Env:, Variable:, Function:
where simple.
"""

from __future__ import annotations

from rehearsal.engines.powershell.cmdlets.items.content_encoding import text_bytes
from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    ALIAS,
    ENVIRONMENT,
    FILE_SYSTEM,
    FUNCTION,
    MANAGEMENT,
    VARIABLE,
    existing_paths,
    io_failure,
    is_wanted,
    item_path,
    object_of,
    only_files,
    path_not_found,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.runtime.confirmation import not_interactive
from rehearsal.engines.powershell.runtime.file_access import paths_of
from rehearsal.engines.powershell.runtime.scopes import Scope


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
            only_files(wanted, call)
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
        only_files(item, call)
        if not is_wanted(item.path, call):
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


@cmdlet(MANAGEMENT, "Get-ItemProperty", honours=("Path", "LiteralPath"), aliases=("gp",))
def get_item_property(call: CmdletCall) -> None:
    """Of files and folders: the same objects as Get-Item."""
    for item in existing_paths(call):
        only_files(item, call)
        call.write(object_of(item, call))


@cmdlet(MANAGEMENT, "Clear-Content", honours=("Path", "LiteralPath", "Force"), aliases=("clc",))
def clear_content(call: CmdletCall) -> None:
    """Empties files."""
    for item in existing_paths(call):
        only_files(item, call)
        if call.should_process(item.path):
            call.host.filesystem.write_bytes(item.path, text_bytes("", None, start=False))
