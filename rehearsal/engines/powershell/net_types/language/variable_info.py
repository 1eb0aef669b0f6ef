"""System.Management.Automation.PSVariable: a variable as Get-Variable shows it."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.member_declarations import net_property, net_setter
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.scopes import Variable


class VariableInfo(NetObject):
    """PSVariable."""

    net_name = "System.Management.Automation.PSVariable"

    def __init__(self, variable: Variable, run: Any) -> None:
        self.variable = variable
        self.run = run


@net_type("System.Management.Automation.PSVariable")
class _VariableMembers:
    @net_property("Name", "string")
    def name(self: VariableInfo) -> str:
        return self.variable.name

    @net_property("Value")
    def value(self: VariableInfo) -> Any:
        return self.variable.value

    @net_setter("Value")
    def set_value(self: VariableInfo, value: Any) -> None:
        self.variable.value = value

    @net_property("Description", "string")
    def description(self: VariableInfo) -> str:
        return self.variable.description

    @net_property("Options", context=True)
    def options(run: Any, self: VariableInfo) -> Any:
        return convert(self.variable.options, run.types.resolve("System.Management.Automation.ScopedItemOptions"), run)
