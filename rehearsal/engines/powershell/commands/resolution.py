"""Which command a name means: alias, function, cmdlet, script file; and the stage that runs it."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.signatures import command_modules, module_aliases
from rehearsal.engines.powershell.commands.cmdlet_stage import CmdletStage
from rehearsal.engines.powershell.commands.function_stage import FunctionStage
from rehearsal.engines.powershell.commands.registry import CommandTable
from rehearsal.engines.powershell.compiler.compiler import compile_script
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import TerminatingError, Unsupported, runtime_error
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSObject
from rehearsal.engines.powershell.runtime.control import ExitScript
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.pipeline import Placement, Stage
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.runtime.script_block import (
    AliasInfo,
    CmdletInfo,
    FunctionInfo,
    ScriptBlock,
    ScriptInfo,
)
from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError

MAXIMUM_ALIAS_STEPS = 20


class FunctionCommand:
    """A function to run."""

    __slots__ = ("info",)

    def __init__(self, info: FunctionInfo) -> None:
        self.info = info

    def stage(self, frame: Frame, given: list[Any], write: Any, streams: Any, place: Placement) -> Stage:
        info = self.info
        invocation = Invocation(info.name, info, place.shown, place.extent, frame.script_path, place=place)
        return FunctionStage(frame, given, write, streams, invocation, info.block, dotted=place.dotted)


class BlockCommand:
    """A script block to run with & or `.`."""

    __slots__ = ("block",)

    def __init__(self, block: ScriptBlock) -> None:
        self.block = block

    def stage(self, frame: Frame, given: list[Any], write: Any, streams: Any, place: Placement) -> Stage:
        invocation = Invocation(
            "",
            ScriptInfo("", "", self.block),
            "." if place.dotted else "&",
            place.extent,
            frame.script_path,
            place=place,
        )
        return FunctionStage(frame, given, write, streams, invocation, self.block, dotted=place.dotted)


class CmdletCommand:
    """A declared cmdlet to run."""

    __slots__ = ("definition",)

    def __init__(self, definition: Any) -> None:
        self.definition = definition

    def stage(self, frame: Frame, given: list[Any], write: Any, streams: Any, place: Placement) -> Stage:
        definition = self.definition
        invocation = Invocation(definition.name, definition, place.shown, place.extent, place=place)
        return CmdletStage(frame, given, write, streams, invocation, definition)


class ScriptStage(FunctionStage):
    """A script file: `exit` ends only the file and sets $LASTEXITCODE."""

    __slots__ = ()

    def _run(self, body: Any) -> None:
        try:
            super()._run(body)
        except ExitScript as leaving:
            self.run.global_scope.put("lastexitcode", leaving.code, "LASTEXITCODE")
            self.failed = leaving.code != 0


class ScriptCommand:
    """A script file to run with & or `.`."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def stage(self, frame: Frame, given: list[Any], write: Any, streams: Any, place: Placement) -> Stage:
        run = frame.run
        text = run.files.read_script(self.path)
        name = run.files.file_name(self.path)
        try:
            code = compile_script(text, name, inside_function=True)
        except RefusedSyntaxError as refusal:
            raise run.refusal(str(refusal), place.extent) from None
        except ParseError as error:
            raise parse_failure(error) from None
        block = ScriptBlock(code)
        invocation = Invocation(
            name,
            ScriptInfo(name, self.path, block),
            place.shown,
            place.extent,
            self.path,
            place=place,
            is_script=True,
        )
        return ScriptStage(frame, given, write, streams, invocation, block, dotted=place.dotted)


def block_from_text(text: str) -> ScriptBlock:
    """The script block that a text gives; parse errors are ParseException."""
    try:
        return ScriptBlock(compile_script(text, "", inside_function=True))
    except RefusedSyntaxError as refused:
        raise Unsupported(refused.construct) from None
    except ParseError as error:
        raise parse_failure(error) from None


def parse_failure(error: ParseError) -> TerminatingError:
    """ParseException of a script met at run time (a file, Invoke-Expression, [scriptblock]::Create)."""
    return runtime_error(
        f"At {error.file}:{error.line} char:{error.column}\n{error.message}",
        error.error_id,
        "ParserError",
        type_name="System.Management.Automation.ParseException",
    )


def _no_command_in_value() -> TerminatingError:
    return runtime_error(
        "The expression after '&' in a pipeline element produced an object that was not valid. It must result in a "
        "command name, a script block, or a CommandInfo object.",
        "BadExpression",
        "InvalidOperation",
    )


class CommandResolution:
    """`run.commands`: an engine's commands by name, for all its runs."""

    def __init__(self, table: CommandTable) -> None:
        self.table = table
        self._aliases = {**module_aliases(), **table.aliases}
        """What every run starts with; most names are none of these."""

    def of_block(self, block: ScriptBlock) -> BlockCommand:
        """A script block as a command."""
        return BlockCommand(block)

    def resolve(self, name: str, lower: str, frame: Frame) -> Any:
        """The command behind a name; raises CommandNotFoundException, or a refusal for real commands this
        engine lacks.
        """
        found = self.find(name, lower, frame)
        if found is not None:
            return found
        raise self.not_found(name, frame.run)

    def find(self, name: str, lower: str, frame: Frame) -> Any:
        """The same, None when there is no such command here. `lower`: the name in lower case."""
        if frame.run.has_own_aliases or lower in self._aliases:
            name, lower = self._unaliased(name, lower, frame)
        scope: Scope | None = frame.scope
        while scope is not None:  # find_function, without a call for each command
            if scope.functions is not None:
                function = scope.functions.get(lower)
                if function is not None:
                    return FunctionCommand(function)
            scope = scope.parent
        definition = self.table.commands.get(lower)
        if definition is not None:
            return CmdletCommand(definition)
        if "\\" in name and not name.startswith(".") and ":" not in name:
            definition = self.table.commands.get(lower.rpartition("\\")[2])
            if definition is not None and definition.module.lower() == lower.rpartition("\\")[0]:
                return CmdletCommand(definition)
        return self._script_file(name, frame.run)

    def _script_file(self, name: str, run: Any) -> Any:
        if "/" not in name and "\\" not in name and not name.lower().endswith(".ps1"):
            return None
        path = run.files.full_path(name)
        files = run.host.filesystem
        if path.lower().endswith(".ps1") and files.exists(path) and not files.is_directory(path):
            if "/" not in name and "\\" not in name:
                return None
            return ScriptCommand(path)
        return None

    def _unaliased(self, name: str, lower: str, frame: Frame) -> tuple[str, str]:
        """The command's name behind an alias, also in lower case; any other name as it is."""
        steps = 0
        while True:
            target = frame.scope.find_alias(lower) if frame.run.has_own_aliases else None
            if target is None:
                target = self._aliases.get(lower)
            if not target:
                break
            steps += 1
            if steps > MAXIMUM_ALIAS_STEPS:
                break
            name, lower = target, target.lower()
        return name, lower

    def not_found(self, name: str, run: Any) -> TerminatingError | Unsupported:
        """The error, or the refusal when Windows PowerShell 5.1 has this command and the engine doesn't."""
        lower = name.lower()
        known = command_modules().get(lower)
        if known is None and lower in module_aliases():
            known = command_modules().get(module_aliases()[lower].lower())
        if known is None and lower in _REAL_ELSEWHERE:
            known = ("", name)
        if known is None and "-" not in name and (lower.endswith(".exe") or lower in _REAL_PROGRAMS):
            refusal: Unsupported = run.refusal(f"program {name}", None)
            return refusal
        if known is not None:
            missing: Unsupported = run.refusal(f"command {known[1]}", None)
            return missing
        error = runtime_error(
            f"The term '{name}' is not recognized as the name of a cmdlet, function, script file, or operable "
            f"program. Check the "
            "spelling of the name, or if a path was included, verify that the path is correct and try again.",
            "CommandNotFoundException",
            "ObjectNotFound",
            name,
            "System.Management.Automation.CommandNotFoundException",
        )
        error.record.activity = ""
        return error

    def of_value(self, value: Any, frame: Frame, extent: Any) -> tuple[Any, str]:
        """What `& $value` runs, and how $MyInvocation.InvocationName shows it."""
        base = value.base if type(value) is PSObject else value
        if isinstance(base, ScriptBlock):
            return BlockCommand(base), "&"
        if isinstance(base, FunctionInfo):
            return FunctionCommand(base), base.name
        if isinstance(base, CmdletInfo):
            return CmdletCommand(base.definition), base.name
        if isinstance(base, AliasInfo):
            return self.resolve(base.definition, base.definition.lower(), frame), base.name
        if isinstance(base, ScriptInfo) and base.path:
            return ScriptCommand(base.path), base.name
        if base is None or base is AUTOMATION_NULL:
            raise _no_command_in_value()
        name = to_text(base, frame.run)
        if name == "":
            raise _no_command_in_value()
        return self.resolve(name, name.lower(), frame), name


_REAL_ELSEWHERE = frozenset(
    {
        "get-aduser", "invoke-sqlcmd", "invoke-dbaquery", "import-module", "get-module", "start-process",
        "write-eventlog", "out-gridview", "get-windowsfeature", "install-windowsfeature", "get-counter", "get-winevent",
        "invoke-webrequest", "invoke-restmethod",
    }
)  # fmt: skip
_REAL_PROGRAMS = frozenset(
    {
        "cmd", "powershell", "pwsh", "net", "netsh", "sc", "reg", "robocopy", "xcopy", "ipconfig", "ping", "whoami",
        "hostname", "tasklist", "taskkill", "schtasks", "wmic", "diskpart", "fsutil", "icacls", "takeown", "shutdown",
        "sqlcmd", "git", "python", "ls", "cat", "sh", "bash",
    }
)  # fmt: skip
