"""SSM documents with their versions, and the parameters that a caller may give them.

What CreateDocument would refuse is refused at deployment: over 64 KB, a schema or type that isn't modelled, an unknown
parameter type, patterns that agent and service would read differently [run-command#string-parameters].
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.ssm.command_documents import CommandStep, command_steps
from rehearsal.aws.ssm.document_parameters import DocumentRefusedError, Parameter, declare
from rehearsal.world.world import World

DOCUMENT_BYTES_MAX = 64 * 1024
CHANGE_TEMPLATE = "Automation.ChangeTemplate"
SCHEMAS = {"Command": "2.2", "Automation": "0.3", CHANGE_TEMPLATE: "0.3"}
HASH_TYPE = "Sha256"
"""Sha1 is deprecated (DocumentDescription, API reference)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentVersion:
    """One version's content and what is declared in it."""

    name: str
    number: int
    kind: str
    content: Mapping[str, Any]
    parameters: Mapping[str, Parameter]
    steps: tuple[CommandStep, ...]
    """Of a Command document."""
    size_bytes: int
    """Size of the content as JSON."""
    created: datetime

    @property
    def hash(self) -> str:
        """What the system makes of the version's text; of which text exactly isn't documented."""
        return hashlib.sha256(json.dumps(self.content).encode()).hexdigest()

    def bind(self, given: Mapping[str, Sequence[str]], error_code: str) -> dict[str, Any]:
        """Declared parameters with given or default values, of the declared types.

        Raises ApiError under `error_code` for a missing, unknown or disallowed one.
        """
        if unknown := [name for name in given if name not in self.parameters]:
            text = "You can only supply values to parameters defined in the Systems Manager document"
            raise ApiError(error_code, f"{text}: {', '.join(unknown)}")
        bound: dict[str, Any] = {}
        for name, parameter in self.parameters.items():
            if name in given:
                values = list(given[name])
                if (problem := parameter.check(values)) is not None:
                    raise ApiError(error_code, problem)
                bound[name] = parameter.bound(values)
            elif parameter.default is None:
                raise ApiError(error_code, f"Parameter {name} is required by {self.name}")
            else:
                bound[name] = parameter.bound_default()
        return bound


@dataclass(slots=True, kw_only=True)
class Document:
    """A document under its name, with all versions; `default` is what `$DEFAULT` means. Numbers aren't given twice."""

    name: str
    kind: str
    versions: list[DocumentVersion] = field(default_factory=list)
    default: int = 1
    deleted: set[int] = field(default_factory=set)

    def version(self, wanted: str | None) -> DocumentVersion:
        """`$DEFAULT` (also None), `$LATEST` or a number. Raises ApiError InvalidDocumentVersion."""
        match wanted:
            case None | "$DEFAULT":
                number = self.default
            case "$LATEST":
                number = self.latest
            case _ if wanted.isdigit():
                number = int(wanted)
            case _:
                number = 0
        if not 1 <= number <= len(self.versions) or number in self.deleted:
            raise ApiError("InvalidDocumentVersion", f"{self.name} has no version {wanted}")
        return self.versions[number - 1]

    @property
    def latest(self) -> int:
        """What `$LATEST` means: the newest version that wasn't deleted."""
        return max(each.number for each in self.versions if each.number not in self.deleted)


class Documents:
    """All documents of the account."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.by_name: dict[str, Document] = {}

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {"GetDocument": self.get_document, "DescribeDocument": self.describe_document}

    def deploy(self, name: str, kind: str, content: Mapping[str, Any]) -> DocumentVersion:
        """A new document, or a new version of one, which becomes the default (UpdateMethod NewVersion)."""
        document = self.by_name.setdefault(name, Document(name=name, kind=kind))
        parameters, steps, size = declared(name, kind, content)
        version = DocumentVersion(
            name=name, number=len(document.versions) + 1, kind=kind, content=content, parameters=parameters,
            steps=steps, size_bytes=size, created=self._world.clock.now(),
        )  # fmt: skip
        document.versions.append(version)
        document.default = version.number
        return version

    def find(self, name: str, version: str | None, kind: str, error_code: str) -> DocumentVersion:
        """A version of a document of this kind. Raises ApiError under `error_code` when there is none."""
        document = self.by_name.get(name.rsplit("document/", 1)[-1])
        if document is None:
            raise ApiError(error_code, f"Document with name {name} does not exist.")
        if document.kind != kind:
            raise ApiError(error_code, f"Document {name} is of type {document.kind}, not {kind}.")
        return document.version(version)

    def get_document(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Content as JSON text."""
        document = self._find_any(parameters["Name"])
        version = document.version(parameters.get("DocumentVersion"))
        return {
            "Name": document.name,
            "DocumentVersion": str(version.number),
            "Status": "Active",
            "Content": json.dumps(version.content),
            "DocumentType": document.kind,
            "DocumentFormat": "JSON",
        }

    def describe_document(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Type, versions and parameters."""
        document = self._find_any(parameters["Name"])
        version = document.version(parameters.get("DocumentVersion"))
        return {
            "Document": {
                "Name": document.name,
                "DocumentVersion": str(version.number),
                "DefaultVersion": str(document.default),
                "LatestVersion": str(document.latest),
                "Status": "Active",
                "DocumentType": document.kind,
                "SchemaVersion": SCHEMAS[document.kind],
                "CreatedDate": version.created,
                "Hash": version.hash,
                "HashType": HASH_TYPE,
            }
        }

    def _find_any(self, name: str) -> Document:
        if name not in self.by_name:
            raise ApiError("InvalidDocument", f"Document with name {name} does not exist.")
        return self.by_name[name]


Declared = tuple[Mapping[str, Parameter], tuple[CommandStep, ...], int]
_declared: dict[int, tuple[Mapping[str, Any], Declared]] = {}


def declared(name: str, kind: str, content: Mapping[str, Any]) -> Declared:
    """The document's parameters, a Command document's steps, the size in bytes: made once for each content object.

    Raises DocumentRefusedError for what CreateDocument, or the rehearsal, refuses.
    """
    known = _declared.get(id(content))
    if known is None or known[0] is not content:
        known = _declared[id(content)] = (content, _checked(name, kind, content))
    return known[1]


def _checked(name: str, kind: str, content: Mapping[str, Any]) -> Declared:
    if kind not in SCHEMAS or content.get("schemaVersion") != SCHEMAS[kind]:
        raise DocumentRefusedError(f"{name}: {kind} document with schema {content.get('schemaVersion')}")
    size = len(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode())
    if size > DOCUMENT_BYTES_MAX:
        raise DocumentRefusedError(f"{name}: {size} bytes, SSM takes {DOCUMENT_BYTES_MAX}")
    raw = content.get("parameters", {})
    if not isinstance(raw, dict):
        raise DocumentRefusedError(f"{name}: parameters is {type(raw).__name__}, expected a map")
    parameters = {key: declare(name, kind, key, each) for key, each in raw.items()}
    return parameters, command_steps(name, content, parameters) if kind == "Command" else (), size
