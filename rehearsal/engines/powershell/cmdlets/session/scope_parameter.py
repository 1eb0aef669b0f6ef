"""The scope that parameter -Scope of a cmdlet names."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.runtime.scopes import Scope


def scope_of(call: CmdletCall) -> Scope:
    """-Scope: a name or a number of levels up; the caller's scope without."""
    given = call.get("Scope")
    if given is None:
        return call.scope
    text = to_text(given, call.run).lower()
    if text in ("global", "script", "local", "private"):
        return call.scope.named(text)
    if text.isdigit():
        found = call.scope.ancestor(int(text))
        if found is not None:
            return found
        call.throw(
            PSException(
                "System.Management.Automation.PSArgumentOutOfRangeException",
                f"The scope number '{text}' exceeds the number of active scopes.\r\nParameter name: Scope\nActual "
                f"value was {text}.",
            ),
            "System.Management.Automation.PSArgumentOutOfRangeException",
            "InvalidArgument",
        )
    call.throw(
        PSException("System.Management.Automation.PSArgumentException", f"The scope '{text}' is not valid."),
        "System.Management.Automation.PSArgumentException",
        "InvalidArgument",
    )
    return call.scope
