"""Microsoft.Win32.Registry: reading and setting numbers."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

WINDOWS_TYPES.net_enum("Microsoft.Win32.RegistryValueKind", {"DWord": 4})


@WINDOWS_TYPES.net_type("Microsoft.Win32.Registry")
class RegistryType(NetObject):
    """Static only."""

    @net_static("GetValue", "string", "string", "object", returns="object", context=True)
    @staticmethod
    def get_value(run: Any, key: str, name: str, default: object) -> object:
        """`default` where the key has no such value."""
        found = run.host.windows.registry.value(key, name)
        return default if found is None else found

    @net_static(
        "SetValue", "string", "string", "object", "Microsoft.Win32.RegistryValueKind", returns="void", context=True
    )
    @staticmethod
    def set_value(run: Any, key: str, name: str, value: int, kind: EnumValue) -> None:
        try:
            run.host.windows.registry.set(key, name, value)
        except PermissionError:
            text = "Attempted to perform an unauthorized operation."
            raise PSException("System.UnauthorizedAccessException", text) from None
