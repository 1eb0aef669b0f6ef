"""The arguments of a Storage cmdlet as Python values; enumerations by their parameter spelling or number."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray, SwitchParameter, unwrap
from rehearsal.world.windows.cim.clr_values import whole

BINDING_EXCEPTION = "System.Management.Automation.ParameterBindingException"


class Arguments:
    """Typed access to what is bound. None means: not given."""

    def __init__(self, call: CmdletCall) -> None:
        self.call = call

    def given(self, name: str) -> bool:
        return name in self.call.bound

    def text(self, name: str) -> str | None:
        """A String argument."""
        value = unwrap(self.call.get(name))
        return None if value is None else str(value)

    def texts(self, name: str) -> list[str] | None:
        """A String[] argument, None when not given."""
        if not self.given(name):
            return None
        value = unwrap(self.call.bound[name])
        return [str(unwrap(item)) for item in (value.items if isinstance(value, PSArray) else [value])]

    def number(self, name: str) -> int | None:
        value = unwrap(self.call.get(name))
        return None if value is None else whole(value)

    def numbers(self, name: str) -> list[int] | None:
        if not self.given(name):
            return None
        value = unwrap(self.call.bound[name])
        return [whole(unwrap(item)) for item in (value.items if isinstance(value, PSArray) else [value])]

    def flag(self, name: str) -> bool | None:
        """A Boolean or switch; None when not given."""
        value = unwrap(self.call.get(name))
        return None if value is None else bool(value.present if isinstance(value, SwitchParameter) else value)

    def flags(self, name: str) -> list[bool] | None:
        if not self.given(name):
            return None
        value = unwrap(self.call.bound[name])
        return [bool(unwrap(item)) for item in (value.items if isinstance(value, PSArray) else [value])]

    def choice(self, name: str, values: dict[str, int]) -> int | None:
        """An enumeration argument as number: by its parameter spelling (AutoSelect), or by number."""
        if not self.given(name):
            return None
        return self._choice(name, unwrap(self.call.bound[name]), values)

    def choices(self, name: str, values: dict[str, int]) -> list[int] | None:
        if not self.given(name):
            return None
        value = unwrap(self.call.bound[name])
        return [self._choice(name, unwrap(v), values) for v in (value.items if isinstance(value, PSArray) else [value])]

    def _choice(self, name: str, value: Any, values: dict[str, int]) -> int:
        if isinstance(value, EnumValue):
            return value.value
        if isinstance(value, int) and value in values.values():
            return int(value)
        found = {text.lower(): number for text, number in values.items()}.get(str(value).lower())
        if found is None and str(value).isdigit() and int(value) in values.values():
            found = int(value)
        if found is None:
            names = ",".join(values)
            self.call.throw(
                PSException(
                    BINDING_EXCEPTION,
                    f"Cannot process argument transformation on parameter '{name}'. Cannot convert value \"{value}\" "
                    f'to the type of the parameter. Specify one of the following enumeration values: "{names}".',
                ),
                "ParameterArgumentTransformationError",
                "InvalidData",
            )
            raise AssertionError("throw does not return")
        return found
