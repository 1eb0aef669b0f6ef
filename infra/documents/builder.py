"""Builds every SSM document from ssm_documents/ as plain objects; knows no CDK."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from infra.documents.scripts import BUNDLE_TRIM, DocumentError, ScriptSource, Trim

__all__ = ["BuiltBundle", "BuiltDocument", "DocumentError", "build_bundle", "build_documents"]

ROOT = Path(__file__).parents[2] / "ssm_documents"
SIZE_LIMIT = 65_536
"""Bytes of a document's JSON (Systems Manager quotas: 64 KB)."""
PARAMETER_ROOM = 2_048
"""Bytes of it kept free: the limit includes the parameters of a run."""
BUNDLE_STEMS = ("boot_task", "worker")
"""The scripts that the host's scheduled tasks run."""

_SCRIPT_LINE = re.compile(r"%%SCRIPT=([a-z_]+)\.ps1%%")
_NAMED = re.compile(r"%%([A-Z_]+)%%")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltDocument:
    """One document as it is deployed: `kind` is Command or Automation, `content` the document as an object."""

    name: str
    kind: str
    stem: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltBundle:
    """What InstallHost and InstallWorker leave on a node, below C:\\ProgramData\\CacheWarden\\bundle.

    `scripts` holds each file's text by its name; `hash` is what the host reports as bundleHash: the first 32 digits of
    the SHA-256 of boot_task.ps1, then of worker.ps1.
    """

    scripts: Mapping[str, str]
    hash: str


def build_documents(
    substitutions: Mapping[str, object] | None = None, *, root: Path = ROOT
) -> dict[str, BuiltDocument]:
    """Every document by its deployed name, in the order of kind and stem.

    `substitutions` gives the value of each `%%NAME%%` in an Automation document: any object (a CDK token, an
    intrinsic function), or a function of the document's name. Without them only Command documents are built, which
    have none. Raises `DocumentError` for a script that no document names, a placeholder that nobody filled, a name
    without a file, and a document of 64 KB or more.
    """
    source = ScriptSource(powershell=root / "powershell", sql=root / "sql")
    documents: dict[str, BuiltDocument] = {}
    used: set[str] = set()
    for path in sorted((root / "command").glob("*.yaml")):
        document, scripts = _command(path, source)
        used |= scripts
        documents[document.name] = document
    unnamed = source.entry_stems() - used
    if unnamed:
        raise DocumentError(f"no document names the script {', '.join(sorted(unnamed))}")
    if substitutions is not None:
        for path in sorted((root / "automation").glob("*.yaml")):
            document = _automation(path, substitutions)
            documents[document.name] = document
    return documents


def build_bundle(*, root: Path = ROOT) -> BuiltBundle:
    """The bundle exactly as it is written on a node, and its hash."""
    source = ScriptSource(powershell=root / "powershell", sql=root / "sql")
    scripts = {f"{stem}.ps1": source.assemble(stem, trim=BUNDLE_TRIM) for stem in BUNDLE_STEMS}
    return BuiltBundle(
        scripts=scripts,
        hash="".join(hashlib.sha256(text.encode("ascii")).hexdigest()[:32] for text in scripts.values()),
    )


def deployed_name(kind: str, stem: str) -> str:
    """CacheWarden-Host-EvacuateCache for the Command document evacuate_cache."""
    pascal = "".join(word.capitalize() for word in stem.split("_"))
    return f"CacheWarden-Host-{pascal}" if kind == "Command" else f"CacheWarden-{pascal}"


def document_bytes(content: Mapping[str, object]) -> int:
    """Size of the document as Systems Manager gets it; what CDK will fill in later counts as its placeholder."""
    return len(json.dumps(content, separators=(",", ":"), default=str).encode("utf-8"))


def _command(path: Path, source: ScriptSource) -> tuple[BuiltDocument, set[str]]:
    content = _load(path)
    scripts: set[str] = set()
    for trim in Trim:
        filled = _with_scripts(content, source, trim=trim, used=scripts)
        if document_bytes(filled) + PARAMETER_ROOM < SIZE_LIMIT:
            break
    else:
        raise DocumentError(f"{path.name} has {document_bytes(filled)} bytes, 64 KB with its parameters are too many")
    _refuse_leftovers(path.name, filled)
    document = BuiltDocument(name=deployed_name("Command", path.stem), kind="Command", stem=path.stem, content=filled)
    return document, scripts


def _with_scripts(value: Any, source: ScriptSource, *, trim: Trim, used: set[str]) -> Any:
    match value:
        case dict():
            return {key: _with_scripts(item, source, trim=trim, used=used) for key, item in value.items()}
        case list():
            lines: list[Any] = []
            for item in value:
                script = _SCRIPT_LINE.fullmatch(item) if isinstance(item, str) else None
                if script is None:
                    lines.append(_with_scripts(item, source, trim=trim, used=used))
                else:
                    used |= {script.group(1)} | source.scripts_inlined_by(script.group(1))
                    # One string: as a list of lines, the host stack's template would come near 1 MB.
                    lines.append(source.assemble(script.group(1), trim=trim))
            return lines
        case _:
            return value


def _automation(path: Path, substitutions: Mapping[str, object]) -> BuiltDocument:
    name = deployed_name("Automation", path.stem)
    content = _substituted(_load(path), name, substitutions)
    _refuse_leftovers(path.name, content)
    if document_bytes(content) + PARAMETER_ROOM >= SIZE_LIMIT:
        raise DocumentError(f"{path.name} has {document_bytes(content)} bytes, 64 KB with its parameters are too many")
    return BuiltDocument(name=name, kind="Automation", stem=path.stem, content=content)


def _substituted(value: Any, name: str, substitutions: Mapping[str, object]) -> Any:
    match value:
        case dict():
            return {key: _substituted(item, name, substitutions) for key, item in value.items()}
        case list():
            return [_substituted(item, name, substitutions) for item in value]
        case str():
            placeholder = _NAMED.fullmatch(value)
            if placeholder is None or placeholder.group(1) not in substitutions:
                return value
            given = substitutions[placeholder.group(1)]
            return given(name) if callable(given) else given
        case _:
            return value


def _refuse_leftovers(file: str, value: Any) -> None:
    match value:
        case dict():
            for item in value.values():
                _refuse_leftovers(file, item)
        case list():
            for item in value:
                _refuse_leftovers(file, item)
        case str() if "%%" in value:
            raise DocumentError(f"{file}: the placeholder {value.strip()[:80]} was not filled")


def _load(path: Path) -> dict[str, Any]:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise DocumentError(f"{path.name} isn't a document")
    return content
