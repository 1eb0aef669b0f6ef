"""Every act that the loop knows: who performs it, and how long it usually takes."""

from enum import StrEnum


class Action(StrEnum):
    """Names of the workflow's states; stems of documents where a host performs them."""

    ACQUIRE_LEASE = "AcquireLease"
    MARK_OPERATING = "MarkOperating"
    TURN_TO_NODE = "TurnToNode"
    SAVE_MODES = "SaveModes"
    FORGET_MODES = "ForgetModes"
    HOLD_REPLICA_MODES = "HoldReplicaModes"
    FAIL_OVER_AVAILABILITY_GROUPS = "FailOverAvailabilityGroups"
    DRAIN_CLUSTER_NODE = "DrainClusterNode"
    STOP_SQL_SERVER = "StopSqlServer"
    EVACUATE_CACHE = "EvacuateCache"
    LIFT_PROTECTION = "LiftProtection"
    STOP_INSTANCE = "StopInstance"
    SET_PROTECTION = "SetProtection"
    CHECK_RIGHTS = "CheckRights"
    START_INSTANCE = "StartInstance"
    INITIALIZE_STORAGE = "InitializeStorage"
    RESTORE_CACHE = "RestoreCache"
    SNAPSHOT_DATA_VOLUMES = "SnapshotDataVolumes"
    REBUILD_STORAGE = "RebuildStorage"
    START_SQL_SERVER = "StartSqlServer"
    RESEED_DATABASES = "ReseedDatabases"
    RESUME_CLUSTER_NODE = "ResumeClusterNode"
    RESTORE_REPLICA_MODES = "RestoreReplicaModes"
    REMOVE_REPLICAS = "RemoveReplicas"
    STOP_NEVER_BOOTED_INSTANCE = "StopNeverBootedInstance"
    DETACH_POOL_VOLUMES = "DetachPoolVolumes"
    ATTACH_POOL_VOLUMES = "AttachPoolVolumes"
    RAISE_SWAP_THROUGHPUT = "RaiseSwapThroughput"
    CHANGE_INSTANCE_TYPE = "ChangeInstanceType"
    SNAPSHOT_NODE = "SnapshotNode"


class PersonsAct(StrEnum):
    """Acts that only people's documents do; the loop knows none of them."""

    OPT_OUT = "OptOut"


class Performer(StrEnum):
    """Who carries an act out."""

    LEASE = "lease function"
    EC2 = "operate-instance function"
    POOL_VOLUMES = "pool-volumes function"
    SWAP_THROUGHPUT = "swap-throughput function"
    INSTANCE_TYPE = "instance-type function"
    HOST = "Command documents on hosts"


LEASE_ACTIONS = frozenset({Action.ACQUIRE_LEASE, Action.SAVE_MODES, Action.FORGET_MODES})

EC2_ACTIONS = frozenset(
    {
        Action.MARK_OPERATING,
        Action.TURN_TO_NODE,
        Action.LIFT_PROTECTION,
        Action.STOP_INSTANCE,
        Action.SET_PROTECTION,
        Action.CHECK_RIGHTS,
        Action.START_INSTANCE,
        Action.SNAPSHOT_DATA_VOLUMES,
        Action.SNAPSHOT_NODE,
    }
)

POOL_VOLUME_ACTIONS = frozenset(
    {Action.STOP_NEVER_BOOTED_INSTANCE, Action.DETACH_POOL_VOLUMES, Action.ATTACH_POOL_VOLUMES}
)

SWAP_THROUGHPUT_ACTIONS = frozenset({Action.RAISE_SWAP_THROUGHPUT})

INSTANCE_TYPE_ACTIONS = frozenset({Action.CHANGE_INSTANCE_TYPE})

HOST_ACTIONS = (
    frozenset(Action)
    - LEASE_ACTIONS
    - EC2_ACTIONS
    - POOL_VOLUME_ACTIONS
    - SWAP_THROUGHPUT_ACTIONS
    - INSTANCE_TYPE_ACTIONS
)

CHANGES_NOTHING_WORTH_UNDOING = frozenset(
    {
        Action.ACQUIRE_LEASE,
        Action.MARK_OPERATING,
        Action.TURN_TO_NODE,
        Action.FORGET_MODES,
        Action.SET_PROTECTION,
        Action.CHECK_RIGHTS,
        Action.RAISE_SWAP_THROUGHPUT,
    }
)
"""After only these an operation may simply end. A raised Swap volume is put back by the sweep."""

BATCHED = frozenset(
    {
        Action.HOLD_REPLICA_MODES,
        Action.FAIL_OVER_AVAILABILITY_GROUPS,
        Action.RESTORE_REPLICA_MODES,
        Action.RESEED_DATABASES,
        Action.REMOVE_REPLICAS,
    }
)
"""Acts that take a part of their objects at a time: the patterns of their parameters bound a list
(ssm_documents/templates/parameters.yaml)."""

FAILURES_MAX = 3
"""Failures in a row after which an act isn't tried again."""

RETRIES_MAX = 12
"""The same for an act that only asked to come back later (another action runs, a database is busy)."""

ATTEMPTS_MAX = 20
ATTEMPTS_MAX_BATCHED = 80
ATTEMPTS_MAX_TURNS = 200
ATTEMPTS_MAX_LEASE = 600
"""Attempts in one operation, successful ones counted: an act that reports success and changes nothing must end."""


def performer(action: Action) -> Performer:
    """Who carries `action` out."""
    if action in LEASE_ACTIONS:
        return Performer.LEASE
    if action in POOL_VOLUME_ACTIONS:
        return Performer.POOL_VOLUMES
    if action in SWAP_THROUGHPUT_ACTIONS:
        return Performer.SWAP_THROUGHPUT
    if action in INSTANCE_TYPE_ACTIONS:
        return Performer.INSTANCE_TYPE
    return Performer.EC2 if action in EC2_ACTIONS else Performer.HOST


def failures_max(*, transient: bool) -> int:
    """How many failures in a row are borne."""
    return RETRIES_MAX if transient else FAILURES_MAX


def pause_s(failures: int) -> float:
    """Seconds to leave between two attempts after that many failures."""
    return float(min(60, 5 * 2 ** min(failures, 4)))


def attempts_max(action: Action) -> int:
    """How often `action` may be begun in one operation."""
    if action is Action.ACQUIRE_LEASE:
        return ATTEMPTS_MAX_LEASE
    if action is Action.TURN_TO_NODE:
        return ATTEMPTS_MAX_TURNS
    return ATTEMPTS_MAX_BATCHED if action in BATCHED else ATTEMPTS_MAX
