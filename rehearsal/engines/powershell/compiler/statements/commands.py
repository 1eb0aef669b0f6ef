"""Pipelines and commands to closures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rehearsal.engines.powershell.binding.binding import Argument
from rehearsal.engines.powershell.binding.binding_plans import ArgumentShape
from rehearsal.engines.powershell.compiler.compilation import (
    STATEMENTS,
    VALUES,
    Evaluate,
    Execute,
    Unit,
    compile_expression,
    refused,
)
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.enumeration import modified_in_pipeline, watched_items
from rehearsal.engines.powershell.objects.errors import runtime_error
from rehearsal.engines.powershell.objects.pipeline_output import collapse, emit, enumerable_items
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray, PSObject
from rehearsal.engines.powershell.runtime.file_access import file_sink
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.pipeline import Placement, Stage, run_stage, run_stages
from rehearsal.engines.powershell.syntax import nodes

StageMaker = Callable[[Frame, Any], Stage]
"""`maker(frame, write)` resolves the command, evaluates its arguments and gives the stage."""


def _pipeline_statement(node: nodes.Pipeline, unit: Unit) -> Execute:
    if node.background:
        raise refused("background job &", node)
    pure = node.pure_expression()
    if pure is not None:
        return _expression_statement(pure, unit)
    run_pipeline = compile_pipeline(node, unit)
    return lambda frame: run_pipeline(frame, frame.write)


def _expression_statement(node: nodes.Expression, unit: Unit) -> Execute:
    if isinstance(node, nodes.UnaryExpression) and node.operator in (
        nodes.UnaryOperator.PRE_INCREMENT,
        nodes.UnaryOperator.PRE_DECREMENT,
        nodes.UnaryOperator.POST_INCREMENT,
        nodes.UnaryOperator.POST_DECREMENT,
    ):
        change = compile_expression(node, unit)

        def silent(frame: Frame) -> None:
            change(frame)
            frame.run.ok = True

        return silent
    evaluate = compile_expression(node, unit)

    def execute(frame: Frame) -> None:
        value = evaluate(frame)
        if type(value) is str:
            frame.write(value)
        else:
            emit(value, frame.write)
        frame.run.ok = True

    return execute


def _pipeline_value(node: nodes.Pipeline, unit: Unit) -> Evaluate:
    """The pipeline's output as one value; a bare expression is itself."""
    if node.background:
        raise refused("background job &", node)
    pure = node.pure_expression()
    if pure is not None:
        return compile_expression(pure, unit)
    run_pipeline = compile_pipeline(node, unit)

    def value(frame: Frame) -> Any:
        collected: list[Any] = []
        run_pipeline(frame, collected.append)
        return collapse(collected)

    return value


def compile_pipeline(node: nodes.Pipeline, unit: Unit) -> Callable[[Frame, Any], None]:
    """A closure that runs the pipeline, its last command writing with the given function."""
    elements = node.elements
    source: Evaluate | None = None
    source_redirections: tuple[nodes.Redirection, ...] = ()
    commands = elements
    first = elements[0]
    if isinstance(first, nodes.CommandExpression):
        source = compile_expression(first.expression, unit)
        source_redirections = first.redirections
        commands = elements[1:]
    makers: list[StageMaker] = []
    for element in commands:
        if isinstance(element, nodes.CommandExpression):
            raise refused("expression in the middle of a pipeline", element)
        position = len(makers) + 1
        has_input = position > 1 or source is not None
        makers.append(compile_command(element, unit, position=position, length=len(commands), has_input=has_input))
    makers.reverse()
    if source is not None and (source_redirections or not makers):
        return _redirected_expression(source, source_redirections, makers, unit)
    if source is None and len(makers) == 1:
        only = makers[0]

        def run_one(frame: Frame, write: Any) -> None:
            run_stage(frame.run, only(frame, write))

        return run_one

    def run_all(frame: Frame, write: Any) -> None:
        items: Any = None
        if source is not None:
            value = source(frame)
            if value is AUTOMATION_NULL:
                items = ()
            else:
                items = watched_items(value, modified_in_pipeline)
                if items is None:
                    items = enumerable_items(value)
                if items is None:
                    items = (value,)
        stages: list[Stage] = []
        downstream = write
        for maker in makers:
            stage = maker(frame, downstream)
            stages.append(stage)
            downstream = stage.process
        stages.reverse()
        run_stages(frame.run, stages, items)

    return run_all


def _redirected_expression(
    source: Evaluate, redirections: tuple[nodes.Redirection, ...], makers: list[StageMaker], unit: Unit
) -> Callable[[Frame, Any], None]:
    """`makers`: last command first."""
    redirect = compile_redirections(redirections, unit)

    def run_all(frame: Frame, write: Any) -> None:
        stages: list[Stage] = []
        downstream = write
        for maker in makers:
            stage = maker(frame, downstream)
            stages.append(stage)
            downstream = stage.process
        stages.reverse()
        output, streams, finish = redirect(frame, downstream)
        inner = Frame(frame.run, frame.scope, output, streams, frame.invocation)
        for stage in stages:
            stage.begin()
        emit(source(inner), output)
        finish()
        run_stages(frame.run, stages, (), begun=True)
        frame.run.ok = True

    return run_all


# --- redirections

Redirect = Callable[[Frame, Any], tuple[Any, Any, Callable[[], None]]]


def compile_redirections(redirections: tuple[nodes.Redirection, ...], unit: Unit) -> Redirect:
    """`redirect(frame, write)` gives the output to write to, the streams to run under, and what to call at the end."""
    plans: list[tuple[nodes.Redirection, bool, Evaluate | None]] = []
    for redirection in redirections:
        if isinstance(redirection, nodes.FileRedirection):
            plans.append((redirection, redirection.append, compile_expression(redirection.location, unit)))
        else:
            plans.append((redirection, False, None))

    def redirect(frame: Frame, write: Any) -> tuple[Any, Any, Callable[[], None]]:
        run = frame.run
        output = write
        changes: dict[str, Any] = {}
        finishers: list[Callable[[], None]] = []
        for plan, append, location in plans:
            names = _STREAM_NAMES[plan.from_stream]
            if location is None:
                for name in names:
                    if name != "output":
                        changes[name] = write
                continue
            target = location(frame)
            if target is None or target is AUTOMATION_NULL:
                sink: Any = _discard
            else:
                path = to_text(target, run)
                sink, close = file_sink(path, append, run)
                finishers.append(close)
            for name in names:
                if name == "output":
                    output = sink
                else:
                    changes[name] = sink
        streams = frame.streams.replaced(**changes) if changes else frame.streams

        def finish() -> None:
            for close in finishers:
                close()

        return output, streams, finish

    return redirect


_S = nodes.Stream
_STREAM_NAMES: dict[nodes.Stream, tuple[str, ...]] = {
    _S.OUTPUT: ("output",),
    _S.ERROR: ("error",),
    _S.WARNING: ("warning",),
    _S.VERBOSE: ("verbose",),
    _S.DEBUG: ("debug",),
    _S.INFORMATION: ("information",),
    _S.ALL: ("output", "error", "warning", "verbose", "debug", "information"),
}


def _discard(value: Any) -> None:
    """The null sink."""


# --- commands


def compile_command(node: nodes.Command, unit: Unit, *, position: int, length: int, has_input: bool) -> StageMaker:
    """A closure that makes the pipeline stage of this command, which stands there in its pipeline."""
    head = node.elements[0]
    operator = node.invocation_operator
    name: str | None = None
    target: Evaluate | None = None
    if isinstance(head, nodes.StringConstant):
        name = head.value
    elif isinstance(head, nodes.Expression):
        target = compile_expression(head, unit)
    else:
        raise refused("command", node)
    arguments, shape = compile_arguments(node.elements[1:], unit)
    dotted = operator is nodes.InvocationOperator.DOT
    extent = node.extent
    place = Placement(name or "", extent, position, length, has_input, dotted, shape)
    lower = (name or "").lower()
    redirect = compile_redirections(node.redirections, unit) if node.redirections else None
    strict_call = _called_like_a_method(node)

    if redirect is None and not strict_call and name is not None:

        def make_plainly(frame: Frame, write: Any) -> Stage:
            commands = frame.run.commands
            command = commands.find(name, lower, frame) or commands.resolve(name, lower, frame)
            stage: Stage = command.stage(frame, arguments(frame), write, frame.streams, place)
            return stage

        return make_plainly

    def make(frame: Frame, write: Any) -> Stage:
        run = frame.run
        if strict_call and frame.scope.strict >= 2:
            raise runtime_error(
                "The function or command was called as if it were a method. Parameters should be separated by "
                "spaces. For "
                "information about parameters, see the about_Parameters Help topic.",
                "StrictModeFunctionCallWithParens",
                "InvalidOperation",
            )
        finish = None
        streams = frame.streams
        if redirect is not None:
            write, streams, finish = redirect(frame, write)
        if name is not None:
            command, here = run.commands.resolve(name, lower, frame), place
        else:
            assert target is not None  # a command has a name or an expression
            value = target(frame)
            command, shown = run.commands.of_value(value, frame, extent)
            here = place.named(shown)
        stage: Stage = command.stage(frame, arguments(frame), write, streams, here)
        if finish is not None:
            stage.finish = finish
        return stage

    return make


def _called_like_a_method(node: nodes.Command) -> bool:
    if len(node.elements) != 2 or node.invocation_operator is not nodes.InvocationOperator.NONE:
        return False
    head, argument = node.elements
    if not isinstance(argument, nodes.ParenExpression) or head.extent.end_offset != argument.extent.start_offset:
        return False
    inner = argument.pipeline
    return isinstance(inner, nodes.Pipeline) and isinstance(inner.pure_expression(), nodes.ArrayLiteral)


def compile_arguments(
    elements: tuple[nodes.Expression | nodes.CommandParameter, ...], unit: Unit
) -> tuple[Callable[[Frame], list[Any]], ArgumentShape | None]:
    """A closure that evaluates the arguments in order, and how they are written.

    With a shape the closure gives their values (None for a name without one), without one it gives Arguments: a
    splatted variable says only then how many there are.
    """
    written = _without_separator(elements)
    if any(isinstance(element, nodes.Variable) and element.splatted for element in written):
        return _with_splatting(written, unit), None
    if not written:
        return (lambda frame: []), _NO_ARGUMENTS
    shape = ArgumentShape(tuple(_part(element) for element in written))
    values = [_value(element, unit) for element in written]
    if len(values) == 1:
        only = values[0]
        return (lambda frame: [None if (value := only(frame)) is AUTOMATION_NULL else value]), shape

    def evaluate(frame: Frame) -> list[Any]:
        return [None if (value := value_of(frame)) is AUTOMATION_NULL else value for value_of in values]

    return evaluate, shape


_NO_ARGUMENTS = ArgumentShape(())

_Written = nodes.Expression | nodes.CommandParameter


def _without_separator(elements: tuple[_Written, ...]) -> list[_Written]:
    """After `--` even `-name` is text."""
    written: list[_Written] = []
    plain = False
    for element in elements:
        if not isinstance(element, nodes.CommandParameter):
            written.append(element)
        elif element.name == "-" and element.argument is None and not plain:
            plain = True
        elif plain:
            written.append(
                nodes.StringConstant(extent=element.extent, value=element.extent.text, kind=nodes.StringKind.BARE_WORD)
            )
        else:
            written.append(element)
    return written


def _part(element: _Written) -> tuple[str | None, bool, Any, bool]:
    if isinstance(element, nodes.CommandParameter):
        given = element.argument is not None
        return element.name, given, element.extent, given
    return None, True, element.extent, False


def _value(element: _Written, unit: Unit) -> Evaluate:
    if not isinstance(element, nodes.CommandParameter):
        return compile_expression(element, unit)
    return compile_expression(element.argument, unit) if element.argument is not None else lambda frame: None


def _with_splatting(elements: list[_Written], unit: Unit) -> Callable[[Frame], list[Argument]]:
    makers = [
        _splat(element, unit) if isinstance(element, nodes.Variable) and element.splatted else _argument(element, unit)
        for element in elements
    ]

    def evaluate(frame: Frame) -> list[Argument]:
        out: list[Argument] = []
        for maker in makers:
            maker(frame, out)
        return out

    return evaluate


def _argument(element: _Written, unit: Unit) -> Callable[[Frame, list[Argument]], None]:
    name, has_value, extent, colon = _part(element)
    value_of = _value(element, unit)
    return lambda frame, out: out.append(
        Argument(name, _argument_value(value_of(frame)), has_value, extent, colon=colon)
    )


def _argument_value(value: Any) -> Any:
    return None if value is AUTOMATION_NULL else value


def _splat(node: nodes.Variable, unit: Unit) -> Callable[[Frame, list[Argument]], None]:
    from rehearsal.engines.powershell.compiler.expressions.variables import compile_variable

    read = compile_variable(replace(node, splatted=False), unit)
    extent = node.extent

    def splat(frame: Frame, out: list[Argument]) -> None:
        value = read(frame)
        if type(value) is PSObject:
            value = value.base
        if isinstance(value, NetDictionary):
            for key, item in value.pairs():
                out.append(Argument(to_text(key, frame.run), _argument_value(item), True, extent, splatted=True))
            return
        if type(value) is PSArray and value.marks:
            position = 0
            while position < len(value.items):
                mark = value.marks.get(position)
                if mark is None:
                    out.append(Argument(None, value.items[position], True, extent, splatted=True))
                else:
                    out.append(Argument(mark.rstrip(":"), None, False, extent, splatted=True))
                position += 1
            return
        items = enumerable_items(value)
        if items is None:
            items = () if value is None or value is AUTOMATION_NULL else (value,)
        for item in items:
            out.append(Argument(None, item, True, extent, splatted=True))

    return splat


STATEMENTS[nodes.Pipeline] = _pipeline_statement
VALUES[nodes.Pipeline] = _pipeline_value
