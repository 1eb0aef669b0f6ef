"""Write-Progress, Get-Random, New-Guid, Measure-Command, Tee-Object, modules, drives."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.signatures import module_names
from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.net_types.numbers.guids import new_guid
from rehearsal.engines.powershell.net_types.time.time_span import TICKS_PER_SECOND, TimeSpan
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_type, resolve_type
from rehearsal.engines.powershell.objects.values import Int64, NetObject, PSArray
from rehearsal.engines.powershell.operators.text import wildcard_pattern

UTILITY = "Microsoft.PowerShell.Utility"
MANAGEMENT = "Microsoft.PowerShell.Management"
CORE = "Microsoft.PowerShell.Core"


@cmdlet(UTILITY, "Write-Progress")
def write_progress(call: CmdletCall) -> None:
    """Progress has no place in a script's output."""


@cmdlet(UTILITY, "Get-Random", honours=("SetSeed", "Minimum", "Maximum", "InputObject", "Count"))
class GetRandom(PipelineCmdlet):
    """Numbers and choices from the host's random source."""

    def begin(self, call: CmdletCall) -> None:
        self.items: list[Any] = []

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            given = call.bound["InputObject"]
            self.items.extend(given.items if isinstance(given, PSArray) else [given])

    def end(self, call: CmdletCall) -> None:
        source = call.host.random
        if "InputObject" in call.bound or self.items:
            count = min(call.get("Count", 1), len(self.items))
            for item in source.sample(self.items, count):
                call.write(item)
            return
        if "Minimum" not in call.bound and "Maximum" not in call.bound:
            call.write(source.randrange(2**31 - 1))
            return
        low, high = self._number(call.get("Minimum", 0), call), self._number(call.get("Maximum", 2**31 - 1), call)
        if low >= high:
            call.throw(
                PSException(
                    "System.ArgumentException",
                    f"The Minimum value ({to_text(low)}) cannot be greater than or equal to the Maximum value "
                    f"({to_text(high)}).",
                ),
                "MinGreaterThanOrEqualMax",
                "InvalidArgument",
            )
        if isinstance(low, float) or isinstance(high, float):
            call.write(float(source.uniform(float(low), float(high))))
            return
        made = source.randrange(int(low), int(high))
        wide = type(low) is Int64 or type(high) is Int64
        call.write(Int64(made) if wide else int(made))

    def _number(self, value: Any, call: CmdletCall) -> Any:
        if isinstance(value, str):
            target = resolve_type("double" if "." in value else "int", BUILTIN_TYPES)
            assert target is not None
            return convert(value, target, call.run)
        return value


@cmdlet(UTILITY, "New-Guid")
def make_guid(call: CmdletCall) -> None:
    """A random Guid."""
    call.write(new_guid(call.run))


@cmdlet(UTILITY, "Measure-Command", honours=("Expression", "InputObject"))
class MeasureCommand(PipelineCmdlet):
    """How long a block takes by the host's clock; its output is dropped."""

    def begin(self, call: CmdletCall) -> None:
        self.seconds = 0.0

    def process(self, call: CmdletCall) -> None:
        before = call.host.monotonic()
        value = call.bound.get("InputObject", ...)
        call.run.blocks.run(call["Expression"], lambda _: None, underscore=value, new_scope=False, frame=call.frame)
        self.seconds += call.host.monotonic() - before

    def end(self, call: CmdletCall) -> None:
        call.write(TimeSpan(round(self.seconds * TICKS_PER_SECOND)))


@cmdlet(UTILITY, "Tee-Object", honours=("InputObject", "Variable"), aliases=("tee",))
class TeeObject(PipelineCmdlet):
    """Passes everything on and keeps it in a variable."""

    def begin(self, call: CmdletCall) -> None:
        self.kept: list[Any] = []

    def process(self, call: CmdletCall) -> None:
        if "InputObject" in call.bound:
            self.kept.append(call.bound["InputObject"])
            call.write(call.bound["InputObject"])

    def end(self, call: CmdletCall) -> None:
        name = call["Variable"]
        value = None if not self.kept else self.kept[0] if len(self.kept) == 1 else PSArray(self.kept)
        call.scope.put(name.lower(), value, name)


# --- modules and drives


@cmdlet(
    CORE, "Import-Module", honours=("Name", "Force", "DisableNameChecking", "Global", "PassThru"), aliases=("ipmo",)
)
def import_module(call: CmdletCall) -> None:
    """Modules whose commands the engine (or its world) has need no loading; others aren't there."""
    if call.switch("PassThru"):
        call.unsupported("Import-Module -PassThru")
    known = {name.lower() for name in module_names()} | {
        definition.module.lower() for definition in call.run.commands.table.commands.values()
    }
    for name in call.strings("Name"):
        if name.lower() in known:
            continue
        if "\\" in name or "/" in name or name.lower().endswith((".psm1", ".psd1", ".ps1", ".dll")):
            call.unsupported(f"Import-Module {name}")
        call.write_error(
            PSException(
                "System.IO.FileNotFoundException",
                f"The specified module '{name}' was not loaded because no valid module file was found in any module "
                "directory.",
            ),
            "Modules_ModuleNotFound",
            "ResourceUnavailable",
            name,
        )


@net_type("System.Management.Automation.PSDriveInfo")
class DriveInfo(NetObject):
    """A drive by name."""

    def __init__(self, name: str, root: str) -> None:
        self.drive_name = name
        self.root_path = root

    def ps_string(self) -> str:
        return self.drive_name

    @net_property("Name", "string")
    def name(self) -> str:
        return self.drive_name

    @net_property("Root", "string")
    def root(self) -> str:
        return self.root_path


@cmdlet(MANAGEMENT, "Get-PSDrive", honours=("Name",), aliases=("gdr",))
def get_ps_drive(call: CmdletCall) -> None:
    """File system drives and Env:, Variable:, Function:, Alias:."""
    if "Name" not in call.bound:
        call.unsupported("Get-PSDrive without -Name")
    windows = call.host.filesystem.separator == "\\"
    drives = {"Env": "", "Variable": "", "Function": "", "Alias": ""}
    for name in call.host.filesystem.drives():
        bare = name.rstrip(":\\")
        drives[bare] = bare + ":\\" if windows else name
    for wanted in call.strings("Name"):
        match = wildcard_pattern(wanted).match
        found = [name for name in sorted(drives, key=str.lower) if match(name)]
        if not found and "*" not in wanted:
            call.write_error(
                PSException(
                    "System.Management.Automation.DriveNotFoundException",
                    f"Cannot find drive. A drive with the name '{wanted}' does not exist.",
                ),
                "GetLocationNoMatchingDrive",
                "ObjectNotFound",
                wanted,
            )
        for name in found:
            call.write(DriveInfo(name, drives[name]))
