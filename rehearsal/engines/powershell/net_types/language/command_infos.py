"""What Get-Command writes: functions, cmdlets, aliases and scripts with their parameters."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.runtime.script_block import AliasInfo, CmdletInfo, FunctionInfo, ScriptInfo


class ParameterMetadata(NetObject):
    """One entry of a command's .Parameters."""

    net_name = "System.Management.Automation.ParameterMetadata"

    def __init__(self, spec: Any, run: Any) -> None:
        self.spec = spec
        self.run = run

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "name":
                return self.spec.name
            case "parametertype":
                found = self.spec.type_of(run.types)
                return found if found is not None else run.types.resolve("object")
            case "aliases":
                return PSArray(list(self.spec.aliases), "System.String")
            case "switchparameter":
                return self.spec.is_switch
            case "isdynamic":
                return False
        return NotImplemented


def _parameters(specs: Any, run: Any) -> Hashtable:
    table = Hashtable()
    for spec in specs:
        table.set(spec.name, ParameterMetadata(spec, run))
    return table


@net_type("System.Management.Automation.FunctionInfo")
class _FunctionInfoMembers:
    @net_property("Name", "string")
    def name(self: FunctionInfo) -> str:
        return self.name

    @net_property("CommandType", context=True)
    def command_type(run: Any, self: FunctionInfo) -> Any:
        return run.types.enum_value(
            "System.Management.Automation.CommandTypes", "Filter" if self.is_filter else "Function"
        )

    @net_property("ScriptBlock")
    def script_block(self: FunctionInfo) -> Any:
        return self.block

    @net_property("Definition", "string")
    def definition(self: FunctionInfo) -> str:
        return self.block.code.text

    @net_property("Parameters", context=True)
    def parameters(run: Any, self: FunctionInfo) -> Any:
        code = self.block.code
        specs = list(code.parameters)
        if code.advanced:
            specs += [spec for spec in code.table.by_name.values() if spec.is_common and spec not in specs]
        unique = {spec.lower: spec for spec in specs}
        return _parameters(unique.values(), run)

    @net_property("CmdletBinding", "bool")
    def cmdlet_binding(self: FunctionInfo) -> bool:
        return self.block.code.advanced

    @net_property("DefaultParameterSet", "string")
    def default_set(self: FunctionInfo) -> Any:
        return self.block.code.default_set if self.block.code.default_set != "__AllParameterSets" else None

    @net_property("ModuleName", "string")
    def module_name(self: FunctionInfo) -> str:
        return ""

    @net_property("Source", "string")
    def source(self: FunctionInfo) -> str:
        return ""

    @net_property("Verb", "string")
    def verb(self: FunctionInfo) -> str:
        return self.name.partition("-")[0] if "-" in self.name else ""

    @net_property("Noun", "string")
    def noun(self: FunctionInfo) -> str:
        return self.name.partition("-")[2]


@net_type("System.Management.Automation.CmdletInfo")
class _CmdletInfoMembers:
    @net_property("Name", "string")
    def name(self: CmdletInfo) -> str:
        return self.name

    @net_property("CommandType", context=True)
    def command_type(run: Any, self: CmdletInfo) -> Any:
        kind = "Function" if self.definition.signature.kind == "function" else "Cmdlet"
        return run.types.enum_value("System.Management.Automation.CommandTypes", kind)

    @net_property("ModuleName", "string")
    def module_name(self: CmdletInfo) -> str:
        module: str = self.definition.module
        return module

    @net_property("Source", "string")
    def source(self: CmdletInfo) -> str:
        module: str = self.definition.module
        return module

    @net_property("Parameters", context=True)
    def parameters(run: Any, self: CmdletInfo) -> Any:
        table = self.definition.table
        unique = {spec.lower: spec for spec in table.by_name.values()}
        return _parameters(unique.values(), run)

    @net_property("Verb", "string")
    def verb(self: CmdletInfo) -> str:
        return self.name.partition("-")[0]

    @net_property("Noun", "string")
    def noun(self: CmdletInfo) -> str:
        return self.name.partition("-")[2]


@net_type("System.Management.Automation.AliasInfo")
class _AliasInfoMembers:
    @net_property("Name", "string")
    def name(self: AliasInfo) -> str:
        return self.name

    @net_property("DisplayName", "string")
    def display_name(self: AliasInfo) -> str:
        return f"{self.name} -> {self.definition}"

    @net_property("Definition", "string")
    def definition(self: AliasInfo) -> str:
        return self.definition

    @net_property("CommandType", context=True)
    def command_type(run: Any, self: AliasInfo) -> Any:
        return run.types.enum_value("System.Management.Automation.CommandTypes", "Alias")

    @net_property("ResolvedCommandName", "string")
    def resolved(self: AliasInfo) -> str:
        return self.definition


@net_type("System.Management.Automation.ExternalScriptInfo")
class _ScriptInfoMembers:
    @net_property("Name", "string")
    def name(self: ScriptInfo) -> str:
        return self.name

    @net_property("Path", "string")
    def path(self: ScriptInfo) -> str:
        return self.path

    @net_property("Definition", "string")
    def definition(self: ScriptInfo) -> str:
        return self.path or (self.block.code.text if self.block is not None else "")

    @net_property("ScriptBlock")
    def script_block(self: ScriptInfo) -> Any:
        return self.block

    @net_property("CommandType", context=True)
    def command_type(run: Any, self: ScriptInfo) -> Any:
        return run.types.enum_value(
            "System.Management.Automation.CommandTypes", "ExternalScript" if self.path else "Script"
        )
