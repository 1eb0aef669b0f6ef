"""Write-Output, Write-Host and the cmdlets that write to one stream."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.values import NetObject, PSArray

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "Write-Output", honours=("InputObject", "NoEnumerate"))
def write_output(call: CmdletCall) -> None:
    """Writes its arguments; a single array argument is enumerated."""
    value = call.get("InputObject")
    if call.has_pipeline_object:
        call.write(value if not (type(value) is PSArray and len(value.items) == 1) else value.items[0])
        return
    items = value.items if type(value) is PSArray else [value]
    if call.switch("NoEnumerate"):
        call.write(value)
        return
    for item in items:
        if type(item) is PSArray or isinstance(item, NetList):
            if len(items) == 1:
                call.write_all(item)
            else:
                call.write(item)
        else:
            call.write(item)


@cmdlet(UTILITY, "Write-Host", honours=("Object", "NoNewline", "Separator", "ForegroundColor", "BackgroundColor"))
def write_host(call: CmdletCall) -> None:
    """Text to the console; colours don't show in text."""
    separator = " " if "Separator" not in call.bound else to_text(call["Separator"], call.run)
    value = call.get("Object")
    call.write_host(_host_text(value, separator, call.run), newline=not call.switch("NoNewline"))


def _host_text(value: Any, separator: str, run: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    items = value.ps_enumerate() if isinstance(value, NetObject) and not isinstance(value, NetDictionary) else None
    if items is None:
        return to_text(value, run)
    return separator.join(_host_text(item, separator, run) for item in items)


@cmdlet(UTILITY, "Write-Warning", honours=("Message",))
def write_warning(call: CmdletCall) -> None:
    """Warning stream."""
    call.write_warning(call["Message"])


@cmdlet(UTILITY, "Write-Verbose", honours=("Message",))
def write_verbose(call: CmdletCall) -> None:
    """Verbose stream."""
    call.write_verbose(call["Message"])


@cmdlet(UTILITY, "Write-Debug", honours=("Message",))
def write_debug(call: CmdletCall) -> None:
    """Debug stream."""
    call.write_debug(call["Message"])


@cmdlet(UTILITY, "Write-Information", honours=("MessageData", "Tags"))
def write_information(call: CmdletCall) -> None:
    """Information stream."""
    call.write_information(call["MessageData"], tuple(call.strings("Tags")))
