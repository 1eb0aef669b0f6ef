"""EXEC (text) and sp_executesql. Source: sp_executesql (Transact-SQL), EXECUTE (Transact-SQL)."""

from __future__ import annotations

from rehearsal.engines.tsql.compiler.interfaces import Statements
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.execution import DeferredNameError, Execution, Step, failed
from rehearsal.engines.tsql.syntax import nodes, statements
from rehearsal.engines.tsql.syntax.statement_parser import parse_declarations
from rehearsal.engines.tsql.values import conversion, types
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value


def execute_text(compiler: Statements, statement: statements.ExecuteText) -> Step:
    """Compiles EXEC (text) and sp_executesql: a batch inside of this one, with its own variables and names."""
    text = compiler.reader(statement.text, types.nvarchar(types.MAX_LENGTH))
    declared = None
    if statement.declarations is not None:
        declared = compiler.reader(statement.declarations, types.nvarchar(types.MAX_LENGTH))
    expressions = compiler.expressions()
    values = [(argument, expressions.value(argument.value)) for argument in statement.values]
    kinds = compiler.context.variables
    for argument in statement.values:
        if argument.output and isinstance(argument.value, nodes.Variable) and argument.value.name not in kinds:
            raise compiler.context.error(argument, 137, f'Must declare the scalar variable "{argument.value.name}".')
    if statement.status is not None and statement.status not in kinds:
        raise compiler.context.error(statement, 137, f'Must declare the scalar variable "{statement.status}".')
    line = statement.place.line

    def bind(execution: Execution) -> tuple[dict[str, tuple[SqlType, Value]], list[tuple[str, str]]]:
        """The parameters of the inner batch, and which of them go back into which variable."""
        known = parse_declarations(declared(execution) or "") if declared is not None else ()
        by_name = dict(known)
        given: dict[str, tuple[SqlType, Value]] = {}
        back: list[tuple[str, str]] = []
        for number, (argument, compiled) in enumerate(values):
            target = argument.name if argument.name is not None else known[number][0] if number < len(known) else ""
            if target not in by_name:
                raise SqlError(8145, f"{target or '@?'} is not a parameter for procedure sp_executesql.")
            convert = expressions.convert(compiled, by_name[target], statement).run
            given[target] = (by_name[target], convert((), execution.run()))
            if argument.output:
                assert isinstance(argument.value, nodes.Variable)
                back.append((target, argument.value.name))
        for target, _ in known:
            if target not in given:
                raise SqlError(
                    8178, f"The parameterized query expects the parameter '{target}', which was not supplied."
                )
        return given, back

    def run(execution: Execution) -> None:
        session = execution.session
        try:
            given, back = bind(execution)
            if session.nesting >= 32:
                raise SqlError(
                    217, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit 32)."
                )
            session.nesting += 1
            try:
                found = session.run(text(execution) or "", given, in_try=execution.in_try)
            finally:
                session.nesting -= 1
        except SqlError as error:
            if isinstance(error, DeferredNameError):
                error = SqlError(error.number, error.text, more=error.messages[1:]).at(error.messages[0].line)
            failed(execution, error, line)
            return
        for target, name in back:
            change = conversion.converter(given[target][0], kinds[name])
            value = found[target]
            execution.variables[name] = value if value is None or change is None else change(value)
        if statement.status is not None:
            execution.variables[statement.status] = 0

    return run
