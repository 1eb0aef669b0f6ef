"""What is uncertain about Windows itself, and how long its parts take. Seconds throughout."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsSettings:
    """Services, boot and shutdown of the modelled servers."""

    build_number: int = 20348
    """Windows Server 2022; 26100 is Windows Server 2025. [write-cache#bugcheck-2025]"""
    bugchecks_at_boot: bool = True
    """Build 26100 and later stops at every boot that finds a pool with a member missing. [write-cache#bugcheck-2025]"""
    bugchecks_at_arrival: bool = True
    """It stops in the same way when such a pool's disks arrive while it runs; tried by nobody.
    [write-cache#bugcheck-2025]"""
    boot_time_follows_clock: bool = True
    """LastBootUpTime moves with a correction of the clock. [windows#boot-identity]"""
    agent_start_s: float = 2.0
    """ClusSvc, the SSM agent and other small services."""
    service_stop_s: float = 1.5
    disks_after_power_on_s: float = 20.0
    """From power to the moment the storage stack has looked for disks; the rest of the boot follows."""
    boot_task_delay_s: float = 5.0
    """From `up` to the start of tasks with an at-startup trigger."""
    services_after_tasks_s: float = 2.0
    """Automatic services start this long after the boot tasks."""
    task_start_s: float = 0.5
    """From Start-ScheduledTask to the process."""
    kill_at_shutdown_s: float = 5.0
    """How long an orderly shutdown gives processes that don't answer."""
    cim_query_s: float = 0.1
    """Win32 classes through Get-CimInstance."""
    service_query_s: float = 0.02
    task_query_s: float = 0.05
    sql_service_start_s: float = 20.0
    """Used only for a SQL Server service without a model behind it."""
    sql_service_stop_s: float = 15.0
