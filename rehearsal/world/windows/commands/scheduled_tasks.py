"""The ScheduledTasks module over the model's task scheduler."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from rehearsal.powershell.errors import ErrorRecord, PSException
from rehearsal.powershell.registry import CmdletCall
from rehearsal.powershell.values import CimInstance, EnumValue, PSArray, unwrap
from rehearsal.world.windows.cim import CimObject, view
from rehearsal.world.windows.clr_time import seconds_of
from rehearsal.world.windows.commands.table import WINDOWS_COMMANDS
from rehearsal.world.windows.tasks import MultipleInstances, ScheduledTask, TaskAction, TaskScheduler, seconds_of_text
from rehearsal.world.windows.type_table import WINDOWS_TYPES

_MODULE = "ScheduledTasks"
_GENERATED = "Microsoft.PowerShell.Cmdletization.GeneratedTypes.ScheduledTask."
_CIM_EXCEPTION = "Microsoft.Management.Infrastructure.CimException"
NEVER = datetime(1999, 11, 30, tzinfo=UTC)

STATE = WINDOWS_TYPES.net_enum(
    _GENERATED + "StateEnum", {"Unknown": 0, "Disabled": 1, "Queued": 2, "Ready": 3, "Running": 4}
)
COMPATIBILITY = WINDOWS_TYPES.net_enum(
    _GENERATED + "CompatibilityEnum", {"At": 0, "V1": 1, "Vista": 2, "Win7": 3, "Win8": 4}
)
INSTANCES = WINDOWS_TYPES.net_enum(
    _GENERATED + "MultipleInstancesEnum", {"Parallel": 0, "Queue": 1, "IgnoreNew": 2, "StopExisting": 3}
)
LOGON = WINDOWS_TYPES.net_enum(
    _GENERATED + "LogonTypeEnum",
    {"None": 0, "Password": 1, "S4U": 2, "Interactive": 3, "Group": 4, "ServiceAccount": 5, "InteractiveOrPassword": 6},
)
RUN_LEVEL = WINDOWS_TYPES.net_enum(_GENERATED + "RunLevelEnum", {"Limited": 0, "Highest": 1})
SID_TYPE = WINDOWS_TYPES.net_enum(_GENERATED + "ProcessTokenSidTypeEnum", {"None": 0, "Unrestricted": 1, "Default": 2})
_WHOLE_MACHINE = {"system", "nt authority\\system", "localsystem", "s-1-5-18"}


def _cmdlet(name: str, honours: tuple[str, ...]) -> Callable[[Any], Any]:
    """The module's commands are functions over CIM: errors end in the command's own name."""
    return WINDOWS_COMMANDS.cmdlet(_MODULE, name, honours=honours, implementing_type=name)


def _make(name: str, values: dict[str, Any]) -> CimObject:
    return view(name).make(None, values)


def _text(call: CmdletCall, name: str) -> str | None:
    value = unwrap(call.get(name))
    return None if value is None else str(value)


def _number(call: CmdletCall, name: str, enum: Any, default: int) -> EnumValue:
    value = unwrap(call.get(name))
    if value is None:
        return EnumValue(enum, default)
    if isinstance(value, EnumValue):
        return EnumValue(enum, value.value)
    number = int(value) if isinstance(value, int) else enum.enum_by_name(str(value))
    if number is None:
        text = f"Cannot process argument transformation on parameter '{name}'. Cannot convert value \"{value}\"."
        exception = PSException("System.Management.Automation.ParameterBindingException", text)
        call.throw(exception, "ParameterArgumentTransformationError", "InvalidData")
    return EnumValue(enum, number or 0)


def duration_text(seconds: float) -> str:
    """An ISO 8601 duration as the task scheduler writes it: PT6H, PT1H30M, PT0S."""
    whole = round(seconds)
    days, rest = divmod(whole, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    time = "".join(f"{number}{unit}" for number, unit in ((hours, "H"), (minutes, "M"), (rest, "S")) if number)
    if not days and not time:
        return "PT0S"
    return "P" + (f"{days}D" if days else "") + (f"T{time}" if time else "")


def _span(call: CmdletCall, name: str) -> str | None:
    value = unwrap(call.get(name))
    return None if value is None else duration_text(seconds_of(value))


# --- making the parts


@_cmdlet("New-ScheduledTaskAction", ("Execute", "Argument", "WorkingDirectory", "Id"))
def new_action(call: CmdletCall) -> list[CimObject]:
    return [
        _make(
            "MSFT_TaskExecAction",
            {
                "Id": _text(call, "Id"), "Execute": _text(call, "Execute"), "Arguments": _text(call, "Argument"),
                "WorkingDirectory": _text(call, "WorkingDirectory"),
            },
        )
    ]  # fmt: skip


@_cmdlet(
    "New-ScheduledTaskTrigger",
    ("AtStartup", "AtLogOn", "Once", "Daily", "At", "RandomDelay", "RepetitionInterval", "RepetitionDuration"),
)
def new_trigger(call: CmdletCall) -> list[CimObject]:
    kind = "MSFT_TaskBootTrigger"
    values: dict[str, Any] = {"Enabled": True}
    if call.switch("AtLogOn"):
        kind = "MSFT_TaskLogonTrigger"
    elif not call.switch("AtStartup"):
        kind = "MSFT_TaskDailyTrigger" if call.switch("Daily") else "MSFT_TaskTimeTrigger"
        values["RandomDelay"] = _span(call, "RandomDelay")
    values["Repetition"] = _make(
        "MSFT_TaskRepetitionPattern",
        {"Interval": _span(call, "RepetitionInterval"), "Duration": _span(call, "RepetitionDuration")},
    )
    return [_make(kind, values)]


@WINDOWS_COMMANDS.cmdlet(
    _MODULE,
    "New-ScheduledTaskPrincipal",
    honours=("UserId", "LogonType", "RunLevel", "GroupId", "Id", "ProcessTokenSidType"),
)
def new_principal(call: CmdletCall) -> list[CimObject]:
    return [
        _make(
            "MSFT_TaskPrincipal2",
            {
                "Id": _text(call, "Id"), "UserId": _text(call, "UserId"), "GroupId": _text(call, "GroupId"),
                "LogonType": _number(call, "LogonType", LOGON, 5), "RunLevel": _number(call, "RunLevel", RUN_LEVEL, 0),
                "ProcessTokenSidType": _number(call, "ProcessTokenSidType", SID_TYPE, 2),
            },
        )
    ]  # fmt: skip


@_cmdlet(
    "New-ScheduledTaskSettingsSet",
    (
        "DisallowDemandStart",
        "DisallowHardTerminate",
        "Compatibility",
        "AllowStartIfOnBatteries",
        "Disable",
        "Hidden",
        "StartWhenAvailable",
        "DontStopIfGoingOnBatteries",
        "ExecutionTimeLimit",
        "MultipleInstances",
        "Priority",
        "RestartCount",
        "RestartInterval",
        "DontStopOnIdleEnd",
    ),
)
def new_settings(call: CmdletCall) -> list[CimObject]:
    count = int(unwrap(call.get("RestartCount")) or 0)
    if count:
        call.unsupported("New-ScheduledTaskSettingsSet -RestartCount")
    return [
        _make(
            "MSFT_TaskSettings3",
            {
                "AllowDemandStart": not call.switch("DisallowDemandStart"),
                "AllowHardTerminate": not call.switch("DisallowHardTerminate"),
                "Compatibility": _number(call, "Compatibility", COMPATIBILITY, 2),
                "DisallowStartIfOnBatteries": not call.switch("AllowStartIfOnBatteries"),
                "Enabled": not call.switch("Disable"),
                "ExecutionTimeLimit": _span(call, "ExecutionTimeLimit") or "PT72H",
                "Hidden": call.switch("Hidden"), "MultipleInstances": _number(call, "MultipleInstances", INSTANCES, 2),
                "Priority": int(unwrap(call.get("Priority", 7))), "RestartCount": count,
                "RestartInterval": _span(call, "RestartInterval"), "RunOnlyIfIdle": False,
                "RunOnlyIfNetworkAvailable": False, "StartWhenAvailable": call.switch("StartWhenAvailable"),
                "StopIfGoingOnBatteries": not call.switch("DontStopIfGoingOnBatteries"), "WakeToRun": False,
                "DisallowStartOnRemoteAppSession": False, "UseUnifiedSchedulingEngine": False, "Volatile": False,
                "IdleSettings": _make("MSFT_TaskIdleSettings", {"StopOnIdleEnd": not call.switch("DontStopOnIdleEnd")}),
                "NetworkSettings": _make("MSFT_TaskNetworkSettings", {}),
            },
        )
    ]  # fmt: skip


# --- tasks


def _parts(value: object) -> tuple[CimObject, ...]:
    bare = unwrap(value)
    if bare is None:
        return ()
    items = bare.items if isinstance(bare, PSArray) else [bare]
    return tuple(unwrap(item) for item in items)  # type: ignore[misc]


def _described(call: CmdletCall, given: CimObject | None) -> dict[str, Any]:
    """Parts of a task: from a task object, or from the parameters with what the cmdlets fill in."""
    if given is not None:
        return dict(given.raw)
    user = _text(call, "User") or "SYSTEM"
    principal = unwrap(call.get("Principal")) or _make(
        "MSFT_TaskPrincipal2",
        {
            "Id": "Author", "UserId": user, "LogonType": EnumValue(LOGON, 5 if user.lower() in _WHOLE_MACHINE else 3),
            "RunLevel": _number(call, "RunLevel", RUN_LEVEL, 0), "ProcessTokenSidType": EnumValue(SID_TYPE, 2),
        },
    )  # fmt: skip
    settings = unwrap(call.get("Settings")) or new_settings_default()
    return {
        "Actions": _parts(call.get("Action")), "Triggers": _parts(call.get("Trigger")), "Principal": principal,
        "Settings": settings, "Description": _text(call, "Description"),
    }  # fmt: skip


def new_settings_default() -> CimObject:
    """Settings of a task registered without any: as New-ScheduledTaskSettingsSet without parameters."""
    return _make(
        "MSFT_TaskSettings3",
        {
            "AllowDemandStart": True, "AllowHardTerminate": True, "Compatibility": EnumValue(COMPATIBILITY, 2),
            "DisallowStartIfOnBatteries": True, "Enabled": True, "ExecutionTimeLimit": "PT72H", "Hidden": False,
            "MultipleInstances": EnumValue(INSTANCES, 2), "Priority": 7, "RestartCount": 0, "RunOnlyIfIdle": False,
            "RunOnlyIfNetworkAvailable": False, "StartWhenAvailable": False, "StopIfGoingOnBatteries": True,
            "WakeToRun": False, "Volatile": False,
        },
    )  # fmt: skip


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
        name=name, path=path, actions=actions, at_startup=boots,
        time_limit_s=seconds_of_text(kept.get("ExecutionTimeLimit") or "PT72H"),
        multiple_instances=MultipleInstances(kept["MultipleInstances"].value),
        allow_demand_start=bool(kept.get("AllowDemandStart", True)), enabled=bool(kept.get("Enabled", True)),
        user_id=str(described["Principal"].raw.get("UserId") or ""), described=described,
    )  # fmt: skip


def shown(task: ScheduledTask) -> CimObject:
    """The task as Get-ScheduledTask gives it."""
    described = task.described
    return view("MSFT_ScheduledTask").make(
        (task.path, task.name),
        {
            "Actions": described.get("Actions") or (), "Description": described.get("Description"),
            "Principal": described.get("Principal"), "Settings": described.get("Settings"),
            "State": EnumValue(STATE, int(task.state)), "TaskName": task.name, "TaskPath": task.path,
            "Triggers": described.get("Triggers") or (), "URI": task.path + task.name,
        },
    )  # fmt: skip


def _scheduler(call: CmdletCall) -> TaskScheduler:
    windows = call.host.windows  # type: ignore[attr-defined]
    if windows.settings.task_query_s:
        call.host.sleep(windows.settings.task_query_s)
    return windows.tasks  # type: ignore[no-any-return]


def _hresult(call: CmdletCall, code: int, text: str, category: str) -> None:
    record = ErrorRecord(PSException(_CIM_EXCEPTION, text), f"HRESULT 0x{code:08x}", category)
    record.target_name, record.target_type = "PS_ScheduledTask", "Root/Microsoft/...S_ScheduledTask"
    call.write_error(record)


def _path(text: str | None) -> str:
    if not text:
        return "\\"
    return "\\" + text.strip("\\") + "\\" if text.strip("\\") else "\\"


@_cmdlet("New-ScheduledTask", ("Action", "Trigger", "Settings", "Principal", "Description"))
def new_task(call: CmdletCall) -> list[CimObject]:
    described = _described(call, None)
    return [view("MSFT_ScheduledTask").make(None, {**described, "State": EnumValue(STATE, 0)})]


@_cmdlet(
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
    name, path = _text(call, "TaskName") or "", _path(_text(call, "TaskPath"))
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


@_cmdlet(
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
    if isinstance(given, CimInstance):
        name, path = str(given.raw["TaskName"]), str(given.raw["TaskPath"])  # type: ignore[attr-defined]
    else:
        name, path = _text(call, "TaskName") or "", _path(_text(call, "TaskPath"))
    task = scheduler.get(name, path)
    if task is None:
        _hresult(call, 0x80070002, "The system cannot find the file specified.", "ObjectNotFound")
    return task


@_cmdlet("Get-ScheduledTask", ("TaskName", "TaskPath"))
def get_task(call: CmdletCall) -> list[CimObject]:
    tasks = list(_scheduler(call))
    for parameter, name_of in (("TaskPath", lambda task: task.path), ("TaskName", lambda task: task.name)):
        if parameter not in call.bound:
            continue
        chosen: list[ScheduledTask] = []
        for wanted in call.strings(parameter):
            pattern = str(unwrap(wanted)).lower()
            hits = [task for task in tasks if fnmatch.fnmatchcase(name_of(task).lower(), pattern)]
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


@_cmdlet("Get-ScheduledTaskInfo", ("TaskName", "TaskPath", "InputObject"))
def get_task_info(call: CmdletCall) -> list[CimObject]:
    task = _one(call)
    if task is None:
        return []
    values = {
        "LastRunTime": task.last_run or NEVER, "LastTaskResult": task.last_result, "NumberOfMissedRuns": 0,
        "TaskName": task.name, "TaskPath": task.path if "InputObject" in call.bound else "",
    }  # fmt: skip
    return [view("MSFT_TaskDynamicInfo").make(None, values)]


@_cmdlet("Start-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def start_task(call: CmdletCall) -> None:
    task = _one(call)
    if task is None:
        return
    if not task.enabled:
        _hresult(call, 0x80041326, "The task is disabled.", "InvalidOperation")
    elif not task.allow_demand_start:
        _hresult(call, 0x80041329, "The task can't be started on demand.", "InvalidOperation")
    else:
        call.host.windows.tasks.start(task)  # type: ignore[attr-defined]


@_cmdlet("Stop-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def stop_task(call: CmdletCall) -> None:
    task = _one(call)
    if task is not None:
        call.host.windows.tasks.stop(task)  # type: ignore[attr-defined]


@_cmdlet("Enable-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def enable_task(call: CmdletCall) -> list[CimObject]:
    return _switched(call, True)


@_cmdlet("Disable-ScheduledTask", ("TaskName", "TaskPath", "InputObject"))
def disable_task(call: CmdletCall) -> list[CimObject]:
    return _switched(call, False)


def _switched(call: CmdletCall, enabled: bool) -> list[CimObject]:
    task = _one(call)
    if task is None:
        return []
    task.enabled = enabled
    return [shown(task)]


@WINDOWS_COMMANDS.cmdlet(
    _MODULE,
    "Unregister-ScheduledTask",
    honours=("TaskName", "TaskPath", "InputObject", "PassThru", "WhatIf", "Confirm"),
)
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
