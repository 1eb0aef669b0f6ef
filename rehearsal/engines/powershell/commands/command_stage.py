"""What every stage of a pipeline that runs a command has: its arguments, its common parameters, its streams."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.argument_binding import bind_arguments
from rehearsal.engines.powershell.binding.binding import Argument, Binding
from rehearsal.engines.powershell.binding.binding_plans import ArgumentShape, BindingPlan
from rehearsal.engines.powershell.binding.parameter_sets import choose_set
from rehearsal.engines.powershell.binding.parameters import ParameterSpec, ParameterTable
from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, TerminatingError, parameter_error
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.operators.text import wildcard_pattern
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.pipeline import Stage
from rehearsal.engines.powershell.runtime.scopes import PRIVATE, Scope
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

_COLLECTING = frozenset(
    {"errorvariable", "warningvariable", "informationvariable", "outvariable", "pipelinevariable"}
)  # fmt: skip
"""Common parameters that name a variable. -ErrorAction and the like need nothing collected."""


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
    ) -> None:
        place = invocation.place
        self.failed = False
        self.finish = None
        self.frame = frame
        self.run = frame.run
        self.given = given
        """Values of the arguments that `shape` describes; Arguments when there is none."""
        self.shape: ArgumentShape | None = None if place is None else place.shape
        self.write = write
        self.streams = streams
        self.invocation = invocation
        self.extent = invocation.extent
        self.has_input = place is not None and place.has_input

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
            if plan is not None and (not plan.guards or plan.fits(self.given)):
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
        scope: Scope | None = self.frame.scope
        variable = None
        while variable is None and scope is not None:  # value_of, without calls: all cmdlets ask
            variable = scope.variables.get("psdefaultparametervalues")
            if variable is not None and variable.options & PRIVATE and scope is not self.frame.scope:
                variable = None
            scope = scope.parent
        defaults = None if variable is None else variable.value
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
                value = collapse(self.run.blocks.invoke(value, frame=self.frame))
            added.append(Argument(matching[0].name, value))
        return added

    def apply_common(self, common: dict[str, Any]) -> None:
        """-OutVariable, -ErrorVariable and the like: collect while the command runs."""
        if _COLLECTING.isdisjoint(common):
            return
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
        items: list[Any] = made.items
        return items


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


def input_incomplete(missing: list[ParameterSpec]) -> ErrorRecord:
    """The error of a piped object that leaves mandatory parameters without a value."""
    return parameter_error(
        "ParameterBindingException",
        "The input object cannot be bound because it did not contain the information required to bind all mandatory "
        f"parameters:  {' '.join(spec.name for spec in missing)}",
        "InputObjectMissingMandatory",
    )


def input_not_bound() -> ErrorRecord:
    """The error of a piped object that no parameter takes."""
    return parameter_error(
        "ParameterBindingException",
        "The input object cannot be bound to any parameters for the command either because the command does not "
        "take pipeline "
        "input or the input and its properties do not match any of the parameters that take pipeline input.",
        "InputObjectNotBound",
    )
