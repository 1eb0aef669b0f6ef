"""One Availability Group: who is primary, what is synchronized, whether commits flow, what is lost.

`refresh` is called after every change and at every instant at which something changes by itself (a copy has caught up,
a log is full); it is the only place that decides whether commits flow [availability-groups#required-secondaries].
Roles move in failover.py, seeding is in seeding.py.
"""

from __future__ import annotations

import math
from datetime import datetime

from rehearsal.kernel.clock import Timer
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.databases.ledger import LostCommits
from rehearsal.world.sql.databases.log import TOLERANCE_KB, DatabaseLog, LogCopy
from rehearsal.world.sql.groups.failover import Failover
from rehearsal.world.sql.groups.listener import Listener
from rehearsal.world.sql.groups.log_space import back_up_log, log_used_kb
from rehearsal.world.sql.groups.replica import (
    GroupDatabase,
    Member,
    Operational,
    Replica,
    Role,
    SuspendReason,
    SyncState,
)
from rehearsal.world.sql.groups.seeding import Seeding
from rehearsal.world.sql.groups.servers import GroupCluster, ReplicaServer
from rehearsal.world.sql.settings import SqlSettings


class AvailabilityGroup:
    """State of one group in the cluster's store, and what its replicas make of it."""

    def __init__(
        self,
        cluster: GroupCluster,
        *,
        group_id: str,
        name: str,
        resource_id: str,
        resource_group_id: str,
        db_failover: bool,
        required_synchronized: int = 0,
        basic: bool = False,
        contained: bool = False,
    ) -> None:
        self.cluster = cluster
        self.world = cluster.world
        self.settings = self.world.settings.part(SqlSettings)
        self.id = group_id
        self.name = name
        self.resource_id = resource_id
        self.resource_group_id = resource_group_id
        self.db_failover = db_failover
        self.required_synchronized = required_synchronized
        self.basic = basic
        self.contained = contained
        self.failure_condition_level = 3
        self.health_check_timeout = 30_000
        self.backup_preference = 2
        self.sequence_number = 1
        self.replicas: dict[str, Replica] = {}
        self.databases: dict[str, GroupDatabase] = {}
        self.owner: str | None = None
        """Server whose node owns the group's cluster resource: the primary, or who was it last."""
        self.listener: Listener | None = None
        self.lost_commits: list[LostCommits] = []
        self._timer: Timer | None = None
        self.failover = Failover(self)
        self.seeding = Seeding(self)

    # --- who ---

    def server(self, name: str) -> ReplicaServer:
        return self.cluster.servers[name]

    def replica(self, name: str) -> Replica | None:
        """By server name, any case."""
        folded = name.lower()
        return next((replica for server, replica in self.replicas.items() if server.lower() == folded), None)

    @property
    def primary(self) -> Replica | None:
        """The replica in the PRIMARY role, whether its databases are recovered or not."""
        return next((replica for replica in self.replicas.values() if replica.role is Role.PRIMARY), None)

    def secondaries(self) -> list[Replica]:
        return [replica for replica in self.replicas.values() if replica.role is not Role.PRIMARY]

    def participates(self, server: str) -> bool:
        """The server runs, its node is in a cluster with quorum, and it knows of this group."""
        instance = self.cluster.servers.get(server)
        return instance is not None and instance.participates and self.replicas[server].joined

    def database(self, name: str) -> GroupDatabase | None:
        return self.databases.get(name.lower())

    def is_own_system_database(self, name: str) -> bool:
        """The master or msdb of a contained group [availability-groups#contained]."""
        return self.contained and name.lower() in (f"{self.name}_master".lower(), f"{self.name}_msdb".lower())

    def add_database(self, database: GroupDatabase) -> None:
        self.databases[database.name.lower()] = database
        for server in self.replicas:
            database.members.setdefault(server, Member(server=server))
            database.log.copies.setdefault(server, LogCopy(server=server, intact=False))

    def add_replica(self, replica: Replica) -> None:
        self.replicas[replica.server] = replica
        for database in self.databases.values():
            database.members[replica.server] = Member(server=replica.server)
            database.log.copies[replica.server] = LogCopy(server=replica.server, intact=False)

    def new_log(self, rate: float) -> DatabaseLog:
        return DatabaseLog(
            rate=rate,
            asynchronous_lag_s=self.settings.asynchronous_lag_s,
            send_rate=self.settings.send_kb_s,
            redo_rate=self.settings.redo_kb_s,
            at=self.world.clock.monotonic(),
        )

    # --- what can be seen ---

    def advance(self) -> None:
        """Brings every position to this instant."""
        now = self.world.clock.monotonic()
        for database in self.databases.values():
            database.log.advance(now)
            back_up_log(database, self.settings.log_backup_interval_s)

    def writing_server(self, database: GroupDatabase) -> str | None:
        """Where this database is ONLINE and primary: the only place where commits can be made."""
        primary = self.primary
        if primary is None or database.recovering or primary.operational is not Operational.ONLINE:
            return None
        if not self.participates(primary.server) or not self.server(primary.server).is_open(database.name):
            return None
        return primary.server

    def sync_state(self, database: GroupDatabase, server: str) -> SyncState:
        """As dm_hadr_database_replica_states reports it."""
        member, copy = database.members[server], database.log.copies[server]
        if not member.joined or member.suspended is not None or not copy.intact:
            return SyncState.NOT_SYNCHRONIZING
        source = database.log.source
        if server == source:
            return SyncState.SYNCHRONIZED if self.replicas[server].synchronous else SyncState.SYNCHRONIZING
        if source is not None and copy.participates:
            # of a replica that stopped answering, too, until its session times out: it is what the primary believes
            return SyncState.SYNCHRONIZED
        return SyncState.SYNCHRONIZING if copy.receiving else SyncState.NOT_SYNCHRONIZING

    def synchronized_secondaries(self, database: GroupDatabase) -> int:
        return sum(
            copy.participates and copy.answers and server != database.log.source
            for server, copy in database.log.copies.items()
        )

    # --- the decision ---

    def refresh(self, why: str = "") -> None:
        """Recomputes who receives, who participates and whether commits flow; plans the next look."""
        self.advance()
        soonest = math.inf
        for database in self.databases.values():
            soonest = min(soonest, self._refresh_database(database, why))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for server in self.replicas:
            if server in self.cluster.servers:
                self.server(server).workload_changed()
        if self._timer is None and math.isfinite(soonest):
            self._timer = self.world.clock.call_later(
                max(soonest, 1e-6), lambda: self.refresh("caught up"), background=True
            )

    def _refresh_database(self, database: GroupDatabase, why: str) -> float:
        """Seconds until this database has to be refreshed again."""
        log = database.log
        source = self.writing_server(database)
        if source is not None and log.source != source:
            self._take_over(database, source)
        log.source = source
        for server, copy in log.copies.items():
            copy.redoing = copy.intact and server != source and self.participates(server)
            if server == source:
                copy.receiving, copy.participates, copy.asynchronous = False, False, False
                continue
            self._refresh_copy(database, self.replicas[server], copy)
        self._wait_for_volumes(database)
        self._decide_commits(database, why)
        if source is not None:
            self._note_readiness(database)
        soonest = self._soonest_catch_up(database)
        return min(soonest, self._until_full(database)) if log.commits else soonest

    def _refresh_copy(self, database: GroupDatabase, replica: Replica, copy: LogCopy) -> None:
        log, member = database.log, database.members[replica.server]
        before = copy.receiving
        copy.receiving = (
            log.source is not None
            and replica.connected
            and replica.role is Role.SECONDARY
            and member.joined
            and member.suspended is None
            and copy.intact
            and self.participates(replica.server)
        )
        copy.asynchronous = not replica.synchronous
        if not copy.receiving:
            # a replica that stopped answering is waited for until its session times out
            copy.participates = copy.participates and not copy.answers and log.source is not None
            return
        source_synchronous = log.source is not None and self.replicas[log.source].synchronous
        copy.participates = replica.synchronous and source_synchronous and log.caught_up(replica.server)
        if not before:
            self._say(f"{database.name}: {replica.server} receives log", "synchronizing", replica.server, database)

    def workload_kb_s(self, server: str) -> float:
        """What the workload would write into the logs of this server's copies."""
        return sum(
            database.log.rate
            for database in self.databases.values()
            if server == database.log.source or database.log.copies[server].receiving
        )

    def _wait_for_volumes(self, database: GroupDatabase) -> None:
        """What the volumes under the copies take; one that takes nothing for longer than its session is silent."""
        log = database.log
        for server, copy in log.copies.items():
            if server in self.cluster.servers:
                limit = self.server(server).write_limit_kb_s / self.settings.volume_kb_per_log_kb
                copy.harden_limit = limit * log.rate / (self.workload_kb_s(server) or log.rate or 1.0)
        waited_for = [server for server, copy in log.copies.items() if copy.participates and copy.answers]
        for server in waited_for:
            if self.server(server).write_s > self.replicas[server].session_timeout:
                self.failover.volume_hangs(self.replicas[server])
        waited_for = [server for server in waited_for if log.copies[server].answers]
        if log.source is not None:
            waited_for.append(log.source)
        log.commit_limit = min((log.copies[server].harden_limit for server in waited_for), default=math.inf)
        wait_s, slowest = max(((self.server(server).write_s, server) for server in waited_for), default=(0.0, ""))
        database.slowest_commit_s = max(database.slowest_commit_s, wait_s)
        database.slow_commits.note(wait_s > 0, log.at, f"the volume of {slowest} takes {wait_s:g} s longer")

    def _soonest_catch_up(self, database: GroupDatabase) -> float:
        found = min(
            database.log.until_trailing_changes_s(server, self.settings.trailing_copy_s)
            for server in database.log.copies
        )
        for server, copy in database.log.copies.items():
            if copy.receiving and not copy.participates and not copy.asynchronous:
                found = min(found, database.log.catch_up_s(server))
        return found

    def _until_full(self, database: GroupDatabase) -> float:
        if database.log.rate <= 0:
            return math.inf
        return max(0.0, self._log_limit_kb(database) - log_used_kb(self.seeding, database)) / database.log.rate

    def _log_limit_kb(self, database: GroupDatabase) -> float:
        source = database.log.source
        return self.settings.log_max_kb if source is None else self.server(source).log_limit_kb(database.name)

    def _decide_commits(self, database: GroupDatabase, why: str) -> None:
        log = database.log
        reason = self._why_no_commits(database)
        log.commits = reason is None
        now = log.at
        if database.write_outage.note(not log.commits, now, reason or ""):
            if log.commits:
                self._say(f"{database.name}: writes go on", "writes-resume", log.source, database, why or None)
            else:
                self._say(f"{database.name}: no writes: {reason}", "write-outage", log.source, database, why or None)
        safe = log.safe_copies()
        if database.at_risk.note(safe < 2, now, f"{safe} of {len(log.copies)} copies hold every commit"):
            if safe < 2:
                self._say(f"{database.name}: {safe} copy holds every commit", "data-at-risk", log.source, database)
            else:
                self._say(f"{database.name}: {safe} copies hold every commit", "data-safe", log.source, database)
        bound_s = self.settings.trailing_copy_s
        trailing = safe < 2 and any(log.trails(server, bound_s) for server in log.copies if server != log.source)
        database.alone.note(safe < 2 and not trailing, now, f"no copy trails by less than {bound_s:.0f} s")

    def _why_no_commits(self, database: GroupDatabase) -> str | None:
        log = database.log
        if log.source is None:
            return "no primary has it ONLINE"
        silent = [server for server, copy in log.copies.items() if copy.participates and not copy.answers]
        if silent:
            return f"{silent[0]} does not answer"
        if self.synchronized_secondaries(database) < self.required_synchronized:
            return f"fewer than {self.required_synchronized} synchronized secondaries"
        if log_used_kb(self.seeding, database) >= self._log_limit_kb(database) - TOLERANCE_KB:
            return "the log is full (9002)"
        return None

    def _note_readiness(self, database: GroupDatabase) -> None:
        """What the cluster records for the case that the primary dies; without a primary it stays as it was."""
        for server, member in database.members.items():
            copy = database.log.copies[server]
            member.ready = server == database.log.source or copy.participates

    def _take_over(self, database: GroupDatabase, server: str) -> None:
        """A copy becomes the one that is written: what it doesn't hold of the acknowledged commits is lost."""
        log = database.log
        copy = log.copies[server]
        if copy.hardened < log.committed - TOLERANCE_KB:
            self.lose(database, copy.hardened, f"{server} became primary without them")
        log.end = copy.hardened
        copy.redone = copy.hardened
        copy.answers = True
        for other in log.copies.values():
            # what the new primary doesn't have is undone on the others
            other.hardened = min(other.hardened, log.end)
            other.redone = min(other.redone, other.hardened)

    def lose(self, database: GroupDatabase, kept_kb: float, why: str) -> None:
        """Records that acknowledged commits after `kept_kb` are gone for good."""
        log = database.log
        lost = LostCommits(
            database=database.name,
            at=self.world.clock.monotonic(),
            kept_kb=kept_kb,
            lost_kb=log.committed - kept_kb,
            why=why,
        )
        log.committed = kept_kb
        self.lost_commits.append(lost)
        self._say(
            f"{database.name}: {lost.lost_kb:.0f} KB of committed log are lost: {why}",
            "commits-lost",
            None,
            database,
        )

    def unreachable_commits(self) -> list[LostCommits]:
        """Acknowledged commits that no readable copy holds now: lost, unless a volume comes back."""
        self.advance()
        found = []
        for database in self.databases.values():
            log = database.log
            best = max((copy.hardened for copy in log.copies.values() if copy.intact), default=0.0)
            if best < log.committed - TOLERANCE_KB:
                found.append(
                    LostCommits(
                        database=database.name,
                        at=log.at,
                        kept_kb=best,
                        lost_kb=log.committed - best,
                        why="no readable copy",
                    )
                )
        return found

    def copy_destroyed(self, database: GroupDatabase, server: str, why: str) -> None:
        """A copy is deleted or overwritten: commits that only it held are gone."""
        self.advance()
        log = database.log
        copy = log.copies[server]
        held = copy.hardened
        copy.intact, copy.hardened, copy.redone, copy.receiving, copy.participates = False, 0.0, 0.0, False, False
        others = max((other.hardened for other in log.copies.values() if other is not copy), default=0.0)
        if log.source is None and held >= log.committed - TOLERANCE_KB > others:
            self.lose(database, others, why)

    # --- changes that others report ---

    def participation_changed(self, server: str, *, clean: bool) -> None:
        """The server came up or went down, or its node joined or left the cluster.

        `clean` False: it vanished without a word; the others notice by time-out.
        """
        if server not in self.replicas:
            return
        self.advance()
        if self.participates(server):
            self.failover.server_came(self.replicas[server])
        else:
            self.failover.server_went(self.replicas[server], clean=clean)

    def files_gone(self, name: str, server: str, *, running: bool) -> None:
        """The local copy can't be read any more [reseeding#lost-files]."""
        database = self.databases[name.lower()]
        self.advance()
        copy, member = database.log.copies[server], database.members[server]
        copy.intact = False
        if member.joined and server != database.log.source and self.replicas[server].role is not Role.PRIMARY:
            member.suspended = SuspendReason.REDO if running else SuspendReason.RESTART
        was_source = database.log.source == server
        self.refresh(f"{server} lost the files of {name}")
        if was_source and self.db_failover:
            self.failover.primary_failed(after_s=self.settings.clean_stop_failover_s)

    def files_back(self, name: str, server: str) -> None:
        """The local copy can be read again, with everything that it had hardened."""
        self.advance()
        member = self.databases[name.lower()].members[server]
        if member.suspended is SuspendReason.RESTART and not self.settings.suspension_survives_restart:
            member.suspended = None
        self.databases[name.lower()].log.copies[server].intact = True
        self.refresh(f"{server} has the files of {name} again")

    def copy_seen(self, name: str, server: str, *, readable: bool) -> None:
        """What the disks of a stopped instance hold: a lost cache counts as lost before anybody starts the service."""
        copy = self.databases[name.lower()].log.copies[server]
        if copy.intact != readable:
            self.advance()
            copy.intact = readable
            self.refresh(f"the files of {name} on {server} are {'there' if readable else 'gone'}")

    def freeze(self, server: str, answers: bool) -> None:
        """A replica that hangs is connected but hardens nothing [availability-groups#stopping-a-secondary]."""
        self.advance()
        for database in self.databases.values():
            database.log.copies[server].answers = answers
        self.refresh(f"{server} {'answers again' if answers else 'does not answer'}")

    # --- trace ---

    def utc_now(self) -> datetime:
        return self.world.clock.now()

    def _say(
        self, text: str, kind: str, server: str | None, database: GroupDatabase | None, why: str | None = None
    ) -> None:
        facts = {} if database is None else {"database": database.name}
        node = None if server is None else self.cluster.node_of(server)
        self.world.trace.record("sql", kind, text, node=node, why=why, group=self.name, **facts)
        self.world.checkpoint(f"sql.{kind}", group=self, server=server, **facts)

    def say(self, text: str, kind: str, server: str | None = None, why: str | None = None) -> None:
        """Records what happened to the group as a whole."""
        self._say(text, kind, server, None, why)

    def set_local_state(self, database: GroupDatabase, server: str, state: DatabaseState) -> None:
        local = self.server(server).local(database.name)
        if local is not None and local.state in (
            DatabaseState.ONLINE,
            DatabaseState.RECOVERING,
            DatabaseState.RESTORING,
        ):
            local.state = state
