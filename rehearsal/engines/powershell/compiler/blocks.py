"""Blocks of statements to closures: statement after statement, each with its error handling."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import Execute, Unit, compile_statement
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.runtime.catching import run_trap
from rehearsal.engines.powershell.runtime.error_handling import located, raised_in_statement, statement_failed
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def compile_block(statements: tuple[nodes.Statement, ...], traps: tuple[nodes.Trap, ...], unit: Unit) -> Execute:
    """Statements in order. An error ends its statement; statement_failed decides what happens then."""
    steps = tuple((compile_statement(statement, unit), statement.extent) for statement in _hoisted(statements))
    if traps:
        return _trapped_block(steps, traps, unit)
    if len(steps) == 1:
        only, only_extent = steps[0]

        def execute_one(frame: Frame) -> None:
            run = frame.run
            run.steps += 1
            if run.steps < run.watched_from:
                run.statement = only_extent
            else:
                run.look_at_statement(only_extent)
            try:
                only(frame)
            except TerminatingError as error:
                if run.propagate:
                    raise located(error, frame, only_extent) from None
                statement_failed(error, frame, only_extent)
            except PSException as failure:
                raised_in_statement(failure, frame, only_extent)

        return execute_one

    def execute(frame: Frame) -> None:
        run = frame.run
        for statement, extent in steps:
            run.steps += 1
            if run.steps < run.watched_from:
                run.statement = extent
            else:
                run.look_at_statement(extent)
            try:
                statement(frame)
            except TerminatingError as error:
                if run.propagate:
                    raise located(error, frame, extent) from None
                statement_failed(error, frame, extent)
            except PSException as failure:
                raised_in_statement(failure, frame, extent)

    return execute


def compile_body(block: nodes.StatementBlock, unit: Unit) -> Execute:
    """What stands between braces."""
    return compile_block(block.statements, block.traps, unit)


def _hoisted(statements: tuple[nodes.Statement, ...]) -> tuple[nodes.Statement, ...]:
    """Type definitions come first: they exist before the block runs."""
    types = tuple(statement for statement in statements if isinstance(statement, nodes.TypeDefinition))
    if not types:
        return statements
    return types + tuple(statement for statement in statements if not isinstance(statement, nodes.TypeDefinition))


def _trapped_block(steps: tuple[tuple[Execute, Any], ...], traps: tuple[nodes.Trap, ...], unit: Unit) -> Execute:
    handlers = [
        (
            None if trap.type is None else trap.type.type_name.full_name,
            compile_block(trap.body.statements, trap.body.traps, unit),
        )
        for trap in traps
    ]

    def execute(frame: Frame) -> None:
        run = frame.run
        for statement, extent in steps:
            run.step(extent)
            outer = run.propagate
            run.propagate = True
            try:
                statement(frame)
            except TerminatingError as error:
                run.propagate = outer
                located(error, frame, extent)
                if not run_trap(error, handlers, frame, extent, unit.namespaces):
                    raise
            except PSException as failure:
                run.propagate = outer
                wrapped = located(failure, frame, extent)
                if not run_trap(wrapped, handlers, frame, extent, unit.namespaces):
                    raise wrapped from None
            finally:
                run.propagate = outer

    return execute


def compile_named_blocks(node: nodes.ScriptBlock, unit: Unit) -> tuple[Execute | None, Execute | None, Execute | None]:
    """begin, process and end of a script block, None for those it lacks."""

    def body(block: nodes.NamedBlock | None) -> Execute | None:
        if block is None:
            return None
        return compile_block(block.statements, block.traps, unit)

    return body(node.begin), body(node.process), body(node.end)
