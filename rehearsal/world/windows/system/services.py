"""Windows services: states, dependencies, starts and stops that take their time and can fail.

A start or stop belongs to the service manager: it goes on when whoever asked for it dies. Fault points `service.start`,
`service.stop` (context node, service): FAIL, `error` the service's exit code; HANG, it stays pending (for `seconds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from rehearsal.kernel.clock import Signal
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.windows.system.machine import Machine
from rehearsal.world.windows.system.process import ProcessTable

SHUTDOWN_PATIENCE_S = 180
"""So long a service may take to stop while Windows shuts down (page "SERVICE_PRESHUTDOWN_INFO")."""


class ServiceState(IntEnum):
    """ServiceControllerStatus."""

    STOPPED = 1
    START_PENDING = 2
    STOP_PENDING = 3
    RUNNING = 4


class StartMode(IntEnum):
    """ServiceStartMode."""

    AUTOMATIC = 2
    MANUAL = 3
    DISABLED = 4


class ServiceError(Exception):
    """What the service manager answers: `code` is the Win32 error (1058 disabled, 1053 no answer in time …)."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class ServiceStartError(Exception):
    """Why a service ended itself while it started; `exit_code` is what the service manager shows afterwards."""

    def __init__(self, exit_code: int, text: str) -> None:
        super().__init__(text)
        self.exit_code = exit_code


class ServiceBody(Protocol):
    """What a service does. `start` and `stop` take virtual time; a start that fails raises ServiceStartError.

    Any other exception is a defect of the model and ends the run.
    """

    def start(self) -> None: ...

    def stop(self) -> None: ...


@dataclass(slots=True, kw_only=True, eq=False)
class Service:
    """One service. `body` None: it merely takes `start_s` and `stop_s`."""

    name: str
    display_name: str
    start_mode: StartMode
    start_s: float
    stop_s: float
    depends_on: tuple[str, ...] = ()
    account: str = "LocalSystem"
    path: str = ""
    delayed: bool = False
    state: ServiceState = ServiceState.STOPPED
    exit_code: int = 0
    body: ServiceBody | None = None
    pid: int = 0
    changed: Signal = field(repr=False)


class ServiceMachine(Machine, Protocol):
    """What the service manager needs of its machine."""

    processes: ProcessTable
    shutdown_begun: Signal

    @property
    def going_down(self) -> bool:
        """It has begun to shut down or to restart."""


class ServiceTable:
    """The services of one host; definitions outlive reboots, states don't."""

    def __init__(self, machine: ServiceMachine) -> None:
        self._machine = machine
        self._services: dict[str, Service] = {}
        settings = machine.world.settings.part(WindowsSettings)
        small = settings.agent_start_s, settings.service_stop_s
        self.add("AmazonSSMAgent", "Amazon SSM Agent", *small, start_mode=StartMode.AUTOMATIC)
        self.add("ClusSvc", "Cluster Service", *small, start_mode=StartMode.DISABLED)
        self.add("ShellHWDetection", "Shell Hardware Detection", *small, start_mode=StartMode.AUTOMATIC)
        self.add(
            "MSSQLSERVER", "SQL Server (MSSQLSERVER)", settings.sql_service_start_s, settings.sql_service_stop_s,
            account=r"NT SERVICE\MSSQLSERVER",
        )  # fmt: skip
        self.add(
            "SQLSERVERAGENT", "SQL Server Agent (MSSQLSERVER)", *small, depends_on=("MSSQLSERVER",),
            account=r"NT SERVICE\SQLSERVERAGENT",
        )  # fmt: skip

    def add(
        self,
        name: str,
        display_name: str,
        start_s: float,
        stop_s: float,
        *,
        start_mode: StartMode = StartMode.MANUAL,
        depends_on: tuple[str, ...] = (),
        account: str = "LocalSystem",
    ) -> Service:
        """Installs a service."""
        service = Service(
            name=name, display_name=display_name, start_mode=start_mode, start_s=start_s, stop_s=stop_s,
            depends_on=depends_on, account=account, changed=Signal(self._machine.world.clock),
            path=rf"C:\Program Files\{name}\{name}.exe",
        )  # fmt: skip
        self._services[name.lower()] = service
        return service

    def remove(self, name: str) -> None:
        """Uninstalls a service. Raises KeyError."""
        del self._services[name.lower()]

    def __iter__(self) -> Iterator[Service]:
        return iter(sorted(self._services.values(), key=lambda service: service.name.lower()))

    def get(self, name: str) -> Service | None:
        """By service name, any case."""
        return self._services.get(name.lower())

    def find(self, name: str) -> Service | None:
        """By service name or display name, any case, as -Name of the cmdlets takes both."""
        found = self.get(name)
        if found is not None:
            return found
        return next((s for s in self._services.values() if s.display_name.lower() == name.lower()), None)

    def __getitem__(self, name: str) -> Service:
        return self._services[name.lower()]

    def attach(self, name: str, body: ServiceBody) -> None:
        """Puts a model behind a service (SQL Server)."""
        self[name].body = body

    def dependents(self, service: Service) -> list[Service]:
        """Services that need this one."""
        return [other for other in self if service.name.lower() in (need.lower() for need in other.depends_on)]

    # -- changing -----------------------------------------------------------------------------------------------------

    def start(self, service: Service) -> None:
        """Starts what it depends on, then the service; returns when it runs. Raises ServiceError."""
        self.request_start(service)
        while service.state is ServiceState.START_PENDING:
            service.changed.wait()
        if service.state is not ServiceState.RUNNING:
            raise ServiceError(service.exit_code or 1067, "The process terminated unexpectedly.")

    def request_start(self, service: Service) -> None:
        """As StartService: refuses at once (1058 disabled, 1068 a dependency failed), else the start is under way."""
        if service.start_mode is StartMode.DISABLED:
            raise ServiceError(1058, "The service cannot be started because it is disabled.")
        if service.state is ServiceState.RUNNING:
            return
        for name in service.depends_on:
            try:
                self.start(self[name])
            except ServiceError as error:
                raise ServiceError(1068, "The dependency service or group failed to start.") from error
        if service.state is ServiceState.STOPPED:
            self._enter(service, ServiceState.START_PENDING)
            self._machine.spawn(f"service {service.name} starts", self._run_start, service)

    def _run_start(self, service: Service) -> None:
        clock = self._machine.world.clock
        fault = self._machine.world.fault("service.start", node=self._machine.name, service=service.name)
        if fault is not None and fault.kind is FaultKind.HANG:
            clock.sleep(fault.seconds or 1e8)
        elif fault is not None and fault.kind is FaultKind.FAIL:
            clock.sleep(service.start_s)
            self._fail(service, int(fault.error or 1067), "planned fault")
            return
        try:
            if service.body is None:
                clock.sleep(service.start_s)
            else:
                service.body.start()
        except ServiceStartError as error:
            self._fail(service, error.exit_code, str(error))
            return
        if service.state is ServiceState.START_PENDING:
            service.exit_code = 0
            service.pid = self._machine.processes.begin(service.name, service.path, None).pid
            self._enter(service, ServiceState.RUNNING)

    def _fail(self, service: Service, code: int, why: str) -> None:
        service.exit_code = code
        self._enter(service, ServiceState.STOPPED, why)

    def stop(self, service: Service, *, force: bool = False) -> None:
        """Returns when it is stopped. 1051 while dependents run and `force` isn't given, else they stop first."""
        self.request_stop(service, force=force)
        while service.state is ServiceState.STOP_PENDING:
            service.changed.wait()
        if service.state is not ServiceState.STOPPED:
            raise ServiceError(1053, "The service did not respond to the control request in a timely fashion.")

    def request_stop(self, service: Service, *, force: bool = False) -> None:
        """As ControlService(STOP): refuses at once, else the stop is under way."""
        running = [other for other in self.dependents(service) if other.state is not ServiceState.STOPPED]
        if running and not force:
            raise ServiceError(1051, "A stop control has been sent to a service that other running services need.")
        for other in running:
            self.stop(other, force=True)
        while service.state is ServiceState.START_PENDING:
            service.changed.wait()
        if service.state is ServiceState.RUNNING:
            self._enter(service, ServiceState.STOP_PENDING)
            self._machine.spawn(f"service {service.name} stops", self._run_stop, service)

    def _run_stop(self, service: Service) -> None:
        clock = self._machine.world.clock
        fault = self._machine.world.fault("service.stop", node=self._machine.name, service=service.name)
        if fault is not None and fault.kind is FaultKind.HANG:
            self._hang(fault.seconds or 1e8)
        elif fault is not None and fault.kind is FaultKind.FAIL:
            self._enter(service, ServiceState.RUNNING, "planned fault")
            return
        if service.body is None:
            clock.sleep(service.stop_s)
        else:
            service.body.stop()
        service.pid = 0
        self._enter(service, ServiceState.STOPPED)

    def _hang(self, seconds: float) -> None:
        """A service that doesn't stop; a shutdown ends it when Windows has lost patience."""
        if self._machine.going_down or self._machine.shutdown_begun.wait(seconds):
            self._machine.world.clock.sleep(min(seconds, SHUTDOWN_PATIENCE_S))

    def died(self, service: Service, why: str, exit_code: int = 1067) -> None:
        """The service's process ended by itself (SQL Server after an I/O error on master, say)."""
        if service.state is not ServiceState.STOPPED:
            service.exit_code, service.pid = exit_code, 0
            self._enter(service, ServiceState.STOPPED, why)

    def _enter(self, service: Service, state: ServiceState, why: str | None = None) -> None:
        before, service.state = service.state, state
        self._machine.record(
            "service", f"{service.display_name}: {before.name.lower()} → {state.name.lower()}", why=why,
            service=service.name, state=int(state),
        )  # fmt: skip
        service.changed.notify()

    # -- the machine's own --------------------------------------------------------------------------------------------

    def start_automatic(self) -> None:
        """At boot, each in its own time; a failure stops no other service."""
        for service in self:
            if service.start_mode is StartMode.AUTOMATIC and service.state is ServiceState.STOPPED:
                self._machine.spawn(f"service manager: {service.name}", self._start_quietly, service)

    def _start_quietly(self, service: Service) -> None:
        try:
            self.request_start(service)
        except ServiceError as error:
            self._machine.record(
                "service-error", f"{service.name}: {error.text}", service=service.name, code=error.code
            )

    def stop_all(self) -> None:
        """Orderly shutdown: dependents before what they need, everything that runs."""
        for service in self:
            if service.state in (ServiceState.RUNNING, ServiceState.START_PENDING):
                try:
                    self.stop(service, force=True)
                except ServiceError:
                    continue

    def power_lost(self) -> None:
        """No service runs any more; nothing was told them."""
        for service in self:
            service.state, service.pid = ServiceState.STOPPED, 0
            service.changed.notify()
