"""New-ScheduledTaskAction, -Trigger, -Principal, -SettingsSet: objects of the script's, not registered yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import EnumValue, unwrap
from rehearsal.world.windows.cim.cim import CimObject, view
from rehearsal.world.windows.cim.clr_values import seconds_of, whole
from rehearsal.world.windows.cim.tables import WINDOWS_COMMANDS, WINDOWS_TYPES

_MODULE = "ScheduledTasks"
GENERATED = "Microsoft.PowerShell.Cmdletization.GeneratedTypes.ScheduledTask."

COMPATIBILITY = WINDOWS_TYPES.net_enum(
    GENERATED + "CompatibilityEnum", {"At": 0, "V1": 1, "Vista": 2, "Win7": 3, "Win8": 4}
)
INSTANCES = WINDOWS_TYPES.net_enum(
    GENERATED + "MultipleInstancesEnum", {"Parallel": 0, "Queue": 1, "IgnoreNew": 2, "StopExisting": 3}
)
LOGON = WINDOWS_TYPES.net_enum(
    GENERATED + "LogonTypeEnum",
    {"None": 0, "Password": 1, "S4U": 2, "Interactive": 3, "Group": 4, "ServiceAccount": 5, "InteractiveOrPassword": 6},
)
RUN_LEVEL = WINDOWS_TYPES.net_enum(GENERATED + "RunLevelEnum", {"Limited": 0, "Highest": 1})
SID_TYPE = WINDOWS_TYPES.net_enum(GENERATED + "ProcessTokenSidTypeEnum", {"None": 0, "Unrestricted": 1, "Default": 2})


def task_cmdlet(name: str, honours: tuple[str, ...]) -> Callable[[Any], Any]:
    """The module's commands are functions over CIM: errors end in the command's own name."""
    return WINDOWS_COMMANDS.cmdlet(_MODULE, name, honours=honours, implementing_type=name)


def part(name: str, values: dict[str, Any]) -> CimObject:
    return view(name).make(None, values)


def text_of(call: CmdletCall, name: str) -> str | None:
    value = unwrap(call.get(name))
    return None if value is None else str(value)


def enumeration_of(call: CmdletCall, name: str, enum: Any, default: int) -> EnumValue:
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


def span_of(call: CmdletCall, name: str) -> str | None:
    value = unwrap(call.get(name))
    return None if value is None else duration_text(seconds_of(value))


@task_cmdlet("New-ScheduledTaskAction", ("Execute", "Argument", "WorkingDirectory", "Id"))
def new_action(call: CmdletCall) -> list[CimObject]:
    return [
        part(
            "MSFT_TaskExecAction",
            {
                "Id": text_of(call, "Id"), "Execute": text_of(call, "Execute"), "Arguments": text_of(call, "Argument"),
                "WorkingDirectory": text_of(call, "WorkingDirectory"),
            },
        )
    ]  # fmt: skip


@task_cmdlet(
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
        values["RandomDelay"] = span_of(call, "RandomDelay")
    values["Repetition"] = part(
        "MSFT_TaskRepetitionPattern",
        {"Interval": span_of(call, "RepetitionInterval"), "Duration": span_of(call, "RepetitionDuration")},
    )
    return [part(kind, values)]


@task_cmdlet("New-ScheduledTaskPrincipal", ("UserId", "LogonType", "RunLevel", "GroupId", "Id", "ProcessTokenSidType"))
def new_principal(call: CmdletCall) -> list[CimObject]:
    return [
        part(
            "MSFT_TaskPrincipal2",
            {
                "Id": text_of(call, "Id"), "UserId": text_of(call, "UserId"), "GroupId": text_of(call, "GroupId"),
                "LogonType": enumeration_of(call, "LogonType", LOGON, 5),
                "RunLevel": enumeration_of(call, "RunLevel", RUN_LEVEL, 0),
                "ProcessTokenSidType": enumeration_of(call, "ProcessTokenSidType", SID_TYPE, 2),
            },
        )
    ]  # fmt: skip


@task_cmdlet(
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
    count = whole(unwrap(call.get("RestartCount")) or 0)
    return [
        part(
            "MSFT_TaskSettings3",
            {
                "AllowDemandStart": not call.switch("DisallowDemandStart"),
                "AllowHardTerminate": not call.switch("DisallowHardTerminate"),
                "Compatibility": enumeration_of(call, "Compatibility", COMPATIBILITY, 2),
                "DisallowStartIfOnBatteries": not call.switch("AllowStartIfOnBatteries"),
                "Enabled": not call.switch("Disable"),
                "ExecutionTimeLimit": span_of(call, "ExecutionTimeLimit") or "PT72H",
                "Hidden": call.switch("Hidden"),
                "MultipleInstances": enumeration_of(call, "MultipleInstances", INSTANCES, 2),
                "Priority": whole(unwrap(call.get("Priority", 7))), "RestartCount": count,
                "RestartInterval": span_of(call, "RestartInterval"), "RunOnlyIfIdle": False,
                "RunOnlyIfNetworkAvailable": False, "StartWhenAvailable": call.switch("StartWhenAvailable"),
                "StopIfGoingOnBatteries": not call.switch("DontStopIfGoingOnBatteries"), "WakeToRun": False,
                "DisallowStartOnRemoteAppSession": False, "UseUnifiedSchedulingEngine": False, "Volatile": False,
                "IdleSettings": part("MSFT_TaskIdleSettings", {"StopOnIdleEnd": not call.switch("DontStopOnIdleEnd")}),
                "NetworkSettings": part("MSFT_TaskNetworkSettings", {}),
            },
        )
    ]  # fmt: skip


def new_settings_default() -> CimObject:
    """Settings of a task registered without any: as New-ScheduledTaskSettingsSet without parameters."""
    return part(
        "MSFT_TaskSettings3",
        {
            "AllowDemandStart": True, "AllowHardTerminate": True, "Compatibility": EnumValue(COMPATIBILITY, 2),
            "DisallowStartIfOnBatteries": True, "Enabled": True, "ExecutionTimeLimit": "PT72H", "Hidden": False,
            "MultipleInstances": EnumValue(INSTANCES, 2), "Priority": 7, "RestartCount": 0, "RunOnlyIfIdle": False,
            "RunOnlyIfNetworkAvailable": False, "StartWhenAvailable": False, "StopIfGoingOnBatteries": True,
            "WakeToRun": False, "Volatile": False,
        },
    )  # fmt: skip
