"""EXEC of a stored procedure: its text as a batch of its own, with its parameters. Source: EXECUTE (Transact-SQL)."""

from __future__ import annotations

from rehearsal.engines.tsql.compiler.interfaces import Statements
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.execution import Execution, Step, failed
from rehearsal.engines.tsql.runtime.session import Parameters, StoredProcedure
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.values import conversion
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

DEEPEST = 32


def execute_procedure(compiler: Statements, statement: statements.ExecuteProcedure) -> Step:
    """Compiles EXEC; the procedure is looked up when it runs, as SQL Server does."""
    if any(argument.output for argument in statement.values):
        raise compiler.context.unsupported("EXEC of a procedure with OUTPUT", statement.place)
    expressions = compiler.expressions()
    values = [(argument.name, expressions.value(argument.value)) for argument in statement.values]
    if statement.status is not None and statement.status not in compiler.context.variables:
        raise compiler.context.error(statement, 137, f'Must declare the scalar variable "{statement.status}".')
    line = statement.place.line

    def bind(execution: Execution, procedure: StoredProcedure) -> Parameters:
        known = dict(procedure.parameters)
        own = procedure.name.rpartition(".")[2]
        given: dict[str, tuple[SqlType, Value]] = {}
        for number, (name, compiled) in enumerate(values):
            if name is None and number >= len(known):
                raise SqlError(8144, f"Procedure or function {own} has too many arguments specified.", state=2)
            target = list(known)[number] if name is None else name
            if target not in known:
                raise SqlError(8145, f"{target} is not a parameter for procedure {own}.")
            value = compiled.run((), execution.run())
            change = conversion.converter(compiled.type, known[target])
            given[target] = (known[target], value if value is None or change is None else change(value))
        for name in known:
            if name not in given:
                raise SqlError(
                    201, f"Procedure or function '{own}' expects parameter '{name}', which was not supplied.", state=4
                )
        return given

    def run(execution: Execution) -> None:
        session = execution.session
        try:
            procedure = session.server.procedure(statement.name, session)
            if procedure is None:
                raise SqlError(2812, f"Could not find stored procedure '{statement.name}'.", state=62)
            given = bind(execution, procedure)
            if session.nesting >= DEEPEST:
                raise SqlError(
                    217, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit 32)."
                )
            session.nesting += 1
            session.procedures.append(procedure.name)
            outside = session.xact_abort
            try:
                session.run(procedure.body, given, in_try=execution.in_try)
            finally:
                session.nesting -= 1
                if session.procedures:
                    session.procedures.pop()
                session.xact_abort = outside  # SET inside of a procedure ends with it
        except SqlError as error:
            failed(execution, error, line)
            return
        if statement.status is not None:
            execution.variables[statement.status] = 0

    return run
