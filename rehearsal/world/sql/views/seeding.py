"""Automatic seeding from both sides: history in one view, what flows in the other (rows vanish with the operation)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from rehearsal.engines.tsql import Session, schema
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.seeding import SeedingOperation, SeedingState
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, moment


class SeedingRow(NamedTuple):
    group: AvailabilityGroup
    operation: SeedingOperation
    is_source: bool
    server: Instance


def _operations(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[SeedingRow]:
    for group in server.groups():
        for operation in group.seeding.operations:
            if server.name in (operation.source, operation.target):
                yield SeedingRow(group, operation, server.name == operation.source, server)


def _flowing(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[SeedingRow]:
    for row in _operations(server, session, arguments):
        if row.operation.state is SeedingState.SEEDING:
            yield row


def _failure(row: SeedingRow) -> int | None:
    return row.operation.failure_state


def _failure_text(row: SeedingRow) -> str | None:
    state = row.operation.failure_state
    return None if state is None else schema.value_texts("sys.dm_hadr_automatic_seeding", "failure_state").get(state)


def _remote_replica(row: SeedingRow) -> str:
    return row.group.replicas[row.operation.target if row.is_source else row.operation.source].id


def _database_id(row: SeedingRow) -> str:
    database = row.group.database(row.operation.database)
    return "00000000-0000-0000-0000-000000000000" if database is None else database.id


AUTOMATIC_SEEDING = ViewModel(
    _operations,
    {
        "start_time": lambda row: moment(row.operation.started),
        "completion_time": lambda row: moment(row.operation.ended),
        "ag_id": lambda row: row.group.id,
        "ag_db_id": _database_id,
        "ag_remote_replica_id": _remote_replica,
        "operation_id": lambda row: row.operation.id,
        "is_source": lambda row: int(row.is_source),
        "current_state": lambda row: row.operation.state.value,
        "performed_seeding": lambda row: int(row.operation.flowing_since is not None),
        "failure_state": _failure,
        "failure_state_desc": _failure_text,
        "error_code": lambda row: row.operation.error_number or None,
        "number_of_attempts": lambda row: row.operation.attempts,
    },
    Right.STATE,
)


def _done(row: SeedingRow) -> int:
    return row.operation.bytes_done(row.server.monotonic())


def _flow_started(row: SeedingRow) -> Any:
    operation = row.operation
    assert operation.flowing_since is not None
    return moment(row.server.now() - timedelta(seconds=row.server.monotonic() - operation.flowing_since))


def _estimate(row: SeedingRow) -> Any:
    rate = row.operation.rate
    left = (row.operation.bytes_total - _done(row)) / rate if rate else 0
    return moment(row.server.now() + timedelta(seconds=left))


def _current_rate(row: SeedingRow) -> int:
    stuck = _done(row) >= int(row.operation.bytes_total * row.operation.stops_at_share)
    return 0 if stuck else int(row.operation.rate)


PHYSICAL_SEEDING_STATS = ViewModel(
    _flowing,
    {
        "local_physical_seeding_id": lambda row: row.operation.local_id if row.is_source else row.operation.remote_id,
        "remote_physical_seeding_id": lambda row: row.operation.remote_id if row.is_source else row.operation.local_id,
        "local_database_id": lambda row: 0 if (own := row.server.local(row.operation.database)) is None else own.id,
        "local_database_name": lambda row: row.operation.database,
        "remote_machine_name": lambda row: row.operation.target if row.is_source else row.operation.source,
        "role_desc": lambda row: "Source" if row.is_source else "Destination",
        "internal_state_desc": lambda row: "ReadingAndSendingData" if row.is_source else "WaitingForData",
        "transfer_rate_bytes_per_second": _current_rate,
        "transferred_size_bytes": _done,
        "database_size_bytes": lambda row: row.operation.bytes_total,
        "start_time_utc": _flow_started,
        "end_time_utc": constant(None),
        "estimate_time_complete_utc": _estimate,
        "total_disk_io_wait_time_ms": constant(0),
        "total_network_wait_time_ms": constant(0),
        "failure_code": constant(0),
        "failure_message": constant(""),
        "failure_time_utc": constant(None),
        "is_compression_enabled": constant(0),
    },
    Right.STATE,
)
