"""SSM documents with their versions, and the parameters that a caller may give them.

What CreateDocument would refuse is refused at deployment: over 64 KB, a schema or type that isn't ours, an unknown
parameter type, patterns that agent and service would read differently. Facts: aws.md §4, §5.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.aws.errors import ApiError
from rehearsal.aws.gateway import Handler
from rehearsal.world.world import World

DOCUMENT_BYTES_MAX = 64 * 1024
SCHEMAS = {"Command": "2.2", "Automation": "0.3"}
PICKER_TYPES: Mapping[str, str] = {
    "AWS::EC2::Instance::Id": r"^m?i-[a-z0-9]{8,17}$",
    "AWS::IAM::Role::Arn": r"^arn:(aws|aws-cn|aws-us-gov|aws-iso|aws-iso-b):iam::[0-9]{12}:role/.*$",
    "AWS::S3::Bucket::Name": r"^[0-9a-z][a-z0-9\-\.]{3,63}$",
}
"""Console pickers with the pattern that AWS checks (aws.md §4)."""
COMMAND_TYPES = frozenset({"String", "StringList"})
AUTOMATION_TYPES = frozenset({"String", "StringList", "Boolean", "Integer", *PICKER_TYPES})
_LOOKAROUND = re.compile(r"\(\?[=!<]")


class DocumentRefusedError(ValueError):
    """CreateDocument would refuse this document; the message names it and the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One declared parameter. `default` None: required. `exported`: reaches the script as `$env:SSM_<name>`."""

    name: str
    type: str
    default: Any
    pattern: re.Pattern[str] | None
    allowed: tuple[str, ...] | None
    min_chars: int
    max_chars: int | None
    exported: bool

    def check(self, values: Sequence[str]) -> str | None:
        """What is wrong with these values; None when they are allowed."""
        if self.type not in ("StringList",) and not self.type.startswith("List<") and len(values) != 1:
            return f"Parameter {self.name} takes one value, got {len(values)}"
        for value in values:
            if self.allowed is not None and value not in self.allowed:
                return f"Parameter {self.name}: {value!r} is not among the allowed values {list(self.allowed)}"
            if self.pattern is not None and not self.pattern.search(value):
                return f"Parameter {self.name}: {value!r} does not match {self.pattern.pattern}"
            if len(value) < self.min_chars or (self.max_chars is not None and len(value) > self.max_chars):
                return f"Parameter {self.name}: {len(value)} characters"
            if self.type == "Boolean" and value.lower() not in ("true", "false"):
                return f"Parameter {self.name}: {value!r} is no Boolean"
            if self.type == "Integer" and not re.fullmatch(r"-?\d+", value):
                return f"Parameter {self.name}: {value!r} is no Integer"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentVersion:
    """One version's content and what is declared in it."""

    name: str
    number: int
    kind: str
    content: Mapping[str, Any]
    parameters: Mapping[str, Parameter]
    created: datetime

    def bind(self, given: Mapping[str, Sequence[str]], error_code: str) -> dict[str, Any]:
        """Declared parameters with given or default values: text, or a list where a list is declared.

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
                bound[name] = values if parameter.type == "StringList" else values[0]
            elif parameter.default is None:
                raise ApiError(error_code, f"Parameter {name} is required by {self.name}")
            else:
                bound[name] = parameter.default
        return bound


@dataclass(slots=True, kw_only=True)
class Document:
    """A document under its name, with all versions; `default` is what `$DEFAULT` means."""

    name: str
    kind: str
    versions: list[DocumentVersion] = field(default_factory=list)
    default: int = 1

    def version(self, wanted: str | None) -> DocumentVersion:
        """`$DEFAULT` (also None), `$LATEST` or a number. Raises ApiError InvalidDocumentVersion."""
        match wanted:
            case None | "$DEFAULT":
                number = self.default
            case "$LATEST":
                number = len(self.versions)
            case _ if wanted.isdigit():
                number = int(wanted)
            case _:
                number = 0
        if not 1 <= number <= len(self.versions):
            raise ApiError("InvalidDocumentVersion", f"{self.name} has no version {wanted}")
        return self.versions[number - 1]


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
        version = DocumentVersion(
            name=name, number=len(document.versions) + 1, kind=kind, content=content,
            parameters=declared_parameters(name, kind, content), created=self._world.clock.now(),
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
                "LatestVersion": str(len(document.versions)),
                "Status": "Active",
                "DocumentType": document.kind,
                "SchemaVersion": SCHEMAS[document.kind],
                "CreatedDate": version.created,
            }
        }

    def _find_any(self, name: str) -> Document:
        if name not in self.by_name:
            raise ApiError("InvalidDocument", f"Document with name {name} does not exist.")
        return self.by_name[name]


_declared: dict[int, tuple[Mapping[str, Any], Mapping[str, Parameter]]] = {}


def declared_parameters(name: str, kind: str, content: Mapping[str, Any]) -> Mapping[str, Parameter]:
    """The document's parameters, checked once for each content object in this process.

    Raises DocumentRefusedError for what CreateDocument, or our rules, refuse.
    """
    known = _declared.get(id(content))
    if known is None or known[0] is not content:
        known = _declared[id(content)] = (content, _checked(name, kind, content))
    return known[1]


def _checked(name: str, kind: str, content: Mapping[str, Any]) -> Mapping[str, Parameter]:
    if kind not in SCHEMAS or content.get("schemaVersion") != SCHEMAS[kind]:
        raise DocumentRefusedError(f"{name}: {kind} document with schema {content.get('schemaVersion')}")
    size = len(json.dumps(content, separators=(",", ":")).encode())
    if size > DOCUMENT_BYTES_MAX:
        raise DocumentRefusedError(f"{name}: {size} bytes, SSM takes {DOCUMENT_BYTES_MAX}")
    return {key: _parameter(name, kind, key, raw) for key, raw in content.get("parameters", {}).items()}


def _parameter(document: str, kind: str, name: str, raw: Mapping[str, Any]) -> Parameter:
    where = f"{document}/parameters/{name}"
    if not re.fullmatch(r"[A-Za-z0-9]+", name):
        raise DocumentRefusedError(f"{where}: parameter names are letters and digits")
    known = COMMAND_TYPES if kind == "Command" else AUTOMATION_TYPES
    if raw["type"] not in known:
        raise DocumentRefusedError(f"{where}: type {raw['type']}; known: {', '.join(sorted(known))}")
    pattern = raw.get("allowedPattern", PICKER_TYPES.get(raw["type"]))
    if pattern is not None:
        if not (pattern.startswith("^") and pattern.endswith("$")):
            raise DocumentRefusedError(f"{where}: pattern {pattern} isn't anchored: service and agent would differ")
        if _LOOKAROUND.search(pattern):
            raise DocumentRefusedError(f"{where}: pattern {pattern} looks around: the agent's Go can't")
    parameter = Parameter(
        name=name,
        type=raw["type"],
        default=raw.get("default"),
        pattern=re.compile(pattern[:-1] + r"\Z") if pattern is not None else None,
        allowed=tuple(str(value) for value in raw["allowedValues"]) if "allowedValues" in raw else None,
        min_chars=raw.get("minChars", 0),
        max_chars=raw.get("maxChars"),
        exported=raw.get("interpolationType") == "ENV_VAR",
    )
    default = raw.get("default")
    checked = isinstance(default, str) and default != "" and not default.startswith("{{")
    if checked and (problem := parameter.check([default])) is not None:
        raise DocumentRefusedError(f"{where}: its default is not allowed: {problem}")
    return parameter
