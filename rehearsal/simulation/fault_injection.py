"""Deals the blows of a run: at an instant of the workflow, or of the story."""

from __future__ import annotations

from rehearsal.aws.stepfunctions.service import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.faults.registry import point_called
from rehearsal.kernel.faults import Fault
from rehearsal.scenarios.cluster import Stage


class BlowDealing:
    """Hears of every state that an execution of `machine` enters; `begin` sets the clock of the story."""

    def __init__(self, stage: Stage, machine: str) -> None:
        self._stage = stage
        self._machine = machine
        self._blows = tuple(fault for fault in stage.world.faults.planned if point_called(fault.point).blow)
        self._entered: dict[str, int] = {}

    def begin(self) -> None:
        """The story begins: what was entered before doesn't count."""
        self._entered.clear()
        for blow in self._blows:
            if blow.when is None:
                self._later(blow)

    def observe(self, record: ExecutionRecord, event: Event) -> None:
        """Called for every history event of every execution."""
        if not self._blows or record.machine.name != self._machine or not event.type.endswith("StateEntered"):
            return
        state = event.state or ""
        self._entered[state] = self._entered.get(state, 0) + 1
        for blow in self._blows:
            if blow.when == state and blow.occurrence == self._entered[state] and self._stage.world.faults.enabled:
                self._later(blow)

    def _later(self, blow: Fault) -> None:
        self._stage.world.clock.call_later(blow.delay, lambda: self._strike(blow))

    def _strike(self, blow: Fault) -> None:
        nodes = [blow.where["node"]] if "node" in blow.where else []
        if blow.point != "workflow.execution" and not nodes:
            nodes = list(self._stage.hosts)
        self._stage.world.strike(blow, node=blow.where.get("node"))
        match blow.point:
            case "workflow.execution":
                self._abort()
            case "instance.power":
                for node in nodes:
                    self._fail_host_of(node)
            case "host.crash":
                for node in nodes:
                    if self._stage.hosts[node].up:
                        self._stage.hosts[node].crash()
            case "host.restart":
                for node in nodes:
                    if self._stage.hosts[node].up:
                        self._stage.hosts[node].reboot()
            case "host.clock":
                for node in nodes:
                    self._stage.hosts[node].set_clock_behind(blow.seconds)
            case "network.node":
                for node in nodes:
                    self._stage.cluster.nodes[node].cut_off(blow.seconds or None)
            case point:
                raise AssertionError(f"{point} is declared as a blow, and nobody deals it")

    def _fail_host_of(self, node: str) -> None:
        instance = self._stage.instances[node]
        if instance.state.api_name == "running":
            instance.lose_power()

    def _abort(self) -> None:
        running = [
            record
            for record in self._stage.account.executions
            if record.machine.name == self._machine and record.status.value == "RUNNING"
        ]
        for record in running:
            self._stage.account.machines.stop_execution({"executionArn": record.arn})
