"""Fault points of a Windows server: boot, shutdown, services, tasks, files, and every statement of a script."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import NODE, Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

WINDOWS_POINTS: Final = (
    FaultPoint(
        name="host.boot",
        at="Windows begins to boot",
        where={"node": NODE},
        effects={
            FaultKind.LATE: Effect(does="The boot takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
            FaultKind.HANG: Effect(
                does="The boot stands still for `seconds`, for ever when none are named: the instance is running, "
                "nothing on it answers, a hard stop by EC2 ends it.",
                takes=("seconds",),
            ),
        },
    ),
    FaultPoint(
        name="host.shutdown",
        at="Windows begins to shut down or to restart",
        where={"node": NODE},
        effects={
            FaultKind.HANG: Effect(
                does="Windows doesn't get on with it for `seconds`, for ever when none are named; EC2 cuts the power "
                "when its patience is over (a restart from inside just hangs).",
                takes=("seconds",),
            )
        },
    ),
    FaultPoint(
        name="process.statement",
        at="a PowerShell script is about to run a statement",
        where={
            "node": NODE,
            "script": "stem of the script: `evacuate_cache`, `observe_host`, `worker`, `boot_task`",
            "line": "line of the statement in the deployed text",
        },
        effects={
            FaultKind.KILL: Effect(
                does="The script's process is killed before the statement, `seconds` after it began, or, with "
                "`after=1`, when it is done; no finally of the script runs; with `error=host` the whole machine "
                "crashes instead, and boots again.",
                takes=("after", "seconds", "error"),
                errors=("host",),
            ),
            FaultKind.HANG: Effect(
                does="The process stands still there for `seconds`, for ever when none are named.", takes=("seconds",)
            ),
        },
    ),
    FaultPoint(
        name="service.start",
        at="the service control manager starts a service",
        where={"node": NODE, "service": "name of the service: `MSSQLSERVER`, `ClusSvc`, `AmazonSSMAgent`"},
        effects={
            FaultKind.FAIL: Effect(
                does="The service ends while starting, with the exit code `error` (1067 when none is named).",
                takes=("error",),
                numeric_error=True,
            ),
            FaultKind.HANG: Effect(
                does="It stays in StartPending for `seconds`, for ever when none are named.", takes=("seconds",)
            ),
        },
    ),
    FaultPoint(
        name="service.stop",
        at="the service control manager stops a service",
        where={"node": NODE, "service": "name of the service"},
        effects={
            FaultKind.FAIL: Effect(does="The service doesn't stop: it is running again."),
            FaultKind.HANG: Effect(
                does="It stays in StopPending for `seconds`, for ever when none are named; a shutdown of Windows ends "
                "it after 3 minutes.",
                takes=("seconds",),
            ),
        },
    ),
    FaultPoint(
        name="task.start",
        at="the task scheduler is to run a task",
        where={"node": NODE, "task": "name of the task"},
        effects={
            FaultKind.FAIL: Effect(does="The task doesn't start: its last result is 0x8007010B."),
            FaultKind.LATE: Effect(does="It starts `seconds` later.", needs=("seconds",), takes=("seconds",)),
        },
    ),
    FaultPoint(
        name="task.trigger",
        at="an at-startup trigger of a task is to fire",
        where={"node": NODE, "task": "name of the task"},
        effects={FaultKind.LOST: Effect(does="The trigger doesn't fire at this boot.")},
    ),
    FaultPoint(
        name="files.write",
        at="a script writes a file on a host",
        where={"node": NODE, "path": "the file's path"},
        effects={FaultKind.FAIL: Effect(does="The disk is full: nothing is written.")},
    ),
)
