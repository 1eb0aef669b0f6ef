"""Puts a PowerShell script together: preamble, T-SQL texts, the functions that it uses, and its own body."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path

from infra.documents.document_error import DocumentError
from infra.documents.tight_code import flattened, tightened

_HELP = re.compile(r"^[ \t]*<#.*?#>[ \t]*\n", re.DOTALL | re.MULTILINE)
_COMMENT_LINE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_FUNCTION = re.compile(r"(?<![\w-])[A-Z][A-Za-z]+-Cw[A-Za-z]+(?![\w-])")
_SQL = re.compile(r"\$CwSql\.([a-z][a-z0-9_]*)")
_SQL_LAYOUT = re.compile(r"^ *(?:--.*\n)?", re.MULTILINE)
_INDENT = re.compile(r"^(?: {4})+", re.MULTILINE)
_LAYOUT = re.compile(r"^ *(?:#.*\n)?|^\n", re.MULTILINE)
_HASH = re.compile(r"%%HASH=([a-z_]+)\.ps1%%")
_INLINED = re.compile(r"^%%SCRIPT=([a-z_]+)\.ps1%%$", re.MULTILINE)


class Trim(IntEnum):
    """What is left out of a script whose document would be too large; each step includes the one before."""

    NOTHING = 0
    HELP = 1
    INDENTATION = 2
    """Four leading spaces become one."""
    LAYOUT = 3
    """No indentation, comments nor empty lines: hard to read, where one line more could not be deployed."""
    TIGHT = 4
    """As `infra.documents.tight_code` says."""
    FLAT = 5
    """One line for each function."""


BUNDLE_TRIM = Trim.FLAT
"""How scripts lie on hosts: the document that brings one carries it besides its own functions."""


@dataclass(frozen=True, kw_only=True)
class ScriptSource:
    """The folders below ssm_documents/ that scripts are made of.

    Entry scripts lie in `powershell`/entry; functions and T-SQL texts in any folder below `powershell`/functions and
    `sql`, where each name is there once.
    """

    powershell: Path
    sql: Path

    def entry_stems(self) -> frozenset[str]:
        """Stems of the entry scripts, and of what lies beside their folder where only the preamble belongs."""
        entries = [*(self.powershell / "entry").glob("*.ps1"), *self.powershell.glob("*.ps1")]
        return frozenset(path.stem for path in entries) - {"preamble"}

    def assemble(self, stem: str, *, trim: Trim = Trim.NOTHING) -> str:
        """The whole script `stem`, ending in a newline.

        Functions come in alphabetical order, each as its file has it, less what `trim` says; inlined scripts are never
        trimmed further, T-SQL loses indentation and comments at the last step. Raises `DocumentError` for a name that
        has no file.
        """
        body = self._entry(stem)
        texts = [self._function(name) for name in self._functions_used(body)]
        if trim >= Trim.HELP:
            texts = [_HELP.sub("", text) for text in texts]
        if trim >= Trim.LAYOUT:
            texts = [_LAYOUT.sub("", text) for text in texts]
            if trim >= Trim.TIGHT:
                texts = [tightened(text) for text in texts]
            if trim >= Trim.FLAT:
                texts = [flattened(text) for text in texts]
        elif trim >= Trim.INDENTATION:
            texts = [_INDENT.sub(lambda match: " " * (len(match.group()) // 4), text) for text in texts]
        sql = self._sql_block([body, *texts], trim)
        body = _INLINED.sub(lambda match: self._inlined(match.group(1)), body)
        if trim >= Trim.FLAT:
            texts = ["".join(texts)]
        script = "\n".join([_read(self.powershell / "preamble.ps1"), *sql, *texts, body])
        return _HASH.sub(lambda match: self.hash_on_hosts(match.group(1)), script)

    def hash_on_hosts(self, stem: str) -> str:
        """The first 32 digits of the SHA-256 of the script `stem` as it lies on hosts: the end of its name there."""
        return hashlib.sha256(self.assemble(stem, trim=BUNDLE_TRIM).encode("ascii")).hexdigest()[:32]

    def functions_of(self, stem: str) -> tuple[str, ...]:
        """Names of the functions that the script `stem` uses, directly or not."""
        return tuple(self._functions_used(self._entry(stem)))

    def scripts_inlined_by(self, stem: str) -> frozenset[str]:
        """Stems of the scripts that the script `stem` carries as text."""
        return frozenset(_INLINED.findall(self._entry(stem)))

    def _inlined(self, stem: str) -> str:
        # Always the same: the text lies on hosts under one hash, however large the document around it is.
        text = self.assemble(stem, trim=BUNDLE_TRIM)
        if re.search(r"^'@", text, re.MULTILINE):
            raise DocumentError(f"{stem}.ps1 has a line starting with '@ and can't stand in a here-string")
        return text.removesuffix("\n")

    def _functions_used(self, body: str) -> list[str]:
        found: set[str] = set()
        waiting = _names_in(body)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting |= _names_in(self._function(name)) - found
        return sorted(found)

    def _sql_block(self, texts: list[str], trim: Trim) -> list[str]:
        stems = sorted({stem for text in texts for stem in _SQL.findall(without_comments(text))})
        if not stems:
            return []
        lines = ["$CwSql = @{"]
        for stem in stems:
            text = self._sql(stem).removesuffix("\n")
            lines += [f"    {stem} = @'", _SQL_LAYOUT.sub("", text) if trim >= Trim.TIGHT else text, "'@"]
        return ["\n".join([*lines, "}", ""])]

    def _entry(self, stem: str) -> str:
        path = self.powershell / "entry" / f"{stem}.ps1"
        if not path.is_file():
            raise DocumentError(f"{stem}.ps1 is used, but there is no such file in powershell/entry/")
        return _read(path)

    def _function(self, name: str) -> str:
        if name not in self._functions:
            raise DocumentError(f"{name} is used, but there is no {name}.ps1 below powershell/functions/")
        text = _read(self._functions[name])
        if f"function {name} {{" not in text:
            raise DocumentError(f"{name}.ps1 doesn't define {name}")
        return text

    def _sql(self, stem: str) -> str:
        if stem not in self._texts:
            raise DocumentError(f"$CwSql.{stem} is used, but there is no {stem}.sql below sql/")
        return _read(self._texts[stem])

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


def without_comments(text: str) -> str:
    """PowerShell text without comment-based help and comment lines."""
    return _COMMENT_LINE.sub("", _HELP.sub("", text))


def _names_in(text: str) -> set[str]:
    return set(_FUNCTION.findall(without_comments(text)))
