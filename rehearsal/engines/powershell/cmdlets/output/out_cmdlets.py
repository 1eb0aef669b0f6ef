"""Out-Null, Out-Default and Out-Host."""

from __future__ import annotations

from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.output.formatting import OutDefault

CORE = "Microsoft.PowerShell.Core"


@cmdlet(CORE, "Out-Null")
class OutNull(PipelineCmdlet):
    """Swallows everything."""

    def process(self, call: CmdletCall) -> None:
        return None


@cmdlet(CORE, "Out-Default", honours=("InputObject",))
@cmdlet(CORE, "Out-Host", honours=("InputObject",))
class OutDefaultCommand(PipelineCmdlet):
    """Formats to the console."""

    def begin(self, call: CmdletCall) -> None:
        call.run.flush_output()
        self.formatter = OutDefault(call.run)

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.formatter.write(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        self.formatter.finish()
