"""Everything that ships, parsed once for all checks: resolved resources of the templates, and the sources' texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cachewarden.operation.host_commands import BREAK_GLASS_PREFIX, HOST_PREFIX
from checks.yaml_lines import line_of
from rehearsal.aws.cloudformation.synthesis import ROOT
from rehearsal.aws.cloudformation.template import ResolvedStacks, Resource, load
from rehearsal.aws.ssm.documents import CHANGE_TEMPLATE

SOURCE_FOLDERS = ("lambdas", "ssm_documents", "state_machines", "tests/events")
SOURCE_SUFFIXES = frozenset({".json", ".ps1", ".py", ".sql", ".yaml"})
PRODUCT_PREFIX = "CacheWarden-"
MACHINE_PREFIX = "cachewarden-"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedMachine:
    """A state machine as it is deployed: placeholders filled, `source` the YAML that it came from."""

    name: str
    definition: Mapping[str, Any]
    text: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedDocument:
    """An SSM document as it is deployed; `kind` is Command or Automation."""

    name: str
    kind: str
    content: Mapping[str, Any]
    update_method: str | None
    source: str
    version_name: str | None = None

    @property
    def parameters(self) -> Mapping[str, Mapping[str, Any]]:
        """The declared parameters by name."""
        declared: Mapping[str, Mapping[str, Any]] = self.content.get("parameters", {})
        return declared

    @property
    def steps(self) -> list[Mapping[str, Any]]:
        """The steps in order."""
        steps: list[Mapping[str, Any]] = self.content.get("mainSteps", [])
        return steps


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedFunction:
    """A Lambda function as it is deployed; `source` is the file that its handler path names."""

    name: str
    arn: str
    handler: str
    environment: Mapping[str, str]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """`files`: text by path below the root, of everything in SOURCE_FOLDERS that a check may want to read."""

    templates: Mapping[str, Mapping[str, Any]] = field(repr=False)
    stacks: ResolvedStacks = field(repr=False)
    machines: Mapping[str, DeployedMachine] = field(repr=False)
    documents: Mapping[str, DeployedDocument] = field(repr=False)
    functions: Mapping[str, DeployedFunction] = field(repr=False)
    files: Mapping[str, str] = field(repr=False)

    def resources(self, kind: str) -> Iterator[Resource]:
        """Deployed resources of one CloudFormation type."""
        return (resource for resource in self.stacks.resources if resource.type == kind)

    def aws_callers(self) -> dict[str, str]:
        """The functions' code that calls AWS: path -> text."""
        return {**self.below("lambdas/adapters", ".py"), **self.below("lambdas/handlers", ".py")}

    def below(self, folder: str, suffix: str) -> dict[str, str]:
        """Texts of the files in a folder and its subfolders, by path."""
        return {
            path: text for path, text in self.files.items() if path.startswith(f"{folder}/") and path.endswith(suffix)
        }

    def place(self, source: str, *path: str | int) -> str:
        """`file:line path/inside`; without the line where the file has no such path."""
        line = line_of(self.files[source], path) if source in self.files else None
        inside = "/".join(map(str, path))
        return " ".join(filter(None, (source if line is None else f"{source}:{line}", inside)))


def read_deployment(templates: Mapping[str, Mapping[str, Any]], root: Path = ROOT) -> Deployment:
    """Of these templates (stack name -> template) and the sources below `root`. Raises what `load` raises."""
    stacks = load(templates)
    found = stacks.resources
    return Deployment(
        templates=templates,
        stacks=stacks,
        machines={machine.name: machine for machine in map(_machine, found) if machine is not None},
        documents={document.name: document for document in map(_document, found) if document is not None},
        functions={function.name: function for function in map(_function, found) if function is not None},
        files=dict(_files(root)),
    )


def _machine(resource: Resource) -> DeployedMachine | None:
    if resource.type != "AWS::StepFunctions::StateMachine":
        return None
    text: str = resource.properties["DefinitionString"]
    for name, value in resource.properties.get("DefinitionSubstitutions", {}).items():
        text = text.replace(f"${{{name}}}", value)
    name = resource.properties["StateMachineName"]
    stem = name.removeprefix(MACHINE_PREFIX).replace("-", "_")
    return DeployedMachine(name=name, definition=json.loads(text), text=text, source=f"state_machines/{stem}.asl.yaml")


def _document(resource: Resource) -> DeployedDocument | None:
    if resource.type != "AWS::SSM::Document":
        return None
    name, kind = resource.properties["Name"], resource.properties["DocumentType"]
    if kind == CHANGE_TEMPLATE:
        return None  # it runs nothing itself, and schema 0.3 means less there [change-management#templates]
    stem = _snake(name.removeprefix(BREAK_GLASS_PREFIX).removeprefix(HOST_PREFIX).removeprefix(PRODUCT_PREFIX))
    return DeployedDocument(
        name=name,
        kind=kind,
        content=resource.properties["Content"],
        update_method=resource.properties.get("UpdateMethod"),
        source=f"ssm_documents/{kind.lower()}/{stem}.yaml",
        version_name=resource.properties.get("VersionName"),
    )


def _function(resource: Resource) -> DeployedFunction | None:
    if resource.type != "AWS::Lambda::Function":
        return None
    module, _, _ = resource.properties["Handler"].rpartition(".")
    return DeployedFunction(
        name=resource.properties["FunctionName"],
        arn=resource.physical_id,
        handler=resource.properties["Handler"],
        environment=resource.properties.get("Environment", {}).get("Variables", {}),
        source=f"lambdas/{module.replace('.', '/')}.py",
    )


def _snake(pascal: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in pascal).removeprefix("_")


def _files(root: Path) -> Iterator[tuple[str, str]]:
    for folder in SOURCE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCE_SUFFIXES and path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix(), path.read_text("utf-8")
