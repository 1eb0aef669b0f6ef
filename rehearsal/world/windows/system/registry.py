"""The registry, as far as scripts read or set numbers in it: it is on the system drive and outlives every boot."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.world.windows.system.machine import Machine


class Registry:
    """Values by key and name; neither's case matters. A value that nobody has set isn't there."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._values: dict[tuple[str, str], int] = {}
        self.writable = True
        """False: access rights on the keys let nobody set a value."""

    def value(self, key: str, name: str) -> int | None:
        """None where there is no such key or value."""
        return self._values.get((key.lower(), name.lower()))

    @property
    def values(self) -> dict[tuple[str, str], int]:
        """All of them; who changes the answer changes nothing here."""
        return dict(self._values)

    def restore(self, values: Mapping[tuple[str, str], int]) -> None:
        """What a root volume from a snapshot had."""
        self._values = dict(values)

    def set(self, key: str, name: str, value: int) -> None:
        """Makes key and value where they aren't there. Raises `PermissionError`."""
        if not self.writable:
            raise PermissionError(key)
        self._values[key.lower(), name.lower()] = value
        self._machine.record("registry", f"{key} {name} = {value}")
