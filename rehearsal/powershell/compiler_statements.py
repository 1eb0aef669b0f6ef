"""Statements to closures: blocks with statement-level error handling, conditions, loops, switch, try, functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.powershell import nodes
from rehearsal.powershell.compilation import (
    STATEMENTS,
    Evaluate,
    Execute,
    Unit,
    collapse,
    compile_expression,
    compile_statement,
    compile_value,
    refused,
)
from rehearsal.powershell.control import BreakLoop, ContinueLoop, ControlFlow, ExitScript, ReturnFromBlock
from rehearsal.powershell.conversion import to_bool, to_text
from rehearsal.powershell.dictionaries import NetDictionary
from rehearsal.powershell.emission import enumerable_items
from rehearsal.powershell.enumeration import modified_in_foreach, watched_items
from rehearsal.powershell.errors import PSException, TerminatingError
from rehearsal.powershell.frame import Frame
from rehearsal.powershell.operators_text import like, match_table, regex_of
from rehearsal.powershell.string_order import equal_text
from rehearsal.powershell.values import AUTOMATION_NULL, PSArray


def compile_block(statements: tuple[nodes.Statement, ...], traps: tuple[nodes.Trap, ...], unit: Unit) -> Execute:
    """Statements in order. An error ends its statement; what then happens Run.statement_failed decides."""
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
                    raise
                run.statement_failed(error, frame, only_extent)
            except PSException as failure:
                run.raised_in_statement(failure, frame, only_extent)

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
                    raise
                run.statement_failed(error, frame, extent)
            except PSException as failure:
                run.raised_in_statement(failure, frame, extent)

    return execute


def compile_test(node: nodes.ScriptBlock, unit: Unit) -> Evaluate | None:
    """The value of a block that is one expression, which fails as a statement does; None for any other block."""
    from rehearsal.powershell.compiler_expressions import writes_nothing

    end = node.end
    if node.begin is not None or node.process is not None or end is None or end.traps or len(end.statements) != 1:
        return None
    only = end.statements[0]
    expression = only.pure_expression() if isinstance(only, nodes.Pipeline) and not only.background else None
    if expression is None or writes_nothing(expression):
        return None
    evaluate = compile_expression(expression, unit)
    extent = only.extent

    def test(frame: Frame) -> Any:
        run = frame.run
        run.step(extent)
        try:
            value = evaluate(frame)
        except TerminatingError as error:
            if run.propagate:
                raise
            run.statement_failed(error, frame, extent)
            return AUTOMATION_NULL
        except PSException as failure:
            run.raised_in_statement(failure, frame, extent)
            return AUTOMATION_NULL
        run.ok = True
        return value

    return test


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
                if not run.trap(error, handlers, frame, extent, unit.namespaces):
                    raise
            except PSException as failure:
                run.propagate = outer
                error = run.wrapped(failure)
                if not run.trap(error, handlers, frame, extent, unit.namespaces):
                    raise error from None
            finally:
                run.propagate = outer

    return execute


def _body(block: nodes.StatementBlock, unit: Unit) -> Execute:
    return compile_block(block.statements, block.traps, unit)


def _condition(node: nodes.Statement, unit: Unit) -> Callable[[Frame], bool]:
    from rehearsal.powershell.compiler_expressions import truth_of

    return truth_of(compile_value(node, unit))


# --- if and loops


def _if(node: nodes.If, unit: Unit) -> Execute:
    clauses = [(_condition(clause.condition, unit), _body(clause.body, unit)) for clause in node.clauses]
    otherwise = _body(node.else_clause, unit) if node.else_clause is not None else None

    if len(clauses) == 1:
        condition, then = clauses[0]

        def execute_single(frame: Frame) -> None:
            if condition(frame):
                then(frame)
            elif otherwise is not None:
                otherwise(frame)

        return execute_single

    def execute(frame: Frame) -> None:
        for condition, then in clauses:
            if condition(frame):
                then(frame)
                return
        if otherwise is not None:
            otherwise(frame)

    return execute


def _label(node: Any) -> str:
    return (node.label or "").lower()


def _while(node: nodes.While, unit: Unit) -> Execute:
    condition = _condition(node.condition, unit)
    body = _body(node.body, unit)
    label = _label(node)
    extent = node.condition.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        while True:
            run.step(extent)
            if not condition(frame):
                return
            try:
                body(frame)
            except BreakLoop as flow:
                if flow.label and flow.label != label:
                    raise
                return
            except ContinueLoop as flow:
                if flow.label and flow.label != label:
                    raise

    return execute


def _do(node: nodes.DoWhile | nodes.DoUntil, unit: Unit) -> Execute:
    condition = _condition(node.condition, unit)
    body = _body(node.body, unit)
    label = _label(node)
    until = isinstance(node, nodes.DoUntil)
    extent = node.condition.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        while True:
            try:
                body(frame)
            except BreakLoop as flow:
                if flow.label and flow.label != label:
                    raise
                return
            except ContinueLoop as flow:
                if flow.label and flow.label != label:
                    raise
            run.step(extent)
            if condition(frame) is until:
                return

    return execute


def _for(node: nodes.For, unit: Unit) -> Execute:
    initializer = compile_value(node.initializer, unit) if node.initializer is not None else None
    condition = _condition(node.condition, unit) if node.condition is not None else None
    iterator = compile_value(node.iterator, unit) if node.iterator is not None else None
    body = _body(node.body, unit)
    label = _label(node)
    extent = node.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        if initializer is not None:
            initializer(frame)
        while True:
            run.step(extent)
            if condition is not None and not condition(frame):
                return
            try:
                body(frame)
            except BreakLoop as flow:
                if flow.label and flow.label != label:
                    raise
                return
            except ContinueLoop as flow:
                if flow.label and flow.label != label:
                    raise
            if iterator is not None:
                iterator(frame)

    return execute


def _foreach(node: nodes.ForEach, unit: Unit) -> Execute:
    from rehearsal.powershell.compiler_assignments import compile_store

    value_of = compile_value(node.condition, unit)
    body = _body(node.body, unit)
    store = compile_store(node.variable, unit)
    label = _label(node)
    extent = node.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        value = value_of(frame)
        run.ok = True
        for item in iterated(value):
            run.step(extent)
            store(frame, item)
            try:
                body(frame)
            except BreakLoop as flow:
                if flow.label and flow.label != label:
                    raise
                return
            except ContinueLoop as flow:
                if flow.label and flow.label != label:
                    raise

    return execute


def iterated(value: Any) -> Any:
    """What foreach visits: elements of enumerables, a single object itself, nothing for null. Changes are noticed."""
    if value is None or value is AUTOMATION_NULL:
        return ()
    kind = type(value)
    if kind is PSArray:
        return value.items
    if isinstance(value, NetDictionary):
        return (value,)
    items = watched_items(value, modified_in_foreach)
    if items is None:
        items = enumerable_items(value)
    return (value,) if items is None else items


# --- switch


def _switch(node: nodes.Switch, unit: Unit) -> Execute:
    if node.from_file:
        raise refused("switch -File", node)
    value_of = compile_value(node.condition, unit)
    label = _label(node)
    ignore_case = not node.case_sensitive
    clauses = [
        (_switch_test(clause.condition, node.match, ignore_case, unit), _body(clause.body, unit))
        for clause in node.clauses
    ]
    default = _body(node.default, unit) if node.default is not None else None
    extent = node.extent

    def visit(frame: Frame, item: Any) -> None:
        matched = False
        for test, body in clauses:
            if test(frame, item):
                matched = True
                body(frame)
                frame.scope.put("_", item, "_")
        if not matched and default is not None:
            default(frame)

    def execute(frame: Frame) -> None:
        run = frame.run
        value = value_of(frame)
        items = (None,) if value is None else () if value is AUTOMATION_NULL else iterated(value)
        scope = frame.scope
        outer = scope.variables.get("_")
        saved = outer.value if outer is not None else None
        try:
            for item in items:
                run.step(extent)
                scope.put("_", item, "_")
                try:
                    visit(frame, item)
                except BreakLoop as flow:
                    if flow.label and flow.label != label:
                        raise
                    return
                except ContinueLoop as flow:
                    if flow.label and flow.label != label:
                        raise
        finally:
            if outer is None:
                scope.variables.pop("_", None)
            else:
                outer.value = saved

    return execute


def _switch_test(
    condition: nodes.Expression, match: nodes.SwitchMatch, ignore_case: bool, unit: Unit
) -> Callable[[Frame, Any], bool]:
    if isinstance(condition, nodes.ScriptBlockExpression):
        from rehearsal.powershell.compiler_functions import compile_script_block

        code = compile_script_block(condition.script_block, unit)
        return lambda frame, item: to_bool(frame.run.run_inline(code, frame))
    evaluate = compile_expression(condition, unit)
    if match is nodes.SwitchMatch.EXACT:

        def exact(frame: Frame, item: Any) -> bool:
            wanted = evaluate(frame)
            if hasattr(wanted, "script_to_string"):
                return to_bool(frame.run.collapse(frame.run.invoke_block(wanted, underscore=item)))
            # both sides are compared as text: 5 doesn't match [DayOfWeek]::Friday, 1 doesn't match $true
            run = frame.run
            return equal_text(to_text(item, run), to_text(wanted, run), ignore_case)

        return exact
    if match is nodes.SwitchMatch.WILDCARD:
        return lambda frame, item: like(item, evaluate(frame), ignore_case, frame.run)

    def regex(frame: Frame, item: Any) -> bool:
        pattern = regex_of(evaluate(frame), ignore_case, frame.run)
        found = pattern.pattern.search(to_text(item, frame.run))
        if found is None:
            return False
        frame.scope.set_local("matches", match_table(pattern, found), "Matches")
        return True

    return regex


# --- try


def _try(node: nodes.Try, unit: Unit) -> Execute:
    body = _body(node.body, unit)
    catches = [
        (tuple(entry.type_name.full_name for entry in clause.types), _body(clause.body, unit))
        for clause in node.catches
    ]
    last = _body(node.finally_block, unit) if node.finally_block is not None else None
    namespaces = unit.namespaces

    def guarded(frame: Frame) -> None:
        run = frame.run
        outer = run.propagate
        run.propagate = True
        try:
            body(frame)
        except TerminatingError as error:
            run.propagate = outer
            handler = run.find_catch(error, catches, frame, namespaces)
            if handler is None:
                raise
            run.run_catch(error, handler, frame)
        except PSException as failure:
            run.propagate = outer
            error = run.wrapped(failure)
            handler = run.find_catch(error, catches, frame, namespaces)
            if handler is None:
                raise error from None
            run.run_catch(error, handler, frame)
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
            run.run_finally(last, frame)
            raise
        run.run_finally(last, frame)

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
        raise frame.run.thrown(value, frame, extent, bare=value_of is None)

    return execute


# --- jumps


def _return(node: nodes.Return, unit: Unit) -> Execute:
    if unit.in_class is not None:
        return _return_from_method(node, unit)
    if node.pipeline is None:

        def leave(frame: Frame) -> None:
            raise ReturnFromBlock

        return leave
    execute_value = compile_statement(node.pipeline, unit)

    def execute(frame: Frame) -> None:
        execute_value(frame)
        raise ReturnFromBlock

    return execute


def _return_from_method(node: nodes.Return, unit: Unit) -> Execute:
    from rehearsal.powershell.script_classes import ReturnFromMethod

    value_of = compile_value(node.pipeline, unit) if node.pipeline is not None else None

    def leave(frame: Frame) -> None:
        raise ReturnFromMethod(value_of(frame) if value_of is not None else AUTOMATION_NULL)

    return leave


def _exit(node: nodes.Exit, unit: Unit) -> Execute:
    value_of = compile_value(node.pipeline, unit) if node.pipeline is not None else None

    def execute(frame: Frame) -> None:
        raise ExitScript(frame.run.exit_code(value_of(frame)) if value_of is not None else 0)

    return execute


def _jump_label(node: nodes.Break | nodes.Continue, unit: Unit) -> Evaluate | str:
    if node.label is None:
        return ""
    if isinstance(node.label, nodes.StringConstant):
        return node.label.value.lower()
    return compile_expression(node.label, unit)


def _break(node: nodes.Break, unit: Unit) -> Execute:
    label = _jump_label(node, unit)

    def execute(frame: Frame) -> None:
        raise BreakLoop(label if isinstance(label, str) else to_text(label(frame), frame.run).lower())

    return execute


def _continue(node: nodes.Continue, unit: Unit) -> Execute:
    label = _jump_label(node, unit)

    def execute(frame: Frame) -> None:
        raise ContinueLoop(label if isinstance(label, str) else to_text(label(frame), frame.run).lower())

    return execute


# --- definitions


def _function(node: nodes.FunctionDefinition, unit: Unit) -> Execute:
    from rehearsal.powershell.compiler_functions import compile_function

    code = compile_function(node, unit)
    name = node.name
    is_filter = node.is_filter

    def execute(frame: Frame) -> None:
        frame.run.declare_function(frame, name, code, is_filter)

    return execute


def _using(node: nodes.UsingStatement, unit: Unit) -> Execute:
    if node.kind is nodes.UsingKind.NAMESPACE:
        return lambda frame: None
    raise refused(f"using {node.kind}", node)


def _data(node: nodes.Data, unit: Unit) -> Execute:
    if node.commands_allowed:
        raise refused("data section with -SupportedCommand", node)
    body = _body(node.body, unit)
    variable = node.variable
    if variable is None:
        return body

    def execute(frame: Frame) -> None:
        collected: list[Any] = []
        body(frame.writing_to(collected.append))
        frame.scope.set_local(variable.lower(), collapse(collected), variable)

    return execute


def _type_definition(node: nodes.TypeDefinition, unit: Unit) -> Execute:
    from rehearsal.powershell.compiler_classes import compile_type_definition

    return compile_type_definition(node, unit)


def _trap_statement(node: nodes.Trap, unit: Unit) -> Execute:
    return lambda frame: None


STATEMENTS.update(
    {
        nodes.If: _if,
        nodes.While: _while,
        nodes.DoWhile: _do,
        nodes.DoUntil: _do,
        nodes.For: _for,
        nodes.ForEach: _foreach,
        nodes.Switch: _switch,
        nodes.Try: _try,
        nodes.Throw: _throw,
        nodes.Return: _return,
        nodes.Exit: _exit,
        nodes.Break: _break,
        nodes.Continue: _continue,
        nodes.FunctionDefinition: _function,
        nodes.UsingStatement: _using,
        nodes.Data: _data,
        nodes.TypeDefinition: _type_definition,
        nodes.Trap: _trap_statement,
    }
)
