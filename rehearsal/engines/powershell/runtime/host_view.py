"""$Host: what a script without a person may ask of it; its user interface is refused."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.net_type import net_property, net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.objects.versions import POWERSHELL_VERSION


@net_type("System.Management.Automation.Internal.Host.InternalHost")
class HostView(NetObject):
    """Name and version."""

    @net_property("Name", "string")
    def name(self) -> str:
        return "ConsoleHost"

    @net_property("Version", "System.Version", context=True)
    def version(run: Any, self: HostView) -> Any:  # noqa: N805
        return convert(POWERSHELL_VERSION, run.resolve_type("System.Version"), run)
