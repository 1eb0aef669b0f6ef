"""Every parameter of a Command document is read by its script, and the script reads no other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import HostScript, script_of
from rehearsal.engines.powershell.syntax import nodes

NAME = "command-parameters"
READER = "Get-CwParameter"
"""The one function that reads them: each reaches the script as an environment variable."""


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every Command document, by the text that a node gets."""
    for document in deployment.documents.values():
        if document.kind != "Command":
            continue
        read: set[str] = set()
        for step in document.steps:
            for text in step.get("inputs", {}).get("runCommand", ()):
                read |= set(_read(script_of(document.name, text)))
        for name in sorted(read - set(document.parameters)):
            problem = f"the script of {document.name} reads {name}, which the document doesn't declare"
            yield Finding(check=NAME, where=document.source, problem=problem, remedy="Declare it, or don't read it.")
        for name in sorted(set(document.parameters) - read):
            where = deployment.place(document.source, "parameters", name)
            problem = f"the script of {document.name} doesn't read {name}"
            yield Finding(check=NAME, where=where, problem=problem, remedy="Read it, or don't declare it.")


def _read(script: HostScript) -> Iterator[str]:
    for name, command in script.commands():
        for before, element in pairwise(command.elements):
            named = isinstance(before, nodes.CommandParameter) and before.name.lower() == "name"
            if name == READER and named and isinstance(element, nodes.StringConstant):
                yield element.value


CHECK = Check(
    name=NAME,
    proves="Every parameter of a Command document is read by its script, which reads no other.",
    findings=findings,
)
