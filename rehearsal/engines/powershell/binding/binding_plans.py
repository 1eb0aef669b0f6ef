"""How a command's arguments bound last time, so that the same place in a script binds them the same way again.

What binds where follows from the names and the order of the arguments as written, never from the values, but for
positions that several parameter sets give to different parameters; there it follows from the value's class as well,
which a plan checks. Only a binding without an error makes a plan, so every error comes from the binder itself; values
are converted and validated anew each time. Binding by the full rules took a fifth of the engine's time (5,600 commands
in a story, at 300 places).
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.argument_conversion import convert_argument
from rehearsal.engines.powershell.binding.binding import Argument, Binding
from rehearsal.engines.powershell.binding.parameters import ParameterSpec, ParameterTable
from rehearsal.engines.powershell.objects.values import SwitchParameter

SWITCHED_ON = -1
"""Instead of an argument's index: a switch that stands without a value."""


class ArgumentShape:
    """A command's arguments as written, none of them splatted: `parts` holds (name or None, whether it has a value,
    its extent, whether name and value are joined by a colon)."""

    __slots__ = ("parts", "plans")

    def __init__(self, parts: tuple[tuple[str | None, bool, Any, bool], ...]) -> None:
        self.parts = parts
        self.plans: dict[ParameterTable, BindingPlan] = {}

    def listed(self, values: list[Any]) -> list[Argument]:
        """The arguments with these values, for the binder."""
        return [
            Argument(name, value, has_value, extent, False, colon)
            for (name, has_value, extent, colon), value in zip(self.parts, values, strict=True)
        ]

    def remember(
        self, binding: Binding, arguments: list[Argument], values: list[Any], parameter_set: str
    ) -> BindingPlan | None:
        """The plan of what was just bound, kept for the next time; None when values decided more than a plan checks."""
        if binding.trail is None or binding.rest:
            return None
        places = {id(argument): index for index, argument in enumerate(arguments)}
        plan = BindingPlan(
            steps=tuple(
                (spec, SWITCHED_ON if source is None else places[id(source)], binding.is_common(spec))
                for spec, source in binding.trail
            ),
            guards=tuple((places[id(source)], type(values[places[id(source)]])) for source in binding.decisive),
            sets=binding.sets,
            parameter_set=parameter_set,
        )
        self.plans[binding.table] = plan
        return plan


class BindingPlan:
    """Which argument each parameter takes, in binding order. `guards`: arguments whose class decided.

    `facts` is the command's own: what else it derived from the parameters bound.
    """

    __slots__ = ("_steps", "facts", "guards", "parameter_set", "sets")

    def __init__(
        self,
        *,
        steps: tuple[tuple[ParameterSpec, int, bool], ...],
        guards: tuple[tuple[int, type], ...],
        sets: tuple[str, ...],
        parameter_set: str,
    ) -> None:
        self._steps = tuple((spec, spec.lower, index, is_common, spec.is_checked) for spec, index, is_common in steps)
        self.guards = guards
        self.sets = sets
        self.parameter_set = parameter_set
        self.facts: Any = None

    def fits(self, values: list[Any]) -> bool:
        """Whether these values bind the same way."""
        return all(type(values[index]) is kind for index, kind in self.guards)

    def bind(self, table: ParameterTable, given: list[Any], run: Any, advanced: bool) -> Binding:
        """The binding of these values. Raises BindingFailure for one that a parameter doesn't take."""
        binding = Binding.planned(table, self.sets)
        values, common = binding.values, binding.common
        for spec, lower, index, is_common, checked in self._steps:
            value = SwitchParameter(True) if index == SWITCHED_ON else given[index]
            if checked:
                value = convert_argument(spec, value, run, advanced)
            if is_common:
                common[lower] = value
            else:
                values[lower] = value
        return binding
