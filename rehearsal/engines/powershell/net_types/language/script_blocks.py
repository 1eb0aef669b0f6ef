"""System.Management.Automation.ScriptBlock."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.dictionaries import PSCollection
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property, net_static
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import PSArray
from rehearsal.engines.powershell.runtime.scopes import Scope, Variable
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock


@net_type("System.Management.Automation.ScriptBlock", accelerators=("scriptblock",))
class _ScriptBlockMembers:
    @net_method("Invoke", "params object[]", context=True)
    def invoke(run: Any, self: ScriptBlock, arguments: PSArray) -> Any:
        return PSCollection(run.blocks.invoke(self, arguments=arguments.items))

    @net_method("InvokeReturnAsIs", "params object[]", context=True)
    def invoke_as_is(run: Any, self: ScriptBlock, arguments: PSArray) -> Any:
        return collapse(run.blocks.invoke(self, arguments=arguments.items))

    @net_method("GetNewClosure", context=True)
    def get_new_closure(run: Any, self: ScriptBlock) -> ScriptBlock:
        frame = run.frames[-1] if run.frames else run.top_frame
        captured = Scope(run.global_scope, is_script=True)
        source = frame.scope
        for lower, variable in source.variables.items():
            captured.variables[lower] = Variable(variable.name, variable.value)
        return ScriptBlock(self.code, captured)

    @net_static("Create", "string", context=True)
    def create(run: Any, text: str) -> ScriptBlock:
        made: ScriptBlock = run.compile_text(text)
        return made

    @net_property("IsFilter", "bool")
    def is_filter(self: ScriptBlock) -> bool:
        return self.code.is_filter

    @net_property("File", "string", context=True)
    def file(run: Any, self: ScriptBlock) -> str:
        path: str = run.script_path
        return path
