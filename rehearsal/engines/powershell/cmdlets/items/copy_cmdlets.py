"""Copy-Item, Move-Item and Rename-Item."""

from __future__ import annotations

from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    MANAGEMENT,
    existing_paths,
    io_failure,
    item_path,
    only_files,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.runtime.file_access import paths_of


@cmdlet(MANAGEMENT, "Copy-Item", honours=("Path", "LiteralPath", "Destination", "Recurse", "Force", "PassThru"),
        aliases=("copy", "cp", "cpi"))  # fmt: skip
def copy_item(call: CmdletCall) -> None:
    """Files, and folders with -Recurse. Into an existing folder, or to a new name."""
    paths = paths_of(call.run)
    files = call.host.filesystem
    target_given = item_path(call.get("Destination", call.run.files.location), call)
    only_files(target_given, call)
    for item in list(existing_paths(call)):
        only_files(item, call)
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
    only_files(wanted, call)
    for item in list(existing_paths(call)):
        only_files(item, call)
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
        only_files(item, call)
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
