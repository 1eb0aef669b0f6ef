"""The sweep: looks at every node and every lease, whatever events got lost, and has mended or told what it finds."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from adapters import lease_table
from adapters.away_records import away_since
from adapters.bad_ends import unattended
from adapters.change_calendars import calendar_of
from adapters.computer_records import absent_computers, home_cluster, noted_computers, record_computers
from adapters.documents.document_runs import runs_that_ask
from adapters.ec2 import instances_by_id, instances_with_our_tags, now, own_tags, scheduled_events
from adapters.ec2_changes import ensure_stop_protection, put_off
from adapters.errors import code_of
from adapters.janitor_calls import call_janitor
from adapters.mode_notes import note_modes, with_weaker_modes
from adapters.observability import count, logger
from adapters.observation import evidence_about, observe_instances, with_maintenance
from adapters.short_names import short_names
from adapters.snapshot_records import SnapshotRecord, forget_snapshot, snapshots_in
from adapters.snapshots import delete_snapshot, snapshot_to_delete
from adapters.stepfunctions import start
from adapters.stop_records import stop_is_proven
from adapters.swap_throughput_calls import call_swap_throughput
from adapters.told import DAILY, HOURLY, ONCE, WEEKLY, tell_once
from adapters.trails import why_stops_not_logged
from adapters.unsuitable_instances import can_be_protected, why_unsuitable
from adapters.volume_modifications import marked_volumes
from adapters.volume_records import raised_in
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.loop.known_names import names_in_evidence
from cachewarden.loop.sweep import (
    WHO,
    cache_is_on_nvme,
    left_alone,
    log_is_unknown,
    lowered_numbers_told,
    not_suitable,
    not_swept,
    one_of_each_cluster,
    protection_was_off,
    rebuild_is_over,
    replicas_gone,
    request_after_lost_opt_in,
    request_for_running_node,
    request_of_one_that_leads,
    requests_for_logs,
    snapshot_not_deleted,
    stops_not_logged,
    weaker_modes_told,
)
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.fencing import given_out_at
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import LeaseRecord, holder_text
from cachewarden.operation.mode import Mode
from cachewarden.operation.policy import CLUSTER, policy_from_tags
from cachewarden.procedures.before_maintenance import asks_for_maintenance
from cachewarden.requests.approval_waits import reminder_of
from cachewarden.requests.held_by_mode import held_by_mode
from cachewarden.requests.maintenance import request_for_maintenance
from cachewarden.requests.owner_policy import tag_misspelt
from cachewarden.requests.put_off import maintenance_is_put_off, put_off_until
from cachewarden.requests.request import Notify, StartExecution
from cachewarden.requests.scheduled_reboot import (
    HELD_UP_TOLD_AHEAD,
    NEXT_LOOK,
    failover_is_held_up,
    request_before_reboot,
    told_ahead,
)
from cachewarden.requests.state_change import gave_up_on_stop, stopped_late, stopped_without_us
from cachewarden.short_names import NameKind

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef

LONG_LEASE = timedelta(hours=24)
NEAR = timedelta(days=3)
"""Before maintenance: from then on people are reminded of it every day."""
JUST_LAUNCHED = timedelta(minutes=10)
"""A node that started so lately is its start event's affair."""
DELETION_TRIED_FOR = timedelta(days=1)
IN_USE = "InvalidSnapshot.InUse"
"""An AMI needs the snapshot (EC2 error codes)."""
LOG_MEASURED_AFTER_S = 40
"""Seconds after which a log's rate is known again, if it wasn't because of a backup (observe_logs)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Names of what it reads, starts, tells and calls; `document` observes a host."""

    lease_table: str
    state_machine_arn: str
    topic_arn: str
    documents: DeployedDocuments
    janitor: str
    swap_throughput: str
    mode: Mode
    snapshots_kept_days: int
    failed: list[str] = field(default_factory=list)
    """What couldn't be looked at: the others are looked at all the same."""
    begun: set[str] = field(default_factory=set)
    """Nodes for which an operation was begun by this very sweep."""
    names: dict[str, NameKind] = field(default_factory=dict)
    """Those that were seen so far, which messages may hold."""

    def run(self) -> dict[str, Any]:
        """Looks at everything once; returns how much there was. What is being operated is left alone."""
        items = lease_table.read_items(self.lease_table)
        leases = [lease.record for lease in lease_table.leases_in(items)]
        held = [record for record in leases if record.held(now())]
        # One that lost its owner is looked at like any other.
        operated = {member: record for record in held for member in record.members}
        _count_long_leases(held)
        instances = instances_with_our_tags()
        managed = [each for each in instances if policy_from_tags(own_tags(each)).managed]
        free = [each for each in managed if each["InstanceId"] not in operated]
        for instance in instances:
            self._each(instance, self._tell_misspelt)
        for instance in free:
            self._each(instance, self._protect_if_possible)
            self._each(instance, self._tell_stopped)
            self._each(instance, self._tell_snoozed)
        cycled, due = self._answer_events([each for each in managed if _state(each) is InstanceState.RUNNING], operated)
        seen = self._bring_back([each for each in free if each["InstanceId"] not in cycled], instances)
        self._tell_lowered_numbers((each for each in leases if each not in held), seen, instances)
        self._fail_over_ahead(due, seen, cycled)
        ends = list(unattended(self.state_machine_arn, self.lease_table, now=now()))
        self._remind_approvers()
        for end in ends:
            logger().warning("%s ended and was not cleared up", end.execution_arn)
            call_janitor(self.janitor, end)
        raised = raised_in(items)
        self._put_swap_volumes_back(raised, seen)
        # The table may have lost a record; these volumes say it themselves.
        self._put_swap_volumes_back(
            {key: marked for key, marked in marked_volumes().items() if key not in raised}, seen
        )
        self._delete_snapshots(snapshots_in(items), seen)
        if managed:
            self._look_at_trails(managed[0])
        count("NodesSwept", len(managed))
        return {"managed": len(managed), "free": len(free), "badEnds": len(ends), "failed": sorted(set(self.failed))}

    def _each(self, instance: InstanceTypeDef, look: Callable[[InstanceTypeDef], None]) -> None:
        """One node's trouble mustn't keep the others from being looked at."""
        try:
            look(instance)
        except Exception as problem:
            self._failed(instance["InstanceId"], problem)

    def _failed(self, instance_id: str, problem: Exception) -> None:
        logger().exception("%s couldn't be looked at", instance_id)
        count("NodeNotSwept")
        self.failed.append(instance_id)
        self._tell(not_swept(instance_id, f"{type(problem).__name__}: {problem}"), quiet_for=DAILY)

    def _tell_misspelt(self, instance: InstanceTypeDef) -> None:
        value = policy_from_tags(own_tags(instance)).misspelt
        if value is not None:
            self._tell(tag_misspelt(instance["InstanceId"], value), facts=value, quiet_for=DAILY)

    def _protect_if_possible(self, instance: InstanceTypeDef) -> None:
        protectable, why = can_be_protected(instance), why_unsuitable(instance)
        if protectable:
            self._protect(instance)
        if why is not None:
            told = not_suitable(instance["InstanceId"], why, protectable=protectable)
            self._tell(told, facts=why, quiet_for=DAILY)

    def _protect(self, instance: InstanceTypeDef) -> None:
        instance_id, state = instance["InstanceId"], _state(instance)
        was_off = ensure_stop_protection(instance_id, state)
        if state is InstanceState.STOPPED and gave_up_on_stop(own_tags(instance)) and self._follows_up(instance):
            return
        if was_off:
            count("ProtectionFoundOff")
            self._tell(protection_was_off(instance_id, state), quiet_for=HOURLY)
            self._start(request_after_lost_opt_in(instance_id, now=now()))

    def _follows_up(self, instance: InstanceTypeDef) -> bool:
        """Whether what follows a stop that EC2 ended late begins now.

        Asked for in every sweep, whether protection was off or not, until it began: the brake may hold it, a start may
        fail. Begun before, it left the node unprotected, or protection was taken off since: people hear of either.
        """
        instance_id, launched = instance["InstanceId"], instance["LaunchTime"]
        try:
            if not stop_is_proven(self.lease_table, instance_id, launch_time=launched):
                return False
            follows = stopped_late(instance_id, own_tags(instance), launched=launched, now=now(), by=WHO)
            return self._start(follows)
        except Exception as problem:
            self._failed(instance_id, problem)
            return False

    def _remind_approvers(self) -> None:
        try:
            for run in runs_that_ask():
                reminder = reminder_of(run, now())
                if reminder is not None:
                    self._tell(reminder.notify, about=run.id, facts=str(reminder.number), quiet_for=ONCE)
        except Exception:
            logger().exception("runs that wait for an approver couldn't be looked at")
            count("ReminderFailed")
            self.failed.append("approvals")

    def _look_at_trails(self, instance: InstanceTypeDef) -> None:
        """Last of all, and without a node's failure: an account whose trails can't be read has its nodes swept."""
        try:
            why = why_stops_not_logged()
            if why is not None:
                told = stops_not_logged(instance["InstanceId"], why)
                self._tell(told, about="trail", facts=why, quiet_for=WEEKLY)
        except Exception:
            logger().exception("whether a trail logs refused stops can't be told")
            count("TrailsNotRead")

    def _tell_stopped(self, instance: InstanceTypeDef) -> None:
        instance_id, launched = instance["InstanceId"], instance["LaunchTime"]
        if _state(instance) is not InstanceState.STOPPED:
            return
        if not stop_is_proven(self.lease_table, instance_id, launch_time=launched):
            self._tell(stopped_without_us(instance_id), facts=launched.isoformat(), quiet_for=ONCE)

    def _tell_snoozed(self, instance: InstanceTypeDef) -> None:
        instance_id, until = instance["InstanceId"], policy_from_tags(own_tags(instance)).snooze_until
        if until is not None and now() < until and _state(instance) is InstanceState.RUNNING:
            self._tell(left_alone(instance_id, until), facts=until.isoformat(), quiet_for=WEEKLY)

    def _answer_events(
        self, running: Iterable[InstanceTypeDef], operated: Mapping[str, LeaseRecord]
    ) -> tuple[set[str], list[tuple[ScheduledEvent, StartExecution]]]:
        """What is cycled before maintenance is so in its time; people hear of all of it, and again when it is near.

        Returns nodes for which a cycle was asked for, and what is due ahead of reboots: whether a node leads anything
        is seen when it is asked. Of one that is operated nothing is begun before that ends.
        """
        by_id = {each["InstanceId"]: each for each in running}
        cycled: set[str] = set()
        due: list[tuple[ScheduledEvent, StartExecution]] = []
        for event in scheduled_events(list(by_id)):
            try:
                lease = operated.get(event.instance_id)
                asked_for = self._answer_event(event, by_id[event.instance_id], may_start=lease is None)
                if asked_for is None:
                    continue
                if lease is not None:
                    self._tell_held_up(event, lease)
                    continue
                if event.reboots:
                    due.append((event, asked_for))
                else:
                    self._start(asked_for)
                    cycled.add(event.instance_id)
            except Exception as problem:
                self._failed(event.instance_id, problem)
        return cycled, due

    def _answer_event(
        self, event: ScheduledEvent, instance: InstanceTypeDef, *, may_start: bool
    ) -> StartExecution | None:
        """What is to begin now for the event, as soon as the node is free; people were told where nothing is."""
        moment, launched = now(), instance["LaunchTime"]
        tags = own_tags(instance)
        policy = policy_from_tags(tags)
        if may_start and self.mode is Mode.AUTOMATIC:
            event = self._put_off(event, tags, launched=launched)
        calendar = calendar_of(policy, policy.on_health)
        if event.reboots:
            asked_for = request_before_reboot(event, tags, now=moment, by=WHO, calendar=calendar)
        else:
            asked_for = request_for_maintenance(event, tags, launched=launched, now=moment, by=WHO, calendar=calendar)
        if isinstance(asked_for, StartExecution):
            return asked_for
        near = event.not_before is not None and event.not_before - moment < NEAR
        self._tell(asked_for, about=_about(event), facts=asked_for.sentence, quiet_for=DAILY if near else ONCE)
        return None

    def _fail_over_ahead(
        self,
        due: Iterable[tuple[ScheduledEvent, StartExecution]],
        seen: Mapping[str, ClusterEvidence],
        cycled: Collection[str],
    ) -> None:
        """Roles move off nodes that AWS is about to reboot; where an operation was just begun in the cluster, once that
        has ended."""
        for event, asked_for in due:
            instance_id, evidence = event.instance_id, seen.get(event.instance_id)
            members = {each.instance_id for each in evidence.replicas} if evidence is not None else {instance_id}
            busy = members & {*cycled, *self.begun}
            if busy:
                if told_ahead(event, now(), NEXT_LOOK):
                    self._held_up(event, f"an operation that this sweep has begun for {', '.join(sorted(busy))}")
                continue
            try:
                answer = request_of_one_that_leads(asked_for, event, evidence, now=now())
                match answer:
                    case StartExecution():
                        self._start(answer, held_facts=f"{event.event_id} {event.not_before}")
                    case Notify():
                        self._tell(answer, about=_about(event), facts=str(event.not_before), quiet_for=ONCE)
                    case None:
                        logger().info("%s leads nothing that could move off before %s", instance_id, event.code)
            except Exception as problem:
                self._failed(instance_id, problem)

    def _tell_held_up(self, event: ScheduledEvent, lease: LeaseRecord) -> None:
        """Roles can't move off ahead of a reboot that is near, unless the lease is held in order to move them."""
        owner = lease.owner
        if owner is None or not event.reboots or not told_ahead(event, now(), HELD_UP_TOLD_AHEAD):
            return
        if owner.purpose is Goal.FAILED_OVER and owner.node == event.instance_id:
            return
        self._held_up(event, holder_text(owner.execution_arn, owner.purpose, owner.node))

    def _held_up(self, event: ScheduledEvent, holder: str) -> None:
        told = failover_is_held_up(event, holder)
        self._tell(told, about=_about(event), facts=str(event.not_before), quiet_for=ONCE)

    def _put_off(self, event: ScheduledEvent, tags: Mapping[str, str], *, launched: datetime) -> ScheduledEvent:
        """The event as it stands now. Where EC2 doesn't move it, it is answered like one that can't be moved."""
        until = put_off_until(event, tags, launched=launched, now=now())
        if until is None or event.not_before is None:
            return event
        try:
            moved = put_off(event, until)
        except (ClientError, BotoCoreError):
            logger().exception("%s of %s couldn't be put off to %s", event.code, event.instance_id, until)
            return event
        if moved.not_before is None or moved.not_before <= event.not_before:
            logger().error("EC2 took the call, and shows %s of %s unmoved", event.code, event.instance_id)
            return event
        told = maintenance_is_put_off(event, since=event.not_before, until=moved.not_before)
        self._tell(told, about=_about(event), facts=str(moved.not_before), quiet_for=ONCE)
        return moved

    def _bring_back(
        self, free: Iterable[InstanceTypeDef], instances: Iterable[InstanceTypeDef]
    ) -> Mapping[str, ClusterEvidence]:
        """Running nodes are asked, all with one command, and each gets a request unless it is in service.

        A node whose owner wants to be left alone is: somebody may be working on it by hand. A cluster all of whose
        nodes are left alone is asked all the same, to note which instance each computer is.
        """
        moment = now()
        running = [
            each
            for each in free
            if _state(each) is InstanceState.RUNNING and moment - each["LaunchTime"] > JUST_LAUNCHED
        ]
        snoozed = _clusters_of(each for each in running if policy_from_tags(own_tags(each)).snoozed(moment))
        due = {each: tag for each, tag in _clusters_of(running).items() if each not in snoozed}
        noted_only = {tag: each for each, tag in snoozed.items() if tag is not None and tag not in due.values()}
        asked = due | {each: tag for tag, each in noted_only.items()}
        noted = self._observed(asked, asked, instances)
        self._note_computers(noted, moment)
        seen = {instance_id: evidence for instance_id, evidence in noted.items() if instance_id in due}
        self._tell_weaker_modes(seen, moment)
        for instance_id, evidence in seen.items():
            try:
                if asks_for_maintenance(evidence.node, evidence.answered_at):
                    evidence = with_maintenance(evidence)
                request = request_for_running_node(evidence, now=now())
                if request is not None and _still_runs(instance_id):
                    count("NodeNotInService")
                    self._start(request)
                for gone in replicas_gone(evidence):
                    self._tell(gone, quiet_for=DAILY)
            except Exception as problem:
                self._failed(instance_id, problem)
        self._watch_logs(due, seen, instances)
        return seen

    def _put_swap_volumes_back(self, raised: Mapping[str, str | None], seen: Mapping[str, ClusterEvidence]) -> None:
        """Those that were raised for a move; the function looks for itself, and tells people what it can't put back."""
        for volume_id, instance_id in raised.items():
            evidence = None if instance_id is None else seen.get(instance_id)
            back_at = evidence.observed_at if evidence is not None and cache_is_on_nvme(evidence) else None
            try:
                call_swap_throughput(self.swap_throughput, volume_id, cache_seen_back_at=back_at)
            except Exception as problem:
                self._failed(volume_id if instance_id is None else instance_id, problem)

    def _delete_snapshots(self, records: Iterable[SnapshotRecord], seen: Mapping[str, ClusterEvidence]) -> None:
        """Snapshots from before a rebuild, after the stated time; none of a node that isn't seen in service now."""
        if self.snapshots_kept_days == 0 or self.mode is not Mode.AUTOMATIC:
            return
        for record in records:
            overdue = now() - record.taken_at - timedelta(days=self.snapshots_kept_days)
            evidence = seen.get(record.instance_id)
            if overdue < timedelta(0) or evidence is None or not rebuild_is_over(evidence, now=now()):
                continue
            try:
                self._delete_snapshot(record, overdue)
            except Exception as problem:
                self._failed(record.instance_id, problem)

    def _delete_snapshot(self, record: SnapshotRecord, overdue: timedelta) -> None:
        if not snapshot_to_delete(record):
            logger().warning("%s is gone, or its tags were changed: it is left alone", record.snapshot_id)
            forget_snapshot(self.lease_table, record.snapshot_id)
            return
        try:
            delete_snapshot(record.snapshot_id)
        except ClientError as error:
            if code_of(error) != IN_USE and overdue < DELETION_TRIED_FOR:
                logger().warning("%s can't be deleted yet: %s", record.snapshot_id, error)
                return
            told = snapshot_not_deleted(record.instance_id, record.snapshot_id, str(error))
            self._tell(told, about=record.snapshot_id, quiet_for=ONCE)
        else:
            count("SnapshotDeleted")
            logger().info("%s of %s was deleted", record.snapshot_id, record.instance_id)
        forget_snapshot(self.lease_table, record.snapshot_id)

    def _note_computers(self, seen: Mapping[str, ClusterEvidence], moment: datetime) -> None:
        for instance_id, evidence in one_of_each_cluster(seen):
            try:
                record_computers(self.lease_table, evidence.replicas, node_id=instance_id, now=moment)
            except Exception as problem:
                self._failed(instance_id, problem)

    def _tell_weaker_modes(self, seen: Mapping[str, ClusterEvidence], moment: datetime) -> None:
        for instance_id, evidence in one_of_each_cluster(seen):
            try:
                for notify in weaker_modes_told(with_weaker_modes(evidence, table=self.lease_table)):
                    self._tell(notify, facts=notify.sentence, quiet_for=DAILY)
                note_modes(self.lease_table, evidence, now=moment)
            except Exception as problem:
                self._failed(instance_id, problem)

    def _tell_lowered_numbers(
        self, records: Iterable[LeaseRecord], seen: Mapping[str, ClusterEvidence], instances: Iterable[InstanceTypeDef]
    ) -> None:
        """What an operation lowered and hasn't put back: its own end was the only message about it so far."""
        lowered = {
            record.members: record.saved_modes
            for record in records
            if record.saved_modes and any(mode.required_synchronized is not None for mode in record.saved_modes)
        }
        away = dict(self._stopped_since(instances)) if lowered else {}
        for members, saved in lowered.items():
            for instance_id in sorted(seen.keys() & set(members)):
                try:
                    for group, told in lowered_numbers_told(
                        seen[instance_id], saved, members, away_since=away, now=now()
                    ):
                        self._tell(told, about=group, facts=told.sentence, quiet_for=DAILY)
                except Exception as problem:
                    self._failed(instance_id, problem)

    def _watch_logs(
        self,
        due: Mapping[str, str | None],
        seen: dict[str, ClusterEvidence],
        instances: Iterable[InstanceTypeDef],
    ) -> None:
        """Logs that are kept for a node that is away; one whose rate isn't known is asked for once more.

        It is unknown in the first half minute after a log backup, and backups like to start when the sweep does.
        """
        away = dict(self._stopped_since(instances))
        unknown = [instance_id for instance_id, evidence in seen.items() if log_is_unknown(evidence, now=now())]
        if unknown:
            time.sleep(LOG_MEASURED_AFTER_S)
            seen |= self._observed(unknown, due, instances)
        for instance_id, evidence in seen.items():
            try:
                for asked_for in requests_for_logs(evidence, away_since=away, now=now()):
                    self._answer(asked_for)
            except Exception as problem:
                self._failed(instance_id, problem)

    def _observed(
        self, wanted: Iterable[str], due: Mapping[str, str | None], instances: Iterable[InstanceTypeDef]
    ) -> dict[str, ClusterEvidence]:
        """Evidence about each that is wanted, of all members of its cluster; all of them are asked at once."""
        moment = now()
        clusters = {due[instance_id] for instance_id in wanted} - {None}
        asked = [each for each in instances if each["InstanceId"] in wanted or own_tags(each).get(CLUSTER) in clusters]
        replicas = observe_instances(asked, moment, documents=self.documents, lease_table=self.lease_table)
        found: dict[str, ClusterEvidence] = {}
        for instance_id in wanted:
            tagged = [each for each in replicas if _belongs(each, instance_id, due[instance_id])]
            try:
                absent = absent_computers(self.lease_table, tagged, node_id=instance_id, now=moment)
                noted = noted_computers(self.lease_table, tagged, node_id=instance_id)
                home = home_cluster(self.lease_table, tagged, node_id=instance_id)
                found[instance_id] = evidence_about(
                    instance_id, tagged, moment, now(), absent=absent, noted=noted, home=home
                )
                self.names.update(names_in_evidence(found[instance_id]))
            except Exception as problem:
                self._failed(instance_id, problem)
        return found

    def _stopped_since(self, instances: Iterable[InstanceTypeDef]) -> Iterator[tuple[str, datetime]]:
        """Each node that is stopped or about to be, and since when it is away."""
        for each in instances:
            if _state(each) not in (InstanceState.STOPPING, InstanceState.STOPPED):
                continue
            instance_id, launched = each["InstanceId"], each["LaunchTime"]
            try:
                yield instance_id, away_since(self.lease_table, instance_id, launch_time=launched, now=now())
            except Exception as problem:
                self._failed(instance_id, problem)

    def _answer(self, asked_for: StartExecution | Notify) -> None:
        count("LogFillsWhileAway")
        if isinstance(asked_for, Notify):
            self._tell(asked_for, quiet_for=HOURLY)
        else:
            self._start(asked_for, held_quiet_for=HOURLY)

    def _start(
        self, request: StartExecution, *, held_quiet_for: timedelta = DAILY, held_facts: str | None = None
    ) -> bool:
        """Whether it is new: not begun before, nor told as held, which people hear each `held_quiet_for` at most.

        `held_facts`: what a message that it is held is about; None: this very request.
        """
        held = held_by_mode(request, self.mode)
        if isinstance(held, Notify):
            return self._tell(held, facts=held_facts or request.name, quiet_for=held_quiet_for)
        started = start(self.state_machine_arn, request)
        if started:
            self.begun.add(request.instance_id)
        count("SweepStarted" if started else "RequestRepeated")
        reason = short_names(self.names).text(request.reason)
        logger().warning("%s: %s", request.instance_id, reason, extra={"execution_name": request.name})
        return started

    def _tell(self, notify: Notify, *, about: str | None = None, facts: str = "", quiet_for: timedelta) -> bool:
        """Whether people are told now, and haven't been before."""
        told = tell_once(
            self.lease_table,
            self.topic_arn,
            notify,
            about=f"{about or notify.instance_id}/{notify.code.value}",
            facts=facts,
            now=now(),
            quiet_for=quiet_for,
            names=self.names,
        )
        if told:
            count("NotificationSent")
        return told


def _count_long_leases(held: Iterable[LeaseRecord]) -> None:
    for record in held:
        taken_at = given_out_at(record.token)
        if now() - taken_at > LONG_LEASE:
            logger().error("the lease %s is held since %s", record.key, taken_at)
            count("LeaseHeldLong")


def _clusters_of(instances: Iterable[InstanceTypeDef]) -> dict[str, str | None]:
    return {each["InstanceId"]: own_tags(each).get(CLUSTER) for each in instances}


def _still_runs(instance_id: str) -> bool:
    """Whether EC2 shows it running now: who stopped it while the nodes were asked doesn't want it started again."""
    return any(_state(each) is InstanceState.RUNNING for each in instances_by_id([instance_id]))


def _about(event: ScheduledEvent) -> str:
    return f"{event.instance_id}/{event.event_id}"


def _belongs(replica: ReplicaEvidence, instance_id: str, cluster: str | None) -> bool:
    return replica.instance_id == instance_id or (bool(cluster) and replica.ec2.tags.get(CLUSTER) == cluster)


def _state(instance: InstanceTypeDef) -> InstanceState:
    return InstanceState(instance["State"]["Name"])
