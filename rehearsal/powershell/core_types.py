"""Types of the language itself: errors, invocations, script blocks, functions, dictionaries and arrays."""

from __future__ import annotations

from typing import Any

from rehearsal.powershell.conversion import convert, to_text
from rehearsal.powershell.dictionaries import (
    DictionaryEntry,
    DictionaryEnumerator,
    Hashtable,
    NetDictionary,
    OrderedDictionary,
)
from rehearsal.powershell.errors import CategoryInfo, ErrorDetails, ErrorRecord, PSException
from rehearsal.powershell.frame import Invocation
from rehearsal.powershell.nettype import (
    BUILTIN_TYPES,
    net_constructor,
    net_enum,
    net_method,
    net_property,
    net_setter,
    net_static,
    net_type,
    type_of,
)
from rehearsal.powershell.operators_comparison import compare, equals
from rehearsal.powershell.script_block import AliasInfo, CmdletInfo, FunctionInfo, ScriptBlock, ScriptInfo
from rehearsal.powershell.values import EnumValue, MultiArray, NetObject, PSArray, PSCustomObject, SwitchParameter

net_enum(
    "System.Management.Automation.ActionPreference",
    {"SilentlyContinue": 0, "Stop": 1, "Continue": 2, "Inquire": 3, "Ignore": 4, "Suspend": 5},
)
net_enum("System.Management.Automation.ConfirmImpact", {"None": 0, "Low": 1, "Medium": 2, "High": 3})
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
net_enum(
    "System.Management.Automation.PSMemberTypes",
    {
        "AliasProperty": 1, "CodeProperty": 2, "Property": 4, "NoteProperty": 8, "ScriptProperty": 16, "Properties": 31,
        "PropertySet": 32, "Method": 64, "CodeMethod": 128, "ScriptMethod": 256, "Methods": 448,
        "ParameterizedProperty": 512,
        "MemberSet": 1024, "Event": 2048, "Dynamic": 4096, "All": 8191,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.CommandTypes",
    {
        "Alias": 1, "Function": 2, "Filter": 4, "Cmdlet": 8, "ExternalScript": 16, "Application": 32, "Script": 64,
        "Workflow": 128,
        "Configuration": 256, "All": 511,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.SplitOptions",
    {
        "SimpleMatch": 1, "RegexMatch": 2, "CultureInvariant": 4, "IgnorePatternWhitespace": 8, "Multiline": 16,
        "Singleline": 32,
        "IgnoreCase": 64, "ExplicitCapture": 128,
    },
    flags=True,
)  # fmt: skip
net_enum(
    "System.Management.Automation.ScopedItemOptions",
    {"None": 0, "ReadOnly": 1, "Constant": 2, "Private": 4, "AllScope": 8, "Unspecified": 16},
    flags=True,
)
for _name in ("System.Management.Automation.PSObject", "System.Management.Automation.PSCustomObject"):
    BUILTIN_TYPES.declare(_name)
BUILTIN_TYPES.accelerators.update(
    {
        "psobject": "System.Management.Automation.PSObject",
        "pscustomobject": "System.Management.Automation.PSCustomObject",
        "scriptblock": "System.Management.Automation.ScriptBlock",
        "exception": "System.Exception",
        "nullable": "System.Nullable`1",
    }
)
BUILTIN_TYPES.declare("System.Nullable`1", value_type=True)


# --- errors


@net_type("System.Exception", closed=True)
class _ExceptionMembers:
    @net_property("Message", "string")
    def message(self: PSException) -> str:
        return self.message

    @net_property("Data", "System.Collections.IDictionary")
    def data(self: PSException) -> Any:
        if self.data is None:
            self.data = Hashtable(ignore_case=False)
        return self.data

    @net_property("InnerException", "System.Exception")
    def inner(self: PSException) -> Any:
        return self.inner

    @net_property("StackTrace", "string", context=True)
    def stack_trace(run: Any, self: PSException) -> Any:  # noqa: N805
        raise run.refusal("StackTrace of an exception", None)

    @net_property("Source", "string")
    def source(self: PSException) -> Any:
        return self.source

    @net_setter("Source")
    def set_source(self: PSException, value: Any) -> None:
        self.source = value

    @net_property("HResult", "int")
    def h_result(self: PSException) -> int:
        return self.h_result

    @net_setter("HResult")
    def set_h_result(self: PSException, value: int) -> None:
        self.h_result = value

    @net_property("TargetSite", context=True)
    def target_site(run: Any, self: PSException) -> Any:  # noqa: N805
        raise run.refusal("TargetSite of an exception", None)

    @net_property("HelpLink", "string")
    def help_link(self: PSException) -> Any:
        return getattr(self, "help_link_text", None)

    @net_setter("HelpLink")
    def set_help_link(self: PSException, value: Any) -> None:
        self.help_link_text = value  # type: ignore[attr-defined]

    @net_method("GetBaseException")
    def get_base_exception(self: PSException) -> Any:
        current = self
        while current.inner is not None:
            current = current.inner
        return current


@net_type("System.Management.Automation.RuntimeException")
class _RuntimeExceptionMembers:
    @net_property("ErrorRecord", "System.Management.Automation.ErrorRecord")
    def record(self: PSException) -> Any:
        if self.record is None:
            self.record = ErrorRecord(self, "RuntimeException")
        return self.record

    @net_property("WasThrownFromThrowStatement", "bool")
    def thrown(self: PSException) -> bool:
        return self.record is not None and self.record.from_throw


@net_type("System.Management.Automation.CommandNotFoundException")
class _CommandNotFoundMembers:
    @net_property("CommandName", "string")
    def command_name(self: PSException) -> Any:
        return self.record.target if self.record is not None else None


@net_type("System.Management.Automation.ParameterBindingException")
class _ParameterBindingMembers:
    @net_property("ParameterName", "string")
    def parameter_name(self: PSException) -> Any:
        return self.parameter_name

    @net_property("ErrorId", "string")
    def error_id(self: PSException) -> Any:
        return self.record.error_id if self.record is not None else ""


@net_type("System.ArgumentException")
class _ArgumentMembers:
    @net_property("ParamName", "string")
    def param_name(self: PSException) -> Any:
        return self.parameter_name


@net_type("System.IO.FileNotFoundException")
class _FileNotFoundMembers:
    @net_property("FileName", "string")
    def file_name(self: PSException) -> Any:
        return getattr(self, "file_name", None)


@net_type("System.Management.Automation.ErrorRecord", closed=True)
class _ErrorRecordMembers:
    @net_constructor("System.Exception", "string", "System.Management.Automation.ErrorCategory", "object")
    def create(exception: PSException, error_id: str | None, category: EnumValue, target: Any) -> ErrorRecord:  # noqa: N805
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
    known = getattr(record, "category_object", None)
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
        record.category_object = known  # type: ignore[attr-defined]
    return known  # type: ignore[no-any-return]


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
    def create(message: str) -> ErrorDetails:  # noqa: N805
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


# --- invocations


class ErrorPosition(NetObject):
    """InvocationInfo of an error: where it happened."""

    net_name = "System.Management.Automation.InvocationInfo"

    def __init__(self, record: ErrorRecord) -> None:
        self.record = record

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        extent = self.record.extent
        invocation: Invocation | None = self.record.invocation
        match lower:
            case "scriptlinenumber":
                return extent.start_line
            case "offsetinline":
                return extent.start_column
            case "line":
                return extent.line_text
            case "scriptname":
                return invocation.script_path if invocation is not None and invocation.script_path else run.script_path
            case "positionmessage":
                return position_message(extent, run)
            case "mycommand":
                return _command(invocation)
            case "invocationname":
                return invocation.invocation_name if invocation is not None else ""
            case "boundparameters":
                return invocation.bound if invocation is not None else None
            case "unboundarguments":
                return PSArray(list(invocation.unbound)) if invocation is not None else PSArray([])
            case "psscriptroot":
                return run.folder_of(run.script_path)
            case "pscommandpath":
                return run.script_path
            case "expectinginput":
                return invocation.expecting_input if invocation is not None else False
            case "pipelinelength":
                return invocation.pipeline_length if invocation is not None else 0
            case "pipelineposition":
                return invocation.pipeline_position if invocation is not None else 0
        return NotImplemented


def position_message(extent: Any, run: Any) -> str:
    """`At file:line char:column`, the line, and a mark under the text."""
    line = extent.line_text
    indent = extent.start_column - 1
    first_line = extent.text.split("\n")[0].rstrip("\r")
    mark = "~" * max(1, len(first_line))
    path = run.script_path if run.script_path.endswith(extent.file) else extent.file
    return f"At {path}:{extent.start_line} char:{extent.start_column}\n+ {line}\n+ {' ' * indent}{mark}"


def _command(invocation: Invocation | None) -> Any:
    if invocation is None or invocation.command is None:
        return None
    command = invocation.command
    return command if isinstance(command, NetObject) else CmdletInfo(command)


@net_type("System.Management.Automation.InvocationInfo")
class _InvocationMembers:
    @net_property("MyCommand")
    def my_command(self: Invocation) -> Any:
        return _command(self)

    @net_property("InvocationName", "string")
    def invocation_name(self: Invocation) -> str:
        return self.invocation_name

    @net_property("BoundParameters")
    def bound_parameters(self: Invocation) -> Any:
        return self.bound

    @net_property("UnboundArguments")
    def unbound_arguments(self: Invocation) -> Any:
        return PSArray(list(self.unbound))

    @net_property("ExpectingInput", "bool")
    def expecting_input(self: Invocation) -> bool:
        return self.expecting_input

    @net_property("PipelineLength", "int")
    def pipeline_length(self: Invocation) -> int:
        return self.pipeline_length

    @net_property("PipelinePosition", "int")
    def pipeline_position(self: Invocation) -> int:
        return self.pipeline_position

    @net_property("ScriptLineNumber", "int")
    def script_line_number(self: Invocation) -> int:
        return self.extent.start_line if self.extent is not None else 0

    @net_property("OffsetInLine", "int")
    def offset_in_line(self: Invocation) -> int:
        return self.extent.start_column if self.extent is not None else 0

    @net_property("ScriptName", "string")
    def script_name(self: Invocation) -> Any:
        return "" if self.is_script and self.extent is None else self.script_path

    @net_property("Line", "string")
    def line(self: Invocation) -> str:
        return self.extent.line_text if self.extent is not None else ""

    @net_property("PSScriptRoot", "string", context=True)
    def root(run: Any, self: Invocation) -> str:  # noqa: N805
        return run.folder_of(self.script_path)  # type: ignore[no-any-return]

    @net_property("PSCommandPath", "string")
    def path(self: Invocation) -> str:
        return self.script_path

    @net_property("PositionMessage", "string", context=True)
    def position(run: Any, self: Invocation) -> str:  # noqa: N805
        return position_message(self.extent, run) if self.extent is not None else ""


# --- script blocks and commands


@net_type("System.Management.Automation.ScriptBlock")
class _ScriptBlockMembers:
    @net_method("Invoke", "params object[]", context=True)
    def invoke(run: Any, self: ScriptBlock, arguments: PSArray) -> Any:  # noqa: N805
        from rehearsal.powershell.net_collections import PSCollection

        return PSCollection(run.invoke_block(self, arguments=arguments.items))

    @net_method("InvokeReturnAsIs", "params object[]", context=True)
    def invoke_as_is(run: Any, self: ScriptBlock, arguments: PSArray) -> Any:  # noqa: N805
        return run.collapse(run.invoke_block(self, arguments=arguments.items))

    @net_method("GetNewClosure", context=True)
    def get_new_closure(run: Any, self: ScriptBlock) -> ScriptBlock:  # noqa: N805
        from rehearsal.powershell.scopes import Scope, Variable

        frame = run.frames[-1] if run.frames else run.top_frame
        captured = Scope(run.global_scope, is_script=True)
        source = frame.scope
        for lower, variable in source.variables.items():
            captured.variables[lower] = Variable(variable.name, variable.value)
        return ScriptBlock(self.code, captured)

    @net_static("Create", "string", context=True)
    def create(run: Any, text: str) -> ScriptBlock:  # noqa: N805
        return run.block_from_text(text)  # type: ignore[no-any-return]

    @net_property("IsFilter", "bool")
    def is_filter(self: ScriptBlock) -> bool:
        return self.code.is_filter

    @net_property("File", "string", context=True)
    def file(run: Any, self: ScriptBlock) -> str:  # noqa: N805
        return run.script_path  # type: ignore[no-any-return]


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
                found = self.spec.type_of(run)
                return found if found is not None else run.resolve_type("object")
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
    def command_type(run: Any, self: FunctionInfo) -> Any:  # noqa: N805
        return run.enum_value("System.Management.Automation.CommandTypes", "Filter" if self.is_filter else "Function")

    @net_property("ScriptBlock")
    def script_block(self: FunctionInfo) -> Any:
        return self.block

    @net_property("Definition", "string")
    def definition(self: FunctionInfo) -> str:
        return self.block.code.text

    @net_property("Parameters", context=True)
    def parameters(run: Any, self: FunctionInfo) -> Any:  # noqa: N805
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
    def command_type(run: Any, self: CmdletInfo) -> Any:  # noqa: N805
        kind = "Function" if self.definition.signature.kind == "function" else "Cmdlet"
        return run.enum_value("System.Management.Automation.CommandTypes", kind)

    @net_property("ModuleName", "string")
    def module_name(self: CmdletInfo) -> str:
        return self.definition.module  # type: ignore[no-any-return]

    @net_property("Source", "string")
    def source(self: CmdletInfo) -> str:
        return self.definition.module  # type: ignore[no-any-return]

    @net_property("Parameters", context=True)
    def parameters(run: Any, self: CmdletInfo) -> Any:  # noqa: N805
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
    def command_type(run: Any, self: AliasInfo) -> Any:  # noqa: N805
        return run.enum_value("System.Management.Automation.CommandTypes", "Alias")

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
    def command_type(run: Any, self: ScriptInfo) -> Any:  # noqa: N805
        return run.enum_value("System.Management.Automation.CommandTypes", "ExternalScript" if self.path else "Script")


@net_type("System.Management.Automation.SwitchParameter", represents=SwitchParameter, closed=True)
class _SwitchMembers:
    @net_constructor("bool")
    def create(present: bool) -> SwitchParameter:  # noqa: N805
        return SwitchParameter(present)

    @net_property("IsPresent", "bool")
    def is_present(self: SwitchParameter) -> bool:
        return self.present

    @net_method("ToBool", returns="bool")
    def to_bool(self: SwitchParameter) -> bool:
        return self.present


@net_type("System.Management.Automation.PSReference", closed=True)
class _ReferenceMembers:
    @net_property("Value")
    def value(self: Any) -> Any:
        return self.get()

    @net_setter("Value")
    def set_value(self: Any, value: Any) -> None:
        self.set(value)


# --- dictionaries


def _key_missing() -> PSException:
    return PSException("System.ArgumentNullException", "Key cannot be null.\r\nParameter name: key")


class _DictionaryMembers:
    @net_method("Add", "object", "object", returns="void")
    def add(self: NetDictionary, key: Any, value: Any) -> None:
        if key is None:
            raise _key_missing()
        if self.contains(key):
            text = to_text(key)
            raise PSException(
                "System.ArgumentException",
                f"Item has already been added. Key in dictionary: '{text}'  Key being added: '{text}'",
            )
        self.set(key, value)

    @net_method("Clear", returns="void")
    def clear(self: NetDictionary) -> None:
        self.clear()

    @net_method("Contains", "object", returns="bool")
    def contains(self: NetDictionary, key: Any) -> bool:
        if key is None:
            raise _key_missing()
        return self.contains(key)

    @net_method("Remove", "object", returns="void")
    def remove(self: NetDictionary, key: Any) -> None:
        if key is None:
            raise _key_missing()
        self.remove(key)

    @net_method("GetEnumerator")
    def enumerator(self: NetDictionary) -> Any:
        return DictionaryEnumerator(self)

    @net_method("Item", "object")
    def item(self: NetDictionary, key: Any) -> Any:
        return self.get(key)

    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: NetDictionary, target: PSArray, index: int) -> None:
        for offset, (key, value) in enumerate(self.pairs()):
            target.items[index + offset] = DictionaryEntry(key, value)


@net_type("System.Collections.Hashtable", closed=True)
class _HashtableMembers(_DictionaryMembers):
    @net_constructor()
    def create() -> Hashtable:
        return Hashtable(ignore_case=False)

    @net_constructor("System.Collections.IDictionary")
    def copy_of(source: NetDictionary) -> Hashtable:  # noqa: N805
        return Hashtable(source.pairs(), ignore_case=False)

    @net_constructor("int")
    def sized(capacity: int) -> Hashtable:  # noqa: N805
        return Hashtable(ignore_case=False)

    @net_constructor("System.Collections.IEqualityComparer")
    def compared(comparer: Any) -> Hashtable:  # noqa: N805
        return Hashtable(ignore_case=bool(getattr(comparer, "ignore_case", False)))

    @net_method("ContainsKey", "object", returns="bool")
    def contains_key(self: Hashtable, key: Any) -> bool:
        if key is None:
            raise _key_missing()
        return self.contains(key)

    @net_method("ContainsValue", "object", returns="bool")
    def contains_value(self: Hashtable, value: Any) -> bool:
        return any(type(value) is type(known) and equals(known, value, False) for known in self.values())

    @net_method("Clone")
    def clone(self: Hashtable) -> Hashtable:
        return self.copy()


@net_type("System.Collections.Specialized.OrderedDictionary", closed=True)
class _OrderedMembers(_DictionaryMembers):
    @net_constructor()
    def create() -> OrderedDictionary:
        return OrderedDictionary(ignore_case=False)

    @net_constructor("System.Collections.IEqualityComparer")
    def compared(comparer: Any) -> OrderedDictionary:  # noqa: N805
        return OrderedDictionary(ignore_case=bool(getattr(comparer, "ignore_case", False)))

    @net_method("Insert", "int", "object", "object", returns="void")
    def insert(self: OrderedDictionary, index: int, key: Any, value: Any) -> None:
        if self.contains(key):
            text = to_text(key)
            raise PSException(
                "System.ArgumentException",
                f"Item has already been added. Key in dictionary: '{text}'  Key being added: '{text}'",
            )
        pairs = self.pairs()
        if not 0 <= index <= len(pairs):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Index was out of range. Must be non-negative and less than the size of the "
                "collection.\r\nParameter name: index",
            )
        pairs.insert(index, (key, value))
        self.clear()
        for one, item in pairs:
            self.set(one, item)

    @net_method("RemoveAt", "int", returns="void")
    def remove_at(self: OrderedDictionary, index: int) -> None:
        keys = self.keys()
        if not 0 <= index < len(keys):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Index was out of range. Must be non-negative and less than the size of the "
                "collection.\r\nParameter name: index",
            )
        self.remove(keys[index])


@net_type("System.Collections.DictionaryEntry", closed=True)
class _DictionaryEntryMembers:
    @net_constructor("object", "object")
    def create(key: Any, value: Any) -> DictionaryEntry:  # noqa: N805
        return DictionaryEntry(key, value)

    @net_property("Key")
    def key(self: DictionaryEntry) -> Any:
        return self.key

    @net_property("Value")
    def value(self: DictionaryEntry) -> Any:
        return self.value

    @net_property("Name")
    def name(self: DictionaryEntry) -> Any:
        return self.key


# --- arrays


def _fixed_size() -> PSException:
    return PSException("System.NotSupportedException", "Collection was of a fixed size.")


def _same(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return type(one) is type(other) and equals(one, other, False)


def _element_items(array: Any) -> list[Any]:
    if array is None:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: array")
    return array.items  # type: ignore[no-any-return]


@net_type("System.Array", closed=True)
class _ArrayMembers:
    @net_property("Length", "int")
    def length(self: Any) -> int:
        return len(self.items)

    @net_property("LongLength", "long")
    def long_length(self: Any) -> Any:
        return convert(len(self.items), type_of(0))

    @net_property("Rank", "int")
    def rank(self: Any) -> int:
        return len(self.shape) if isinstance(self, MultiArray) else 1

    @net_property("Count", "int")
    def count(self: Any) -> int:
        return len(self.items)

    @net_property("IsFixedSize", "bool")
    def is_fixed_size(self: Any) -> bool:
        return True

    @net_property("IsReadOnly", "bool")
    def is_read_only(self: Any) -> bool:
        return False

    @net_method("Add", "object", returns="int")
    def add(self: Any, value: Any) -> int:
        raise _fixed_size()

    @net_method("Remove", "object", returns="void")
    def remove(self: Any, value: Any) -> None:
        raise _fixed_size()

    @net_method("RemoveAt", "int", returns="void")
    def remove_at(self: Any, index: int) -> None:
        raise _fixed_size()

    @net_method("Insert", "int", "object", returns="void")
    def insert(self: Any, index: int, value: Any) -> None:
        raise _fixed_size()

    @net_method("Clear", returns="void")
    def clear(self: Any) -> None:
        self.items[:] = [None] * len(self.items)

    @net_method("Contains", "object", returns="bool")
    def contains(self: Any, value: Any) -> bool:
        return any(_same(item, value) for item in self.items)

    @net_method("IndexOf", "object", returns="int")
    def index_of(self: Any, value: Any) -> int:
        return next((index for index, item in enumerate(self.items) if _same(item, value)), -1)

    @net_method("Clone")
    def clone(self: Any) -> Any:
        return PSArray(list(self.items), self.element)

    @net_method("CopyTo", "System.Array", "int", returns="void")
    def copy_to(self: Any, target: Any, index: int) -> None:
        if index + len(self.items) > len(target.items):
            raise PSException(
                "System.ArgumentException",
                "Destination array was not long enough. Check destIndex and length, and the array's lower bounds.",
            )
        target.items[index : index + len(self.items)] = self.items

    @net_method("GetValue", "int")
    def get_value(self: Any, index: int) -> Any:
        if not 0 <= index < len(self.items):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return self.items[index]

    @net_method("SetValue", "object", "int", returns="void")
    def set_value(self: Any, value: Any, index: int) -> None:
        if not 0 <= index < len(self.items):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        self.items[index] = value

    @net_method("GetLength", "int", returns="int")
    def get_length(self: Any, dimension: int) -> int:
        shape = self.shape if isinstance(self, MultiArray) else (len(self.items),)
        if not 0 <= dimension < len(shape):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return shape[dimension]  # type: ignore[no-any-return]

    @net_method("GetUpperBound", "int", returns="int")
    def get_upper_bound(self: Any, dimension: int) -> int:
        shape = self.shape if isinstance(self, MultiArray) else (len(self.items),)
        if not 0 <= dimension < len(shape):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return shape[dimension] - 1  # type: ignore[no-any-return]

    @net_method("GetLowerBound", "int", returns="int")
    def get_lower_bound(self: Any, dimension: int) -> int:
        return 0

    @net_static("IndexOf", "System.Array", "object", returns="int")
    def static_index_of(array: Any, value: Any) -> int:  # noqa: N805
        return next((index for index, item in enumerate(_element_items(array)) if _same(item, value)), -1)

    @net_static("LastIndexOf", "System.Array", "object", returns="int")
    def last_index_of(array: Any, value: Any) -> int:  # noqa: N805
        items = _element_items(array)
        return next((index for index in range(len(items) - 1, -1, -1) if _same(items[index], value)), -1)

    @net_static("Reverse", "System.Array", returns="void")
    def reverse(array: Any) -> None:  # noqa: N805
        _element_items(array).reverse()

    @net_static("Sort", "System.Array", returns="void")
    def sort(array: Any) -> None:  # noqa: N805
        from functools import cmp_to_key

        _element_items(array).sort(key=cmp_to_key(lambda one, other: compare(one, other, False)))

    @net_static("Copy", "System.Array", "System.Array", "int", returns="void")
    def copy(source: Any, target: Any, length: int) -> None:  # noqa: N805
        if length > len(source.items) or length > len(target.items):
            raise PSException("System.ArgumentException", "Source array was not long enough.")
        target.items[:length] = source.items[:length]

    @net_static("Resize", "ref", "int", returns="void")
    def resize(target: Any, size: int) -> None:  # noqa: N805
        array = target.get()
        items = list(array.items[:size]) if array is not None else []
        items += [None] * (size - len(items))
        target.set(PSArray(items, array.element if array is not None else "System.Object"))

    @net_static("Exists", "System.Array", "scriptblock", context=True, returns="bool")
    def exists(run: Any, array: Any, block: Any) -> bool:  # noqa: N805
        return any(run.test_block_with(block, item) for item in _element_items(array))

    @net_static("CreateInstance", "type", "int", context=True)
    def create_instance(run: Any, of: Any, size: int) -> Any:  # noqa: N805
        return PSArray([run.default_of(of)] * size, of.full_name)


@net_type("System.Object")
class _ObjectMembers:
    @net_constructor()
    def create() -> PSCustomObject:
        return PSCustomObject(type_name="System.Object")

    @net_static("ReferenceEquals", "object", "object", returns="bool")
    def reference_equals(one: Any, other: Any) -> bool:  # noqa: N805
        return one is other

    @net_static("Equals", "object", "object", returns="bool")
    def static_equals(one: Any, other: Any) -> bool:  # noqa: N805
        return _same(one, other)


@net_type("System.Management.Automation.PSObject")
class _PSObjectMembers:
    @net_constructor()
    @net_constructor("object")
    def create(value: Any = None) -> Any:  # noqa: N805
        return PSCustomObject() if value is None else value


@net_type("System.Management.Automation.PSNoteProperty")
class _NotePropertyMembers:
    @net_constructor("string", "object")
    def create(name: str, value: Any) -> Any:  # noqa: N805
        from rehearsal.powershell.members import NoteProperty

        return MadeMember(NoteProperty(name, value))


class MadeMember(NetObject):
    """A member object a script made ([PSNoteProperty]::new), to be added to an object."""

    net_name = "System.Management.Automation.PSNoteProperty"

    def __init__(self, member: Any) -> None:
        self.member = member

    def as_member(self) -> Any:
        return self.member

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        if lower == "name":
            return self.member.name
        if lower == "value":
            return self.member.value
        return NotImplemented


BUILTIN_TYPES.accelerators["psnoteproperty"] = "System.Management.Automation.PSNoteProperty"


@net_type("System.RuntimeType", base="System.Type")
class _TypeMembers:
    @net_property("Name", "string")
    def name(self: Any) -> str:
        return self.name  # type: ignore[no-any-return]

    @net_property("FullName", "string")
    def full_name(self: Any) -> str:
        return self.full_name  # type: ignore[no-any-return]

    @net_property("Namespace", "string")
    def namespace(self: Any) -> Any:
        return self.namespace

    @net_property("BaseType")
    def base_type(self: Any) -> Any:
        return self.base

    @net_property("IsEnum", "bool")
    def is_enum(self: Any) -> bool:
        return self.enum_members is not None

    @net_property("IsArray", "bool")
    def is_array(self: Any) -> bool:
        return self.element is not None

    @net_property("IsValueType", "bool")
    def is_value_type(self: Any) -> bool:
        return bool(self.value_type)

    @net_property("IsClass", "bool")
    def is_class(self: Any) -> bool:
        return not self.value_type and not self.is_interface

    @net_property("IsInterface", "bool")
    def is_interface(self: Any) -> bool:
        return bool(self.is_interface)

    @net_property("IsGenericType", "bool")
    def is_generic(self: Any) -> bool:
        return self.generic_definition is not None or "`" in self.full_name

    @net_property("IsPrimitive", "bool")
    def is_primitive(self: Any) -> bool:
        return self.full_name in {
            "System.Int32", "System.Int64", "System.Int16", "System.UInt16", "System.UInt32", "System.UInt64",
            "System.Byte", "System.SByte",
            "System.Double", "System.Single", "System.Boolean", "System.Char",
        }  # fmt: skip

    @net_method("GetElementType")
    def get_element_type(self: Any) -> Any:
        return self.element

    @net_method("IsAssignableFrom", "type", returns="bool")
    def is_assignable_from(self: Any, other: Any) -> bool:
        return self.is_assignable_from(other)  # type: ignore[no-any-return]

    @net_method("IsSubclassOf", "type", returns="bool")
    def is_subclass_of(self: Any, other: Any) -> bool:
        current = self.base
        while current is not None:
            if current is other:
                return True
            current = current.base
        return False

    @net_method("IsInstanceOfType", "object", returns="bool")
    def is_instance_of_type(self: Any, value: Any) -> bool:
        from rehearsal.powershell.conversion import is_instance

        return is_instance(value, self)

    @net_method("GetEnumNames")
    def get_enum_names(self: Any) -> PSArray:
        return PSArray(list(self.enum_members or {}), "System.String")

    @net_method("GetEnumValues")
    def get_enum_values(self: Any) -> PSArray:
        return PSArray([EnumValue(self, value) for value in (self.enum_members or {}).values()], self.full_name)


@net_type("System.Enum", base="System.ValueType")
class _EnumMembers:
    @net_static("GetNames", "type")
    def get_names(of: Any) -> PSArray:  # noqa: N805
        return PSArray(list(of.enum_members or {}), "System.String")

    @net_static("GetValues", "type")
    def get_values(of: Any) -> PSArray:  # noqa: N805
        ordered = sorted((of.enum_members or {}).values())
        return PSArray([EnumValue(of, value) for value in ordered], of.full_name)

    @net_static("Parse", "type", "string")
    @net_static("Parse", "type", "string", "bool")
    def parse(of: Any, text: str, ignore_case: bool = False) -> Any:  # noqa: N805
        number = 0
        for part in text.split(","):
            name = part.strip()
            found = of.enum_by_name(name) if ignore_case else (of.enum_members or {}).get(name)
            if found is None:
                if name.lstrip("+-").isdigit():
                    found = int(name)
                else:
                    raise PSException("System.ArgumentException", f"Requested value '{text}' was not found.")
            number |= found
        return EnumValue(of, number)

    @net_static("IsDefined", "type", "object", returns="bool")
    def is_defined(of: Any, value: Any) -> bool:  # noqa: N805
        members = of.enum_members or {}
        if type(value) is str:
            return value in members
        number = value.value if type(value) is EnumValue else value
        return number in members.values()

    @net_static("GetName", "type", "object")
    def get_name(of: Any, value: Any) -> Any:  # noqa: N805
        number = value.value if type(value) is EnumValue else value
        return next((name for name, known in (of.enum_members or {}).items() if known == number), None)

    @net_static("ToObject", "type", "object")
    def to_object(of: Any, value: Any) -> Any:  # noqa: N805
        return EnumValue(of, int(value.value if type(value) is EnumValue else value))
