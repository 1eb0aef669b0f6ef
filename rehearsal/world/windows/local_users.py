"""A local user who is no administrator: what such an account can do to files, and what it may not.

What it creates belongs to it. Anything that its rights don't cover raises PermissionError.
"""

from __future__ import annotations

import errno

from rehearsal.world.storage.state.tree import Entry
from rehearsal.world.windows.files.access_lists import (
    CHANGE_PERMISSIONS,
    CREATE_FILES,
    CREATE_FOLDERS,
    FULL_CONTROL,
    AccessList,
    Rule,
)
from rehearsal.world.windows.system.access import may
from rehearsal.world.windows.system.process import Process
from rehearsal.world.windows.system.server import WindowsServer

_WRITE_DATA = 2
_WRITE_ATTRIBUTES = 256


class LocalUser:
    """Somebody who may log on to the server."""

    def __init__(self, host: WindowsServer, name: str) -> None:
        self._host = host
        self.account = f"{host.name}\\{name}"

    def create_folder(self, path: str) -> None:
        self._demand(_parent(path), CREATE_FOLDERS)
        self._host.files.make_directory(path)
        self._take(path)

    def write_file(self, path: str, data: bytes) -> None:
        """Creates it, or replaces its content."""
        files = self._host.files
        if files.exists(path):
            self._demand(path, _WRITE_DATA)
            files.write_bytes(path, data)
            return
        self._demand(_parent(path), CREATE_FILES)
        files.write_bytes(path, data)
        self._take(path)

    def create_junction(self, path: str, target: str) -> None:
        """A folder that leads elsewhere: `mklink /J`."""
        self.create_folder(path)
        self._host.files.itself(path).target = target

    def create_hard_link(self, existing: str, path: str) -> None:
        """One more name, the same as before, for a file that it may write: `mklink /H`."""
        self._demand(existing, _WRITE_ATTRIBUTES)
        self._demand(_parent(path), CREATE_FILES)
        self._host.files.link(existing, path)

    def grant_itself(self, path: str) -> None:
        """Full control for itself, by an explicit rule that is inherited."""
        self._demand(path, CHANGE_PERMISSIONS)
        entry = self._host.files.itself(path)
        if not isinstance(entry.access, AccessList):
            entry.access = AccessList()
        entry.access.rules.append(Rule(identity=self.account, rights=FULL_CONTROL, inheritance=3))

    def hold_mutex(self, name: str) -> Process:
        """Creates or opens a named mutex and takes it; it is held until the process is ended."""
        process = self._host.processes.begin("user", "mutex", None)
        self._host.mutexes.acquire(self._host.mutexes.open(name), process, 0)
        return process

    def may(self, path: str, rights: int) -> bool:
        """Whether its rights to an existing file or folder cover these."""
        return may(self._host.files, path, self.account, rights)

    def _demand(self, path: str, rights: int) -> None:
        if not self.may(path, rights):
            raise PermissionError(errno.EACCES, "Access to the path is denied.", path)

    def _take(self, path: str) -> None:
        entry: Entry = self._host.files.itself(path)
        entry.access = AccessList(owner=self.account)


def _parent(path: str) -> str:
    head = path.rstrip("\\").rpartition("\\")[0]
    return head if len(head) > 2 else head + "\\"
