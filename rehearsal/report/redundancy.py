"""When fewer than two copies held every acknowledged commit: what SQL Server saw, and what it couldn't see yet.

A volume whose cache went with an instance-store disk is lost from that instant; SQL Server finds out when it next opens
its files, which may be never.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rehearsal.simulation.recorder import Aspect, NodeHistory
from rehearsal.world.sql.databases.ledger import Interval, merged


def fewer_than_two(seen: Iterable[Interval], nodes: Mapping[str, NodeHistory]) -> list[Interval]:
    """`seen`: the cluster's own data-at-risk intervals; joined with the spans in which too few caches are whole."""
    return merged([*seen, *_too_few_whole(nodes)])


def _too_few_whole(nodes: Mapping[str, NodeHistory]) -> Iterable[Interval]:
    lost: set[str] = set()
    since: float | None = None
    why = ""
    for at_s, name, state in sorted(
        (change.at_s, name, change.state) for name, history in nodes.items() for change in history.changes[Aspect.CACHE]
    ):
        lost = lost | {name} if state == "lost" else lost - {name}
        too_few = len(nodes) - len(lost) < 2
        if too_few and since is None:
            since, why = at_s, f"the cache of {name} is lost" if lost else "there is no other node"
        elif not too_few and since is not None:
            yield Interval(database=name, start=since, end=at_s, why=why)
            since = None
    if since is not None:
        yield Interval(database=min(lost or nodes), start=since, end=None, why=why)


def length_s(intervals: Iterable[Interval], from_s: float, to_s: float) -> float:
    """Seconds of these intervals within a span."""
    return sum(max(0.0, min(to_s, to_s if one.end is None else one.end) - max(one.start, from_s)) for one in intervals)
