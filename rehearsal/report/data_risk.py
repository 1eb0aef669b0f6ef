"""How long a run left commits on one copy only, and how long that can't be helped where a node is stopped and started.

The bound: SQL Server's stop, EC2's stop, the boot, SQL Server's start, catching up. What EC2 and Windows take varies,
so it is what they took in this very run. Moving the cache is no part of it, since SQL Server may run meanwhile. A node
that is stopped and left so is at rest, which is its owner's choice. Absences during which other nodes held a second
copy have no bound, for they needn't leave one copy only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.outages import alone, few_copies
from rehearsal.report.redundancy import length_s
from rehearsal.simulation.run import Run
from rehearsal.world.sql.databases.ledger import Interval
from rehearsal.world.sql.settings import SqlSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class DataRisk:
    """Seconds. `alone_s`: no second copy, time at rest included; `trailing_s`: an asynchronous one that lacked only the
    newest commits; `at_rest_s`: of `alone_s`, while a node was stopped and not yet asked to start."""

    alone_s: float
    trailing_s: float
    at_rest_s: float
    bound_s: float

    @property
    def above_bound(self) -> float | None:
        """By which share the operations' own part is longer than it must be; None where no node was away."""
        return (self.alone_s - self.at_rest_s) / self.bound_s - 1 if self.bound_s else None


def data_risk_of(run: Run) -> DataRisk:
    """Reads it from a finished run."""
    intervals = alone(run)
    alone_s = length_s(intervals, run.began_s, run.ended_s)
    return DataRisk(
        alone_s=alone_s,
        trailing_s=length_s(few_copies(run), run.began_s, run.ended_s) - alone_s,
        at_rest_s=sum(length_s(intervals, since, until) for since, until in _at_rest(run)),
        bound_s=_bound_s(run, intervals),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Absence:
    """A stop and the boot after it, from when SQL Server didn't run any more. Seconds: `ec2_s`, what EC2 and Windows
    took for both; the rest on the run's clock. `sql_stopped_before`: it stopped before EC2 was asked, not while Windows
    shut down."""

    since_s: float
    up_s: float
    ec2_s: float
    sql_stopped_before: bool


def _bound_s(run: Run, intervals: Sequence[Interval]) -> float:
    """Of the nodes of the cluster that were stopped and started again in this run, one at a time, and without which
    one copy was left."""
    events = run.cluster.world.trace.events[run.begins_at :]
    absences = [absence for node in run.story.nodes for absence in _absences(run, events, node)]
    counted = [
        one
        for one in absences
        if length_s(intervals, one.since_s, one.up_s) > one.up_s - one.since_s - 1
        and not any(other.since_s < one.up_s and one.since_s < other.up_s for other in absences if other is not one)
    ]
    if not counted:
        return 0.0
    sql = run.cluster.world.settings.part(SqlSettings)
    start_s = sql.service_start_s + sql.database_start_s + sql.connect_s
    rate = max(
        (one.log.rate for group in run.cluster.failover_cluster.groups.values() for one in group.databases.values()),
        default=0.0,
    )
    down_s = sum(one.ec2_s + start_s + (sql.service_stop_s if one.sql_stopped_before else 0) for one in counted)
    behind_s = down_s + sum(until - since for since, until in _at_rest(run))
    catching_up_s = behind_s * rate / (sql.send_kb_s - rate) if sql.send_kb_s > rate else 0.0
    failovers = sum(event.kind == "failover-begins" for event in events)
    return down_s + catching_up_s + failovers * (sql.role_change_s + sql.old_primary_rejoin_s)


def _absences(run: Run, events: Sequence[TraceEvent], node: str) -> Iterator[_Absence]:
    """Each stop with the boot after it. What EC2 and Windows take varies from run to run."""
    stopping: datetime | None = None
    stopped: datetime | None = None
    starting: datetime | None = None
    sql_runs = sql_ran = True
    for event in events:
        if event.node != node:
            continue
        state = event.facts.get("state") if event.kind == "instance-state" else None
        if event.source == "sql" and event.kind in ("started", "stopped"):
            sql_runs = event.kind == "started"
            if not sql_runs and stopping is not None and stopped is None:
                stopping = event.at
        elif state == "stopping":
            stopping, sql_ran = event.at, sql_runs
        elif state == "stopped":
            stopped = event.at
        elif state == "pending":
            starting = event.at
        elif event.kind == "up" and event.source == "host" and starting is not None:
            if stopping is not None and stopped is not None:
                yield _Absence(
                    since_s=(stopping - run.story.begins).total_seconds(),
                    up_s=(event.at - run.story.begins).total_seconds(),
                    ec2_s=(stopped - stopping + (event.at - starting)).total_seconds(),
                    sql_stopped_before=not sql_ran,
                )
            stopping = stopped = starting = None


def _at_rest(run: Run) -> Iterator[tuple[float, float]]:
    """From the end of the operation that stopped a node, or from its stop by others, until somebody starts it."""
    for node in run.story.nodes:
        since: float | None = None
        for event in run.cluster.world.trace.events[run.begins_at :]:
            if event.kind != "instance-state" or event.node != node:
                continue
            at_s = (event.at - run.story.begins).total_seconds()
            if event.facts["state"] == "stopped":
                since = at_s
            elif _is_start(event) and since is not None:
                ends = [ending.at_s for ending in run.log.endings if since <= ending.at_s <= at_s]
                if ends:
                    yield max([since, *ends[:1]]), at_s
                since = None


def _is_start(event: TraceEvent) -> bool:
    return event.facts.get("state") == "pending"
