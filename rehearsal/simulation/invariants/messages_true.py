"""What a message says is so in the world at that moment, and what it must say isn't left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import FailoverMode, SyncState
from rehearsal.world.storage.facts import bytes_at_risk, data_loss

SAFE = "Is my data safe? Yes"
BACK = "The node is back in service."
STOPPED_SAFELY = "is stopped, safely"
CLUSTER = ": the cluster "
"""In a subject about every node of the cluster."""
WORD = re.compile(r"[\w-]+")
"""Names of nodes and ids of instances are among them."""
PROTECTED = "stop protection is on"
ONE_COPY = "holds the only current copy"
NO_FAILOVER = "no failover happens by itself"


class MessagesTrue(Invariant):
    """Reads each message as it leaves; the words that it looks for are those that people read."""

    name = "messages-true"
    sentence = "No message says of data, node or copies what isn't so, or leaves out that one copy carries all commits."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """At every publication, about the nodes that it names."""
        if kind != "sns.published":
            return
        subject = str(facts["subject"])
        text = f"{subject}\n{facts['message']}"
        named = set(WORD.findall(subject))
        by_id = named & {each.id for each in self.cluster.instances.values()}
        for node, instance in self.cluster.instances.items():
            # Two instances may have one computer's name: where there is an id, it tells which.
            if (instance.id in by_id if by_id else node in named) or CLUSTER in subject:
                yield from self._about_node(node, text)
        if STOPPED_SAFELY in text:
            for group in self.cluster.failover_cluster.groups.values():
                yield from self._about_group(group, text)

    def _about_node(self, node: str, text: str) -> Iterator[str]:
        instance, storage = self.cluster.instances[node], self.cluster.hosts[node].storage
        running = instance.state.api_name == "running"
        if SAFE in text and data_loss(storage):
            yield f"a message called the data safe while {node} had lost {', '.join(data_loss(storage))}"
        if SAFE in text and not running and bytes_at_risk(storage):
            yield f"a message called the data safe while {node} was stopped with its cache on instance store"
        if STOPPED_SAFELY in text and instance.state.api_name != "stopped":
            yield f"a message said that {node} is stopped while EC2 had it {instance.state.api_name}"
        if BACK in text and not self.cluster.in_service(node):
            yield f"a message said that {node} is back in service, and it wasn't"
        if PROTECTED in text and not instance.stop_protected:
            yield f"a message said that stop protection of {node} is on, and it was off"

    def _about_group(self, group: AvailabilityGroup, text: str) -> Iterator[str]:
        """`text` reports a node as stopped, so it has to say how many copies are left."""
        said = next((line for line in text.splitlines() if line.startswith(f"Now:   {group.name}: ")), "")
        primary, alone = group.primary, not _current(group)
        if primary is None:
            return
        if alone and ONE_COPY not in said:
            yield f"a message left out that {primary.server} holds the only current copy of {group.name}"
        if not alone and ONE_COPY in said:
            yield f"a message said that {group.name} has one current copy, and {', '.join(_current(group))} had it, too"
        if said and primary.server not in said:
            yield f"a message named another primary of {group.name} than {primary.server}"
        manual = all(replica.failover_mode is FailoverMode.MANUAL for replica in group.replicas.values())
        if manual and NO_FAILOVER not in said:
            yield f"a message left out that no replica of {group.name} fails over by itself"


def _current(group: AvailabilityGroup) -> list[str]:
    """Secondaries that run and have every commit of every database."""
    return [
        replica.server
        for replica in group.secondaries()
        if group.participates(replica.server)
        and all(group.sync_state(one, replica.server) is SyncState.SYNCHRONIZED for one in group.databases.values())
    ]
