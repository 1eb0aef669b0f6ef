"""Scheduled tasks: they live on the system drive, outlive the command that started them, and run PowerShell scripts.

Fault points `task.start` (context node, task): FAIL, it doesn't start (0x8007010b); LATE, `seconds` later;
`task.trigger` (node, task): LOST, an at-startup trigger that doesn't fire. What a run does goes wrong through the
script's own points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Protocol

from rehearsal.engines.powershell import ScriptResult
from rehearsal.kernel.clock import Actor, Timer
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.windows.system.command_line import UnknownCommandLine, powershell_call
from rehearsal.world.windows.system.filesystem import POWERSHELL, WindowsFileSystem
from rehearsal.world.windows.system.machine import Machine

NEVER_RUN = 267011
RUNNING_NOW = 267009
TERMINATED = 267014
DIRECTORY_INVALID = 0x8007010B
FILE_NOT_FOUND = 0x80070002


class TaskState(IntEnum):
    """StateEnum of MSFT_ScheduledTask."""

    UNKNOWN = 0
    DISABLED = 1
    QUEUED = 2
    READY = 3
    RUNNING = 4


class MultipleInstances(IntEnum):
    """What happens to a start while an instance runs."""

    PARALLEL = 0
    QUEUE = 1
    IGNORE_NEW = 2
    STOP_EXISTING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAction:
    """A program and its arguments as one text."""

    execute: str
    arguments: str | None = None
    working_directory: str | None = None


@dataclass(slots=True, kw_only=True, eq=False)
class ScheduledTask:
    """One registered task.

    `at_startup`: delays in seconds of its at-startup triggers; `repeats`: intervals in seconds of triggers that repeat
    for ever, on the clock's multiples. Other triggers are only kept. Nothing starts a task again that ended badly:
    whether RestartCount does so after an exit code isn't documented.
    """

    name: str
    path: str = "\\"
    actions: tuple[TaskAction, ...] = ()
    at_startup: tuple[float, ...] = ()
    repeats: tuple[float, ...] = ()
    time_limit_s: float | None = 72 * 3600
    multiple_instances: MultipleInstances = MultipleInstances.IGNORE_NEW
    allow_demand_start: bool = True
    allow_hard_terminate: bool = True
    enabled: bool = True
    user_id: str = "SYSTEM"
    described: dict[str, object] = field(default_factory=dict)
    """What the cmdlets registered and show again: CIM objects of triggers, settings, principal; author, description."""
    last_run: datetime | None = None
    last_result: int = NEVER_RUN
    runs: list[Actor] = field(default_factory=list)
    queued: int = 0
    timers: list[Timer] = field(default_factory=list)

    @property
    def running(self) -> bool:
        return any(actor.alive for actor in self.runs)

    @property
    def state(self) -> TaskState:
        if self.running:
            return TaskState.RUNNING
        if not self.enabled:
            return TaskState.DISABLED
        return TaskState.QUEUED if self.queued else TaskState.READY


def seconds_of_text(duration: str | None) -> float | None:
    """An ISO 8601 duration such as PT72H or P1D; None for none (or PT0S, which means no limit)."""
    if not duration:
        return None
    found = re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?", duration)
    if found is None:
        raise ValueError(f"not a duration: {duration}")
    days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return days * 86400 + hours * 3600 + minutes * 60 + seconds or None


class TaskMachine(Machine, Protocol):
    """What the task scheduler needs of its machine."""

    files: WindowsFileSystem
    environment: dict[str, str]

    def run_script(
        self,
        text: str,
        name: str,
        environment: Mapping[str, str],
        arguments: Sequence[str] = (),
        *,
        path: str | None = None,
    ) -> ScriptResult:
        """Runs a script as SYSTEM in the calling actor."""


class TaskScheduler:
    """The task scheduler service of one machine."""

    def __init__(self, machine: TaskMachine) -> None:
        self._machine = machine
        self._tasks: dict[tuple[str, str], ScheduledTask] = {}

    def __iter__(self) -> Iterator[ScheduledTask]:
        return iter([self._tasks[key] for key in sorted(self._tasks)])

    def get(self, name: str, path: str = "\\") -> ScheduledTask | None:
        """By name and folder, any case."""
        return self._tasks.get((path.lower(), name.lower()))

    def register(self, task: ScheduledTask) -> None:
        """Adds or replaces a task; running instances of a replaced one go on."""
        key = task.path.lower(), task.name.lower()
        before = self._tasks.get(key)
        if before is not None:
            task.runs, task.last_run, task.last_result = before.runs, before.last_run, before.last_result
            self._disarm(before)
        self._tasks[key] = task
        self._arm(task)
        self._machine.record("task-registered", f"task {task.name}", task=task.name)

    def unregister(self, task: ScheduledTask) -> None:
        """Removes the definition; a running instance goes on."""
        del self._tasks[task.path.lower(), task.name.lower()]
        self._disarm(task)
        self._machine.record("task-unregistered", f"task {task.name}", task=task.name)

    # -- running ------------------------------------------------------------------------------------------------------

    def start(self, task: ScheduledTask, why: str = "on demand") -> None:
        """Begins an instance, or leaves it where one runs (IgnoreNew), queues it, or ends the other first."""
        if task.running:
            match task.multiple_instances:
                case MultipleInstances.IGNORE_NEW:
                    self._machine.record("task-ignored", f"task {task.name} runs already", task=task.name)
                    return
                case MultipleInstances.QUEUE:
                    task.queued += 1
                    return
                case MultipleInstances.STOP_EXISTING:
                    self.stop(task)
                case MultipleInstances.PARALLEL:
                    pass
        task.last_run = self._machine.now()
        task.last_result = RUNNING_NOW
        task.runs = [actor for actor in task.runs if actor.alive]
        task.runs.append(self._machine.spawn(f"task {task.name}", self._run, task, why))

    def _run(self, task: ScheduledTask, why: str) -> None:
        machine = self._machine
        fault = machine.world.fault("task.start", node=machine.name, task=task.name)
        delay = machine.world.settings.part(WindowsSettings).task_start_s
        if fault is not None and fault.kind is FaultKind.LATE:
            delay += fault.seconds
        machine.world.clock.sleep(delay)
        if fault is not None and fault.kind is FaultKind.FAIL:
            task.last_result = DIRECTORY_INVALID
            machine.record("task-ended", f"task {task.name} did not start", task=task.name, result=task.last_result)
            return
        machine.record("task-started", f"task {task.name}", why=why, task=task.name)
        limit = self._arm_limit(task)
        for action in task.actions:
            task.last_result = self._perform(task, action)
        if limit is not None:
            limit.cancel()
        machine.record("task-ended", f"task {task.name}: {task.last_result}", task=task.name, result=task.last_result)
        if task.queued:
            task.queued -= 1
            me = machine.world.clock.current
            task.runs = [actor for actor in task.runs if actor is not me]
            self.start(task, "queued")

    def _arm_limit(self, task: ScheduledTask) -> Timer | None:
        if task.time_limit_s is None:
            return None
        actor = self._machine.world.clock.current

        def over() -> None:
            if actor is not None and actor.alive:
                actor.kill()
                task.last_result = TERMINATED
                self._machine.record("task-killed", f"task {task.name} ran into its time limit", task=task.name)

        return self._machine.world.clock.call_later(task.time_limit_s, over, background=True)

    def _perform(self, task: ScheduledTask, action: TaskAction) -> int:
        machine = self._machine
        program = self._program(action.execute)
        if program is None:
            return FILE_NOT_FOUND
        if program.casefold() != POWERSHELL.casefold() and program.casefold().endswith("\\powershell.exe"):
            machine.record("foreign-program", f"{program} runs as SYSTEM", task=task.name, program=program)
            return 0
        call = powershell_call(program, action.arguments or "")
        environment = {"USERNAME": f"{machine.name}$", "TEMP": r"C:\Windows\Temp", "TMP": r"C:\Windows\Temp"}
        if call.file is None:
            if call.command is None:
                raise UnknownCommandLine(str(action.arguments))
            return machine.run_script(call.command, f"{task.name}.command.ps1", environment).exit_code
        if not machine.files.exists(call.file):
            # powershell.exe says so on stderr and ends with this code
            return 0xFFFD0000
        text = machine.files.read_text(call.file)
        name = call.file.replace("/", "\\").rsplit("\\", 1)[-1]
        return machine.run_script(text, name, environment, call.arguments, path=call.file).exit_code

    def _program(self, execute: str) -> str | None:
        """One without a folder is looked for in Windows' own folders, then in those of PATH [windows#search-path]; None
        where it is in none."""
        name = execute.strip('"')
        if "\\" in name:
            return name
        folders = (r"C:\Windows\System32", r"C:\Windows", *self._machine.environment["Path"].split(";"))
        paths = (folder.rstrip("\\") + "\\" + name for folder in folders if folder)
        return next((path for path in paths if self._machine.files.exists(path)), None)

    def stop(self, task: ScheduledTask) -> None:
        """Ends the running instances where they stand."""
        for actor in task.runs:
            if actor.alive:
                task.last_result = TERMINATED
                self._machine.record("task-killed", f"task {task.name} stopped", task=task.name)
                actor.kill()

    def _arm(self, task: ScheduledTask) -> None:
        for interval_s in task.repeats:
            self._repeat(task, interval_s)

    def _repeat(self, task: ScheduledTask, interval_s: float) -> None:
        clock = self._machine.world.clock

        def due() -> None:
            task.timers.remove(timer)
            if task.enabled:
                self.start(task, "repeated")
            self._repeat(task, interval_s)

        timer = clock.call_later(interval_s - clock.now().timestamp() % interval_s, due, background=True)
        task.timers.append(timer)

    def _disarm(self, task: ScheduledTask) -> None:
        for timer in task.timers:
            timer.cancel()
        task.timers.clear()

    def startup(self) -> None:
        """Fires the at-startup triggers; those that repeat count from now on."""
        for task in self:
            self._disarm(task)
            self._arm(task)
            if not task.enabled:
                continue
            for delay in task.at_startup:
                if self._machine.world.fault("task.trigger", node=self._machine.name, task=task.name) is not None:
                    continue
                self._machine.spawn(f"trigger of {task.name}", self._fire, task, delay)

    def _fire(self, task: ScheduledTask, delay_s: float) -> None:
        if delay_s:
            self._machine.world.clock.sleep(delay_s)
        if self._tasks.get((task.path.lower(), task.name.lower())) is task and task.enabled:
            self.start(task, "at start-up")

    def power_lost(self) -> None:
        """Instances ended with the machine; their result stays what the scheduler last wrote."""
        for task in self:
            if task.running or task.last_result == RUNNING_NOW:
                task.last_result = TERMINATED
            task.runs.clear()
            task.queued = 0
            self._disarm(task)
