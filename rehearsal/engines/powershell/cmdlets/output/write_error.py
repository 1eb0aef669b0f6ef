"""Write-Error."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import ErrorDetails, ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import EnumValue
from rehearsal.engines.powershell.runtime.error_handling import write_error_record
from rehearsal.engines.powershell.runtime.frame import Invocation
from rehearsal.engines.powershell.runtime.scopes import Scope

UTILITY = "Microsoft.PowerShell.Utility"


@cmdlet(
    UTILITY,
    "Write-Error",
    honours=(
        "Message", "Exception", "ErrorRecord", "ErrorId", "Category", "TargetObject", "RecommendedAction",
        "CategoryActivity", "CategoryReason", "CategoryTargetName", "CategoryTargetType",
    ),
    implementing_type="Microsoft.PowerShell.Commands.WriteErrorException",
)  # fmt: skip
def write_error(call: CmdletCall) -> None:
    """A non-terminating error of the caller: the id carries the calling function's name."""
    if "ErrorRecord" in call.bound:
        source: ErrorRecord = call["ErrorRecord"]
        record = ErrorRecord(source.exception, source.error_id, source.category, source.target)
        record.details = source.details
        record.origin = source.origin
    else:
        exception = call.get("Exception")
        message = call.get("Message")
        if exception is None:
            exception = PSException("Microsoft.PowerShell.Commands.WriteErrorException", message)
        category = call.get("Category")
        record = ErrorRecord(
            exception,
            call.get("ErrorId") or exception.type_name,
            category.ps_string() if type(category) is EnumValue else to_text(category) or "NotSpecified",
            call.get("TargetObject"),
        )
        if message is not None and "Exception" in call.bound:
            record.details = ErrorDetails(message)
        if call.get("RecommendedAction"):
            record.details = record.details or ErrorDetails(message or exception.message)
            record.details.recommended_action = call["RecommendedAction"]
    record.activity = call.get("CategoryActivity") or "Write-Error"
    record.reason = call.get("CategoryReason") or record.exception.short_name
    record.target_name = call.get("CategoryTargetName") or ""
    record.target_type = call.get("CategoryTargetType") or ""
    caller: Invocation | None = _calling_function(call)
    if caller is not None:
        record.origin = caller.name
        record.activity = call.get("CategoryActivity") or "Write-Error"
        record.invocation = caller
        record.extent = caller.extent
    else:
        record.invocation = call.invocation
    record.extent = record.extent or call.extent
    if not record.origin:
        record.origin = ""
    write_error_record(record, call.frame, call.error_action, call.stage)


def _calling_function(call: CmdletCall) -> Invocation | None:
    """The function whose body called Write-Error; script blocks and the script itself have no name to give."""
    scope: Scope | None = call.scope
    while scope is not None and scope.call is None:
        scope = scope.parent
    invocation = scope.call if scope is not None else None
    return invocation if invocation is not None and invocation.name and not invocation.is_script else None
