"""What the cluster knows of an Availability Group's replicas and databases: configuration, roles, states.

Source: [availability-groups#mode-numbers] (mind that failover mode 0 is AUTOMATIC and availability mode 1 is
SYNCHRONOUS_COMMIT).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from rehearsal.world.sql.databases.ledger import History
from rehearsal.world.sql.databases.log import DatabaseLog


class Role(IntEnum):
    RESOLVING = 0
    PRIMARY = 1
    SECONDARY = 2


class Operational(IntEnum):
    PENDING_FAILOVER = 0
    PENDING = 1
    ONLINE = 2
    OFFLINE = 3
    FAILED = 4
    FAILED_NO_QUORUM = 5


class AvailabilityMode(IntEnum):
    ASYNCHRONOUS_COMMIT = 0
    SYNCHRONOUS_COMMIT = 1
    CONFIGURATION_ONLY = 4


class FailoverMode(IntEnum):
    AUTOMATIC = 0
    MANUAL = 1


class SeedingMode(IntEnum):
    AUTOMATIC = 0
    MANUAL = 1


class SyncState(IntEnum):
    NOT_SYNCHRONIZING = 0
    SYNCHRONIZING = 1
    SYNCHRONIZED = 2
    REVERTING = 3
    INITIALIZING = 4


class Health(IntEnum):
    NOT_HEALTHY = 0
    PARTIALLY_HEALTHY = 1
    HEALTHY = 2


class SuspendReason(IntEnum):
    USER = 0
    PARTNER = 1
    REDO = 2
    CAPTURE = 3
    APPLY = 4
    RESTART = 5
    UNDO = 6
    REVALIDATION = 7
    XRF_UPDATE = 8


@dataclass(slots=True, kw_only=True, eq=False)
class ConnectError:
    """The last failure to reach a replica, as the primary saw it."""

    number: int
    text: str
    at: datetime


@dataclass(slots=True, kw_only=True, eq=False)
class Replica:
    """One replica of one group. `create_any_database` None: never granted; False: denied."""

    id: str
    server: str
    metadata_id: int
    endpoint_url: str
    created: datetime
    modified: datetime
    availability_mode: AvailabilityMode = AvailabilityMode.SYNCHRONOUS_COMMIT
    failover_mode: FailoverMode = FailoverMode.AUTOMATIC
    seeding_mode: SeedingMode = SeedingMode.AUTOMATIC
    session_timeout: int = 10
    backup_priority: int = 50
    primary_connections: int = 2
    """primary_role_allow_connections: 2 ALL, 3 READ_WRITE."""
    secondary_connections: int = 0
    """secondary_role_allow_connections: 0 NO, 1 READ_ONLY, 2 ALL."""
    role: Role = Role.RESOLVING
    operational: Operational = Operational.OFFLINE
    connected: bool = False
    joined: bool = True
    create_any_database: bool | None = None
    last_connect_error: ConnectError | None = None

    @property
    def synchronous(self) -> bool:
        return self.availability_mode is AvailabilityMode.SYNCHRONOUS_COMMIT


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """One database on one replica. `ready` is the cluster's is_failover_ready: it survives the primary's death."""

    server: str
    joined: bool = False
    suspended: SuspendReason | None = None
    ready: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class GroupDatabase:
    """One database of a group, with its log on every replica and what became of its commits."""

    id: str
    name: str
    log: DatabaseLog
    data_bytes: int
    members: dict[str, Member] = field(default_factory=dict)
    write_outage: History = field(init=False)
    at_risk: History = field(init=False)
    alone: History = field(init=False)
    """When there was no second copy, nor one that trails."""
    slow_commits: History = field(init=False)
    """When each commit waited for a volume whose extents move (HADR_SYNC_COMMIT, WRITELOG)."""
    slowest_commit_s: float = 0.0
    recovering: bool = False
    """The new primary still redoes its log."""
    log_backup_kb: float = 0.0
    """Everything before is backed up."""

    def __post_init__(self) -> None:
        self.write_outage = History(database=self.name)
        self.at_risk = History(database=self.name)
        self.alone = History(database=self.name)
        self.slow_commits = History(database=self.name)

    def member(self, server: str) -> Member:
        return self.members[server]
