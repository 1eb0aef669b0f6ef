"""Functions of the host scripts: one a file, documented, used, and there for whoever calls them on a node.

The deployed texts are what a node gets: what a script calls is defined in it, or in the bundle that it loads, and the
bundle that the documents bring together has the hash that each of them names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import DeployedDocument, Deployment
from checks.host_scripts.deployed_bundle import (
    DeployedBundle,
    deployed_bundle,
    deployed_texts,
)
from checks.host_scripts.sources import HostScript, host_scripts, place, script_of
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.scenarios.host_bundle import bundle_hash, bundle_named

NAME = "host-functions"
BUILDER = "infra/documents/scripts.py"
SECTIONS = (".SYNOPSIS", ".OUTPUTS", ".EXAMPLE", ".NOTES")
_HELP = re.compile(r"<#(.*?)#>", re.DOTALL)
_PARAMETER = re.compile(r"^\s*\.PARAMETER (\w+)[ \t]*$", re.MULTILINE)
_OURS = re.compile(r"^[A-Z][A-Za-z]+-Cw[A-Za-z]+$")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of the sources, then of the deployed texts."""
    scripts = host_scripts(deployment)
    defined = {script.stem for script in scripts if script.is_function}
    called: set[str] = set()
    for script in scripts:
        for name, command in script.commands():
            called.add(name)
            if _OURS.match(name) and name not in defined:
                problem = f"{name} is called, but there is no {name}.ps1 below functions/"
                yield _finding(place(script.path, command.extent), problem, "Write it, or correct the name.")
        if script.is_function:
            yield from _form(script)
    for script in scripts:
        if script.is_function and script.stem not in called:
            yield _finding(script.path, f"nothing calls {script.stem}", "Call it or delete it.")
    bundle = deployed_bundle(deployment)
    for name in sorted(bundle.twice):
        yield _finding(BUILDER, f"the bundle defines {name} twice", "Put it into one of its files.")
    for document in deployment.documents.values():
        yield from _deployed(document, bundle)


def _form(script: HostScript) -> Iterator[Finding]:
    definitions = list(script.definitions())
    if script.tree is None:
        return
    if [definition.name for definition in definitions] != [script.stem]:
        names = ", ".join(definition.name for definition in definitions) or "nothing"
        yield _finding(script.path, f"defines {names}", f"Define {script.stem}, and nothing else.")
        return
    (definition,) = definitions
    found = _HELP.search(definition.extent.text)
    if found is None:
        yield _finding(place(script.path, definition.extent), "has no comment-based help", "Add it.")
        return
    described = found[1]
    for section in SECTIONS:
        if section not in described:
            yield _finding(script.path, f"its help has no {section}", "Add it.")
    block = definition.body.param_block
    declared = [parameter.name.name for parameter in block.parameters] if block is not None else []
    if _PARAMETER.findall(described) != declared:
        listed = ", ".join(_PARAMETER.findall(described)) or "none"
        problem = f"its help describes {listed}, it takes {', '.join(declared) or 'none'}"
        yield _finding(script.path, problem, "Describe each parameter, in the order of param().")


def _deployed(document: DeployedDocument, bundle: DeployedBundle) -> Iterator[Finding]:
    """By the names that are called in the text; files that it brings are text in it, and part of the bundle."""
    for text in deployed_texts(document):
        script = script_of(document.name, text)
        if script.tree is None:
            yield _finding(document.source, f"the script of {document.name} doesn't parse", "Correct its sources.")
            continue
        defined = Counter(definition.name for definition in script.definitions())
        called = {name for name, _ in script.commands() if _OURS.match(name)} | _mentioned(script.tree)
        for name, times in defined.items():
            if times > 1:
                yield _finding(document.source, f"{document.name} defines {name} {times} times", "Inline it once.")
            elif name not in called:
                yield _finding(
                    document.source, f"{document.name} carries {name}, which it never calls", "Leave it out."
                )
        named = bundle_named(text)
        loaded = set(bundle.definitions) if named is not None else set()
        for name in sorted(called - set(defined) - loaded):
            problem = f"{document.name} calls {name}, which is neither in it nor in the bundle"
            yield _finding(document.source, problem, f"Correct {BUILDER}, or the call.")
        if named is not None and named != bundle_hash(bundle.files, text):
            problem = f"{document.name} loads bundle {named}, which isn't the one that the documents bring"
            yield _finding(document.source, problem, f"Correct {BUILDER}.")


def _mentioned(tree: nodes.ScriptBlock) -> set[str]:
    """Names given as a text, to be called by it."""
    return {
        node.value for node in tree.descendants() if isinstance(node, nodes.StringConstant) and _OURS.match(node.value)
    }


def _finding(where: str, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=where, problem=problem, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every function of the host scripts has a file, help and a caller; on a node scripts find what they call.",
    findings=findings,
)
