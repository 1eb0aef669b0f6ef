"""Databases whose files were lost come back by automatic seeding, one batch at a time, watched."""

from dataclasses import dataclass

from cachewarden.action import Action
from cachewarden.availability_groups import GroupView
from cachewarden.catalogue import Code
from cachewarden.decision import Decision, Execute, Look, Wait
from cachewarden.operation import Consent
from cachewarden.policy import Answer
from cachewarden.situation import Situation
from cachewarden.sql_evidence import (
    DATABASE_RECOVERY_PENDING,
    DATABASE_SUSPECT,
    DatabaseState,
    SeedingState,
)
from cachewarden.timing import measured_wait_s
from cachewarden.waiting import Topic
from cachewarden.worker_watch import moves_cache

DATABASES_PER_CALL = 6
"""`<group>/<database>` pairs of GUIDs that fit a parameter value of 512 characters."""

SEEDINGS_MAX = 4
DATABASES_OPEN_WITHIN_S = 45.0

SEEDING_ENDED = frozenset({"COMPLETED", "FAILED"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LostDatabase:
    """A database on the subject that can't open its files."""

    view: GroupView
    database: DatabaseState


def seeding_is_running(situation: Situation) -> Decision | None:
    """Seeding is under way: look again by its measured rate, a failure is seen at the next look."""
    running = [
        seeding
        for replica in situation.evidence.replicas
        if replica.host is not None and replica.host.sql is not None
        for seeding in replica.host.sql.seeding
        if seeding.state not in SEEDING_ENDED and _concerns_subject(situation, seeding)
    ]
    if not running:
        return None
    slowest = max(running, key=_remaining_s)
    share = slowest.bytes_done * 100 // slowest.bytes_total if slowest.bytes_total else 0
    return Wait(
        seconds=measured_wait_s(remaining_s=_remaining_s(slowest)),
        look=Look.ALL,
        topic=Topic.SYNCHRONIZATION,
        sentence=f"{slowest.database} is being seeded on {situation.subject.name}: {share} %, "
        f"{slowest.bytes_per_second / 1024**2:.0f} MiB/s",
    )


def seeding_failed(situation: Situation) -> Decision | None:
    """Seeding that failed again and again is left to a person; the primary keeps its log until then."""
    tries = situation.operation.attempts.get(Action.RESEED_DATABASES.value, 0)
    failures = [f"{item.database}: {item.failure or 'no reason given'}" for item in _failed_seedings(situation)]
    if tries < SEEDINGS_MAX or not failures or not _lost_databases(situation):
        return None
    return situation.refuse(
        Code.SEEDING_FAILED,
        f"Seeding onto {situation.subject.name} was tried {tries} times: {'; '.join(sorted(set(failures)))}",
    )


def reseed_databases(situation: Situation) -> Decision | None:
    """Databases that lost their files leave the group, are dropped here, and are seeded by the primary."""
    lost = _lost_databases(situation)
    if not lost or moves_cache(situation):
        return None
    if situation.policy.rebuild is not Answer.AUTO and Consent.REBUILD.value not in situation.operation.consent:
        return situation.refuse(
            Code.REBUILD_NEEDS_APPROVAL,
            f"{_names(lost)} on {situation.subject.name} lost their files; the tag cachewarden:rebuild asks for a yes",
        )
    primary_id = lost[0].view.primary_id
    if primary_id is None or primary_id == situation.subject.instance_id or not lost[0].view.online:
        return situation.refuse(
            Code.NO_GOOD_COPY,
            f"{_names(lost)} on {situation.subject.name} lost their files and {lost[0].view.name} has no other primary",
        )
    batch = [item for item in lost if item.view.primary_id == primary_id][:DATABASES_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.RESEED_DATABASES,
            node=situation.subject.instance_id,
            parameters={
                "PrimaryInstanceId": primary_id,
                "Databases": ",".join(f"{item.view.id}/{item.database.id}" for item in batch),
            },
            sentence=f"{_names(batch)} lost their files on {situation.subject.name} and come back by seeding from "
            f"{situation.name(primary_id)}",
        )
    )


def _lost_databases(situation: Situation) -> list[LostDatabase]:
    """Databases of the subject's own replicas that wait for files, or were dropped and aren't seeded.

    Read from the subject's own report. A database without any state may just be opening, so it counts only once that
    has lasted; the host refuses to drop one that is ONLINE or has a file left.
    """
    host = situation.host
    lasting_s = situation.operation.waited_s(Topic.SYNCHRONIZATION, situation.now)
    states: tuple[int | None, ...] = (DATABASE_RECOVERY_PENDING, DATABASE_SUSPECT)
    if lasting_s > DATABASES_OPEN_WITHIN_S:
        states = (*states, None)
    groups = host.sql.groups if host.sql else ()
    views = {view.id: view for view in situation.groups}
    return [
        LostDatabase(view=views[group.id], database=database)
        for group in groups
        for replica in group.replicas
        if replica.local
        for database in replica.worst
        if database.state in states
    ]


def _failed_seedings(situation: Situation) -> list[SeedingState]:
    """Failed seedings onto the subject, as any host reports them."""
    return [
        seeding
        for replica in situation.evidence.replicas
        if replica.host is not None and replica.host.sql is not None
        for seeding in replica.host.sql.seeding
        if seeding.state == "FAILED" and _concerns_subject(situation, seeding)
    ]


def _concerns_subject(situation: Situation, seeding: SeedingState) -> bool:
    return any(view.id == seeding.group_id for view in situation.subject_groups)


def _remaining_s(seeding: SeedingState) -> float:
    if seeding.bytes_per_second <= 0:
        return 30.0
    return (seeding.bytes_total - seeding.bytes_done) / seeding.bytes_per_second


def _names(lost: list[LostDatabase]) -> str:
    return ", ".join(item.database.name for item in lost)
