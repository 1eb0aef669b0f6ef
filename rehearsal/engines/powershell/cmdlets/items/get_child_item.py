"""Get-ChildItem."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.cmdlets.items.item_paths import (
    ENVIRONMENT,
    MANAGEMENT,
    ItemPath,
    expanded,
    given_paths,
    is_wanted,
    item_path,
    only_files,
    path_not_found,
    report,
)
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.objects.dictionaries import DictionaryEntry
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.file_access import paths_of


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
            only_files(wanted, call)
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
    folders: list[tuple[str, str]] = []
    plain: list[tuple[str, str]] = []
    for name in files.list(folder):
        path = paths.join(folder, name)
        (folders if files.is_directory(path) else plain).append((name, path))
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
    return is_wanted(path, call)
