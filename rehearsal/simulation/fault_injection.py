"""Injects the external faults of a run: at an instant of the workflow, or of the story."""

from __future__ import annotations

from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.cluster import Cluster


class FaultInjection:
    """Observes the states that executions of `machine` enter; `begin` says when the story begins."""

    def __init__(self, cluster: Cluster, machine: str) -> None:
        self._cluster = cluster
        self._machine = machine
        self._external = tuple(fault for fault in cluster.world.faults.planned if point_called(fault.point).external)
        self._entered: dict[str, int] = {}

    def begin(self) -> None:
        """The story begins: what was entered before doesn't count."""
        self._entered.clear()
        for fault in self._external:
            if fault.when is None:
                self._later(fault)

    def observe(self, record: ExecutionRecord, event: Event) -> None:
        """Called for every history event of every execution."""
        faults = self._cluster.world.faults
        if (
            not (self._external or faults.alternatives)
            or record.machine.name != self._machine
            or not event.type.endswith("StateEntered")
        ):
            return
        state = event.state or ""
        self._entered[state] = self._entered.get(state, 0) + 1
        for fault in self._external:
            if fault.when == state and fault.occurrence == self._entered[state] and faults.enabled:
                self._later(fault)
        for fault in faults.alternatives:
            if fault.when == state and fault.occurrence == self._entered[state] and faults.is_taken(fault):
                self._later(fault)

    def _later(self, fault: Fault) -> None:
        self._cluster.world.clock.call_later(fault.delay, lambda: self._inject(fault))

    def _inject(self, fault: Fault) -> None:
        nodes = [fault.where["node"]] if "node" in fault.where else []
        if fault.point != "workflow.execution" and not nodes:
            nodes = list(self._cluster.hosts)
        self._cluster.world.inject(fault, node=fault.where.get("node"))
        match fault.point:
            case "workflow.execution":
                self._abort()
            case "instance.power":
                for node in nodes:
                    self._fail_host_of(node)
            case "host.crash":
                for node in nodes:
                    if self._cluster.hosts[node].up:
                        self._cluster.hosts[node].crash()
            case "host.restart":
                for node in nodes:
                    if self._cluster.hosts[node].up:
                        self._cluster.hosts[node].reboot()
            case "host.clock":
                for node in nodes:
                    self._cluster.hosts[node].set_clock_behind(fault.seconds)
            case "network.node":
                for node in nodes:
                    self._cluster.failover_cluster.nodes[node].cut_off(fault.seconds or None)
            case point:
                raise AssertionError(f"{point} is declared as an external fault, and nothing injects it")

    def _fail_host_of(self, node: str) -> None:
        instance = self._cluster.instances[node]
        if instance.state.api_name == "running":
            instance.lose_power()

    def _abort(self) -> None:
        running = [
            record
            for record in self._cluster.account.executions
            if record.machine.name == self._machine and record.status.value == "RUNNING"
        ]
        for record in running:
            self._cluster.account.machines.stop_execution({"executionArn": record.arn})
