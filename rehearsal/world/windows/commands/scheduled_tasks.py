"""Register-, Get-, Start-, Stop-, Unregister-ScheduledTask and their like over the model's task scheduler."""

from __future__ import annotations

import fnmatch
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray, unwrap
from rehearsal.world.windows.cim.cim import CimObject, view
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.commands.task_parts import (
    GENERATED,
    LOGON,
    RUN_LEVEL,
    SID_TYPE,
    enumeration_of,
    new_settings_default,
    part,
    task_cmdlet,
    text_of,
)
from rehearsal.world.windows.files.access_lists import WELL_KNOWN
from rehearsal.world.windows.system.script_host import script_host
from rehearsal.world.windows.system.tasks import (
    MultipleInstances,
    ScheduledTask,
    TaskAction,
    TaskScheduler,
    seconds_of_text,
)

_CIM_EXCEPTION = "Microsoft.Management.Infrastructure.CimException"
NEVER = datetime(1999, 11, 30, tzinfo=UTC)

STATE = WINDOWS_TYPES.net_enum(
    GENERATED + "StateEnum", {"Unknown": 0, "Disabled": 1, "Queued": 2, "Ready": 3, "Running": 4}
)
_WHOLE_MACHINE = {"system", "nt authority\\system", "localsystem", "s-1-5-18"}


def _parts(value: object) -> tuple[CimObject, ...]:
    bare = unwrap(value)
    if bare is None:
        return ()
    items = bare.items if isinstance(bare, PSArray) else [bare]
    return tuple(item for item in map(unwrap, items) if isinstance(item, CimObject))


def _described(call: CmdletCall, given: CimObject | None) -> dict[str, Any]:
    """Parts of a task: from a task object, or from the parameters with what the cmdlets fill in."""
    if given is not None:
        return dict(given.raw)
    user = text_of(call, "User") or "SYSTEM"
    principal = unwrap(call.get("Principal")) or part(
        "MSFT_TaskPrincipal2",
        {
            "Id": "Author", "UserId": user, "LogonType": EnumValue(LOGON, 5 if user.lower() in _WHOLE_MACHINE else 3),
            "RunLevel": enumeration_of(call, "RunLevel", RUN_LEVEL, 0), "ProcessTokenSidType": EnumValue(SID_TYPE, 2),
        },
    )  # fmt: skip
    settings = unwrap(call.get("Settings")) or new_settings_default()
    return {
        "Actions": _parts(call.get("Action")), "Triggers": _parts(call.get("Trigger")), "Principal": principal,
        "Settings": settings, "Description": text_of(call, "Description"),
    }  # fmt: skip


def _task(name: str, path: str, described: dict[str, Any]) -> ScheduledTask:
    settings: CimObject = described["Settings"]
    kept = settings.raw
    actions = tuple(
        TaskAction(
            execute=str(action.raw.get("Execute") or ""), arguments=action.raw.get("Arguments"),
            working_directory=action.raw.get("WorkingDirectory"),
        )
        for action in described["Actions"]
    )  # fmt: skip
    boots = tuple(
        seconds_of_text(trigger.raw.get("Delay")) or 0.0
        for trigger in described.get("Triggers") or ()
        if trigger.cim_class == "MSFT_TaskBootTrigger" and trigger.raw.get("Enabled", True)
    )
    return ScheduledTask(
        name=name, path=path, actions=actions, at_startup=boots, repeats=_repeats(described.get("Triggers") or ()),
        time_limit_s=seconds_of_text(kept.get("ExecutionTimeLimit") or "PT72H"),
        multiple_instances=MultipleInstances(kept["MultipleInstances"].value),
        allow_demand_start=bool(kept.get("AllowDemandStart", True)), enabled=bool(kept.get("Enabled", True)),
        user_id=str(described["Principal"].raw.get("UserId") or ""), described=described,
    )  # fmt: skip


def _repeats(triggers: tuple[CimObject, ...]) -> tuple[float, ...]:
    """Intervals of enabled triggers that begin at a time and repeat without an end."""
    repeated: list[float] = []
    for trigger in triggers:
        pattern = trigger.raw.get("Repetition")
        if trigger.cim_class != "MSFT_TaskTimeTrigger" or not trigger.raw.get("Enabled", True) or pattern is None:
            continue
        interval_s = seconds_of_text(pattern.raw.get("Interval"))
        if interval_s is not None and not pattern.raw.get("Duration"):
            repeated.append(interval_s)
    return tuple(repeated)


def shown(task: ScheduledTask) -> CimObject:
    """The task as Get-ScheduledTask gives it."""
    described = task.described
    return view("MSFT_ScheduledTask").make(
        (task.path, task.name),
        {
            "Actions": described.get("Actions") or (), "Description": described.get("Description"),
            "Principal": _with_name(described.get("Principal")), "Settings": described.get("Settings"),
            "State": EnumValue(STATE, int(task.state)), "TaskName": task.name, "TaskPath": task.path,
            # whether it is null or an empty array isn't documented
            "Triggers": described.get("Triggers") or None, "URI": task.path + task.name,
        },
    )  # fmt: skip


def _with_name(principal: Any) -> Any:
    """Of a well-known account the task scheduler shows the name, without its authority, where a SID was given."""
    if not isinstance(principal, CimObject):
        return principal
    name = WELL_KNOWN.get(str(principal.raw.get("UserId") or "").upper())
    if name is None:
        return principal
    return part(principal.cim_class, {**principal.raw, "UserId": name.rsplit("\\", 1)[-1]})


def _scheduler(call: CmdletCall) -> TaskScheduler:
    windows = script_host(call.host).windows
    if windows.settings.task_query_s:
        call.host.sleep(windows.settings.task_query_s)
    return windows.tasks


def _hresult(call: CmdletCall, code: int, text: str, category: str) -> None:
    record = ErrorRecord(PSException(_CIM_EXCEPTION, text), f"HRESULT 0x{code:08x}", category)
    record.target_name, record.target_type = "PS_ScheduledTask", "Root/Microsoft/...S_ScheduledTask"
    call.write_error(record)


def _path(text: str | None) -> str:
    if not text:
        return "\\"
    return "\\" + text.strip("\\") + "\\" if text.strip("\\") else "\\"


@task_cmdlet("New-ScheduledTask", ("Action", "Trigger", "Settings", "Principal", "Description"))
def new_task(call: CmdletCall) -> list[CimObject]:
    described = _described(call, None)
    return [view("MSFT_ScheduledTask").make(None, {**described, "State": EnumValue(STATE, 0)})]


@task_cmdlet(
    "Register-ScheduledTask",
    (
        "TaskName",
        "TaskPath",
        "Action",
        "Trigger",
        "Principal",
        "Settings",
        "Description",
        "User",
        "RunLevel",
        "Force",
        "InputObject",
    ),
)
def register_task(call: CmdletCall) -> list[CimObject]:
    scheduler = _scheduler(call)
    given = unwrap(call.get("InputObject"))
    name, path = text_of(call, "TaskName") or "", _path(text_of(call, "TaskPath"))
    described = _described(call, given if isinstance(given, CimObject) else None)
    if not described["Actions"]:
        _hresult(call, 0x80041318, "The task XML is missing a required element or attribute.", "InvalidArgument")
        return []
    if scheduler.get(name, path) is not None and not call.switch("Force"):
        _hresult(call, 0x800700B7, "Cannot create a file when that file already exists.", "ResourceExists")
        return []
    task = _task(name, path, described)
    scheduler.register(task)
    return [shown(task)]


@task_cmdlet(
    "Set-ScheduledTask",
    ("TaskName", "TaskPath", "Action", "Trigger", "Principal", "Settings", "InputObject", "User"),
)
def set_task(call: CmdletCall) -> list[CimObject]:
    task = _one(call)
    if task is None:
        return []
    given = unwrap(call.get("InputObject"))
    described = dict(given.raw) if isinstance(given, CimObject) else dict(task.described)
    for parameter, name in (("Action", "Actions"), ("Trigger", "Triggers")):
        if parameter in call.bound:
            described[name] = _parts(call.bound[parameter])
    for name in ("Principal", "Settings"):
        if name in call.bound:
            described[name] = unwrap(call.bound[name])
    made = _task(task.name, task.path, described)
    _scheduler(call).register(made)
    return [shown(made)]


def _one(call: CmdletCall) -> ScheduledTask | None:
    scheduler = _scheduler(call)
    given = unwrap(call.get("InputObject"))
    if isinstance(given, CimObject):
        name, path = str(given.raw["TaskName"]), str(given.raw["TaskPath"])
    else:
        name, path = text_of(call, "TaskName") or "", _path(text_of(call, "TaskPath"))
    task = scheduler.get(name, path)
    if task is None:
        _hresult(call, 0x80070002, "The system cannot find the file specified.", "ObjectNotFound")
    return task


@task_cmdlet("Get-ScheduledTask", ("TaskName", "TaskPath"))
def get_task(call: CmdletCall) -> list[CimObject]:
    tasks = list(_scheduler(call))
    for parameter, name_of in (("TaskPath", attrgetter("path")), ("TaskName", attrgetter("name"))):
        if parameter not in call.bound:
            continue
        chosen: list[ScheduledTask] = []
        for wanted in call.strings(parameter):
            pattern = str(unwrap(wanted)).lower()
            hits = [task for task in tasks if fnmatch.fnmatchcase(str(name_of(task)).lower(), pattern)]
            if not hits and not any(character in pattern for character in "*?["):
                text = (
                    f"No MSFT_ScheduledTask objects found with property '{parameter}' equal to '{wanted}'.  Verify the "
                    "value of the property and retry."
                )
                exception = PSException("Microsoft.PowerShell.Cmdletization.Cim.CimJobException", text)
                call.write_error(
                    ErrorRecord(exception, f"CmdletizationQuery_NotFound_{parameter}", "ObjectNotFound", wanted)
                )
            chosen.extend(hits)
        tasks = chosen
    return [shown(task) for task in tasks]


@task_cmdlet("Get-ScheduledTaskInfo", ("TaskName", "TaskPath", "InputObject"))
def get_task_info(call: CmdletCall) -> list[CimObject]:
    task = _one(call)
    if task is None:
        return []
    values = {
        "LastRunTime": task.last_run or NEVER, "LastTaskResult": task.last_result, "NumberOfMissedRuns": 0,
        "TaskName": task.name, "TaskPath": task.path if "InputObject" in call.bound else "",
    }  # fmt: skip
    return [view("MSFT_TaskDynamicInfo").make(None, values)]


@task_cmdlet("Start-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def start_task(call: CmdletCall) -> None:
    task = _one(call)
    if task is None:
        return
    if not task.enabled:
        _hresult(call, 0x80041326, "The task is disabled.", "InvalidOperation")
    elif not task.allow_demand_start:
        _hresult(call, 0x80041329, "The task can't be started on demand.", "InvalidOperation")
    else:
        script_host(call.host).windows.tasks.start(task)


@task_cmdlet("Stop-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def stop_task(call: CmdletCall) -> None:
    task = _one(call)
    if task is not None:
        script_host(call.host).windows.tasks.stop(task)


@task_cmdlet("Enable-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def enable_task(call: CmdletCall) -> list[CimObject]:
    return _switched(call, True)


@task_cmdlet("Disable-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def disable_task(call: CmdletCall) -> list[CimObject]:
    return _switched(call, False)


def _switched(call: CmdletCall, enabled: bool) -> list[CimObject]:
    task = _one(call)
    if task is None:
        return []
    task.enabled = enabled
    state = "enabled" if enabled else "disabled"
    script_host(call.host).windows.record(f"task-{state}", f"task {task.name} is {state}", task=task.name)
    return [shown(task)]


@task_cmdlet("Unregister-ScheduledTask", ("TaskName", "TaskPath", "InputObject", "PassThru", "WhatIf", "Confirm"))
def unregister_task(call: CmdletCall) -> None:
    scheduler = _scheduler(call)
    given = _parts(call.get("InputObject"))
    wanted = [(str(item.raw["TaskName"]), str(item.raw["TaskPath"])) for item in given]
    if not given:
        path = _path(str(unwrap(call.strings("TaskPath")[0])) if "TaskPath" in call.bound else None)
        wanted = [(str(unwrap(name)), path) for name in call.strings("TaskName")]
    for name, path in wanted:
        task = scheduler.get(name, path)
        if task is None:
            _hresult(call, 0x80070002, "The system cannot find the file specified.", "ObjectNotFound")
        elif call.should_process(name):
            scheduler.unregister(task)
