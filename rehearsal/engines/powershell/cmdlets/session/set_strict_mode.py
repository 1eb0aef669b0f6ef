"""Set-StrictMode."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.engines.powershell.binding.signatures import CommandSignature, signature_of
from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_text

CORE = "Microsoft.PowerShell.Core"


def _strict_mode_signature() -> CommandSignature:
    """-Version is a System.Version after a transformation that knows `Latest`; here it arrives as it was given."""
    real = signature_of(CORE, "Set-StrictMode")
    version = replace(real.parameters["version"], type_name="System.Object")
    return replace(real, parameters={**real.parameters, "version": version})


@cmdlet(CORE, "Set-StrictMode", honours=("Version", "Off"), signature=_strict_mode_signature())
def set_strict_mode(call: CmdletCall) -> None:
    """In the caller's scope and everything called from it."""
    if call.switch("Off"):
        call.scope.strict = 0
        return
    text = to_text(call["Version"], call.run).lower()
    version = 3 if text == "latest" else int(text.partition(".")[0])
    call.scope.strict = min(version, 3)
