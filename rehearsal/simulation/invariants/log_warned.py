"""No primary's log fills for a node that is away without people having been told in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.log_space import log_floor

START_AND_CATCH_UP_S = 600.0
"""So long before the log is full the message has to come: a boot, SQL Server's start, and sending what was missed."""
TOLD_AS = "CW6147"
WAYS_OUT = ("CacheWarden-RemoveReplicas", "CacheWarden-AcceptForgetReplicaAndStartInstance")
"""What people start to take the absent replica out of its group: the message has to name one."""


class LogWarnedBeforeFull(Invariant):
    """Reads the messages that name a group's log, and looks at why commits stop."""

    name = "log-warned"
    sentence = (
        "A primary's log doesn't run full for a node that is away, unless a message said so earlier than a start and "
        "catching up take, and how the replica can be removed."
    )

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster)
        self._told_s: dict[str, float] = {}
        """Group -> when people were last told of its log."""

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Notes each message, and asks for it when commits can't go on."""
        now_s = self.cluster.world.clock.monotonic()
        if kind == "sns.published" and TOLD_AS in facts["message"]:
            text = facts["message"]
            for name in self.cluster.failover_cluster.groups:
                if name in text and any(way in text for way in WAYS_OUT):
                    self._told_s[name] = now_s
        elif kind == "sql.write-outage" and isinstance(facts["group"], AvailabilityGroup):
            yield from self._full(facts["group"], now_s)

    def _full(self, group: AvailabilityGroup, now_s: float) -> Iterator[str]:
        for database in group.databases.values():
            lasting = [outage for outage in database.write_outage.intervals() if outage.end is None]
            held_by = log_floor(group.seeding, database)[1]
            if not lasting or "9002" not in lasting[0].why or held_by != "AVAILABILITY_REPLICA":
                continue
            told_s = self._told_s.get(group.name)
            if told_s is None:
                told = "no message said so, and how to remove the replica"
                yield f"the log of {database.name} is full for a replica that is away; {told}"
            elif now_s - told_s < START_AND_CATCH_UP_S:
                yield f"the log of {database.name} was full {now_s - told_s:.0f} s after people were told"
