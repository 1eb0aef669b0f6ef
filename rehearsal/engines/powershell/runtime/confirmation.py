"""-WhatIf and -Confirm: a script without a person gets no confirmation."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.runtime.frame import Frame

_IMPACT = {"none": 0, "low": 1, "medium": 2, "high": 3}


def should_process(call: Any, target: str, action: str | None) -> bool:
    """Cmdlet.ShouldProcess."""
    message = f'Performing the operation "{action or call.definition.name}" on target "{target}".'
    return confirm(
        call.frame,
        getattr(call.definition, "confirm_impact", "Medium"),
        message,
        what_if=call.bound.get("WhatIf"),
        confirmed=call.bound.get("Confirm"),
    )


def confirm(frame: Frame, impact: str, message: str, what_if: Any = None, confirmed: Any = None) -> bool:
    """-WhatIf shows and refuses; a wanted confirmation fails, since nobody can answer."""
    asked = to_bool(what_if) if what_if is not None else to_bool(frame.scope.value_of("whatifpreference"))
    if asked:
        run = frame.run
        run.flush_output()
        run.stdout.write(f"What if: {message}\n")
        return False
    if confirmed is not None:
        if to_bool(confirmed):
            raise not_interactive()
        return True
    preference = frame.scope.value_of("confirmpreference")
    level = _IMPACT.get(_impact_name(preference), 3)
    if level != 0 and _IMPACT.get(impact.lower(), 2) >= level:
        raise not_interactive()
    return True


def not_interactive() -> PSException:
    """What prompting ends in under -NonInteractive."""
    return PSException(
        "System.Management.Automation.PSInvalidOperationException",
        "Windows PowerShell is in NonInteractive mode. Read and Prompt functionality is not available.",
        error_id="InvalidOperation",
        category="InvalidOperation",
    )


def _impact_name(value: Any) -> str:
    """A ConfirmImpact as text in lower case; $true and $false don't occur."""
    return to_text(value).lower() if value is not None else "high"
