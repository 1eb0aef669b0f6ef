"""Get-, Start-, Stop-, Restart-, Set-Service."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray, unwrap
from rehearsal.world.windows.cim.tables import CORE, WINDOWS_COMMANDS
from rehearsal.world.windows.system.script_host import script_host
from rehearsal.world.windows.system.services import Service, ServiceError, ServiceState, ServiceTable, StartMode
from rehearsal.world.windows.types.service_controller import ServiceController

_EXCEPTION = "Microsoft.PowerShell.Commands.ServiceCommandException"


def _manager(call: CmdletCall) -> ServiceTable:
    windows = script_host(call.host).windows
    if windows.settings.service_query_s:
        call.host.sleep(windows.settings.service_query_s)
    return windows.services


def _texts(call: CmdletCall, name: str) -> list[str] | None:
    if name not in call.bound:
        return None
    value = unwrap(call.bound[name])
    return [str(unwrap(item)) for item in (value.items if isinstance(value, PSArray) else [value])]


def _found(call: CmdletCall, manager: ServiceTable) -> list[Service]:
    given = unwrap(call.get("InputObject"))
    if given is not None:
        items = given.items if isinstance(given, PSArray) else [given]
        return [item.service for item in map(unwrap, items) if isinstance(item, ServiceController)]
    names, display = _texts(call, "Name"), _texts(call, "DisplayName")
    chosen: list[Service] = list(manager) if names is None and display is None else []
    for wanted in names or ():
        chosen.extend(
            _by_name(call, manager, wanted, lambda s: (s.name,), "service name", "NoServiceFoundForGivenName")
        )
    for wanted in display or ():
        chosen.extend(
            _by_name(
                call, manager, wanted, lambda s: (s.display_name,), "display name", "NoServiceFoundForGivenDisplayName"
            )
        )
    include, exclude = _texts(call, "Include"), _texts(call, "Exclude")
    if include is not None:
        chosen = [s for s in chosen if any(fnmatch.fnmatchcase(s.name.lower(), text.lower()) for text in include)]
    if exclude is not None:
        chosen = [s for s in chosen if not any(fnmatch.fnmatchcase(s.name.lower(), text.lower()) for text in exclude)]
    return chosen


def _by_name(
    call: CmdletCall,
    manager: ServiceTable,
    wanted: str,
    names_of: Callable[[Service], tuple[str, ...]],
    what: str,
    error_id: str,
) -> list[Service]:
    pattern = any(character in wanted for character in "*?[")
    if pattern:
        return [s for s in manager if any(fnmatch.fnmatchcase(n.lower(), wanted.lower()) for n in names_of(s))]
    hits = [service for service in manager if wanted.lower() in (name.lower() for name in names_of(service))]
    if not hits and what == "service name":
        hits = [service for service in manager if wanted.lower() == service.display_name.lower()]
    if not hits:
        text = f"Cannot find any service with {what} '{wanted}'."
        call.write_error(ErrorRecord(PSException(_EXCEPTION, text), error_id, "ObjectNotFound", wanted))
    return hits


@WINDOWS_COMMANDS.cmdlet(
    CORE, "Get-Service",
    honours=("Name", "DisplayName", "Include", "Exclude", "InputObject", "DependentServices", "RequiredServices"),
)  # fmt: skip
def get_service(call: CmdletCall) -> list[Any]:
    manager = _manager(call)
    found = _found(call, manager)
    if call.switch("DependentServices"):
        found = [other for service in found for other in manager.dependents(service)]
    elif call.switch("RequiredServices"):
        found = [manager[name] for service in found for name in service.depends_on]
    return [ServiceController(manager, service) for service in found]


def _shown_name(service: Service) -> str:
    return f"{service.display_name} ({service.name})"


def _passed(call: CmdletCall, manager: ServiceTable, service: Service) -> None:
    if call.switch("PassThru"):
        call.write(ServiceController(manager, service))


def _start(call: CmdletCall, manager: ServiceTable, service: Service) -> bool:
    try:
        manager.start(service)
    except ServiceError as error:
        if error.code in (1058, 1068):
            inner = PSException(
                "System.InvalidOperationException",
                f"Cannot start service {service.name} on computer '.'.",
                PSException("System.ComponentModel.Win32Exception", error.text),
            )
            text = (
                f"Service '{_shown_name(service)}' cannot be started due to the following error: Cannot start service "
                f"{service.name} on computer '.'."
            )
            record = ErrorRecord(
                PSException(_EXCEPTION, text, inner), "CouldNotStartService", "OpenError", service.name
            )
        else:
            text = f"Failed to start service '{_shown_name(service)}'."
            record = ErrorRecord(PSException(_EXCEPTION, text), "StartServiceFailed", "OpenError", service.name)
        call.write_error(record)
        return False
    return True


def _stop(call: CmdletCall, manager: ServiceTable, service: Service) -> bool:
    try:
        if call.switch("NoWait"):
            manager.request_stop(service, force=call.switch("Force"))
        else:
            manager.stop(service, force=call.switch("Force"))
    except ServiceError as error:
        if error.code == 1051:
            text = (
                f"Cannot stop service '{_shown_name(service)}' because it has dependent services. It can only be "
                "stopped if the Force flag is set."
            )
            record = ErrorRecord(
                PSException(_EXCEPTION, text), "ServiceHasDependentServices", "InvalidOperation", service.name
            )
        else:
            text = f"Failed to stop service '{_shown_name(service)}'."
            record = ErrorRecord(PSException(_EXCEPTION, text), "StopServiceFailed", "CloseError", service.name)
        call.write_error(record)
        return False
    return True


_TARGETS = ("Name", "DisplayName", "InputObject", "Include", "Exclude", "PassThru", "WhatIf", "Confirm")


@WINDOWS_COMMANDS.cmdlet(CORE, "Start-Service", honours=_TARGETS)
def start_service(call: CmdletCall) -> None:
    manager = _manager(call)
    for service in _found(call, manager):
        if call.should_process(_shown_name(service)) and _start(call, manager, service):
            _passed(call, manager, service)


@WINDOWS_COMMANDS.cmdlet(CORE, "Stop-Service", honours=(*_TARGETS, "Force", "NoWait"))
def stop_service(call: CmdletCall) -> None:
    manager = _manager(call)
    for service in _found(call, manager):
        if call.should_process(_shown_name(service)) and _stop(call, manager, service):
            _passed(call, manager, service)


@WINDOWS_COMMANDS.cmdlet(CORE, "Restart-Service", honours=(*_TARGETS, "Force"))
def restart_service(call: CmdletCall) -> None:
    manager = _manager(call)
    for service in _found(call, manager):
        if not call.should_process(_shown_name(service)):
            continue
        running = [other for other in manager.dependents(service) if other.state is ServiceState.RUNNING]
        if _stop(call, manager, service) and _start(call, manager, service):
            for other in running:
                _start(call, manager, other)
            _passed(call, manager, service)


@WINDOWS_COMMANDS.cmdlet(
    CORE, "Set-Service",
    honours=("Name", "DisplayName", "InputObject", "StartupType", "Status", "PassThru", "WhatIf", "Confirm"),
)  # fmt: skip
def set_service(call: CmdletCall) -> None:
    manager = _manager(call)
    given = unwrap(call.get("InputObject"))
    service = given.service if isinstance(given, ServiceController) else manager.find(str(unwrap(call.get("Name"))))
    if service is None:
        text = f"Service {unwrap(call.get('Name'))} was not found on computer '.'."
        exception = PSException("System.InvalidOperationException", text)
        call.write_error(ErrorRecord(exception, "NoServiceFoundForGivenName", "ObjectNotFound", call.get("Name")))
        return
    if not call.should_process(_shown_name(service)):
        return
    mode = unwrap(call.get("StartupType"))
    if mode is not None:
        number = mode.value if isinstance(mode, EnumValue) else StartMode[str(mode).upper()].value
        service.start_mode = StartMode(number)
        windows = script_host(call.host).windows
        windows.record(
            "service-mode", f"{service.display_name}: {service.start_mode.name.lower()}", service=service.name
        )
    if call.get("DisplayName"):
        service.display_name = str(unwrap(call.get("DisplayName")))
    status = str(unwrap(call.get("Status")) or "").lower()
    if status == "running":
        _start(call, manager, service)
    elif status == "stopped":
        _stop(call, manager, service)
    _passed(call, manager, service)
