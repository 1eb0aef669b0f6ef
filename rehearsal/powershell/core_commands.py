"""Cmdlets that belong to the language: ForEach-Object, Where-Object, Write-*, variables, aliases, Get-Command, New-
Object …
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rehearsal.powershell.commands import CmdletCommand, FunctionCommand
from rehearsal.powershell.conversion import convert, to_bool, to_text
from rehearsal.powershell.dictionaries import NetDictionary, NetList
from rehearsal.powershell.errors import ErrorDetails, ErrorRecord, PSException, TerminatingError
from rehearsal.powershell.frame import Invocation
from rehearsal.powershell.nettype import NetType, net_property, net_setter, net_type
from rehearsal.powershell.operators_comparison import TESTS, contains
from rehearsal.powershell.operators_text import has_wildcards, like, regex_of, wildcard_pattern
from rehearsal.powershell.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.powershell.scopes import CONSTANT, READ_ONLY, Scope, Variable
from rehearsal.powershell.script_block import AliasInfo, CmdletInfo, FunctionInfo
from rehearsal.powershell.signatures import CommandSignature, module_aliases, signature_of
from rehearsal.powershell.values import EnumValue, NetObject, PSArray, PSCustomObject

CORE = "Microsoft.PowerShell.Core"
UTILITY = "Microsoft.PowerShell.Utility"


# --- the pipeline


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
        self.runners = [run.block_runner(block, call.write, call.frame) for block in blocks if block is not None]
        self.after = after
        for block in before:
            if block is not None:
                call.run.run_block(block, call.write, new_scope=False, frame=call.frame)

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
        if arguments is None and run.has_property(value, name):
            call.write_all(run.get_property(value, name))
            return
        try:
            result = run.call_method(value, name, arguments or [], call.frame, call.extent)
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
                call.run.run_block(block, call.write, new_scope=False, frame=call.frame)


_WHERE_OPERATORS = (
    "EQ", "NE", "GT", "GE", "LT", "LE", "Like", "NotLike", "Match", "NotMatch", "Contains", "NotContains", "In",
    "NotIn",
)  # fmt: skip


@cmdlet(CORE, "Where-Object")
class WhereObject(PipelineCmdlet):
    """Passes objects for which a block, or one comparison of a property, holds."""

    def begin(self, call: CmdletCall) -> None:
        self.block = call.get("FilterScript")
        self.operator = None
        if self.block is not None:
            self.test = call.run.block_test(self.block, call.frame)
            return
        for name in _WHERE_OPERATORS:
            for prefix, ignore in (("", True), ("C", False)):
                if f"{prefix}{name}" in call.bound and call.switch(f"{prefix}{name}"):
                    self.operator = (name, ignore)
        for name in ("Is", "IsNot"):
            if name in call.bound and call.switch(name):
                self.operator = (name, True)
        call.require("Property")
        self.name = call["Property"]
        if self.operator is not None and "Value" not in call.bound:
            call.throw(
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    "The specified operator requires both the -Property and -Value parameters. Provide values for both "
                    "parameters, and then try the command again.",
                ),
                "ValueNotSpecifiedForWhereObject",
                "InvalidArgument",
            )
        if self.operator is None and "Value" in call.bound:
            call.throw(
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    "The specified operator requires both the -Property and -Value parameters. Provide values for both "
                    "parameters, and then try the command again.",
                ),
                "OperatorNotSpecified",
                "InvalidArgument",
            )

    def process(self, call: CmdletCall) -> None:
        if "InputObject" not in call.bound:
            return
        value = call.bound["InputObject"]
        if self.block is not None:
            if self.test(value):
                call.write(value)
            return
        actual = self._value(call, value)
        if self._holds(call, actual):
            call.write(value)

    def _value(self, call: CmdletCall, value: Any) -> Any:
        run = call.run
        if isinstance(value, NetDictionary) and value.contains(self.name):
            return value.get(self.name)
        if run.has_property(value, self.name):
            return run.get_property(value, self.name)
        if call.scope.strict >= 2 and value is not None:
            from rehearsal.powershell.member_access import property_not_found

            call.write_error(property_not_found(self.name).record)
        return None

    def _holds(self, call: CmdletCall, actual: Any) -> bool:
        if self.operator is None:
            return to_bool(actual)
        name, ignore = self.operator
        wanted = call["Value"]
        run = call.run
        match name:
            case "Like":
                return like(actual, wanted, ignore, run)
            case "NotLike":
                return not like(actual, wanted, ignore, run)
            case "Match" | "NotMatch":
                found = regex_of(wanted, ignore, run).pattern.search(to_text(actual, run)) is not None
                return found is (name == "Match")
            case "Contains":
                return contains(actual, wanted, ignore, run)
            case "NotContains":
                return not contains(actual, wanted, ignore, run)
            case "In":
                return contains(wanted, actual, ignore, run)
            case "NotIn":
                return not contains(wanted, actual, ignore, run)
            case "Is" | "IsNot":
                of = wanted if isinstance(wanted, NetType) else run.resolve_type(to_text(wanted, run).strip("[]"))
                if of is None:
                    call.unsupported(f"Where-Object -{name} with this type")
                return run.is_of_type(actual, of) is (name == "Is")  # type: ignore[arg-type]
        test = TESTS[ignore][f"-{name.lower()}"]
        items = (
            actual.ps_enumerate() if isinstance(actual, NetObject) and not isinstance(actual, NetDictionary) else None
        )
        if items is not None:
            return to_bool(PSArray([item for item in items if test(item, wanted, run)]))
        return test(actual, wanted, run)


@cmdlet(CORE, "Out-Null")
class OutNull(PipelineCmdlet):
    """Swallows everything."""

    def process(self, call: CmdletCall) -> None:
        return None


@cmdlet(CORE, "Out-Default", honours=("InputObject",))
@cmdlet(CORE, "Out-Host", honours=("InputObject",))
class OutDefaultCommand(PipelineCmdlet):
    """Formats to the console."""

    def begin(self, call: CmdletCall) -> None:
        call.run.flush_output()
        self.formatter = call.run.engine.new_formatter(call.run)

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.formatter.write(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        self.formatter.finish()


# --- Write-*


@cmdlet(UTILITY, "Write-Output", honours=("InputObject", "NoEnumerate"))
def write_output(call: CmdletCall) -> None:
    """Writes its arguments; a single array argument is enumerated."""
    value = call.get("InputObject")
    if call.has_pipeline_object:
        call.write(value if not (type(value) is PSArray and len(value.items) == 1) else value.items[0])
        return
    items = value.items if type(value) is PSArray else [value]
    if call.switch("NoEnumerate"):
        call.write(value)
        return
    for item in items:
        if type(item) is PSArray or isinstance(item, NetList):
            if len(items) == 1:
                call.write_all(item)
            else:
                call.write(item)
        else:
            call.write(item)


@cmdlet(UTILITY, "Write-Host", honours=("Object", "NoNewline", "Separator", "ForegroundColor", "BackgroundColor"))
def write_host(call: CmdletCall) -> None:
    """Text to the console; colours don't show in text."""
    separator = " " if "Separator" not in call.bound else to_text(call["Separator"], call.run)
    value = call.get("Object")
    call.write_host(_host_text(value, separator, call.run), newline=not call.switch("NoNewline"))


def _host_text(value: Any, separator: str, run: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    items = value.ps_enumerate() if isinstance(value, NetObject) and not isinstance(value, NetDictionary) else None
    if items is None:
        return to_text(value, run)
    return separator.join(_host_text(item, separator, run) for item in items)


@cmdlet(UTILITY, "Write-Warning", honours=("Message",))
def write_warning(call: CmdletCall) -> None:
    """Warning stream."""
    call.write_warning(call["Message"])


@cmdlet(UTILITY, "Write-Verbose", honours=("Message",))
def write_verbose(call: CmdletCall) -> None:
    """Verbose stream."""
    call.write_verbose(call["Message"])


@cmdlet(UTILITY, "Write-Debug", honours=("Message",))
def write_debug(call: CmdletCall) -> None:
    """Debug stream."""
    call.write_debug(call["Message"])


@cmdlet(UTILITY, "Write-Information", honours=("MessageData", "Tags"))
def write_information(call: CmdletCall) -> None:
    """Information stream."""
    call.write_information(call["MessageData"], tuple(call.strings("Tags")))


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
    call.run.write_error_record(record, call.frame, call.error_action, call.stage)


def _calling_function(call: CmdletCall) -> Invocation | None:
    """The function whose body called Write-Error; script blocks and the script itself have no name to give."""
    scope: Scope | None = call.scope
    while scope is not None and scope.call is None:
        scope = scope.parent
    invocation = scope.call if scope is not None else None
    return invocation if invocation is not None and invocation.name and not invocation.is_script else None


# --- strict mode, code as text


def _strict_mode_signature() -> CommandSignature:
    """-Version is a System.Version after a transformation that knows `Latest`; here it arrives as it was given."""
    real = signature_of(CORE, "Set-StrictMode")
    version = replace(real.parameters["version"], type_name="System.Object")
    return replace(real, parameters={**real.parameters, "version": version})


@cmdlet(CORE, "Set-StrictMode", honours=("Version", "Off"), signature=_strict_mode_signature())
def set_strict_mode(call: CmdletCall) -> None:
    """In the caller's scope and everything called from it."""
    if call.switch("Off"):
        call.run.set_strict_mode(call.frame, 0)
        return
    text = to_text(call["Version"], call.run).lower()
    version = 3 if text == "latest" else int(text.partition(".")[0])
    call.run.set_strict_mode(call.frame, min(version, 3))


@cmdlet(UTILITY, "Invoke-Expression", honours=("Command",))
def invoke_expression(call: CmdletCall) -> None:
    """Runs text in the caller's scope."""
    block = call.run.block_from_text(call["Command"])
    call.run.run_block(block, call.write, new_scope=False, frame=call.frame)


@cmdlet(CORE, "Invoke-Command", honours=("ScriptBlock", "ArgumentList", "InputObject", "NoNewScope"))
def invoke_command(call: CmdletCall) -> None:
    """A local script block only."""
    if "InputObject" in call.bound:
        call.unsupported("Invoke-Command with input")
    arguments = list(call["ArgumentList"].items) if "ArgumentList" in call else []
    call.run.run_block(
        call["ScriptBlock"], call.write, arguments=arguments, new_scope=not call.switch("NoNewScope"), frame=call.frame
    )


@cmdlet(UTILITY, "New-Object", honours=("TypeName", "ArgumentList", "Property", "Strict"))
def new_object(call: CmdletCall) -> None:
    """Constructs by type name; -Property sets properties afterwards."""
    run = call.run
    call.require("TypeName")
    name = call["TypeName"]
    of = run.resolve_type(name)
    if of is None:
        try:
            raise run.unknown_type(name, call.extent)
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
            made = run.construct(of, arguments, call.frame, of.name.partition("`")[0])
        except TerminatingError as error:
            record = error.record
            call.throw(ErrorRecord(record.exception, "ConstructorInvokedThrowException", "InvalidOperation", None))
    if isinstance(made, NetList) and of.full_name == "System.Collections.Generic.List`1[System.Object]":
        made.wrapped = True  # type: ignore[attr-defined]
    properties = call.get("Property")
    if properties is not None:
        for key, value in properties.pairs():
            text = to_text(key, run)
            if isinstance(made, PSCustomObject):
                made.set(text, value)
            else:
                run.set_member(made, text, value, call.frame)
    call.write(made)


# --- variables


class VariableInfo(NetObject):
    """PSVariable."""

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
    def options(run: Any, self: VariableInfo) -> Any:  # noqa: N805
        return convert(self.variable.options, run.resolve_type("System.Management.Automation.ScopedItemOptions"), run)


VariableInfo.net_name = "System.Management.Automation.PSVariable"


def scope_of(call: CmdletCall) -> Scope:
    """-Scope: a name or a number of levels up; the caller's scope without."""
    given = call.get("Scope")
    if given is None:
        return call.scope
    text = to_text(given, call.run).lower()
    if text in ("global", "script", "local", "private"):
        return call.scope.named(text)
    if text.isdigit():
        found = call.scope.ancestor(int(text))
        if found is not None:
            return found
        call.throw(
            PSException(
                "System.Management.Automation.PSArgumentOutOfRangeException",
                f"The scope number '{text}' exceeds the number of active scopes.\r\nParameter name: Scope\nActual "
                f"value was {text}.",
            ),
            "System.Management.Automation.PSArgumentOutOfRangeException",
            "InvalidArgument",
        )
    call.throw(
        PSException("System.Management.Automation.PSArgumentException", f"The scope '{text}' is not valid."),
        "System.Management.Automation.PSArgumentException",
        "InvalidArgument",
    )
    return call.scope


def _not_found(call: CmdletCall, name: str) -> None:
    call.write_error(
        PSException(
            "System.Management.Automation.ItemNotFoundException", f"Cannot find a variable with the name '{name}'."
        ),
        "VariableNotFound",
        "ObjectNotFound",
        name,
    )


def _matching(call: CmdletCall, name: str) -> list[Variable]:
    scope = scope_of(call)
    exact = "Scope" in call.bound
    if not has_wildcards(name):
        lower = name.lower()
        found = scope.variables.get(lower) if exact else scope.find(lower)
        return [] if found is None else [found]
    compiled = wildcard_pattern(name)
    visible = scope.variables if exact else scope.all_variables()
    return sorted((v for v in visible.values() if compiled.match(v.name)), key=lambda v: v.name.lower())


@cmdlet(UTILITY, "Get-Variable", honours=("Name", "ValueOnly", "Scope"))
def get_variable(call: CmdletCall) -> None:
    """Variables by name or wildcard."""
    names = call.strings("Name") or ["*"]
    for name in names:
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            call.write(variable.value if call.switch("ValueOnly") else VariableInfo(variable, call.run))


def _options(call: CmdletCall) -> int | None:
    given = call.get("Option")
    return None if given is None else int(given.value if type(given) is EnumValue else 0)


@cmdlet(
    UTILITY,
    "Set-Variable",
    honours=("Name", "Value", "Option", "Scope", "Force", "PassThru", "Description", "WhatIf", "Confirm"),
)
class SetVariable(PipelineCmdlet):
    """Sets variables; piped values become an array."""

    def begin(self, call: CmdletCall) -> None:
        self.values: list[Any] = []

    def process(self, call: CmdletCall) -> None:
        if call.has_pipeline_object and "Value" in call.bound:
            self.values.append(call["Value"])

    def end(self, call: CmdletCall) -> None:
        value = call.get("Value")
        if self.values:
            value = self.values[0] if len(self.values) == 1 else PSArray(self.values)
        scope = scope_of(call)
        for name in call.strings("Name"):
            _assign(call, scope, name, value)


def _assign(call: CmdletCall, scope: Scope, name: str, value: Any) -> None:
    lower = name.lower()
    found = scope.variables.get(lower)
    if found is not None and found.options & (READ_ONLY | CONSTANT):
        if found.options & CONSTANT or not call.switch("Force"):
            call.write_error(
                PSException(
                    "System.Management.Automation.SessionStateUnauthorizedAccessException",
                    f"Cannot overwrite variable {name} because it is read-only or constant.",
                ),
                "VariableNotWritable",
                "WriteError",
                name,
            )
            return
        found.options &= ~READ_ONLY
    scope.set_local(lower, value, name)
    variable = scope.variables.get(lower)
    if variable is None:
        return
    options = _options(call)
    if options is not None:
        scope.give_options(lower, options)
    if "Description" in call.bound:
        variable.description = call["Description"]
    if call.switch("PassThru"):
        call.write(VariableInfo(variable, call.run))


@cmdlet(
    UTILITY,
    "New-Variable",
    honours=("Name", "Value", "Option", "Scope", "Force", "PassThru", "Description", "WhatIf", "Confirm"),
)
def new_variable(call: CmdletCall) -> None:
    """Fails when the variable exists in that scope, unless -Force."""
    name = call["Name"]
    scope = scope_of(call)
    if name.lower() in scope.variables and not call.switch("Force"):
        call.write_error(
            PSException(
                "System.Management.Automation.SessionStateException", f"A variable with name '{name}' already exists."
            ),
            "VariableAlreadyExists",
            "ResourceExists",
            name,
        )
        return
    found = scope.variables.get(name.lower())
    if found is not None and not found.options & CONSTANT:
        del scope.variables[name.lower()]
    _assign(call, scope, name, call.get("Value"))


@cmdlet(UTILITY, "Remove-Variable", honours=("Name", "Scope", "Force", "WhatIf", "Confirm"))
def remove_variable(call: CmdletCall) -> None:
    """Removes from the scope where the variable is seen."""
    for name in call.strings("Name"):
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            if variable.options & CONSTANT or (variable.options & READ_ONLY and not call.switch("Force")):
                call.write_error(
                    PSException(
                        "System.Management.Automation.SessionStateUnauthorizedAccessException",
                        f"Cannot remove variable {variable.name} because it is constant or read-only. If the "
                        f"variable is "
                        "read-only, try the operation again specifying the Force option.",
                    ),
                    "VariableNotRemovable",
                    "WriteError",
                    variable.name,
                )
                continue
            scope: Scope | None = scope_of(call)
            while scope is not None and scope.variables.get(variable.name.lower()) is not variable:
                scope = scope.parent
            if scope is not None:
                del scope.variables[variable.name.lower()]


@cmdlet(UTILITY, "Clear-Variable", honours=("Name", "Scope", "Force", "WhatIf", "Confirm"))
def clear_variable(call: CmdletCall) -> None:
    """Sets to null."""
    for name in call.strings("Name"):
        found = _matching(call, name)
        if not found and not has_wildcards(name):
            _not_found(call, name)
        for variable in found:
            if variable.options & (READ_ONLY | CONSTANT):
                call.unsupported("Clear-Variable of a read-only variable")
            variable.value = None if variable.constraint is None else variable.constraint(None)


# --- aliases and commands


@cmdlet(
    UTILITY,
    "Set-Alias",
    honours=("Name", "Value", "Force", "Option", "Scope", "Description", "PassThru", "WhatIf", "Confirm"),
)
def set_alias(call: CmdletCall) -> None:
    """In the caller's scope."""
    _set_alias(call)


@cmdlet(
    UTILITY,
    "New-Alias",
    honours=("Name", "Value", "Force", "Option", "Scope", "Description", "PassThru", "WhatIf", "Confirm"),
)
def new_alias(call: CmdletCall) -> None:
    """Fails when the alias exists."""
    name = call["Name"]
    if _alias_target(call, name.lower()) and not call.switch("Force"):
        call.write_error(
            PSException(
                "System.Management.Automation.SessionStateException",
                f"The alias is not allowed, because an alias with the name '{name}' already exists.",
            ),
            "AliasAlreadyExists",
            "ResourceExists",
            name,
        )
        return
    _set_alias(call)


def _set_alias(call: CmdletCall) -> None:
    scope = scope_of(call)
    if scope.aliases is None:
        scope.aliases = {}
        call.run.has_own_aliases = True
    name, value = call["Name"], call["Value"]
    scope.aliases[name.lower()] = value
    spellings = call.run.state.setdefault("alias spellings", {})
    spellings[name.lower()] = name
    if call.switch("PassThru"):
        call.write(AliasInfo(name, value))


def _alias_target(call: CmdletCall, lower: str) -> str | None:
    found = call.scope.find_alias(lower)
    if found is None:
        found = call.run.commands.aliases.get(lower) or module_aliases().get(lower)
    return found or None


def visible_aliases(run: Any, scope: Scope) -> dict[str, tuple[str, str]]:
    """Every alias by lower-case name: spelling and target."""
    spellings = run.state.get("alias spellings", {})
    visible = {lower: (lower, target) for lower, target in module_aliases().items()}
    visible.update({lower: (lower, target) for lower, target in run.commands.aliases.items()})
    chain: list[Scope] = []
    current: Scope | None = scope
    while current is not None:
        chain.append(current)
        current = current.parent
    for level in reversed(chain):
        for lower, target in (level.aliases or {}).items():
            if target:
                visible[lower] = (spellings.get(lower, lower), target)
            else:
                visible.pop(lower, None)
    return visible


@cmdlet(UTILITY, "Get-Alias", honours=("Name", "Definition", "Scope"))
def get_alias(call: CmdletCall) -> None:
    """Aliases by name, or by what they stand for."""
    visible = visible_aliases(call.run, call.scope)
    if "Definition" in call.bound:
        for definition in call.strings("Definition"):
            compiled = wildcard_pattern(definition)
            for _, (name, target) in sorted(visible.items()):
                if compiled.match(target):
                    call.write(AliasInfo(name, target))
        return
    names = call.strings("Name") or ["*"]
    for name in names:
        compiled = wildcard_pattern(name)
        found = [pair for _, pair in sorted(visible.items()) if compiled.match(pair[0])]
        if not found and not has_wildcards(name):
            call.write_error(
                PSException(
                    "System.Management.Automation.ItemNotFoundException",
                    "This command cannot find a matching alias because an alias with the name "
                    f"'{name}' does not exist.",
                ),
                "ItemNotFoundException",
                "ObjectNotFound",
                name,
            )
        for spelled, target in found:
            call.write(AliasInfo(spelled, target))


@cmdlet(CORE, "Get-Command", honours=("Name", "CommandType", "Module", "All", "Verb", "Noun"))
def get_command(call: CmdletCall) -> None:
    """Functions, aliases and cmdlets that this engine has; a real cmdlet that it lacks is refused."""
    kinds = _kinds(call)
    names = call.strings("Name")
    if not names or "Verb" in call.bound or "Noun" in call.bound or "Module" in call.bound:
        call.unsupported("Get-Command without a name, or by verb, noun or module")
    for name in names:
        if has_wildcards(name):
            _write_matching(call, name, kinds)
            continue
        found = _command_info(call, name, kinds)
        if found is None:
            _missing_command(call, name)
        else:
            call.write(found)


def _kinds(call: CmdletCall) -> set[str]:
    given = call.get("CommandType")
    if given is None:
        return {"Alias", "Function", "Filter", "Cmdlet", "ExternalScript"}
    text = given.ps_string() if type(given) is EnumValue else to_text(given)
    kinds = {part.strip() for part in text.split(",")}
    return {"Alias", "Function", "Filter", "Cmdlet", "ExternalScript"} if "All" in kinds else kinds


def _command_info(call: CmdletCall, name: str, kinds: set[str]) -> Any:
    lower = name.lower()
    run = call.run
    if "Alias" in kinds:
        target = _alias_target(call, lower)
        if target:
            spelled = run.state.get("alias spellings", {}).get(lower, name)
            return AliasInfo(spelled, target)
    function = call.scope.find_function(lower)
    if function is not None and ("Filter" if function.is_filter else "Function") in kinds:
        return function
    found = run.find_command(name, name.lower(), call.frame)
    if isinstance(found, CmdletCommand):
        info = CmdletInfo(found.definition)
        kind = "Function" if found.definition.signature.kind == "function" else "Cmdlet"
        return info if kind in kinds else None
    if isinstance(found, FunctionCommand):
        return None
    return None


def _missing_command(call: CmdletCall, name: str) -> None:
    failure = call.run.command_not_found(name)
    if not isinstance(failure, TerminatingError):
        raise failure
    record = failure.record
    call.write_error(ErrorRecord(record.exception, "CommandNotFoundException", "ObjectNotFound", name))


def _write_matching(call: CmdletCall, pattern: str, kinds: set[str]) -> None:
    compiled = wildcard_pattern(pattern)
    run = call.run
    functions: dict[str, FunctionInfo] = {}
    scope: Scope | None = call.scope
    while scope is not None:
        for lower, info in (scope.functions or {}).items():
            functions.setdefault(lower, info)
        scope = scope.parent
    found: list[tuple[str, Any]] = []
    if "Alias" in kinds:
        found += [
            (name, AliasInfo(name, target))
            for name, target in visible_aliases(run, call.scope).values()
            if compiled.match(name)
        ]
    if "Function" in kinds:
        found += [(info.name, info) for info in functions.values() if compiled.match(info.name)]
    if "Cmdlet" in kinds:
        from rehearsal.powershell.signatures import command_modules

        for lower, (_, name) in command_modules().items():
            if compiled.match(name):
                definition = run.commands.commands.get(lower)
                if definition is None:
                    call.unsupported(f"Get-Command {pattern} (would list {name})")
                found.append((name, CmdletInfo(definition)))
    for _, info in sorted(found, key=lambda pair: pair[0].lower()):
        call.write(info)


@cmdlet(UTILITY, "Get-PSCallStack")
def get_call_stack(call: CmdletCall) -> None:
    """Innermost first; the script itself last."""
    run = call.run
    seen: list[Invocation] = []
    for frame in reversed(run.frames):
        invocation = frame.invocation
        if invocation is not None and (not seen or seen[-1] is not invocation):
            seen.append(invocation)
    for invocation in seen:
        if invocation.is_script:
            name, command = "<ScriptBlock>", invocation.name
        else:
            name = command = invocation.name or "<ScriptBlock>"
        frame_view = PSCustomObject(
            {
                "Command": command,
                "FunctionName": name,
                "ScriptName": invocation.script_path or run.script_path,
                "ScriptLineNumber": 0,
                "InvocationInfo": invocation,
                "Arguments": "",
                "Location": "",
            },
            type_name="System.Management.Automation.CallStackFrame",
        )
        for hidden in ("scriptlinenumber", "arguments", "location"):
            del frame_view.members[hidden]
        call.write(frame_view)


@cmdlet(UTILITY, "Start-Sleep", honours=("Seconds", "Milliseconds"))
def start_sleep(call: CmdletCall) -> None:
    """Waits on the host's clock."""
    if "Milliseconds" in call.bound:
        call.host.sleep(call["Milliseconds"] / 1000)
    else:
        call.host.sleep(float(call["Seconds"]))
