"""Automatic seeding: operations with progress on both sides, failures, and the log they hold on the primary.

An operation is considered whenever a trigger comes (SEEDING_MODE set, CREATE ANY DATABASE granted, a replica connected,
a database dropped where the setting says so) for a database that the replica lacks [reseeding#seeding-trigger]; failure
states [reseeding#seeding-states]. Fault point `sql.seeding` (context node, database): FAIL after the share `after`
(`error` the failure_state, default 15), HANG stuck at the share `after`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from rehearsal.kernel.clock import Timer
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.groups.replica import GroupDatabase, Replica, Role, SeedingMode

if TYPE_CHECKING:
    from rehearsal.world.sql.groups.group import AvailabilityGroup


class SeedingState(StrEnum):
    """current_state of sys.dm_hadr_automatic_seeding, as machines show it [reseeding#seeding-state-words]."""

    CHECKING = "CHECK_IF_SEEDING_NEEDED"
    WAITING = "LIMIT_CONCURRENT_BACKUPS"
    SEEDING = "SEEDING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"


@dataclass(slots=True, kw_only=True, eq=False)
class SeedingOperation:
    """One attempt to copy one database to one replica. Bytes grow evenly from `flowing_since` on."""

    id: str
    local_id: str
    remote_id: str
    database: str
    target: str
    source: str
    bytes_total: int
    started: datetime
    attempts: int
    begun_at: float
    hold_kb: float
    """Log position from which the primary must keep its log."""
    state: SeedingState = SeedingState.CHECKING
    flowing_since: float | None = None
    stops_at_share: float = 1.0
    rate: float = 0.0
    ended: datetime | None = None
    failure_state: int | None = None
    error_number: int = 0
    timer: Timer | None = None

    @property
    def active(self) -> bool:
        return self.state not in (SeedingState.COMPLETED, SeedingState.FAILED)

    def bytes_done(self, now: float) -> int:
        if self.state is SeedingState.COMPLETED:
            return self.bytes_total
        if self.flowing_since is None:
            return 0
        return int(min(self.bytes_total * self.stops_at_share, self.rate * (now - self.flowing_since)))


class Seeding:
    """The seeding of one group; history stays in `operations`, as in the real view."""

    def __init__(self, group: AvailabilityGroup) -> None:
        self.group = group
        self.settings = group.settings
        self.clock = group.world.clock
        self.operations: list[SeedingOperation] = []

    def holds_log(self, database: str, server: str) -> float | None:
        """The position an active operation to this server needs the log from."""
        for operation in self.operations:
            if operation.active and operation.target == server and operation.database.lower() == database.lower():
                return operation.hold_kb
        return None

    def consider(self, replica: Replica, why: str) -> None:
        """Starts what is missing on this replica, if it may be seeded."""
        group = self.group
        primary = group.primary
        if (
            primary is None
            or replica is primary
            or replica.seeding_mode is not SeedingMode.AUTOMATIC
            or not replica.connected
            or replica.role is not Role.SECONDARY
        ):
            return
        for database in group.databases.values():
            if database.members[replica.server].joined or database.log.source != primary.server:
                continue
            if self.holds_log(database.name, replica.server) is None:
                self._begin(database, replica, primary, why)

    def cancel(self, replica: Replica) -> None:
        """SEEDING_MODE = MANUAL on the primary cancels what runs (failure_state 1)."""
        for operation in self.operations:
            if operation.active and operation.target == replica.server:
                self._fail(operation, 1, 0)

    def server_went(self, server: str) -> None:
        """A side is gone: its operations fail (5 the primary, 7 the replica)."""
        for operation in self.operations:
            if operation.active and server in (operation.target, operation.source):
                self._fail(operation, 5 if server == operation.source else 7, 0)

    # --- one operation ---

    def _begin(self, database: GroupDatabase, replica: Replica, primary: Replica, why: str) -> None:
        group = self.group
        group.advance()
        earlier = sum(
            operation.database == database.name and operation.target == replica.server for operation in self.operations
        )
        operation = SeedingOperation(
            id=group.cluster.new_guid(),
            local_id=group.cluster.new_guid(),
            remote_id=group.cluster.new_guid(),
            database=database.name,
            target=replica.server,
            source=primary.server,
            bytes_total=database.data_bytes,
            started=group.utc_now(),
            attempts=earlier + 1,
            begun_at=self.clock.monotonic(),
            hold_kb=database.log.end,
        )
        self.operations.append(operation)
        group.say(f"{database.name}: seeding to {replica.server} begins", "seeding-begins", replica.server, why)
        if replica.create_any_database is not True:
            operation.timer = self.clock.call_later(
                self.settings.seeding_grant_timeout_s, lambda: self._fail(operation, 21, 0)
            )
            return
        operation.timer = self.clock.call_later(self.settings.seeding_begin_s, lambda: self._flow(operation))

    def _flow(self, operation: SeedingOperation) -> None:
        if not operation.active:
            return
        flowing = sum(other.state is SeedingState.SEEDING for other in self.operations)
        if flowing >= self.settings.seeding_concurrency:
            operation.state = SeedingState.WAITING
            return
        refused = self.group.server(operation.target).why_seeding_fails(operation.database)
        if refused is not None:
            self._fail(operation, *refused)
            return
        operation.state = SeedingState.SEEDING
        operation.flowing_since = self.clock.monotonic()
        operation.rate = self.settings.seeding_bytes_s
        fault = self.group.world.fault("sql.seeding", node=operation.target, database=operation.database)
        if fault is not None:
            self._apply(fault, operation)
            return
        operation.timer = self.clock.call_later(
            operation.bytes_total / operation.rate, lambda: self._complete(operation)
        )

    def _apply(self, fault: Fault, operation: SeedingOperation) -> None:
        operation.stops_at_share = fault.after
        if fault.kind is FaultKind.FAIL:
            state = int(fault.error or 15)
            operation.timer = self.clock.call_later(
                fault.after * operation.bytes_total / operation.rate, lambda: self._fail(operation, state, 0)
            )

    def _complete(self, operation: SeedingOperation) -> None:
        if not operation.active:
            return
        group = self.group
        database = group.database(operation.database)
        if database is None:
            self._fail(operation, 17, 0)
            return
        group.advance()
        local = group.server(operation.target).create_from_seeding(database.name, database.id, group.name)
        local.state = DatabaseState.ONLINE
        copy, member = database.log.copies[operation.target], database.members[operation.target]
        copy.intact, copy.hardened, copy.redone = True, operation.hold_kb, operation.hold_kb
        member.joined, member.suspended = True, None
        operation.state, operation.ended = SeedingState.COMPLETED, group.utc_now()
        group.say(f"{database.name}: seeded to {operation.target}", "seeding-completed", operation.target)
        group.refresh("seeded")
        self._next_waiting()

    def _fail(self, operation: SeedingOperation, failure_state: int, error_number: int) -> None:
        if not operation.active:
            return
        if operation.timer is not None:
            operation.timer.cancel()
        now = self.clock.monotonic()
        done = operation.bytes_done(now)
        operation.stops_at_share = done / operation.bytes_total if operation.bytes_total else 0.0
        operation.state, operation.ended = SeedingState.FAILED, self.group.utc_now()
        operation.failure_state, operation.error_number = failure_state, error_number
        text = f"{operation.database}: seeding to {operation.target} failed ({failure_state})"
        self.group.say(text, "seeding-failed", operation.target)
        self.group.refresh("seeding failed")
        self._next_waiting()

    def _next_waiting(self) -> None:
        waiting = next((other for other in self.operations if other.state is SeedingState.WAITING), None)
        if waiting is not None:
            self._flow(waiting)
