"""System.Management.Automation.PSReference: what [ref] makes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_property, net_setter
from rehearsal.engines.powershell.objects.type_table import net_type


@net_type("System.Management.Automation.PSReference", closed=True)
class _ReferenceMembers:
    @net_property("Value")
    def value(self: Any) -> Any:
        return self.get()

    @net_setter("Value")
    def set_value(self: Any, value: Any) -> None:
        self.set(value)
