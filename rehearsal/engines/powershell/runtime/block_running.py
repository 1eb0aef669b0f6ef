"""Runs script blocks: to their end, object by object, as predicates, with $_ or $this set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from rehearsal.engines.powershell.binding.binding import Argument
from rehearsal.engines.powershell.conversion.conversion import to_bool
from rehearsal.engines.powershell.objects.pipeline_output import collapse, emit
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.runtime.control import ReturnFromBlock
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.pipeline import Placement, run_stages
from rehearsal.engines.powershell.runtime.scopes import Scope, Variable
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock, ScriptBlock


class BlockRunning:
    """`run.blocks`. A block runs in the frame given, else where the run is."""

    def __init__(self, run: Any) -> None:
        self._run = run

    def invoke(
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
        self.run(
            block,
            collected.append,
            underscore=underscore,
            arguments=list(arguments),
            variables=variables,
            new_scope=new_scope and not same_scope,
            frame=frame,
        )
        return collected

    def run(
        self,
        block: ScriptBlock,
        write: Callable[[Any], None],
        *,
        underscore: Any = ...,
        arguments: list[Any] | None = None,
        variables: Mapping[str, Any] | None = None,
        new_scope: bool = True,
        frame: Frame | None = None,
        piped: list[Any] | None = None,
    ) -> None:
        """The same, streaming into `write`. `piped`: what is piped into the block, as into a command."""

        run = self._run
        base = frame or run.current_frame()
        if (
            piped is None
            and not block.code.parameters
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
        inner = Frame(self._run, scope, write, base.streams, base.invocation)
        place = Placement("&", self._run.statement, 1, 1, piped is not None, False)
        given = [Argument(None, value) for value in arguments or ()]
        stage = run.commands.of_block(block).stage(inner, given, write, base.streams, place)
        run_stages(run, [stage], piped)

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
        inner = Frame(self._run, scope, write, base.streams, base.invocation)
        self._run.frames.append(inner)
        if len(self._run.frames) > self._run.depth_budget:
            self._run.frames.pop()
            raise self._run.refusal(f"more than {self._run.depth_budget} nested calls", None)
        try:
            body(inner)
        except ReturnFromBlock:
            pass
        finally:
            self._run.frames.pop()
            if not new_scope and underscore is not ...:
                if saved is None:
                    scope.variables.pop("_", None)
                else:
                    scope.variables["_"] = saved
                    saved.value = saved_value

    def runner(self, block: ScriptBlock, write: Callable[[Any], None], frame: Frame) -> Callable[[Any], None]:
        """`runner(value)` runs the block with $_ in the frame's scope: stream_block prepared once for many objects."""
        code = block.code
        if code.node.process is not None or code.node.begin is not None:
            raise self._run.refusal("begin or process block inside ForEach-Object's script block", code.node.extent)
        body = code.bodies[2]
        if code.parameters or code.advanced or block.captured is not None or body is None:
            return lambda value: self.run(block, write, underscore=value, new_scope=False, frame=frame)
        variables = frame.scope.variables
        inner = Frame(self._run, frame.scope, write, frame.streams, frame.invocation)

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

    def test(self, block: ScriptBlock, frame: Frame) -> Callable[[Any], bool]:
        """`test(value)`: whether what the block writes with $_ in the frame's scope counts as true (Where-Object)."""
        collected: list[Any] = []
        holds = block.code.test if block.captured is None else None
        if holds is None:
            runner = self.runner(block, collected.append, frame)

            def test_output(value: Any) -> bool:
                collected.clear()
                runner(value)
                return to_bool(collected[0]) if len(collected) == 1 else bool(collected)

            return test_output
        variables = frame.scope.variables
        inner = Frame(self._run, frame.scope, collected.append, frame.streams, frame.invocation)

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

    def stream(self, block: ScriptBlock, underscore: Any, write: Callable[[Any], None], frame: Frame) -> None:
        """ForEach-Object's way: in the caller's scope, output downstream at once."""
        if block.code.node.process is not None or block.code.node.begin is not None:
            raise self._run.refusal(
                "begin or process block inside ForEach-Object's script block", block.code.node.extent
            )
        self.run(block, write, underscore=underscore, new_scope=False, frame=frame)

    def invoke_with_this(self, block: ScriptBlock, target: Any, arguments: Iterable[Any]) -> list[Any]:
        """A script method or property: $this is the object."""
        return self.invoke(block, arguments=arguments, variables={"this": target})

    def run_inline(self, code: CompiledBlock, frame: Frame) -> Any:
        """A condition's block in a switch: runs in place."""
        body = code.bodies[2]
        if body is None:
            return AUTOMATION_NULL
        collected: list[Any] = []
        with suppress(ReturnFromBlock):
            body(frame.writing_to(collected.append))
        return collapse(collected)

    def holds_for(self, block: ScriptBlock, item: Any) -> bool:
        """A block as a predicate of $_."""
        return to_bool(collapse(self.invoke(block, underscore=item)))

    def holds_given(self, block: ScriptBlock, item: Any) -> bool:
        """A block as a delegate: the item is its argument."""
        return to_bool(collapse(self.invoke(block, arguments=[item])))
