"""On the way back: SQL Server, catching up, and the replica modes that were saved."""

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.group_views import GroupView
from cachewarden.evidence.next_primary import who_could_lead
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.policy import Evacuation
from cachewarden.operation.timing import (
    CATCH_UP_BEFORE_RESTORE_S,
    LATE_DISKS_S,
    NO_PRIMARY_OVERDUE_S,
    SYNC_IDLE_OVERDUE_S,
    SYNC_OVERDUE_S,
    UNOBSERVED_OVERDUE_S,
    redo_s,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.asynchronous import lent
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.procedures.fail_back import groups_to_fail_back, kept_elsewhere
from cachewarden.procedures.replica_modes import MODES_PER_CALL, modes_parameter, modes_to_restore
from cachewarden.procedures.required_secondaries import still_lowered
from cachewarden.procedures.return_storage import needs_person
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache, worker_is_running


def start_sql_server(situation: Situation) -> Decision | None:
    """SQL Server starts when its data volume can be used, wherever the cache is: a second copy comes first.

    A failover cluster instance is started by its cluster alone.
    """
    sql, storage = situation.host.sql, situation.storage
    if sql is None or all(each.running or each.clustered for each in sql.services):
        return None
    if storage.uncached:
        return _windows_starts_it(situation, ", ".join(one.name for one in sql.services if not one.running))
    if not storage.data_usable:
        volume = f"Volume {storage.data_letter}:" if storage.data_letter else "The data volume"
        waited_s = situation.operation.waited_s(WaitReason.VOLUME, situation.now)
        if waited_s > LATE_DISKS_S:
            return needs_person(situation, f"{volume[0].lower()}{volume[1:]} can't be used")
        return situation.wait(
            WaitReason.VOLUME,
            f"{volume} on {situation.node.name} can't be used yet",
            since=None,
            estimate_s=15,
        )
    return situation.attempt(
        Execute(
            action=Action.START_SQL_SERVER,
            node=situation.node.instance_id,
            sentence=f"The volumes of {situation.node.name} are whole; SQL Server starts",
        )
    )


def _windows_starts_it(situation: Situation, services: str) -> Decision:
    """On a node without a write cache SQL Server starts with Windows; CacheWarden doesn't start it."""
    if situation.operation.waited_s(WaitReason.BOOT_TASK, situation.now) > LATE_DISKS_S:
        return Refuse(
            code=Code.SQL_SERVER_NOT_STARTED,
            sentence=f"{services} on {situation.node.name}: not running {LATE_DISKS_S / 60:.0f} minutes after "
            "CacheWarden began to wait for it. This node has no write cache, so CacheWarden leaves the start of SQL "
            f"Server to Windows and its owner. {_found_on_instance_store(situation)}",
        )
    told = f"Windows on {situation.node.name} hasn't started {services} yet"
    return situation.wait(WaitReason.BOOT_TASK, told, since=None, estimate_s=30)


def _found_on_instance_store(situation: Situation) -> str:
    """What is seen on the instance store while SQL Server doesn't run: whether a start-up task made a drive."""
    storage = situation.storage
    disks, used = len(storage.instance_store), storage.in_use
    if disks == 0:
        return "No instance-store disk answers there"
    if used == 0:
        return f"Its instance-store disks are blank ({disks}): nothing has made a drive for tempdb on them"
    verb = "isn't" if used == 1 else "aren't"
    return (
        f"{used} of its {disks} instance-store disks {verb} blank, so a drive for tempdb may be "
        "there. CacheWarden doesn't look at its letter, folder and rights"
    )


def sql_server_does_not_answer(situation: Situation) -> Decision | None:
    """An instance that runs and can't be asked: its storage has come back meanwhile, its groups aren't known."""
    sql = situation.host.sql
    if sql is None or not sql.unreadable:
        return None
    told = "; ".join(f"{one.name} on {situation.node.name} can't be asked: {one.error}" for one in sql.unreadable)
    waited_s = situation.operation.waited_s(WaitReason.HOST, situation.now)
    if waited_s < UNOBSERVED_OVERDUE_S:
        return situation.wait(WaitReason.HOST, told, since=None, estimate_s=20)
    return situation.refuse(Code.NOT_OBSERVABLE, f"{told}; it has been so for {waited_s:.0f} s")


def second_copy_first(situation: Situation) -> Decision | None:
    """A node that is behind catches up before its cache moves: the move leaves its volume but a part of its writes."""
    if situation.storage.classification is not StorageClassification.EVACUATED or moves_cache(situation):
        return None
    measured = [(seconds, one) for one in _own(situation) if (seconds := _to_send_s(one)) is not None]
    behind = [(seconds, one) for seconds, one in measured if seconds > _SOON_S]
    if not behind:
        return None
    estimate_s = max(seconds for seconds, _ in behind)
    waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    if max(estimate_s, waited_s) > CATCH_UP_BEFORE_RESTORE_S:
        return None
    return situation.wait(
        WaitReason.SYNCHRONIZATION,
        f"{situation.node.name} catches up before its cache moves: {_behind([one for _, one in behind])}",
        since=None,
        estimate_s=estimate_s,
    )


def not_synchronized_yet(situation: Situation) -> Decision | None:
    """Back in service means that every group's replica on the node is SYNCHRONIZED, or leads, again."""
    waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    for view in situation.node_groups:
        if view.primary_id == situation.node.instance_id and view.online:
            continue
        led_from = view.led_from(situation.policy.outside)
        if led_from is not None:
            answer = _led_from_outside(situation, view, led_from, waited_s)
            if answer is not None:
                return answer
            continue
        behind = [item for item in view.replicas_on(situation.node.instance_id) if not _caught_up(item)]
        if view.online and not behind:
            continue
        told = _behind(behind) if view.online else f"{view.name} has no primary online"
        if waited_s > _patience_s(view, behind):
            told += "" if view.online else f". {who_could_lead(situation.evidence, view)}"
            return Refuse(
                code=Code.NOT_SYNCHRONIZED_IN_TIME,
                sentence=f"{situation.node.name} runs, but after {waited_s / 60:.0f} minutes in {view.name}: {told}",
            )
        return situation.wait(
            WaitReason.SYNCHRONIZATION,
            f"{situation.node.name} is catching up in {view.name}: {told}",
            since=None,
            estimate_s=_catch_up_s(behind),
        )
    return None


def _led_from_outside(situation: Situation, view: GroupView, leader: str, waited_s: float) -> Decision | None:
    """A group whose primary isn't ours: what the node says of its own replica is all that is seen of it."""
    sql = situation.host.sql
    if sql is None:
        return situation.look_again(f"{situation.node.name} doesn't say how its replica of {view.name} is")
    own = [one for group in sql.groups if group.id == view.id for one in group.replicas if one.local]
    behind = [one for one in own if not _caught_up(one)]
    differing: list[SavedMode] = []
    if situation.operation.saved_modes is not None:
        modes = {one.id: (one.availability_mode, one.failover_mode) for one in own}
        saved = [one for one in situation.operation.saved_modes if one.group == view.id]
        # Of other replicas a secondary says nothing: what isn't seen to be back counts as not back.
        differing = [one for one in saved if modes.get(one.replica) != (one.availability_mode, one.failover_mode)]
    told = f"{view.name} is led by {leader}, which cachewarden:outside names"
    if moves_cache(situation):
        return worker_is_running(situation)
    if behind and waited_s <= _patience_s(view, behind):
        return situation.wait(
            WaitReason.SYNCHRONIZATION,
            f"{told}; {situation.node.name} catches up with it: {_behind(behind)}",
            since=None,
            estimate_s=_catch_up_s(behind),
        )
    if not behind and own and not differing:
        return None
    if behind:
        told += f". {situation.node.name} runs and isn't in step with it: {_behind(behind)}"
    if differing:
        servers = ", ".join(mode.server for mode in differing)
        told += f". The modes of {servers}, which are written down, can't be put back from there"
    return Refuse(code=Code.PRIMARY_OUTSIDE, sentence=told)


def restore_modes(situation: Situation) -> Decision | None:
    """Saved replica modes are put back on each primary, commit modes first, AUTOMATIC last.

    As soon as the node is SYNCHRONIZED: while its cache still moves it is a good copy, and may take over again. One
    that was made asynchronous, so that no commit waits for its volume, stays so until the cache has moved.
    """
    return _put_back(situation, modes_to_put_back(situation), f"{situation.node.name} is SYNCHRONIZED again")


def restore_modes_where_nothing_lacks(situation: Situation) -> Decision | None:
    """As `restore_modes`, of the replicas alone that are SYNCHRONIZED again, or lead, while others aren't."""
    views = {view.id: view for view in situation.groups}
    current = [mode for mode in modes_to_put_back(situation) if _of_current_replica(views[mode.group], mode)]
    why = f"{situation.node.name} is SYNCHRONIZED, or primary, in a part of its Availability Groups"
    return _put_back(situation, current, why)


def modes_to_put_back(situation: Situation) -> list[SavedMode]:
    """Saved modes that are to be put back, in that order, in groups that are seen."""
    saved = situation.operation.saved_modes
    if saved is None:
        return []
    return [mode for mode in modes_to_restore(saved, situation.groups) if not lent(situation, mode)]


def lacks_nothing(view: GroupView, replica: AvailabilityReplica) -> bool:
    """Whether the replica leads its group, or the group's primary sees that it lacks nothing."""
    if not view.online:
        return False
    leads = view.primary_id == view.instance_id(replica)
    return leads or (replica.connected == CONNECTED and _caught_up(replica))


def _of_current_replica(view: GroupView, mode: SavedMode) -> bool:
    return any(replica.id == mode.replica and lacks_nothing(view, replica) for replica in view.group.replicas)


def _put_back(situation: Situation, differing: list[SavedMode], why: str) -> Decision | None:
    if not differing:
        return None
    views = {view.id: view for view in situation.groups}
    first = views[differing[0].group]
    node = first.primary_id
    spared = situation.policy.evacuation is Evacuation.ONLINE and any(not one.synchronous for one in _own(situation))
    if moves_cache(situation) and (node == situation.node.instance_id or spared):
        return None
    if node is None:
        return situation.wait(
            WaitReason.PRIMARY,
            f"{first.name} has no primary on which its modes could be put back",
            since=None,
            estimate_s=15,
        )
    seen_at = first.seen_at
    if not situation.fresh(seen_at):
        return situation.look_again(f"The report of {situation.name(node)} is {situation.age_s(seen_at):.0f} s old")
    batch = [mode for mode in differing if views[mode.group].shares_primary(first)][:MODES_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.RESTORE_REPLICA_MODES,
            node=node,
            parameters={"Modes": modes_parameter(batch)},
            sentence=f"{why}; the modes of "
            f"{', '.join(dict.fromkeys(mode.server for mode in batch))} are put back (Availability Groups: "
            f"{len({mode.group for mode in batch})})",
        )
    )


def forget_modes(situation: Situation) -> Decision | None:
    """Once every mode is seen to be back, and what fails back has done so, the saved ones are dropped."""
    saved = situation.operation.saved_modes
    if saved is None or modes_to_restore(saved, situation.groups) or not _seen_from_primaries(situation, saved):
        return None
    if groups_to_fail_back(situation) or still_lowered(situation):
        return None
    return situation.attempt(
        Execute(
            action=Action.FORGET_MODES,
            node=situation.node.instance_id,
            sentence=f"Every replica mode is back as it was; the saved ones are dropped{kept_elsewhere(situation)}",
        )
    )


def _own(situation: Situation) -> list[AvailabilityReplica]:
    return [one for view in situation.node_groups for one in view.replicas_on(situation.node.instance_id)]


def _to_send_s(replica: AvailabilityReplica) -> float | None:
    """Seconds until a connected replica has the log that it lacks, at the rate at which it gets it; None unmeasured."""
    numbers = replica.databases
    if replica.connected != CONNECTED or numbers is None or numbers.send_queue_kb is None or not numbers.send_rate_kb:
        return None
    return numbers.send_queue_kb / numbers.send_rate_kb


_SOON_S = 10.0
"""What is missing is sent in so long whatever else the volume does."""


def _seen_from_primaries(situation: Situation, saved: tuple[SavedMode, ...]) -> bool:
    """Whether each saved group was observed where it is led; one that the node's own SQL Server lacks was dropped."""
    views = {view.id: view for view in situation.groups}
    sql = situation.host.sql
    sees_all = sql is not None and sql.seen_whole
    return all(
        (mode.group in views and views[mode.group].primary_id is not None) or (mode.group not in views and sees_all)
        for mode in saved
    )


def _caught_up(replica: AvailabilityReplica) -> bool:
    if replica.synchronous:
        return replica.synchronized
    numbers = replica.databases
    return (
        replica.connected == CONNECTED
        and numbers is not None
        and numbers.joined == numbers.count
        and numbers.suspended == 0
    )


def _patience_s(view: GroupView, behind: list[AvailabilityReplica]) -> float:
    """How long catching up may take: long while something is seen to be sent or redone, else it isn't catching up."""
    if not view.online:
        return NO_PRIMARY_OVERDUE_S
    if any(item.databases and item.databases.suspended for item in behind):
        return SYNC_IDLE_OVERDUE_S
    queued = any(item.databases and (item.databases.send_queue_kb or item.databases.redo_queue_kb) for item in behind)
    return SYNC_OVERDUE_S if queued else SYNC_IDLE_OVERDUE_S


def _behind(replicas: list[AvailabilityReplica]) -> str:
    replica = replicas[0]
    numbers = replica.databases
    if numbers is None:
        return f"{replica.server} isn't connected"
    suspended = f", {numbers.suspended} suspended: {_RESUME_WITH_CARE}" if numbers.suspended else ""
    return f"{numbers.synchronized} of {numbers.count} databases SYNCHRONIZED, {numbers.queues}{suspended}"


_RESUME_WITH_CARE = (
    "where suspend_reason_desc in sys.dm_hadr_database_replica_states is SUSPEND_FROM_PARTNER a failover was forced, "
    "and a resume throws away the commits that only this copy has: compare it with the primary first. "
    "Else run ALTER DATABASE ... SET HADR RESUME there"
)
"""[availability-groups#forced-failover]"""


def _catch_up_s(replicas: list[AvailabilityReplica]) -> float:
    return max(
        (
            redo_s(
                send_queue_kb=item.databases.send_queue_kb,
                send_rate_kb=item.databases.send_rate_kb,
                redo_queue_kb=item.databases.redo_queue_kb,
                redo_rate_kb=item.databases.redo_rate_kb,
            )
            for item in replicas
            if item.databases is not None
        ),
        default=10.0,
    )
