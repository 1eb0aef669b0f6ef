"""Stages of a pipeline that run functions and cmdlets: binding, scopes, common parameters, begin/process/end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rehearsal.powershell.binder import (
    Argument,
    Binding,
    BindingFailure,
    bind_arguments,
    bind_pipeline_object,
    choose_set,
    convert_argument,
    missing_mandatory,
)
from rehearsal.powershell.bound_parameters import BoundParameters, InputEnumerator, ScriptCmdlet
from rehearsal.powershell.cmdlet_call import CmdletCall
from rehearsal.powershell.control import ReturnFromBlock
from rehearsal.powershell.conversion import convert, to_bool, to_text
from rehearsal.powershell.dictionaries import NetDictionary, NetList
from rehearsal.powershell.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.powershell.frame import Frame, Invocation, parameter_error
from rehearsal.powershell.operators_arithmetic import cast_error
from rehearsal.powershell.operators_text import wildcard_pattern
from rehearsal.powershell.parameters import ParameterSpec, ParameterTable, table_from_signature
from rehearsal.powershell.pipeline import Stage
from rehearsal.powershell.scopes import Scope, Variable
from rehearsal.powershell.script_block import CompiledBlock, ScriptBlock
from rehearsal.powershell.signatures import ParameterInSet
from rehearsal.powershell.values import PSArray

_ANY_TYPES = ("System.Management.Automation.PSObject", "System.Object")


class CommandStage(Stage):
    """What functions and cmdlets share: common parameters and binding errors."""

    __slots__ = ("arguments", "collectors", "extent", "frame", "has_input", "invocation", "run", "streams", "write")

    def __init__(
        self,
        frame: Frame,
        arguments: list[Argument],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
    ) -> None:
        super().__init__()
        self.frame = frame
        self.run = frame.run
        self.arguments = arguments
        self.write = write
        self.streams = streams
        self.invocation = invocation
        self.extent = invocation.extent
        self.has_input = has_input

    def binding_error(self, record: ErrorRecord, origin: str, activity: str) -> TerminatingError:
        """A failed binding as the statement's error."""
        record.origin = origin
        record.activity = activity
        record.invocation = self.invocation
        record.extent = self.extent
        record.reason = record.exception.short_name
        record.exception.record = record
        return TerminatingError(record)

    def add_defaults(self, table: ParameterTable, command_name: str) -> None:
        """$PSDefaultParameterValues: named arguments that the command line doesn't give."""
        defaults = self.frame.scope.value_of("psdefaultparametervalues")
        if not isinstance(defaults, NetDictionary) or not len(defaults):
            return
        disabled = defaults.get("Disabled")
        if disabled is not None and to_bool(disabled):
            return
        given = {
            found[0].lower
            for argument in self.arguments
            if argument.name is not None and len(found := table.matching(argument.name)) == 1
        }
        for key, value in defaults.pairs():
            pattern, colon, parameter = to_text(key).partition(":")
            if not colon or not wildcard_pattern(pattern.strip()).match(command_name):
                continue
            matching = table.matching(parameter.strip())
            if len(matching) != 1 or matching[0].lower in given:
                continue
            if isinstance(value, ScriptBlock):
                value = self.run.collapse(self.run.invoke_block(value, frame=self.frame))
            self.arguments.append(Argument(matching[0].name, value))

    def apply_common(self, common: dict[str, Any]) -> None:
        """-OutVariable, -ErrorVariable and the like: collect while the command runs."""
        scope = self.frame.scope
        changes: dict[str, Any] = {}
        for lower, attribute in (
            ("errorvariable", "error_variables"),
            ("warningvariable", "warning_variables"),
            ("informationvariable", "information_variables"),
        ):
            name = common.get(lower)
            if name:
                collector = self._collector(scope, name)
                changes[attribute] = (*getattr(self.streams, attribute), collector)
        if changes:
            self.streams = self.streams.replaced(**changes)
        out = common.get("outvariable")
        if out:
            self.write = _teeing(self._collector(scope, out), self.write)
        carried = common.get("pipelinevariable")
        if carried:
            self.write = _naming(scope, carried, self.write)

    def _collector(self, scope: Scope, name: str) -> list[Any]:
        append = name.startswith("+")
        name = name.removeprefix("+")
        lower = name.lower()
        known = scope.value_of(lower)
        if append and isinstance(known, NetList):
            return known.items
        made = self.run.new_array_list()
        if append and known is not None:
            made.items.append(known)
        scope.put(lower, made, name)
        return made.items  # type: ignore[no-any-return]


def _teeing(collector: list[Any], write: Any) -> Any:
    def tee(value: Any) -> None:
        collector.append(value)
        write(value)

    return tee


def _naming(scope: Scope, name: str, write: Any) -> Any:
    lower = name.lower()

    def named(value: Any) -> None:
        scope.put(lower, value, name)
        write(value)

    return named


# --- functions and script blocks


class FunctionStage(CommandStage):
    """A function, filter, script block or script file."""

    __slots__ = ("binding", "block", "body_frame", "code", "dotted", "initial", "inputs", "is_file", "origin", "scope")

    def __init__(
        self,
        frame: Frame,
        arguments: list[Argument],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
        block: ScriptBlock,
        *,
        dotted: bool,
        origin: str,
        is_file: bool = False,
    ) -> None:
        super().__init__(frame, arguments, write, streams, invocation, has_input)
        self.block = block
        self.code: CompiledBlock = block.code
        self.dotted = dotted
        self.origin = origin
        self.is_file = is_file
        self.scope: Scope | None = None
        self.inputs: list[Any] | None = None
        self.initial: dict[str, Any] = {}

    def begin(self) -> None:
        code = self.code
        run = self.run
        run.enter_call(self.extent)
        if self.dotted:
            scope = self.frame.scope
        else:
            parent = self.block.captured if self.block.captured is not None else self.frame.scope
            if self.is_file:
                parent = self.frame.scope
            scope = Scope(parent, is_script=self.is_file)
            if self.block.captured is not None:
                scope.strict = self.frame.scope.strict
        self.scope = scope
        advanced = code.advanced
        if code.parameters or advanced:
            if advanced:
                self.add_defaults(code.table, self.origin)
            try:
                self.binding = bind_arguments(
                    code.table, self.arguments, run, simple=not advanced, advanced_function=advanced
                )
                self.invocation.parameter_set = choose_set(self.binding, pipeline=self.has_input)
            except BindingFailure as failure:
                raise self.binding_error(failure.record, self.origin, self.origin) from None
        else:
            self.binding = Binding(code.table)
            self.binding.rest = _loose_arguments(self.arguments)
        if advanced:
            self.apply_common(self.binding.common)
        body_frame = self.body_frame = Frame(run, scope, self.write, self.streams, self.invocation)
        self._declare(scope, body_frame)
        if self.has_input and code.node.process is None and (not advanced or code.uses_input):
            self.inputs = []
        begin = code.bodies[0]
        if begin is not None:
            self._run(begin)

    def _declare(self, scope: Scope, frame: Frame) -> None:
        code = self.code
        run = self.run
        invocation = self.invocation
        values = self.binding.values
        bound = BoundParameters()
        invocation.bound = bound
        variables = scope.variables
        if code.advanced:
            common = self.binding.common
            for lower, value in common.items():
                bound.set(_COMMON_NAMES.get(lower, lower), value)
            if common:
                _preferences(scope, common, run)
            invocation.cmdlet = ScriptCmdlet(self, run)
        else:
            rest = PSArray(self.binding.rest)
            marks = _marks(self.arguments, self.binding.rest)
            if marks:
                rest.marks = marks
            invocation.unbound = self.binding.rest
            if self.dotted:
                scope.put("args", rest, "args")
            else:
                variables["args"] = Variable("args", rest)
        saved_call = scope.call
        scope.call = invocation
        if self.dotted:
            previous = self.finish

            def restore() -> None:
                scope.call = saved_call
                if previous is not None:
                    previous()

            self.finish = restore
        run.frames.append(frame)
        try:
            for spec in code.parameters:
                lower = spec.lower
                if lower in values:
                    value = values[lower]
                    bound.set(spec.name, value)
                else:
                    value = self._default(spec, frame)
                variables[lower] = Variable(spec.name, value, _constraint(spec, run, code.advanced))
                if self.has_input and spec.takes_pipeline:
                    self.initial[lower] = value
        finally:
            run.frames.pop()

    def _default(self, spec: ParameterSpec, frame: Frame) -> Any:
        run = self.run
        if spec.default is not None:
            value = spec.default(frame)
            if not spec.has_conversion:
                return value
            try:
                return convert_argument(_unvalidated(spec), value, run, self.code.advanced)
            except BindingFailure as failure:
                raise self.binding_error(failure.record, self.origin, self.origin) from None
        if not spec.has_conversion:
            return None
        target = spec.type_of(run)
        if target.value_type or target.full_name == "System.String":
            try:
                return convert(None, target, run)
            except PSException:
                return run.default_of(target)
        return None

    def process(self, value: Any) -> None:
        code = self.code
        scope = self.scope
        if code.table.pipeline_specs:
            if not self._bind_object(value):
                return
        elif code.advanced:
            self._not_bound()
            return
        if self.inputs is not None:
            self.inputs.append(value)
        body = code.bodies[1]
        if body is None:
            return
        scope.put("_", value, "_")
        if code.uses_input:
            scope.put("input", InputEnumerator([value]), "input")
        self._run(body)

    def _bind_object(self, value: Any) -> bool:
        run = self.run
        scope = self.scope
        for lower, initial in self.initial.items():
            if lower not in self.binding.values:
                scope.variables[lower].value = initial
        try:
            bound = bind_pipeline_object(self.binding, value, run, self.code.advanced)
        except BindingFailure as failure:
            self._bind_failed(failure.record)
            return False
        if bound is None:
            self._not_bound()
            return False
        names = self.invocation.bound
        for lower, item in bound.items():
            spec = self.code.table.by_lower[lower]
            scope.variables[lower].value = item
            names.set(spec.name, item)
        missing = [
            spec
            for spec in missing_mandatory(self.binding, self.binding.sets[0], pipeline=False)
            if spec.lower not in bound
        ]
        if missing and len(self.binding.sets) == 1:
            names_text = " ".join(spec.name for spec in missing)
            self._bind_failed(
                parameter_error(
                    "ParameterBindingException",
                    "The input object cannot be bound because it did not contain the information required to "
                    "bind all mandatory "
                    f"parameters:  {names_text}",
                    "InputObjectMissingMandatory",
                )
            )
            return False
        if len(self.binding.sets) == 1:
            self.invocation.parameter_set = self.binding.sets[0]
        return True

    def _not_bound(self) -> None:
        self._bind_failed(_input_not_bound())

    def _bind_failed(self, record: ErrorRecord) -> None:
        error = self.binding_error(record, self.origin, self.origin)
        self.run.write_error_record(error.record, self.body_frame, None, self, self.streams)

    def run_without_input(self) -> None:
        body = self.code.bodies[1]
        if body is not None:
            if self.code.uses_input:
                self.scope.put("input", InputEnumerator([]), "input")
            self._run(body)

    def end(self) -> None:
        body = self.code.bodies[2]
        if body is None:
            return
        if self.code.uses_input:
            self.scope.put("input", InputEnumerator(self.inputs or []), "input")
        self._run(body)

    def release(self) -> None:
        self.invocation.cmdlet = None
        if not self.dotted and self.scope is not None:
            self.scope.call = None  # nothing reads an ended function's scope: closures copied its variables

    def _run(self, body: Any) -> None:
        run = self.run
        frames = run.frames
        frames.append(self.body_frame)
        if len(frames) > run.depth_budget:
            frames.pop()
            raise run.refusal(f"more than {run.depth_budget} nested calls", self.extent)
        try:
            body(self.body_frame)
        except ReturnFromBlock:
            pass
        except TerminatingError as error:
            if error.escaping is self.invocation:
                error.escaping = None
            raise
        finally:
            frames.pop()


def _unvalidated(spec: ParameterSpec) -> ParameterSpec:
    """Defaults are converted but neither validated nor checked for emptiness."""
    if not spec.validators and not spec.mandatory_anywhere:
        return spec
    return replace(spec, validators=(), sets={name: ParameterInSet() for name in spec.sets})


def _constraint(spec: ParameterSpec, run: Any, advanced: bool) -> Any:
    """What later assignments to a typed or validated parameter variable go through."""
    if not spec.has_conversion and not spec.validators:
        return None
    target = spec.type_of(run) if spec.has_conversion else None

    def check(value: Any) -> Any:
        if target is not None:
            try:
                value = convert(value, target, run)
            except PSException as failure:
                raise cast_error(failure) from None
        for validator in spec.validators:
            run.validate_variable(validator, value, spec.name)
        return value

    return check


def _loose_arguments(arguments: list[Argument]) -> list[Any]:
    out: list[Any] = []
    for argument in arguments:
        if argument.name is not None:
            out.append(f"-{argument.name}:" if argument.colon else f"-{argument.name}")
            if argument.has_value:
                out.append(argument.value)
        else:
            out.append(argument.value)
    return out


def _marks(arguments: list[Argument], rest: list[Any]) -> dict[int, str]:
    """Which of $args are parameter names: the texts that came from named arguments."""
    names = {
        f"-{argument.name}:" if argument.colon else f"-{argument.name}": argument.name
        for argument in arguments
        if argument.name
    }
    if not names:
        return {}
    return {index: names[item] for index, item in enumerate(rest) if type(item) is str and item in names}


def _input_not_bound() -> ErrorRecord:
    return parameter_error(
        "ParameterBindingException",
        "The input object cannot be bound to any parameters for the command either because the command does not "
        "take pipeline "
        "input or the input and its properties do not match any of the parameters that take pipeline input.",
        "InputObjectNotBound",
    )


_COMMON_NAMES = {
    "verbose": "Verbose", "debug": "Debug", "erroraction": "ErrorAction", "warningaction": "WarningAction",
    "informationaction": "InformationAction", "errorvariable": "ErrorVariable", "warningvariable": "WarningVariable",
    "informationvariable": "InformationVariable", "outvariable": "OutVariable", "outbuffer": "OutBuffer",
    "pipelinevariable": "PipelineVariable", "whatif": "WhatIf", "confirm": "Confirm",
}  # fmt: skip


def _preferences(scope: Scope, common: dict[str, Any], run: Any) -> None:
    """What common parameters of an advanced function mean inside it: local preference variables."""
    for lower, value in common.items():
        match lower:
            case "erroraction":
                scope.put("erroractionpreference", value, "ErrorActionPreference")
            case "warningaction":
                scope.put("warningpreference", value, "WarningPreference")
            case "informationaction":
                scope.put("informationpreference", value, "InformationPreference")
            case "verbose":
                scope.put(
                    "verbosepreference", run.action("Continue" if value else "SilentlyContinue"), "VerbosePreference"
                )
            case "debug":
                scope.put("debugpreference", run.action("Inquire" if value else "SilentlyContinue"), "DebugPreference")
            case "whatif":
                scope.put("whatifpreference", value, "WhatIfPreference")
            case "confirm":
                scope.put("confirmpreference", "Low" if value else "None", "ConfirmPreference")


# --- cmdlets


class CmdletStage(CommandStage):
    """A declared cmdlet."""

    __slots__ = ("binding", "call", "definition", "fast", "instance", "names")

    def __init__(
        self,
        frame: Frame,
        arguments: list[Argument],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
        definition: Any,
    ) -> None:
        super().__init__(frame, arguments, write, streams, invocation, has_input)
        self.definition = definition
        self.call: CmdletCall | None = None
        self.fast: str | None = None

    def begin(self) -> None:
        run = self.run
        definition = self.definition
        table = table_from_signature(definition.signature)
        self.add_defaults(table, definition.name)
        try:
            binding = bind_arguments(table, self.arguments, run, simple=False, advanced_function=True)
            parameter_set = choose_set(binding, pipeline=self.has_input)
        except BindingFailure as failure:
            raise self.binding_error(failure.record, definition.implementing_type, definition.name) from None
        self.binding = binding
        common = binding.common
        if common:
            self.apply_common(common)
        call = self.call = CmdletCall()
        call.definition = definition
        call.command_name = definition.name
        call.run = run
        call.extent = self.extent
        call.invocation = self.invocation
        call.stage = self
        call.write = self.write
        call.expecting_input = self.has_input
        call.has_pipeline_object = False
        call.pipeline_object = None
        call.parameter_set = parameter_set
        call.error_action = to_text(common["erroraction"]) if "erroraction" in common else None
        call.frame = (
            self.frame
            if self.streams is self.frame.streams
            else Frame(run, self.frame.scope, self.write, self.streams, self.frame.invocation)
        )
        names = {spec.lower: spec.name for spec in table.specs}
        self.names = names
        honours = definition.honours
        bound: dict[str, Any] = {}
        for lower, value in binding.values.items():
            if honours is not None and lower not in honours and lower not in ("whatif", "confirm"):
                raise run.refusal(f"parameter -{names[lower]} of {definition.name}", self.extent)
            bound[names[lower]] = value
        for lower in ("verbose", "debug", "warningaction", "informationaction"):
            if lower in common:
                bound[_COMMON_NAMES[lower]] = common[lower]
        call.bound = bound
        self.invocation.bound = bound
        self.invocation.parameter_set = parameter_set
        if self.has_input:
            waiting = [spec for spec in table.pipeline_specs if spec.lower not in binding.values]
            if len(waiting) == 1 and waiting[0].type_name in _ANY_TYPES:
                entry = waiting[0].in_set(parameter_set)
                if entry is not None and entry.from_pipeline and not entry.by_property_name:
                    self.fast = waiting[0].name
                    if honours is not None and waiting[0].lower not in honours:
                        raise run.refusal(f"pipeline input of {definition.name}", self.extent)
        self.instance = definition.implementation() if definition.is_class else None
        if self.instance is not None:
            self._guard(self.instance.begin)

    def process(self, value: Any) -> None:
        call = self.call
        if self.fast is not None:
            call.bound[self.fast] = value
            call.pipeline_object = value
            call.has_pipeline_object = True
            self._process()
            return
        try:
            bound = bind_pipeline_object(self.binding, value, self.run, True)
        except BindingFailure as failure:
            self._bind_failed(failure.record)
            return
        if bound is None:
            self._bind_failed(_input_not_bound())
            return
        honours = self.definition.honours
        names = self.names
        by_pipeline = {names[lower]: item for lower, item in bound.items()}
        for lower in bound:
            if honours is not None and lower not in honours:
                raise self.run.refusal(f"pipeline input for -{names[lower]} of {self.definition.name}", self.extent)
        call.bound.update(by_pipeline)
        if len(self.binding.sets) == 1 or (self.binding.sets and call.parameter_set not in self.binding.sets):
            call.parameter_set = self.binding.sets[0]
        missing = [
            spec
            for spec in missing_mandatory(self.binding, call.parameter_set, pipeline=False)
            if spec.lower not in bound
        ]
        if missing:
            self._bind_failed(
                parameter_error(
                    "ParameterBindingException",
                    "The input object cannot be bound because it did not contain the information required to "
                    "bind all mandatory "
                    f"parameters:  {' '.join(spec.name for spec in missing)}",
                    "InputObjectMissingMandatory",
                )
            )
        else:
            call.pipeline_object = value
            call.has_pipeline_object = True
            self._process()
        for name in by_pipeline:
            call.bound.pop(name, None)

    def _bind_failed(self, record: ErrorRecord) -> None:
        error = self.binding_error(record, self.definition.implementing_type, self.definition.name)
        self.run.write_error_record(error.record, self.call.frame, self.call.error_action, self, self.streams)

    def run_without_input(self) -> None:
        self._process()

    def _process(self) -> None:
        if self.instance is not None:
            self._guard(self.instance.process)
            return
        self._guard(self.definition.implementation)

    def end(self) -> None:
        if self.instance is not None:
            self._guard(self.instance.end)

    def release(self) -> None:
        if self.call is not None:
            self.call.stage = None

    def _guard(self, function: Any) -> None:
        call = self.call
        try:
            result = function(call)
            if result is not None:
                write = call.write
                for item in result:
                    write(item)
        except PSException as failure:
            call.throw(ErrorRecord(failure, failure.error_id or failure.type_name, failure.category, failure.target))
