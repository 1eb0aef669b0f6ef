"""Whether a fault names what this run has: its nodes, functions, machines and states."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rehearsal.faults.errors import unknown
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.nodes_of_faults import check_node


def check_against(cluster: Cluster, machine: str) -> None:
    """Raises FaultError for a name that nothing in this run has; `machine` is whose states `when` names."""
    for fault in cluster.story.faults:
        check_fault(cluster, machine, fault)


def check_fault(cluster: Cluster, machine: str, fault: Fault) -> None:
    """Raises FaultError as `check_against`, of one fault."""
    point = point_called(fault.point)
    check_node(cluster.story, fault)
    value = point.value_of(fault.point) or ""
    if point.name.startswith("lambda.") and value not in cluster.account.functions.names():
        raise unknown("fault point", fault.point, [f"lambda.{name}" for name in cluster.account.functions.names()])
    definitions = {one.name: one.definition for one in cluster.account.machines.machines.values()}
    if "machine" in fault.where and fault.where["machine"] not in definitions:
        raise unknown("state machine", fault.where["machine"], definitions)
    if point.name.startswith("state."):
        names = {name for text in definitions.values() for name in state_names(json.loads(text))}
        if value not in names:
            raise unknown("fault point", fault.point, [f"state.{name}" for name in names])
    if fault.when is not None:
        names = set(state_names(json.loads(definitions[machine])))
        if fault.when not in names:
            raise unknown(f"state of {machine}", fault.when, names)


def state_names(definition: Any) -> Iterator[str]:
    """Every state of a machine, those of its branches and iterations too."""
    if isinstance(definition, dict):
        states = definition.get("States")
        if isinstance(states, dict):
            yield from states
        for value in definition.values():
            yield from state_names(value)
    elif isinstance(definition, list):
        for value in definition:
            yield from state_names(value)
