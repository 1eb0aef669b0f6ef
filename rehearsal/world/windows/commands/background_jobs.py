"""Get-, Wait-, Receive-, Stop-, Remove-Job over the jobs that -AsJob made in this process."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.values import PSArray, unwrap
from rehearsal.world.windows.cim.clr_values import whole
from rehearsal.world.windows.cim.tables import WINDOWS_COMMANDS
from rehearsal.world.windows.system.background_jobs import BackgroundJob, BackgroundState
from rehearsal.world.windows.system.script_host import script_host
from rehearsal.world.windows.types.job import JobObject

_CORE = "Microsoft.PowerShell.Core"


def _chosen(call: CmdletCall) -> list[BackgroundJob]:
    jobs: list[BackgroundJob] = script_host(call.host).process.background_jobs
    if "Job" in call.bound:
        given = unwrap(call.bound["Job"])
        items = given.items if isinstance(given, PSArray) else [given]
        return [item.job for item in map(unwrap, items) if isinstance(item, JobObject)]
    if "Id" in call.bound:
        numbers = [whole(unwrap(item)) for item in call.bound["Id"].items]
        return [job for job in jobs if job.number in numbers]
    if "Name" in call.bound:
        names = [str(unwrap(item)).lower() for item in call.bound["Name"].items]
        return [job for job in jobs if job.name.lower() in names]
    return list(jobs)


@WINDOWS_COMMANDS.cmdlet(_CORE, "Get-Job", honours=("Id", "Name"))
def get_job(call: CmdletCall) -> list[Any]:
    return [JobObject(job) for job in _chosen(call)]


@WINDOWS_COMMANDS.cmdlet(_CORE, "Wait-Job", honours=("Job", "Id", "Name", "Timeout"))
def wait_job(call: CmdletCall) -> list[Any]:
    clock = script_host(call.host).windows.world.clock
    given = unwrap(call.get("Timeout"))
    limit = -1 if given is None else whole(given)
    deadline = None if limit < 0 else clock.monotonic() + limit
    ended: list[Any] = []
    for job in _chosen(call):
        while job.state is BackgroundState.RUNNING:
            left = None if deadline is None else deadline - clock.monotonic()
            if left is not None and left <= 0:
                break
            job.changed.wait(left)
        if job.state is not BackgroundState.RUNNING:
            ended.append(JobObject(job))
    return ended


@WINDOWS_COMMANDS.cmdlet(_CORE, "Receive-Job", honours=("Job", "Id", "Name", "Keep", "Wait"))
def receive_job(call: CmdletCall) -> None:
    for job in _chosen(call):
        while call.switch("Wait") and job.state is BackgroundState.RUNNING:
            job.changed.wait()
        output, errors = list(job.output), list(job.errors)
        if not call.switch("Keep"):
            job.output.clear()
            job.errors.clear()
        for item in output:
            call.write(item)
        for record in errors:
            call.write_error(record)


@WINDOWS_COMMANDS.cmdlet(_CORE, "Stop-Job", honours=("Job", "Id", "Name", "PassThru", "WhatIf", "Confirm"))
def stop_job(call: CmdletCall) -> None:
    for job in _chosen(call):
        if call.should_process(job.name):
            job.stop()


@WINDOWS_COMMANDS.cmdlet(_CORE, "Remove-Job", honours=("Job", "Id", "Name", "Force", "WhatIf", "Confirm"))
def remove_job(call: CmdletCall) -> None:
    jobs = script_host(call.host).process.background_jobs
    for job in _chosen(call):
        if job.state is BackgroundState.RUNNING and not call.switch("Force"):
            text = (
                f"The command cannot remove the job with the job ID {job.number} because the job is not finished. To "
                "remove the job, first stop the job, or use the Force parameter."
            )
            call.write_error(
                text, "RemoveJobCommandCannotRemoveJob", "InvalidOperation", type_name="System.ArgumentException"
            )
        elif call.should_process(job.name):
            job.stop()
            jobs.remove(job)
