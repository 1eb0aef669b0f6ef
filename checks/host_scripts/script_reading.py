"""All host scripts read together: what is read of what, which queries SQL Server gets, what variables hold.

Followed: assignments, pipelines through Where-Object, Sort-Object and their like, `foreach`, records (`@{ }`) and their
members, what functions return, and what they are given by every caller. A value that comes from two kinds of source is
unknown; what a function may be given is judged by all calls together. Order within a function doesn't count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from checks.host_scripts.script_types import Record, Scope, SqlText, Type
from checks.host_scripts.script_walk import Walk
from checks.host_scripts.sources import HostScript
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.tools.splatted_keys import SplattedKeys, splatted_keys

ROUNDS = 6
"""How often types are handed on between functions; the longest chain of calls is shorter."""


class ScriptReading:
    """All scripts together."""

    def __init__(self, scripts: Sequence[HostScript]) -> None:
        self.queries: list[tuple[HostScript, nodes.Command, SqlText, Record | None]] = []
        """(script, the call, its text, its parameters where they can be known)."""
        self._records: dict[nodes.Hashtable, Record] = {}
        self._scopes: dict[str, Scope] = {}
        self._bodies: list[tuple[HostScript, str, nodes.ScriptBlock, SplattedKeys]] = []
        self.reads: list[tuple[HostScript, nodes.Expression, Type]] = []
        """(script, the member's name as written, type of what it is read of)."""
        for script in scripts:
            if script.tree is not None:
                self._add(script, script.tree)
        for _ in range(ROUNDS):
            self.reads.clear()
            self.queries.clear()
            for script, name, body, splatted in self._bodies:
                Walk(self, script, self._scopes[name], splatted).body(body)

    def _add(self, script: HostScript, tree: nodes.ScriptBlock) -> None:
        splatted = splatted_keys(tree)
        for definition in script.definitions():
            block = definition.body.param_block
            names = tuple(parameter.name.name.lower() for parameter in block.parameters) if block is not None else ()
            self._scopes[definition.name.lower()] = Scope(parameters=names, runs=_run_by(definition.body, names))
            self._bodies.append((script, definition.name.lower(), definition.body, splatted))
        if not script.is_function:
            self._scopes[script.path] = Scope()
            self._bodies.append((script, script.path, tree, splatted))

    def record(self, node: nodes.Hashtable) -> Record:
        """The one record that this literal makes."""
        return self._records.setdefault(node, Record())

    def queried(self, script: HostScript, command: nodes.Command, text: SqlText, parameters: Record | None) -> None:
        """Keeps the query."""
        self.queries.append((script, command, text, parameters))

    def read(self, script: HostScript, member: nodes.Expression, owner: Type) -> None:
        """Keeps what was read."""
        self.reads.append((script, member, owner))

    def variable(self, where: str, name: str) -> Type:
        """What a variable holds, of a function by its name or of an entry script by its path."""
        return self._scopes[where.lower() if where.lower() in self._scopes else where].variables.get(name.lower())

    def function(self, name: str) -> Scope | None:
        """A function below ssm_documents/powershell."""
        return self._scopes.get(name.lower())


@lru_cache(maxsize=1024)
def _run_by(body: nodes.ScriptBlock, parameters: tuple[str, ...]) -> str | None:
    """The parameter of which a statement is `& $Parameter` and nothing else."""
    for node in body.descendants():
        for statement in node.statements if isinstance(node, nodes.StatementBlock | nodes.NamedBlock) else ():
            match statement:
                case nodes.Pipeline(
                    elements=(
                        nodes.Command(
                            elements=(nodes.Variable(name=name),), invocation_operator=nodes.InvocationOperator.CALL
                        ),
                    )
                ) if name.lower() in parameters:
                    return name.lower()
    return None


@lru_cache(maxsize=4)
def reading_of(scripts: tuple[HostScript, ...]) -> ScriptReading:
    """The same reading for the same scripts."""
    return ScriptReading(scripts)
