"""When commits couldn't go on, and when too few copies held them: the cluster's by its own ledger, a stand-alone node's
by whether its SQL Server ran."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.report.redundancy import fewer_than_two
from rehearsal.simulation.recorder import Aspect, NodeHistory
from rehearsal.simulation.run import Run
from rehearsal.world.sql.databases.ledger import Interval, merged


def write_outages(run: Run) -> list[Interval]:
    """Spans in which the databases of the cluster, or of a stand-alone node, took no commits."""
    return merged([*run.cluster.failover_cluster.write_outage_intervals(), *_stand_alone(run)])


def few_copies(run: Run) -> list[Interval]:
    """Spans in which fewer than two copies held every commit of the cluster; a stand-alone node never has two."""
    return fewer_than_two(run.cluster.failover_cluster.data_at_risk_intervals(), _nodes(run))


def alone(run: Run) -> list[Interval]:
    """The same without those in which an asynchronous copy lacked only the newest commits."""
    return fewer_than_two(run.cluster.failover_cluster.alone_intervals(), _nodes(run))


def slow_commits(run: Run) -> list[Interval]:
    """Spans in which commits waited for a volume whose extents moved."""
    return run.cluster.failover_cluster.slow_commit_intervals()


def _nodes(run: Run) -> dict[str, NodeHistory]:
    cluster = run.cluster.failover_cluster
    return {name: history for name, history in run.recorder.nodes.items() if name in cluster.nodes}


def _stand_alone(run: Run) -> Iterator[Interval]:
    for name in run.story.stand_alone:
        since: float | None = None
        for change in run.recorder.nodes[name].changes[Aspect.SQL]:
            if change.state == "up" and since is not None:
                yield Interval(database=name, start=since, end=change.at_s, why="SQL Server doesn't run")
                since = None
            elif change.state != "up" and since is None:
                since = change.at_s
        if since is not None:
            yield Interval(database=name, start=since, end=None, why="SQL Server doesn't run")
