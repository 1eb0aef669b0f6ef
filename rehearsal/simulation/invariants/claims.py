"""What a message claims of nodes and groups, by the words that people read, and when it says that this was seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from rehearsal.scenarios.cluster import Cluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import FailoverMode, SyncState
from rehearsal.world.storage.facts import bytes_at_risk, data_loss

SAFE = "Is my data safe? Yes"
BACK = "The node is back in service."
STOPPED_SAFELY = "is stopped, safely"
PROTECTED = "stop protection is on"
ONE_COPY = "holds the only current copy"
NO_FAILOVER = "no failover happens by itself"
_AS_OF = re.compile(r"^As of: (\S+Z); ", re.MULTILINE)
_SEEN = re.compile(
    r"^Seen:  .*?\b(i-[0-9a-f]+)\b.*?: EC2 asked at (\S+Z)(?:, the node itself at (\S+Z))?$", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeFacts:
    """One node at one instant. `lost`: spaces whose content is gone; `at_risk`: it doesn't run, and a cache is on
    instance store."""

    state: str
    lost: tuple[str, ...]
    at_risk: bool
    serves: bool
    protected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFacts:
    """One group at one instant. `current`: secondaries that run and have every commit of every database."""

    primary: str | None
    current: tuple[str, ...]
    manual: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words of a message about a node. `wrong` says what was otherwise, None where it was so.

    `reported`: the node itself reports it; else EC2 says it. `returns`: that it is so again corrects the message.
    """

    words: str
    wrong: Callable[[str, NodeFacts], str | None]
    reported: bool = False
    returns: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """When a message says that EC2 and a node were asked."""

    ec2_asked_at: datetime
    node_asked_at: datetime | None

    def since(self, claim: Claim) -> datetime:
        """When the asking began that the claim rests on; a node that doesn't run reports nothing."""
        return self.node_asked_at if claim.reported and self.node_asked_at is not None else self.ec2_asked_at


def _lost(node: str, facts: NodeFacts) -> str | None:
    return f"called the data safe while {node} had lost {', '.join(facts.lost)}" if facts.lost else None


def _at_risk(node: str, facts: NodeFacts) -> str | None:
    return f"called the data safe while {node} was stopped with its cache on instance store" if facts.at_risk else None


def _not_stopped(node: str, facts: NodeFacts) -> str | None:
    return f"said that {node} is stopped while EC2 had it {facts.state}" if facts.state != "stopped" else None


def _not_back(node: str, facts: NodeFacts) -> str | None:
    return None if facts.serves else f"said that {node} is back in service, and it wasn't"


def _unprotected(node: str, facts: NodeFacts) -> str | None:
    return None if facts.protected else f"said that stop protection of {node} is on, and it was off"


CLAIMS = (
    Claim(words=SAFE, wrong=_lost, reported=True, returns=False),
    Claim(words=SAFE, wrong=_at_risk, returns=False),
    Claim(words=STOPPED_SAFELY, wrong=_not_stopped),
    Claim(words=BACK, wrong=_not_back, reported=True),
    Claim(words=PROTECTED, wrong=_unprotected),
)


def as_of(text: str) -> tuple[datetime, dict[str, Asked]] | None:
    """The decision's time and, by instance id, when the message says that was asked; None where it names no time."""
    decided = _AS_OF.search(text)
    if decided is None:
        return None
    return datetime.fromisoformat(decided.group(1)), {
        instance_id: Asked(
            ec2_asked_at=datetime.fromisoformat(ec2), node_asked_at=datetime.fromisoformat(node) if node else None
        )
        for instance_id, ec2, node in _SEEN.findall(text)
    }


def node_facts(cluster: Cluster, node: str) -> NodeFacts:
    """The node now."""
    instance, storage = cluster.instances[node], cluster.hosts[node].storage
    state = instance.state.api_name
    return NodeFacts(
        state=state,
        lost=data_loss(storage),
        at_risk=state != "running" and bytes_at_risk(storage) > 0,
        serves=cluster.in_service(node),
        protected=instance.stop_protected,
    )


def group_facts(group: AvailabilityGroup) -> GroupFacts:
    """The group now."""
    return GroupFacts(
        primary=group.primary.server if group.primary is not None else None,
        current=tuple(
            replica.server
            for replica in group.secondaries()
            if group.participates(replica.server)
            and all(group.sync_state(one, replica.server) is SyncState.SYNCHRONIZED for one in group.databases.values())
        ),
        manual=all(replica.failover_mode is FailoverMode.MANUAL for replica in group.replicas.values()),
    )


def wrong_about_group(name: str, text: str, facts: GroupFacts) -> Iterator[str]:
    """What a message about a stopped node says otherwise, or leaves out, of how many copies are left."""
    said = next((line for line in text.splitlines() if line.startswith(f"Now:   {name}: ")), "")
    if facts.primary is None:
        return
    if not facts.current and ONE_COPY not in said:
        yield f"left out that {facts.primary} holds the only current copy of {name}"
    if facts.current and ONE_COPY in said:
        yield f"said that {name} has one current copy, and {', '.join(facts.current)} had it, too"
    if said and facts.primary not in said:
        yield f"named another primary of {name} than {facts.primary}"
    if facts.manual and NO_FAILOVER not in said:
        yield f"left out that no replica of {name} fails over by itself"
