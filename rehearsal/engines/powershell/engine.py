"""Runs a script: tables shared and immutable, all state in one Run."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rehearsal.engines.powershell import cmdlets, net_types
from rehearsal.engines.powershell.binding.binding import Argument
from rehearsal.engines.powershell.binding.script_arguments import script_arguments
from rehearsal.engines.powershell.commands.function_stage import FunctionStage
from rehearsal.engines.powershell.commands.registry import BUILTIN_COMMANDS, CommandTable
from rehearsal.engines.powershell.commands.resolution import CommandResolution, block_from_text
from rehearsal.engines.powershell.compiler.compiler import compile_script
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError, Unsupported
from rehearsal.engines.powershell.objects.host import Host
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, TypeTable
from rehearsal.engines.powershell.output.file_output import format_for_file
from rehearsal.engines.powershell.output.formatting import OutDefault, format_error
from rehearsal.engines.powershell.runtime.automatic_variables import declare_automatic_variables
from rehearsal.engines.powershell.runtime.control import ControlFlow, ExitScript, LoopControl
from rehearsal.engines.powershell.runtime.error_handling import place_record, wrapped_error
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.pipeline import run_stages
from rehearsal.engines.powershell.runtime.run import Run
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock, ScriptBlock, ScriptInfo
from rehearsal.engines.powershell.scan import check_requirements, scan_for_refusals
from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError

STEP_BUDGET = 20_000_000
DEPTH_BUDGET = 400
_PYTHON_FRAMES = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptResult:
    """What a finished script left: text of both streams and its exit code."""

    stdout: str
    stderr: str
    exit_code: int


@lru_cache(maxsize=1)
def load_declarations() -> None:
    """Imports every module that declares built-in cmdlets and .NET types, so that the tables are full."""
    for package in (net_types, cmdlets):
        for module in sorted(
            pkgutil.walk_packages(package.__path__, f"{package.__name__}."), key=lambda each: each.name
        ):
            importlib.import_module(module.name)


@lru_cache(maxsize=64)
def _merged(tables: tuple[CommandTable, ...]) -> CommandTable:
    return BUILTIN_COMMANDS.merged(*tables)


class Engine:
    """Cheap to make: `commands` and `types` are tables that many engines share."""

    def __init__(
        self,
        host: Host,
        commands: CommandTable | Sequence[CommandTable] | None = None,
        types: TypeTable | None = None,
        *,
        step_budget: int = STEP_BUDGET,
        depth_budget: int = DEPTH_BUDGET,
    ) -> None:
        load_declarations()
        self.host = host
        tables = () if commands is None else (commands,) if isinstance(commands, CommandTable) else tuple(commands)
        self.commands = CommandResolution(_merged(tables) if tables else BUILTIN_COMMANDS)
        self.types = types or BUILTIN_TYPES
        self.step_budget = step_budget
        self.depth_budget = depth_budget
        if sys.getrecursionlimit() < _PYTHON_FRAMES:
            sys.setrecursionlimit(_PYTHON_FRAMES)

    def run_script(
        self, text: str, name: str = "script.ps1", arguments: Sequence[str] = (), path: str | None = None
    ) -> ScriptResult:
        """Runs a script as `powershell.exe -NoProfile -NonInteractive -File name arguments…` does.

        `path` is what $PSCommandPath says (default: the name in the current folder). Raises Unsupported for what isn't
        covered, with the output so far in its `partial` attribute; a broken script is an error on stderr with exit
        code 1.
        """
        run = Run(
            self.host,
            self.commands,
            self.types,
            compile_text=block_from_text,
            format_error=format_error,
            format_for_file=format_for_file,
            step_budget=self.step_budget,
            depth_budget=self.depth_budget,
        )
        try:
            return self._run(run, text, name, arguments, path)
        except Unsupported as refusal:
            run.locate(refusal)
            refusal.partial = ScriptResult(stdout=run.stdout.text(), stderr=run.stderr.text(), exit_code=120)
            raise
        except RecursionError:
            raise run.refusal("nesting deeper than the engine can follow", None) from None
        except (
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            NameError,
            TypeError,
            ValueError,
        ) as error:
            # a defect of the engine must not pass for an answer of the script
            raise run.refusal(f"internal error {type(error).__name__}: {error}", None) from error
        finally:
            run.release()

    def _run(self, run: Run, text: str, name: str, arguments: Sequence[str], path: str | None) -> ScriptResult:
        files = self.host.filesystem
        run.script_path = path or (files.current_directory.rstrip(files.separator) + files.separator + name)
        try:
            code = compile_script(text, name)
        except RefusedSyntaxError as refused:
            raise Unsupported(refused.construct, refused.file, refused.line, refused.column) from None
        except ParseError as error:
            run.stderr.write(
                f"At {run.script_path}:{error.line} char:{error.column}\n{error.message}\n"
                f"    + CategoryInfo          : ParserError: (:) [], ParseException\n"
                f"    + FullyQualifiedErrorId : {error.error_id}\n"
            )
            return ScriptResult(stdout="", stderr=run.stderr.text(), exit_code=1)
        try:
            check_requirements(code.node, run)
        except TerminatingError as error:
            run.stderr.write(run.format_error(error.record))
            return ScriptResult(stdout="", stderr=run.stderr.text(), exit_code=1)
        scan_for_refusals(code, run)
        declare_automatic_variables(run)
        run.out_default = OutDefault(run)
        exit_code = self._execute(run, code, name, script_arguments(arguments))
        return ScriptResult(stdout=run.stdout.text(), stderr=run.stderr.text(), exit_code=exit_code)

    def _execute(self, run: Run, code: CompiledBlock, name: str, arguments: list[Argument]) -> int:
        block = ScriptBlock(code)
        invocation = Invocation(
            name,
            command=ScriptInfo(name, run.script_path, block),
            invocation_name=run.script_path,
            extent=None,
            script_path=run.script_path,
            is_script=True,
        )
        frame: Frame = run.top_frame
        frame.invocation = invocation
        stage = FunctionStage(frame, arguments, run.write_default, frame.streams, invocation, block, dotted=True)
        exit_code = 0
        try:
            run_stages(run, [stage], None)
        except ExitScript as leaving:
            exit_code = leaving.code
        except LoopControl:
            exit_code = 0
        except TerminatingError as error:
            exit_code = self._uncaught(run, error.record)
        except PSException as failure:
            exit_code = self._uncaught(run, wrapped_error(failure).record)
        except ControlFlow:
            exit_code = 0
        run.out_default.finish()
        return exit_code

    def _uncaught(self, run: Run, record: ErrorRecord) -> int:
        """An error nobody caught: shown on stderr, the process ends with 1."""
        place_record(record, run.top_frame, record.extent)
        run.out_default.finish()
        run.stderr.write(run.format_error(record))
        return 1
