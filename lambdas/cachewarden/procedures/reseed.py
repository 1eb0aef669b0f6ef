"""Databases whose files were lost come back by automatic seeding, one batch at a time, watched."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import (
    DATABASE_RECOVERY_PENDING,
    DATABASE_SUSPECT,
    DatabaseState,
    SeedingState,
)
from cachewarden.evidence.group_views import GroupView, computer_of
from cachewarden.evidence.storage import NEEDS_A_PERSON
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.policy import Answer, Reseed
from cachewarden.operation.timing import SEEDING_STALLED_S, measured_wait_s
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Look, Wait
from cachewarden.procedures.guards.log import seconds_to_full, written_kb_s
from cachewarden.procedures.guards.silent_partner import partner_is_silent
from cachewarden.procedures.replica_modes import modes_of, not_saved_yet, seeded_by_hand
from cachewarden.procedures.return_storage import needs_person
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.unopened import unopened
from cachewarden.procedures.worker_watch import moves_cache

DATABASES_PER_CALL = 6
"""`<group>/<database>` pairs of GUIDs that the pattern of the parameter admits."""

SEEDINGS_MAX = 4
"""How often the databases of one call are tried: SQL Server itself tries a failed seeding again only when told to."""
DATABASES_OPEN_WITHIN_S = 45.0
LOG_CALLS_S = 7200.0
"""A person is called so long before a log is full: for longer nobody knows how fast a seeding will be."""

SEEDING_ENDED = frozenset({"COMPLETED", "FAILED"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LostDatabase:
    """A database on the node that can't open its files."""

    view: GroupView
    database: DatabaseState


def seeding_is_running(situation: Situation) -> Decision | None:
    """Seeding is under way: look again by its measured rate; one that stands still starts again."""
    running = [seeding for seeding in _seedings(situation) if seeding.state not in SEEDING_ENDED]
    if not running:
        return None
    slowest = max(running, key=_remaining_s)
    seeded_bytes = sum(seeding.bytes_done for seeding in running if seeding.bytes_done is not None)
    still_s = situation.operation.stood_still_s(WaitReason.SEEDING, seeded_bytes, situation.now)
    if still_s > SEEDING_STALLED_S:
        told = f"{slowest.database}: no byte in {still_s / 60:.0f} minutes, {_share(slowest)}"
        return _begin_again(situation, running, told)
    return Wait(
        seconds=measured_wait_s(remaining_s=_remaining_s(slowest)),
        look=Look.ALL,
        reason=WaitReason.SEEDING,
        progress=seeded_bytes,
        sentence=f"{slowest.database} is being seeded on {situation.node.name}: {_share(slowest)}",
    )


def log_fills_while_seeding(situation: Situation) -> Decision | None:
    """The primary can't cut its log before a seeding ends: where it would be full first, a person is called in time."""
    written = written_kb_s(situation.evidence)
    views = {view.id: view for view in situation.node_groups}
    for seeding in _seedings(situation):
        view = views.get(seeding.group_id)
        if seeding.state in SEEDING_ENDED or not seeding.bytes_per_second or view is None or view.primary_id is None:
            continue
        left_s, needed_s = seconds_to_full(view, written), _remaining_s(seeding)
        if left_s is None or left_s >= min(needed_s, LOG_CALLS_S):
            continue
        replicas = ",".join(one.id for one in view.replicas_on(situation.node.instance_id))
        primary = situation.name(view.primary_id)
        return situation.refuse(
            Code.LOG_WOULD_FILL,
            f"The logs of {view.name} on {primary} are full in {left_s / 60:.0f} minutes, and seeding "
            f"{seeding.database} onto {situation.node.name} takes {needed_s / 60:.0f} more ({_share(seeding)}). "
            "It goes on. Make room for the log at once; else an administrator takes the replica out of the group with "
            f"CacheWarden-RemoveReplicas for {primary} (AvailabilityGroups={view.id}, Replicas={replicas}). Start "
            "CacheWarden-StartInstance once there is room",
        )
    return None


def seeding_failed(situation: Situation) -> Decision | None:
    """Seeding that failed again and again is left to a person; the primary keeps its log until then."""
    failures = [f"{item.database}: {item.failure or 'no reason given'}" for item in _failed_seedings(situation)]
    if not failures or not _lost_databases(situation):
        return None
    return _tried_too_often(situation, "; ".join(sorted(set(failures))))


def contained_databases_lost(situation: Situation) -> Decision | None:
    """The master and msdb of a contained group are never dropped to be seeded again: a person restores them."""
    lost = _names([item for item in _all_lost(situation) if _is_contained(item)])
    if not lost or _lost_databases(situation) or moves_cache(situation):
        return None
    return situation.refuse(
        Code.RESTORE_BY_HAND,
        f"{lost} on {situation.node.name} lost their files; they are system databases of a contained Availability "
        "Group. A DBA restores them there from backups WITH NORECOVERY and joins them to the group",
    )


def databases_come_from_backups(situation: Situation) -> Decision | None:
    """Where the owner doesn't want databases seeded, by their size or a slow link, a person restores them."""
    lost = _all_lost(situation)
    if not lost or moves_cache(situation) or situation.policy.reseed is not Reseed.BACKUP:
        return None
    return situation.refuse(
        Code.RESTORE_BY_HAND,
        f"{_names(lost)} on {situation.node.name} lost their files, and the tag cachewarden:reseed keeps them from "
        "being seeded; a DBA restores them there from backups and joins them to their groups",
    )


def save_seeding_modes(situation: Situation) -> Decision | None:
    """Before reseeding changes a replica's MANUAL seeding mode it is written down, to be put back afterwards."""
    lost = _lost_databases(situation)
    if not lost or moves_cache(situation):
        return None
    saved = situation.operation.saved_modes
    missing = seeded_by_hand(modes_of([item.view for item in lost], situation.node.instance_id))
    if saved is not None:
        missing = not_saved_yet(missing, saved)
    if not missing:
        return None
    missing = tuple(dict.fromkeys(missing))
    return situation.attempt(
        Execute(
            action=Action.SAVE_MODES,
            node=situation.node.instance_id,
            modes=missing if saved is None else (*saved, *missing),
            sentence=f"Writing down that {situation.node.name} isn't seeded automatically (Availability Groups: "
            f"{len(missing)}), to put that back once its databases were seeded",
        )
    )


def reseed_databases(situation: Situation) -> Decision | None:
    """Databases that lost their files leave the group, are dropped here, and are seeded by the primary."""
    lost = _by_need(_lost_databases(situation), situation)
    if not lost or moves_cache(situation):
        return None
    if situation.storage.classification in NEEDS_A_PERSON:
        return needs_person(situation, f"{_names(lost)} lost their files there, nothing is dropped")
    if situation.policy.rebuild is not Answer.AUTO and not _rebuild_consented(situation):
        return situation.refuse(
            Code.REBUILD_NEEDS_APPROVAL,
            f"{_names(lost)} on {situation.node.name} lost their files; the tag cachewarden:rebuild asks for a "
            f"person's consent '{Consent.REBUILD.value}'{situation.void_consents(Consent.REBUILD)}",
        )
    primary_id = lost[0].view.primary_id
    if primary_id is None or primary_id == situation.node.instance_id or not lost[0].view.online:
        return partner_is_silent(situation) or situation.refuse(
            Code.NO_GOOD_COPY,
            f"{_names(lost)} on {situation.node.name} lost their files and {lost[0].view.name} has no other primary",
        )
    batch = _reached_with_the_first(lost, situation)
    return situation.attempt(
        Execute(
            action=Action.RESEED_DATABASES,
            node=situation.node.instance_id,
            parameters={
                "PrimaryInstanceId": primary_id,
                "Databases": _ids(batch),
                "Restart": "no",
            },
            sentence=f"{_names(batch)} lost their files on {situation.node.name} and come back by seeding from "
            f"{situation.name(primary_id)}; their groups get CREATE ANY DATABASE there, which no view shows, and "
            "keep it",
        )
    )


def _rebuild_consented(situation: Situation) -> bool:
    """Whether a person consented before the rebuild, or the first batch of databases, was begun."""
    acts = (Action.REBUILD_STORAGE, Action.RESEED_DATABASES)
    return any(situation.consent(Consent.REBUILD, allows=act) is not None for act in acts)


def _begin_again(situation: Situation, running: list[SeedingState], told: str) -> Decision:
    """Seedings that hang are cancelled and begun anew by the primary, a bounded number of times."""
    exhausted = _tried_too_often(situation, told)
    if exhausted is not None:
        return exhausted
    hanging = {(seeding.group_id, seeding.database) for seeding in running}
    lacking = [
        item
        for item in _own_databases(situation)
        if (item.view.id, item.database.name) in hanging and not _is_contained(item)
    ]
    primary_id = lacking[0].view.primary_id if lacking else None
    if primary_id is None or primary_id == situation.node.instance_id:
        return situation.refuse(Code.SEEDING_FAILED, f"Seeding onto {situation.node.name} hangs: {told}")
    batch = _reached_with_the_first(lacking, situation)
    return situation.attempt(
        Execute(
            action=Action.RESEED_DATABASES,
            node=situation.node.instance_id,
            parameters={"PrimaryInstanceId": primary_id, "Databases": _ids(batch), "Restart": "yes"},
            sentence=f"Seeding onto {situation.node.name} hangs ({told}) and starts again",
        )
    )


def _by_need(lost: list[LostDatabase], situation: Situation) -> list[LostDatabase]:
    """First those of groups with the fewest copies elsewhere, then those whose primary's log is full the soonest.

    A log of which that isn't known may be full at once. What no primary can seed now comes last: it holds up nothing.
    """
    written = written_kb_s(situation.evidence)
    needs = {item.view.id: _need(item.view, situation.node.instance_id, written) for item in lost}
    return sorted(lost, key=lambda item: needs[item.view.id])


def _need(view: GroupView, node: str, written: Mapping[str, int]) -> tuple[bool, int, float]:
    led_elsewhere = view.online and view.primary_id != node
    copies = sum(replica.synchronized and view.instance_id(replica) != node for replica in view.group.replicas)
    left_s = seconds_to_full(view, written)
    return not led_elsewhere, copies, 0.0 if left_s is None else left_s


def _reached_with_the_first(lost: list[LostDatabase], situation: Situation) -> list[LostDatabase]:
    """Those that one command reaches: on one SQL Server instance here, led by one instance there."""
    first, node = lost[0].view, situation.node.instance_id
    return [
        item for item in lost if item.view.shares_primary(first) and item.view.server_on(node) == first.server_on(node)
    ][:DATABASES_PER_CALL]


def _tried_too_often(situation: Situation, told: str) -> Decision | None:
    """A refusal once every database had its tries; they are seeded in batches, so calls alone don't tell."""
    sql = situation.host.sql
    own = [item for group in sql.groups for item in group.replicas if item.local and item.databases] if sql else []
    databases = sum(item.databases.count for item in own if item.databases is not None)
    batches = max(1, math.ceil(databases / DATABASES_PER_CALL))
    tries = situation.operation.attempts.get(Action.RESEED_DATABASES, 0)
    if tries < SEEDINGS_MAX * batches:
        return None
    return situation.refuse(Code.SEEDING_FAILED, f"Seeding onto {situation.node.name} was tried {tries} times: {told}")


def _own_databases(situation: Situation) -> list[LostDatabase]:
    """Databases of the node's own replicas that aren't as they should be, by the node's own report."""
    sql = situation.host.sql
    views = {view.id: view for view in situation.groups}
    return [
        LostDatabase(view=views[group.id], database=database)
        for group in (sql.groups if sql else ())
        for replica in group.replicas
        if replica.local
        for database in replica.worst
    ]


def _is_contained(item: LostDatabase) -> bool:
    return item.view.group.is_own_system_database(item.database.name)


def _lost_databases(situation: Situation) -> list[LostDatabase]:
    """Those that may be seeded again: a contained group's own system databases are a person's."""
    return [item for item in _all_lost(situation) if not _is_contained(item)]


def _all_lost(situation: Situation) -> list[LostDatabase]:
    """Databases of the node's own replicas that wait for files, or were dropped and aren't seeded.

    A database without any state may just be opening, so it counts only once that has lasted, or when its seeding has
    failed since this operation dropped it; the host refuses to drop one that is ONLINE or has a file left.
    """
    lasting_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    states: tuple[int | None, ...] = (DATABASE_RECOVERY_PENDING, DATABASE_SUSPECT)
    if lasting_s > DATABASES_OPEN_WITHIN_S:
        states = (*states, None)
    dropped = situation.operation.attempts.get(Action.RESEED_DATABASES, 0) > 0
    failed = {(item.group_id, item.database) for item in _failed_seedings(situation)} if dropped else set()
    left = {each.name for each in unopened(situation) if not each.lost}
    return [
        item
        for item in _own_databases(situation)
        if item.database.name not in left
        and (
            item.database.state in states
            or (item.database.state is None and (item.view.id, item.database.name) in failed)
        )
    ]


def _failed_seedings(situation: Situation) -> list[SeedingState]:
    """Seedings onto the node whose last try failed; earlier rows of a database stay in the view."""
    last: dict[tuple[str, str, str | None], SeedingState] = {}
    for seeding in _seedings(situation):
        last.setdefault((seeding.group_id, seeding.database, seeding.remote_server), seeding)
    return [seeding for seeding in last.values() if seeding.state == "FAILED"]


def _seedings(situation: Situation) -> list[SeedingState]:
    """Seedings onto the node, newest first, as it and the primaries report them: a primary may seed others, too."""
    own = situation.host
    return [
        seeding
        for replica in situation.evidence.replicas
        if replica.host is not None and replica.host.sql is not None
        for seeding in replica.host.sql.seeding
        if any(view.id == seeding.group_id for view in situation.node_groups)
        and (
            replica.instance_id == situation.node.instance_id
            or seeding.remote_server is None
            or computer_of(seeding.remote_server) == own.computer.casefold()
        )
    ]


def _remaining_s(seeding: SeedingState) -> float:
    if not seeding.bytes_per_second or seeding.bytes_total is None or seeding.bytes_done is None:
        return 30.0
    return (seeding.bytes_total - seeding.bytes_done) / seeding.bytes_per_second


def _share(seeding: SeedingState) -> str:
    """What is done of it and how fast, for sentences."""
    if seeding.bytes_done is None or not seeding.bytes_total:
        return "not measured yet"
    rate = f", {seeding.bytes_per_second / 1024**2:.0f} MiB/s" if seeding.bytes_per_second is not None else ""
    return f"{seeding.bytes_done * 100 // seeding.bytes_total} %{rate}"


def _ids(batch: list[LostDatabase]) -> str:
    return ",".join(f"{item.view.id}/{item.database.id}" for item in batch)


def _names(lost: list[LostDatabase]) -> str:
    return ", ".join(item.database.name for item in lost)
