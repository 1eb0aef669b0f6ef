"""How long things take and when to look again: rarely at first, often near the end, never longer than the cap."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cachewarden.operation.actions import Action

GIB = 1024**3

OPERATION_LIFE_S = 302_400
"""Three and a half days, the machine's TimeoutSeconds. With looks as rare as the lease allows (five minutes) an
operation that waits so long fills 21,000 of a history's 25,000 events [step-functions#limits]."""

LEASE_LIFE_S = 960
"""Longer than four minutes since it was renewed, an act's command that may begin for ten more, and its last minute."""
ACT_LEASE_LIFE_S = 1800
"""A document for a single act can't renew its lease while its command runs, the longest for 18 minutes."""
WAIT_CAP_S = 300
"""A failure is noticed and the lease renewed within a third of the lease's life [glossary#lease]."""

CACHE_MOVE_S_PER_GIB = 4.0
"""Seconds for a GB of configured cache, as AWS measured on r5d.4xlarge [write-cache#copies-everything]."""

INSTANCE_STOP_S = 60.0
INSTANCE_BOOT_S = 190.0
"""From StartInstances until the agent answers; boots of Windows on Nitro take two to four minutes."""

LATE_DISKS_S = 300.0
"""How long disks may enumerate after Windows' start before a missing one counts as missing [windows#late-volumes]."""

STORAGE_STARTS_WITHIN_S = 180.0
"""So long after Windows' start the host calls storage that looks broken STARTING (Get-CwStorageClassification)."""

BOOT_TASK_WITHIN_S = 150.0
"""So long after Windows' start the node's own boot task may be attaching, making S: and starting SQL Server."""
BOOT_TASK_USUAL_S = 65.0
"""So long after Windows' start SQL Server usually runs: the tempdb drive is made first."""
SQL_SEEN_AFTER_S = 6.0
"""From a look's beginning until the host looks at SQL Server: a look that is to see it running may begin sooner."""
BOOT_TASK_POLL_S = 3

LOOKS_AT_FASTER_SWAP_S = 30
"""So soon a move is looked at first where EC2 was asked for a faster Swap volume."""

BOOT_OVERDUE_S = 1800.0
STOP_OVERDUE_S = 1200.0
BUNDLE_SETTLES_S = 160.0
"""After an installation of the bundle that brought another version's; the next one is tried then, which a wait of
three quarters of it precedes."""
BUNDLE_OVERDUE_S = 900.0
SYNC_OVERDUE_S = 4 * 3600.0
SYNC_IDLE_OVERDUE_S = 1200.0
SYNC_AFTER_FAILOVER_OVERDUE_S = 600.0
CATCH_UP_BEFORE_RESTORE_S = 900.0
"""How long a node may catch up before its cache moves back; if that takes longer, both go on at once."""
CYCLE_AWAY_S = 3600.0
"""How long a node is away that is stopped and started again: evacuation, stop, boot, restore, catching up."""
AWAY_LEAST_S = 1800.0
"""What a stop and the way back take at least, whatever an owner's tag promises: so long the primary's log must last."""
LOG_BACKUP_MAX_AGE_S = 3600.0
"""So old may the last log backup be when all commits are about to live on one node."""
LOG_UNKNOWN_OVERDUE_S = 90.0
"""How long the rate of a log may be unknown: it is in the first half minute after a log backup."""
REDO_STANDS_STILL_S = 120.0
"""How long a target's redo may not get less before a failover to it is refused."""
REDO_OVERDUE_S = 1800.0
OTHERS_WORK_OVERDUE_S = 600.0
"""A stop waits so long for a backup, a consistency check or a seeding of somebody's; what takes longer is refused."""
NO_PRIMARY_OVERDUE_S = 600.0
DOCUMENTS_LOOK_S = 20
"""Pause before a document's deployed version is looked up again after a look that couldn't read it."""
RESTORED_LOOK_S = 60
"""On a way back: pause between two looks for a document's deployed version that there isn't; each look may cost a call
for each version that there is."""
RESTORED_WITHIN_S = 540.0
"""How long a way back waits for it: looking again without an answer ends soon after."""
PARTNER_UNOBSERVED_OVERDUE_S = 180.0
"""How long another replica may not answer before nothing is built on it."""
UNOBSERVED_OVERDUE_S = 900.0
"""How long a running node may not answer: a restart with updates takes many minutes."""
STATE_FILE_OVERDUE_S = 15.0
"""How long a node may say that a state file of its own can't be read: then it is damaged, not in use."""
PROOF_OVERDUE_S = 120.0
ATTRIBUTE_SETTLES_S = 30.0
WORKER_OVERDUE_S_PER_GIB = 80.0
WORKER_OVERDUE_MIN_S = 1800.0
"""How long a host's worker may run without a byte being seen to move. The host itself gives up after half of that
(New-CwMoveWatch); a slow volume is no failure as long as it makes progress."""
SEEDING_STALLED_S = 1200.0
"""How long no byte may be seeded before the seeding counts as hung. SQL Server zeroes a log file before the first byte
flows: 100 GiB of it take ten minutes at an EBS volume's 170 MiB/s."""

EVIDENCE_MAX_AGE_S = 180.0
"""An act's preconditions were asked for at most this long ago."""
PROOF_MAX_AGE_S = 60.0
"""The proof before StopInstances was asked for at most this long ago: a host may take that long to answer."""
LAST_LOOK_MAX_AGE_S = 5.0
"""So long after every node of the cluster has answered the stop is decided on; with STOP_LIFE_S 15 s until it is asked
for. In that time a role can have moved back, or a partner be lost, unseen."""

ASKS_FOR_LEASE_EVERY_S = (60.0, 600.0)
"""How often a way back asks for a lease that another operation holds: after a twentieth of the time that it has waited,
between these. Asked for each minute, 84 hours of waiting would fill an execution's history five times."""

STOP_LIFE_S = 10
"""StopInstances is not called, nor called again, later than this after the decision: what it rests on would be too old.
"""

COMMAND_LIFE_S = 600
"""A host refuses a command after this (its not-after time)."""

USUAL_DURATION_S: Mapping[Action, int] = {
    Action.HOLD_REPLICA_MODES: 7,
    Action.FAIL_OVER_AVAILABILITY_GROUPS: 11,
    Action.DRAIN_CLUSTER_NODE: 9,
    Action.STOP_SQL_SERVER: 25,
    Action.EVACUATE_CACHE: 9,
    Action.INITIALIZE_STORAGE: 9,
    Action.RESTORE_CACHE: 11,
    Action.START_SQL_SERVER: 25,
    Action.RESUME_CLUSTER_NODE: 6,
    Action.RESTORE_REPLICA_MODES: 7,
    Action.REMOVE_REPLICAS: 6,
}
"""Of an act of one command, from sending it to its verdict, for the first look at it; long work is the worker's."""

EVACUATION_FINISHES_S = 28
"""After the last byte: two equal looks at the storage, the NVMe disk leaves the pool, the proof. In the rehearsal 33 s,
with a removal that takes 10 s; the look itself begins some seconds after it is due."""

SHORTEST_WAIT_S = 2
LONGEST_POLL_S = 15
AT_FIRST = 0.75
"""Share of the time left that is waited before the next look."""
BEFORE_A_LOOK_THAT_WAITS = 0.9
"""The same where the look itself then waits for the change."""


def planned_wait_s(*, elapsed_s: float, estimate_s: float, at_first: float = AT_FIRST) -> int:
    """Seconds to wait for something whose end is guessed: most of the rest first, then short ones, then longer again.

    `at_first`: share of the rest that is waited at once. Once overdue, polls grow with the delay, so that a thing that
    takes ten times as long isn't asked ten times as often.
    """
    poll_s = min(LONGEST_POLL_S, max(SHORTEST_WAIT_S, estimate_s * 0.02))
    left_s = estimate_s - elapsed_s
    if left_s > poll_s:
        return _capped(max(poll_s, left_s * at_first if left_s > 4 * poll_s else left_s))
    return _capped(max(poll_s, -left_s * 0.2))


def measured_wait_s(*, remaining_s: float) -> int:
    """Seconds to wait for something whose rate is measured: just past the end, or the cap."""
    return _capped(max(SHORTEST_WAIT_S, remaining_s + 1))


def cache_move_s(cache_bytes: int | None) -> float:
    """Seconds that moving a cache takes; the whole configured size is copied, not what is dirty."""
    return lower_bound_s(Work(cache_bytes_moved=cache_bytes or 100 * GIB), Pace())


def worker_overdue_s(cache_bytes: int | None) -> float:
    """Seconds without any progress after which a host's worker counts as hung."""
    return max(WORKER_OVERDUE_MIN_S, (cache_bytes or 100 * GIB) / GIB * WORKER_OVERDUE_S_PER_GIB)


def redo_s(
    *, send_queue_kb: int | None, send_rate_kb: int | None, redo_queue_kb: int | None, redo_rate_kb: int | None
) -> float:
    """Seconds until a secondary has caught up, by its queues and rates; 10 where nothing is measured."""
    measured = ((send_queue_kb, send_rate_kb), (redo_queue_kb, redo_rate_kb))
    return max([10.0, *(queue_kb / rate_kb for queue_kb, rate_kb in measured if queue_kb is not None and rate_kb)])


def _capped(seconds: float) -> int:
    return min(WAIT_CAP_S, math.ceil(seconds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds that the physical world takes for one of each; the rehearsal gives its model's own figures."""

    cache_move_s_per_gib: float = CACHE_MOVE_S_PER_GIB
    instance_stop_s: float = INSTANCE_STOP_S
    instance_boot_s: float = INSTANCE_BOOT_S
    sql_stop_s: float = 15.0
    sql_start_s: float = 20.0
    failover_s: float = 2.0
    seed_bytes_per_s: float = 200 * 1024**2
    host_command_s: float = 0.0
    """One command's way to a host and back: 0 for the purely physical bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """How much of each an operation can't do without."""

    cache_bytes_moved: int = 0
    instance_stops: int = 0
    instance_boots: int = 0
    sql_stops: int = 0
    sql_starts: int = 0
    failovers: int = 0
    redo_s: float = 0.0
    seeded_bytes: int = 0
    host_commands: int = 0


def lower_bound_s(work: Work, pace: Pace) -> float:
    """The one formula: seconds below which no workflow can be, since disks, boots and redo need them one by one."""
    return (
        work.cache_bytes_moved / GIB * pace.cache_move_s_per_gib
        + work.instance_stops * pace.instance_stop_s
        + work.instance_boots * pace.instance_boot_s
        + work.sql_stops * pace.sql_stop_s
        + work.sql_starts * pace.sql_start_s
        + work.failovers * pace.failover_s
        + work.redo_s
        + work.seeded_bytes / pace.seed_bytes_per_s
        + work.host_commands * pace.host_command_s
    )
