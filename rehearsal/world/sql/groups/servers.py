"""What a group needs of the instances that its replicas run on, and of its cluster.

instance/instance.py and groups/cluster.py implement it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import Database


class ReplicaHost(Protocol):
    """The Windows server of an instance, by name."""

    name: str


class ReplicaServer(Protocol):
    """One instance as the groups see it."""

    name: str
    endpoint_started: bool
    endpoint_port: int
    running: bool
    databases: dict[str, Database]
    """By name, lower case."""

    @property
    def host(self) -> ReplicaHost: ...

    @property
    def participates(self) -> bool:
        """Runs, and its node is a member of a cluster with quorum."""

    @property
    def node_paused(self) -> bool: ...

    @property
    def remote_account(self) -> str:
        """The Windows account that it connects to other servers as."""

    def lets_in(self, partner: ReplicaServer) -> bool:
        """Its endpoint is started, and lets this partner connect."""

    @property
    def cluster_login_has_rights(self) -> bool:
        """NT AUTHORITY\\SYSTEM may do what the cluster's resource needs (KB 2847723)."""

    def local(self, database: str) -> Database | None: ...

    def is_open(self, database: str) -> bool:
        """Its files are there and it could be started."""

    def reopen(self, database: str) -> bool:
        """Tries to start a database whose files were missing; True when they are there now."""

    def log_limit_kb(self, database: str) -> float:
        """How large the database's log can get here: its file's limit, and the room on its volume."""

    @property
    def write_limit_kb_s(self) -> float:
        """What the data volume takes in a second; infinite but while its extents move."""

    @property
    def write_s(self) -> float:
        """How much longer than usually a write to the data volume takes."""

    def workload_changed(self) -> None:
        """The groups have another workload: what is to be written to the data volume is counted anew."""

    def create_from_seeding(self, database: str, group_database_id: str, group: str) -> Database: ...

    def why_seeding_fails(self, database: str) -> tuple[int, int] | None:
        """(failure_state, error number) when the database can't be created here; None when it can."""

    def checkpoint(self, kind: str, text: str, **facts_: Any) -> None: ...


class GroupCluster(Protocol):
    """The cluster as a group sees it: its servers, quorum and identifiers."""

    world: RunContext
    forced_quorum: bool

    @property
    def servers(self) -> Mapping[str, ReplicaServer]: ...

    @property
    def has_quorum(self) -> bool: ...

    def node_of(self, server: str) -> str: ...

    def another_node_is_up(self, server: str) -> bool: ...

    def new_guid(self) -> str: ...
