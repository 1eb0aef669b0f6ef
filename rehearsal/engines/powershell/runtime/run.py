"""The state of one script run: scopes, streams, $?, budgets; and the parts that compiled code and cmdlets call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.members.construction import construct
from rehearsal.engines.powershell.members.conversion_by_members import convert_by_members
from rehearsal.engines.powershell.members.method_calls import call_method
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.members.property_reading import get_property
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, TerminatingError, Unsupported
from rehearsal.engines.powershell.objects.host import Host
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import TypeTable
from rehearsal.engines.powershell.runtime.block_running import BlockRunning
from rehearsal.engines.powershell.runtime.file_access import FileAccess
from rehearsal.engines.powershell.runtime.frame import DEFAULT_STREAMS, Frame, Invocation
from rehearsal.engines.powershell.runtime.output_streams import OutputStreams
from rehearsal.engines.powershell.runtime.run_types import RunTypes
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock


class TextSink:
    """Collects text: stdout or stderr of the run."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        self.parts.append(text)

    def text(self) -> str:
        return "".join(self.parts)


class Commands(Protocol):
    """What a run calls to find commands (commands/resolution.py)."""

    @property
    def table(self) -> Any:
        """The declared cmdlets and aliases."""

    def find(self, name: str, lower: str, frame: Frame) -> Any:
        """The command behind a name, None without one."""

    def not_found(self, name: str, run: Any) -> Exception:
        """The error of a name without a command, or the refusal."""

    def resolve(self, name: str, lower: str, frame: Frame) -> Any:
        """The command behind a name; raises CommandNotFoundException, or a refusal."""

    def of_value(self, value: Any, frame: Frame, extent: Any) -> tuple[Any, str]:
        """What `& $value` runs, and how $MyInvocation.InvocationName shows it."""

    def of_block(self, block: ScriptBlock) -> Any:
        """A script block as a command."""


class Run:
    """Everything that lives exactly as long as one script run. No state outside it: a host may switch greenlets in any
    call.

    `commands`, `compile_text`, `format_error` and `format_for_file` come from the engine: what finds and runs commands,
    compiles text and shows objects is built upon the run.
    """

    def __init__(
        self,
        host: Host,
        commands: Commands,
        type_table: TypeTable,
        *,
        compile_text: Callable[[str], ScriptBlock],
        format_error: Callable[[ErrorRecord, Any], str],
        format_for_file: Callable[[Sequence[Any], Any], str],
        step_budget: int,
        depth_budget: int,
    ) -> None:
        self.host = host
        self.commands = commands
        self.compile_text = compile_text
        """[scriptblock]::Create and Invoke-Expression; parse errors are ParseException."""
        self._format_error = format_error
        self._format_for_file = format_for_file
        self.step_budget = step_budget
        self.depth_budget = depth_budget
        self.has_own_aliases = False
        """The script has set or removed an alias; until then no scope is searched for any."""
        self.steps = 0
        self.ok = True
        """$?"""
        self.propagate = False
        """Inside a try (or trap): errors go to it instead of being reported at their statement."""
        self.caught: list[TerminatingError] = []
        self.stdout = TextSink()
        self.stderr = TextSink()
        self.streams = OutputStreams(self)
        self.types = RunTypes(self, type_table)
        self.blocks = BlockRunning(self)
        self.global_scope = Scope(None, is_script=True)
        self.files = FileAccess(host.filesystem, self.global_scope)
        self.frames: list[Frame] = []
        self.script_path = ""
        self.out_default: Any = None
        """The formatter at the end of the script's own pipeline."""
        self.top_frame = Frame(self, self.global_scope, self.write_default, DEFAULT_STREAMS, None)
        self.state: dict[str, Any] = {}
        """Room for cmdlets that keep something for the run's length (location stacks, random generators), by their own
        key."""
        self._after_statement: Callable[[Any], None] | None = getattr(host, "after_statement", None)
        self.watched_from = 0 if self._after_statement is not None else step_budget + 1
        """The step from which each is checked; blocks count the ones before by themselves."""
        self.statement: Any = None
        """Extent of the statement under way."""

    def release(self) -> None:
        """After the script's end: drops what refers back to the run, so that reference counting frees it all."""
        self.global_scope.variables.clear()
        del self.top_frame, self.streams, self.types, self.blocks, self.out_default

    def current_frame(self) -> Frame:
        """Where the run is: the innermost call's frame, else the script's own."""
        return self.frames[-1] if self.frames else self.top_frame

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
        """Where the run is, innermost first: function name, file, line. What was made of a text is in no file."""
        positions: list[tuple[str, str, int]] = []
        place = extent
        seen: Invocation | None = None
        for frame in reversed(self.frames):
            invocation = frame.invocation
            if invocation is None or invocation is seen:
                continue
            seen = invocation
            path = invocation.script_path or self.script_path
            if place is not None and not place.file:
                path = "<No file>"
            line = place.start_line if place is not None else 0
            name = "<ScriptBlock>" if invocation.is_script or not invocation.name else invocation.name
            positions.append((name, path, line))
            place = invocation.extent
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

    def format_error(self, record: ErrorRecord) -> str:
        """The text of an error on the console."""
        return self._format_error(record, self)

    def format_for_file(self, values: Sequence[Any]) -> str:
        """What `> file` writes, with the line ends of the file system."""
        return self._format_for_file(values, self)

    def output_field_separator(self) -> str:
        """$OFS, a blank when unset."""
        found = self.current_frame().scope.find("ofs")
        return " " if found is None else to_text(found.value)

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

    # --- members, for conversions and objects, which members are built upon

    def get_property(self, value: Any, name: str) -> Any:
        """`$value.name` without strict mode and without member enumeration; None when absent."""
        return get_property(value, name, self)

    def set_property(self, owner: Any, name: str, value: Any) -> None:
        """`$owner.name = value`."""
        set_member(owner, name, value, self.top_frame)

    def call_method(self, value: Any, name: str, arguments: list[Any], frame: Place) -> Any:
        """`$value.name(arguments)`."""
        return call_method(value, name, arguments, frame)

    def convert_by_members(self, value: Any, target: NetType) -> Any:
        """The conversion that the type's own members provide; NotImplemented without one."""
        return convert_by_members(value, target, self)

    def new_array_list(self) -> NetList:
        """An empty ArrayList."""
        found = self.types.resolve("System.Collections.ArrayList")
        if found is not None and found.represents is not None:
            made = construct(found, [], self.top_frame)
            if isinstance(made, NetList):
                return made
        return NetList()
