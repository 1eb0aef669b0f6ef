"""Every member that host scripts read of an object of Windows whose class can be read off their sources.

Followed: assignments, pipelines through Where-Object, Sort-Object and their like, `foreach`, records (`@{ }`) and their
members, what functions return, and what they are given by every caller. A value that comes from two kinds of source is
unknown; what a function may be given is judged by all calls together. Order within a function doesn't count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rehearsal.check.host_sources import HostScript
from rehearsal.check.script_types import Record, Scope, Type, WindowsObject
from rehearsal.check.script_walk import Walk
from rehearsal.powershell import nodes
from rehearsal.powershell.splatted_keys import SplattedKeys

ROUNDS = 6
"""How often types are handed on between functions; the longest chain of calls is shorter."""


def windows_reads(
    scripts: Sequence[HostScript],
) -> Iterator[tuple[HostScript, nodes.Expression, str, WindowsObject]]:
    """Every member that is read of an object whose class is known, with the member's name."""
    for script, member, kind in _Scripts(scripts).reads:
        if isinstance(kind, WindowsObject) and isinstance(member, nodes.StringConstant):
            yield script, member, member.value, kind


class _Scripts:
    """All scripts together."""

    def __init__(self, scripts: Sequence[HostScript]) -> None:
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
            for script, name, body, splatted in self._bodies:
                Walk(self, script, self._scopes[name], splatted).block(body)

    def _add(self, script: HostScript, tree: nodes.ScriptBlock) -> None:
        splatted = SplattedKeys(tree)
        for definition in script.definitions():
            block = definition.body.param_block
            names = tuple(parameter.name.name.lower() for parameter in block.parameters) if block is not None else ()
            self._scopes[definition.name.lower()] = Scope(parameters=names)
            self._bodies.append((script, definition.name.lower(), definition.body, splatted))
        if not script.is_function:
            self._scopes[script.path] = Scope()
            self._bodies.append((script, script.path, tree, splatted))

    def record(self, node: nodes.Hashtable) -> Record:
        """The one record that this literal makes."""
        return self._records.setdefault(node, Record())

    def read(self, script: HostScript, member: nodes.Expression, owner: Type) -> None:
        """Keeps what was read."""
        self.reads.append((script, member, owner))

    def function(self, name: str) -> Scope | None:
        """A function of ours."""
        return self._scopes.get(name.lower())
