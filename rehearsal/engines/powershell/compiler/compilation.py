"""What the compiler's parts share: the unit being compiled, the dispatch by node class, positions for refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.objects.errors import Unsupported
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes

Evaluate = Callable[[Frame], Any]
"""A compiled expression."""
Execute = Callable[[Frame], None]
"""A compiled statement: writes its output with frame.write."""


class Unit:
    """One script text under compilation. `in_function`: typed locals convert like optimized variables do."""

    __slots__ = ("blocks", "in_class", "in_function", "name", "namespaces")

    def __init__(
        self,
        name: str,
        namespaces: tuple[str, ...] = (),
        in_function: bool = False,
        in_class: str | None = None,
        blocks: list[Any] | None = None,
    ) -> None:
        self.name = name
        self.namespaces = namespaces
        self.in_function = in_function
        self.in_class = in_class
        self.blocks: list[Any] = [] if blocks is None else blocks
        """Every script block met so far in this text, so that all can be compiled before anything runs."""

    def inside_function(self) -> Unit:
        """The unit of a function body or script block in this script."""
        if self.in_function and self.in_class is None:
            return self
        return Unit(self.name, self.namespaces, True, None, self.blocks)

    def inside_class(self, name: str) -> Unit:
        """The unit of a class's methods."""
        return Unit(self.name, self.namespaces, True, name, self.blocks)


EXPRESSIONS: dict[type, Callable[[Any, Unit], Evaluate]] = {}
STATEMENTS: dict[type, Callable[[Any, Unit], Execute]] = {}
VALUES: dict[type, Callable[[Any, Unit], Evaluate]] = {}
"""Statements whose result is wanted as one value: the right side of an assignment, a condition."""


def refused(construct: str, node: nodes.Node) -> Unsupported:
    """The refusal of a construct at its position."""
    extent = node.extent
    return Unsupported(construct, extent.file, extent.start_line, extent.start_column)


def compile_expression(node: nodes.Expression, unit: Unit) -> Evaluate:
    """A closure that evaluates the expression in a frame."""
    maker = EXPRESSIONS.get(type(node))
    if maker is None:
        raise refused(type(node).__name__, node)
    return maker(node, unit)


def compile_statement(node: nodes.Statement, unit: Unit) -> Execute:
    """A closure that executes the statement, writing its output."""
    maker = STATEMENTS.get(type(node))
    if maker is None:
        raise refused(type(node).__name__, node)
    return maker(node, unit)


def compile_value(node: nodes.Statement, unit: Unit) -> Evaluate:
    """A closure that gives the statement's output as one value: nothing, the object, or an array."""
    maker = VALUES.get(type(node))
    if maker is not None:
        return maker(node, unit)
    execute = compile_statement(node, unit)

    def value(frame: Frame) -> Any:
        collected: list[Any] = []
        execute(frame.writing_to(collected.append))
        return collapse(collected)

    return value
