"""ForEach-Object."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.members.method_calls import call_method
from rehearsal.engines.powershell.members.property_reading import get_property, has_property
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import TerminatingError
from rehearsal.engines.powershell.operators.text import has_wildcards

CORE = "Microsoft.PowerShell.Core"


@cmdlet(
    CORE,
    "ForEach-Object",
    honours=("InputObject", "Process", "Begin", "End", "RemainingScripts", "MemberName", "ArgumentList"),
)
class ForEachObject(PipelineCmdlet):
    """Runs script blocks in the caller's scope, or reads a property or calls a method by name."""

    def begin(self, call: CmdletCall) -> None:
        if call.parameter_set == "ScriptBlockSet":
            call.require("Process")
        else:
            call.require("MemberName")
        blocks = list(call["Process"].items) if call.get("Process") is not None else []
        blocks += list(call["RemainingScripts"].items) if "RemainingScripts" in call else []
        before = [call["Begin"]] if "Begin" in call else []
        after = [call["End"]] if "End" in call else []
        if len(blocks) > 1 and not before:
            before = [blocks.pop(0)]
            if len(blocks) > 1 and not after:
                after = [blocks.pop()]
        run = call.run
        self.runners = [run.blocks.runner(block, call.write, call.frame) for block in blocks if block is not None]
        self.after = after
        for block in before:
            if block is not None:
                call.run.blocks.run(block, call.write, new_scope=False, frame=call.frame)

    def process(self, call: CmdletCall) -> None:
        if call.parameter_set == "PropertyAndMethodSet":
            if call.has_pipeline_object or "InputObject" in call:
                self._member(call)
            return
        value = call.bound.get("InputObject")
        for runner in self.runners:
            runner(value)

    def _member(self, call: CmdletCall) -> None:
        value = call.get("InputObject")
        name = call["MemberName"]
        run = call.run
        arguments = list(call["ArgumentList"].items) if "ArgumentList" in call else None
        if value is None:
            return
        if has_wildcards(name):
            call.unsupported("ForEach-Object -MemberName with wildcards")
        if arguments is None and isinstance(value, NetDictionary) and value.contains(name):
            call.write_all(value.get(name))
            return
        if arguments is None and has_property(value, name, run):
            call.write_all(get_property(value, name, run))
            return
        try:
            result = call_method(value, name, arguments or [], call.frame)
        except TerminatingError as error:
            if error.record.error_id == "MethodNotFound" and arguments is None:
                call.write(None)
                return
            call.write_error(error.record)
            return
        call.write_all(result)

    def end(self, call: CmdletCall) -> None:
        for block in self.after:
            if block is not None:
                call.run.blocks.run(block, call.write, new_scope=False, frame=call.frame)
