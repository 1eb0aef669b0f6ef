"""Every target of a state exists, every state can be reached, and from each the machine can come to an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import networkx as nx

from checks.check import Check, Finding
from checks.deployment import DeployedMachine, Deployment
from checks.machines.states import FlowText, Path, edges, flows

NAME = "machine-flow"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """By each flow's graph; a flow with a missing target isn't judged further."""
    for machine in deployment.machines.values():
        for flow in flows(machine.definition):
            missing = list(_missing_targets(deployment, machine, flow))
            yield from missing or _dead_ends(deployment, machine, flow)
            yield from _uncommented(deployment, machine, flow)
            yield from _unbounded(deployment, machine, flow)


def _missing_targets(deployment: Deployment, machine: DeployedMachine, flow: FlowText) -> Iterator[Finding]:
    known = ", ".join(sorted(flow.states))
    ways = [(flow.at(name), edge.path, edge.kind, edge.target) for name, raw in flow.states.items()
            for edge in edges(raw, flow.at(name))]  # fmt: skip
    for _, path, kind, target in [(flow.path, (*flow.path, "StartAt"), "StartAt", flow.start_at), *ways]:
        if target not in flow.states:
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *path),
                problem=f"{kind} names {target!r}, which is no state beside it",
                remedy=f"Name one of: {known}.",
            )


def _dead_ends(deployment: Deployment, machine: DeployedMachine, flow: FlowText) -> Iterator[Finding]:
    graph = _graph(flow)
    reachable = {flow.start_at} | nx.descendants(graph, flow.start_at)
    ends = [
        name for name, raw in flow.states.items() if raw.get("End") is True or raw.get("Type") in ("Succeed", "Fail")
    ]
    ending: set[str] = set(ends)
    for end in ends:
        ending |= nx.ancestors(graph, end)
    for name in flow.states:
        if name not in reachable:
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *flow.at(name)),
                problem=f"no way leads from {flow.start_at} to {name}",
                remedy="Let a state go there, or delete it.",
            )
        elif name not in ending:
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *flow.at(name)),
                problem=f"from {name} no end can be reached: the execution would run until its time is up",
                remedy="Give the circle a way to a state with End, or to a Succeed or Fail state.",
            )


def _uncommented(deployment: Deployment, machine: DeployedMachine, flow: FlowText) -> Iterator[Finding]:
    """States may share a body; what happens in each, and when a Choice goes where, is said once for each."""
    commented: list[tuple[Path, Mapping[str, Any]]] = [] if flow.path else [(flow.path, flow.raw)]
    for name, raw in flow.states.items():
        commented.append((flow.at(name), raw))
        commented += [((*flow.at(name), "Choices", number), rule) for number, rule in enumerate(raw.get("Choices", ()))]
    first: dict[str, Path] = {}
    for path, raw in commented:
        comment = str(raw.get("Comment", "")).strip()
        before = first.setdefault(comment, path)
        if not comment or before != path:
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *path),
                problem=f"its Comment is that of {'/'.join(map(str, before))}, too"
                if comment
                else "no Comment says what happens here and why",
                remedy="Add a Comment of its own that a DBA reading the graph understands.",
            )


def _unbounded(deployment: Deployment, machine: DeployedMachine, flow: FlowText) -> Iterator[Finding]:
    for name, raw in flow.states.items():
        if raw.get("Type") == "Task" and "TimeoutSeconds" not in raw:
            yield Finding(
                check=NAME,
                where=deployment.place(machine.source, *flow.at(name)),
                problem=f"the task {name} has no TimeoutSeconds: AWS would wait 99,999,999 s for it",
                remedy="Say how long it may take at most.",
            )


def _graph(flow: FlowText) -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(flow.states)
    graph.add_edges_from((name, edge.target) for name, raw in flow.states.items() for edge in edges(raw, ()))
    return graph


CHECK = Check(
    name=NAME,
    proves="Every target of a Choice, Next or Catch exists; each state is reached, can end, and has its own Comment.",
    findings=findings,
)
