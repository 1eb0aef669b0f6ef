"""The host scripts as their authors wrote them: one function a file, entry scripts apart, each parsed once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from checks.deployment import Deployment
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_parameters import ParameterNames, parameters_of_function

SCRIPTS = "ssm_documents/powershell"
ENTRY = f"{SCRIPTS}/entry"
FUNCTIONS = f"{SCRIPTS}/functions"
PREAMBLE = f"{SCRIPTS}/preamble.ps1"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostScript:
    """One file; `tree` is None when it doesn't parse, which a check of its own says."""

    path: str
    text: str
    tree: nodes.ScriptBlock | None

    @property
    def stem(self) -> str:
        """The file's name without folder and suffix."""
        return self.path.rpartition("/")[2].removesuffix(".ps1")

    @property
    def is_function(self) -> bool:
        """Whether it belongs to functions/, else it is an entry script, the preamble or the loader."""
        return self.path.startswith(f"{FUNCTIONS}/")

    def definitions(self) -> tuple[nodes.FunctionDefinition, ...]:
        """The functions that it defines."""
        return () if self.tree is None else _definitions_in(self.tree)

    def commands(self) -> Iterator[tuple[str, nodes.Command]]:
        """Commands called by a name that is written there, with that name."""
        for node in self.tree.descendants() if self.tree is not None else ():
            if isinstance(node, nodes.Command) and isinstance(node.elements[0], nodes.StringConstant):
                yield node.elements[0].value, node


def host_scripts(deployment: Deployment) -> tuple[HostScript, ...]:
    """All of them, by path."""
    return tuple(script_of(path, text) for path, text in sorted(deployment.below(SCRIPTS, ".ps1").items()))


def declared_parameters(deployment: Deployment) -> Mapping[str, ParameterNames | None]:
    """What each function takes, by its name; None where its file doesn't parse."""
    functions = [script for script in host_scripts(deployment) if script.is_function]
    broken: dict[str, ParameterNames | None] = {script.stem: None for script in functions if script.tree is None}
    return broken | {
        definition.name: parameters_of_function(definition)
        for script in functions
        for definition in script.definitions()
    }


def place(path: str, extent: Extent) -> str:
    """`file:line:column`."""
    return f"{path}:{extent.start_line}:{extent.start_column}"


@lru_cache(maxsize=1024)
def _definitions_in(tree: nodes.ScriptBlock) -> tuple[nodes.FunctionDefinition, ...]:
    return tuple(node for node in tree.descendants() if isinstance(node, nodes.FunctionDefinition))


@lru_cache(maxsize=512)
def script_of(path: str, text: str) -> HostScript:
    """The file parsed."""
    try:
        tree: nodes.ScriptBlock | None = parse(text, path)
    except ParseError:
        tree = None
    return HostScript(path=path, text=text, tree=tree)
