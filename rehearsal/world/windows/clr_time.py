"""DateTime and TimeSpan values of the PowerShell engine, made from Python's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any


def date_time(value: datetime) -> Any:
    """A DateTime of kind Local, as the CIM adapter gives it; the world's servers run on UTC."""
    from rehearsal.powershell.nettypes.datetime import from_python  # filled in with the type's module

    return from_python(value)


def time_span(value: timedelta) -> Any:
    """A TimeSpan."""
    from rehearsal.powershell.nettypes.datetime import span_from_python

    return span_from_python(value)
