"""New-EventLog, Write-EventLog and Remove-EventLog."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import EnumValue, unwrap
from rehearsal.world.windows.cim.clr_values import whole
from rehearsal.world.windows.cim.tables import CORE, WINDOWS_COMMANDS
from rehearsal.world.windows.system.script_host import script_host

LONGEST_MESSAGE = 32_766
"""Characters of one text of an event (EventLog.WriteEntry)."""


@WINDOWS_COMMANDS.cmdlet(CORE, "New-EventLog", honours=("LogName", "Source"))
def new_event_log(call: CmdletCall) -> None:
    events = script_host(call.host).windows.events
    for source in call.strings("Source"):
        if not events.register(str(unwrap(source)), str(unwrap(call.get("LogName")))):
            text = f'The "{source}" source is already registered on the "localhost" computer.'
            exception = PSException("System.InvalidOperationException", text)
            call.write_error(ErrorRecord(exception, "SourceIsAlreadyRegistered", "InvalidOperation"))


@WINDOWS_COMMANDS.cmdlet(
    CORE, "Write-EventLog", honours=("LogName", "Source", "EventId", "EntryType", "Message", "Category")
)
def write_event_log(call: CmdletCall) -> None:
    events = script_host(call.host).windows.events
    source, log = str(unwrap(call.get("Source"))), str(unwrap(call.get("LogName")))
    if not events.knows(source):
        text = f'The source name "{source}" does not exist on computer "localhost".'
        exception = PSException("System.InvalidOperationException", text)
        call.write_error(ErrorRecord(exception, "Source does not exist", "InvalidOperation"))
        return
    message = str(unwrap(call.get("Message")))
    if len(message) > LONGEST_MESSAGE:
        text = f"Log entry string is too long. A string written to the event log cannot exceed {LONGEST_MESSAGE} chars."
        call.write_error(ErrorRecord(PSException("System.ArgumentException", text), "TooLong", "InvalidOperation"))
        return
    kind = unwrap(call.get("EntryType"))
    level = kind.ps_string() if isinstance(kind, EnumValue) else str(kind or "Information")
    events.write(log, source, whole(unwrap(call.get("EventId"))), level, message)


@WINDOWS_COMMANDS.cmdlet(CORE, "Remove-EventLog", honours=("Source", "WhatIf", "Confirm"))
def remove_event_log(call: CmdletCall) -> None:
    events = script_host(call.host).windows.events
    for source in call.strings("Source"):
        name = str(unwrap(source))
        if not events.knows(name):
            text = f'The source name "{name}" does not exist on computer "localhost".'
            exception = PSException("System.InvalidOperationException", text)
            call.write_error(ErrorRecord(exception, "Source does not exist", "InvalidOperation"))
        elif call.should_process(name):
            events.unregister(name)
