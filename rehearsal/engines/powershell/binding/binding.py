"""The arguments of a command, what they were bound to, and the failure when they don't fit.

Failures are ErrorRecords of ParameterBindingException and heirs; the caller adds the command's name.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec, ParameterTable
from rehearsal.engines.powershell.binding.signatures import ALL_SETS
from rehearsal.engines.powershell.objects.errors import ErrorRecord, parameter_error

BINDING_EXCEPTION = "ParameterBindingException"
TRANSFORMATION_EXCEPTION = "ParameterBindingArgumentTransformationException"
VALIDATION_EXCEPTION = "ParameterBindingValidationException"


class Argument:
    """One argument: `-name[:value]` (name set) or a value by position."""

    __slots__ = ("colon", "extent", "has_value", "name", "splatted", "value")

    def __init__(
        self,
        name: str | None,
        value: Any = None,
        has_value: bool = True,
        extent: Any = None,
        splatted: bool = False,
        colon: bool = False,
    ) -> None:
        self.name = name
        self.value = value
        self.has_value = has_value
        self.extent = extent
        self.splatted = splatted
        self.colon = colon


class BindingFailure(Exception):  # noqa: N818 - becomes a ParameterBindingException
    """Arguments don't fit; `record` lacks only the command's name."""

    def __init__(self, record: ErrorRecord) -> None:
        super().__init__(record.exception.message)
        self.record = record


def binding_failure(*arguments: Any, **named: Any) -> BindingFailure:
    """The failure with the record that parameter_error makes of the same arguments."""
    return BindingFailure(parameter_error(*arguments, **named))


class Binding:
    """The outcome: `values` by lower-case parameter name, common parameters apart, the rest for $args, and the live
    sets.
    """

    __slots__ = ("common", "decisive", "rest", "sets", "table", "trail", "values")

    def __init__(self, table: ParameterTable) -> None:
        self.table = table
        self.values: dict[str, Any] = {}
        self.common: dict[str, Any] = {}
        self.rest: list[Any] = []
        self.sets: tuple[str, ...] = table.set_names
        self.trail: list[tuple[ParameterSpec, Argument | None]] | None = []
        """Which argument each parameter took, in order (None: a switch without a value); None when values decided."""
        self.decisive: list[Argument] = []
        """Arguments of the trail whose Python class decided which of several parameters took them."""

    @classmethod
    def planned(cls, table: ParameterTable, sets: tuple[str, ...]) -> Binding:
        """For a plan, which fills in the values: nothing is left to decide, and no trail to keep."""
        made = cls.__new__(cls)
        made.table = table
        made.values = {}
        made.common = {}
        made.rest = []
        made.sets = sets
        made.trail = None
        return made

    def is_common(self, spec: ParameterSpec) -> bool:
        """Whether it is kept apart, as a common parameter that the command doesn't declare itself."""
        return spec.is_common and spec.lower not in self.table.by_lower

    def narrow(self, spec: ParameterSpec) -> None:
        """Keeps only the sets that have this parameter."""
        if len(self.sets) > 1 and ALL_SETS not in spec.sets:
            self.sets = tuple(name for name in self.sets if name in spec.sets)
            if not self.sets:
                raise binding_failure(
                    BINDING_EXCEPTION,
                    "Parameter set cannot be resolved using the specified named parameters.",
                    "AmbiguousParameterSet",
                )
        elif ALL_SETS not in spec.sets and self.sets[0] not in spec.sets and self.sets[0] != ALL_SETS:
            raise binding_failure(
                BINDING_EXCEPTION,
                "Parameter set cannot be resolved using the specified named parameters.",
                "AmbiguousParameterSet",
            )
