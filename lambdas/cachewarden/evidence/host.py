"""One host's report: who it is, and the sections that an observation or an act's verdict brings."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.evidence.installation import Installation, installation_to_json, parse_installation
from cachewarden.evidence.sql import SqlEvidence, parse_sql, sql_to_json
from cachewarden.evidence.storage import StorageEvidence, parse_storage, storage_to_json
from cachewarden.evidence.worker import WorkerEvidence, parse_worker, worker_to_json
from cachewarden.json_reader import Json, JsonReader, format_time

SERVER_2025 = 26100
"""Its builds begin here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostEvidence:
    """One host's report; `*_at` is when each section was asked for, since an act's verdict renews only some.

    `host_clock` and `booted_at` are by the host's own clock, and compared with nothing but each other. `token_highest`:
    None where the host doesn't tell it. `cluster_key`: of the lease whose operation acted on it last; until
    `operation_until`, by its own clock, it lets no other lease's act. `token_ahead`: a fencing token ahead of the
    host's clock, which it found and doesn't count. `drained`: whether we paused it in its failover cluster and haven't
    resumed it. None: it can't be told, which is not the same as no. `storage_command`: the command that observed the
    storage, None where an act's verdict brought it.
    """

    computer: str
    boot_id: str
    booted_at: datetime | None
    host_clock: datetime | None
    windows_build: str | None
    token_highest: int | None
    token_ahead: int | None
    cluster_key: str | None
    operation_until: datetime | None
    installation: Installation
    drained: bool | None
    storage: StorageEvidence | None
    storage_at: datetime
    storage_command: str | None
    worker: WorkerEvidence | None
    worker_at: datetime
    sql: SqlEvidence | None
    sql_at: datetime

    @property
    def holds_to_its_key(self) -> bool:
        """Whether it lets no other lease's act now; also where that can't be told."""
        if self.operation_until is None or self.host_clock is None:
            return True
        return self.host_clock < self.operation_until

    @property
    def newest_at(self) -> datetime:
        """When its newest section was asked for; `uptime_s` is of that moment."""
        return max(self.storage_at, self.worker_at, self.sql_at)

    @property
    def may_stop_at_boot(self) -> bool:
        """Whether its Windows may stop at every boot while the pool lacks a disk, or isn't known to be another
        [write-cache#bugcheck-2025]."""
        build = self.windows_build
        return build is None or not build.isdecimal() or int(build) >= SERVER_2025

    @property
    def uptime_s(self) -> float | None:
        """Seconds since Windows started, None where the host doesn't say."""
        if self.host_clock is None or self.booted_at is None:
            return None
        return (self.host_clock - self.booted_at).total_seconds()

    @property
    def started_at(self) -> datetime | None:
        """When Windows started, by the asking side's clock; None where the host doesn't say."""
        return None if self.uptime_s is None else self.newest_at - timedelta(seconds=self.uptime_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSections:
    """The parts of a report that an act's verdict may bring, each whole; None is one that it doesn't bring."""

    storage: StorageEvidence | None
    worker: WorkerEvidence | None
    sql: SqlEvidence | None


def parse_sections(source: JsonReader) -> HostSections:
    """The sections in a host's evidence; raises `UnexpectedJsonError`."""
    return HostSections(
        storage=parse_storage(source.child("storage")) if source.has("storage") else None,
        worker=parse_worker(source.child("worker")) if source.has("worker") else None,
        sql=parse_sql(source.child("sql")) if source.has("sql") else None,
    )


def parse_host(source: JsonReader) -> HostEvidence:
    """A host's report with the times at which it was asked for; raises `UnexpectedJsonError`."""
    evidence = source.child("evidence")
    identity = evidence.child("host")
    observed_at = source.time("observedAt")
    asked = source.child("sections") if source.has("sections") else JsonReader({})
    token = evidence.child("token") if evidence.has("token") else JsonReader({})
    sections = parse_sections(evidence)
    return HostEvidence(
        computer=identity.text("computer"),
        boot_id=identity.text("bootId"),
        booted_at=identity.optional("bootedAt", identity.time),
        host_clock=source.optional("hostClock", source.time),
        windows_build=identity.optional("build", identity.text),
        token_highest=token.optional("highest", token.number),
        token_ahead=token.optional("ahead", token.number),
        cluster_key=token.optional("clusterKey", token.text),
        operation_until=token.optional("operationUntil", token.time),
        installation=parse_installation(identity),
        drained=identity.optional("drained", identity.flag),
        storage=sections.storage,
        storage_at=asked.optional("storage", asked.time) or observed_at,
        storage_command=source.optional("commandId", source.text),
        worker=sections.worker,
        worker_at=asked.optional("worker", asked.time) or observed_at,
        sql=sections.sql,
        sql_at=asked.optional("sql", asked.time) or observed_at,
    )


def observed_host(verdict: JsonReader, asked_at: datetime, command_id: str) -> HostEvidence:
    """The report in observe_host's verdict; raises `UnexpectedJsonError`."""
    report = {
        "observedAt": format_time(asked_at),
        "commandId": command_id,
        "hostClock": verdict.text("observedAt"),
        "evidence": verdict.child("evidence").members,
    }
    return parse_host(JsonReader(report, verdict.path))


def host_to_json(host: HostEvidence) -> dict[str, Json]:
    """What `parse_host` reads back unchanged."""
    return {
        "observedAt": format_time(min(host.storage_at, host.worker_at, host.sql_at)),
        "hostClock": format_time(host.host_clock) if host.host_clock else None,
        "commandId": host.storage_command,
        "sections": {
            "storage": format_time(host.storage_at),
            "worker": format_time(host.worker_at),
            "sql": format_time(host.sql_at),
        },
        "evidence": {
            "host": {
                "computer": host.computer,
                "bootId": host.boot_id,
                "bootedAt": format_time(host.booted_at) if host.booted_at else None,
                "build": host.windows_build,
                **installation_to_json(host.installation),
                "drained": host.drained,
            },
            "token": {
                "highest": host.token_highest,
                "ahead": host.token_ahead,
                "clusterKey": host.cluster_key,
                "operationUntil": format_time(host.operation_until) if host.operation_until else None,
            },
            "storage": storage_to_json(host.storage) if host.storage else None,
            "worker": worker_to_json(host.worker) if host.worker else None,
            "sql": sql_to_json(host.sql) if host.sql else None,
        },
    }
