"""Exceptions a script makes: from a message, an inner exception, a parameter or file name."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of


def is_exception(of: NetType) -> bool:
    """Whether the type is System.Exception or one derived from it."""
    return "System.Exception" in of.lineage


def new_exception(of: NetType, arguments: list[Any], run: Any) -> PSException:
    """Exceptions share the constructors (), (message), (message, inner); some take a parameter name or
    file name.
    """
    short = of.name
    default = f"Exception of type '{of.full_name}' was thrown."
    message = default
    inner: PSException | None = None
    texts = [argument for argument in arguments if not isinstance(argument, PSException)]
    for argument in arguments:
        if isinstance(argument, PSException):
            inner = argument
    made = PSException(of.full_name, default, inner)
    if short == "ArgumentNullException":
        made.parameter_name = to_text(texts[0], run) if texts else None
        base = to_text(texts[1], run) if len(texts) > 1 else "Value cannot be null."
        if inner is not None and texts:
            base, made.parameter_name = to_text(texts[0], run), None
        message = base + (f"\r\nParameter name: {made.parameter_name}" if made.parameter_name else "")
    elif short == "ArgumentOutOfRangeException":
        made.parameter_name = to_text(texts[0], run) if texts else None
        base = to_text(texts[-1], run) if len(texts) > 1 else "Specified argument was out of the range of valid values."
        message = base + (f"\r\nParameter name: {made.parameter_name}" if made.parameter_name else "")
    elif short == "ArgumentException" and len(texts) > 1:
        made.parameter_name = to_text(texts[1], run)
        message = f"{to_text(texts[0], run)}\r\nParameter name: {made.parameter_name}"
    elif texts:
        message = to_text(texts[0], run)
        if len(texts) > 1:
            if short == "FileNotFoundException":
                made.file_name = to_text(texts[1], run)
            elif type_of(texts[1]) in (type_of(0),):
                made.h_result = texts[1]
            else:
                raise run.refusal(f"constructor of {of.full_name} with these arguments", None)
    elif short in _DEFAULT_MESSAGES:
        message = _DEFAULT_MESSAGES[short]
    made.message = message
    return made


_DEFAULT_MESSAGES = {
    "InvalidOperationException": "Operation is not valid due to the current state of the object.",
    "ArgumentException": "Value does not fall within the expected range.",
    "FormatException": "One of the identified items was in an invalid format.",
    "NotImplementedException": "The method or operation is not implemented.",
    "NotSupportedException": "Specified method is not supported.",
    "TimeoutException": "The operation has timed out.",
    "OverflowException": "Arithmetic operation resulted in an overflow.",
    "DivideByZeroException": "Attempted to divide by zero.",
    "IOException": "I/O error occurred.",
    "UnauthorizedAccessException": "Attempted to perform an unauthorized operation.",
    "NullReferenceException": "Object reference not set to an instance of an object.",
    "IndexOutOfRangeException": "Index was outside the bounds of the array.",
    "InvalidCastException": "Specified cast is not valid.",
    "OperationCanceledException": "The operation was canceled.",
    "KeyNotFoundException": "The given key was not present in the dictionary.",
    "SystemException": "System error.",
    "ApplicationException": "Error in the application.",
    "FileNotFoundException": "Unable to find the specified file.",
    "DirectoryNotFoundException": "Attempted to access a path that is not on the disk.",
}
