"""Win32_OperatingSystem, Win32_ComputerSystem and Win32_Service of a host."""

from __future__ import annotations

from rehearsal.world.windows.cim.cim import CimObject, view
from rehearsal.world.windows.system.server import WindowsServer
from rehearsal.world.windows.system.services import ServiceState, StartMode

_STATES = {
    ServiceState.STOPPED: "Stopped", ServiceState.START_PENDING: "Start Pending",
    ServiceState.STOP_PENDING: "Stop Pending", ServiceState.RUNNING: "Running",
}  # fmt: skip
_MODES = {StartMode.AUTOMATIC: "Auto", StartMode.MANUAL: "Manual", StartMode.DISABLED: "Disabled"}
RELEASES = {"20348": "2022", "26100": "2025"}
"""Windows Server by its build number."""


def operating_system(host: WindowsServer) -> CimObject:
    """Windows Server 2022, or what the setting says."""
    memory_kib = 128 << 20
    build = str(host.settings.build_number)
    name = f"Microsoft Windows Server {RELEASES[build]} Datacenter"
    return view("Win32_OperatingSystem").make(
        ("os", host.name),
        {
            "Caption": name, "Version": f"10.0.{build}", "BuildNumber": build,
            "CSName": host.computer_name, "Name": f"{name}|C:\\Windows|", "Status": "OK",
            "LastBootUpTime": host.booted_at, "LocalDateTime": host.now(), "OSArchitecture": "64-bit",
            "ProductType": 3, "SystemDrive": "C:", "WindowsDirectory": "C:\\Windows", "Primary": True,
            "OSLanguage": 1033,
            "SystemDirectory": "C:\\Windows\\system32", "TotalVisibleMemorySize": memory_kib, "CurrentTimeZone": 0,
            "FreePhysicalMemory": memory_kib // 8, "NumberOfProcesses": len(host.processes.living()), "OSType": 18,
        },
    )  # fmt: skip


def computer_system(host: WindowsServer) -> CimObject:
    """The machine as EC2's firmware describes it."""
    kind = getattr(getattr(host.instance, "type", None), "name", "r5d.4xlarge")
    return view("Win32_ComputerSystem").make(
        ("computer", host.name),
        {
            "Name": host.computer_name, "Caption": host.computer_name, "DNSHostName": host.computer_name,
            "Domain": "sales.example",
            "PartOfDomain": True, "DomainRole": 3, "Manufacturer": "Amazon EC2", "Model": kind, "Status": "OK",
            "HypervisorPresent": True, "TotalPhysicalMemory": 128 << 30, "NumberOfLogicalProcessors": 16,
            "NumberOfProcessors": 1, "SystemType": "x64-based PC", "AutomaticManagedPagefile": True,
        },
    )  # fmt: skip


def services(host: WindowsServer) -> list[CimObject]:
    """All services."""
    return [
        view("Win32_Service").make(
            ("service", service.name),
            {
                "Name": service.name, "DisplayName": service.display_name, "Caption": service.display_name,
                "State": _STATES[service.state], "StartMode": _MODES[service.start_mode],
                "Started": service.state is ServiceState.RUNNING, "StartName": service.account,
                "PathName": service.path, "ProcessId": service.pid, "ExitCode": service.exit_code,
                "DelayedAutoStart": service.delayed, "ServiceType": "Own Process", "ErrorControl": "Normal",
                "Status": "OK", "SystemName": host.name, "AcceptStop": service.state is ServiceState.RUNNING,
                "AcceptPause": False, "DesktopInteract": False, "CreationClassName": "Win32_Service",
                "SystemCreationClassName": "Win32_ComputerSystem", "ServiceSpecificExitCode": 0, "TagId": 0,
                "CheckPoint": 0, "WaitHint": 0,
            },
        )
        for service in host.services
    ]  # fmt: skip
