"""ErrorRecord: its exception, category, details and place."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.net_types.language.error_positions import ErrorPosition
from rehearsal.engines.powershell.objects.errors import CategoryInfo, ErrorDetails, ErrorRecord, PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type, type_of
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray

ERROR_CATEGORY = net_enum(
    "System.Management.Automation.ErrorCategory",
    {
        name: number
        for number, name in enumerate(
            [
                "NotSpecified",
                "OpenError",
                "CloseError",
                "DeviceError",
                "DeadlockDetected",
                "InvalidArgument",
                "InvalidData",
                "InvalidOperation",
                "InvalidResult",
                "InvalidType",
                "MetadataError",
                "NotImplemented",
                "NotInstalled",
                "ObjectNotFound",
                "OperationStopped",
                "OperationTimeout",
                "SyntaxError",
                "ParserError",
                "PermissionDenied",
                "ResourceBusy",
                "ResourceExists",
                "ResourceUnavailable",
                "ReadError",
                "WriteError",
                "FromStdErr",
                "SecurityError",
                "ProtocolError",
                "ConnectionError",
                "AuthenticationError",
                "LimitsExceeded",
                "QuotaExceeded",
                "NotEnabled",
            ]
        )
    },
)


@net_type("System.Management.Automation.ErrorRecord", closed=True)
class _ErrorRecordMembers:
    @net_constructor("System.Exception", "string", "System.Management.Automation.ErrorCategory", "object")
    def create(exception: PSException, error_id: str | None, category: EnumValue, target: Any) -> ErrorRecord:
        if exception is None:
            raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: exception")
        return ErrorRecord(exception, error_id or "", category.ps_string(), target)

    @net_property("Exception", "System.Exception")
    def exception(self: ErrorRecord) -> Any:
        return self.exception

    @net_property("TargetObject")
    def target_object(self: ErrorRecord) -> Any:
        return self.target

    @net_property("CategoryInfo", "System.Management.Automation.ErrorCategoryInfo")
    def category_info(self: ErrorRecord) -> CategoryInfo:
        return category_info_of(self)

    @net_property("FullyQualifiedErrorId", "string")
    def fully_qualified_error_id(self: ErrorRecord) -> str:
        return self.fully_qualified_error_id

    @net_property("ErrorDetails", "System.Management.Automation.ErrorDetails")
    def details(self: ErrorRecord) -> Any:
        return self.details

    @net_setter("ErrorDetails")
    def set_details(self: ErrorRecord, value: Any) -> None:
        self.details = value

    @net_property("InvocationInfo", "System.Management.Automation.InvocationInfo")
    def invocation(self: ErrorRecord) -> Any:
        return ErrorPosition(self) if self.extent is not None else self.invocation

    @net_property("ScriptStackTrace", "string")
    def stack(self: ErrorRecord) -> Any:
        return script_stack_trace(self)

    @net_property("PipelineIterationInfo")
    def iterations(self: ErrorRecord) -> Any:
        return PSArray([], "System.Int32")


def category_info_of(record: ErrorRecord) -> CategoryInfo:
    """CategoryInfo as PowerShell fills it in: reason, target name and type come from exception and target."""
    known: CategoryInfo | None = record.category_object
    if known is None:
        target = record.target
        target_name = record.target_name
        target_type = record.target_type
        if target is not None:
            target_name = target_name or to_text(target)
            target_type = target_type or type_of(target).name
        known = CategoryInfo(
            record.category, record.activity, record.reason or record.exception.short_name, target_name, target_type
        )
        record.category_object = known
    return known


def script_stack_trace(record: ErrorRecord) -> Any:
    """`at <function>, <file>: line n`, innermost first; null before the record was thrown."""
    if record.stack is None:
        return None
    return "\n".join(f"at {name}, {path}: line {line}" for name, path, line in record.stack)


@net_type("System.Management.Automation.ErrorCategoryInfo", closed=True)
class _CategoryInfoMembers:
    @net_property("Category")
    def category(self: CategoryInfo) -> EnumValue:
        return EnumValue(ERROR_CATEGORY, ERROR_CATEGORY.enum_by_name(self.category) or 0)

    @net_property("Activity", "string")
    def activity(self: CategoryInfo) -> str:
        return self.activity

    @net_setter("Activity")
    def set_activity(self: CategoryInfo, value: str) -> None:
        self.activity = value

    @net_property("Reason", "string")
    def reason(self: CategoryInfo) -> str:
        return self.reason

    @net_setter("Reason")
    def set_reason(self: CategoryInfo, value: str) -> None:
        self.reason = value

    @net_property("TargetName", "string")
    def target_name(self: CategoryInfo) -> str:
        return self.target_name

    @net_setter("TargetName")
    def set_target_name(self: CategoryInfo, value: str) -> None:
        self.target_name = value

    @net_property("TargetType", "string")
    def target_type(self: CategoryInfo) -> str:
        return self.target_type

    @net_setter("TargetType")
    def set_target_type(self: CategoryInfo, value: str) -> None:
        self.target_type = value

    @net_method("GetMessage", returns="string")
    def get_message(self: CategoryInfo) -> str:
        return self.ps_string()


@net_type("System.Management.Automation.ErrorDetails", closed=True)
class _ErrorDetailsMembers:
    @net_constructor("string")
    def create(message: str) -> ErrorDetails:
        return ErrorDetails(message)

    @net_property("Message", "string")
    def message(self: ErrorDetails) -> str:
        return self.message

    @net_property("RecommendedAction", "string")
    def action(self: ErrorDetails) -> str:
        return self.recommended_action

    @net_setter("RecommendedAction")
    def set_action(self: ErrorDetails, value: str) -> None:
        self.recommended_action = value
