"""The host's bundle as the deployed documents bring it, and what a document's script gets from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from checks.deployment import DeployedDocument, Deployment
from checks.host_scripts.sources import HostScript, script_of
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.scenarios.host_bundle import carried_files

_LOADS = re.compile(r"^\$CwBundle = ", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedBundle:
    """`definitions` has each function of it; a name that it defines twice is in `twice`."""

    files: Mapping[str, str]
    definitions: Mapping[str, nodes.FunctionDefinition]
    twice: frozenset[str]

    def called_by(self, script: HostScript) -> Iterator[nodes.FunctionDefinition]:
        """Its functions that the script calls, directly or not."""
        waiting = [name for name, _ in script.commands()]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            definition = self.definitions.get(name)
            if definition is None or name in seen:
                continue
            seen.add(name)
            waiting += _commands_in(definition)
            yield definition


def deployed_bundle(deployment: Deployment) -> DeployedBundle:
    """What the documents of the deployment bring together."""
    scripts = tuple(text for document in deployment.documents.values() for text in deployed_texts(document))
    return _bundle(scripts)


def deployed_texts(document: DeployedDocument) -> list[str]:
    """The scripts of a Command document; none of another's."""
    if document.kind != "Command" or not document.steps:
        return []
    return list(document.steps[0].get("inputs", {}).get("runCommand", ()))


@lru_cache(maxsize=8)
def _bundle(scripts: tuple[str, ...]) -> DeployedBundle:
    files = carried_files(scripts)
    definitions: dict[str, nodes.FunctionDefinition] = {}
    twice: set[str] = set()
    for name, text in files.items():
        if _LOADS.search(text) is not None:
            # A task's script: others don't load it.
            continue
        for definition in script_of(f"bundle/{name}", text).definitions():
            if definition.name in definitions:
                twice.add(definition.name)
            definitions[definition.name] = definition
    return DeployedBundle(files=files, definitions=definitions, twice=frozenset(twice))


def _commands_in(definition: nodes.FunctionDefinition) -> list[str]:
    return [
        node.elements[0].value
        for node in definition.descendants()
        if isinstance(node, nodes.Command) and isinstance(node.elements[0], nodes.StringConstant)
    ]
