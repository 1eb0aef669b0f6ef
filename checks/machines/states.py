"""The states of a machine's raw definition, those inside Map and Parallel too, and where each may go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One way out of a state: `kind` is Next, Default, Choices or Catch, `raw` what is evaluated on this way."""

    path: Path
    kind: str
    target: str
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowText:
    """The states of a machine, branch or iteration; `path` leads to the object that has StartAt and States."""

    path: Path
    raw: Mapping[str, Any]

    @property
    def start_at(self) -> str:
        """The first state's name."""
        return str(self.raw.get("StartAt", ""))

    @property
    def states(self) -> Mapping[str, Mapping[str, Any]]:
        """Raw states by name."""
        found: Mapping[str, Mapping[str, Any]] = self.raw.get("States", {})
        return found

    def at(self, name: str) -> Path:
        """The path of a state."""
        return (*self.path, "States", name)


def flows(definition: Mapping[str, Any]) -> Iterator[FlowText]:
    """The machine's own flow, then the inner ones in the order of the text."""
    waiting = [FlowText(path=(), raw=definition)]
    while waiting:
        flow = waiting.pop(0)
        yield flow
        for name, raw in flow.states.items():
            waiting += inner_flows(raw, flow.at(name))


def inner_flows(raw: Mapping[str, Any], path: Path) -> list[FlowText]:
    """The branches of a Parallel, the processor of a Map."""
    inner = [
        FlowText(path=(*path, "Branches", number), raw=branch) for number, branch in enumerate(raw.get("Branches", ()))
    ]
    if "ItemProcessor" in raw:
        inner.append(FlowText(path=(*path, "ItemProcessor"), raw=raw["ItemProcessor"]))
    return inner


def states(definition: Mapping[str, Any]) -> Iterator[tuple[Path, str, Mapping[str, Any]]]:
    """Each state of every flow with its path and name."""
    for flow in flows(definition):
        for name, raw in flow.states.items():
            yield flow.at(name), name, raw


def edges(raw: Mapping[str, Any], path: Path) -> Iterator[Edge]:
    """Every way out of a state; `Next` and `Default` carry the state's own Assign."""
    for kind in ("Next", "Default"):
        if kind in raw:
            yield Edge(path=(*path, kind), kind=kind, target=str(raw[kind]), raw=raw)
    for kind in ("Choices", "Catch"):
        for number, inner in enumerate(raw.get(kind, ())):
            if "Next" in inner:
                yield Edge(path=(*path, kind, number, "Next"), kind=kind, target=str(inner["Next"]), raw=inner)


def texts(raw: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every string below `raw` with its path."""
    match raw:
        case str():
            yield path, raw
        case dict():
            for key, value in raw.items():
                yield from texts(value, (*path, key))
        case list():
            for number, item in enumerate(raw):
                yield from texts(item, (*path, number))


def expression_of(text: str) -> str | None:
    """The JSONata between `{%` and `%}`; None for plain text."""
    stripped = text.strip()
    if stripped.startswith("{%") and stripped.endswith("%}") and len(stripped) >= 4:
        return stripped[2:-2].strip()
    return None
