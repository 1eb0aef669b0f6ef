"""The stage that runs a declared cmdlet."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.binding import Binding, BindingFailure
from rehearsal.engines.powershell.binding.bound_parameters import COMMON_NAMES
from rehearsal.engines.powershell.binding.parameter_sets import missing_mandatory
from rehearsal.engines.powershell.binding.pipeline_binding import bind_pipeline_object
from rehearsal.engines.powershell.commands.cmdlet_call import CmdletCall
from rehearsal.engines.powershell.commands.command_stage import CommandStage, input_incomplete, input_not_bound
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.runtime.error_handling import write_error_record
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation

_ANY_TYPES = ("System.Management.Automation.PSObject", "System.Object")


_SHOWN_COMMON = ("verbose", "debug", "warningaction", "informationaction")
"""Common parameters that a cmdlet's implementation sees among its own."""


class _BoundFacts:
    """What follows from which parameters are bound. `fast`: the one that takes every piped object as it is."""

    __slots__ = ("fast",)

    def __init__(self, fast: str | None) -> None:
        self.fast = fast


class CmdletStage(CommandStage):
    """A declared cmdlet."""

    __slots__ = ("binding", "call", "definition", "fast", "instance", "work")

    def __init__(
        self,
        frame: Frame,
        given: list[Any],
        write: Any,
        streams: Any,
        invocation: Invocation,
        definition: Any,
    ) -> None:
        CommandStage.__init__(self, frame, given, write, streams, invocation)
        self.definition = definition
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
        self.work = definition.implementation if self.instance is None else self.instance.process
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
            try:  # as _guard: most pipelines pass hundreds of objects here
                result = self.work(call)
                if result is not None:
                    for item in result:
                        call.write(item)
            except PSException as failure:
                self._thrown(failure)
            return
        try:
            bound = bind_pipeline_object(self.binding, value, self.run, True)
        except BindingFailure as failure:
            self._bind_failed(failure.record)
            return
        if bound is None:
            self._bind_failed(input_not_bound())
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
            self._bind_failed(input_incomplete(missing))
        else:
            call.pipeline_object = value
            call.has_pipeline_object = True
            self._guard(self.work)
        for name in by_pipeline:
            call.bound.pop(name, None)

    def _bind_failed(self, record: ErrorRecord) -> None:
        error = self.binding_error(record, self.definition.implementing_type, self.definition.name)
        write_error_record(error.record, self.call.frame, self.call.error_action, self, self.streams)

    def run_without_input(self) -> None:
        self._guard(self.work)

    def end(self) -> None:
        if self.instance is not None and self.definition.has_end:
            self._guard(self.instance.end)

    def release(self) -> None:
        if hasattr(self, "call"):  # not when binding failed
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
            self._thrown(failure)

    def _thrown(self, failure: PSException) -> None:
        self.call.throw(ErrorRecord(failure, failure.error_id or failure.type_name, failure.category, failure.target))
