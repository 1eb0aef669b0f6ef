"""Everything that a rule may look at, with the questions that rules ask of it, and what a rule is."""

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, read_groups
from cachewarden.evidence.host import HostEvidence
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.scheduled_event import FAILS_OVER_AHEAD, ScheduledEvent
from cachewarden.evidence.storage import StorageClassification, StorageEvidence
from cachewarden.operation.actions import Action, attempts_max, failures_max, pause_s
from cachewarden.operation.consent import Consent, GivenConsent, VoidConsent
from cachewarden.operation.fencing import highest_believed
from cachewarden.operation.goal import WAYS_BACK, Goal
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import STATE, NodeState, Policy, policy_from_tags
from cachewarden.operation.timing import (
    AT_FIRST,
    ATTRIBUTE_SETTLES_S,
    BEFORE_A_LOOK_THAT_WAITS,
    EVIDENCE_MAX_AGE_S,
    SHORTEST_WAIT_S,
    planned_wait_s,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Abandon, Decision, Execute, Look, Refuse, Wait

SAID_BY_THE_HOST = frozenset(
    {
        Code.NO_TEMPDB_DISK,
        Code.REBUILD_LACKS_DISKS,
        Code.ENCRYPTOR_MISSING,
        Code.NO_ROOM_FOR_COPIES,
        Code.LOST_DATABASE_NOT_RELEASED,
    }
)
"""A host's refusals whose own remedy is the next step: an act that ends in one isn't reported as tried too often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Evidence, operation, policy and the time, and what follows from them at once."""

    evidence: ClusterEvidence
    operation: Operation
    policy: Policy
    now: datetime
    groups: tuple[GroupView, ...]
    identity: ClusterIdentity | None
    cluster_goal: Goal | None = None
    """The goal of the operation where that is about the whole cluster and this is one node's part of it."""

    @classmethod
    def of(
        cls,
        evidence: ClusterEvidence,
        operation: Operation,
        policy: Policy,
        now: datetime,
        identity: ClusterIdentity | None,
    ) -> "Situation":
        """The situation with its groups pieced together."""
        return cls(
            evidence=evidence,
            operation=operation,
            policy=policy,
            now=now,
            groups=read_groups(evidence),
            identity=identity,
        )

    def about(self, node_id: str, goal: Goal) -> "Situation":
        """One node's part of an operation on the whole cluster, as the rules of `goal` look at it.

        Consents that are about one node alone don't count there: to stop it without its evacuation, or in place.
        """
        own = policy_from_tags(self.replica(node_id).ec2.tags)
        consents = tuple(
            each
            for each in self.operation.consents
            if isinstance(each, VoidConsent) or each.word not in (Consent.UNREADABLE_CACHE, Consent.EVACUATE_IN_PLACE)
        )
        return replace(
            self,
            evidence=replace(self.evidence, node_id=node_id),
            operation=replace(self.operation, node_id=node_id, goal=goal, consents=consents),
            policy=replace(own, outside=self.policy.outside),
            cluster_goal=self.operation.goal,
        )

    @property
    def node(self) -> ReplicaEvidence:
        """The instance that the operation is about."""
        return self.evidence.node

    @property
    def partners(self) -> tuple[ReplicaEvidence, ...]:
        """The cluster's other instances."""
        return self.evidence.partners

    @property
    def targets(self) -> tuple[ReplicaEvidence, ...]:
        """Partners that roles may move to. Before a stop guards on the whole cluster have passed; ahead of a reboot
        none that isn't whole, or that AWS takes down at about the same time."""
        if self.operation.effective_goal is not Goal.FAILED_OVER:
            return self.partners
        going = {event.instance_id for event in self.partners_going_down}
        return tuple(each for each in self.whole_partners if each.instance_id not in going)

    @property
    def whole_partners(self) -> tuple[ReplicaEvidence, ...]:
        """Partners that are seen, by a young report, to run all that they have."""
        down = {
            member.name.casefold()
            for cluster in self.evidence.failover_clusters
            for member in cluster.members
            if member.is_node and not member.online
        }
        return tuple(each for each in self.partners if self._is_whole(each, down))

    def _is_whole(self, partner: ReplicaEvidence, down: Collection[str]) -> bool:
        host = partner.host
        if host is None or host.sql is None or partner.why_not_serving is not None or partner.why_busy is not None:
            return False
        young = self.fresh(min(host.sql_at, host.storage_at))
        return young and not host.sql.unreadable and host.computer.casefold() not in down

    @property
    def reboots_due(self) -> tuple[ScheduledEvent, ...]:
        """Reboots of the node that EC2 still shows, and that may come within the hour in which roles move off for
        them."""
        return tuple(
            event
            for event in self.evidence.scheduled or ()
            if event.instance_id == self.evidence.node_id
            and event.reboots
            and event.may_come(since=self.now, until=self.now + FAILS_OVER_AHEAD)
            and not event.is_behind(self.node.host.started_at if self.node.host else None, self.now)
        )

    @property
    def spared(self) -> frozenset[str]:
        """Partners that roles move to only where no other one is as able.

        Their owner wants them left alone, a person has to look at them, or their write cache isn't on NVMe.
        """
        return frozenset(
            each.instance_id
            for each in self.partners
            if policy_from_tags(each.ec2.tags).snoozed(self.now)
            or each.ec2.tags.get(STATE) == NodeState.ATTENTION.value
            or _cache_is_on_swap(each)
        )

    @property
    def partners_going_down(self) -> tuple[ScheduledEvent, ...]:
        """What EC2 may do to partners so soon that what moved there would go down with them.

        A reboot that begins over an hour after the node's own may: roles can move back in between, and lose nothing
        where they can't. What takes the instance store, too, mustn't come before the node's reboot is over, nor soon
        after. EC2 is asked for the goal FailedOver alone; that has a rule for what it didn't say.
        """
        own = self.reboots_due
        begun = max((each.not_before for each in own if each.not_before is not None), default=self.now)
        over = max((each.over_at for each in own if each.over_at is not None), default=self.now)
        started = {each.instance_id: each.host.started_at if each.host else None for each in self.partners}
        return tuple(
            event
            for event in self.evidence.scheduled or ()
            if event.instance_id in started
            and event.may_come(since=self.now, until=(begun if event.reboots else over) + FAILS_OVER_AHEAD)
            and not event.is_behind(started[event.instance_id], self.now)
        )

    @property
    def host(self) -> HostEvidence:
        """The node's report; only rules after the one that demands it may ask."""
        host = self.node.host
        if host is None:
            raise AssertionError(f"{self.node.instance_id} hasn't reported, and a rule asked for its report")
        return host

    @property
    def storage(self) -> StorageEvidence:
        """The node's storage; only rules after the one that demands it may ask."""
        storage = self.host.storage
        if storage is None:
            raise AssertionError(f"{self.node.instance_id} hasn't reported its storage, and a rule asked for it")
        return storage

    @property
    def token_remembered(self) -> int | None:
        """The highest fencing token that any host tells and that can be true; None where none tells one."""
        return highest_believed(self.evidence.tokens, self.now)

    @property
    def up_s(self) -> float:
        """Seconds since Windows started on the node; since its launch where the host doesn't tell.

        The boot alone takes minutes after EC2's launch, and a restart from inside changes no launch time.
        """
        if self.host.uptime_s is None:
            return self.age_s(self.node.ec2.launch_time)
        return self.host.uptime_s + self.age_s(self.host.newest_at)

    @property
    def changed_something(self) -> bool:
        """Whether the operation has begun an act that would have to be undone."""
        return self.operation.changed_something

    @property
    def node_groups(self) -> tuple[GroupView, ...]:
        """Groups with a replica on the node, by the group's primary or by the node itself."""
        sql = self.node.host.sql if self.node.host else None
        own = {group.id for group in sql.groups} if sql else set()
        return tuple(view for view in self.groups if view.id in own or view.is_on(self.node.instance_id))

    @property
    def led_groups(self) -> tuple[GroupView, ...]:
        """Groups whose primary is on the node."""
        return tuple(view for view in self.groups if view.primary_id == self.node.instance_id)

    @property
    def only_copies(self) -> str | None:
        """Why nobody else has all databases of the node, for sentences; None where other servers have them.

        Once this operation has stopped SQL Server, what it said before counts.
        """
        if not self.node_groups:
            return f"No Availability Group has a replica on {self.node.name}"
        if self.operation.databases_alone is None:
            return None
        return f"Databases on {self.node.name} are in no Availability Group ({self.operation.databases_alone})"

    def consent(self, word: Consent, *, allows: Action | None = None) -> GivenConsent | None:
        """A consent that counts, or counted when `allows` was begun: what was begun with it isn't given up half way.

        `allows` None: each act needs one that counts when that act begins.
        """
        at = (self.operation.begun_at(allows) if allows is not None else None) or self.now
        for given in self.operation.consents:
            if isinstance(given, GivenConsent) and given.word is word and self._void(given, at) is None:
                return given
        return None

    def void_consents(self, word: Consent) -> str:
        """Why nothing that was given counts as this consent, for the sentence of a refusal; empty where nothing was."""
        told: list[str] = []
        for each in self.operation.consents:
            if isinstance(each, VoidConsent):
                told.append(f"{each.through} counts for nothing: {each.why}")
            elif each.word is word:
                told.append(f"{each.told}, counts for nothing: it {self._void(each, self.now)}")
        return "".join(f". {text[0].upper()}{text[1:]}" for text in told)

    def _void(self, given: GivenConsent, at: datetime) -> str | None:
        if given.word is Consent.WHOLE_CLUSTER:
            goal = self.cluster_goal or self.operation.goal
            return given.void_because(node_id=self.operation.first_node_id, goal=goal, at=at)
        return given.void_because(node_id=self.evidence.node_id, goal=self.operation.goal, at=at)

    def age_s(self, moment: datetime) -> float:
        """Seconds since `moment`."""
        return (self.now - moment).total_seconds()

    def fresh(self, moment: datetime, max_age_s: float = EVIDENCE_MAX_AGE_S) -> bool:
        """Whether something asked for at `moment` may still be acted on."""
        return self.age_s(moment) <= max_age_s

    def replica(self, instance_id: str) -> ReplicaEvidence:
        """An instance of the cluster by its id."""
        return self.evidence.replica(instance_id)

    def name(self, instance_id: str) -> str:
        """An instance as people know it."""
        return self.replica(instance_id).name

    def refuse(self, code: Code, sentence: str, *, who: str = "DBA", cause: Code | None = None) -> Refuse | Abandon:
        """The goal can't be reached safely: end if nothing was changed, else go back into service first.

        `cause`: the code of the act that failed too often.
        """
        if self.operation.effective_goal not in WAYS_BACK and self.changed_something:
            return Abandon(code=code, sentence=sentence, who=who, cause=cause)
        return Refuse(code=code, sentence=sentence, who=who, cause=cause)

    def attempt(self, execute: Execute) -> Decision:
        """`execute`, unless it has failed or been tried too often; after a failure only on newer evidence."""
        operation = self.operation
        action, name = execute.action, execute.action.value
        failures = operation.failures.get(action, 0)
        last = operation.last_failure
        if failures >= failures_max(transient=last is not None and last.action is action and last.transient):
            if last is not None and last.action is action and last.code in SAID_BY_THE_HOST:
                return self.refuse(last.code, f"{self.name(execute.node)}, {self._type(execute.node)}: {last.message}")
            own = last if last is not None and last.action is action else None
            told = f": {own.code.value} {own.message}" if own is not None else ""
            return self.refuse(
                Code.ATTEMPTS_EXHAUSTED,
                f"{name} on {self.name(execute.node)} failed {failures} times in a row{told}",
                cause=own.code if own is not None else None,
            )
        if operation.attempts.get(action, 0) >= attempts_max(action):
            return self.refuse(
                Code.ATTEMPTS_EXHAUSTED,
                f"{name} was done {operation.attempts[action]} times and what it is for still isn't observed",
            )
        if last is not None and last.action is action and self.age_s(last.at) < pause_s(failures):
            return Wait(
                seconds=max(1, math.ceil(pause_s(failures) - self.age_s(last.at))),
                look=Look.ALL,
                reason=WaitReason.RETRY,
                sentence=f"{name} didn't succeed ({last.code.value} {last.message}); trying again after a pause",
            )
        return execute

    def _type(self, instance_id: str) -> str:
        """The instance's type; and what it was when we last stopped it, where that is another."""
        ec2 = self.replica(instance_id).ec2
        changed = ec2.stopped_as is not None and ec2.stopped_as != ec2.instance_type
        return f"now {ec2.instance_type} and {ec2.stopped_as} before" if changed else ec2.instance_type

    def look_again(self, sentence: str, *, unprotected: bool = False) -> Wait:
        """Ask every node at once: what is known is too old or too little to act on."""
        return Wait(seconds=0, look=Look.ALL, reason=WaitReason.LOOK, sentence=sentence, unprotected=unprotected)

    def wait(
        self, reason: WaitReason, sentence: str, *, since: datetime | None, estimate_s: float, look: Look = Look.ALL
    ) -> Wait:
        """A wait planned from an estimate; `since` None means since the operation began to wait for `reason`."""
        elapsed_s = self.age_s(since) if since is not None else self.operation.waited_s(reason, self.now)
        at_first = AT_FIRST if look is Look.ALL else BEFORE_A_LOOK_THAT_WAITS
        return Wait(
            seconds=planned_wait_s(elapsed_s=elapsed_s, estimate_s=estimate_s, at_first=at_first),
            look=look,
            reason=reason,
            sentence=sentence,
        )

    def settling(self, action: Action, sentence: str, *, unprotected: bool = False) -> Wait | None:
        """A short wait while EC2 doesn't show yet what `action` has just done [ec2#eventually-consistent]."""
        taken = self.operation.actions
        if not taken or taken[-1].action is not action or self.age_s(taken[-1].at) > ATTRIBUTE_SETTLES_S:
            return None
        return Wait(
            seconds=SHORTEST_WAIT_S,
            look=Look.EC2,
            reason=WaitReason.EC2,
            sentence=sentence,
            unprotected=unprotected,
        )

    def is_in(self, *states: InstanceState) -> bool:
        """Whether EC2 says that the node is in one of `states`."""
        return self.node.ec2.state in states


def _cache_is_on_swap(replica: ReplicaEvidence) -> bool:
    storage = replica.host.storage if replica.host is not None else None
    return storage is not None and storage.classification is StorageClassification.EVACUATED


Rule: TypeAlias = Callable[[Situation], Decision | None]
"""Answers, or leaves it to the next. Its docstring's first line is what the table prints."""


def first_to_answer(rules: Iterable[Rule], situation: Situation) -> tuple[Rule, Decision] | None:
    """The first rule that answers, with its answer; None when no rule has anything to say."""
    for rule in rules:
        answer = rule(situation)
        if answer is not None:
            return rule, answer
    return None


def first_answer(rules: Iterable[Rule], situation: Situation) -> Decision | None:
    """The first rule's answer, None when no rule has anything to say."""
    found = first_to_answer(rules, situation)
    return found[1] if found is not None else None
