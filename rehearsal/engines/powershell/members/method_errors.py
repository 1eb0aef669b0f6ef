"""The errors of method calls: no such method, and what a method threw."""

from __future__ import annotations

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
    return runtime_error(
        f'Cannot find an overload for "{name}" and the argument count: "{count}".',
        "MethodCountCouldNotFindBest",
        "NotSpecified",
        type_name="System.Management.Automation.MethodException",
    )
