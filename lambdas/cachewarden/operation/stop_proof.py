"""The proof that a stop needs, as operate-instance takes it for itself, and what stays known of the stop. Pure."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.evidence.sql import TempdbDrive, parse_sql
from cachewarden.evidence.storage import StorageClassification, StorageEvidence, parse_storage
from cachewarden.json_reader import JsonReader, UnexpectedJsonError, format_time
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.policy import STOP_PROVEN


class NotEvacuatedError(Exception):
    """The host's own report doesn't prove that its cache is off NVMe: nothing is lifted or stopped."""


class ProofTooOldError(Exception):
    """The report is too old, or of an earlier run of the instance; the workflow proves again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One command on one node as Systems Manager keeps it; `requested_at` by Systems Manager's clock, not the node's.

    `document_hash` is of the very version that was run, None where that is of another document.
    """

    command_id: str
    instance_id: str
    document: str
    document_hash: str | None
    requested_at: datetime
    succeeded: bool
    output: str


def confirm_evacuated(
    observation: Observation,
    *,
    document: str,
    document_hash: str,
    launch_time: datetime,
    now: datetime,
    max_age: timedelta,
    gives_up_unreadable: bool,
) -> None:
    """Returns when the deployed observe document, run on this node in this run of it, shows an evacuated cache.

    `gives_up_unreadable`: a cache that is proven unreadable is enough; its owner consents to that.
    Raises `CallRefusedError` for a command that proves nothing, `ProofTooOldError`, `NotEvacuatedError`.
    """
    told = f"command {observation.command_id} on {observation.instance_id}"
    if observation.document != document:
        raise CallRefusedError(f"{told} ran {observation.document}, not {document}")
    if observation.document_hash != document_hash:
        raise CallRefusedError(f"{told} ran a version of {document} that isn't the deployed one")
    if observation.requested_at <= launch_time:
        raise ProofTooOldError(f"{told} is of an earlier run, the instance was started {format_time(launch_time)}")
    if now - observation.requested_at > max_age:
        raise ProofTooOldError(f"{told} was sent {format_time(observation.requested_at)}, its proof is too old")
    if not observation.succeeded:
        raise NotEvacuatedError(f"{told} didn't succeed")
    report = _report(observation.output)
    if report is None:
        raise NotEvacuatedError(f"{told} left no report of the storage that can be read")
    storage, drive = report
    if storage.not_evacuated:
        left = ", ".join(storage.not_evacuated)
        raise NotEvacuatedError(f"{told} shows what nothing evacuates from instance store: {left}")
    # Of a node without a write cache the proof speaks of these files, too.
    if not storage.uncached and (drive is None or drive.foreign_files):
        found = "doesn't say what else lies on instance store" if drive is None else f"shows {drive.foreign_file} there"
        raise NotEvacuatedError(f"{told} {found}, which a stop destroys")
    if storage.proof.unreadable and gives_up_unreadable:
        return
    evacuated = storage.uncached or storage.classification is StorageClassification.EVACUATED
    if not evacuated or not storage.proof.evacuated:
        raise NotEvacuatedError(f"{told} shows {storage.classification.value}: {storage.proof.why or 'no proof'}")


def confirm_in_time(not_after: datetime, *, now: datetime, life: timedelta) -> None:
    """Returns while a stop that was decided on within `life` may be asked for.

    Raises `ProofTooOldError`, or `CallRefusedError` for a time that no decision of CacheWarden can have given.
    """
    if now > not_after:
        raise ProofTooOldError(f"the stop was to be asked for until {format_time(not_after)}")
    if not_after - now > life:
        raise CallRefusedError(f"a stop is never good until {format_time(not_after)}")


def stop_shown(launch_time: datetime) -> dict[str, str]:
    """The tag that shows people which run was stopped by us on a proof; nothing believes it."""
    return {STOP_PROVEN: format_time(launch_time)}


def _report(output: str) -> tuple[StorageEvidence, TempdbDrive | None] | None:
    lines = output.strip().splitlines()
    if not lines:
        return None
    try:
        evidence = JsonReader.of(json.loads(lines[-1])).child("evidence")
        drive = parse_sql(evidence.child("sql")).tempdb_drive if evidence.has("sql") else None
        return parse_storage(evidence.child("storage")), drive
    except (ValueError, UnexpectedJsonError):
        return None
