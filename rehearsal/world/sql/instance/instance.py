"""One SQL Server instance on a host: starting and stopping, its databases and their files, its groups.

Fault model: it starts only when the system databases and tempdb's folders are there and writable
[sql-server#tempdb-folders]; user databases whose files are missing become RECOVERY_PENDING; it vanishes with its host,
and every session with it. Fault point `sql.start` (context node): FAIL with `error` as the service's exit code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from rehearsal.engines.tsql import Session
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import (
    SYSTEM_DATABASES,
    BackupRecord,
    Database,
    DatabaseFile,
    DatabaseState,
    FileKind,
)
from rehearsal.world.sql.databases.database_files import system_databases, user_database_files
from rehearsal.world.sql.groups.building import ENDPOINT, ENDPOINT_PORT
from rehearsal.world.sql.groups.cluster import ClusterNode, FailoverCluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.servers import ReplicaServer
from rehearsal.world.sql.instance import seeding_target
from rehearsal.world.sql.instance.logins import Login, Logins, with_rights_of
from rehearsal.world.sql.instance.modules import Modules
from rehearsal.world.sql.instance.start_checks import SqlStartError, check_files_at_start, create_tempdb
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.system.services import ServiceTable

DEFAULT_INSTANCE = "MSSQLSERVER"
TDE_CERTIFICATE = "TdeCertificate"
"""Of all encrypted databases."""
AGENT_START_S = 2.0
AGENT_STOP_S = 1.5
DOMAIN = "SALES"
"""NetBIOS name of the servers' domain, sales.example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongRequest:
    """A command of somebody's that runs for a while, as sys.dm_exec_requests tells it."""

    session: int
    command: str
    database: str
    started: datetime
    seconds: float


class InstanceHost(Protocol):
    """What an instance needs of the Windows server that it runs on."""

    name: str
    up: bool
    files: WindowsFileSystem
    services: ServiceTable
    storage: StorageSpaces
    on_up: list[Callable[[], None]]
    on_power_lost: list[Callable[[], None]]

    def now(self) -> datetime:
        """What the machine's own clock shows."""


class Instance:
    """The body of the service, and what its groups need of an instance; server/sql_server.py adds the sessions."""

    def __init__(
        self,
        world: RunContext,
        host: InstanceHost,
        cluster: FailoverCluster | None,
        instance_name: str = DEFAULT_INSTANCE,
        *,
        major_version: int = 16,
        edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
        tempdb_folder: str = "S:\\tempdb",
        hadr_enabled: bool = True,
    ) -> None:
        self.world = world
        self.host = host
        self.cluster = cluster
        self.instance_name = instance_name
        self.name: str = host.name if instance_name == DEFAULT_INSTANCE else f"{host.name}\\{instance_name}"
        self.settings = world.settings.part(SqlSettings)
        self._major_version = major_version
        self.edition: str = edition
        self.hadr_enabled = hadr_enabled
        self.clustered = False
        """It calls itself a failover cluster instance; it isn't moved between nodes, which the model can't."""
        self.port = 1433
        self.running = False
        self.stopping = False
        self.frozen = False
        self.started_at: datetime | None = None
        self.epoch = 0
        """Rises whenever the sessions die."""
        self.databases: dict[str, Database] = {}
        self.logins = Logins()
        self.modules = Modules()
        self.backups: list[BackupRecord] = []
        self.requests: list[LongRequest] = []
        self.endpoint: str | None = ENDPOINT if hadr_enabled else None
        """Name of its endpoint for Availability Groups; None before one was made."""
        self.endpoint_started = hadr_enabled
        self.endpoint_port = ENDPOINT_PORT
        self.endpoint_guarded = False
        """Made in this run: only whom somebody granted CONNECT gets in. Presets' replicas connect as sysadmin would."""
        self.has_master_key = True
        """master has a database master key: what a certificate's private key is kept under."""
        self.has_tde_certificate = True
        """master holds what encrypted databases need (system databases lie on EBS)."""
        self.tde_private_key = True
        """The certificate has its private key."""
        self.tde_by_asymmetric_key = False
        """That is an asymmetric key of a provider, not a certificate."""
        self._last_session = 50
        self._last_id = len(SYSTEM_DATABASES)
        root = f"C:\\Program Files\\Microsoft SQL Server\\MSSQL{major_version}.{instance_name}\\MSSQL\\DATA"
        self.system_folder = root
        self.tempdb_folder = tempdb_folder
        self.backup_folder = root.removesuffix("DATA") + "Backup"
        self.buffer_pool_extension: str | None = None
        """Its file, where one is configured."""
        self.checkpoint_limit_mb_s: int | None = None
        """Its startup parameter -k; None without it."""
        self.configured: dict[str, int] = {}
        """Options of sp_configure that its owner has set, by name."""
        self._add_system_databases()
        self._install_service()
        if cluster is not None:
            cluster.servers[self.name] = self

    # --- installation ---

    @property
    def service_name(self) -> str:
        return DEFAULT_INSTANCE if self.instance_name == DEFAULT_INSTANCE else f"MSSQL${self.instance_name}"

    @property
    def service_account(self) -> str:
        return f"NT SERVICE\\{self.service_name}"

    @property
    def remote_account(self) -> str:
        """What it is called on another computer: a virtual account appears there as its computer."""
        return f"{DOMAIN}\\{self.host.name}$"

    def lets_in(self, partner: ReplicaServer) -> bool:
        """Its endpoint is started, and CONNECT on it was granted to the partner's account where that is needed."""
        if self.endpoint is None or not self.endpoint_started:
            return False
        login = self.logins.get(partner.remote_account)
        if login is None or login.disabled or login.endpoint == "D":
            return not self.endpoint_guarded
        return not self.endpoint_guarded or login.endpoint == "G" or login.is_sysadmin

    def _install_service(self) -> None:
        host = self.host
        if self.instance_name != DEFAULT_INSTANCE:
            if host.services.get(self.service_name) is None:
                host.services.add(
                    self.service_name,
                    f"SQL Server ({self.instance_name})",
                    self.settings.service_start_s,
                    self.settings.service_stop_s,
                    account=self.service_account,
                )
                host.services.add(
                    f"SQLAgent${self.instance_name}",
                    f"SQL Server Agent ({self.instance_name})",
                    AGENT_START_S,
                    AGENT_STOP_S,
                    depends_on=(self.service_name,),
                    account=f"NT SERVICE\\SQLAgent${self.instance_name}",
                )
            host.services.attach(self.service_name, self)
            host.storage.on_volume_gone.append(self.volume_gone)
        host.storage.contention.listeners.append(self._volume_changed)
        host.storage.on_volume_back.append(lambda _letter: self.look_at_files())
        host.on_up.append(self.look_at_files)
        host.on_power_lost.append(self.crashed)

    def _add_system_databases(self) -> None:
        for database in system_databases(self.system_folder, self.tempdb_folder, self.world.clock.now()):
            self.databases[database.name] = database

    def install_files(self) -> None:
        """Writes the files of the databases that there are: what setup leaves behind. Folders are made."""
        for database in self.databases.values():
            self.write_files(database)

    def write_files(self, database: Database) -> None:
        for file in database.files:
            self.host.files.make_directories(file.folder)
            self.host.files.claim(file.path, file.size_kb * 1024)

    def add_database(self, name: str, files: Sequence[DatabaseFile], owner: str = "sa") -> Database:
        """A new user database, in memory only; see `write_files`."""
        number = len(self.databases) + 1
        if self._last_id >= number:  # something was dropped: the lowest number that is free
            used = {database.id for database in self.databases.values()}
            number = next(candidate for candidate in range(5, self._last_id + 2) if candidate not in used)
        self._last_id = max(self._last_id, number)
        database = Database(name=name, id=number, files=tuple(files), created=self.world.clock.now(), owner=owner)
        self.databases[name.lower()] = database
        return database

    # --- life ---

    @property
    def node(self) -> ClusterNode | None:
        """None also once the computer was evicted, whatever computer has its name by then."""
        found = None if self.cluster is None else self.cluster.nodes.get(self.host.name)
        own: object = self.host
        return found if found is not None and found.host is own else None

    def start(self) -> None:
        """The service starts: raises SqlStartError when it can't, after the time it takes to find out."""
        fault = self.world.fault("sql.start", node=self.host.name)
        self.world.clock.sleep(self.settings.service_start_s / 2)
        if fault is not None and fault.kind is FaultKind.FAIL:
            raise SqlStartError(int(fault.error or 1067), "planned fault")
        check_files_at_start(self.databases, self.host.files, self.service_account)
        self.world.clock.sleep(self.settings.service_start_s / 2)
        self.run_now()

    def run_now(self) -> None:
        """Up, as `start` ends with; the databases take their part a moment later."""
        create_tempdb(self.databases["tempdb"], self.host.files)
        self.running, self.stopping, self.frozen = True, False, False
        self.started_at = self.world.clock.now()
        for database in self.databases.values():
            if not database.is_system:
                self._open_at_start(database)
        self.checkpoint("started", f"SQL Server {self.name} runs")
        self._announce()

    def run_from_the_start(self) -> None:
        """As `run_now`, before there are groups: nothing is announced or recovered."""
        create_tempdb(self.databases["tempdb"], self.host.files)
        self.running, self.started_at = True, self.world.clock.now()

    def _announce(self) -> None:
        epoch = self.epoch
        self.world.clock.call_later(self.settings.database_start_s, lambda: self._databases_started(epoch))

    def _databases_started(self, epoch: int) -> None:
        if self.running and epoch == self.epoch:
            self._participation_changed(clean=True)

    def _participation_changed(self, *, clean: bool) -> None:
        """Another instance may have taken this one's place under its name: then the groups hear nothing of this one."""
        if self.cluster is not None and self.cluster.servers.get(self.name) is self:
            self.cluster.participation_changed(self.name, clean=clean)

    def _open_at_start(self, database: Database) -> None:
        group = self.group_of(database)
        if any(self.host.files.is_torn(file.path) for file in database.files):
            database.state = DatabaseState.SUSPECT
            self.checkpoint("database-torn", f"{database.name}: pages and log don't fit", database=database.name)
            return
        if self.files_exist(database):
            if database.state in (DatabaseState.RECOVERY_PENDING, DatabaseState.SUSPECT, DatabaseState.RECOVERING):
                database.state = DatabaseState.ONLINE
            if group is not None:
                group.files_back(database.name, self.name)
            return
        database.state = DatabaseState.RECOVERY_PENDING
        self.checkpoint(
            "database-missing", f"{database.name}: files not found, RECOVERY_PENDING", database=database.name
        )
        if group is not None:
            group.files_gone(database.name, self.name, running=False)

    def stop(self) -> None:
        """The service stops in an orderly way: the groups first, then checkpoints; takes time."""
        if not self.running:
            return
        self.stopping = True
        self.world.clock.sleep(min(1.0, self.settings.service_stop_s))
        self._go(clean=True)
        self.world.clock.sleep(max(0.0, self.settings.service_stop_s - 1.0))

    def crashed(self) -> None:
        """Host or process are gone, without a word."""
        self._go(clean=False)

    def _go(self, *, clean: bool) -> None:
        if not self.running:
            return
        self.running = self.stopping = False
        self.requests.clear()
        self._close_files()
        self.epoch += 1
        self.checkpoint("stopped", f"SQL Server {self.name} {'stopped' if clean else 'is gone'}", clean=clean)
        self._participation_changed(clean=clean)

    def freeze(self, seconds: float) -> None:
        """It hangs for a while [availability-groups#stopping-a-secondary]; sessions get no answer, secondaries harden
        nothing."""
        self.frozen = True
        self._tell_frozen(answers=False)
        self.world.clock.call_later(seconds, self._thaw)

    def _thaw(self) -> None:
        self.frozen = False
        self._tell_frozen(answers=True)
        if self.running:
            self._participation_changed(clean=True)

    def _tell_frozen(self, *, answers: bool) -> None:
        for group in self.groups():
            group.freeze(self.name, answers)
            if not answers:
                group.failover.stopped_answering(group.replicas[self.name])

    # --- files ---

    def _close_files(self) -> None:
        """What was written while they were open shows in their times from now on [windows#write-time]."""
        if not self.host.up:
            return
        files, now = self.host.files, self.host.now()
        for database in self.databases.values():
            for file in database.files:
                if files.exists(file.path):
                    files.set_modified(file.path, now)

    def files_exist(self, database: Database) -> bool:
        return all(self.host.files.exists(file.path) for file in database.files)

    def look_at_files(self) -> None:
        """While the service doesn't run: reports to the groups which copies can be read at all. Windows is up."""
        if self.running:
            return
        for database in self.databases.values():
            group = self.group_of(database)
            if group is not None:
                group.copy_seen(database.name, self.name, readable=self.files_exist(database))

    def volume_gone(self, letter: str) -> None:
        """A volume vanished under the running instance [reseeding#running-loss-state]. Without tempdb or a system
        database it ends itself."""
        if not self.host.up:  # the power is gone, not the volume
            return
        if not self.running:
            self.look_at_files()
            return
        letter = letter[0].upper()
        hit = [database for database in self.databases.values() if any(f.letter == letter for f in database.files)]
        if any(database.is_system for database in hit):
            names = ", ".join(database.name for database in hit if database.is_system)
            self._go(clean=False)
            service = self.host.services.get(self.service_name)
            if service is not None:
                self.host.services.died(service, f"{names}: I/O error on {letter}:", exit_code=823)
            return
        for database in hit:
            database.state = DatabaseState[self.settings.running_volume_loss_state]
            self.checkpoint(
                "database-lost", f"{database.name}: {letter}: is gone, {database.state.name}", database=database.name
            )
            group = self.group_of(database)
            if group is not None:
                group.files_gone(database.name, self.name, running=True)

    def is_open(self, database: str) -> bool:
        """Can be read and written as far as this instance goes."""
        found = self.local(database)
        return found is not None and found.state in (DatabaseState.ONLINE, DatabaseState.RECOVERING)

    def reopen(self, database: str) -> bool:
        """Tries again to start a database whose files were missing."""
        found = self.local(database)
        if found is None or not self.files_exist(found):
            return False
        found.state = DatabaseState.ONLINE
        return True

    def log_limit_kb(self, database: str) -> float:
        """The file's max_size, or what the volume has room for: the file grows into its free space."""
        found = self.local(database)
        files = [] if found is None else [file for file in found.files if file.kind is FileKind.LOG]
        if not files:
            return self.settings.log_max_kb
        volume = letters.volume_at(self.host.storage, files[0].letter)
        free_kb = 0.0 if volume is None else volume.free_bytes / 1024
        return min(self.settings.log_max_kb, sum(file.size_kb for file in files) + free_kb)

    @property
    def write_limit_kb_s(self) -> float:
        return self.host.storage.contention.limit_kb_s

    @property
    def write_s(self) -> float:
        return self.host.storage.contention.write_s

    def workload_changed(self) -> None:
        log_kb_s = sum(group.workload_kb_s(self.name) for group in self.groups())
        self.host.storage.contention.written(log_kb_s * self.settings.volume_kb_per_log_kb)

    def _volume_changed(self) -> None:
        for group in self.groups():
            group.refresh(f"the volume of {self.name} is {'slower' if self.write_s else 'as fast as ever'}")

    @property
    def opens_encrypted(self) -> bool:
        return self.has_tde_certificate and (self.tde_private_key or self.tde_by_asymmetric_key)

    def create_from_seeding(self, database: str, group_database_id: str, group: str) -> Database:
        return seeding_target.create(self, database, group_database_id, group)

    def why_seeding_fails(self, database: str) -> tuple[int, int] | None:
        return seeding_target.why_it_fails(self, database)

    # --- what groups need ---

    @property
    def participates(self) -> bool:
        if not self.running or (self.stopping and not self.running):
            return False
        node = self.node
        return node is not None and node.up and node.cluster.has_quorum

    @property
    def node_paused(self) -> bool:
        return self.node is not None and self.node.paused

    @property
    def cluster_login_has_rights(self) -> bool:
        login = self.logins.get("NT AUTHORITY\\SYSTEM")
        if login is None:
            return False
        return login.may("ALTER ANY AVAILABILITY GROUP") and login.may("VIEW SERVER STATE")

    def local(self, database: str) -> Database | None:
        return self.databases.get(database.lower())

    def groups(self) -> list[AvailabilityGroup]:
        """Groups with a replica on this instance."""
        if self.cluster is None:
            return []
        return [
            group
            for group in self.cluster.groups.values()
            if self.name in group.replicas and group.replicas[self.name].joined
        ]

    def group_of(self, database: Database) -> AvailabilityGroup | None:
        if database.group is None or self.cluster is None:
            return None
        return self.cluster.group_by_name(database.group)

    def checkpoint(self, kind: str, text: str, **facts_: Any) -> None:
        self.world.trace.record("sql", kind, text, node=self.host.name, server=self.name, **facts_)
        self.world.checkpoint(f"sql.{kind}", server=self, **facts_)

    # --- what statements and views need ---

    def new_database(
        self, name: str, *, data_bytes: int, folder: str, log_kb: int = 1_048_576, write_files: bool = True
    ) -> Database:
        """A user database with one data and one log file in `folder`."""
        database = self.add_database(name, user_database_files(name, data_bytes, folder, log_kb))
        if write_files:
            self.write_files(database)
        return database

    def login_of(self, session: Session) -> Login:
        """The session's login, with what the signatures of the procedure add that it is running."""
        found = self.logins.get(session.login)
        assert found is not None
        running = self.modules.procedures.get(session.procedures[-1]) if session.procedures else None
        if running is None or not running.signers:
            return found
        sids = {self.modules.certificates[name].sid for name in running.signers}
        return with_rights_of(found, [login for login in self.logins.all() if login.sid in sids])

    @property
    def major_version(self) -> int:
        return self._major_version

    def collation(self, database: str) -> str:
        """Every database of an instance has the instance's."""
        return self.settings.collation

    def now(self) -> datetime:
        """What the machine's clock shows."""
        return self.host.now()

    def monotonic(self) -> float:
        return self.world.clock.monotonic()
