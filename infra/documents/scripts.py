"""Puts PowerShell scripts together: the host's bundle, the documents that load it, and those that bring it.

The bundle has each room of powershell/functions as one file, all T-SQL texts, and the scripts of both scheduled tasks.
The texts of a folder that is called as a room are a file of their own.
What is deployed keeps its layout and comments; functions lose their help, which is half as long again as they are: the
bundle travels in documents of 64 KB.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from infra.documents.document_error import DocumentError

TASKS = ("boot_task", "worker")
"""Entry scripts that are files of the bundle: the host's scheduled tasks run them."""
CARRIED_ROOMS = frozenset({"facts", "pair_facts", "restart_facts"})
"""Folders of functions and T-SQL texts that no node in production needs: the documents that use them carry them."""
SQL_TEXTS = "sql_texts"
ROOM_PREFIX = "all_"
"""Prefix of a bundle file that holds all functions of one folder. Each document lists the names, so it is short."""
HASH_DIGITS = 32

_HELP = re.compile(r"^[ \t]*<#.*?#>[ \t]*\n", re.DOTALL | re.MULTILINE)
_COMMENT_LINE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_FUNCTION = re.compile(r"(?<![\w-])[A-Z][A-Za-z]+-Cw[A-Za-z]+(?![\w-])")
_SQL = re.compile(r"\$CwSql\.([a-z][a-z0-9_]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltBundle:
    """What CacheWarden-InstallHost leaves in C:\\ProgramData\\CacheWarden\\bundle\\`hash` of a node.

    `files` holds each file's text by its name without .ps1, in the order in which they are hashed and loaded. The hash
    is the first digits of the SHA-256 of a list with each file's name and SHA-256 (Read-CwBundle.ps1).
    """

    files: Mapping[str, str]

    @property
    def hash(self) -> str:
        hashes = {name: sha256(text.encode("ascii")).hexdigest().upper() for name, text in self.files.items()}
        listed = "".join(f"{name}.ps1 {digits}\n" for name, digits in hashes.items())
        return sha256(listed.encode("ascii")).hexdigest()[:HASH_DIGITS]


@dataclass(frozen=True, kw_only=True)
class ScriptSource:
    """The folders below ssm_documents/ that scripts are made of.

    Entry scripts lie in `powershell`/entry, functions in rooms below `powershell`/functions, T-SQL texts in any folder
    below `sql`; each name is there once.
    """

    powershell: Path
    sql: Path
    _function_texts: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What `_function` has read so far, by name."""

    @cached_property
    def bundle(self) -> BuiltBundle:
        """The bundle exactly as it is written on a node. Raises `DocumentError` for a name that has no file."""
        rooms: dict[str, list[str]] = {}
        for name, path in sorted(self._bundled.items()):
            unbundled = sorted(_names_in(_read(path)) & (set(self._functions) - set(self._bundled)))
            if unbundled:
                raise DocumentError(f"{name} is in the bundle and uses {unbundled[0]}, which isn't")
            rooms.setdefault(f"{ROOM_PREFIX}{path.parent.name}", []).append(self._function(name))
        files = {room: "\n".join(texts) for room, texts in sorted(rooms.items())}
        texts: dict[str, list[str]] = {}
        for stem, path in self._texts.items():
            folder = path.parent.name
            if folder not in CARRIED_ROOMS:
                texts.setdefault(folder if f"{ROOM_PREFIX}{folder}" in files else "", []).append(stem)
        for folder, stems in sorted(texts.items()):
            name = f"{SQL_TEXTS}_{folder}" if folder else SQL_TEXTS
            files[name] = self._sql_texts(stems, further=bool(folder))
        tasks = [stem for stem in TASKS if stem in self.entry_stems()]
        names = " ".join([*files, *tasks])
        files = {name: text.replace("%%BUNDLE_FILES%%", names) for name, text in files.items()}
        for stem in tasks:
            head = "$CwBundle = Split-Path -Path $PSScriptRoot -Leaf\n"
            files[stem] = self._loading(stem, head).replace("%%BUNDLE_FILES%%", names)
        return BuiltBundle(files=files)

    def entry_stems(self) -> frozenset[str]:
        """Stems of the entry scripts, and of what lies beside their folder where only two others belong."""
        entries = [*(self.powershell / "entry").glob("*.ps1"), *self.powershell.glob("*.ps1")]
        return frozenset(path.stem for path in entries) - {"preamble", "loader"}

    def functions_of(self, stem: str) -> frozenset[str]:
        """Names of the functions that the script `stem` uses, directly or not."""
        return frozenset(self._functions_used(self._entry(stem)))

    def loading(self, stem: str) -> str:
        """The script `stem` of a document that loads the bundle. Raises `DocumentError` for a name that has no file."""
        script = self._loading(stem, f"$CwBundle = '{self.bundle.hash}'\n")
        return script.replace("%%BUNDLE_FILES%%", " ".join(self.bundle.files))

    def carrying(self, stem: str) -> str:
        """The script `stem` of a document for nodes without the bundle: it carries the functions and texts it uses."""
        body = self._entry(stem)
        texts = [self._function(name) for name in self._functions_used(body)]
        if used := {name for text in [*texts, body] for name in _SQL.findall(without_comments(text))}:
            texts.append(self._sql_texts(used))
        return "\n".join([_read(self.powershell / "preamble.ps1"), *texts, body])

    def bringing(self, stem: str, files: Sequence[str]) -> str:
        """The script `stem` of a document that brings files of the bundle, and carries the functions that it calls."""
        body = self._entry(stem)
        texts = [self._function(name) for name in self._functions_used(body)]
        carried = "".join(f"$files['{name}.ps1'] = @'\n{self._carried(name)}'@\n" for name in files)
        body = body.replace("# %%FILES%%\n", carried).replace("%%BUNDLE%%", self.bundle.hash)
        return "\n".join([_read(self.powershell / "preamble.ps1"), *texts, body])

    def _loading(self, stem: str, head: str) -> str:
        loader, body = _read(self.powershell / "loader.ps1"), self._entry(stem)
        for name in sorted(_names_in(body)):
            self._function(name)
        for name in sorted(set(_SQL.findall(without_comments(body)))):
            self._sql(name)
        texts = [self._function(name) for name in self._functions_used(loader)]
        return "\n".join([_read(self.powershell / "preamble.ps1"), *texts, head, loader, body])

    def _carried(self, name: str) -> str:
        text = self.bundle.files[name]
        if re.search(r"^'@", text, re.MULTILINE):
            raise DocumentError(f"{name}.ps1 of the bundle has a line starting with '@, which would end a here-string")
        return text

    def _functions_used(self, body: str) -> list[str]:
        found: set[str] = set()
        waiting = set(_names_in(body))
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting |= _names_in(self._function(name)) - found
        return sorted(found)

    def _sql_texts(self, stems: Iterable[str], *, further: bool = False) -> str:
        """`further`: added to those that are there."""
        lines = ["$CwSql += @{" if further else "$CwSql = @{"]
        for stem in sorted(stems):
            text = self._sql(stem).removesuffix("\n")
            if re.search(r'[$`]|^"@', text, re.MULTILINE):
                # Not a single-quoted here-string: the document that brings this file carries it in one.
                raise DocumentError(f'{stem}.sql has a dollar sign or a backtick, or a line starting with "@')
            lines += [f'    {stem} = @"', text, '"@']
        return "\n".join([*lines, "}", ""])

    def _entry(self, stem: str) -> str:
        path = self.powershell / "entry" / f"{stem}.ps1"
        if not path.is_file():
            raise DocumentError(f"{stem}.ps1 is used, but there is no such file in powershell/entry/")
        return _read(path)

    def _function(self, name: str) -> str:
        """Without its help; read once, since many documents use it."""
        if name not in self._function_texts:
            self._function_texts[name] = self._read_function(name)
        return self._function_texts[name]

    def _read_function(self, name: str) -> str:
        if name not in self._functions:
            raise DocumentError(f"{name} is used, but there is no {name}.ps1 below powershell/functions/")
        text = _read(self._functions[name])
        if f"function {name} {{" not in text:
            raise DocumentError(f"{name}.ps1 doesn't define {name}")
        missing = sorted(_names_in(text) - set(self._functions))
        if missing:
            raise DocumentError(f"{missing[0]} is used, but there is no {missing[0]}.ps1 below powershell/functions/")
        for stem in set(_SQL.findall(without_comments(text))) - set(self._texts):
            raise DocumentError(f"$CwSql.{stem} is used, but there is no {stem}.sql below sql/")
        return _HELP.sub("", text)

    def _sql(self, stem: str) -> str:
        if stem not in self._texts:
            raise DocumentError(f"$CwSql.{stem} is used, but there is no {stem}.sql below sql/")
        return _read(self._texts[stem])

    @cached_property
    def _bundled(self) -> Mapping[str, Path]:
        """Without the rooms whose functions a document carries itself: no node in production needs them."""
        return {name: path for name, path in self._functions.items() if path.parent.name not in CARRIED_ROOMS}

    @cached_property
    def _functions(self) -> Mapping[str, Path]:
        return _by_stem(self.powershell / "functions", ".ps1")

    @cached_property
    def _texts(self) -> Mapping[str, Path]:
        return _by_stem(self.sql, ".sql")


def _by_stem(folder: Path, suffix: str) -> dict[str, Path]:
    """The files in a folder and its subfolders. Raises `DocumentError` for two of one name."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob(f"*{suffix}")):
        if path.stem in found:
            first, second = (each.relative_to(folder.parent).as_posix() for each in (found[path.stem], path))
            raise DocumentError(f"{path.stem} is there twice: {first} and {second}")
        found[path.stem] = path
    return found


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path.name} isn't plain ASCII at byte {error.start}") from None
    if "{{" in text or "\t" in text or "\r" in text or not text.endswith("\n"):
        raise DocumentError(f"{path.name} has a tab, a carriage return, two opening braces or no last newline")
    return text


@cache
def without_comments(text: str) -> str:
    """PowerShell text without comment-based help and comment lines."""
    return _COMMENT_LINE.sub("", _HELP.sub("", text))


@cache
def _names_in(text: str) -> frozenset[str]:
    return frozenset(_FUNCTION.findall(without_comments(text)))
