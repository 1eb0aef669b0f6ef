"""Which parameters a splatted variable gives: read off the hash literals assigned to it in the same function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent


@dataclass(frozen=True, slots=True, kw_only=True)
class SplattedKey:
    name: str
    extent: Extent
    value: nodes.Node | None


class SplattedKeys:
    """Keys from `$x = @{ … }`, `$x['Key'] = …` and `$x.Key = …`, whatever the order or branch they stand in."""

    def __init__(self, tree: nodes.ScriptBlock) -> None:
        self._keys: dict[tuple[nodes.ScriptBlock, str], list[SplattedKey]] = {}
        self._opaque: set[tuple[nodes.ScriptBlock, str]] = set()
        self._literal: set[tuple[nodes.ScriptBlock, str]] = set()
        self._home: dict[nodes.Variable, nodes.ScriptBlock] = {}
        self._collect(tree, tree)

    def keys_of(self, variable: nodes.Variable) -> tuple[SplattedKey, ...]:
        return tuple(self._keys.get((self._home[variable], variable.name.lower()), ()))

    def is_literal(self, variable: nodes.Variable) -> bool:
        """Every key is known: only hash literals and single keys were assigned."""
        key = (self._home[variable], variable.name.lower())
        return key in self._literal and key not in self._opaque

    def _collect(self, node: nodes.Node, home: nodes.ScriptBlock) -> None:
        """Script blocks that aren't functions' bodies share their surroundings' variables."""
        waiting = [(node, home)]
        while waiting:
            current, place = waiting.pop()
            if isinstance(current, nodes.FunctionDefinition):
                place = current.body
            elif isinstance(current, nodes.Assignment):
                self._assignment(current, place)
            elif isinstance(current, nodes.Variable) and current.splatted:
                self._home[current] = place
            waiting.extend((child, place) for child in current.children())

    def _assignment(self, node: nodes.Assignment, home: nodes.ScriptBlock) -> None:
        target = node.left
        while isinstance(target, nodes.ConvertExpression):
            target = target.child
        if isinstance(target, nodes.Variable):
            key = (home, target.name.lower())
            value = node.right.pure_expression() if isinstance(node.right, nodes.Pipeline) else None
            if isinstance(value, nodes.ConvertExpression):
                value = value.child
            if isinstance(value, nodes.Hashtable):
                self._literal.add(key)
                for pair in value.pairs:
                    self._add(key, pair.key, pair.value)
            else:
                self._opaque.add(key)
        elif isinstance(target, nodes.Index) and isinstance(target.target, nodes.Variable):
            self._add((home, target.target.name.lower()), target.index, node.right)
        elif isinstance(target, nodes.Member) and isinstance(target.expression, nodes.Variable):
            self._add((home, target.expression.name.lower()), target.member, node.right)

    def _add(self, key: tuple[nodes.ScriptBlock, str], name: nodes.Expression, value: nodes.Node) -> None:
        if isinstance(name, nodes.StringConstant):
            self._keys.setdefault(key, []).append(SplattedKey(name=name.value, extent=name.extent, value=value))
        else:
            self._opaque.add(key)


@lru_cache(maxsize=1024)
def splatted_keys(tree: nodes.ScriptBlock) -> SplattedKeys:
    """Those of a tree, read off it once."""
    return SplattedKeys(tree)
