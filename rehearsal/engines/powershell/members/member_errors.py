"""The errors of member access: no such method or property, what a method threw; and what a lookup finds instead."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType


def method_not_found(of: NetType, name: str) -> TerminatingError:
    """The error of calling a method that isn't there."""
    return runtime_error(
        f"Method invocation failed because [{of.full_name}] does not contain a method named '{name}'.",
        "MethodNotFound",
        "InvalidOperation",
        name,
    )


def method_invocation_error(name: str, given: int, failure: PSException, text: str | None = None) -> TerminatingError:
    """MethodInvocationException around what the method threw; the id is the inner exception's type name."""
    message = (
        f'Exception calling "{name}" with "{given}" argument(s): "{text if text is not None else failure.message}"'
    )
    exception = PSException("System.Management.Automation.MethodInvocationException", message, failure)
    record = ErrorRecord(exception, failure.short_name, "NotSpecified")
    exception.record = record
    return TerminatingError(record)


def no_overload(name: str, count: int) -> TerminatingError:
    """The error of arguments that no method or constructor of this name takes."""
    return _no_best_method(f'Cannot find an overload for "{name}" and the argument count: "{count}".')


def ambiguous_overload(name: str, count: int) -> TerminatingError:
    """The error of arguments that several methods or constructors of this name take equally well."""
    return _no_best_method(f'Multiple ambiguous overloads found for "{name}" and the argument count: "{count}".')


def _no_best_method(message: str) -> TerminatingError:
    return runtime_error(
        message,
        "MethodCountCouldNotFindBest",
        "NotSpecified",
        type_name="System.Management.Automation.MethodException",
    )


MISSING: Any = type("_Missing", (), {"__slots__": (), "__repr__": lambda self: "MISSING"})()
"""No such property (None is a property's value)."""


def property_not_found(name: str) -> TerminatingError:
    """Strict mode's error for reading a property that isn't there."""
    return runtime_error(
        f"The property '{name}' cannot be found on this object. Verify that the property exists.",
        "PropertyNotFoundStrict",
        "InvalidOperation",
        name,
        "System.Management.Automation.PropertyNotFoundException",
    )
