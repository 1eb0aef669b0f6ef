"""When commits couldn't go on, and when too few copies held them: the cluster's by its own ledger, a stand-alone node's
by whether its SQL Server ran."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.report.redundancy import fewer_than_two
from rehearsal.simulation.recorder import Aspect
from rehearsal.simulation.run import Run
from rehearsal.world.sql.databases.ledger import Interval, merged


def write_outages(run: Run) -> list[Interval]:
    """Spans in which the databases of the cluster, or of a stand-alone node, took no commits."""
    return merged([*run.cluster.failover_cluster.write_outage_intervals(), *_stand_alone(run)])


def few_copies(run: Run) -> list[Interval]:
    """Spans in which fewer than two copies held every commit of the cluster; a stand-alone node never has two."""
    cluster = run.cluster.failover_cluster
    nodes = {name: history for name, history in run.recorder.nodes.items() if name in cluster.nodes}
    return fewer_than_two(cluster.data_at_risk_intervals(), nodes)


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
