"""No script reads a variable that it hasn't set: strict mode would end it there, or a caller's would be read.

PowerShell lets a function read its callers' variables. So each is looked at alone: what it reads is a parameter,
set in the function, set by PowerShell itself, or one of the few that the loader declares for all.
"""

from __future__ import annotations

from collections.abc import Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import HostScript, host_scripts, place
from rehearsal.engines.powershell.syntax import nodes

NAME = "host-variables"

DECLARED = {"cwsql": "The bundle's T-SQL texts.", "cwbundle": "The bundle's hash, in front of the loader."}
"""Variables that every function may read, in lower case, and what they hold."""

AUTOMATIC = frozenset({"_", "args", "error", "false", "matches", "null", "pscmdlet", "psscriptroot", "true"})


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every function, and of every script around them."""
    for script in host_scripts(deployment):
        if script.tree is None:
            continue
        functions = list(script.definitions())
        for definition in functions:
            yield from _undeclared(script, list(definition.descendants()))
        if not functions:
            yield from _undeclared(script, list(script.tree.descendants()))


def _undeclared(script: HostScript, inside: list[nodes.Node]) -> Iterator[Finding]:
    known = set(_set_in(inside)) | AUTOMATIC | set(DECLARED)
    for node in inside:
        if not isinstance(node, nodes.Variable) or node.drive is not None:
            continue
        name = node.name.lower()
        if node.scope is not None or name not in known:
            yield Finding(
                check=NAME,
                where=place(script.path, node.extent),
                problem=f"${node.user_path} is {'shared by all scripts' if node.scope else 'set nowhere here'}",
                remedy="Hand it over as a parameter, or set it first.",
            )


def _set_in(inside: list[nodes.Node]) -> Iterator[str]:
    """Parameters, loop variables, and what is assigned; a script block's belong to the function around it."""
    for node in inside:
        if isinstance(node, nodes.Parameter):
            yield node.name.name.lower()
        elif isinstance(node, nodes.ForEach):
            yield node.variable.name.lower()
        elif isinstance(node, nodes.Assignment):
            for target in (node.left, *node.left.descendants()):
                if isinstance(target, nodes.Variable) and target.scope is None:
                    yield target.name.lower()


CHECK = Check(
    name=NAME, proves="Each host script reads only variables that it has set or was given.", findings=findings
)
