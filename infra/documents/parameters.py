"""The parameters of all documents, each defined once in templates/parameters.yaml."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from infra.documents.acts import AutomationAct, CommandAct
from infra.documents.document_error import DocumentError
from infra.documents.templates import load

LEASE_PARAMETERS = ("Token", "ActionToken", "NotAfter", "ClusterKey")
"""What every act takes that needs the cluster's lease."""
ON_DISPOSABLE = "onDisposable"
"""Of a definition: its description in documents for disposable nodes, where nobody has an inventory or tags."""
ROLES_FROM = "RolesFrom"
"""Of a document that may take the roles of EBS volumes from their tags (volumesByTag)."""

_WORDS = re.compile(r"\^\(([\w-]+(?:\|[\w-]+)+)\)\$")

_NAMED_BY_TEMPLATES = (
    "automation.yaml",
    "break_glass.yaml",
    "disposable.yaml",
    "operator.yaml",
    "question.yaml",
    "workflow.yaml",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The definitions by name."""

    definitions: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path) -> "Parameters":
        """Of the file. Raises `DocumentError` if it isn't there."""
        return cls(definitions=load(path))

    def of_command(self, names: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The section `parameters` of a Command document: every value reaches the script as an environment variable."""
        return {
            name: {
                **self._definition(name),
                "interpolationType": "ENV_VAR",
            }
            for name in names
        }

    def of_automation(self, names: Iterable[str], *, disposable: bool = False) -> dict[str, dict[str, Any]]:
        """The section `parameters` of an Automation document."""
        return {name: self._definition(name, disposable=disposable) for name in names}

    def _definition(self, name: str, *, disposable: bool = False) -> dict[str, Any]:
        defined = dict(self.definitions[name])
        told = defined.pop(ON_DISPOSABLE, None)
        return {**defined, "description": told} if disposable and told is not None else defined

    def refuse_unknown_and_unused(
        self, commands: Iterable[CommandAct], automations: Iterable[AutomationAct], templates: Path
    ) -> None:
        """Raises `DocumentError` for a name that isn't defined, and for a definition that no template or act names."""
        named = dict.fromkeys(LEASE_PARAMETERS, "templates/command.yaml")
        for file in _NAMED_BY_TEMPLATES:
            named |= {name: f"templates/{file}" for name in load(templates / file)["parameters"] if "%%" not in name}
        for command in commands:
            named |= dict.fromkeys(command.parameters, f"command/{command.stem}.yaml")
        for automation in automations:
            named |= {each.node: f"automation/{automation.stem}.yaml" for each in automation.commands}
            named |= dict.fromkeys(automation.inputs, f"automation/{automation.stem}.yaml")
            if automation.volumes_by_tag:
                named[ROLES_FROM] = f"automation/{automation.stem}.yaml"
        for name, file in named.items():
            if name not in self.definitions:
                raise DocumentError(f"{file} names the parameter {name}, which templates/parameters.yaml doesn't have")
        unused = sorted(set(self.definitions) - set(named))
        if unused:
            raise DocumentError(
                f"no template or act names the parameter {', '.join(unused)} of templates/parameters.yaml"
            )


def with_choices(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """The parameter with a list to choose from in the console, where its pattern admits some words and nothing else.

    A sentence that is to be typed isn't offered.
    """
    words = _WORDS.fullmatch(str(parameter.get("allowedPattern")))
    if words is None:
        return dict(parameter)
    pattern = parameter["allowedPattern"]
    others = {name: value for name, value in parameter.items() if name != "allowedPattern"}
    return {**others, "allowedValues": words[1].split("|"), "allowedPattern": pattern}
