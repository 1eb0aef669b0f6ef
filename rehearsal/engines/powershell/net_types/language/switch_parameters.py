"""System.Management.Automation.SwitchParameter."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import SwitchParameter


@net_type("System.Management.Automation.SwitchParameter", represents=SwitchParameter, closed=True)
class _SwitchMembers:
    @net_constructor("bool")
    def create(present: bool) -> SwitchParameter:
        return SwitchParameter(present)

    @net_property("IsPresent", "bool")
    def is_present(self: SwitchParameter) -> bool:
        return self.present

    @net_method("ToBool", returns="bool")
    def to_bool(self: SwitchParameter) -> bool:
        return self.present
