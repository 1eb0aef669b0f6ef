"""What a run cost and how good it was: write outage, data at risk, physical lower bound, transitions, their price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cachewarden.operation.timing import Pace, Work, lower_bound_s
from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.data_risk import DataRisk, data_risk_of
from rehearsal.report.outages import slow_commits, write_outages
from rehearsal.report.redundancy import length_s
from rehearsal.simulation.run import Run
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.settings import StorageSettings

GIB = 1 << 30
PRICE_PER_TRANSITION_USD = 0.025 / 1000
"""Step Functions, standard workflows, us-east-1 and eu-west-1 (aws.amazon.com/step-functions/pricing)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """Seconds are virtual. `step_seconds`: of `waiting_seconds`, what acts and looks took, most of it latencies of SSM
    and Lambda. `price_usd`: of the state transitions, child executions included."""

    virtual_seconds: float
    waiting_seconds: float
    step_seconds: float
    lower_bound_seconds: float
    write_outage_seconds: float
    data_risk: DataRisk
    slow_commit_seconds: float
    slowest_commit_seconds: float
    transitions: int
    price_usd: float
    api_calls: int

    @property
    def above_bound(self) -> float:
        """Share by which the operations took longer than the physical world needs; 0.02 is two per cent."""
        if not self.lower_bound_seconds:
            return 0.0
        return self.waiting_seconds / self.lower_bound_seconds - 1


def metrics_of(run: Run) -> Metrics:
    """Reads it all from the world and the trace of a finished run."""
    cluster = run.cluster
    operations = _operations(run)
    operating_s = sum(until - since for since, until in operations)
    transitions = sum(
        record.execution.history.transitions
        for record in cluster.account.executions
        if _seconds(run, record.started) >= run.began_s - 0.001
    )
    return Metrics(
        virtual_seconds=run.virtual_seconds,
        waiting_seconds=operating_s,
        step_seconds=operating_s - _paused_seconds(run),
        lower_bound_seconds=lower_bound_s(_work(run, operations), _pace(run)),
        write_outage_seconds=length_s(write_outages(run), run.began_s, run.ended_s),
        data_risk=data_risk_of(run),
        slow_commit_seconds=length_s(slow_commits(run), run.began_s, run.ended_s),
        slowest_commit_seconds=run.cluster.failover_cluster.slowest_commit_s(),
        transitions=transitions,
        price_usd=transitions * PRICE_PER_TRANSITION_USD,
        api_calls=sum(count.calls for count in cluster.account.api_calls.values()),
    )


def _seconds(run: Run, at: datetime) -> float:
    return (at - run.story.begins).total_seconds()


def _operations(run: Run) -> list[tuple[float, float]]:
    """Each operation's first step and its end: event delivery and people's pauses aren't the workflow's."""
    ends = {ending.execution: ending.at_s for ending in run.log.endings}
    return [
        (_seconds(run, record.started), ends[record.name])
        for record in run.cluster.account.executions
        if record.name in ends
    ]


def _paused_seconds(run: Run) -> float:
    """What those operations spent in the machine's Wait states, while disks, boots and redo were at work."""
    ended = {ending.execution for ending in run.log.endings}
    total = 0.0
    for record in run.cluster.account.executions:
        if record.name not in ended:
            continue
        entered: dict[str | None, float] = {}
        for event in record.execution.history.events:
            if event.type == "WaitStateEntered":
                entered[event.state] = event.at.timestamp()
            elif event.type == "WaitStateExited":
                total += event.at.timestamp() - entered[event.state]
    return total


def _work(run: Run, operations: Sequence[tuple[float, float]]) -> Work:
    """What the operations couldn't do without, counted from what ended while one ran: people's own acts take none of
    its time."""
    events = run.cluster.world.trace.events[run.begins_at :]
    during = [
        event for event in events if any(since <= _seconds(run, event.at) <= until for since, until in operations)
    ]
    happened = Counter(f"{event.source}.{event.kind}" for event in during)
    states = Counter(event.facts.get("state") for event in during if event.kind == "instance-state")
    return Work(
        cache_bytes_moved=_moved_bytes(run, events, operations),
        instance_stops=states["stopped"],
        instance_boots=happened["host.up"],
        sql_stops=happened["sql.stopped"],
        sql_starts=happened["sql.started"],
        failovers=happened["sql.failover-begins"],
        redo_s=_seeding_seconds(during),
    )


def _moved_bytes(run: Run, events: Sequence[TraceEvent], operations: Sequence[tuple[float, float]]) -> int:
    """Bytes moved while an operation ran, at most what disks of the built speed move in that time."""
    bytes_per_s = GIB / run.cluster.world.settings.part(StorageSettings).copy_s_per_gib
    began: dict[object, float] = {}
    moved = 0
    for event in events:
        at_s = _seconds(run, event.at)
        if event.kind == "repair-started":
            began[event.facts["job"]] = at_s
        elif event.kind == "repair-ended":
            since_s = began.get(event.facts["job"], run.began_s)
            within_s = sum(max(0.0, min(at_s, until) - max(since_s, since)) for since, until in operations)
            moved += min(int(event.facts["done_bytes"]), round(within_s * bytes_per_s))
    return moved


def _seeding_seconds(events: Sequence[TraceEvent]) -> float:
    """From the beginning of the first seeding to the end of the last: the network and the disks set its pace."""
    begun = [event.at for event in events if event.kind == "seeding-begins"]
    ended = [event.at for event in events if event.kind == "seeding-completed"]
    return (max(ended) - min(begun)).total_seconds() if begun and ended else 0.0


def _pace(run: Run) -> Pace:
    """The model's own figures, so that the bound is this world's."""
    settings = run.cluster.world.settings
    latency = settings.latency
    storage = settings.part(StorageSettings)
    sql = settings.part(SqlSettings)
    return Pace(
        cache_move_s_per_gib=storage.copy_s_per_gib,
        instance_stop_s=latency.windows_shutdown_s + latency.ec2_stop_release_s,
        instance_boot_s=latency.ec2_boot_s + latency.agent_online_after_boot_s,
        sql_stop_s=sql.service_stop_s,
        sql_start_s=sql.service_start_s,
        failover_s=sql.failover_accept_s,
    )
