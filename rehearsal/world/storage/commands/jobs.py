"""Get- and Stop-StorageJob."""

from __future__ import annotations

from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.pools import repair
from rehearsal.world.windows.cim.cim import CimObject

_STATES = {
    "New": 2, "Starting": 3, "Running": 4, "Suspended": 5, "ShuttingDown": 6, "Completed": 7, "Terminated": 8,
    "Killed": 9,
    "Exception": 10, "Service": 11, "QueryPending": 12,
}  # fmt: skip


def all_jobs(session: Session) -> list[CimObject]:
    """Jobs that are listed now."""
    if not session.storage.settings.lists_jobs:
        return []
    return [session.show.job(job) for job in session.storage.jobs.values() if not job.hidden]


def _related(session: Session, source: CimObject) -> list[CimObject]:
    if not session.storage.settings.lists_jobs:
        return []
    wanted = source.key[2]
    jobs = session.storage.jobs.values()
    if source.cim_class == "MSFT_StoragePool":
        return [session.show.job(job) for job in jobs if not job.hidden and job.pool_id == wanted]
    if source.cim_class in ("MSFT_VirtualDisk", "MSFT_Disk"):
        return [session.show.job(job) for job in jobs if not job.hidden and job.virtual_disk_id == wanted]
    return all_jobs(session)


@reads(
    "Get-StorageJob", "UniqueId", "Name", "JobState", "StorageSubsystem", "StoragePool", "VirtualDisk", "Disk",
)  # fmt: skip
def get_storage_job(session: Session) -> list[CimObject]:
    source = session.source(
        StorageSubsystem="MSFT_StorageSubSystem", StoragePool="MSFT_StoragePool", VirtualDisk="MSFT_VirtualDisk",
        Disk="MSFT_Disk",
    )  # fmt: skip
    if source is not None:
        found = _related(session, source)
    else:
        everything = all_jobs(session)
        hits = session.search("MSFT_StorageJob", everything, (("UniqueId", "UniqueId"), ("Name", "Name")))
        found = everything if hits is None else hits
    states = session.choices("JobState", _STATES)
    if states is not None:
        found = [item for item in found if int(item.raw["JobState"]) in states]
    return session.unless_empty("MSFT_StorageJob", found, "StorageSubsystem", "StoragePool", "VirtualDisk", "JobState")


@changes("Stop-StorageJob", "UniqueId", "Name", "InputObject", "PassThru")
def stop_storage_job(session: Session) -> list[CimObject]:
    targets = session.objects("InputObject") or session.search(
        "MSFT_StorageJob", all_jobs(session), (("UniqueId", "UniqueId"), ("Name", "Name"))
    )
    for target in targets or ():
        if session.may(str(target.raw["Name"])):
            session.attempt("MSFT_StorageJob", lambda item: repair.stop(session.storage, session.job_of(item)), target)
    return list(targets or ()) if session.flag("PassThru") else []
