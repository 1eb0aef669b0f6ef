"""Every variable that an expression reads was assigned on every way that leads to it.

Scopes: Map and Parallel see the variables around them, what they assign stays inside. A Catch assigns its own only; all
values of one Assign see the variables from before it (page "Passing data between states with variables").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines.jsonata_reads import variables
from checks.machines.states import FlowText, Path, edges, expression_of, flows, inner_flows, texts

NAME = "machine-variables"
_INNER = frozenset({"Branches", "ItemProcessor"})


def findings(deployment: Deployment) -> Iterator[Finding]:
    """By the names that are certainly assigned when a state begins."""
    for machine in deployment.machines.values():
        outer, *_ = flows(machine.definition)
        yield from _flow(deployment, machine, outer, frozenset())


def _flow(deployment: Deployment, machine: DeployedMachine, flow: FlowText, given: frozenset[str]) -> Iterator[Finding]:
    assigned = certainly_assigned(flow, given)
    for name, raw in flow.states.items():
        known = assigned.get(name)
        if known is None:
            continue
        for path, text in _own_texts(raw, flow.at(name)):
            for variable in variables(expression_of(text) or ""):
                if variable not in known:
                    there = ", ".join(f"${one}" for one in sorted(known)) or "none"
                    yield Finding(
                        check=NAME,
                        where=deployment.place(machine.source, *path),
                        problem=f"${variable} isn't assigned on every way to {name} (assigned: {there})",
                        remedy=f"Assign {variable} on each way before, or correct the name.",
                    )
        for inner in inner_flows(raw, flow.at(name)):
            yield from _flow(deployment, machine, inner, known)


def certainly_assigned(flow: FlowText, given: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The variables that exist whenever a state begins; states that nothing reaches are left out."""
    known: dict[str, frozenset[str]] = {flow.start_at: given} if flow.start_at in flow.states else {}
    waiting = list(known)
    while waiting:
        name = waiting.pop()
        raw = flow.states[name]
        for edge in edges(raw, ()):
            if edge.target not in flow.states:
                continue
            here = known[name] | frozenset(edge.raw.get("Assign", ()))
            before = known.get(edge.target)
            after = here if before is None else before & here
            if after != before:
                known[edge.target] = after
                waiting.append(edge.target)
    return known


def _own_texts(raw: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    for key, value in raw.items():
        if key not in _INNER and key != "Comment":
            yield from texts(value, (*path, key))


CHECK = Check(
    name=NAME,
    proves="Every variable that a JSONata expression reads was assigned before, on every way that leads there.",
    findings=findings,
)
