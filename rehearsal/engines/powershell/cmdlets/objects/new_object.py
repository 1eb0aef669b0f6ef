"""New-Object."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.construction import construct
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.values import PSCustomObject

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(UTILITY, "New-Object", honours=("TypeName", "ArgumentList", "Property", "Strict"))
def new_object(call: CmdletCall) -> None:
    """Constructs by type name; -Property sets properties afterwards."""
    run = call.run
    call.require("TypeName")
    name = call["TypeName"]
    of = run.types.resolve(name)
    if of is None:
        try:
            raise run.types.unknown(name, call.extent)
        except TerminatingError:
            call.throw(
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    f"Cannot find type [{name}]: verify that the assembly containing this type is loaded.",
                ),
                "TypeNotFound",
                "InvalidType",
            )
    arguments = list(call["ArgumentList"].items) if call.get("ArgumentList") is not None else []
    assert of is not None
    if (
        of.full_name in ("System.Management.Automation.PSObject", "System.Management.Automation.PSCustomObject")
        and not arguments
    ):
        made: Any = PSCustomObject()
    else:
        try:
            made = construct(of, arguments, call.frame, of.name.partition("`")[0])
        except TerminatingError as error:
            record = error.record
            call.throw(ErrorRecord(record.exception, "ConstructorInvokedThrowException", "InvalidOperation", None))
    if isinstance(made, NetList) and of.full_name == "System.Collections.Generic.List`1[System.Object]":
        made.wrapped = True
    properties = call.get("Property")
    if properties is not None:
        for key, value in properties.pairs():
            text = to_text(key, run)
            if isinstance(made, PSCustomObject):
                made.set(text, value)
            else:
                set_member(made, text, value, call.frame)
    call.write(made)
