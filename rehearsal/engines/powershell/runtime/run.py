"""The state of one script run: scopes, streams, $?, budgets; and the services that compiled code and cmdlets call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.commands.resolution import CommandResolution
from rehearsal.engines.powershell.compiler.compilation import collapse
from rehearsal.engines.powershell.conversion.conversion import convert, to_bool, to_text
from rehearsal.engines.powershell.members.indexing import Indexing
from rehearsal.engines.powershell.members.method_calls import MethodCalls
from rehearsal.engines.powershell.members.method_errors import method_invocation_error
from rehearsal.engines.powershell.members.property_reading import PropertyReading
from rehearsal.engines.powershell.members.property_writing import PropertyWriting
from rehearsal.engines.powershell.members.static_members import StaticMembers
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import (
    ErrorRecord,
    PSException,
    TerminatingError,
    Unsupported,
    runtime_error,
)
from rehearsal.engines.powershell.objects.host import Host
from rehearsal.engines.powershell.objects.net_type import NetType, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.output.output_streams import OutputStreams
from rehearsal.engines.powershell.runtime.casting import Casting
from rehearsal.engines.powershell.runtime.control import ReturnFromBlock, StopUpstream
from rehearsal.engines.powershell.runtime.error_handling import ErrorHandling
from rehearsal.engines.powershell.runtime.file_access import FileAccess
from rehearsal.engines.powershell.runtime.frame import DEFAULT_STREAMS, Frame, Invocation
from rehearsal.engines.powershell.runtime.pipeline_output import emit, enumerable_items
from rehearsal.engines.powershell.runtime.scopes import Scope, Variable
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock, FunctionInfo, ScriptBlock

_IMPACT = {"none": 0, "low": 1, "medium": 2, "high": 3}


class TextSink:
    """Collects text: stdout or stderr of the run."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        self.parts.append(text)

    def text(self) -> str:
        return "".join(self.parts)


class Run(
    Casting,
    CommandResolution,
    ErrorHandling,
    FileAccess,
    Indexing,
    MethodCalls,
    PropertyReading,
    PropertyWriting,
    StaticMembers,
):
    """Everything that lives exactly as long as one script run. No state outside it: a host may switch greenlets in any
    call.
    """

    def __init__(
        self, engine: Any, host: Host, commands: Any, type_table: Any, *, step_budget: int, depth_budget: int
    ) -> None:
        self.engine = engine
        self.host = host
        self.commands = commands
        self.type_table = type_table
        self.step_budget = step_budget
        self.depth_budget = depth_budget
        self.steps = 0
        self.ok = True
        """$?"""
        self.propagate = False
        """Inside a try (or trap): errors go to it instead of being reported at their statement."""
        self.caught: list[TerminatingError] = []
        self.stdout = TextSink()
        self.stderr = TextSink()
        self.streams = OutputStreams(self)
        self.script_types: dict[str, NetType] = {}
        self._parameter_types: dict[str, NetType | None] = {}
        self._types_of_parameters: dict[ParameterSpec, NetType | None] = {}
        self.has_own_aliases = False
        """The script has set or removed an alias; until then no scope is searched for any."""
        self.constraints: dict[ParameterSpec, Callable[[Any], Any] | None] = {}
        """What later assignments to parameter variables go through, made once for each parameter."""
        self.global_scope = Scope(None, is_script=True)
        self.frames: list[Frame] = []
        self.script_path = ""
        self.out_default: Any = None
        """The formatter at the end of the script's own pipeline."""
        self.top_frame = Frame(self, self.global_scope, self.write_default, DEFAULT_STREAMS, None)
        self.state: dict[str, Any] = {}
        """Room for cmdlets that keep something for the run's length (locations, random generators), by their own key.
        """
        self._after_statement: Callable[[Any], None] | None = getattr(host, "after_statement", None)
        self.watched_from = 0 if self._after_statement is not None else step_budget + 1
        """The step from which on each has to be looked at; blocks count the ones before by themselves."""
        self.statement: Any = None
        """Extent of the statement under way."""

    def release(self) -> None:
        """After the script's end: lets go of what refers back to the run, so that reference counting frees it all."""
        self.global_scope.variables.clear()
        self.constraints.clear()
        del self.top_frame, self.streams, self.out_default

    # --- budgets and positions

    def step(self, extent: Any) -> None:
        """Called before every statement and loop turn."""
        self.steps += 1
        if self.steps < self.watched_from:
            self.statement = extent
        else:
            self.look_at_statement(extent)

    def look_at_statement(self, extent: Any) -> None:
        """Ends a script that goes on forever, and lets the host see the statement if it wants to."""
        if self.steps > self.step_budget:
            raise self.refusal(f"more than {self.step_budget} statements", extent)
        self.statement = extent
        if self._after_statement is not None:
            self._after_statement(extent)

    def enter_call(self, extent: Any) -> None:
        """Called before a function runs."""
        if len(self.frames) >= self.depth_budget:
            raise self.refusal(f"more than {self.depth_budget} nested calls", extent)

    def refusal(self, construct: str, extent: Any) -> Unsupported:
        """An Unsupported at the extent, or at the statement under way."""
        where = extent if extent is not None else self.statement
        if where is None:
            return Unsupported(construct, self.script_path, 1, 1)
        return Unsupported(construct, where.file, where.start_line, where.start_column)

    def locate(self, refusal: Unsupported) -> None:
        """Gives a refusal that came without a position the one of the statement under way."""
        if not refusal.file:
            placed = self.refusal(refusal.construct, None)
            refusal.file, refusal.line, refusal.column = placed.file, placed.line, placed.column

    def call_positions(self, extent: Any) -> tuple[tuple[str, str, int], ...]:
        """Where the run is, innermost first: function name, file, line."""
        positions: list[tuple[str, str, int]] = []
        line = extent.start_line if extent is not None else 0
        seen: Invocation | None = None
        for frame in reversed(self.frames):
            invocation = frame.invocation
            if invocation is None or invocation is seen:
                continue
            seen = invocation
            path = invocation.script_path or self.script_path
            name = "<ScriptBlock>" if invocation.is_script or not invocation.name else invocation.name
            positions.append((name, path, line))
            line = invocation.extent.start_line if invocation.extent is not None else 0
        return tuple(positions)

    # --- output

    def write_default(self, value: Any) -> None:
        """The end of the script's pipeline: text goes out, objects through the formatter."""
        self.out_default.write(value)

    def flush_output(self) -> None:
        """Write-Host is about to write: pending formatted output comes first where real PowerShell has it first."""
        flush = getattr(self.out_default, "before_host_text", None)
        if flush is not None:
            flush()

    def write_enumerated(self, value: Any, write: Callable[[Any], None]) -> None:
        """Writes an enumerable's elements, anything else as one object."""
        emit(value, write)

    def format_error(self, record: ErrorRecord) -> str:
        """The text of an error on the console."""
        return self.engine.format_error(record, self)  # type: ignore[no-any-return]

    def collapse(self, collected: list[Any]) -> Any:
        """What an assignment gets from a pipeline's output."""
        return collapse(collected)

    def format_operator(self, template: Any, argument: Any) -> str:
        """`template -f argument`."""
        arguments = enumerable_items(argument)
        values = list(arguments) if arguments is not None else [argument]
        text = to_text(template, self)
        try:
            return self.engine.composite_format(text, values, self)  # type: ignore[no-any-return]
        except PSException as failure:
            raise runtime_error(
                f"Error formatting a string: {failure.message}.",
                "FormatError", "InvalidOperation", text, inner=failure,
            ) from None  # fmt: skip

    def format_value(self, value: Any, format_text: str) -> str:
        """value.ToString(format)."""
        try:
            return self.engine.format_value(value, format_text, self)  # type: ignore[no-any-return]
        except PSException as failure:
            raise method_invocation_error("ToString", 1, failure) from None

    def output_field_separator(self) -> str:
        """$OFS, a blank when unset."""
        frame = self.frames[-1] if self.frames else self.top_frame
        found = frame.scope.find("ofs")
        return " " if found is None else to_text(found.value)

    # --- variables that aren't stored

    def unset_variable(self, lower: str, node: Any) -> Any:
        """What an undefined variable reads as; refuses automatic variables this engine doesn't keep."""
        if lower in _UNKEPT:
            raise self.refusal(f"variable ${node.name}", node.extent)
        return None

    def invocation_variable(self, lower: str, frame: Frame) -> Any:
        """$MyInvocation, $PSBoundParameters, $PSCmdlet, $PSScriptRoot, $PSCommandPath."""
        scope: Scope | None = frame.scope
        while scope is not None and scope.call is None:
            scope = scope.parent
        call: Invocation | None = scope.call if scope is not None else None
        match lower:
            case "psscriptroot":
                return self.folder_of(self.script_path_of(frame))
            case "pscommandpath":
                return self.script_path_of(frame)
            case "myinvocation":
                return call
            case "psboundparameters":
                return call.bound if call is not None else None
        while scope is not None:
            if scope.call is not None and scope.call.cmdlet is not None:
                return scope.call.cmdlet
            if scope.call is not None and not scope.call.is_script and scope.call.name and lower == "pscmdlet":
                return self._outer_cmdlet(scope.parent)
            scope = scope.parent
        return None

    def _outer_cmdlet(self, scope: Scope | None) -> Any:
        while scope is not None:
            if scope.call is not None and scope.call.cmdlet is not None:
                return scope.call.cmdlet
            scope = scope.parent
        return None

    def script_path_of(self, frame: Frame) -> str:
        """The file whose code runs in the frame."""
        invocation = frame.invocation
        return invocation.script_path if invocation is not None and invocation.script_path else self.script_path

    def environment_variable(self, name: str) -> Any:
        """$env:NAME."""
        return self.host.environment.get(name)

    def set_environment_variable(self, name: str, value: Any) -> None:
        """$env:NAME = value; null or empty text removes it."""
        text = to_text(value, self)
        if text == "":
            self.host.environment.pop(name, None)
        else:
            self.host.environment[name] = text

    def attribute_frame(self) -> Frame:
        """Where constant attribute arguments are evaluated."""
        return self.frames[-1] if self.frames else self.top_frame

    # --- functions and script blocks

    def declare_function(self, frame: Frame, name: str, code: CompiledBlock, is_filter: bool) -> None:
        """A function statement: `function script:Name` and `global:` name the scope."""
        qualifier, separator, rest = name.partition(":")
        scope = frame.scope
        if separator and qualifier.lower() in ("global", "script", "local", "private"):
            scope = frame.scope.named(qualifier.lower())
            name = rest
        if scope.functions is None:
            scope.functions = {}
        scope.functions[name.lower()] = FunctionInfo(
            name, ScriptBlock(code, self.captured_scope(frame)), is_filter=is_filter
        )

    def define_function(self, frame: Frame, name: str, value: Any) -> None:
        """`$function:Name = { … }`."""
        if not isinstance(value, ScriptBlock):
            raise self.refusal("assignment of other than a script block to $function:", None)
        if frame.scope.functions is None:
            frame.scope.functions = {}
        frame.scope.functions[name.lower()] = FunctionInfo(name, value)

    def captured_scope(self, frame: Frame) -> Scope | None:
        """A block made inside a closure's code belongs to the closure's own variables."""
        return None

    def invoke_block(
        self,
        block: ScriptBlock,
        *,
        underscore: Any = ...,
        arguments: Iterable[Any] = (),
        variables: Mapping[str, Any] | None = None,
        new_scope: bool = True,
        same_scope: bool = False,
        frame: Frame | None = None,
    ) -> list[Any]:
        """Runs a block to its end and returns its output. Errors propagate; `return` ends the block."""
        collected: list[Any] = []
        self.run_block(
            block,
            collected.append,
            underscore=underscore,
            arguments=list(arguments),
            variables=variables,
            new_scope=new_scope and not same_scope,
            frame=frame,
        )
        return collected

    def run_block(
        self,
        block: ScriptBlock,
        write: Callable[[Any], None],
        *,
        underscore: Any = ...,
        arguments: list[Any] | None = None,
        variables: Mapping[str, Any] | None = None,
        new_scope: bool = True,
        frame: Frame | None = None,
    ) -> None:
        """The same, streaming into `write`."""
        from rehearsal.engines.powershell.binding.binding import Argument
        from rehearsal.engines.powershell.commands.resolution import BlockCommand
        from rehearsal.engines.powershell.runtime.pipeline import Placement, run_stages

        base = frame or (self.frames[-1] if self.frames else self.top_frame)
        if (
            not block.code.parameters
            and not block.code.advanced
            and block.code.node.begin is None
            and (block.code.node.process is None)
        ):
            self._run_plain(block, write, underscore, arguments, variables, new_scope, base)
            return
        scope = Scope(base.scope)
        if underscore is not ...:
            scope.put("_", underscore, "_")
        for name, value in (variables or {}).items():
            scope.put(name.lower(), value, name)
        inner = Frame(self, scope, write, base.streams, base.invocation)
        place = Placement("&", self.statement, 1, 1, False, False)
        given = [Argument(None, value) for value in arguments or ()]
        stage = BlockCommand(block).stage(inner, given, write, base.streams, place)
        run_stages(self, [stage], None)

    def _run_plain(
        self,
        block: ScriptBlock,
        write: Callable[[Any], None],
        underscore: Any,
        arguments: list[Any] | None,
        variables: Mapping[str, Any] | None,
        new_scope: bool,
        base: Frame,
    ) -> None:
        body = block.code.bodies[2]
        if body is None:
            return
        if new_scope or block.captured is not None:
            parent = block.captured if block.captured is not None else base.scope
            scope = Scope(parent)
            scope.strict = base.scope.strict
            scope.variables["args"] = Variable("args", PSArray(arguments or []))
        else:
            scope = base.scope
        saved = scope.variables.get("_")
        saved_value = saved.value if saved is not None else None
        if underscore is not ...:
            scope.put("_", underscore, "_")
        for name, value in (variables or {}).items():
            scope.put(name.lower(), value, name)
        inner = Frame(self, scope, write, base.streams, base.invocation)
        self.frames.append(inner)
        if len(self.frames) > self.depth_budget:
            self.frames.pop()
            raise self.refusal(f"more than {self.depth_budget} nested calls", None)
        try:
            body(inner)
        except ReturnFromBlock:
            pass
        finally:
            self.frames.pop()
            if not new_scope and underscore is not ...:
                if saved is None:
                    scope.variables.pop("_", None)
                else:
                    scope.variables["_"] = saved
                    saved.value = saved_value

    def block_runner(self, block: ScriptBlock, write: Callable[[Any], None], frame: Frame) -> Callable[[Any], None]:
        """`runner(value)` runs the block with $_ in the frame's scope: stream_block prepared once for many objects."""
        code = block.code
        if code.node.process is not None or code.node.begin is not None:
            raise self.refusal("begin or process block inside ForEach-Object's script block", code.node.extent)
        body = code.bodies[2]
        if code.parameters or code.advanced or block.captured is not None or body is None:
            return lambda value: self.run_block(block, write, underscore=value, new_scope=False, frame=frame)
        variables = frame.scope.variables
        inner = Frame(self, frame.scope, write, frame.streams, frame.invocation)

        def runner(value: Any) -> None:
            cell = variables.get("_")
            if cell is None:
                variables["_"] = Variable("_", value)
                saved = None
            else:
                saved = cell.value
                cell.value = value
            try:
                body(inner)
            except ReturnFromBlock:
                pass
            finally:
                if cell is None:
                    variables.pop("_", None)
                else:
                    variables["_"] = cell
                    cell.value = saved

        return runner

    def block_test(self, block: ScriptBlock, frame: Frame) -> Callable[[Any], bool]:
        """`test(value)`: whether what the block writes with $_ in the frame's scope counts as true (Where-Object)."""
        collected: list[Any] = []
        holds = block.code.test if block.captured is None else None
        if holds is None:
            runner = self.block_runner(block, collected.append, frame)

            def test_output(value: Any) -> bool:
                collected.clear()
                runner(value)
                return to_bool(collected[0]) if len(collected) == 1 else bool(collected)

            return test_output
        variables = frame.scope.variables
        inner = Frame(self, frame.scope, collected.append, frame.streams, frame.invocation)

        def test(value: Any) -> bool:
            collected.clear()
            cell = variables.get("_")
            if cell is None:
                variables["_"] = Variable("_", value)
                saved = None
            else:
                saved = cell.value
                cell.value = value
            try:
                try:
                    answer = holds(inner)
                except ReturnFromBlock:
                    answer = AUTOMATION_NULL
                if collected or (answer is not True and answer is not False):
                    emit(answer, collected.append)
                    answer = to_bool(collected[0]) if len(collected) == 1 else bool(collected)
            finally:
                if cell is None:
                    variables.pop("_", None)
                else:
                    variables["_"] = cell
                    cell.value = saved
            return answer

        return test

    def stream_block(self, block: ScriptBlock, underscore: Any, write: Callable[[Any], None], frame: Frame) -> None:
        """ForEach-Object's way: in the caller's scope, output downstream at once."""
        if block.code.node.process is not None or block.code.node.begin is not None:
            raise self.refusal("begin or process block inside ForEach-Object's script block", block.code.node.extent)
        self.run_block(block, write, underscore=underscore, new_scope=False, frame=frame)

    def invoke_with_this(self, block: ScriptBlock, target: Any, arguments: Iterable[Any]) -> list[Any]:
        """A script method or property: $this is the object."""
        return self.invoke_block(block, arguments=arguments, variables={"this": target})

    def run_inline(self, code: CompiledBlock, frame: Frame) -> Any:
        """A condition's block in a switch: runs in place."""
        body = code.bodies[2]
        if body is None:
            return AUTOMATION_NULL
        collected: list[Any] = []
        with suppress(ReturnFromBlock):
            body(frame.writing_to(collected.append))
        return collapse(collected)

    def test_block(self, block: ScriptBlock, item: Any) -> bool:
        """A block as a predicate of $_."""
        return to_bool(collapse(self.invoke_block(block, underscore=item)))

    def test_block_with(self, block: ScriptBlock, item: Any) -> bool:
        """A block as a delegate: the item is its argument."""
        return to_bool(collapse(self.invoke_block(block, arguments=[item])))

    def block_from_text(self, text: str) -> ScriptBlock:
        """[scriptblock]::Create and Invoke-Expression: parse errors are ParseException."""
        from rehearsal.engines.powershell.commands.resolution import parse_failure
        from rehearsal.engines.powershell.compiler.compiler import compile_script
        from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError

        try:
            code = compile_script(text, "", inside_function=True)
        except RefusedSyntaxError as refused:
            raise self.refusal(refused.construct, None) from None
        except ParseError as error:
            raise parse_failure(error) from None
        return ScriptBlock(code)

    def stop_upstream(self, stage: Any) -> StopUpstream:
        """What Select-Object -First raises."""
        return StopUpstream(stage)

    def new_array_list(self) -> NetList:
        """An empty ArrayList."""
        found = self.resolve_type("System.Collections.ArrayList")
        if found is not None and found.represents is not None:
            made = self.construct(found, [], self.top_frame)
            if isinstance(made, NetList):
                return made
        return NetList()

    # --- confirmation

    def should_process(self, call: Any, target: str, action: str | None) -> bool:
        """Cmdlet.ShouldProcess."""
        message = f'Performing the operation "{action or call.definition.name}" on target "{target}".'
        what_if = call.bound.get("WhatIf")
        confirm = call.bound.get("Confirm")
        return self.confirm(call.frame, getattr(call.definition, "confirm_impact", "Medium"), message, what_if, confirm)

    def confirm(self, frame: Frame, impact: str, message: str, what_if: Any = None, confirm: Any = None) -> bool:
        """-WhatIf shows and refuses; a wanted confirmation fails, since nobody can answer."""
        asked = to_bool(what_if) if what_if is not None else to_bool(frame.scope.value_of("whatifpreference"))
        if asked:
            self.flush_output()
            self.stdout.write(f"What if: {message}\n")
            return False
        if confirm is not None:
            if to_bool(confirm):
                raise self.not_interactive()
            return True
        preference = frame.scope.value_of("confirmpreference")
        level = _IMPACT.get(action_name_of_impact(preference), 3)
        if level != 0 and _IMPACT.get(impact.lower(), 2) >= level:
            raise self.not_interactive()
        return True

    def not_interactive(self) -> PSException:
        """What prompting ends in under -NonInteractive."""
        return PSException(
            "System.Management.Automation.PSInvalidOperationException",
            "Windows PowerShell is in NonInteractive mode. Read and Prompt functionality is not available.",
            error_id="InvalidOperation",
            category="InvalidOperation",
        )

    # --- odds of the language

    def exit_code(self, value: Any) -> int:
        """`exit value`: what can't be a number is 0."""
        if value is None or value is AUTOMATION_NULL:
            return 0
        try:
            return int(convert(value, type_of(0), self))
        except PSException:
            return 0

    def action(self, name: str) -> Any:
        """A value of ActionPreference."""
        return self.enum_value("System.Management.Automation.ActionPreference", name)

    def set_strict_mode(self, frame: Frame, version: int) -> None:
        """Set-StrictMode in the scope of the frame."""
        frame.scope.strict = version


def action_name_of_impact(value: Any) -> str:
    """A ConfirmImpact as text in lower case; $true and $false don't occur."""
    return to_text(value).lower() if value is not None else "high"


_UNKEPT = frozenset(
    {"profile", "shellid", "event", "sender", "eventargs", "foreach", "switch", "psculture", "psuiculture"}
)
