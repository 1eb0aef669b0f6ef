"""What evidence shows that blocks nothing and that somebody should mend; the operation remembers it for its message."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import BACKUPS_ON_SECONDARIES_ONLY, CONNECTED
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, computer_of, read_groups
from cachewarden.evidence.host import HostEvidence
from cachewarden.evidence.installation import Installation
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.fencing import CLOCK_TOLERANCE, is_ahead
from cachewarden.operation.operation import Finding, SavedMode
from cachewarden.operation.policy import STATE, NodeState
from cachewarden.operation.timing import GIB
from cachewarden.procedures.gone_replicas import gone_replicas, told_gone
from cachewarden.procedures.guards.suitability import shutdown_told
from cachewarden.procedures.required_secondaries import stays_lower

AUTOMATIC_START, DISABLED_START = "Automatic", "Disabled"
"""Names of ServiceStartMode, as hosts report them."""
MINUTE = timedelta(minutes=1)


def findings_in(evidence: ClusterEvidence, now: datetime) -> tuple[Finding, ...]:
    """Nodes whose clock, record of tokens, rights, room for tempdb, start modes or parts of CacheWarden are wrong,
    instances that carry the cluster's name and are no node of it, cluster nodes whose instance is gone, groups whose
    log backups a stop of this node would end, backups of the node that lack its cache, volumes from several sets of
    snapshots, settings and maintenance that take the instance, its volumes or its cache away, a trail that is missing,
    what the node lacks to be started again, and replicas with weaker modes than before."""
    return (
        *_of_nodes(evidence, now),
        *_of_strangers(evidence),
        *_of_gone_nodes(evidence),
        *_of_backups(evidence),
        *_of_snapshots(evidence),
        *_of_settings(evidence),
        *_of_start(evidence),
        *modes_weakened(evidence),
    )


def modes_forgotten(evidence: ClusterEvidence) -> Iterator[Finding]:
    """For a lease that was just taken and knows no modes: whether there should be some.

    Every stop of a node with a replica writes its modes into the lease table first, and leaves the tag. The node itself
    doesn't answer yet, so that a replica which no node answers for may be its own.
    """
    node = evidence.node
    if node.ec2.tags.get(STATE) != NodeState.STOPPED:
        return
    for view in read_groups(evidence):
        held = [
            each.server
            for each in view.group.replicas
            if each.synchronous and not each.automatic and view.instance_id(each) in (None, node.instance_id)
        ]
        if held:
            told = (
                f"Nobody knows which modes {node.name} had before it was stopped. By hand only fail over in {view.name}"
            )
            yield Finding(code=Code.MODES_FORGOTTEN, sentence=f"{told}: {', '.join(held)}")


def modes_weakened(evidence: ClusterEvidence) -> Iterator[Finding]:
    """For replicas that lost synchronous commit or automatic failover since the cluster was last in service."""
    if evidence.weaker_modes:
        yield Finding(code=Code.MODES_WEAKENED, sentence="; ".join(evidence.weaker_modes))


def required_not_put_back(evidence: ClusterEvidence, saved: tuple[SavedMode, ...]) -> Iterator[Finding]:
    """For saved modes that were just dropped: groups that can't demand as many secondaries as they say."""
    for told in stays_lower(read_groups(evidence), saved):
        yield Finding(code=Code.REQUIRED_NOT_PUT_BACK, sentence=told)


def _of_nodes(evidence: ClusterEvidence, now: datetime) -> Iterator[Finding]:
    for replica in evidence.replicas:
        error = replica.bundle_error
        if error is not None:
            yield Finding(code=error.code, sentence=f"{replica.name} can't be observed: {error.message}")
        if replica.host is None:
            continue
        for code, told in (
            *_wrong_clock(replica.host, now),
            *_missing_right(replica.host),
            *_older_procedure(replica.host),
            *_tempdb_too_large(replica.host),
            *_wrong_start_mode(replica.host),
            *_changed_installation(replica.host.installation),
        ):
            yield Finding(code=code, sentence=f"{replica.name} {told}")


def _of_strangers(evidence: ClusterEvidence) -> Iterator[Finding]:
    for each in evidence.strangers:
        told = f"{each.instance_id} is tagged cachewarden:cluster={evidence.cluster_name}, but {each.why}"
        yield Finding(code=Code.STRANGER_IN_CLUSTER, sentence=told)


def _of_gone_nodes(evidence: ClusterEvidence) -> Iterator[Finding]:
    """Those that still have a replica, and those of which nothing but a vote is left."""
    views = read_groups(evidence)
    for view in views:
        gone = gone_replicas(evidence, view)
        if gone:
            yield Finding(code=Code.REPLICA_GONE, sentence=told_gone(evidence, view, gone))
    replicas = {computer_of(replica.server) for view in views for replica in view.group.replicas}
    for each in evidence.absent:
        if each.computer in evidence.gone - replicas:
            told = f"{each.computer.upper()} is still a node of the failover cluster, but {each.why}"
            yield Finding(code=Code.NODE_TO_EVICT, sentence=told)


def _of_backups(evidence: ClusterEvidence) -> Iterator[Finding]:
    for view in read_groups(evidence):
        if _last_backup_replica(view, evidence.node_id):
            told = f"Backups of {view.name} run on a secondary only, and without {evidence.node.name} it has none"
            yield Finding(code=Code.LOG_BACKUPS_WOULD_STOP, sentence=told)


def _of_snapshots(evidence: ClusterEvidence) -> Iterator[Finding]:
    snapshot = evidence.swap_snapshot
    if snapshot is not None:
        told = (
            f"{evidence.node.name} is backed up by snapshots while it runs, the last {snapshot.snapshot_id} of "
            f"{snapshot.taken_at:%Y-%m-%d %H:%M} UTC: they lack what its write-back cache held on NVMe"
        )
        yield Finding(code=Code.SNAPSHOT_LACKS_CACHE, sentence=told)
    if evidence.mixed_sets is not None:
        told = (
            f"The EBS volumes of {evidence.node.name} were made from snapshots of several sets: {evidence.mixed_sets}"
        )
        yield Finding(code=Code.SNAPSHOT_SETS_MIXED, sentence=told)


def _of_settings(evidence: ClusterEvidence) -> Iterator[Finding]:
    settings, name = evidence.settings, evidence.node.name
    if settings is None:
        return
    told = shutdown_told(evidence)
    if told is not None:
        yield Finding(code=Code.SHUTDOWN_TERMINATES, sentence=told)
    if settings.deleted_volumes:
        told = f"EC2 deletes {', '.join(settings.deleted_volumes)} when {name} is terminated"
        yield Finding(code=Code.VOLUMES_DELETED_ALONG, sentence=told)
    if settings.alarms:
        told = f"CloudWatch alarms act on {name} by themselves: {', '.join(settings.alarms)}"
        yield Finding(code=Code.ALARM_LOSES_CACHE, sentence=told)
    if settings.maintenance:
        told = f"EC2 has scheduled maintenance for {name}: {', '.join(settings.maintenance)}"
        yield Finding(code=Code.MAINTENANCE_SCHEDULED, sentence=told)
    if settings.stops_not_logged is not None:
        yield Finding(code=Code.STOPS_NOT_LOGGED, sentence=stops_not_logged_told(settings.stops_not_logged))


def stops_not_logged_told(why: str) -> str:
    """What follows where no trail logs EC2's write calls; `why` is what was seen of the trails."""
    return (
        f"No event tells CacheWarden of a stop that EC2 refused: {why}. Such a stop stays refused, and nothing begins"
    )


def _of_start(evidence: ClusterEvidence) -> Iterator[Finding]:
    """Each would leave the node stopped, safely, after the next stop."""
    needs, name = evidence.start_needs, evidence.node.name
    if needs is None:
        return
    if needs.keys:
        told = f"{name} couldn't be started again with the keys of its EBS volumes: {'; '.join(needs.keys)}"
        yield Finding(code=Code.START_KEY_MISSING, sentence=told)
    if needs.licences:
        told = f"{name} couldn't be started again by CacheWarden: it has {', '.join(needs.licences)}"
        yield Finding(code=Code.START_LICENCE_MISSING, sentence=told)
    if needs.reservation is not None:
        yield Finding(
            code=Code.START_RESERVATION_GONE, sentence=f"{name} couldn't be started again: {needs.reservation}"
        )
    if needs.quota is not None:
        told = f"{name} may find no room in the account's quota when it is started again: {needs.quota}"
        yield Finding(code=Code.START_QUOTA_TIGHT, sentence=told)


def _last_backup_replica(view: GroupView, node_id: str) -> bool:
    """Whether no connected secondary is left for backups once the node is away, and the group allows no other."""
    group = view.group
    if not group.seen_from_primary or group.backup_preference != BACKUPS_ON_SECONDARIES_ONLY:
        return False
    left = [one for one in group.replicas if view.instance_id(one) != node_id and one.connected == CONNECTED]
    return view.is_on(node_id) and len(left) <= 1


def _wrong_clock(host: HostEvidence, now: datetime) -> Iterator[tuple[Code, str]]:
    """Nobody believes what such a node says about tokens."""
    for told in _about(host, now):
        yield Code.HOST_CLOCK_WRONG, told


def _missing_right(host: HostEvidence) -> Iterator[tuple[Code, str]]:
    permissions = host.sql.permissions if host.sql is not None else None
    if permissions is not None and permissions.remove_lost_databases is False:
        yield (
            Code.RESEED_RIGHT_MISSING,
            "has no right to remove lost databases: if it lost its cache it would be neither rebuilt nor reseeded",
        )


def _older_procedure(host: HostEvidence) -> Iterator[tuple[Code, str]]:
    """Where the right itself is missing, that is told. A procedure that isn't seen is no older one."""
    sql = host.sql
    if sql is None or sql.permissions is None or sql.permissions.remove_lost_databases is False:
        return
    older = [each.name for each in sql.services if each.procedure_current is False]
    if older:
        yield (
            Code.GRANTS_OUTDATED,
            f"has dbo.CacheWardenDropLostDatabase of an older version of CacheWarden on {', '.join(older)}",
        )


def _tempdb_too_large(host: HostEvidence) -> Iterator[tuple[Code, str]]:
    """SQL Server runs, and wouldn't be started again."""
    sql = host.sql
    if sql is None or sql.tempdb_bytes is None or sql.tempdb_room_bytes is None:
        return
    if sql.tempdb_room_bytes < sql.tempdb_bytes:
        yield (
            Code.TEMPDB_WOULD_NOT_FIT,
            f"couldn't start SQL Server again: tempdb's files need {sql.tempdb_bytes / GIB:.1f} GiB on its drive, "
            f"which has room for {sql.tempdb_room_bytes / GIB:.1f} GiB",
        )


def _wrong_start_mode(host: HostEvidence) -> Iterator[tuple[Code, str]]:
    """Windows starts such a service before its drives are there, or nothing starts it [sql-server#manual-start].

    CacheWarden starts SQL Server only where it makes the drives ready; where the storage isn't known, neither is that.
    """
    storage = host.storage
    if host.sql is None or storage is None:
        return
    built = not storage.uncached and storage.classification is not StorageClassification.EMPTY
    for each in host.sql.services:
        if each.start_mode == AUTOMATIC_START and built:
            told = "by itself, maybe before its drives are there (start mode Automatic, Manual is right)"
            yield Code.SQL_START_MODE_WRONG, f"has Windows start {each.name} {told}"
        elif each.start_mode == DISABLED_START and each.running:
            told = f"has an instance, {each.name}, that runs and has the start mode Disabled"
            if storage.uncached:
                yield Code.SQL_START_DISABLED, f"{told}: after a stop Windows doesn't start it"
            else:
                yield Code.SQL_START_MODE_WRONG, f"{told}: after a stop CacheWarden couldn't start it"
        elif each.agent_start_mode == AUTOMATIC_START and each.start_mode != DISABLED_START and built:
            told = "by itself, and SQL Server with it, maybe before its drives are there"
            yield (
                Code.SQL_START_MODE_WRONG,
                f"has Windows start the Agent of {each.name} {told} (start mode Automatic, Manual is right)",
            )


def _changed_installation(installation: Installation) -> Iterator[tuple[Code, str]]:
    """Such a node refuses to move its cache, or doesn't come up by itself."""
    if installation.folder_faults:
        yield (
            Code.HOST_FOLDER_UNSAFE,
            f"has a folder that others can have changed: {'; '.join(installation.folder_faults)}",
        )
    if installation.is_deployed is False:
        yield Code.BUNDLE_DIFFERS, "runs other scripts of CacheWarden than those that are deployed"
    if installation.disk_initializers:
        for told in installation.disk_initializers:
            yield Code.DISKS_TAKEN_AT_START, f"reports: {told}"
    if installation.shut_down_hidden is False:
        yield Code.SHUT_DOWN_OFFERED, 'offers "Shut down" in its Start menu'
    for told in installation.task_faults:
        yield Code.HOST_TASK_CHANGED, f"reports: {told}"


def _about(host: HostEvidence, now: datetime) -> Iterator[str]:
    token = host.token_highest if host.token_ahead is None else host.token_ahead
    if token is not None and (host.token_ahead is not None or is_ahead(token, now)):
        yield f"remembers fencing token {token}, which no lease can have given out yet"
    clock = host.host_clock
    if clock is None:
        return
    if clock > now + CLOCK_TOLERANCE:
        yield f"has a clock that is about {(clock - now) // MINUTE} minutes fast"
    elif clock < host.newest_at - CLOCK_TOLERANCE:
        yield f"has a clock that is about {(host.newest_at - clock) // MINUTE} minutes slow"
