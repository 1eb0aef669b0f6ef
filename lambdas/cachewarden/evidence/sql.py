"""What a host reports about its SQL Server instances and the failover cluster; read here, and written here."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.availability_groups import (
    AvailabilityGroup,
    SeedingState,
    group_to_json,
    parse_group,
    parse_seeding,
    seeding_to_json,
)
from cachewarden.evidence.group_table import groups_in
from cachewarden.evidence.long_requests import LongRequest, long_request_to_json, parse_long_request
from cachewarden.json_reader import Json, JsonReader, format_time
from cachewarden.packed_json import packed, unpacked

SERVICE_STOPPED = 1
SERVICE_RUNNING = 4

QUORUM_NORMAL = 1
MEMBER_IS_NODE = 0
MEMBER_ONLINE = 1

GROUPS_UNPACKED_MAX = 12
"""More groups of one node are packed on their way through the workflow, whose state holds 256 KiB
[step-functions#limits]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlService:
    """One instance's Windows services; numbers of ServiceControllerStatus."""

    name: str
    service: int
    agent: int | None
    start_mode: str | None
    agent_start_mode: str | None
    """None where there is no Agent."""
    error: str | None
    """Why it couldn't be asked although it runs: then nothing is known of its groups, rights and files."""
    clustered: bool | None
    """Whether it is a failover cluster instance, as it said last; None where the report doesn't say."""
    databases_alone: int | None
    """User databases in service that no Availability Group holds elsewhere; None where it wasn't asked."""
    version: str | None
    """As SERVERPROPERTY('ProductVersion') has it; None where it wasn't asked."""
    edition: int | None
    """SERVERPROPERTY('EngineEdition'): 2 Standard or Web, 3 Enterprise, Developer or Evaluation, 4 Express."""
    procedure_current: bool | None
    """Whether the procedure that removes lost databases is that of the present grant_rights.sql; None where there is
    none, or its text isn't seen."""

    @property
    def running(self) -> bool:
        """Whether the engine's service runs."""
        return self.service == SERVICE_RUNNING

    @property
    def stopped(self) -> bool:
        """Whether the engine's service is stopped, which `stop pending` is not."""
        return self.service == SERVICE_STOPPED


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterMember:
    """A member of the Windows cluster: node or witness, and its votes where SQL Server says them."""

    name: str
    kind: int
    state: int
    votes: int | None

    @property
    def is_node(self) -> bool:
        """Whether it is a computer, not a witness."""
        return self.kind == MEMBER_IS_NODE

    @property
    def online(self) -> bool:
        """Whether the cluster sees it up."""
        return self.state == MEMBER_ONLINE


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsCluster:
    """The failover cluster as sys.dm_hadr_cluster and its members tell it."""

    name: str
    quorum_state: int
    quorum_type: int | None
    members: tuple[ClusterMember, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlPermissions:
    """What the observing login may do; an empty catalog without these rights means nothing."""

    view_server_state: bool
    view_any_definition: bool
    alter_any_availability_group: bool
    remove_lost_databases: bool | None
    """Whether the signed procedure can be executed and has its right; None where the report doesn't say."""

    @property
    def sufficient(self) -> bool:
        """Whether what was seen is the whole truth and the acts are permitted."""
        return self.view_server_state and self.view_any_definition and self.alter_any_availability_group


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesOnCache:
    """Databases with files where none belong: system databases on the data or tempdb drive, others on the tempdb drive.

    None where the report has no number. Hosts report it only when every instance could be asked.
    """

    system_databases: int | None
    user_databases_on_tempdb: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TempdbDrive:
    """What lies on the drive that a stop destroys, beside tempdb.

    `seen_at`: when SQL Server was asked last. `system_databases`: as it said then. `foreign_files`: how many files
    there aren't known as tempdb's (10: or more); `foreign_file` is one of them. None where the drive can't be read.
    `lost_disk`: serial number of a disk of the drive that doesn't answer any more.
    """

    seen_at: datetime | None
    system_databases: int | None
    foreign_files: int | None
    foreign_file: str | None
    lost_disk: str | None

    @property
    def harmless(self) -> bool:
        """Whether nothing of a database lies there."""
        return self.system_databases == 0 and self.foreign_files == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnopenedDatabase:
    """A database that SQL Server couldn't open, and how many of its files aren't there."""

    name: str
    in_group: bool
    files: int
    missing: int

    @property
    def lost(self) -> bool:
        """Whether none of its files is left."""
        return self.missing == self.files


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlEvidence:
    """One node's SQL Server side; None, and without groups and seedings, where SQL Server doesn't run."""

    services: tuple[SqlService, ...]
    """Without those that are disabled and don't run: their owner doesn't want them started."""
    disabled: tuple[str, ...] | None
    """Names of those; None where the report doesn't say."""
    server: str | None
    permissions: SqlPermissions | None
    cluster: WindowsCluster | None
    groups: tuple[AvailabilityGroup, ...]
    seeding: tuple[SeedingState, ...]
    files_on_cache: FilesOnCache | None
    tempdb_drive: TempdbDrive | None
    tempdb_bytes: int | None
    """What tempdb's files on the tempdb drive need at SQL Server's next start, of the instances that could be asked."""
    tempdb_room_bytes: int | None
    """What they can have there: what is free, and what they have already."""
    unopened: tuple[UnopenedDatabase, ...]
    requests: tuple[LongRequest, ...]
    failover_cluster_instances: tuple[str, ...]
    """Names of the instances that the failover cluster starts and moves."""
    policies_not_met: tuple[str, ...] | None
    """Policies of CacheWarden-ValidateAvailabilityGroups about the groups' state that the node sees broken; None where
    there are no groups, or they couldn't be judged."""

    @property
    def all_stopped(self) -> bool:
        """Whether every instance's service is stopped."""
        return all(service.stopped for service in self.services)

    @property
    def seen_whole(self) -> bool:
        """Whether every instance runs and shows all of its groups: one that isn't named isn't there."""
        sufficient = self.permissions is not None and self.permissions.sufficient
        return self.all_told and not self.unreadable and sufficient

    @property
    def alone(self) -> str | None:
        """Which databases go out of service with the instances that run, for sentences; None where there are none.

        Availability Groups of one instance say nothing of its other databases, nor of another instance's.
        """
        told = [
            f"{'an unknown number' if service.databases_alone is None else service.databases_alone} of {service.name}"
            for service in self.services
            if not service.stopped and service.databases_alone != 0
        ]
        return f"{' and '.join(told)}" if told else None

    @property
    def unreadable(self) -> tuple[SqlService, ...]:
        """Instances that run and couldn't be asked."""
        return tuple(service for service in self.services if service.error is not None)

    @property
    def all_running(self) -> bool:
        """Whether there are instances and every one of the node's own runs.

        A failover cluster instance that is stopped here may run on another node: only where the node has no other does
        it count.
        """
        own = tuple(service for service in self.services if not service.clustered) or self.services
        return bool(own) and all(service.running for service in own)

    @property
    def all_told(self) -> bool:
        """Whether every instance runs, failover cluster instances included: what none of them says isn't there."""
        return bool(self.services) and all(service.running for service in self.services)


def parse_sql(source: JsonReader) -> SqlEvidence:
    """SQL section of a host's evidence; raises `UnexpectedJsonError`."""
    return SqlEvidence(
        services=tuple(_service(item) for item in source.children("instances")),
        disabled=source.optional("disabled", source.texts),
        server=source.optional("server", source.text),
        permissions=_permissions(source.child("permissions")) if source.has("permissions") else None,
        cluster=_cluster(source.child("cluster")) if source.has("cluster") else None,
        groups=tuple(parse_group(item) for item in source.children("availabilityGroups"))
        if source.has("availabilityGroups")
        else _packed_groups(source),
        seeding=tuple(parse_seeding(item) for item in source.children("seeding"))
        if source.has("seeding")
        else _packed_seeding(source),
        files_on_cache=_files(source.child("filesOnCache")) if source.has("filesOnCache") else None,
        tempdb_drive=_tempdb_drive(source.child("tempdbDrive")) if source.has("tempdbDrive") else None,
        tempdb_bytes=source.optional("tempdbBytes", source.number),
        tempdb_room_bytes=source.optional("tempdbRoomBytes", source.number),
        unopened=tuple(_unopened(item) for item in source.children("unopened")) if source.has("unopened") else (),
        requests=tuple(parse_long_request(item) for item in source.children("requests"))
        if source.has("requests")
        else (),
        failover_cluster_instances=source.texts("failoverClusterInstances")
        if source.has("failoverClusterInstances")
        else (),
        policies_not_met=source.optional("policiesNotMet", source.texts),
    )


def _unopened(source: JsonReader) -> UnopenedDatabase:
    return UnopenedDatabase(
        name=source.text("name"),
        in_group=source.flag("inGroup"),
        files=source.number("files"),
        missing=source.number("missing"),
    )


def _tempdb_drive(source: JsonReader) -> TempdbDrive:
    return TempdbDrive(
        seen_at=source.optional("seenAt", source.time),
        system_databases=source.optional("systemDatabases", source.number),
        foreign_files=source.optional("foreignFiles", source.number),
        foreign_file=source.optional("foreignFile", source.text),
        lost_disk=source.optional("lostDisk", source.text),
    )


def _packed_groups(source: JsonReader) -> tuple[AvailabilityGroup, ...]:
    """Many groups come packed: neither a command's output nor a workflow's state would hold them otherwise.

    A host packs them as a table, with its seedings; we pack them as they are.
    """
    if not source.has("packedGroups"):
        return ()
    inside = _unpacked(source)
    told = groups_in(inside.child("table")) if inside.has("table") else inside.children("groups")
    return tuple(parse_group(item) for item in told)


def _packed_seeding(source: JsonReader) -> tuple[SeedingState, ...]:
    if not source.has("packedGroups"):
        return ()
    return tuple(parse_seeding(item) for item in _unpacked(source).children("seeding"))


def _unpacked(source: JsonReader) -> JsonReader:
    path = f"{source.path}.packedGroups"
    return JsonReader.of(unpacked(source.text("packedGroups"), path), path)


def _files(source: JsonReader) -> FilesOnCache:
    return FilesOnCache(
        system_databases=source.optional("systemDatabases", source.number),
        user_databases_on_tempdb=source.optional("userDatabasesOnTempdb", source.number),
    )


def _service(source: JsonReader) -> SqlService:
    return SqlService(
        name=source.text("name"),
        service=source.number("service"),
        agent=source.optional("agent", source.number),
        start_mode=source.optional("startMode", source.text),
        agent_start_mode=source.optional("agentStartMode", source.text),
        error=source.optional("error", source.text),
        clustered=source.optional("clustered", source.flag),
        databases_alone=source.optional("databasesAlone", source.number),
        version=source.optional("version", source.text),
        edition=source.optional("edition", source.number),
        procedure_current=source.optional("procedureCurrent", source.flag),
    )


def _permissions(source: JsonReader) -> SqlPermissions:
    return SqlPermissions(
        view_server_state=source.flag("viewServerState"),
        view_any_definition=source.flag("viewAnyDefinition"),
        alter_any_availability_group=source.flag("alterAnyAvailabilityGroup"),
        remove_lost_databases=source.optional("removeLostDatabases", source.flag),
    )


def _cluster(source: JsonReader) -> WindowsCluster:
    return WindowsCluster(
        name=source.text("name"),
        quorum_state=source.number("quorumState"),
        quorum_type=source.optional("quorumType", source.number),
        members=tuple(
            ClusterMember(
                name=item.text("name"),
                kind=item.number("type"),
                state=item.number("state"),
                votes=item.optional("votes", item.number),
            )
            for item in source.children("members")
        ),
    )


def sql_to_json(sql: SqlEvidence) -> dict[str, Json]:
    """What `parse_sql` reads back unchanged."""
    return {
        "instances": [
            {
                "name": service.name,
                "service": service.service,
                "agent": service.agent,
                "startMode": service.start_mode,
                "agentStartMode": service.agent_start_mode,
                "error": service.error,
                "clustered": service.clustered,
                "databasesAlone": service.databases_alone,
                "version": service.version,
                "edition": service.edition,
                "procedureCurrent": service.procedure_current,
            }
            for service in sql.services
        ],
        "disabled": None if sql.disabled is None else list(sql.disabled),
        "server": sql.server,
        "permissions": _permissions_to_json(sql.permissions) if sql.permissions else None,
        "cluster": _cluster_to_json(sql.cluster) if sql.cluster else None,
        **_groups_to_json(sql.groups),
        "seeding": [seeding_to_json(seeding) for seeding in sql.seeding],
        "filesOnCache": _files_to_json(sql.files_on_cache) if sql.files_on_cache else None,
        "tempdbDrive": _tempdb_drive_to_json(sql.tempdb_drive) if sql.tempdb_drive else None,
        "tempdbBytes": sql.tempdb_bytes,
        "tempdbRoomBytes": sql.tempdb_room_bytes,
        "unopened": [
            {"name": each.name, "inGroup": each.in_group, "files": each.files, "missing": each.missing}
            for each in sql.unopened
        ],
        "requests": [long_request_to_json(each) for each in sql.requests],
        "failoverClusterInstances": list(sql.failover_cluster_instances),
        "policiesNotMet": None if sql.policies_not_met is None else list(sql.policies_not_met),
    }


def _tempdb_drive_to_json(drive: TempdbDrive) -> dict[str, Json]:
    return {
        "seenAt": format_time(drive.seen_at) if drive.seen_at is not None else None,
        "systemDatabases": drive.system_databases,
        "foreignFiles": drive.foreign_files,
        "foreignFile": drive.foreign_file,
        "lostDisk": drive.lost_disk,
    }


def _groups_to_json(groups: tuple[AvailabilityGroup, ...]) -> dict[str, Json]:
    told: list[Json] = [group_to_json(group) for group in groups]
    if len(told) <= GROUPS_UNPACKED_MAX:
        return {"availabilityGroups": told}
    return {"availabilityGroups": None, "packedGroups": packed({"groups": told})}


def _files_to_json(files: FilesOnCache) -> dict[str, Json]:
    return {"systemDatabases": files.system_databases, "userDatabasesOnTempdb": files.user_databases_on_tempdb}


def _permissions_to_json(permissions: SqlPermissions) -> dict[str, Json]:
    return {
        "viewServerState": permissions.view_server_state,
        "viewAnyDefinition": permissions.view_any_definition,
        "alterAnyAvailabilityGroup": permissions.alter_any_availability_group,
        "removeLostDatabases": permissions.remove_lost_databases,
    }


def _cluster_to_json(cluster: WindowsCluster) -> dict[str, Json]:
    return {
        "name": cluster.name,
        "quorumState": cluster.quorum_state,
        "quorumType": cluster.quorum_type,
        "members": [
            {"name": member.name, "type": member.kind, "state": member.state, "votes": member.votes}
            for member in cluster.members
        ],
    }
