"""How roles move: planned and forced failover, automatic failover, what happens when servers come and go.

A failover takes time: the statement returns once the target has accepted; then the old primary is RESOLVING, the target
takes the role, redoes what it has hardened, and is ONLINE; the others reconnect
[availability-groups#automatic-failover]. Automatic failover happens exactly when: the primary is gone, it and the
target are synchronous and AUTOMATIC, every database of the target was ready, the target participates and its node isn't
paused, and the threshold isn't reached. Fault point `sql.role` (context node, group), when an accepted failover is
about to give the target its role: FAIL: the resource doesn't come online there, the former primary takes the role
again; LATE: it takes `seconds` longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rehearsal.kernel.clock import Timer
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.groups.replica import (
    ConnectError,
    FailoverMode,
    GroupDatabase,
    Operational,
    Replica,
    Role,
    SuspendReason,
)

if TYPE_CHECKING:
    from rehearsal.world.sql.groups.group import AvailabilityGroup


class Failover:
    """The role changes of one group; at most one is under way."""

    def __init__(self, group: AvailabilityGroup) -> None:
        self.group = group
        self.settings = group.settings
        self.clock = group.world.clock
        self.pending: str | None = None
        """Server that is about to take the role."""
        self.automatic_at: list[float] = []
        self._watch: Timer | None = None
        self._failing_since: float | None = None
        """When the role lost its primary."""
        self._sessions: dict[str, Timer] = {}
        self._generation = 0

    # --- by command ---

    def begin(self, target: Replica, *, forced: bool) -> None:
        """The target has accepted: from here on it goes by itself, whatever becomes of the client."""
        group = self.group
        old = group.primary
        group.advance()
        self.pending = target.server
        self._stop_watching()
        if old is not None:
            self._resolve(old)
            group.seeding.server_went(old.server)
        for replica in group.replicas.values():
            replica.connected = False
        target.role, target.operational = Role.RESOLVING, Operational.PENDING_FAILOVER
        group.refresh(f"failover to {target.server}")
        group.say(f"{group.name}: failover to {target.server} begins", "failover-begins", target.server)
        self.clock.call_later(self.settings.role_change_s, lambda: self._change_role(target, forced=forced))

    def cancel_pending(self, back_to: Replica | None) -> None:
        """The resource didn't come online: the old primary takes the role again, if it can."""
        self.pending = None
        if back_to is not None and self.group.participates(back_to.server):
            self._take_role(back_to, forced=False)
        else:
            self.primary_failed(after_s=self.settings.clean_stop_failover_s)

    def _change_role(self, target: Replica, *, forced: bool) -> None:
        """The accepted failover's own step, which a fault may hit: the cluster brings the resource online."""
        group = self.group
        fault = group.world.fault("sql.role", node=group.cluster.node_of(target.server), group=group.name)
        if fault is not None and fault.kind is FaultKind.LATE:
            self.clock.call_later(fault.seconds, lambda: self._take_role(target, forced=forced))
            return
        paused = group.server(target.server).node_paused and not self.settings.paused_node_takes_groups
        if paused or (fault is not None and fault.kind is FaultKind.FAIL):
            group.say(f"{group.name}: the resource did not come online on {target.server}", "failover-failed")
            self._resolve(target)
            old = group.replicas.get(group.owner or "")
            self.cancel_pending(old if old is not target else None)
            return
        self._take_role(target, forced=forced)

    def _take_role(self, target: Replica, *, forced: bool) -> None:
        group = self.group
        self.pending = None
        self._generation += 1
        if not group.participates(target.server):
            group.say(f"{group.name}: {target.server} went away before it became primary", "failover-failed")
            self._resolve(target)
            group.refresh("failover target gone")
            self.primary_failed(after_s=self.settings.clean_stop_failover_s)
            return
        for other in group.replicas.values():
            if other is not target and other.role is Role.PRIMARY:
                self._resolve(other)
        before, group.owner = group.owner, target.server
        group.sequence_number += 1
        target.role, target.operational, target.connected = Role.PRIMARY, Operational.ONLINE, True
        self._failing_since = None
        group.say(f"{group.name}: {target.server} is primary", "role-primary", target.server, f"was {before}")
        for database in group.databases.values():
            database.recovering = True
            member = database.members[target.server]
            if forced or member.suspended is not None:
                member.suspended = None
            group.set_local_state(database, target.server, DatabaseState.RECOVERING)
            wait = self.settings.recovery_base_s
            if target.server in database.log.copies:
                wait += database.log.redo_queue(target.server) / database.log.redo_rate
            self._after(wait, partial(self._recovered, database, target, forced=forced))
        for replica in group.replicas.values():
            if replica is not target and group.participates(replica.server):
                wait = self.settings.old_primary_rejoin_s if replica.server == before else self.settings.connect_s
                self._after(wait, partial(self._rejoin, replica))
        group.refresh("role change")

    def _recovered(self, database: GroupDatabase, target: Replica, *, forced: bool) -> None:
        if target.role is not Role.PRIMARY:
            return
        database.recovering = False
        self.group.set_local_state(database, target.server, DatabaseState.ONLINE)
        if forced:
            for server, member in database.members.items():
                if server != target.server and member.joined and member.suspended is None:
                    member.suspended = SuspendReason.PARTNER
        self.group.refresh(f"{target.server} recovered {database.name}")

    def _rejoin(self, replica: Replica) -> None:
        """A server that runs connects to the primary as its secondary."""
        group = self.group
        if group.primary is None or replica.role is Role.PRIMARY or not group.participates(replica.server):
            return
        if not self._can_connect(replica):
            self._note_connect_error(replica, 35204)
            return
        replica.role, replica.operational, replica.connected = Role.SECONDARY, Operational.ONLINE, True
        for database in group.databases.values():
            if database.members[replica.server].joined:
                group.set_local_state(database, replica.server, DatabaseState.ONLINE)
        group.say(f"{group.name}: {replica.server} is secondary", "role-secondary", replica.server)
        group.refresh(f"{replica.server} connected")
        group.seeding.consider(replica, "connected")

    def endpoint_changed(self, replica: Replica) -> None:
        """An instance's endpoint was stopped or started: its connections go, or come back."""
        group = self.group
        group.advance()
        started = group.server(replica.server).endpoint_started
        affected = group.secondaries() if replica.role is Role.PRIMARY else [replica]
        for other in affected:
            if started:
                self.clock.call_later(self.settings.connect_s, partial(self._rejoin, other))
            elif other.connected:
                other.connected = False
                self._note_connect_error(other, 35206)
        group.refresh(f"endpoint of {replica.server} {'started' if started else 'stopped'}")

    def _can_connect(self, replica: Replica) -> bool:
        """Each lets the other in, at the port that its replica's URL names [availability-groups#policies]."""
        primary = self.group.primary
        if primary is None:
            return False
        servers = {each.server: self.group.server(each.server) for each in (replica, primary)}
        at_port = all(
            each.endpoint_url.rpartition(":")[2] == str(servers[each.server].endpoint_port)
            for each in (replica, primary)
        )
        one, other = servers[replica.server], servers[primary.server]
        return at_port and one.lets_in(other) and other.lets_in(one)

    # --- servers come and go ---

    def server_came(self, replica: Replica) -> None:
        """The instance runs and its node is in the cluster: it takes the part it has."""
        group = self.group
        silent = self._hangs(replica)
        if not silent and replica.connected and replica.role is not Role.RESOLVING:
            return
        self._forget_session(replica.server)
        for database in group.databases.values():
            database.log.copies[replica.server].answers = True
        if replica.role is Role.PRIMARY:
            return
        replica.role, replica.operational, replica.connected = Role.RESOLVING, Operational.PENDING, False
        group.refresh(f"{replica.server} came up")
        self.clock.call_later(self.settings.connect_s, lambda: self._find_place(replica))

    def _find_place(self, replica: Replica) -> None:
        group = self.group
        if replica.role is not Role.RESOLVING or not group.participates(replica.server) or self.pending is not None:
            return
        if group.primary is not None:
            self._rejoin(replica)
        elif group.owner == replica.server:
            self._stop_watching()
            left_s = self._failed_for_s(replica)
            if left_s > 0:
                group.say(f"{group.name}: its role stays Failed for {left_s:.0f} s more", "role-failed", replica.server)
                self.clock.call_later(left_s, lambda: self._find_place(replica))
                return
            self._take_role(replica, forced=False)
        elif self._watch is None:
            self.primary_failed(after_s=self.settings.clean_stop_failover_s)

    def _failed_for_s(self, replica: Replica) -> float:
        """How long WSFC still leaves the role Failed, after its owner's SQL Server was away for long.

        Where no other node is up, the owner's node forms the cluster anew, which brings all roles online.
        """
        retry_s, since = self.settings.failed_role_retry_s, self._failing_since
        if since is None or not retry_s or not self.group.cluster.another_node_is_up(replica.server):
            return 0.0
        away_s = self.clock.monotonic() - since - self.settings.role_restart_s
        return 0.0 if away_s <= 0 else (retry_s - away_s % retry_s) % retry_s

    def server_went(self, replica: Replica, *, clean: bool) -> None:
        """The instance stopped or its node left."""
        group = self.group
        group.seeding.server_went(replica.server)
        was_primary = replica.role is Role.PRIMARY
        if was_primary:
            self._resolve(replica)
            for other in group.secondaries():
                other.connected = False
                if group.participates(other.server):
                    other.role, other.operational = Role.RESOLVING, Operational.PENDING
            self._failing_since = self.clock.monotonic()
            group.refresh(f"{replica.server} went away")
            group.say(f"{group.name}: primary {replica.server} is gone", "primary-gone", replica.server)
            wait = self.settings.clean_stop_failover_s if clean else self.settings.node_failure_detection_s
            self.primary_failed(after_s=wait)
            return
        replica.role, replica.operational = Role.RESOLVING, Operational.OFFLINE
        if clean or group.primary is None or not replica.connected:
            replica.connected = False
            self._note_connect_error(replica, 35206)
            group.refresh(f"{replica.server} went away")
            return
        for database in group.databases.values():
            database.log.copies[replica.server].answers = False
        group.refresh(f"{replica.server} does not answer")
        self._expect_silence(replica)

    def _resolve(self, replica: Replica) -> None:
        replica.role, replica.operational = Role.RESOLVING, Operational.PENDING
        replica.connected = False
        for database in self.group.databases.values():
            database.recovering = False
            if database.members[replica.server].joined and self.group.participates(replica.server):
                self.group.set_local_state(database, replica.server, DatabaseState.ONLINE)

    # --- a replica that doesn't answer ---

    def stopped_answering(self, replica: Replica) -> None:
        """The instance hangs: a secondary is given up after its session timeout, a primary after its lease."""
        if replica.role is Role.PRIMARY:
            self.clock.call_later(self.settings.lease_timeout_s, lambda: self._lease_expired(replica))
        elif replica.connected:
            self._expect_silence(replica)

    def volume_hangs(self, replica: Replica) -> None:
        """Its volume takes so long for a write that its session times out, commits waiting; then it connects again."""
        for database in self.group.databases.values():
            database.log.copies[replica.server].answers = False
        self._expect_silence(replica)
        seconds = replica.session_timeout + self.settings.connect_s
        self.clock.call_later(seconds, partial(self._rejoin, replica), background=True)

    def _lease_expired(self, replica: Replica) -> None:
        hanging = any(not database.log.copies[replica.server].answers for database in self.group.databases.values())
        if replica.role is Role.PRIMARY and hanging:
            self.group.say(f"{self.group.name}: lease of {replica.server} expired", "lease-expired", replica.server)
            self._resolve(replica)
            for other in self.group.secondaries():
                other.connected = False
            self.group.refresh("lease expired")
            self.primary_failed(after_s=0.0)

    def _expect_silence(self, replica: Replica) -> None:
        self._forget_session(replica.server)
        self._sessions[replica.server] = self.clock.call_later(
            replica.session_timeout, lambda: self._session_timed_out(replica)
        )

    def _session_timed_out(self, replica: Replica) -> None:
        self._sessions.pop(replica.server, None)
        silent = [
            copy
            for database in self.group.databases.values()
            if not (copy := database.log.copies[replica.server]).answers
        ]
        if not silent and self.group.participates(replica.server):
            return
        replica.connected = False
        self._note_connect_error(replica, 35206)
        for copy in silent:
            copy.answers = True
        self.group.say(f"{self.group.name}: session with {replica.server} timed out", "session-timeout", replica.server)
        self.group.refresh("session timeout")

    def _forget_session(self, server: str) -> None:
        timer = self._sessions.pop(server, None)
        if timer is not None:
            timer.cancel()

    def _note_connect_error(self, replica: Replica, number: int) -> None:
        text = (
            f"A connection timeout has occurred on a previously established connection to availability replica "
            f"'{replica.server}' with id [{replica.id}].  Either a networking or a firewall issue exists or the "
            "availability replica has transitioned to the resolving role."
        )
        replica.last_connect_error = ConnectError(number=number, text=text, at=self.group.utc_now())

    # --- automatic failover ---

    def primary_failed(self, *, after_s: float) -> None:
        """Nobody is primary: after the cluster has noticed, the best automatic partner takes over, if there is one."""
        self._stop_watching()
        self._watch = self.clock.call_later(after_s, self._try_automatic)

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _try_automatic(self) -> None:
        self._watch = None
        group = self.group
        old = group.replicas.get(group.owner or "")
        if self.pending is not None or old is None:
            return
        primary = group.primary
        if primary is not None:
            if not self._databases_failed(primary):
                return
        elif group.participates(old.server) and old.role is Role.RESOLVING and not self._hangs(old):
            self._take_role(old, forced=False)
            return
        why = self._why_not_automatic(old)
        targets = [replica for replica in group.replicas.values() if replica is not old and self.is_automatic(replica)]
        if why is None and not targets:
            why = "no automatic partner is ready"
        if why is not None:
            group.say(f"{group.name}: no automatic failover: {why}", "no-automatic-failover", old.server)
            return
        self.automatic_at.append(self.clock.monotonic())
        self.begin(targets[0], forced=False)

    def _databases_failed(self, primary: Replica) -> bool:
        server = self.group.server(primary.server)
        return self.group.db_failover and any(
            not server.is_open(database.name) for database in self.group.databases.values()
        )

    def _hangs(self, replica: Replica) -> bool:
        return any(not database.log.copies[replica.server].answers for database in self.group.databases.values())

    def _why_not_automatic(self, old: Replica) -> str | None:
        if not self.group.cluster.has_quorum or self.group.cluster.forced_quorum:
            return "no quorum, or a forced one"
        if not old.synchronous or old.failover_mode is not FailoverMode.AUTOMATIC:
            return f"{old.server} is not set to AUTOMATIC"
        since = self.clock.monotonic() - self.settings.failover_period_s
        if sum(at >= since for at in self.automatic_at) >= self.settings.failover_threshold:
            return "the cluster's failover threshold is reached"
        return None

    def is_automatic(self, replica: Replica) -> bool:
        """Would this replica take over by itself now?"""
        group = self.group
        return (
            replica.synchronous
            and replica.failover_mode is FailoverMode.AUTOMATIC
            and group.participates(replica.server)
            and not group.server(replica.server).node_paused
            and group.server(replica.server).cluster_login_has_rights
            and all(database.members[replica.server].ready for database in group.databases.values())
            and all(group.server(replica.server).is_open(database.name) for database in group.databases.values())
        )

    # --- quorum ---

    def quorum_lost(self) -> None:
        """Every replica is RESOLVING, nobody can read or write."""
        for replica in self.group.replicas.values():
            self._resolve(replica)
            replica.operational = Operational.FAILED_NO_QUORUM
        self._stop_watching()
        self.group.refresh("quorum lost")

    def _after(self, seconds: float, function: Callable[[], None]) -> None:
        """Runs unless another role change has come in between."""
        generation = self._generation

        def run() -> None:
            if generation == self._generation:
                function()

        self.clock.call_later(seconds, run)
