"""try, throw and trap to closures."""

from __future__ import annotations

from rehearsal.engines.powershell.compiler.blocks import compile_body
from rehearsal.engines.powershell.compiler.compilation import STATEMENTS, Execute, Unit, compile_value
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.runtime.catching import find_catch, run_catch
from rehearsal.engines.powershell.runtime.control import ControlFlow
from rehearsal.engines.powershell.runtime.error_handling import error_of_throw, wrapped_error
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def _try(node: nodes.Try, unit: Unit) -> Execute:
    body = compile_body(node.body, unit)
    catches = [
        (tuple(entry.type_name.full_name for entry in clause.types), compile_body(clause.body, unit))
        for clause in node.catches
    ]
    last = compile_body(node.finally_block, unit) if node.finally_block is not None else None
    namespaces = unit.namespaces

    def guarded(frame: Frame) -> None:
        run = frame.run
        outer = run.propagate
        run.propagate = True
        try:
            body(frame)
        except TerminatingError as error:
            run.propagate = outer
            handler = find_catch(error, catches, frame, namespaces)
            if handler is None:
                raise
            run_catch(error, handler, frame)
        except PSException as failure:
            run.propagate = outer
            wrapped = wrapped_error(failure)
            handler = find_catch(wrapped, catches, frame, namespaces)
            if handler is None:
                raise wrapped from None
            run_catch(wrapped, handler, frame)
        finally:
            run.propagate = outer

    if last is None:
        return guarded
    attempt = guarded if catches else _propagating(body)

    def execute(frame: Frame) -> None:
        run = frame.run
        outer = run.propagate
        try:
            attempt(frame)
        except (TerminatingError, PSException, ControlFlow):
            # only what a script can cause: a killed process and a refusal run no finally block
            run.propagate = outer
            last(frame)
            raise
        last(frame)

    return execute


def _propagating(body: Execute) -> Execute:
    def attempt(frame: Frame) -> None:
        run = frame.run
        outer = run.propagate
        run.propagate = True
        try:
            body(frame)
        finally:
            run.propagate = outer

    return attempt


def _throw(node: nodes.Throw, unit: Unit) -> Execute:
    value_of = compile_value(node.pipeline, unit) if node.pipeline is not None else None
    extent = node.extent

    def execute(frame: Frame) -> None:
        value = value_of(frame) if value_of is not None else None
        raise error_of_throw(value, frame, extent, bare=value_of is None)

    return execute


def _trap_statement(node: nodes.Trap, unit: Unit) -> Execute:
    return lambda frame: None


STATEMENTS.update(
    {
        nodes.Try: _try,
        nodes.Throw: _throw,
        nodes.Trap: _trap_statement,
    }
)
