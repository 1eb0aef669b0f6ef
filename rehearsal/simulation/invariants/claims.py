"""What a message claims of nodes, by the words that people read, and when it says that this was seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from rehearsal.simulation.invariants.instant import Instant, NodeFacts

NODE = "NODE"
"""In the words of a claim: the name or the instance id of the node that the sentence is about, or both."""
_AS_OF = re.compile(r"^As of: (\S+Z); ", re.MULTILINE)
_SEEN = re.compile(
    r"^Seen:  .*?\b(i-[0-9a-f]+)\b.*?: EC2 asked at (\S+Z)(?:, the node itself at (\S+Z))?$", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words of a message about a node: of one that the subject names, or of the one that stands in the words (`NODE`).

    `wrong` gets the node, what the words' group says, if they have one, and an instant; it says what was otherwise,
    None where it was so. `reported`: the node itself reports it; else EC2 says it. `returns`: that it is so again
    corrects the message.
    """

    words: str
    wrong: Callable[[str, str, Instant], str | None]
    reported: bool = False
    returns: bool = True

    def said(self, text: str, *, node: str, instance_id: str, in_subject: bool) -> Iterator[str]:
        """For each time that the text says it of the node, what the words' group says: empty where they have none."""
        if NODE not in self.words and not in_subject:
            return
        named = f"(?:[\\w-]+ \\({instance_id}\\)|{instance_id}|{re.escape(node)}(?! \\(i-))"
        for match in re.finditer(self.words.replace(NODE, named), text, re.MULTILINE):
            yield (match.group(1) or "") if match.groups() else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAt:
    """When a message says that EC2 and a node were asked."""

    ec2_asked_at: datetime
    node_asked_at: datetime | None

    def since(self, claim: Claim) -> datetime:
        """When the asking began that the claim rests on; a node that doesn't run reports nothing."""
        return self.node_asked_at if claim.reported and self.node_asked_at is not None else self.ec2_asked_at


def _of(wrong: Callable[[str, NodeFacts], str | None]) -> Callable[[str, str, Instant], str | None]:
    """For words without a group, about nothing but the node."""
    return lambda node, told, at: wrong(node, at.nodes[node])


def _lost(node: str, facts: NodeFacts) -> str | None:
    return f"called the data safe while {node} had lost {', '.join(facts.lost)}" if facts.lost else None


def _at_risk(node: str, facts: NodeFacts) -> str | None:
    return f"called the data safe while {node} was stopped with its cache on instance store" if facts.at_risk else None


def _not_stopped(node: str, facts: NodeFacts) -> str | None:
    return f"said that {node} is stopped while EC2 had it {facts.state}" if facts.state != "stopped" else None


def _not_back(node: str, facts: NodeFacts) -> str | None:
    return None if facts.serves else f"said that {node} is in service, and it wasn't"


def _unprotected(node: str, facts: NodeFacts) -> str | None:
    return None if facts.protected else f"said that stop protection of {node} is on, and it was off"


def _not_protected_or_stopped(node: str, facts: NodeFacts) -> str | None:
    return _not_stopped(node, facts) or _unprotected(node, facts)


def _runs(node: str, facts: NodeFacts) -> str | None:
    return f"said that {node} was stopped, and it runs" if facts.state == "running" else None


def _protected(node: str, facts: NodeFacts) -> str | None:
    return f"said that stop protection of {node} is off, and it was on" if facts.protected else None


def _not_stopping(node: str, facts: NodeFacts) -> str | None:
    return None if facts.state == "stopping" else f"said that EC2 is stopping {node}, and it was {facts.state}"


def _elsewhere(node: str, told: str, at: Instant) -> str | None:
    place = {"cache on NVMe": "nvme", "no write cache": "none", "with its cache on the Swap volume": "swap"}[told]
    found = at.nodes[node].cache
    return None if found == place else f"said of the cache of {node}: {told}; it was in the place {found}"


def _behind(node: str, told: str, at: Instant) -> str | None:
    behind = [group for group in at.groups if group in told and not at.in_step(node, group)]
    return f"said that {node} is SYNCHRONIZED in {', '.join(behind)}, and it wasn't" if behind else None


def _not_usable(node: str, told: str, at: Instant) -> str | None:
    """`told`: that the cache is on EBS, or nothing of it."""
    facts = at.nodes[node]
    if facts.state == "running" and not facts.lost and (not told or facts.cache == "swap"):
        return None
    return f"said that {node} runs on a usable volume{told}: {facts.state}, cache {facts.cache}, lost {facts.lost}"


def _sql_otherwise(node: str, told: str, at: Instant) -> str | None:
    runs = at.nodes[node].sql_runs
    return None if runs is (told == "runs") else f"said that SQL Server {told} on {node}; running: {runs}"


def _another_type(node: str, told: str, at: Instant) -> str | None:
    found = at.nodes[node].instance_type
    return None if found == told else f"said that {node} is a {told}, and it was a {found}"


def _leads(node: str, told: str, at: Instant) -> str | None:
    led = [group for group, facts in at.groups.items() if facts.primary in at.nodes[node].servers]
    return f"said that {node} leads no group, and it led {', '.join(led)}" if led else None


def _not_stoppable(node: str, told: str, at: Instant) -> str | None:
    """A second node down: of a group of the node another replica's node isn't in service."""
    own = at.nodes[node].servers
    together = {server for group in at.groups.values() if own & group.replicas for server in group.replicas}
    down = [
        other for other, facts in at.nodes.items() if facts.servers & together and other != node and not facts.serves
    ]
    return f"said that {node} could be stopped safely while {', '.join(down)} was not in service" if down else None


def _not_all_back(node: str, told: str, at: Instant) -> str | None:
    """Of a whole cluster: each node that has a replica, or is named."""
    named = {node for node in at.nodes if re.search(rf"\b{re.escape(node)}\b", told)}
    down = sorted(each for each in named if not at.nodes[each].serves)
    return f"said that every node is in service, and {', '.join(down)} wasn't" if down else None


CLAIMS = (
    Claim(words=r"Is my data safe\? Yes", wrong=_of(_lost), reported=True, returns=False),
    Claim(words=r"Is my data safe\? Yes", wrong=_of(_at_risk), returns=False),
    Claim(words="is stopped, safely", wrong=_of(_not_stopped)),
    Claim(words=r"\A[^\n]* NODE (?:was stopped and )?is (?:back )?in service", wrong=_of(_not_back), reported=True),
    Claim(words=r"The node is back in service\.", wrong=_of(_not_back), reported=True),
    Claim(words=r"\bNODE is in service\b", wrong=_of(_not_back), reported=True),
    Claim(words=r"(?:In|Every node of the cluster is in) service: ([^\n.]*)", wrong=_not_all_back, reported=True),
    Claim(words=r"\bNODE is in service:? (cache on NVMe|no write cache|with its cache on the Swap volume)",
          wrong=_elsewhere, reported=True),
    Claim(words=r"\bNODE is in service: [^\n]*?SYNCHRONIZED in ([^\n]*?), (?:not )?stop-protected", wrong=_behind,
          reported=True),
    Claim(words=r"\bNODE is in service: [^\n]*, stop-protected", wrong=_of(_unprotected)),
    Claim(words="NODE is stopped and stop-protected", wrong=_of(_not_protected_or_stopped)),
    Claim(words="stop protection is on|stop protection was off; it is on again", wrong=_of(_unprotected)),
    Claim(words="NODE stopped without CacheWarden", wrong=_of(_runs)),
    Claim(words=r"\. EC2 is stopping it already\.", wrong=_of(_not_stopping)),
    Claim(words=r"\. It is stopped, ", wrong=_of(_not_stopped)),
    Claim(words=r"\. Its stop protection is off", wrong=_of(_protected)),
    Claim(words="The node runs,(?: and)? its data volume can be written and read(, its cache on EBS)?",
          wrong=_not_usable, reported=True),
    Claim(words=r"\. Its instance type is ([\w.-]+);", wrong=_another_type),
    Claim(words=r"\bNODE now: storage [^\n]*, SQL Server (runs|doesn't run)", wrong=_sql_otherwise),
    Claim(words=r"\bNODE leads no Availability Group", wrong=_leads, reported=True),
    Claim(words=r"\bNODE is in service:[^\n]*\. It leads no Availability Group", wrong=_leads, reported=True),
    Claim(words=r"\A[^\n]* could be stopped safely now", wrong=_not_stoppable, reported=True),
)  # fmt: skip


def as_of(text: str) -> tuple[datetime, dict[str, AskedAt]] | None:
    """The decision's time and, by instance id, when the message says that was asked; None where it names no time."""
    decided = _AS_OF.search(text)
    if decided is None:
        return None
    return datetime.fromisoformat(decided.group(1)), {
        instance_id: AskedAt(
            ec2_asked_at=datetime.fromisoformat(of_ec2),
            node_asked_at=datetime.fromisoformat(of_node) if of_node else None,
        )
        for instance_id, of_ec2, of_node in _SEEN.findall(text)
    }
