"""A Windows server as its scripts see it: the machine with all its parts. windows/host.py implements it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rehearsal.world.ec2.instances import Instance
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.windows.system.event_log import EventLog
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.system.machine import Machine
from rehearsal.world.windows.system.mutexes import NamedMutexes
from rehearsal.world.windows.system.process import ProcessTable
from rehearsal.world.windows.system.registry import Registry
from rehearsal.world.windows.system.services import ServiceTable
from rehearsal.world.windows.system.tasks import TaskScheduler


class WindowsServer(Machine, Protocol):
    """What cmdlets and types read and change."""

    settings: WindowsSettings
    computer_name: str
    environment: dict[str, str]
    instance: Instance | None
    booted_at: datetime | None
    storage: StorageSpaces
    files: WindowsFileSystem
    processes: ProcessTable
    mutexes: NamedMutexes
    services: ServiceTable
    tasks: TaskScheduler
    events: EventLog
    registry: Registry
    page_files: list[str]
    page_file_settings: list[str]

    def reboot(self) -> None:
        """Restart-Computer: orderly; EC2 notices nothing."""

    def shut_down_from_inside(self) -> None:
        """Stop-Computer: EC2 sees the machine halt."""

    def crash(self) -> None:
        """Blue screen: as a loss of power, then it boots again with the same disks."""
