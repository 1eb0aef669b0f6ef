"""Every parameter of a Command document is read by its script or a function that it calls, and these read no other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.deployed_bundle import deployed_bundle, deployed_texts
from checks.host_scripts.sources import script_of
from rehearsal.engines.powershell.syntax import nodes

NAME = "command-parameters"
READER = "Get-CwParameter"
"""The one function that reads them: each reaches the script as an environment variable."""


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every Command document, by the text that a node gets, and the bundle's functions that it calls."""
    bundle = deployed_bundle(deployment)
    for document in deployment.documents.values():
        if document.kind != "Command":
            continue
        read: set[str] = set()
        for text in deployed_texts(document):
            script = script_of(document.name, text)
            for tree in (script.tree, *bundle.called_by(script)):
                read |= set(_read(tree))
        for name in sorted(read - set(document.parameters)):
            problem = f"the script of {document.name} reads {name}, which the document doesn't declare"
            yield Finding(check=NAME, where=document.source, problem=problem, remedy="Declare it, or don't read it.")
        for name in sorted(set(document.parameters) - read):
            where = deployment.place(document.source, "parameters", name)
            problem = f"the script of {document.name} doesn't read {name}"
            yield Finding(check=NAME, where=where, problem=problem, remedy="Read it, or don't declare it.")


def _read(tree: nodes.Node | None) -> Iterator[str]:
    for command in tree.descendants() if tree is not None else ():
        if not isinstance(command, nodes.Command) or not _calls_reader(command):
            continue
        for before, element in pairwise(command.elements):
            named = isinstance(before, nodes.CommandParameter) and before.name.lower() == "name"
            if named and isinstance(element, nodes.StringConstant):
                yield element.value


def _calls_reader(command: nodes.Command) -> bool:
    called = command.elements[0]
    return isinstance(called, nodes.StringConstant) and called.value == READER


CHECK = Check(
    name=NAME,
    proves="Every parameter of a Command document is read by its script, which reads no other.",
    findings=findings,
)
