"""A property that isn't there: what a lookup finds instead, and what strict mode says."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import TerminatingError, runtime_error

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
