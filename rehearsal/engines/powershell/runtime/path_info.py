"""$PWD and what Get-Location returns."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.net_type import net_property, net_type
from rehearsal.engines.powershell.objects.values import NetObject


@net_type("System.Management.Automation.PathInfo")
class PathInfo(NetObject):
    """A resolved path of the file system provider."""

    def __init__(self, path: str) -> None:
        self.path = path

    def ps_string(self) -> str:
        return self.path

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, PathInfo) and self.path == other.path

    @net_property("Path", "string")
    def get_path(self) -> str:
        return self.path

    @net_property("ProviderPath", "string")
    def get_provider_path(self) -> str:
        return self.path
