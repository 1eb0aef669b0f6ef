"""What a message says was so when it says that it was seen, and what it must say isn't left out.

A message leaves some time after the decision that it rests on, so it says when EC2 and each node were asked. Each claim
is compared with the world between that asking and the decision; a message that names no time speaks of the moment at
which it leaves. What was so and isn't any more when the message leaves has to be corrected by another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.invariants.claims import CLAIMS, AskedAt, Claim, as_of
from rehearsal.simulation.invariants.group_claims import speaks_of, wrong_about_group
from rehearsal.simulation.invariants.instant import Instant, instant_of
from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.simulation.invariants.records import wrong_of_records

ANSWERS = re.compile(r"^ACTION REQUIRED: |Is my data safe\? (?:Yes|No|Not|Unknown)\b")
"""A message that leaves the question open, and asks for nothing, corrects none."""
CLUSTER = ": the cluster "
"""In a subject about every node of the cluster."""
DONE = "\nDone:"
"""What follows it is history, each line with its own time."""
WORD = re.compile(r"[\w-]+")
"""Names of nodes and ids of instances are among them."""
SEEN_WITHIN_S = 180.0
"""So long before the decision at most what it rests on was asked for: the demand's own number, which no change of the
product's moves along."""
SENT_WITHIN_S = 900.0
"""From the decision until the message leaves: tags, lease and topic are tried again for minutes, and whatever is older
the sweep has looked at anew."""
CORRECTED_WITHIN_S = 1800.0
"""EC2's event comes within seconds. Where it is lost the sweep comes every 15 minutes; hosts answer it within ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Something that a message says of `nodes`, a later message about one of which may correct it. `wrong`: what was
    otherwise at an instant, empty where it was so.

    `since`: when the asking began that it rests on; None where that isn't told. `returns`: that it is so again corrects
    the message.
    """

    nodes: frozenset[str]
    wrong: Callable[[Instant], tuple[str, ...]]
    since: datetime | None
    returns: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken:
    """What was so when it was seen and wasn't when the message left."""

    said: Said
    until: datetime
    observed: str

    def stands_corrected(self, now: Instant) -> bool:
        """Whether the world is again as the message says."""
        return self.said.returns and not self.said.wrong(now)


class MessagesTrue(Invariant):
    """Reads each message as it leaves; the words that it looks for are those that people read."""

    name = "messages-true"
    sentence = (
        "No message says of data, node, cache, protection, copies, modes or its operation's acts what wasn't so when "
        "it says that it was seen, or leaves out that one copy carries all commits, that no failover happens by itself "
        "or what is still to be put back; what was overtaken when it left is corrected by another message."
    )

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster)
        self._history: list[Instant] = [instant_of(self.cluster)]
        self._overtaken: list[Overtaken] = []

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Notes every change; at every publication compares it with the world of its evidence and with that of now."""
        now = instant_of(self.cluster)
        last = self._history[-1]
        if (now.nodes, now.groups) != (last.nodes, last.groups):
            self._history.append(now)
        for each in self._overtaken:
            if each.until < now.at and not each.stands_corrected(now):
                yield each.observed
        self._overtaken = [each for each in self._overtaken if each.until >= now.at]
        if kind == "sns.published":
            yield from self._published(str(facts["subject"]), str(facts["message"]), now)

    def unsettled(self) -> Iterator[str]:
        """Overtaken messages that no other one has corrected so far."""
        now = instant_of(self.cluster)
        return (each.observed for each in self._overtaken if not each.stands_corrected(now))

    def _published(self, subject: str, message: str, now: Instant) -> Iterator[str]:
        text = f"{subject}\n{message}"
        nodes = frozenset(self._named(subject))
        told = as_of(text)
        decided_at, asked = told if told is not None else (now.at, {})
        late_s = (now.at - decided_at).total_seconds()
        if not 0.0 <= late_s <= SENT_WITHIN_S:
            yield f"a message left {late_s:.0f} s after it was decided"
        yield from (f"a message {each}" for each in wrong_of_records(self.cluster, text.partition(DONE)[0], nodes))
        mistaken: list[Overtaken] = []
        for said in self._said(text, nodes, asked):
            age_s = (decided_at - said.since).total_seconds() if said.since is not None else 0.0
            if not 0.0 <= age_s <= SEEN_WITHIN_S:
                yield f"a message of {', '.join(sorted(said.nodes))} rests on what was asked for {age_s:.0f} s before"
            wrong = [said.wrong(instant) for instant in self._between(said.since, decided_at, now)]
            if all(wrong):
                yield from (f"a message {each}" for each in wrong[-1])
            else:
                mistaken += (_overtaken(said, each, now) for each in said.wrong(now))
        if ANSWERS.search(text):
            told_truly = nodes.difference(*(each.said.nodes for each in mistaken))
            self._overtaken = [each for each in self._overtaken if not each.said.nodes & told_truly]
        self._overtaken += mistaken

    def _named(self, subject: str) -> Iterator[str]:
        named = set(WORD.findall(subject))
        by_id = named & {each.id for each in self.cluster.instances.values()}
        for node, instance in self.cluster.instances.items():
            # Two instances may have one computer's name: where there is an id, it tells which.
            if (instance.id in by_id if by_id else node in named) or CLUSTER in subject:
                yield node

    def _said(self, text: str, nodes: frozenset[str], asked: Mapping[str, AskedAt]) -> Iterator[Said]:
        head = text.partition(DONE)[0]
        for node, instance in self.cluster.instances.items():
            own = asked.get(instance.id)
            for claim in CLAIMS:
                for told in claim.said(head, node=node, instance_id=instance.id, in_subject=node in nodes):
                    yield Said(
                        nodes=frozenset({node}),
                        wrong=partial(_wrong_of_node, claim, node, told),
                        since=own.since(claim) if own is not None else None,
                        returns=claim.returns,
                    )
        since = min((each.node_asked_at or each.ec2_asked_at for each in asked.values()), default=None)
        for name, group in self.cluster.failover_cluster.groups.items():
            if speaks_of(name, head, of_its_cluster=self._in_its_cluster(nodes)):
                holders = {self.cluster.failover_cluster.node_of(server) for server in group.replicas}
                wrong = partial(_wrong_of_group, name, head)
                yield Said(nodes=nodes | holders, wrong=wrong, since=since, returns=True)

    def _in_its_cluster(self, nodes: frozenset[str]) -> bool:
        """Whether one is a node of the failover cluster: a stand-alone server's message is about nothing else."""
        return any(self.cluster.hosts[node].cluster is self.cluster.failover_cluster for node in nodes)

    def _between(self, since: datetime | None, until: datetime, now: Instant) -> Sequence[Instant]:
        """The world as it was in that time; only `now` where no time is told."""
        if since is None:
            return (now,)
        known = [each for each in self._history if each.at <= until]
        before = [each for each in known if each.at <= since]
        noticed = next((each for each in self._history if each.at > until), None)
        # Redo goes on with time alone: what it reached by then is noticed at the next event.
        caught_up = noticed is not None and bool(known) and noticed.nodes == known[-1].nodes
        return (
            *before[-1:],
            *(each for each in known if each.at > since),
            *((noticed,) if noticed is not None and caught_up else ()),
        )


def _wrong_of_node(claim: Claim, node: str, told: str, at: Instant) -> tuple[str, ...]:
    wrong = claim.wrong(node, told, at) if node in at.nodes else None
    return () if wrong is None else (wrong,)


def _wrong_of_group(name: str, text: str, at: Instant) -> tuple[str, ...]:
    return tuple(wrong_about_group(name, text, at.groups[name])) if name in at.groups else ()


def _overtaken(said: Said, by_now: str, now: Instant) -> Overtaken:
    return Overtaken(
        said=said,
        until=now.at + timedelta(seconds=CORRECTED_WITHIN_S),
        observed=f"a message {by_now}; so it was when it was seen, but nothing corrected it",
    )
