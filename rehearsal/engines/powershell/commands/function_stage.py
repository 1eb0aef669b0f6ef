"""The stage that runs a function, filter, script block or script file: its scope, and begin, process and end."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.argument_binding import as_written
from rehearsal.engines.powershell.binding.argument_conversion import convert_argument
from rehearsal.engines.powershell.binding.binding import Argument, Binding, BindingFailure
from rehearsal.engines.powershell.binding.parameter_constraints import constraint_of
from rehearsal.engines.powershell.binding.parameter_sets import missing_mandatory
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.binding.pipeline_binding import bind_pipeline_object
from rehearsal.engines.powershell.commands.command_stage import CommandStage, input_incomplete, input_not_bound
from rehearsal.engines.powershell.commands.script_cmdlet import InputEnumerator, ScriptCmdlet
from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import ErrorRecord, TerminatingError
from rehearsal.engines.powershell.objects.values import PSArray
from rehearsal.engines.powershell.runtime.control import ReturnFromBlock
from rehearsal.engines.powershell.runtime.error_handling import write_error_record
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.scopes import Scope, Variable
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock, ScriptBlock

_WITH_A_DEFAULT = frozenset(
    f"System.{name}"
    for name in (
        "Boolean", "Byte", "Decimal", "Double", "Int16", "Int32", "Int64", "Management.Automation.SwitchParameter",
        "SByte", "Single", "String", "UInt16", "UInt32", "UInt64",
    )
)  # fmt: skip
"""Types of parameters that hold the type's default when nothing is given; all others hold $null."""


class FunctionStage(CommandStage):
    """A function, filter, script block or script file."""

    __slots__ = ("binding", "block", "bodies", "body_frame", "code", "dotted", "initial", "inputs", "scope")

    def __init__(
        self,
        frame: Frame,
        given: list[Any],
        write: Any,
        streams: Any,
        invocation: Invocation,
        block: ScriptBlock,
        *,
        dotted: bool,
    ) -> None:
        CommandStage.__init__(self, frame, given, write, streams, invocation)
        self.block = block
        self.code: CompiledBlock = block.code
        self.dotted = dotted
        self.inputs: list[Any] | None = None
        self.initial: dict[str, Any] = {}

    def begin(self) -> None:
        code = self.code
        run = self.run
        if len(run.frames) >= run.depth_budget:
            run.enter_call(self.extent)
        if self.dotted:
            scope = self.frame.scope
        else:
            parent = self.block.captured if self.block.captured is not None else self.frame.scope
            if self.invocation.is_script:
                parent = self.frame.scope
            scope = Scope(parent, is_script=self.invocation.is_script)
            if self.block.captured is not None:
                scope.strict = self.frame.scope.strict
        self.scope = scope
        advanced = code.advanced
        if code.parameters or advanced:
            try:
                self.binding, self.invocation.parameter_set, _ = self.bind(
                    code.table, self.invocation.name, defaults=advanced, simple=not advanced, advanced=advanced
                )
            except BindingFailure as failure:
                raise self._refused(failure.record) from None
        else:
            self.binding = Binding(code.table)
            if self.given:
                self.binding.rest = as_written(self.listed())
        if self.binding.common:
            self.apply_common(self.binding.common)
        body_frame = self.body_frame = Frame(run, scope, self.write, self.streams, self.invocation)
        self._declare(scope, body_frame)
        if self.has_input and code.node.process is None and (not advanced or code.uses_input):
            self.inputs = []
        self.bodies = code.bodies
        begin = self.bodies[0]
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
        constraints = run.types.constraints
        run.frames.append(frame)
        try:
            for spec in code.parameters:
                lower = spec.lower
                if lower in values:
                    value = values[lower]
                else:
                    value = self._default(spec, frame)
                constraint = constraints[spec] if spec in constraints else constraint_of(spec, run)
                variables[lower] = Variable(spec.name, value, constraint)
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
                raise self._refused(failure.record) from None
        if not spec.has_conversion:
            return None
        unset = run.types.unset
        if spec not in unset:
            target = run.types.of_parameter(spec)
            unset[spec] = convert(None, target, run) if target.full_name in _WITH_A_DEFAULT else None
        return unset[spec]

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
        body = self.bodies[1]
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
            self._bind_failed(input_incomplete(missing))
            return False
        if len(self.binding.sets) == 1:
            self.invocation.parameter_set = self.binding.sets[0]
        return True

    def _not_bound(self) -> None:
        self._bind_failed(input_not_bound())

    def _refused(self, record: ErrorRecord) -> TerminatingError:
        return self.binding_error(record, self.invocation.name, self.invocation.name)

    def _bind_failed(self, record: ErrorRecord) -> None:
        error = self._refused(record)
        write_error_record(error.record, self.body_frame, None, self, self.streams)

    def run_without_input(self) -> None:
        body = self.bodies[1]
        if body is not None:
            if self.code.uses_input:
                self.scope.put("input", InputEnumerator([]), "input")
            self._run(body)

    def end(self) -> None:
        body = self.bodies[2]
        if body is None:
            return
        if self.code.uses_input:
            self.scope.put("input", InputEnumerator(self.inputs or []), "input")
        self._run(body)

    def release(self) -> None:
        self.invocation.cmdlet = None
        if not self.dotted and hasattr(self, "scope"):
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
                    "verbosepreference",
                    run.types.action("Continue" if value else "SilentlyContinue"),
                    "VerbosePreference",
                )
            case "debug":
                scope.put(
                    "debugpreference", run.types.action("Inquire" if value else "SilentlyContinue"), "DebugPreference"
                )
            case "whatif":
                scope.put("whatifpreference", value, "WhatIfPreference")
            case "confirm":
                scope.put("confirmpreference", "Low" if value else "None", "ConfirmPreference")
