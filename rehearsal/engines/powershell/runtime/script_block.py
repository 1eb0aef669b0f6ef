"""Script blocks and functions as values, and their compiled form, which runs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec, ParameterTable, function_table
from rehearsal.engines.powershell.binding.signatures import ALL_SETS
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.syntax import nodes

Body = Callable[[Frame], None]
Bodies = tuple[Body | None, Body | None, Body | None]
"""begin, process and end."""
Test = Callable[[Frame], Any]


class CompiledBlock:
    """A script block's code, compiled on first use and immutable afterwards; shared by all runs of the same text."""

    __slots__ = (
        "_bodies",
        "_compile_bodies",
        "_compile_test",
        "_table",
        "_test",
        "_test_known",
        "advanced",
        "confirm_impact",
        "default_set",
        "is_filter",
        "node",
        "parameters",
        "positional_binding",
        "should_process",
        "unit",
        "uses_input",
    )

    def __init__(
        self,
        node: nodes.ScriptBlock,
        unit: Any,
        parameters: tuple[ParameterSpec, ...],
        compile_bodies: Callable[[], Bodies],
        compile_test: Callable[[], Test | None],
    ) -> None:
        self.node = node
        self.unit = unit
        self.parameters = parameters
        self.advanced = False
        self.should_process = False
        self.confirm_impact = "Medium"
        self.default_set = ALL_SETS
        self.positional_binding = True
        self.is_filter = False
        self.uses_input = False
        self._compile_bodies = compile_bodies
        self._compile_test = compile_test
        self._table: ParameterTable | None = None
        self._bodies: Bodies | None = None
        self._test: Test | None = None
        self._test_known = False

    @property
    def bodies(self) -> Bodies:
        """begin, process and end."""
        if self._bodies is None:
            self._bodies = self._compile_bodies()
        return self._bodies

    @property
    def test(self) -> Test | None:
        """A block without parameters that is a single expression, as Where-Object's mostly are: the closure of its
        value, with a statement's error handling. None for any other block."""
        if not self._test_known:
            self._test = None if self.parameters or self.advanced else self._compile_test()
            self._test_known = True
        return self._test

    @property
    def table(self) -> ParameterTable:
        """The parameters prepared for binding."""
        if self._table is None:
            self._table = function_table(
                self.parameters,
                default_set=self.default_set,
                positional_binding=self.positional_binding,
                with_common=self.advanced,
                with_should_process=self.should_process,
            )
        return self._table

    @property
    def has_process(self) -> bool:
        return self.node.process is not None

    @property
    def text(self) -> str:
        """What ToString() gives: the text between the braces."""
        return self.node.text_extent.text


class ScriptBlock(NetObject):
    """A script block value. `captured`: the scope that GetNewClosure made, None for an ordinary one."""

    __slots__ = ("captured", "code", "members")
    net_name = "System.Management.Automation.ScriptBlock"

    def __init__(self, code: CompiledBlock, captured: Scope | None = None) -> None:
        self.members = None
        self.code = code
        self.captured = captured

    def ps_string(self) -> str:
        return self.code.text

    def script_to_string(self, run: Any) -> str:
        """Marks script blocks for code that can't import this class, and gives their text."""
        return self.code.text


class FunctionInfo(NetObject):
    """A function (or filter) as Get-Command shows it."""

    __slots__ = ("block", "is_filter", "members", "name")
    net_name = "System.Management.Automation.FunctionInfo"

    def __init__(self, name: str, block: ScriptBlock, *, is_filter: bool = False) -> None:
        self.members = None
        self.name = name
        self.block = block
        self.is_filter = is_filter

    def ps_string(self) -> str:
        return self.name


class ScriptInfo(NetObject):
    """A script file or an anonymous block as $MyInvocation.MyCommand."""

    net_name = "System.Management.Automation.ExternalScriptInfo"

    def __init__(self, name: str, path: str, block: ScriptBlock | None) -> None:
        self.name = name
        self.path = path
        self.block = block

    def ps_string(self) -> str:
        return self.name


class CmdletInfo(NetObject):
    """A cmdlet as Get-Command shows it."""

    net_name = "System.Management.Automation.CmdletInfo"

    def __init__(self, definition: Any) -> None:
        self.definition = definition
        self.name: str = definition.name

    def ps_string(self) -> str:
        return self.name


class AliasInfo(NetObject):
    """An alias; `definition` is the command's name."""

    net_name = "System.Management.Automation.AliasInfo"

    def __init__(self, name: str, definition: str) -> None:
        self.name = name
        self.definition = definition

    def ps_string(self) -> str:
        return self.name


def qualified_name(written: str) -> tuple[str | None, str]:
    """The scope that a function statement's name says (`function script:Name`), None without one, and the name."""
    qualifier, separator, rest = written.partition(":")
    if separator and qualifier.lower() in ("global", "script", "local", "private"):
        return qualifier.lower(), rest
    return None, written


def define_function(frame: Frame, name: str, value: Any) -> None:
    """`$function:Name = { … }`."""
    if not isinstance(value, ScriptBlock):
        raise frame.run.refusal("assignment of other than a script block to $function:", None)
    frame.scope.declare_function(name, FunctionInfo(name, value))
