"""System.ServiceProcess.ServiceController: a snapshot of a service, and what can be asked of it."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.real_members import declare_properties
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
)
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.world.windows.cim.clr_values import seconds_of
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.system.services import Service, ServiceError, ServiceState, ServiceTable

STATUS = WINDOWS_TYPES.net_enum(
    "System.ServiceProcess.ServiceControllerStatus",
    {
        "Stopped": 1, "StartPending": 2, "StopPending": 3, "Running": 4, "ContinuePending": 5, "PausePending": 6,
        "Paused": 7,
    },
)  # fmt: skip
START_MODE = WINDOWS_TYPES.net_enum(
    "System.ServiceProcess.ServiceStartMode",
    {"Boot": 0, "System": 1, "Automatic": 2, "Manual": 3, "Disabled": 4},
)
SERVICE_TYPE = WINDOWS_TYPES.net_enum(
    "System.ServiceProcess.ServiceType",
    {
        "KernelDriver": 1, "FileSystemDriver": 2, "Adapter": 4, "RecognizerDriver": 8, "Win32OwnProcess": 16,
        "Win32ShareProcess": 32, "InteractiveProcess": 256,
    },
    flags=True,
)  # fmt: skip
_OWN = "System.ServiceProcess.ServiceController"
declare_properties(
    _OWN,
    [
        "Name",
        "RequiredServices",
        "CanPauseAndContinue",
        "CanShutdown",
        "CanStop",
        "DisplayName",
        "DependentServices",
        "MachineName",
        "ServiceName",
        "ServicesDependedOn",
        "ServiceHandle",
        "Status",
        "ServiceType",
        "StartType",
        "Site",
        "Container",
    ],
)


@WINDOWS_TYPES.net_type(_OWN, base="System.ComponentModel.Component", interfaces=("System.IDisposable",))
class ServiceController(NetObject):
    """Status and start type as they were when it was made or last refreshed."""

    __slots__ = ("manager", "members", "mode", "service", "state")

    def __init__(self, manager: ServiceTable, service: Service) -> None:
        self.members = None
        self.manager = manager
        self.service = service
        self.state = service.state
        self.mode = service.start_mode

    @net_constructor("string", context=True)
    @staticmethod
    def make(run: Any, name: str) -> ServiceController:
        manager = run.host.windows.services
        service = manager.find(name)
        if service is None:
            raise PSException("System.InvalidOperationException", f"Service {name} was not found on computer '.'.")
        return ServiceController(manager, service)

    @net_static("GetServices", returns=_OWN + "[]", context=True)
    @staticmethod
    def get_services(run: Any) -> PSArray:
        manager = run.host.windows.services
        return PSArray([ServiceController(manager, service) for service in manager], _OWN)

    def ps_string(self) -> str:
        return _OWN

    @net_property("Name", "string")
    @net_property("ServiceName", "string")
    def name(self) -> str:
        return self.service.name

    @net_property("DisplayName", "string")
    def display_name(self) -> str:
        return self.service.display_name

    @net_property("MachineName", "string")
    def machine_name(self) -> str:
        return "."

    @net_property("Status", "System.ServiceProcess.ServiceControllerStatus")
    def status(self) -> EnumValue:
        return EnumValue(STATUS, int(self.state))

    @net_property("StartType", "System.ServiceProcess.ServiceStartMode")
    def start_type(self) -> EnumValue:
        return EnumValue(START_MODE, int(self.mode))

    @net_property("ServiceType", "System.ServiceProcess.ServiceType")
    def service_type(self) -> EnumValue:
        return EnumValue(SERVICE_TYPE, 16)

    @net_property("CanStop", "bool")
    def can_stop(self) -> bool:
        return self.state is ServiceState.RUNNING

    @net_property("CanShutdown", "bool")
    def can_shutdown(self) -> bool:
        return self.state is ServiceState.RUNNING

    @net_property("CanPauseAndContinue", "bool")
    def can_pause(self) -> bool:
        return False

    @net_property("DependentServices", _OWN + "[]")
    def dependents(self) -> PSArray:
        return PSArray([ServiceController(self.manager, s) for s in self.manager.dependents(self.service)], _OWN)

    @net_property("ServicesDependedOn", _OWN + "[]")
    @net_property("RequiredServices", _OWN + "[]")
    def depended_on(self) -> PSArray:
        return PSArray([ServiceController(self.manager, self.manager[n]) for n in self.service.depends_on], _OWN)

    @net_property("Site")
    @net_property("Container")
    @net_property("ServiceHandle")
    def nothing(self) -> None:
        return None

    @net_method("Refresh", returns="void")
    def refresh(self) -> None:
        self.state, self.mode = self.service.state, self.service.start_mode

    @net_method("Close", returns="void")
    @net_method("Dispose", returns="void")
    def close(self) -> None:
        return None

    @net_method("Start", returns="void")
    def start(self) -> None:
        try:
            self.manager.request_start(self.service)
        except ServiceError as error:
            raise _failure("start", self.service, error) from None

    @net_method("Stop", returns="void")
    def stop(self) -> None:
        try:
            self.manager.request_stop(self.service, force=True)
        except ServiceError as error:
            raise _failure("stop", self.service, error) from None

    @net_method("WaitForStatus", "System.ServiceProcess.ServiceControllerStatus", returns="void", context=True)
    @net_method(
        "WaitForStatus", "System.ServiceProcess.ServiceControllerStatus", "timespan", returns="void", context=True
    )
    @staticmethod
    def wait(run: Any, controller: ServiceController, status: EnumValue, span: Any = None) -> None:
        clock = run.host.windows.world.clock
        deadline = None if span is None else clock.monotonic() + seconds_of(span)
        while int(controller.service.state) != status.value:
            left = None if deadline is None else deadline - clock.monotonic()
            if left is not None and left <= 0:
                raise PSException(
                    "System.ServiceProcess.TimeoutException",
                    "Time out has expired and the operation has not been completed.",
                )
            controller.service.changed.wait(left)
        controller.refresh()


def _failure(verb: str, service: Service, error: ServiceError) -> PSException:
    inner = PSException("System.ComponentModel.Win32Exception", error.text)
    return PSException(
        "System.InvalidOperationException", f"Cannot {verb} service {service.name} on computer '.'.", inner
    )
