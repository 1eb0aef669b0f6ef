"""Stages of a pipeline that run functions and cmdlets: binding, scopes, common parameters, begin/process/end."""

from __future__ import annotations

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
from rehearsal.powershell.binding_plans import ArgumentShape, BindingPlan
from rehearsal.powershell.bound_parameters import COMMON_NAMES, InputEnumerator, ScriptCmdlet
from rehearsal.powershell.cmdlet_call import CmdletCall
from rehearsal.powershell.control import ReturnFromBlock
from rehearsal.powershell.conversion import convert, to_bool, to_text
from rehearsal.powershell.dictionaries import NetDictionary, NetList
from rehearsal.powershell.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.powershell.frame import Frame, Invocation, parameter_error
from rehearsal.powershell.operators_arithmetic import cast_error
from rehearsal.powershell.operators_text import wildcard_pattern
from rehearsal.powershell.parameters import ParameterSpec, ParameterTable
from rehearsal.powershell.pipeline import Stage
from rehearsal.powershell.scopes import Scope, Variable
from rehearsal.powershell.script_block import CompiledBlock, ScriptBlock
from rehearsal.powershell.values import PSArray

_ANY_TYPES = ("System.Management.Automation.PSObject", "System.Object")


class CommandStage(Stage):
    """What functions and cmdlets share: common parameters and binding errors."""

    __slots__ = ("extent", "frame", "given", "has_input", "invocation", "run", "shape", "streams", "write")

    def __init__(
        self,
        frame: Frame,
        given: list[Any],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
        shape: ArgumentShape | None,
    ) -> None:
        self.failed = False
        self.finish = None
        self.frame = frame
        self.run = frame.run
        self.given = given
        """Values of the arguments that `shape` describes; Arguments when there is none."""
        self.shape = shape
        self.write = write
        self.streams = streams
        self.invocation = invocation
        self.extent = invocation.extent
        self.has_input = has_input

    def listed(self) -> list[Argument]:
        """The arguments one by one."""
        return self.given if self.shape is None else self.shape.listed(self.given)

    def bind(
        self, table: ParameterTable, name: str, *, defaults: bool, simple: bool, advanced: bool
    ) -> tuple[Binding, str, BindingPlan | None]:
        """The command line bound, the parameter set in effect, and the plan, if this place has one.

        `defaults`: $PSDefaultParameterValues counts. Raises BindingFailure.
        """
        run = self.run
        shape = self.shape
        added = self._defaults(table, name) if defaults else None
        if shape is not None and not added:
            plan = shape.plans.get(table)
            if plan is not None and plan.fits(self.given):
                return plan.bind(table, self.given, run, advanced), plan.parameter_set, plan
        arguments = self.listed()
        if added:
            arguments = [*arguments, *added]
        binding = bind_arguments(table, arguments, run, simple=simple, advanced_function=advanced)
        parameter_set = choose_set(binding, pipeline=self.has_input)
        if shape is None or added:
            return binding, parameter_set, None
        return binding, parameter_set, shape.remember(binding, arguments, self.given, parameter_set)

    def binding_error(self, record: ErrorRecord, origin: str, activity: str) -> TerminatingError:
        """A failed binding as the statement's error."""
        record.origin = origin
        record.activity = activity
        record.invocation = self.invocation
        record.extent = self.extent
        record.reason = record.exception.short_name
        record.exception.record = record
        return TerminatingError(record)

    def _defaults(self, table: ParameterTable, command_name: str) -> list[Argument] | None:
        """$PSDefaultParameterValues: named arguments that the command line doesn't give."""
        defaults = self.frame.scope.value_of("psdefaultparametervalues")
        if not isinstance(defaults, NetDictionary) or not defaults.entries:
            return None
        disabled = defaults.get("Disabled")
        if disabled is not None and to_bool(disabled):
            return None
        given = {
            found[0].lower
            for argument in self.listed()
            if argument.name is not None and len(found := table.matching(argument.name)) == 1
        }
        added: list[Argument] = []
        for key, value in defaults.pairs():
            pattern, colon, parameter = to_text(key).partition(":")
            if not colon or not wildcard_pattern(pattern.strip()).match(command_name):
                continue
            matching = table.matching(parameter.strip())
            if len(matching) != 1 or matching[0].lower in given:
                continue
            if isinstance(value, ScriptBlock):
                value = self.run.collapse(self.run.invoke_block(value, frame=self.frame))
            added.append(Argument(matching[0].name, value))
        return added

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
        given: list[Any],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
        block: ScriptBlock,
        *,
        dotted: bool,
        origin: str,
        is_file: bool = False,
        shape: ArgumentShape | None = None,
    ) -> None:
        super().__init__(frame, given, write, streams, invocation, has_input, shape)
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
            try:
                self.binding, self.invocation.parameter_set, _ = self.bind(
                    code.table, self.origin, defaults=advanced, simple=not advanced, advanced=advanced
                )
            except BindingFailure as failure:
                raise self.binding_error(failure.record, self.origin, self.origin) from None
        else:
            self.binding = Binding(code.table)
            self.binding.rest = _loose_arguments(self.listed())
        if self.binding.common:
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
        invocation.binds(self.binding, code.parameters)
        variables = scope.variables
        if code.advanced:
            if self.binding.common:
                _preferences(scope, self.binding.common, run)
            invocation.cmdlet = ScriptCmdlet(self, run)
        else:
            rest = PSArray(self.binding.rest)
            if rest.items:
                rest.marks = _marks(self.listed(), rest.items) or None
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
                else:
                    value = self._default(spec, frame)
                variables[lower] = Variable(spec.name, value, constraint_of(spec, run))
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
                return convert_argument(spec.unvalidated, value, run, self.code.advanced)
            except BindingFailure as failure:
                raise self.binding_error(failure.record, self.origin, self.origin) from None
        if not spec.has_conversion:
            return None
        target = run.type_of_parameter(spec)
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


def constraint_of(spec: ParameterSpec, run: Any) -> Any:
    """What later assignments to a typed or validated parameter variable go through; None: anything goes."""
    try:
        return run.constraints[spec]
    except KeyError:
        made = run.constraints[spec] = _constraint(spec, run)
        return made


def _constraint(spec: ParameterSpec, run: Any) -> Any:
    if not spec.has_conversion and not spec.validators:
        return None
    target = run.type_of_parameter(spec) if spec.has_conversion else None

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


_SHOWN_COMMON = ("verbose", "debug", "warningaction", "informationaction")
"""Common parameters that a cmdlet's implementation sees among its own."""


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


class _BoundFacts:
    """What follows from which parameters are bound. `fast`: the one that takes every piped object as it is."""

    __slots__ = ("fast",)

    def __init__(self, fast: str | None) -> None:
        self.fast = fast


class CmdletStage(CommandStage):
    """A declared cmdlet."""

    __slots__ = ("binding", "call", "definition", "fast", "instance")

    def __init__(
        self,
        frame: Frame,
        given: list[Any],
        write: Any,
        streams: Any,
        invocation: Invocation,
        has_input: bool,
        definition: Any,
        shape: ArgumentShape | None,
    ) -> None:
        super().__init__(frame, given, write, streams, invocation, has_input, shape)
        self.definition = definition
        self.call: CmdletCall | None = None
        self.fast: str | None = None

    def begin(self) -> None:
        run = self.run
        definition = self.definition
        table = definition.table
        try:
            binding, parameter_set, plan = self.bind(table, definition.name, defaults=True, simple=False, advanced=True)
        except BindingFailure as failure:
            raise self.binding_error(failure.record, definition.implementing_type, definition.name) from None
        self.binding = binding
        common = binding.common
        if common:
            self.apply_common(common)
        facts = plan.facts if plan is not None else None
        if facts is None:
            facts = self._bound_facts(binding, parameter_set)
            if plan is not None:
                plan.facts = facts
        self.fast = facts.fast
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
        names = table.names
        bound: dict[str, Any] = {names[lower]: value for lower, value in binding.values.items()}
        if common:
            for lower in _SHOWN_COMMON:
                if lower in common:
                    bound[COMMON_NAMES[lower]] = common[lower]
        call.bound = bound
        self.invocation.bound = bound
        self.invocation.parameter_set = parameter_set
        self.instance = definition.implementation() if definition.is_class else None
        if self.instance is not None:
            self._guard(self.instance.begin)

    def _bound_facts(self, binding: Binding, parameter_set: str) -> _BoundFacts:
        """Refuses what the implementation doesn't serve, and finds the one parameter that takes any piped object."""
        definition = self.definition
        names = binding.table.names
        honours = definition.honours
        if honours is not None:
            for lower in binding.values:
                if lower not in honours and lower not in ("whatif", "confirm"):
                    raise self.run.refusal(f"parameter -{names[lower]} of {definition.name}", self.extent)
        if self.has_input:
            waiting = [spec for spec in binding.table.pipeline_specs if spec.lower not in binding.values]
            if len(waiting) == 1 and waiting[0].type_name in _ANY_TYPES:
                entry = waiting[0].in_set(parameter_set)
                if entry is not None and entry.from_pipeline and not entry.by_property_name:
                    if honours is not None and waiting[0].lower not in honours:
                        raise self.run.refusal(f"pipeline input of {definition.name}", self.extent)
                    return _BoundFacts(waiting[0].name)
        return _BoundFacts(None)

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
        names = self.binding.table.names
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
