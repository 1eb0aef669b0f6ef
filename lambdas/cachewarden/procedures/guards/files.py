"""Refusals for the sake of files on the drives that a stop destroys: only tempdb's may lie there."""

from cachewarden.codes import Code
from cachewarden.evidence.sql import SqlEvidence
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.goal import Goal
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.situation import Situation

FILES_COUNTED_MAX = 10
"""The host stops counting there (Find-CwForeignFile.ps1)."""


def files_would_be_lost(situation: Situation) -> Decision | None:
    """Nothing but tempdb may have files on drives that a stop destroys, no system database on the cached one.

    Where SQL Server says what it has there, a drive that can't be read keeps the cache from nothing: no person could
    save a file from it either. Where no instance can be asked, the drive must have been read; what one said of the data
    drive before it was disabled or taken off keeps no stop, which leaves that drive whole.
    """
    sql = situation.host.sql
    # What a node without a write cache has on instance store its proof says.
    if sql is None or situation.storage.uncached:
        return None
    files, drive = sql.files_on_cache, sql.tempdb_drive
    if sql.services and (files is None or files.system_databases is None or files.user_databases_on_tempdb is None):
        return _files_unknown(situation, sql)
    if files is not None and files.system_databases:
        return situation.refuse(
            Code.SYSTEM_DATABASES_ON_CACHE,
            f"{files.system_databases} files of system databases on {situation.node.name} lie on the "
            "cached volume or a drive on instance store; they belong on a volume of their own",
        )
    if files is not None and files.user_databases_on_tempdb:
        return situation.refuse(
            Code.USER_DATABASES_ON_TEMPDB,
            f"User databases with files on a drive of {situation.node.name} on instance store, which a stop destroys: "
            f"{files.user_databases_on_tempdb}; move these files to the data volume or another EBS volume",
        )
    all_asked = sql.all_told and sql.disabled == ()
    if drive is not None and drive.foreign_files:
        counted = f"{drive.foreign_files}{' or more' if drive.foreign_files >= FILES_COUNTED_MAX else ''}"
        return situation.refuse(
            Code.STOP_MIGHT_DESTROY,
            f"A stop of {situation.node.name} destroys {drive.foreign_file}, which lies on instance store and isn't "
            f"{'' if all_asked else 'known as '}tempdb's; such files there: {counted}. "
            f"{_way_out(drive.foreign_file)}",
        )
    if not sql.services or sql.disabled != ():
        return _nobody_to_ask(situation, sql)
    return None


def _way_out(path: str | None) -> str:
    """What a person does about a file there; SQL Server gives a buffer pool extension no other ending
    [sql-server#placement]."""
    if path is not None and path.casefold().endswith(".bpe"):
        return (
            "Switch the buffer pool extension off (ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF), and "
            "delete its file if it is still there"
        )
    return "Move them to an EBS volume, or delete what you no longer need"


def _nobody_to_ask(situation: Situation, sql: SqlEvidence) -> Decision | None:
    """An instance that is disabled, or was taken off the node, may have files there, too: its drives must be read."""
    drive = sql.tempdb_drive
    if drive is not None and drive.foreign_files is not None:
        return None
    if drive is None and Action.STOP_SQL_SERVER in situation.operation.attempts:
        # As in _files_unknown: an act's own answer doesn't look.
        return None
    starting = boot_task_is_at_work(situation)
    if starting is not None:
        return starting
    if drive is not None and drive.lost_disk is not None:
        return _disk_is_lost(situation, drive.lost_disk)
    why = "no SQL Server service is there to ask"
    if sql.disabled is None:
        why = "its report doesn't name disabled instances"
    elif sql.disabled:
        why = f"{', '.join(sql.disabled)} is disabled"
    return situation.refuse(
        Code.FACT_UNKNOWN,
        f"Nobody can say whether a stop would destroy files of databases on {situation.node.name}: {why}, and what "
        "lies on its instance store can't be read; bring these drives online, then ask again",
    )


def _files_unknown(situation: Situation, sql: SqlEvidence) -> Decision | None:
    """SQL Server's last word counts until it has run again; then no file may lie there that isn't tempdb's.

    Before the lease is held nobody knows whose operation stopped it: a request for a node under operation joins that
    operation. A SQL Server that somebody stopped is started for the question only where that was consented to.
    """
    drive = sql.tempdb_drive
    if drive is not None and drive.harmless:
        return None
    if drive is None and Action.STOP_SQL_SERVER in situation.operation.attempts:
        # The act's own answer doesn't look at the drive; the next observation does.
        return None
    if not situation.operation.has_lease and situation.operation.effective_goal is not Goal.PREFLIGHT:
        return None
    starting = boot_task_is_at_work(situation)
    if starting is not None:
        return starting
    if drive is not None and drive.lost_disk is not None and drive.foreign_files is None:
        return _disk_is_lost(situation, drive.lost_disk)
    stopped = ", ".join(service.name for service in sql.services if not service.running)
    consent = situation.consent(Consent.UNKNOWN_FILES, allows=Action.START_SQL_SERVER)
    if stopped and consent is not None:
        return situation.attempt(
            Execute(
                action=Action.START_SQL_SERVER,
                node=situation.node.instance_id,
                sentence=f"{stopped} on {situation.node.name} is started to say which files a stop would destroy; "
                f"that is consented to: {consent.told}",
            )
        )
    found = f", and {drive.foreign_file} may be a database's" if drive is not None and drive.foreign_file else ""
    return situation.refuse(
        Code.FACT_UNKNOWN,
        f"Nobody can say whether a stop would destroy files of databases on {situation.node.name}: "
        f"{f'{stopped} is not running' if stopped else 'its report lacks them'}{found}; start SQL Server and ask again"
        f"{situation.void_consents(Consent.UNKNOWN_FILES)}",
    )


def _disk_is_lost(situation: Situation, serial: str) -> Decision:
    return situation.refuse(
        Code.FACT_UNKNOWN,
        f"Disk {serial} of the tempdb drive of {situation.node.name} doesn't answer, and SQL Server isn't "
        "known to have had nothing but tempdb there; restart Windows, which keeps the cache, and ask again 5 "
        "minutes later: what doesn't come back then is lost, whatever becomes of the instance",
    )
