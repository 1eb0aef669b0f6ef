"""Consent: what a person accepts in so many words, how it can be given, and what counts as given. Pure.

Nothing of it is ever assumed. A consent counts for one node, for the goals that it was given for, and for a time; past
that, or where it can't be read, it counts for nothing, and whoever is refused for want of it is told why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from cachewarden.json_reader import Json, JsonReader, format_time
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import CONSENT
from cachewarden.operation.timing import COMMAND_LIFE_S


class Consent(StrEnum):
    """The words; TERMS says what each means."""

    OUTAGE = "outage"
    REBUILD = "rebuild"
    ASYNCHRONOUS = "asynchronous"
    FEWER_COPIES = "fewer-copies"
    NO_LOG_BACKUP = "no-log-backup"
    WHOLE_CLUSTER = "whole-cluster"
    EVACUATE_IN_PLACE = "evacuate-in-place"
    UNKNOWN_FILES = "unknown-files"
    UNREADABLE_CACHE = "unreadable-cache"
    CUT_WORK = "cut-work"
    FORGET_REPLICA = "forget-replica"
    DETACHED_POOL = "detached-pool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a word means and how it is given.

    `accepts`: what the person accepts, one sentence. `life`: how long after it was given an act that needs it may
    begin. `documents`: those whose run gives it, each with its goal; a document of its own, since IAM sees which one
    is started and never with what values. `approvals`: those that ask the deployment's approvers first, whose approval
    gives it. `by_tag`: whether the node's tag may carry it. `checked_by`: who asks for it;
    a word that no act asks for yet has no door either.
    """

    accepts: str
    goals: frozenset[Goal]
    life: timedelta
    documents: Mapping[str, Goal] = field(default_factory=dict)
    approvals: Mapping[str, Goal] = field(default_factory=dict)
    by_tag: bool = False
    checked_by: tuple[str, ...] = ()


STOPS = frozenset({Goal.STOPPED, Goal.CYCLED, Goal.RESIZED})
AWAY = STOPS | {Goal.SNAPSHOTTED}
"""Goals on whose way SQL Server of the node stops."""

TERMS: Mapping[Consent, Terms] = MappingProxyType(
    {
        Consent.OUTAGE: Terms(
            accepts="Databases that no other server has are out of service until the node is started again; for "
            "snapshots, they are out of service only until the snapshots have begun and SQL Server runs again.",
            goals=AWAY,
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptOutageAndStopInstance": Goal.STOPPED},
            approvals={"CacheWarden-RequestOutageAndStopInstance": Goal.STOPPED},
            by_tag=True,
            checked_by=("decide", "StopSqlServer on the node"),
        ),
        Consent.REBUILD: Terms(
            accepts="The pool whose cache is lost is removed and built anew; the primary seeds its databases again.",
            goals=frozenset({Goal.IN_SERVICE}),
            life=timedelta(hours=24),
            documents={"CacheWarden-AcceptRebuildAndStartInstance": Goal.IN_SERVICE},
            approvals={"CacheWarden-RequestRebuildAndStartInstance": Goal.IN_SERVICE},
            checked_by=("decide",),
        ),
        Consent.ASYNCHRONOUS: Terms(
            accepts="A replica in asynchronous commit mode is made synchronous, waited for, and takes the roles over.",
            goals=STOPS,
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptAsynchronousAndStopInstance": Goal.STOPPED},
            approvals={"CacheWarden-RequestAsynchronousAndStopInstance": Goal.STOPPED},
            checked_by=("decide",),
        ),
        Consent.FEWER_COPIES: Terms(
            accepts="REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT is lowered to what remains without the node: until it "
            "is back, commits wait for fewer synchronized copies than the group's owner demands.",
            goals=STOPS,
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptFewerCopiesAndStopInstance": Goal.STOPPED},
            approvals={"CacheWarden-RequestFewerCopiesAndStopInstance": Goal.STOPPED},
            checked_by=("decide",),
        ),
        Consent.NO_LOG_BACKUP: Terms(
            accepts="While the node is away, the only copy of all commits has no recent log backup.",
            goals=AWAY,
            life=timedelta(hours=1),
            by_tag=True,
            checked_by=("decide",),
        ),
        Consent.WHOLE_CLUSTER: Terms(
            accepts="All nodes of the cluster are stopped, the primary last: every database on them is out of service; "
            "where REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT is set, as soon as too few secondaries run.",
            goals=frozenset({Goal.CLUSTER_STOPPED}),
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptWholeClusterAndStopCluster": Goal.CLUSTER_STOPPED},
            approvals={"CacheWarden-RequestWholeClusterAndStopCluster": Goal.CLUSTER_STOPPED},
            checked_by=("decide", "StopSqlServer on the node"),
        ),
        Consent.EVACUATE_IN_PLACE: Terms(
            accepts="On the last day before EC2 stops the instance for maintenance that can't be moved, where no other "
            "node can take the roles over: the node keeps them, its databases are out of service while its cache is "
            "evacuated and it is stopped, until it is started again.",
            goals=STOPS,
            life=timedelta(hours=24),
            by_tag=True,
            checked_by=("decide", "StopSqlServer on the node"),
        ),
        Consent.UNKNOWN_FILES: Terms(
            accepts="SQL Server, which a person stopped, is started to say which files a stop would destroy.",
            goals=AWAY,
            life=timedelta(hours=1),
            by_tag=True,
            checked_by=("decide",),
        ),
        Consent.UNREADABLE_CACHE: Terms(
            accepts="A secondary whose cache can't be read any more is stopped without evacuation, for another disk.",
            goals=STOPS,
            life=timedelta(hours=1),
            by_tag=True,
            checked_by=("decide", "operate-instance"),
        ),
        Consent.CUT_WORK: Terms(
            accepts="A backup, a consistency check, a restore or a seeding on the node is cut off by the stop, or by "
            "the failover ahead of a reboot.",
            goals=AWAY | {Goal.FAILED_OVER},
            life=timedelta(hours=1),
            by_tag=True,
            checked_by=("decide",),
        ),
        Consent.FORGET_REPLICA: Terms(
            accepts="Replicas on instances that are gone for good when the operation begins leave their groups, and so "
            "the count of copies.",
            goals=frozenset({Goal.IN_SERVICE}),
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptForgetReplicaAndStartInstance": Goal.IN_SERVICE},
            approvals={"CacheWarden-RequestForgetReplicaAndStartInstance": Goal.IN_SERVICE},
            checked_by=("decide",),
        ),
        Consent.DETACHED_POOL: Terms(
            accepts="A node whose Windows never comes up is stopped and started without its pool's EBS volumes, which "
            "it gets back once Windows runs.",
            goals=frozenset({Goal.IN_SERVICE}),
            life=timedelta(hours=1),
            documents={"CacheWarden-AcceptDetachedPoolAndStartInstance": Goal.IN_SERVICE},
            approvals={"CacheWarden-RequestDetachedPoolAndStartInstance": Goal.IN_SERVICE},
            checked_by=("decide", "pool-volumes"),
        ),
    }
)

WITHOUT_CONSENT = frozenset({"CacheWarden-RequestCycleInstance", "CacheWarden-RequestStopInstance"})
"""Ask approvers for no consent: for an emergency while a Change Calendar is closed."""

APPROVAL_DOCUMENTS: frozenset[str] = frozenset(
    {*WITHOUT_CONSENT, *(name for terms in TERMS.values() for name in terms.approvals)}
)
"""Those that ask the deployment's approvers before they do anything."""

APPROVAL_LIFE = timedelta(hours=1)
"""How long such a document waits for an answer (ssm_documents/templates/approval.yaml)."""

TAG_LIFE_MAX = timedelta(days=7)
"""How far ahead the end of a tag's consent may lie: nothing is accepted for ever."""


NO_CONSENT = "none"
"""What a command carries to a node that needs none, or gets none."""


def consents_to_in_place(tags: Mapping[str, str]) -> bool:
    """Whether a node's tag names this word, valid or not: then what EC2 shows of its maintenance is looked at anew."""
    text = tags.get(CONSENT)
    return text is not None and text.startswith(f"{Consent.EVACUATE_IN_PLACE.value}/")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenConsent:
    """What one person consented to. `given_at` is None where that isn't known, as for a tag; times are UTC.

    `through`: the document's run, or the tag. `withdrawn`: the person has cancelled that run.
    """

    word: Consent
    by: str
    through: str
    node_id: str
    goals: tuple[Goal, ...]
    given_at: datetime | None
    expires_at: datetime
    withdrawn: bool

    def void_because(self, *, node_id: str, goal: Goal, at: datetime) -> str | None:
        """Why it counts for nothing for this node and goal at that time; None while it counts."""
        if self.withdrawn:
            return "was withdrawn"
        if self.node_id != node_id:
            return f"is for {self.node_id}"
        if goal not in self.goals:
            return f"is for the goal {', '.join(self.goals)}, not for {goal.value}"
        if at > self.expires_at:
            return f"ended {self.expires_at:%Y-%m-%d %H:%M:%S} UTC"
        return None

    def for_host(self, token: int, now: datetime) -> str:
        """As a command of `now` carries it to a node, which compares the token with the command's and the end with its
        clock.

        Only what counts is carried. What was begun in time may be gone on with after the consent's end: then it is good
        for as long as the command itself.
        """
        until = max(self.expires_at, now + timedelta(seconds=COMMAND_LIFE_S))
        return f"{self.word.value}/{token}/{until:%Y-%m-%dT%H:%M:%SZ}"

    @property
    def told(self) -> str:
        """For people: the word, who gave it, how and when."""
        when = f" at {self.given_at:%Y-%m-%d %H:%M:%S} UTC" if self.given_at is not None else ""
        return f"'{self.word.value}', given by {self.by} through {self.through}{when}"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidConsent:
    """Something that may have been meant as a consent: where it was found, and why it counts for nothing."""

    through: str
    why: str


def consents_to_json(consents: tuple[GivenConsent | VoidConsent, ...]) -> list[Json]:
    """What `parse_consents` reads back unchanged."""
    return [_given_to_json(each) if isinstance(each, GivenConsent) else _void_to_json(each) for each in consents]


def parse_consents(source: JsonReader, key: str) -> tuple[GivenConsent | VoidConsent, ...]:
    """Consents from a JSON array; raises `UnexpectedJsonError`."""
    return tuple(_given(item) if item.has("word") else _void(item) for item in source.children(key))


def _given_to_json(consent: GivenConsent) -> dict[str, Json]:
    return {
        "word": consent.word.value,
        "by": consent.by,
        "through": consent.through,
        "subject": consent.node_id,
        "goals": [goal.value for goal in consent.goals],
        "givenAt": format_time(consent.given_at) if consent.given_at is not None else None,
        "expiresAt": format_time(consent.expires_at),
        "withdrawn": consent.withdrawn,
    }


def _void_to_json(consent: VoidConsent) -> dict[str, Json]:
    return {"word": None, "through": consent.through, "why": consent.why}


def _given(source: JsonReader) -> GivenConsent:
    return GivenConsent(
        word=source.one_of("word", Consent),
        by=source.text("by"),
        through=source.text("through"),
        node_id=source.text("subject"),
        goals=tuple(Goal(goal) for goal in source.texts("goals")),
        given_at=source.optional("givenAt", source.time),
        expires_at=source.time("expiresAt"),
        withdrawn=source.flag("withdrawn"),
    )


def _void(source: JsonReader) -> VoidConsent:
    return VoidConsent(through=source.text("through"), why=source.text("why"))
