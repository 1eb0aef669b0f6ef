"""A host that answers as it likes: each verdict keeps its shape, and its values are others.

It knows what every host has answered so far, and repeats what its lies said before or lies anew: roles, proofs, tokens,
identities and sizes of another node, another time or of its own making.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.scenarios.cluster import Cluster

STAYS_WITH_A_LIE = 0.7
LIES_AT_MOST = 5
Path = tuple[str, ...]
"""Keys from the verdict's root; elements of a list are all called `*`."""


class Liar:
    """The node whose verdicts are replaced on their way into Systems Manager's answer."""

    def __init__(self, cluster: Cluster, node: str, draw: random.Random) -> None:
        self._instance = cluster.instances[node].id
        self._draw = draw
        self._seen: dict[Path, list[Any]] = {}
        self._told: dict[tuple[str, Path], Any] = {}
        self._answered: dict[str, str] = {}
        self._ask: Callable[[Mapping[str, Any]], dict[str, Any]] = cluster.account.commands.get_command_invocation
        self.lies = 0
        cluster.account.gateway.register("ssm", {"GetCommandInvocation": self.get_command_invocation})

    def get_command_invocation(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Systems Manager's answer; of one command the host has one output, however often it is fetched."""
        answer = self._ask(parameters)
        text = answer.get("StandardOutputContent", "")
        lines = text.strip().splitlines()
        try:
            verdict = json.loads(lines[-1]) if lines else None
        except ValueError:
            return answer
        if not isinstance(verdict, dict):
            return answer
        key = f"{answer['CommandId']} {answer.get('PluginName')}"
        if parameters["InstanceId"] != self._instance:
            if key not in self._answered:
                self._answered[key] = ""
                self._learn(verdict, ())
            return answer
        if key not in self._answered:
            self._learn(verdict, ())
            self._lie(verdict, answer["DocumentName"])
            self._answered[key] = "\n".join((*lines[:-1], json.dumps(verdict, separators=(",", ":"))))
        return {**answer, "StandardOutputContent": self._answered[key]}

    def _learn(self, value: Any, path: Path) -> None:
        if isinstance(value, dict):
            for key, child in value.items():
                self._learn(child, (*path, key))
        elif isinstance(value, list):
            for child in value:
                self._learn(child, (*path, "*"))
        known = self._seen.setdefault(path, [])
        if value not in known and len(known) < 40:
            known.append(value)

    def _lie(self, verdict: dict[str, Any], document: str) -> None:
        """Up to five values of the verdict; most of them as it lied about them before."""
        places: list[tuple[Any, Any, Path]] = []
        _places(verdict, (), places)
        for _ in range(self._draw.randint(0, LIES_AT_MOST)):
            node, key, path = self._draw.choice(places)
            if (isinstance(node, dict) and key not in node) or (isinstance(node, list) and key >= len(node)):
                continue
            remembered = (document, path)
            if remembered in self._told and self._draw.random() < STAYS_WITH_A_LIE:
                lie = self._told[remembered]
            else:
                lie = self._another(node[key], path)
            self._told[remembered] = lie
            self.lies += lie != node[key]
            node[key] = json.loads(json.dumps(lie))

    def _another(self, value: Any, path: Path) -> Any:
        """A value that was seen in this place, or one of the same type."""
        others = [other for other in self._seen.get(path, ()) if other != value]
        if others and self._draw.random() < 0.5:
            return self._draw.choice(others)
        match value:
            case bool():
                return not value
            case int() | float():
                return self._draw.choice(
                    [0, 1, 2, value + 1, value * 2, max(0, value - 1), 1 << 40, 999_999_999_999_999]
                )
            case str():
                pool = [other for values in self._seen.values() for other in values if isinstance(other, str)]
                return self._draw.choice(pool)
            case list():
                return self._draw.choice([[], value * 2, value[:-1], value[1:]])
            case dict():
                return self._draw.choice([None, value])
        return self._draw.choice([None, False, 0, ""])


def _places(value: Any, path: Path, found: list[tuple[Any, Any, Path]]) -> None:
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in entries:
        here = (*path, key if isinstance(value, dict) else "*")
        found.append((value, key, here))
        if isinstance(child, dict | list):
            _places(child, here, found)
