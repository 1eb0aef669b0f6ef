"""Who a script runs as: WindowsIdentity, WindowsPrincipal, NTAccount, SecurityIdentifier."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
)
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.files.access_lists import WELL_KNOWN, sid_of


class IdentityReference(NetObject):
    """Equal to another reference, or to text, of the same value."""

    __slots__ = ("members", "value")

    def __init__(self, value: str) -> None:
        self.members = None
        self.value = value

    def ps_string(self) -> str:
        return self.value

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        text = other.ps_string() if isinstance(other, NetObject) else str(other)
        return text.lower() == self.value.lower()

    def ps_hash_key(self) -> object:
        return self.value.lower()


@WINDOWS_TYPES.net_type(
    "System.Security.Principal.SecurityIdentifier", base="System.Security.Principal.IdentityReference"
)
class SecurityIdentifier(IdentityReference):
    """A SID."""

    __slots__ = ()

    @net_constructor("string")
    def __init__(self, value: str) -> None:
        super().__init__(value)

    @net_property("Value", "string")
    def get_value(self) -> str:
        return self.value

    @net_method("Translate", "type")
    def translate(self, target: Any) -> IdentityReference:
        if target.full_name == "System.Security.Principal.NTAccount":
            if self.value not in WELL_KNOWN:
                raise PSException(
                    "System.Security.Principal.IdentityNotMappedException",
                    "Some or all identity references could not be translated.",
                )
            return NTAccount(WELL_KNOWN[self.value])
        return self


@WINDOWS_TYPES.net_type("System.Security.Principal.NTAccount", base="System.Security.Principal.IdentityReference")
class NTAccount(IdentityReference):
    """An account by name."""

    __slots__ = ()

    @net_constructor("string")
    @net_constructor("string", "string")
    def __init__(self, value: str, name: str | None = None) -> None:
        super().__init__(value if name is None else f"{value}\\{name}")

    @net_property("Value", "string")
    def get_value(self) -> str:
        return self.value

    @net_method("Translate", "type")
    def translate(self, target: Any) -> IdentityReference:
        if target.full_name == "System.Security.Principal.SecurityIdentifier":
            return SecurityIdentifier(sid_of(self.value))
        return self


@WINDOWS_TYPES.net_type("System.Security.Principal.WindowsIdentity", interfaces=("System.IDisposable",))
class WindowsIdentity(NetObject):
    """The process's identity: commands of the SSM agent and our tasks run as LocalSystem."""

    __slots__ = ("members",)

    def __init__(self) -> None:
        self.members = None

    @net_static("GetCurrent", returns="System.Security.Principal.WindowsIdentity")
    @staticmethod
    def get_current() -> WindowsIdentity:
        return WindowsIdentity()

    @net_property("Name", "string")
    def name(self) -> str:
        return WELL_KNOWN["S-1-5-18"]

    @net_property("IsSystem", "bool")
    def is_system(self) -> bool:
        return True

    @net_property("User", "System.Security.Principal.SecurityIdentifier")
    def user(self) -> SecurityIdentifier:
        return SecurityIdentifier("S-1-5-18")

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        return None


WINDOWS_TYPES.net_enum(
    "System.Security.Principal.WindowsBuiltInRole",
    {"Administrator": 544, "User": 545, "Guest": 546, "PowerUser": 547},
)


@WINDOWS_TYPES.net_type("System.Security.Principal.WindowsPrincipal")
class WindowsPrincipal(NetObject):
    """LocalSystem is in the administrators' role."""

    __slots__ = ("identity", "members")

    @net_constructor("System.Security.Principal.WindowsIdentity")
    def __init__(self, identity: WindowsIdentity) -> None:
        self.members = None
        self.identity = identity

    @net_method("IsInRole", "System.Security.Principal.WindowsBuiltInRole", returns="bool")
    def is_in_role(self, role: Any) -> bool:
        return role.value in (544, 545)
